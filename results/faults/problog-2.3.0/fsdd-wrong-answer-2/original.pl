p :- p.
q(X) :- q(X).
q(X) :- \+ p.
0.5::p.
0.5::q(a).
q(b).
query(p).
query(q(a)).
