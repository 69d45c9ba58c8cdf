% Several coins are thrown; somebody wins if two different ones show heads, or all of them do not.
0.5::heads(C) :- coin(C), fair(C).
0.7::heads(C) :- coin(C), \+ fair(C).
tails(C) :- coin(C), \+ heads(C).
two_heads :- heads(C), heads(D), different(C, D).
some_heads :- heads(C).
win :- two_heads ; \+ some_heads.

coin(penny).
coin(dime).
coin(quarter).
0.9::fair(penny).
fair(dime).
different(penny, dime).
different(dime, quarter).
different(penny, quarter).

query(win).
