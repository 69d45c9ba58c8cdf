//! Small programs of the wide language with their answers, worked out by hand: what is easily got wrong.
//!
//! Each row is a program and what both algorithms must say about it: the answers as exact fractions, or
//! the kind of the error (`parse` if the text is refused).

use randlog_infer::{Algorithm, Inference, Limits, Precision};
use randlog_logic::Program;

fn said(text: &str, algorithm: Algorithm) -> String {
    let Ok(source) = Program::parse(text) else { return "refused: parse".to_owned() };
    match Inference::new(&source).algorithm(algorithm).precision(Precision::Exact).solve() {
        Ok(solution) => {
            let answers = solution.answers.iter().map(|answer| {
                let fraction = answer.fraction.as_ref().map(ToString::to_string);
                format!("{}: {}", answer.atom, fraction.unwrap_or_default())
            });
            answers.collect::<Vec<_>>().join(" | ")
        }
        Err(error) => format!("refused: {}", error.kind()),
    }
}

#[track_caller]
fn check(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        for algorithm in Algorithm::ALL {
            assert_eq!(said(text, algorithm), *expected, "{}: {text}", algorithm.name());
        }
    }
}

/// What both algorithms say about why there is no answer.
fn reasons(text: &str) -> Vec<String> {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let source = Program::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let reason = |algorithm| {
        Inference::new(&source).algorithm(algorithm).limits(limits).solve().unwrap_err().to_string()
    };
    Algorithm::ALL.map(reason).to_vec()
}

#[test]
fn between_two_numbers_there_may_be_none() {
    check(&[
        (
            "0.5::a. q :- between(5, 1, X), X > 3. q :- a, between(1, 2, X), X > 1. query(q).",
            "q: 1/2",
        ),
        ("p(L) :- findall(X, between(1, 0, X), L). query(p(_)).", "p([]): 1"),
        ("p :- between(9223372036854775807, -9223372036854775808, X), X > 0. query(p).", "p: 0"),
    ]);
}

#[test]
fn a_predicate_of_the_program_is_meant_even_if_it_is_called_all() {
    check(&[
        ("all(1,2,3). all(2,2,3). 0.5::p :- all(X,Y,Z), Z > 0. query(p).", "p: 3/4"),
        ("all(1,b,3). all(2,b,3). b. 0.5::p :- all(X,b,Z), Z > 0. query(p).", "p: 3/4"),
    ]);
}

/// An answer with a variable stands for all its instances: a fact about one of them does not make it certain.
#[test]
fn a_fact_does_not_make_a_clause_with_an_open_head_certain() {
    check(&[
        (
            "0.5::p(a,a). p(b,a). p(X,a) :- p(X,a), p(_,X). p(_,a) :- p(a,a). query(p(a,a)).",
            "p(a, a): 1/2",
        ),
        ("0.5::q. p(b). p(_) :- q. r :- p(X), s(X). s(a). s(c) :- r. query(r).", "r: 1/2"),
    ]);
}

#[test]
fn a_negation_inside_of_a_negation_needs_values_too() {
    check(&[
        (r"p :- \+ (\+ Y = 1, Y = 2). query(p).", "refused: non-ground"),
        (r"0.5::a. q(Y) :- \+ (\+ Y = Z, Z = 2), a. query(q(2)).", "refused: non-ground"),
        (r"p(L) :- findall(1, (\+ Y = 1, Y = 2), L). query(p(L)).", "refused: non-ground"),
        (r"p :- \+ (Y = 2, \+ Y = 1). query(p).", "p: 0"),
    ]);
}

#[test]
fn what_is_collected_shares_only_values() {
    check(&[
        (
            "e(1,a). e(2,b). n(a). q(Y,L) :- findall(X, e(X,Y), L), n(Y). query(q(Y,L)).",
            "refused: non-ground",
        ),
        (
            "e(1,a). e(2,b). n(a). q(Y,L) :- n(Y), findall(X, e(X,Y), L). query(q(Y,L)).",
            "q(a, [1]): 1",
        ),
        (
            "e(1,a). e(2,b). n(a). q(Y,L) :- all(X, e(X,Y), L), n(Y). query(q(Y,L)).",
            "refused: non-ground",
        ),
        (
            "e(1,a). e(2,b). q(L) :- findall(Y-M, (e(_,Y), findall(X, e(X,Y), M)), L). query(q(L)).",
            "q([a-[1], b-[2]]): 1",
        ),
        (
            "c(f(V)). d(h(B),B). s(L) :- c(X), findall(1, (X = f(W), d(W,K)), L). query(s(L)).",
            "refused: non-ground",
        ),
    ]);
}

