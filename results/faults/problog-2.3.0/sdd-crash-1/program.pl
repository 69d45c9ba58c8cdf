0.5::p(b).
p(a) :- p(_).
evidence(p(b), false).
query(p(a)).
