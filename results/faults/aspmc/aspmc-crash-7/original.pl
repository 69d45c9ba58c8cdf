q.
p(X) :- p(X), r(X, Y), r(Y, X).
0.4::p(a).
0.2::r(b, b).
0.7::r(a, b).
0.3::p(b).
q :- r(X, X), r(Y, X), r(Y, X).
q.
r(X, Y) :- p(X), p(Y).
q :- \+ p(a), p(a).
r(X, X) :- r(Y, X), r(Y, Y), r(Y, Y).
query(p(X)).