#[test]
fn variables_of_inner_goals_are_new() {
    check(&[
        (r"c(f(_)). d(_). p :- c(X), X = f(a), \+ (d(W), W = b). query(p).", "p: 0"),
        (
            r"c(f(_)). d(_). p(L) :- c(X), X = f(a), findall(1, (d(W), W = b), L). query(p(L)).",
            "p([1]): 1",
        ),
    ]);
}

#[test]
fn the_library_does_not_see_what_the_program_defines() {
    check(&[
        (
            ":- use_module(library(lists)). member(X, set) :- X = q.
             p(L) :- subtract([1,2,3],[2],L). query(p(L)). query(member(q,set)).",
            "p([1, 3]): 1 | member(q, set): 1",
        ),
        (
            "select(x,y,z). p(L) :- permutation([1,2],L). query(p(L)). query(select(x,y,z)).",
            "p([1, 2]): 1 | p([2, 1]): 1 | select(x, y, z): 1",
        ),
        (
            "append(1,2,3). p(L) :- append([[1],[2]],L). query(p(L)). query(append(1,2,3)).",
            "p([1, 2]): 1 | append(1, 2, 3): 1",
        ),
        (
            "sum_list(a,b). weighed(0.9,_). p(X) :- select_uniform(id,[a,b],X,_). query(p(a)). query(sum_list(a,b)).",
            "p(a): 1/2 | sum_list(a, b): 1",
        ),
        ("p :- weighed(id, [1, 2]). query(p).", "refused: unknown-clause"),
        (
            "p(L) :- reverse([1,2],L). query(p(L)). query(last([1,2],X)).",
            "p([2, 1]): 1 | last([1, 2], 2): 1",
        ),
    ]);
}

#[test]
fn names_made_for_negated_heads_and_choices_are_nobodys() {
    check(&[
        (r"'for p'(1). 0.5::p(2). 0.2::\+p(2). query(p(X)).", "p(2): 2/5"),
        (
            r"'_ for p'(1). '_ _for p'(1). 0.5::p(2). 0.2::\+p(2). query(p(X)). query('_ for p'(X)).",
            "p(2): 2/5 | '_ for p'(1): 1",
        ),
        (
            "0.5::a :- X = 1. 0.3::'choice 0 of clause 0'(1). query(a). query('choice 0 of clause 0'(X)).",
            "a: 1/2 | 'choice 0 of clause 0'(1): 3/10",
        ),
    ]);
}

#[test]
fn lists_have_one_function_symbol() {
    check(&[
        ("p('[|]'(a,[])). q(X) :- p(X), X = [a]. query(q(X)). query(p([a])).", "p([a]): 0"),
        (r"p('[|]'(a)). q(X) :- p(X), X \= b. query(q(X)).", "q('[|]'(a)): 1"),
        ("p :- '.'(a,[]) == [a], '.'(a,[]) = [a]. query(p).", "p: 1"),
        ("p(X) :- X =.. ['.', a, [b]]. query(p(X)).", "p([a, b]): 1"),
        ("p(F, N) :- functor([a], F, N). query(p(F, N)).", "p('.', 2): 1"),
    ]);
}

