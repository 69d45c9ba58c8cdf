p(X) :- p(X), p(X).
0.5::p(X) :- p(X) ; p(X).
0.3::p(a).
evidence(p(a), false).
query(p(_)).
