0.5::p(a).
q(_).
q(a).
p(X) :- p(Y), q(Y), q(X).
q(_) :- p(_).
query(p(a)).
