q(a).
p :- q(a), q(_).
query(p).