#[test]
fn what_is_not_supported_does_not_fail_silently() {
    check(&[
        (
            ":- unknown(fail). q(1). p(L) :- findall(X, (q(X), writeln(X)), L). query(p(L)).",
            "refused: unknown-clause",
        ),
        (
            ":- unknown(fail). q(1). p(L) :- findall(X, ignore(q(X)), L). query(p(L)).",
            "refused: unknown-clause",
        ),
        (":- unknown(fail). q(1). query(call(q(1))).", "refused: unknown-clause"),
        (":- unknown(fail). q(1). query(ignore(q(1))).", "refused: unknown-clause"),
        (":- unknown(fail). q(1). query(forall(q(1), q(1))).", "refused: unknown-clause"),
        (":- unknown(fail). p :- rational(1). query(p).", "refused: unknown-clause"),
        (":- unknown(fail). p :- atomic_list_concat(a, X). query(p).", "refused: unknown-clause"),
        (":- unknown(fail). p :- try_call(q, 1). query(p).", "refused: unknown-clause"),
        (":- unknown(fail). p :- u(1). query(p).", "p: 0"),
        (":- unknown(fail). ignore(1). p :- ignore(1). query(p).", "p: 1"),
    ]);
}

#[test]
fn large_whole_numbers_are_exact() {
    check(&[
        ("p(X) :- X is truncate(9007199254740993). query(p(X)).", "p(9007199254740993): 1"),
        ("p(X) :- X is floor(9007199254740993). query(p(X)).", "p(9007199254740993): 1"),
        ("p(X) :- X is ceiling(9223372036854775807). query(p(X)).", "p(9223372036854775807): 1"),
        ("p :- 9007199254740993 =:= 9007199254740992.0. query(p).", "p: 0"),
        ("p :- 9007199254740993 > 9007199254740992.0. query(p).", "p: 1"),
        ("p :- 9007199254740993 @> 9007199254740992.0. query(p).", "p: 1"),
        ("p :- 9223372036854775807 < 9223372036854775808.0. query(p).", "p: 1"),
        (
            "p(X) :- X is max(9007199254740993, 9007199254740992.0). query(p(X)).",
            "p(9007199254740993): 1",
        ),
        ("p(X) :- X is 9007199254740993 / 3. query(p(X)).", "p(3002399751580331.0): 1"),
        ("p(X) :- X is 1 ** 10000000000. query(p(X)).", "p(1): 1"),
        ("p(X) :- X is 5 >> 64. query(p(X)).", "p(0): 1"),
        ("p(X) :- X is 1 << 63. query(p(X)).", "refused: built-in"),
    ]);
}

#[test]
fn a_floating_point_number_stands_before_a_whole_number_of_the_same_value() {
    check(&[
        ("p :- 1 @< 1.0. query(p).", "p: 0"),
        ("p :- 1.0 @< 1. query(p).", "p: 1"),
        ("p(L) :- msort([1, 2.0, 1.0, 2], L). query(p(L)).", "p([1.0, 1, 2.0, 2]): 1"),
        ("p(O) :- compare(O, f(1), f(1.0)). query(p(O)).", "p('>'): 1"),
        (
            "p(L) :- msort([[b], [a, c], [a], g(x), f(x, y), 'z'(1,2)], L). query(p(L)).",
            "p([g(x), [a], [a, c], [b], f(x, y), z(1, 2)]): 1",
        ),
    ]);
}

#[test]
fn weights_are_exact() {
    check(&[
        (
            "p(X) :- select_weighted(id,[1.0,3.0e-16,1.0e-16],[a,b,c],X,_). query(p(b)). query(p(c)).",
            "p(b): 3/10000000000000004 | p(c): 1/10000000000000004",
        ),
        (
            "p(X) :- select_weighted(id,[1.0,1.0e-17,1.0e-17],[a,b,c],X,_). query(p(b)).",
            "p(b): 1/100000000000000002",
        ),
        (
            "p(X) :- select_uniform(id,[a,b,c],X,_). query(p(X)).",
            "p(a): 1/3 | p(b): 1/3 | p(c): 1/3",
        ),
        (
            "p(X) :- select_weighted(id,[1, 0, 0],[a,b,c],X,_). query(p(a)). query(p(c)).",
            "p(a): 1 | p(c): 0",
        ),
        ("p(X) :- select_weighted(id,[0, 0],[a,b],X,_). query(p(X)).", "refused: built-in"),
        ("p(X) :- select_weighted(id,[2, -1],[a,b],X,_). query(p(X)).", "refused: built-in"),
    ]);
}

