p :- p.
p :- \+ q.
q :- q.
query(p).
