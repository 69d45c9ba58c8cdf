0.5::p(X, X) :- r(X), p(X, X), \+ (q(V1, _), \+ q(a, a), r(V1), \+ r(_)).
p(X, X) :- r(X) ; q(X, X).
q(X, X) :- r(X) ; q(X, X).
0.5::r(X) :- q(X, X) ; q(X, X).
r(X) :- r(X) ; q(X, X).
s :- q(X, X), p(X, X).
0.3::s :- r(X) ; q(X, X).
p(b, b).
0.7::q(a, a).
0.7::q(a, a).
q(a, b).
r(a).
0.5::r(a).
query(r(b)).
query(p(b, a)).
query(s).
query(q(b, b)).