#[test]
fn a_choice_from_another_list_is_another_choice() {
    check(&[
        (
            "p(X,Y) :- select_uniform(id,[a,b,c],X,_), select_uniform(id,[b,c],Y,_). query(p(b,b)). query(p(b,c)).",
            "p(b, b): 1/6 | p(b, c): 1/6",
        ),
        (
            "p(X,Y) :- select_uniform(id,[b,c],X,_), select_uniform(id,[b,c],Y,_). query(p(b,b)). query(p(b,c)).",
            "p(b, b): 1/2 | p(b, c): 0",
        ),
    ]);
}

#[test]
fn memberchk_holds_once() {
    check(&[
        ("p(L) :- findall(1, memberchk(a,[a,a]), L). query(p(L)).", "p([1]): 1"),
        ("p(L) :- findall(1, member(a,[a,a]), L). query(p(L)).", "p([1, 1]): 1"),
        // Prolog takes the first, whatever follows.
        ("p(X) :- memberchk(X, [1, 2]), X = 2. query(p(X)).", "refused: non-ground"),
        ("p :- memberchk(c, [a, b]). query(p).", "p: 0"),
    ]);
}

#[test]
fn a_negation_has_one_argument() {
    check(&[
        (r"0.5::a. c. b :- a, X = 1. '\\+'(a, c). query(b).", "refused: parse"),
        (r"0.5::a. b. p :- call(\+ a, b). query(p).", "refused: parse"),
        (r"0.5::a. p :- 'not'(a), X = 1. query(p).", "p: 1/2"),
    ]);
}

#[test]
fn what_prolog_would_never_collect_is_refused() {
    let graph = "e(a,c). e(c,b). e(b,a). p(L) :- findall(Y, path(a,Y), L). query(p(L)).";
    for path in [
        "path(X,Y) :- path(X,Z), e(Z,Y). path(X,Y) :- e(X,Y).",
        "path(X,Y) :- e(X,Y). path(X,Y) :- e(X,Z), path(Z,Y).",
    ] {
        check(&[(&format!("{path} {graph}"), "refused: depth")]);
    }
}

#[test]
fn conditions_of_queries_are_safe_like_bodies() {
    check(&[
        (
            r"0.5::p(a). 0.4::p(b). 0.1::q(a). r(a). r(b).
              evidence(p(X)) :- \+ q(X), r(X). query(p(a)).",
            "refused: non-ground",
        ),
        (
            r"0.5::p(a). 0.4::p(b). 0.1::q(a). r(a). r(b).
              query(p(X)) :- \+ q(X), r(X).",
            "refused: non-ground",
        ),
        (r"a :- fail. p(X) :- a, X = 1. query(\+ p(X)).", "refused: non-ground"),
        (
            r"a :- fail. p(X) :- a, X = 1. 0.5::b. evidence(p(X)). query(b).",
            "refused: open-evidence",
        ),
    ]);
}

#[test]
fn a_probability_of_one_or_zero_is_none() {
    let wide = " z(X) :- X is 1.";
    for (text, expected) in [
        ("1.0::p :- q(X) ; r. q(a). r. query(p).", "p: 1"),
        ("1.0::a(1). a(2). p(L) :- findall(X, a(X), L). query(p(L)).", "p([1, 2]): 1"),
        (r"0::h :- \+ q(X), q(X). q(a). query(h).", "h: 0"),
        ("0.5::a; 0.0::b(X); 0.5::c. query(a). query(b(1)).", "a: 1/2 | b(1): 0"),
        ("p(a) :- true, true. 0.5::p(X) :- p(_). query(p(a)).", "p(a): 1"),
        (r"p(a) :- \+ fail. 0.5::p(X) :- p(_). query(p(a)).", "p(a): 1"),
        ("p(a) :- true ; b. b :- fail. 0.5::p(X) :- p(_). query(p(a)).", "refused: non-ground"),
    ] {
        check(&[(text, expected), (&format!("{text}{wide}"), expected)]);
    }
}

#[test]
fn predicates_that_take_goals_cannot_be_defined() {
    check(&[
        ("call(a). p :- call(a). a :- fail. query(p).", "refused: parse"),
        ("forall(a, b). p :- forall(a, b). a. b :- fail. query(p).", "refused: parse"),
    ]);
}

