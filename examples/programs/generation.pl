% Who belongs to the same generation?
same(X, X) :- person(X).
same(X, Y) :- up(X, Z), same(Z, W), down(W, Y).
down(X, Y) :- up(Y, X).
person(X) :- up(X, Y).
person(Y) :- up(X, Y).
cousins(X, Y) :- same(X, Y), \+ siblings(X, Y).
siblings(X, Y) :- up(X, Z), up(Y, Z).

up(tim, sue).
up(tom, sue).
up(pam, joe).
up(sue, eva).
up(joe, eva).
