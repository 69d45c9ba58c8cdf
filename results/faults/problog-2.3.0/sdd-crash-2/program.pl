0.5::p(b).
0.5::p(X); 0.5::p(a) :- p(X).
evidence(p(b), false).
query(p(a)).