#[test]
fn long_lists_fit_onto_the_stack_and_into_memory() {
    let found = said("0.5::a. p :- a, length(L, 300000), q(L). q(_). query(p).", Algorithm::Exact);
    assert_eq!(found, "p: 1/2");
    let long = "list(L) :- findall(X, between(1, 3000, X), L).";
    let text = format!(
        "{long} p(O) :- list(L), append(L, [1], M), compare(O, L, M), L \\== M. query(p(O))."
    );
    assert_eq!(said(&text, Algorithm::Exact), "p('<'): 1");
    for text in [
        "p :- between(1, 4000000, X), X < 0. query(p).",
        "p(L) :- findall(1, (between(1, 2000, X), between(1, 2000, Y)), L). query(p(L)).",
    ] {
        for reason in reasons(text) {
            assert!(reason.contains("memory limit"), "{reason}\n{text}");
        }
    }
}

/// Messages name what the program has, and where.
#[test]
fn reasons_speak_of_the_program() {
    for (text, part) in [
        (
            "p(L) :- reverse(X, L).\nquery(p(L)) :- length(Y, Z).",
            "`query(p(L)) :- length(Y, Z).` (line 2)",
        ),
        ("p(X) :- nth0(0, [a], X),\n X > 1.\nquery(p(X)).", "(line 1)"),
        ("p(S) :- sum_list([a], S). query(p(S)).", "(of the library)"),
        ("a.\np(L) :- findall(X, [X], L).\nquery(p(L)).", "(line 2)"),
        ("p(L) :- findall(X, bagof(Y, q(Y), X), L). q(1). query(p(L)).", "is not supported"),
        ("_::a. query(a) :- X is 1.", "`_::a.` (line 1)"),
        ("p(X) :- X =.. [1, 2]. query(p(X)).", "not a function symbol"),
    ] {
        for reason in reasons(text) {
            assert!(reason.contains(part), "{reason}\n{text}");
        }
    }
    for (text, part) in [
        (r"0.5::a. query(\+ \+ a).", "an atom to ask for"),
        ("0.5::query(a). a.", "`query` cannot have a probability or be negated"),
    ] {
        let error = Program::parse(text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}\n{text}");
    }
}

#[test]
fn texts_are_taken_apart_and_joined_as_in_prolog() {
    check(&[
        ("p(X) :- atom_concat(X, Y, ab), Y \\= b. query(p(X)).", "p(''): 1 | p(ab): 1"),
        ("p(X) :- atom_concat(a, X, ab). query(p(X)).", "p(b): 1"),
        ("p(X) :- atom_concat(a, 1, X). query(p(X)).", "p(a1): 1"),
        ("p(X) :- string_concat(\"a\", b, X). query(p(X)).", "p(\"ab\"): 1"),
        ("p(X) :- atom_concat(X, _, _). query(p(X)).", "refused: non-ground"),
        ("p(B, L, A) :- sub_atom(abab, B, L, A, ba). query(p(B, L, A)).", "p(1, 2, 1): 1"),
        ("p(S) :- sub_atom(äbc, 1, _, 0, S). query(p(S)).", "p(bc): 1"),
        ("p(N) :- atom_number('12', N). query(p(N)).", "p(12): 1"),
        ("p(N) :- atom_number('1x', N). query(p(1)).", "p(1): 0"),
        ("p(A) :- atom_number(A, 1.50). query(p(A)).", "p('1.50'): 1"),
        ("p(A) :- atom_number(A, N), N = 1. query(p(A)).", "refused: non-ground"),
        ("p(L) :- atom_length(12345, L). query(p(L)).", "p(5): 1"),
        ("p(L) :- atom_length(f(x), L). query(p(L)).", "refused: built-in"),
        ("p(C) :- number_codes(12, C). query(p(C)).", "p([49, 50]): 1"),
        ("p(N) :- number_codes(N, [\"x\"]). query(p(N)).", "refused: built-in"),
        ("p(A) :- atom_chars(A, [a, '1']). query(p(A)).", "p(a1): 1"),
        ("p(C) :- char_code(C, 228). query(p(C)).", "p('ä'): 1"),
    ]);
}

