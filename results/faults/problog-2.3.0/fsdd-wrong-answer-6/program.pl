0.5::p.
0.5::r(a) :- r(a) ; true.
q :- r(_).
r(a) :- p.
evidence(q, true).
query(p).
