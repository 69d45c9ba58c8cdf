0.5::p(1); 0.5::q.
p(a) :- r, q, q.
r :- p(_).
query(p(a)).
