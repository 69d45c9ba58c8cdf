q(2).
p.
0.5::q(X) :- q(X), \+ (\+ true, q(_)).
evidence(q(2), true).
query(p).
