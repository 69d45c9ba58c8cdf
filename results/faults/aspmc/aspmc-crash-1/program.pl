q(a).
p :- q(_), p.
query(p).
