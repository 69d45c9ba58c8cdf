//! Problems that every introduction to probabilistic logic programming has in some form, with the
//! answers worked out by hand.

use crate::common::answers;

#[test]
fn coins() {
    // Two tosses are independent: 0.4 · 0.6. At least one head: 1 − 0.6 · 0.4.
    answers(
        "0.4::heads(c1). 0.6::heads(c2).
         both :- heads(c1), heads(c2).
         some :- heads(_).
         query(both). query(some).",
        &[("both", 0.24), ("some", 0.76)],
    );
    // A rule tosses every coin apart: four coins, each 0.6 heads; none: 0.4^4 = 0.0256.
    answers(
        "0.6::heads(C) :- coin(C).
         coin(c1). coin(c2). coin(c3). coin(c4).
         some :- heads(_).
         query(some). query(heads(c1)).",
        &[("some", 0.9744), ("heads(c1)", 0.6)],
    );
}

#[test]
fn a_biased_coin_that_was_seen() {
    // The coin is fake with 0.2, and then always shows heads. After two heads in a row:
    // 0.2 / (0.2 + 0.8 · 1/4) = 1/2.
    answers(
        "0.2::fake.
         0.5::fair_heads(T) :- toss(T).
         toss(1). toss(2).
         heads(T) :- toss(T), (fake ; fair_heads(T)).
         evidence(heads(1)). evidence(heads(2)).
         query(fake).",
        &[("fake", 0.5)],
    );
}

#[test]
fn alarm() {
    // No evidence: P(alarm) sums over burglary and earthquake.
    // both 0.7·0.2·0.9 = 0.126, burglary only 0.7·0.8·0.8 = 0.448,
    // earthquake only 0.3·0.2·0.1 = 0.006; together 0.58.
    // calls(mary) = 0.58 · 0.7 = 0.406.
    let alarm = "0.7::burglary. 0.2::earthquake.
         0.9::alarm :- burglary, earthquake.
         0.8::alarm :- burglary, \\+ earthquake.
         0.1::alarm :- \\+ burglary, earthquake.
         0.7::calls(X) :- alarm, person(X).
         person(john). person(mary).";
    answers(
        &format!("{alarm} query(alarm). query(calls(mary))."),
        &[("alarm", 0.58), ("calls(mary)", 0.406)],
    );
    // Burglary and earthquake given the alarm: 0.574 / 0.58, and 0.132 / 0.58.
    answers(
        &format!("{alarm} evidence(alarm). query(burglary). query(earthquake)."),
        &[("burglary", 0.574 / 0.58), ("earthquake", 0.132 / 0.58)],
    );
    // Both call: the alarm rang, and that says no more than the alarm itself.
    answers(
        &format!("{alarm} evidence(calls(john)). evidence(calls(mary)). query(burglary)."),
        &[("burglary", 0.574 / 0.58)],
    );
    // Nobody calls: given alarm 0.3² = 0.09, else 1.
    // P(nobody) = 0.58 · 0.09 + 0.42 = 0.4722; with burglary 0.574 · 0.09 + 0.126 = 0.17766.
    answers(
        &format!(
            "{alarm} evidence(calls(john), false). evidence(\\+ calls(mary)). query(burglary)."
        ),
        &[("burglary", 0.17766 / 0.4722)],
    );
}

#[test]
fn burglary_and_earthquake_explain_each_other_away() {
    // Either one sets off the alarm for sure.
    // P(alarm) = 1 − 0.9 · 0.8 = 0.28; P(burglary | alarm) = 0.1 / 0.28.
    // Once the earthquake is known, the alarm says nothing about burglars.
    let alarm = "0.1::burglary. 0.2::earthquake. alarm :- burglary. alarm :- earthquake.";
    answers(
        &format!("{alarm} evidence(alarm). query(burglary). query(earthquake)."),
        &[("burglary", 0.1 / 0.28), ("earthquake", 0.2 / 0.28)],
    );
    answers(
        &format!("{alarm} evidence(alarm). evidence(earthquake). query(burglary)."),
        &[("burglary", 0.1)],
    );
    answers(
        &format!("{alarm} evidence(alarm). evidence(\\+ earthquake). query(burglary)."),
        &[("burglary", 1.0)],
    );
}

