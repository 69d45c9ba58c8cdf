q(X) :- p(Y), q(Y), q(Y), q(X).
q(X) :- (p(X), q(Y)), q(Y).
q(X) :- p(Y), p(Y), q(X), p(X).
p(Y) :- p(Y).
p(a).
p(X) :- p(Y), q(Y), q(Y), q(X).
0.9::q(b).
0.5::p(c).
evidence(p(c), false).
query(p(b)).
query(p(a)).
query(q(b)).
