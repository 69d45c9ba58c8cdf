q(a).
0.5::p :- \+ (\+ true, q(_)).
query(p).
