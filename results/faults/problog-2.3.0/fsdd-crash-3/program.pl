p(a, a).
0.5::p(b, X) :- q(X) ; p(X, a).
q(X) :- p(X, _), p(b, X).
query(p(X, X)).
