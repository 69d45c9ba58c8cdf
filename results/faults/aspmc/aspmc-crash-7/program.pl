0.5::p(b).
0.5::p(a).
p(b) :- q(b, a).
q(X, X) :- q(Y, X), q(Y, Y).
q(X, Y) :- p(X), p(Y).
query(p(a)).
