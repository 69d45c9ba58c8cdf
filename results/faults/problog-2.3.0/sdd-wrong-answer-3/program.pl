p(a, b) :- p(X, X).
p(a, a).
0.5::p(X, b) :- p(X, b).
query(p(a, b)).
