p(X) :- p(X).
q :- q, \+ (\+ r(a), \+ r(_), r(_), q, \+ q).
r(X) :- p(X).
r(X) :- r(X).
0.5::p(a).
0.2::p(c).
q.
0.9::r(b).
0.7::r(c).
evidence(q, true).
query(r(b)).
query(p(b)).
