//! What people seldom write, and programs that solve others get wrong: predicates with the names of the
//! library, facts with variables, lists, strange names, large numbers, goals inside of goals.

use super::Dice;

const CLAUSES: [&str; 16] = [
    "member(X, set) :- n(X).",
    "select(1, 2, 3).",
    "append(1, 2, 3).",
    "sum_list(a, 1).",
    "all(1, n(1), 2). all(2, n(1), 2).",
    "weighed(a, 1).",
    "'for p'(1, 2). '_ for p'(1, 2). '_ library member'(1, 2).",
    "0.4::'choice 0 of clause 0'(1).",
    "c(f(_)).",
    "c(X).",
    "c('[|]'(a, [])).",
    "c([a | _]).",
    "c(9007199254740993).",
    "0.5::c(9007199254740992.0).",
    "c(1.0). c(1).",
    "c(Y) :- true, true, Y = 2.",
];

const GOALS: [&str; 37] = [
    "c(X)",
    "c(Y)",
    "c(f(Y))",
    "\\+ c(X)",
    "member(Y, set)",
    "member(X, [1, a])",
    "memberchk(X, [1, 1, a])",
    "all(X, n(1), Y)",
    "all(U, w(U, _), Y)",
    "findall(U, e(U, Y), Z)",
    "findall(U, (w(U, V), V > 0), Y)",
    "findall(U-X, w(U, _), Y)",
    "findall(1, (c(U), U = f(a)), Y)",
    "findall(U, findall(V, w(V, _), U), Y)",
    "findall(U, (w(U, _), \\+ (w(V, _), V < U)), Y)",
    "\\+ (\\+ X = 1, X = Y)",
    "\\+ (\\+ Y = Z, Z = 2)",
    "\\+ (c(Z), Z = b)",
    "\\+ (c(Z), \\+ (Z = f(U), U = a))",
    "\\+ \\+ X = 1",
    "subtract([X, 1, 2], [1], Y)",
    "permutation([1, X], Y)",
    "reverse([X, a], Y)",
    "append(Y, _, [1, X])",
    "select(Y, [1, X], _)",
    "nth0(Y, [a, X], Z)",
    "sum_list([1, 2], Y)",
    "msort([1, 1.0, X], Y)",
    "X @< 9007199254740993",
    "c(Y), Y == [a]",
    "Y = '.'(X, []), Y = [_]",
    "Y = [X | _]",
    "Y is 9007199254740993 - 1",
    "w(Y, _), Y =:= 1.0",
    "select_uniform(X, [1, 2], Y, _)",
    "select_weighted(i, [1, 2, 0.5], [X, 1, 2], Y, _)",
    "(true ; n(X))",
];

const CONDITIONS: [&str; 4] = [
    "query(p(X, Y)) :- \\+ n(X), e(X, Y).",
    "query(p(X, Y)) :- e(X, Y), \\+ c(X).",
    "query(r(X, Y)) :- findall(U, w(U, _), L), member(X, L), e(X, Y).",
    "query(\\+ p(X, Y)) :- c(X), e(X, Y).",
];

/// Some clauses; `c` has one at least.
pub(super) fn clauses(dice: &mut Dice) -> String {
    let mut text = "c(a). ".to_owned();
    for _ in 0..1 + dice.below(4) {
        text += dice.pick(&CLAUSES);
        text += " ";
    }
    text + "\n"
}

pub(super) fn goal(dice: &mut Dice) -> String {
    dice.pick(&GOALS).to_owned()
}

/// A query with a condition, or nothing.
pub(super) fn query(dice: &mut Dice) -> &'static str {
    if dice.chance(30) { dice.pick(&CONDITIONS) } else { "" }
}
