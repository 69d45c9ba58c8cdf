0.5::q(b).
0.5::p.
q(a) :- \+ q(b) ; p.
q(b) :- q(b).
evidence(q(a), true).
query(p).
