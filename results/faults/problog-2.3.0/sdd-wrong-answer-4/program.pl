p(b).
q(b, a).
p(a) :- \+ (q(X, _), \+ q(a, a), p(X), \+ q(_, _)).
query(p(a)).