#[test]
fn conditions_take_their_first_solution() {
    check(&[
        ("p(X) :- (member(X, [1, 2]) -> true ; X = 3). query(p(X)).", "refused: non-ground"),
        ("p(Y) :- (member(X, [1, 2]), X > 2 -> Y = X ; Y = none). query(p(Y)).", "p(none): 1"),
        (
            "m(X, Y, M) :- (X >= Y -> M = X ; M = Y). query(m(1, 2, M)). query(m(3, 2, M)).",
            "m(1, 2, 2): 1 | m(3, 2, 3): 1",
        ),
        // Several conditions, one after the other.
        (
            "s(X, S) :- (X < 0 -> S = neg ; X > 0 -> S = pos ; S = zero). q(S) :- member(X, [-1, 0, 2]), s(X, S). query(q(S)).",
            "q(neg): 1 | q(pos): 1 | q(zero): 1",
        ),
        ("0.5::a. 0.5::b. p :- (a -> b ; \\+ b). query(p).", "p: 1/2"),
        ("0.3::a. 0.5::b. p :- (a -> b). query(p).", "p: 3/20"),
        ("0.3::a. p(X) :- (a -> X = 1 ; X = 2). query(p(X)).", "p(1): 3/10 | p(2): 7/10"),
        (
            "0.3::a. 0.2::b. p(X) :- ((a ; b) -> X = 1 ; X = 2). query(p(X)).",
            "p(1): 11/25 | p(2): 14/25",
        ),
        ("0.3::a(1). 0.2::a(2). p :- (a(X) -> X = 2 ; true). query(p).", "refused: uncertain"),
        ("p(Y) :- n(X), (n(Z), Z > X -> Y = Z ; Y = X). n(1). n(2). query(p(Y)).", "p(2): 1"),
        (
            "p(Y) :- n(X), once((n(Z), Z >= X)), Y = Z. n(1). n(2). query(p(Y)).",
            "p(1): 1 | p(2): 1",
        ),
        ("n(1). n(2). p(X) :- once(n(Z)), Z > 1, X = Z. query(p(X)).", ""),
        ("n(1). n(2). 0.4::p(X) :- once(n(Z)), X = Z. query(p(X)).", "p(1): 2/5"),
        // How p is called must not matter.
        (
            "0.1::a. 0.8::b. p(X, Y) :- a, X = u. p(X, Y) :- b, Y = u. f(X, Y) :- (X = u, Y = u -> true). f(X, Y) :- p(X, Y), f(X, Y). query(f(X, Y)).",
            "refused: non-ground",
        ),
        ("0.3::a(1). 0.2::a(2). p :- (a(_) -> true ; fail). query(p).", "p: 11/25"),
        ("0.3::a(1). 0.2::a(2). p :- once(a(_)). query(p).", "p: 11/25"),
        ("n(1). n(2). p(X) :- once(n(X)). query(p(X)). query(p(2)).", "refused: non-ground"),
        ("n(1). n(2). p(X) :- once(n(X)), X > 1. query(p(X)).", "refused: non-ground"),
        ("n(1). n(2). 0.4::p(X) :- once(n(X)). query(p(X)).", "refused: non-ground"),
        ("n(1). n(2). 0.4::p :- once(n(_)). query(p).", "p: 2/5"),
        (
            "n(1). n(2). p(L) :- findall(X-Y, (n(X), (X > 1 -> Y = big ; Y = small)), L). query(p(L)).",
            "p([1-small, 2-big]): 1",
        ),
        ("p :- (fail -> true). query(p).", "p: 0"),
        ("p(X) :- call((true -> X = 1 ; X = 2)). query(p(X)).", "p(1): 1"),
        ("p(X) :- X = 0 ; (true -> X = 1 ; X = 2). query(p(X)).", "p(0): 1 | p(1): 1"),
        ("p(X) :- ((fail -> true ; true) -> X = 1 ; X = 2). query(p(X)).", "p(1): 1"),
        (
            "p(Y) :- n(X), (n(Y), Y > X -> true ; Y = X). n(1). n(2). query(p(Y)).",
            "refused: non-ground",
        ),
        ("0.5::n(1). p(Y) :- (n(Y) -> true ; Y = 2). query(p(Y)).", "refused: non-ground"),
        ("0.5::n(1). p(Y) :- \\+ once(n(Y)), Y = 2. query(p(Y)).", "refused: non-ground"),
        ("p(X) :- once(p(X)). query(p(1)).", "p(1): 0"),
        ("p :- (p -> fail ; true). query(p).", "refused: negative-cycle"),
        ("p :- a *-> b ; c. a. b. c. query(p).", "refused: parse"),
    ]);
}

