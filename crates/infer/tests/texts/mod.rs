//! Random programs of the wide language, as texts.

mod odd;

use randlog_base::random::{ChaCha8Rng, Rng, SeedableRng};

pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

const CONSTANTS: [&str; 9] = ["a", "1", "2", "1", "2", "a", "\"a\"", "f(a)", "[a, 1]"];
const ANNOTATIONS: [&str; 8] =
    ["", "0.2::", "0.6::", "0.3::", "1/4::", "0.5*0.5::", "1.0::", "0::"];
const EXTREMES: [&str; 7] = [
    "1e-300::",
    "1.0e-40::",
    "7e-16::",
    "0.9999999999999999::",
    "(1 - 3.0e-16)::",
    "1.0e-30*1.0e-20::",
    "1/3e30::",
];

/// A program whose queries depend on a few layers of rules.
pub(crate) fn program(dice: &mut Dice) -> String {
    let mut text = String::new();
    let extreme = dice.chance(25);
    let odd = dice.chance(50);
    if odd {
        text += &odd::clauses(dice);
    }
    for _ in 0..4 + dice.below(4) {
        let annotation = match extreme && dice.chance(50) {
            true => dice.pick(&EXTREMES),
            false => dice.pick(&ANNOTATIONS),
        };
        let (first, second) = (dice.pick(&CONSTANTS), dice.pick(&CONSTANTS));
        text += &match dice.below(3) {
            0 => format!("{annotation}e({first}, {second}). "),
            1 => format!("{annotation}n({first}). "),
            _ => format!("0.3::n({first}); 0.4::e({first}, {second}). "),
        };
    }
    text += "w(1, 0.25). w(2, 0.5). e(1, 2). n(2). \n";
    for name in ["p", "q", "r"] {
        for _ in 0..1 + dice.below(2) {
            text += &rule(name, odd, dice);
            text += "\n";
        }
    }
    if dice.chance(10) {
        text += "0.3::\\+ p(X, Y) :- n(X).\n";
    }
    if dice.chance(25) {
        text += &format!("evidence(n({})).\n", dice.pick(&["1", "2", "a"]));
    }
    if odd {
        text += odd::query(dice);
        text += "\n";
    }
    text += dice.pick(&[
        "query(r(X, Y)). query(p(X, Y)).",
        "query(r(X, Y)). query(q(X, Y)).",
        "query(r(1, X)). query(q(X, 2)).",
        "query(r(1, 2)).",
        "query(r(X, Y)) :- e(X, Y).",
        "query(\\+ r(1, 2)).",
        "query(p(a, 1)). query(q(2, b)).",
    ]);
    text
}

fn rule(name: &str, odd: bool, dice: &mut Dice) -> String {
    let annotation = dice.pick(&["", "", "", "", "0.3::", "P::", "1/3::", "1.0::", "0::"]);
    let goal = |dice: &mut Dice| match odd && dice.chance(40) {
        true => odd::goal(dice),
        false => goal(name, dice),
    };
    let mut goals: Vec<String> = (0..1 + dice.below(2)).map(|_| goal(dice)).collect();
    if annotation == "P::" {
        goals.insert(0, "w(_, P)".to_owned());
    }
    if dice.chance(85) {
        let first = ["n(X)", "e(X, Y)", "e(Y, X)", "n(X), n(Y)", "e(X, Y)"];
        goals.insert(0, dice.pick(&first).to_owned());
    }
    let body = match dice.below(5) {
        0 if goals.len() > 2 => {
            format!("{}, ({} ; {})", goals[0], goals[1], goals[2..].join(", "))
        }
        _ => goals.join(", "),
    };
    let second = dice.pick(&["Y", "Y", "Y", "X", "_", "1", "[X]"]);
    format!("{annotation}{name}(X, {second}) :- {body}.")
}

fn goal(name: &str, dice: &mut Dice) -> String {
    let below: &[&str] = match name {
        "p" => &["n", "p"],
        "q" => &["p", "q", "n"],
        _ => &["p", "q", "e", "r"],
    };
    let variable = |dice: &mut Dice| dice.pick(&["X", "Y", "Z", "_", "1", "a"]).to_owned();
    let atom = |dice: &mut Dice| match dice.pick(below) {
        "n" => format!("n({})", variable(dice)),
        other => format!("{other}({}, {})", variable(dice), variable(dice)),
    };
    let built_in = [
        "X = Y",
        "Y = f(X)",
        "X \\= Y",
        "X == 1",
        "Y = [X]",
        "between(1, 2, Y)",
        "between(X, 1, Y)",
        "member(Y, [a, 1, X])",
        "append(Y, _, [1, 2])",
        "findall(U, e(1, U), Y)",
        "findall(U, member(U, [1, a, 1]), Y)",
        "length(Y, 1)",
        "X = f(Y)",
        "w(X, _), Y is 3 - X",
        "w(X, Y), X < 2",
        "w(Y, _), Y >= X",
        "\\+ member(X, [a, b])",
        "\\+ X = 1",
        "forall(w(Z, _), Z > 0)",
        "Y = \"a\"",
        "not n(X)",
        "findall(U, n(U), Y)",
        "findall(U, (e(U, X), \\+ n(U)), Y)",
        "all(U, e(X, U), Y)",
        "findall(U, (n(U) ; w(U, _)), [1 | Y])",
        "(n(X) -> true ; fail)",
        "(X = 1 -> Y = 2 ; Y = 1)",
        "(w(Z, _), Z \\= X -> Y = Z ; Y = a)",
        "once(member(Y, [X, 1]))",
        "once(e(X, _))",
        "atom_length(X, Y)",
        "atom_concat(X, a, Y)",
        "atom_concat(Y, Z, aa1), Z \\= a",
        "sub_atom(a1, Y, 1, _, X)",
        "atom_number(Z, X), atom_codes(Z, Y)",
        "number_codes(X, [Y])",
    ];
    match dice.below(24) {
        0..12 => atom(dice),
        12..15 if name != "p" => format!("\\+ {}", negatable(name, dice)),
        15 => format!("\\+ (n({}), {})", variable(dice), dice.pick(&["w(X, _)", "X = 1", "n(2)"])),
        _ => dice.pick(&built_in).to_owned(),
    }
}

/// An atom from a layer below.
fn negatable(name: &str, dice: &mut Dice) -> String {
    let second = dice.pick(&["Y", "_", "1"]);
    match name {
        "q" => format!("p(X, {second})"),
        _ => format!("q(X, {second})"),
    }
}

/// A program with some pieces lost, doubled or replaced.
pub(crate) fn mutated(dice: &mut Dice) -> String {
    const PIECES: [&str; 34] = [
        "(",
        ")",
        "[",
        "]",
        "|",
        ",",
        ";",
        ".",
        " ",
        ":-",
        "::",
        "\\+",
        "=",
        "is",
        "<",
        "X",
        "Y",
        "_",
        "a",
        "1",
        "0.5",
        "\"",
        "'",
        "f(",
        "findall(",
        "query(",
        "evidence(",
        "!",
        "{",
        "0'a",
        "-",
        "*",
        "/",
        "not ",
    ];
    let mut text = program(dice);
    for _ in 0..1 + dice.below(2) {
        let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
        let start = places[dice.below(places.len())];
        let end = places.iter().copied().find(|&place| place > start + dice.below(6));
        let end = end.unwrap_or(text.len());
        let piece = match dice.below(3) {
            0 => String::new(),
            1 => text[start..end].repeat(2),
            _ => dice.pick(&PIECES).to_owned(),
        };
        text.replace_range(start..end, &piece);
    }
    text
}
