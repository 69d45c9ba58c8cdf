p :- r(a, a), r(X, Y), q(Y), r(Y, a), \+ (r(V1, _), \+ p, r(V1, _), \+ q(_)).
p.
0.4::q(a).
p :- r(X, X), r(a, Y), \+ q(a).
0.3::r(X, X) :- r(a, X), r(Y, Y), r(a, X), r(Y, a).
0.7::p.
q(X) :- r(Y, Y), r(a, Y), r(X, Y), r(a, X).
r(b, a).
0.4::r(b, b).
0.5::r(a, X) :- q(X), q(Y) ; r(X, Y).
r(b, b).
r(b, b).
0.5::q(b).
query(q(a)).
query(r(X, X)).
query(r(a, b)).
query(q(b)).
