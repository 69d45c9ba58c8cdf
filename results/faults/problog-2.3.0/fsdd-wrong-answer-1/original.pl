0.3::p(X, X) :- p(_, X), true.
0.5::p(X, Y) :- q(X, Y).
q(X, X) :- p(_, X).
0.3::r :- q(X, X).
0.7::p(0, 1).
0.9::p(1, 0).
0.9::p(1, 1).
q(1, 0).
q(1, 1).
0.2::r.
evidence(p(0, 1), true).
evidence(r, false).
query(p(1, 0)).
query(p(X, X)).
query(r).
query(q(1, 0)).
