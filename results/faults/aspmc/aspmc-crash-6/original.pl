0.3::p(X, X) :- p(X, X).
p(X, X) :- p(X, X), p(X, X).
p(a, a).
0.4::p(a, b).
p(b, b).
0.3::p(a, b); 0.4::p(b, b) :- p(a, a), \+ true.
query(p(b, a)).
