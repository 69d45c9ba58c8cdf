p :- \+ p, p.
query(p).
