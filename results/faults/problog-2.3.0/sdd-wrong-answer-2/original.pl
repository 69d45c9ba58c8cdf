0.2::q(X, X); 0.3::r(c, c); 0.5::q(c, c) :- q(Y, X) ; q(Y, X).
0.2::q(a, b).
0.6::q(b, a).
0.3::q(b, a).
0.5::p :- r(a, a), q(X, X).
r(X, Y) :- r(Y, X), q(Y, a).
0.2::r(a, a).
q(c, b).
r(X, X) :- r(a, X), r(Y, a).
evidence(q(c, a), false).
evidence(q(a, b), false).
query(r(c, Y)).
query(q(a, b)).
