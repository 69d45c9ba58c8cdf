0.9::p(b).
r(a) :- s(_), r(a), r(a), r(a).
q.
q :- q, p(a), s(a), q.
q :- q.
0.7::r(c).
0.2::r(a).
r(X) :- s(X), s(X), p(a), p(a).
s(a) :- r(a), s(a), r(X), s(X).
0.5::s(b).
p(a) :- r(X), p(a), r(X), p(a).
query(r(a)).
query(s(c)).
query(q).
