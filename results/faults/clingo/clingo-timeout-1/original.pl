0.2::p(X, X); 0.3::p(X, Y); 0.5::p(X, X) :- p(X, X), p(Y, X).
p(c, c).
p(X, X) :- p(X, X).
0.3::p(a, a).
p(X, X) :- p(X, X), p(X, X), p(X, X), p(X, X).
0.4::p(b, b).
0.2::p(c, b).
0.5::p(b, a).
query(p(a, c)).
