0.3::p(c).
p(b).
0.2::p(X); 0.3::p(b) :- p(X).
p(X) :- p(X), p(X).
p(Y) :- p(Y).
evidence(p(c), false).
query(p(b)).
query(p(c)).
