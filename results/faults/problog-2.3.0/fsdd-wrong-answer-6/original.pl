p :- p, s(X), s(X), s(X).
q(X) :- s(X), r(X, X), q(X), s(X).
r(X, X) :- (q(X), r(X, X)), s(X).
r(X, X) :- q(X), r(X, X), p, r(X, X).
s(X) :- r(X, X) ; r(X, X), s(X).
0.5::s(X) :- p, s(X) ; q(X).
0.2::p.
q(a).
0.3::r(a, a).
evidence(p, true).
evidence(s(a), true).
query(s(a)).
query(r(X, X)).
query(q(a)).
