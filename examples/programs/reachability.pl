% Which computers of a network are cut off, or reached from one side only?
link(X, Y) :- cable(X, Y), \+ broken(X, Y).
reach(X, Y) :- link(X, Y).
reach(X, Y) :- reach(X, Z), link(Z, Y).
node(X) :- cable(X, Y) ; cable(Y, X).
cut_off(X, Y) :- node(X), node(Y), \+ reach(X, Y).
one_way(X, Y) :- reach(X, Y), \+ reach(Y, X).
isolated(X) :- node(X), \+ (reach(server, X) ; reach(X, server)).

cable(server, switch).
cable(switch, desk).
cable(desk, printer).
0.1::broken(server, switch).
0.3::broken(desk, printer).
