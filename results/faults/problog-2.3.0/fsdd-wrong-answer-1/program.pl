0.5::p(1).
0.5::q :- p(_).
p(X) :- p(X).
evidence(p(1), true).
evidence(q, false).
query(p(1)).
