p(X) :- (q(X), r), r, r.
q(X) :- p(X), p(X), r.
r :- q(X), q(X), r.
r :- r, r, q(X), q(X).
p(0).
0.3::p(1); 0.4::r.
0.6::p(0).
query(p(1)).
query(p(0)).
query(q(1)).
