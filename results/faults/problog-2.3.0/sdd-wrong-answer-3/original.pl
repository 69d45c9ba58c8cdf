p(b, b).
p(a, b) :- p(V1, V1).
0.7::p(a, a).
0.2::p(a, X); 0.3::p(X, b); 0.4::p(X, X) :- p(X, b).
query(p(a, b)).
