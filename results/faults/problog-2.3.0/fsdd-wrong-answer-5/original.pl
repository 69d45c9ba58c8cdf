0.2::q(X); 0.3::p(b) :- p(X).
p(X) :- q(X), q(X).
p(c).
q(X) :- q(X).
0.2::q(c).
0.4::q(b).
0.5::p(a).
query(q(b)).