#[test]
fn an_earthquake_with_several_strengths() {
    // Strengths exclude each other: heavy 0.01, mild 0.19, none 0.80.
    // P(alarm): burglary 0.7: heavy 0.9, mild 0.85, none 0.8; no burglary: heavy 0.8, mild 0.1, none 0.
    //   0.7·(0.009 + 0.1615 + 0.64) + 0.3·(0.008 + 0.019) = 0.56735 + 0.0081 = 0.57545.
    answers(
        "0.7::burglary.
         0.01::earthquake(heavy); 0.19::earthquake(mild); 0.8::earthquake(none).
         0.90::alarm :- burglary, earthquake(heavy).
         0.85::alarm :- burglary, earthquake(mild).
         0.80::alarm :- burglary, earthquake(none).
         0.80::alarm :- \\+ burglary, earthquake(heavy).
         0.10::alarm :- \\+ burglary, earthquake(mild).
         evidence(alarm, true).
         query(burglary). query(earthquake(_)).",
        &[
            ("burglary", 0.56735 / 0.57545),
            ("earthquake(heavy)", 0.01 * (0.7 * 0.9 + 0.3 * 0.8) / 0.57545),
            ("earthquake(mild)", 0.19 * (0.7 * 0.85 + 0.3 * 0.1) / 0.57545),
            ("earthquake(none)", 0.8 * 0.7 * 0.8 / 0.57545),
        ],
    );
}

#[test]
fn smokers_and_friends() {
    // Ann may smoke from stress, or because Bob does, and the other way round: a positive cycle.
    // Stress 0.3 each; influence 0.2 each way. Ann smokes: by own stress, or without it (0.7) if Bob
    // is stressed (0.3) and influences her (0.2): 0.3 + 0.7 · 0.06 = 0.342.
    answers(
        "person(ann). person(bob).
         0.3::stress(X) :- person(X).
         0.2::influences(X, Y) :- person(X), person(Y).
         smokes(X) :- stress(X).
         smokes(X) :- friend(X, Y), influences(Y, X), smokes(Y).
         friend(ann, bob). friend(bob, ann).
         query(smokes(_)).",
        &[("smokes(ann)", 0.342), ("smokes(bob)", 0.342)],
    );
    // Cancer 0.4 in smokers. Given that Bob smokes:
    // both smoke: both stressed 0.09, or one stressed (2 · 0.21) and an influence 0.2: 0.09 + 0.084.
    // P(smokes(ann) | smokes(bob)) = 0.174 / 0.342; cancer 0.4 of that.
    answers(
        "person(ann). person(bob).
         0.3::stress(X) :- person(X).
         0.2::influences(X, Y) :- person(X), person(Y).
         0.4::cancer(X) :- smokes(X).
         smokes(X) :- stress(X).
         smokes(X) :- friend(X, Y), influences(Y, X), smokes(Y).
         friend(ann, bob). friend(bob, ann).
         evidence(smokes(bob)).
         query(smokes(ann)). query(cancer(ann)).",
        &[("smokes(ann)", 0.174 / 0.342), ("cancer(ann)", 0.4 * 0.174 / 0.342)],
    );
}

