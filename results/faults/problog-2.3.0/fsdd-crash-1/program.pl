0.5::p.
p :- p ; true.
query(p).
