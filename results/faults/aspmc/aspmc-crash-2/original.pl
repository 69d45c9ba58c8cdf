p(X, X) :- p(X, X).
query(p(X, X)).
