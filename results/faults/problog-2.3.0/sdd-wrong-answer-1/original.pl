0.5::p(X, X); 0.5::p(b, X) :- p(X, X), p(X, X), p(X, X).
0.2::p(a, a).
0.3::p(a, b).
p(b, b).
query(p(X, X)).
