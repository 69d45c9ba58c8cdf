% Which places are connected, if every road may be closed?
path(X, Y) :- road(X, Y).
path(X, Y) :- road(X, Z), path(Z, Y).
road(X, Y) :- street(X, Y).
road(X, Y) :- street(Y, X).
round_trip(X) :- path(X, Y), path(Y, X).

0.6::street(harbour, market).
0.3::street(market, station).
0.9::street(harbour, church).
0.5::street(church, station).
0.4::street(station, school).

query(path(harbour, school)).
