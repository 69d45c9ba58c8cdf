r(X) :- p, p, q(X).
p :- p.
q(X) :- q(X), q(X), p, q(X).
r(0) :- \+ true.
p :- p, q(X), r(X), q(X).
0.5::p.
0.3::q(1).
r(1).
q(X) :- p, p, r(X).
query(r(0)).
query(p).
query(q(1)).
