p(a, a).
p(a, b) :- p(a, b).
0.3::p(X, X) :- p(Y, X), p(Y, Y).
0.2::p(b, b).
p(X, X) :- p(Y, X), p(X, Y).
0.9::p(a, b).
0.5::p(X, X) :- p(Y, X), p(X, X).
evidence(p(a, b), false).
query(p(X, b)).
query(p(b, b)).
query(p(a, a)).