#[test]
fn smokers_in_a_chain() {
    // Four people; 1 is influenced by 2, 2 by 3 and 4, 4 by 2 and 3 by nobody.
    // Stress 0.3, influence 0.2, as above. Let s = 0.3 and i = 0.2, k = s·i = 0.06.
    // smokes(3) = 0.3. For 2: own stress; or from 3 (0.06); or from 4's stress (0.06); through 4 from
    // 2 itself is circular, and 4 has no other friend: 1 − 0.7 · 0.94² = 0.38148.
    // smokes(1): own stress, or 2 smokes and influences: 0.3 + 0.7 · 0.2 · 0.38148 = 0.3534072.
    // Given 2 smokes, 1: 0.3 + 0.7 · 0.2 = 0.44.
    let people = "person(1). person(2). person(3). person(4).
         0.3::stress(X) :- person(X).
         0.2::influences(X, Y) :- friend(Y, X).
         smokes(X) :- stress(X).
         smokes(X) :- friend(X, Y), influences(Y, X), smokes(Y).
         friend(1, 2). friend(2, 3). friend(2, 4). friend(4, 2).";
    answers(
        &format!("{people} query(smokes(1)). query(smokes(2)). query(smokes(3))."),
        &[("smokes(1)", 0.3534072), ("smokes(2)", 0.38148), ("smokes(3)", 0.3)],
    );
    answers(&format!("{people} evidence(smokes(2)). query(smokes(1))."), &[("smokes(1)", 0.44)]);
}

#[test]
fn a_path_in_a_cyclic_graph() {
    let path = "path(X, Y) :- edge(X, Y). path(X, Y) :- edge(X, Z), path(Z, Y).";
    // A ring a → b → c → a, 0.5 each: from a to b 0.5, to c 0.25, back to a 0.125.
    answers(
        &format!(
            "0.5::edge(a, b). 0.5::edge(b, c). 0.5::edge(c, a). {path}
             query(path(a, _))."
        ),
        &[("path(a, a)", 0.125), ("path(a, b)", 0.5), ("path(a, c)", 0.25)],
    );
    // The bridge: 1–2 and 1–3, 2–4 and 3–4, and 2–3 across, both ways at once as two edges.
    // From 1 to 4, condition on the two edges across.
    // Let a = 1→2 = 0.5, b = 1→3 = 0.5, c = 2→4 = 0.5, d = 3→4 = 0.5, x = 2→3, y = 3→2 = 0.5.
    // Reached of {2, 3} from 1:  both edges of 1: 1/4, 2 only: 1/4 (then 3 by x), 3 only: 1/4 (2 by y).
    // both: 1/4 + 1/8 + 1/8 = 1/2; exactly one: 1/8 + 1/8 = 1/4.
    // 1/2 · 3/4 + 1/4 · 1/2 = 1/2.
    answers(
        &format!(
            "0.5::edge(1, 2). 0.5::edge(1, 3). 0.5::edge(2, 4). 0.5::edge(3, 4).
             0.5::edge(2, 3). 0.5::edge(3, 2). {path}
             query(path(1, 4)). query(path(4, 1))."
        ),
        &[("path(1, 4)", 0.5), ("path(4, 1)", 0.0)],
    );
    // An undirected edge is one choice. A square of four 0.5 edges: two ways of 1/4: 1 − (3/4)².
    answers(
        "0.5::wire(1, 2). 0.5::wire(2, 3). 0.5::wire(3, 4). 0.5::wire(4, 1).
         joined(X, Y) :- wire(X, Y) ; wire(Y, X).
         reach(X, X) :- wire(X, _) ; wire(_, X).
         reach(X, Y) :- reach(X, Z), joined(Z, Y).
         query(reach(1, 3)).",
        &[("reach(1, 3)", 7.0 / 16.0)],
    );
}

#[test]
fn a_path_to_avoid() {
    // Negation over a positive cycle. a → b, b → a, b → c, 0.5 each. c is cut off from a unless both
    // a → b and b → c are there: 3/4.
    answers(
        "0.5::edge(a, b). 0.5::edge(b, a). 0.5::edge(b, c).
         path(X, Y) :- edge(X, Y).
         path(X, Y) :- path(X, Z), edge(Z, Y).
         cut(X, Y) :- node(X), node(Y), \\+ path(X, Y).
         node(a). node(c).
         query(cut(a, c)).",
        &[("cut(a, c)", 0.75)],
    );
}

