0.5::p(0).
p(X) :- q(X).
q(1) :- p(X), p(X).
query(p(0)).
