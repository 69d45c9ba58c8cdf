q(X, X) :- p(X, X).
p(X, 'the 0') :- p(X, 'the 0').
p('the 0', 'the 2').
q(X, X) :- p('the 0', X), \+ (p(V1, _), \+ p('the 1', 'the 1'), q(V1, _), \+ p(_, _)).
0.4::q('the 2', 'the 2').
0.4::p('the 0', 'the 1').
p('the 0', 'the 2').
q('the 0', 'the 2').
0.5::p('the 0', 'the 2').
query(q('the 1', 'the 2')).
query(q('the 1', 'the 1')).
query(p(X, X)).
