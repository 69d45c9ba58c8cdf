0.5::p(a) :- \+ (\+ true, p(_)).
query(p(a)).
