0.5::p(a).
p(b) :- p(_), true.
evidence(p(a), false).
query(p(_)).
