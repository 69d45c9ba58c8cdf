0.5::p(a).
0.5::p(X) :- p(X) ; p(X).
evidence(p(a), false).
query(p(_)).
