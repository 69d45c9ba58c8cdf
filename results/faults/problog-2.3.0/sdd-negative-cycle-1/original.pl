p :- q(_).
r :- r.
0.3::r.
r :- \+ p.
q('the 0').
0.6::q('the 0').
q(X) :- q(X).
0.9::p.
query(r).
query(q('the 0')).