#[test]
fn conditions_inside_conditions_are_bounded() {
    let nested = |depth: usize| {
        let inner =
            (0..depth).fold("true".to_owned(), |inner, _| format!("({inner} -> true ; fail)"));
        said(&format!("p :- {inner}. query(p)."), Algorithm::Exact)
    };
    assert_eq!(nested(5), "p: 1");
    assert_eq!(nested(100), "refused: parse");
    let chain = "a -> true ; ".repeat(100);
    assert_eq!(said(&format!("0.5::a. p :- ({chain} true). query(p)."), Algorithm::Exact), "p: 1");
}

#[test]
fn what_depends_on_chance_is_collected_in_each_world() {
    check(&[
        (
            "0.3::a(1). 0.4::a(2). f(L) :- findall(A, a(A), L). query(f(L)).",
            "f([]): 21/50 | f([1]): 9/50 | f([1, 2]): 3/25 | f([2]): 7/25",
        ),
        // Each proof gives a solution.
        (
            "0.3::p(a). 0.2::p(b). 0.4::p(a). q(L) :- findall(X, p(X), L). query(q(L)).",
            "q([]): 42/125 | q([a]): 46/125 | q([a, a]): 12/125 | q([a, b]): 9/250 | q([a, b, a]): 3/125 | q([b]): 21/250 | q([b, a]): 7/125",
        ),
        ("0.5::p(a). p(b). q(L) :- all(X, p(X), L). query(q(L)).", "q([a, b]): 1/2 | q([b]): 1/2"),
        ("0.5::p(a). q(L) :- all(X, p(X), L). query(q(L)).", "q([a]): 1/2"),
        // Alternatives exclude each other.
        (
            "0.3::p(a); 0.2::p(b). q(L) :- findall(X, p(X), L). query(q(L)).",
            "q([]): 1/2 | q([a]): 3/10 | q([b]): 1/5",
        ),
        (
            "0.5::a. p(1) :- a. p(2) :- \\+ a. q(N) :- findall(X, p(X), L), length(L, N). query(q(N)).",
            "q(1): 1",
        ),
        (
            "0.5::c. 0.5::p(X) :- member(X, [1, 2]), c. q(S) :- findall(X, p(X), L), sum_list(L, S). query(q(S)).",
            "q(0): 5/8 | q(1): 1/8 | q(2): 1/8 | q(3): 1/8",
        ),
        (
            "0.5::a(1). 0.5::a(2). q(M) :- findall(X, a(X), L), max_list(L, M). query(q(M)). evidence(a(2)).",
            "q(1): 0 | q(2): 1",
        ),
        (
            "0.5::a. p :- findall(x, a, L), L = []. query(p). q :- findall(x, p, L), L = [x]. query(q).",
            "p: 1/2 | q: 1/2",
        ),
        ("a(1). a(2). a(L) :- findall(X, a(X), L). query(a(L)).", "refused: depth"),
        ("0.5::p :- findall(x, p, []). query(p).", "refused: depth"),
        (
            "0.5::e(1, 2). 0.5::e(2, 1). r(X, Y) :- e(X, Y). r(X, Y) :- e(X, Z), r(Z, Y). q(L) :- findall(X, r(1, X), L). query(q(L)).",
            "refused: depth",
        ),
        (
            "0.5::a(X) :- between(1, 17, X). q(L) :- findall(X, a(X), L). query(q([])).",
            "refused: memory",
        ),
        (
            "0.5::a(X) :- between(1, 10, X). q(N) :- findall(X, a(X), L), length(L, N). query(q(5)).",
            "q(5): 63/256",
        ),
    ]);
}
