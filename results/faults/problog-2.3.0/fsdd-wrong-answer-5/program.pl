0.5::p; 0.5::q(a) :- q(_).
q(b).
q(a).
query(p).
