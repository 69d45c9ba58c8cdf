0.5::q.
q :- q.
p :- \+ q.
query(p).
