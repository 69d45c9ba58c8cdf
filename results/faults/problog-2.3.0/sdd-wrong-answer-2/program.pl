0.5::p; 0.5::q(b) :- q(X) ; q(X).
0.5::q(a).
evidence(q(a), false).
query(p).
