% A burglary or an earthquake sets off an alarm, and neighbours call if they hear it.
0.1::burglary.
0.2::earthquake.
0.9::alarm :- burglary, earthquake.
0.8::alarm :- burglary, \+ earthquake.
0.1::alarm :- \+ burglary, earthquake.
0.7::hears(X) :- neighbour(X), at_home(X).
calls(X) :- alarm, hears(X).
someone_calls :- calls(X).

neighbour(john).
neighbour(mary).
0.6::at_home(john).
0.8::at_home(mary).

evidence(calls(john)).
query(burglary).
