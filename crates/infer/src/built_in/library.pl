% Predicates of lists, for programs that use but do not define them.
append([], L, L).
append([H | T], L, [H | R]) :- append(T, L, R).
append([], []).
append([H | T], L) :- append(H, R, L), append(T, R).
select(X, [X | T], T).
select(X, [H | T], [H | R]) :- select(X, T, R).
last([X], X).
last([_, Y | T], X) :- last([Y | T], X).
reverse(L, R) :- 'reverse onto'(L, [], R).
'reverse onto'([], L, L).
'reverse onto'([H | T], L, R) :- 'reverse onto'(T, [H | L], R).
nth0(N, [H | T], X) :- 'nth from'(0, [H | T], N, X).
nth1(N, [H | T], X) :- 'nth from'(1, [H | T], N, X).
'nth from'(N, [X | _], N, X).
'nth from'(I, [_ | T], N, X) :- J is I + 1, 'nth from'(J, T, N, X).
sum_list([], 0).
sum_list([H | T], S) :- sum_list(T, R), S is R + H.
sumlist(L, S) :- sum_list(L, S).
max_list([X], X).
max_list([H, I | T], M) :- max_list([I | T], R), M is max(H, R).
min_list([X], X).
min_list([H, I | T], M) :- min_list([I | T], R), M is min(H, R).
delete([], _, []).
delete([H | T], X, R) :- H = X, delete(T, X, R).
delete([H | T], X, [H | R]) :- H \= X, delete(T, X, R).
subtract([], _, []).
subtract([H | T], L, R) :- member(H, L), subtract(T, L, R).
subtract([H | T], L, [H | R]) :- \+ member(H, L), subtract(T, L, R).
permutation([], []).
permutation(L, [X | P]) :- select(X, L, R), permutation(R, P).
% One of several values at random, the same one for the same identifier and lists; and the others. The values are looked at in turn: each
% is taken with its share of the weights that are left.
select_uniform(ID, Values, Value, Rest) :- 'ones for'(Values, Ones), select_weighted(ID, Ones, Values, Value, Rest).
'ones for'([], []).
'ones for'([_ | T], [1 | R]) :- 'ones for'(T, R).
select_weighted(ID, Weights, Values, Value, Rest) :- 'weigh'(ID-Weights-Values, Weights, Values, Value, Rest).
'weigh'(_, [_], [V], V, []).
'weigh'(Key, [W, X | Ws], [V | Vs], V, Vs) :- 'weighed'(Key, [W, X | Ws]).
'weigh'(Key, [W, X | Ws], [V | Vs], Y, [V | R]) :- \+ 'weighed'(Key, [W, X | Ws]), 'weigh'(Key, [X | Ws], Vs, Y, R).
P::'weighed'(_-All-_, Weights) :- 'share of first'(Weights, All, P).
