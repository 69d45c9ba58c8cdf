% Who knows whom, and who hears of a rumour.
0.8::knows(X, Y) :- friends(X, Y).
0.4::knows(X, Y) :- colleagues(X, Y), \+ rivals(X, Y).
colleagues(X, Y) :- works_for(X, Z), works_for(Y, Z).
rivals(X, Y) :- wants(X, J), wants(Y, J), colleagues(X, Y).
friends(X, Y) :- likes(X, Y), likes(Y, X).
hears(X) :- starts_rumour(X).
0.5::hears(X) :- knows(X, Y), hears(Y).

likes(ann, bob).
likes(bob, ann).
likes(bob, carl).
likes(carl, bob).
works_for(ann, acme).
works_for(carl, acme).
works_for(dora, acme).
wants(carl, director).
wants(dora, director).
0.2::starts_rumour(dora).

query(hears(ann)).
