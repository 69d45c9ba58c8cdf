p(b, b).
0.5::p(b, a); 0.5::p(a, a) :- p(b, b), \+ true.
p(X, X) :- p(X, X).
query(p(a, b)).
