% Balls are drawn from two urns; the colour of the second depends on the first.
0.3::first(red) ; 0.5::first(green) ; 0.2::first(blue).
0.6::second(red) ; 0.4::second(green) :- first(red).
0.1::second(red) ; 0.9::second(blue) :- \+ first(red).
same_colour :- first(C), second(C).
lucky :- same_colour, \+ first(blue).
0.5::prize(large) ; 0.5::prize(small) :- lucky.

query(prize(large)).
