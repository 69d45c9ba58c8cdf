p :- q(_), r.
0.5::q(a); 0.5::r.
0.5::q(b).
evidence(p, true).
query(p).
