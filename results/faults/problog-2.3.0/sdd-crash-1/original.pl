0.3::p(a) :- p(_).
0.5::p(a); 0.5::p(a) :- p(a).
0.7::p(b).
0.6::p(b).
evidence(p(b), false).
query(p(a)).
query(p(b)).
