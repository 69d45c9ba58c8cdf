% A position is won if some move leads to a position that is lost for the other player.
win(X) :- move(X, Y), \+ win(Y).
lost(X) :- position(X), \+ win(X).
position(X) :- move(X, Y).
position(X) :- move(Y, X).

move(a, b).
move(b, c).
move(b, d).
move(d, e).
