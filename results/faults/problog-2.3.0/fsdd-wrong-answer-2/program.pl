0.5::p.
0.5::q.
p :- \+ q.
q :- q.
query(p).
