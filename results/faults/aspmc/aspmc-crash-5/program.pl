p :- \+ q.
p :- p, q.
p :- q, q.
q :- q, q.
0.7::p.
0.6::p.
query(q).
