p(X) :- q(b), p(X), q(a).
p(a) :- q(a), p(b), r(a).
p(b) :- r(a), r(a), r(a).
q(a) :- p(b), p(_), r(b).
q(a) :- \+ q(b) ; p(b).
r(a) :- p(_), p(a), r(a).
0.9::p(b).
0.7::q(a).
0.7::q(b).
0.2::r(a); 0.3::r(b); 0.4::q(b).
q(X) :- q(X), q(X).
evidence(q(a), true).
query(p(_)).
