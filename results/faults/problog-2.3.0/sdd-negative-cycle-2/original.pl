0.4::q(b).
r(c).
r(X) :- q(X), r(X), r(Y).
q(X) :- r(Y), r(X), p(X).
p(X) :- p(Y), q(X), p(X).
0.5::r(X) :- q(Y), q(X), p(X).
0.5::s :- q(X) ; q(X).
0.3::s; 0.4::s :- r(X), q(Y), p(X).
q(X) :- (p(X) ; r(X)), \+ (\+ q(_), p(_), \+ r(_)).
query(s).
