% A Bayesian network: clouds, a sprinkler, rain, and wet grass.
0.5::cloudy.
0.1::sprinkler :- cloudy.
0.5::sprinkler :- \+ cloudy.
0.8::rain :- cloudy.
0.2::rain :- \+ cloudy.
0.99::wet_grass :- sprinkler, rain.
0.9::wet_grass :- sprinkler, \+ rain.
0.9::wet_grass :- \+ sprinkler, rain.
slippery :- wet_grass, \+ gritted.
0.3::gritted.

evidence(wet_grass).
query(rain).
