r(X) :- (q(X) ; r(X)), q(_).
r(c).
s :- q(X), r(X), r(X), r(_).
p(X) :- p(X), (p(_), p(X)).
0.5::q(b).
q(X) :- r(X), r(X), s, q(X).
q(X) :- s, s, r(X), q(X).
query(q(c)).
query(r(b)).
query(p(_)).
