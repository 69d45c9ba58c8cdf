% People smoke because of stress, or because friends who influence them do.
0.3::stress(X) :- person(X).
0.2::influences(X, Y) :- person(X), person(Y).
smokes(X) :- stress(X).
smokes(X) :- friend(X, Y), influences(Y, X), smokes(Y).
0.4::asthma(X) :- smokes(X).

person(ada).
person(ben).
person(cleo).
person(dan).
friend(ada, ben).
friend(ben, cleo).
friend(cleo, ada).
friend(dan, cleo).

query(asthma(dan)).
