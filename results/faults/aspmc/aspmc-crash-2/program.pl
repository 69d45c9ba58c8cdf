p :- p.
query(p).
