p(a, _).
query(p(X, X)).