/// Everyone has two genes, one from each parent; the founders' are drawn with 0.3 a, 0.3 b, 0.4 null.
const BLOODTYPE: &str = "
    parent(m, child). parent(f, child). mother(m, child). father(f, child).
    0.3::mchrom(P, a); 0.3::mchrom(P, b); 0.4::mchrom(P, null) :- founder(P).
    0.3::pchrom(P, a); 0.3::pchrom(P, b); 0.4::pchrom(P, null) :- founder(P).
    founder(m). founder(f).
    0.5::from_mother(P, X); 0.5::from_father(P, X) :- parent(P, X).
    mchrom(X, G) :- mother(P, X), from_mother(P, X), mchrom(P, G).
    mchrom(X, G) :- mother(P, X), from_father(P, X), pchrom(P, G).
    pchrom(X, G) :- father(P, X), from_mother(P, X), mchrom(P, G).
    pchrom(X, G) :- father(P, X), from_father(P, X), pchrom(P, G).
    bloodtype(X, ab) :- mchrom(X, a), pchrom(X, b).
    bloodtype(X, ab) :- mchrom(X, b), pchrom(X, a).
    bloodtype(X, a) :- mchrom(X, a), (pchrom(X, a) ; pchrom(X, null)).
    bloodtype(X, a) :- mchrom(X, null), pchrom(X, a).
    bloodtype(X, b) :- mchrom(X, b), (pchrom(X, b) ; pchrom(X, null)).
    bloodtype(X, b) :- mchrom(X, null), pchrom(X, b).
    bloodtype(X, null) :- mchrom(X, null), pchrom(X, null).";

#[test]
fn bloodtype() {
    // A child's genes are drawn like a founder's: a: 0.09 + 2 · 0.12 = 0.33 = b, ab: 0.18, null: 0.16.
    answers(
        &format!("{BLOODTYPE} query(bloodtype(child, _))."),
        &[
            ("bloodtype(child, a)", 0.33),
            ("bloodtype(child, ab)", 0.18),
            ("bloodtype(child, b)", 0.33),
            ("bloodtype(child, null)", 0.16),
        ],
    );
}

#[test]
fn bloodtype_of_a_parent_is_known() {
    // The mother is null: she passes null, so the child is a or b with the father's 0.3, else null.
    answers(
        &format!("{BLOODTYPE} evidence(bloodtype(m, null)). query(bloodtype(child, _))."),
        &[
            ("bloodtype(child, a)", 0.3),
            ("bloodtype(child, ab)", 0.0),
            ("bloodtype(child, b)", 0.3),
            ("bloodtype(child, null)", 0.4),
        ],
    );
    // The child is ab; is the mother? She gave a or b, equally likely; say a. Her other gene is as drawn,
    // b with 0.3: ab 0.3. And null is out of the question.
    answers(
        &format!(
            "{BLOODTYPE} evidence(bloodtype(child, ab)).
             query(bloodtype(m, ab)). query(bloodtype(m, null))."
        ),
        &[("bloodtype(m, ab)", 0.3), ("bloodtype(m, null)", 0.0)],
    );
}

#[test]
fn a_drunk_walks_home() {
    // The same street twice: at each corner the choice is made once, not at each visit. From 0, left 0.5
    // leads to 1, right 0.5 to 2; from 1: home 0.4, back to 0 0.6; from 2 nowhere.
    // Home only by left and home: 0.5 · 0.4 = 0.2, for going back repeats the same choices.
    answers(
        "0.5::turn(0, 1); 0.5::turn(0, 2).
         0.4::turn(1, home); 0.6::turn(1, 0).
         at(0). at(Y) :- at(X), turn(X, Y).
         query(at(home)). query(at(2)).",
        &[("at(home)", 0.2), ("at(2)", 0.5)],
    );
}

