q :- q, \+ p.
p :- p.
q.
evidence(q, true).
query(p).
