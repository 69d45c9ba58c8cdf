p :- p, r(X), q(X).
q(X) :- q(_), q(X), r(X).
q(X) :- q(Y), r(X), q(Y).
q(X) :- r(X), r(_), p.
q(X) :- r(Y), q(Y), r(X).
r(X) :- p, q(X), p.
0.3::r(a); 0.4::p.
0.2::r(c).
q(c) :- \+ true.
evidence(r(c), true).
evidence(q(c), true).
query(q(c)).
