0.3::p :- s, p.
q :- s, q.
0.5::r :- q, q, q, s.
0.3::r :- p ; q.
0.5::r :- r ; r ; p.
s :- r, p, q.
0.4::p.
r.
0.2::s.
r :- \+ p, p.
query(r).
