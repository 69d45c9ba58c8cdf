% A family, as a deductive database.
parent(X, Y) :- mother(X, Y).
parent(X, Y) :- father(X, Y).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).
grandmother(X, Y) :- mother(X, Z), parent(Z, Y).
related(X, Y) :- ancestor(Z, X), ancestor(Z, Y).
descendant_of_eve(X) :- ancestor(eve, X).

mother(eve, cain).
mother(eve, abel).
mother(ruth, obed).
father(adam, cain).
father(adam, abel).
father(cain, enoch).