#[test]
fn dice() {
    // Two dice, one annotated disjunction each. Same face: 6/36. Seven: 6/36.
    let die = |name: &str| {
        (1..=6).map(|face| format!("1/6::roll({name}, {face})")).collect::<Vec<_>>().join("; ")
            + "."
    };
    answers(
        &format!(
            "{} {} same :- roll(x, F), roll(y, F).
             sum(1, 6). sum(2, 5). sum(3, 4). sum(4, 3). sum(5, 2). sum(6, 1).
             seven :- roll(x, F), roll(y, G), sum(F, G).
             odd(1). odd(3). odd(5).
             both_odd :- roll(x, F), odd(F), roll(y, G), odd(G).
             query(same). query(seven). query(both_odd).",
            die("x"),
            die("y"),
        ),
        &[("same", 1.0 / 6.0), ("seven", 1.0 / 6.0), ("both_odd", 0.25)],
    );
}

#[test]
fn monty_hall() {
    // The prize is behind a door at random; door 1 is chosen; the host opens 2 or 3, without a prize.
    // He opens 3: prize behind 1 (1/3) and he chose 3 (1/2), or behind 2 (1/3): 1/6 against 1/3.
    answers(
        "1/3::prize(1); 1/3::prize(2); 1/3::prize(3).
         0.5::open(2); 0.5::open(3) :- prize(1).
         open(2) :- prize(3).
         open(3) :- prize(2).
         win_by_staying :- prize(1).
         win_by_switching :- prize(2), open(3).
         win_by_switching :- prize(3), open(2).
         evidence(open(3)).
         query(win_by_staying). query(win_by_switching).",
        &[("win_by_staying", 1.0 / 3.0), ("win_by_switching", 2.0 / 3.0)],
    );
}

#[test]
fn noisy_or_and_a_leak() {
    // Each present cause fires on its own: 1 − 0.9 · 0.6 · 0.7 with both, where 0.1 is the leak.
    // Fever: cold 0.5, flu 0.2. P = 1 − 0.9 · E[0.6^cold] · E[0.7^flu]
    //   = 1 − 0.9 · (0.5 + 0.5 · 0.6) · (0.8 + 0.2 · 0.7) = 1 − 0.9 · 0.8 · 0.94 = 0.3232.
    answers(
        "0.5::cold. 0.2::flu.
         0.4::fever :- cold. 0.3::fever :- flu. 0.1::fever.
         query(fever).",
        &[("fever", 0.3232)],
    );
}

#[test]
fn a_sprinkler_bayesian_network() {
    // Cloudy 0.5; sprinkler 0.1 if cloudy, else 0.5; rain 0.8 if cloudy, else 0.2;
    // wet: 0.99 if both, 0.9 if one, 0 if none.
    // cloudy: s·r = 0.08, s only 0.02, r only 0.72: 0.08·0.99 + 0.74·0.9 = 0.7452
    // clear:  s·r = 0.10, s only 0.40, r only 0.10: 0.10·0.99 + 0.50·0.9 = 0.549
    // P(wet) = 0.6471.
    // P(sprinkler, wet) = 0.5·(0.08·0.99 + 0.02·0.9) + 0.5·(0.1·0.99 + 0.4·0.9) = 0.0486 + 0.2295.
    answers(
        "0.5::cloudy.
         0.1::sprinkler :- cloudy. 0.5::sprinkler :- \\+ cloudy.
         0.8::rain :- cloudy. 0.2::rain :- \\+ cloudy.
         0.99::wet :- sprinkler, rain.
         0.9::wet :- sprinkler, \\+ rain.
         0.9::wet :- \\+ sprinkler, rain.
         evidence(wet). query(sprinkler).",
        &[("sprinkler", 0.2781 / 0.6471)],
    );
}

#[test]
fn birthdays_and_friends_who_are_all_the_same() {
    // Three people, two days: some day is shared for sure; one given pair shares it with 1/2.
    answers(
        "0.5::born(P, even); 0.5::born(P, odd) :- person(P).
         person(a). person(b). person(c).
         shared(P, Q) :- born(P, D), born(Q, D).
         some :- shared(a, b) ; shared(a, c) ; shared(b, c).
         query(shared(a, b)). query(some).",
        &[("shared(a, b)", 0.5), ("some", 1.0)],
    );
}
