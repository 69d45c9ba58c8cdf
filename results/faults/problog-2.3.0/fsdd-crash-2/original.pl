q(X) :- q(_), q(X).
0.2::r; 0.3::q(a); 0.5::p.
0.5::s(X) :- s(X), p.
0.3::q(X) :- q(X), q(X).
p :- p.
0.7::q(a).
r :- q(_), true.
0.3::q(X) :- s(X), q(_).
negation :- \+ r.
query(negation).
