p(X, X) :- q(X, X), true.
0.5::q(X, X) :- p(X, X).
0.5::p(a, a).
p(a, b).
0.5::p(b, a).
0.4::p(b, b).
q(a, a).
0.3::q(b, a).
query(q(b, a)).
query(q(b, b)).
query(p(_, _)).
