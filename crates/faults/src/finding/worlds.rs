//! Why an answer is right, as a table of all worlds.
//!
//! Every clause that chooses is taken with each of its heads, or none; what is left is certain, and what holds in it
//! can be seen. Only for programs whose choosing clauses have no variables, and that have few worlds.

use randlog_infer::{Algorithm, Inference, RBig, Solution};
use randlog_logic::{Clause, Formula, Goal, Head, Probability, Program};

/// So many worlds can be taken in at a glance.
const FEW: usize = 16;

/// A world: what is chosen, how likely that is, and what holds.
struct World {
    choices: Vec<String>,
    probability: RBig,
    holds: Vec<bool>,
}

/// The worlds of a program as a Markdown table, if there are few.
pub(super) fn table(program: &Program) -> Option<String> {
    let program = &asking_for_answers(program)?;
    let choices: Vec<Vec<Choice>> =
        program.clauses.iter().map(choices).collect::<Option<Vec<_>>>()?;
    let count = choices.iter().try_fold(1usize, |count, ways| {
        count.checked_mul(ways.len()).filter(|count| *count <= FEW)
    })?;
    let statements: Vec<&Goal> = program.evidence.iter().chain(&program.queries).collect();
    let is_plain = |it: &&Goal| it.atom.is_ground() && it.condition == Formula::True;
    if count < 2 || !statements.iter().all(is_plain) {
        return None;
    }
    let mut worlds = Vec::new();
    for number in 0..count {
        worlds.push(world(program, &choices, number)?);
    }
    Some(written(program, &statements, &worlds))
}

/// The same program, asking for each answer by itself where a query has variables.
fn asking_for_answers(program: &Program) -> Option<Program> {
    if program.queries.iter().all(|query| query.atom.is_ground()) {
        return Some(program.clone());
    }
    let answers = solved(program)?.answers;
    let queries = answers.into_iter().map(|answer| answer.atom.into()).collect();
    Some(Program { queries, ..program.clone() })
}

/// What holds in a program, by walking through all its worlds.
fn solved(program: &Program) -> Option<Solution> {
    Inference::new(program).algorithm(Algorithm::Worlds).solve().ok()
}

/// One way to choose: the clauses that are left, the probability, and what to call it.
struct Choice {
    left: Vec<Clause>,
    probability: RBig,
    name: Option<String>,
}

/// The ways in which a clause can choose.
fn choices(clause: &Clause) -> Option<Vec<Choice>> {
    if clause.is_certain() {
        let (left, probability) = (vec![clause.clone()], RBig::ONE);
        return Some(vec![Choice { left, probability, name: None }]);
    }
    let is_ground = |clause: &Clause| {
        let mut ground = clause.heads.iter().all(|head| head.atom.is_ground());
        ground &= clause.body.atoms().all(|occurrence| occurrence.atom.is_ground());
        ground
    };
    if !is_ground(clause) || clause.heads.iter().any(|head| head.negated) {
        return None;
    }
    let chances: Vec<Option<Probability>> = clause.distribution().ok()?;
    let chances: Vec<RBig> = chances.into_iter().map(fraction).collect();
    let certain =
        |head: &Head, body: Formula| Clause::new(Probability::ONE, head.atom.clone(), body);
    // What is not chosen stays a predicate with a clause, one that never holds.
    let never = || Formula::Not(Box::new(Formula::True));
    let with = |chosen: Option<usize>| -> Vec<Clause> {
        let heads = clause.heads.iter().enumerate();
        heads
            .map(|(index, head)| match chosen == Some(index) {
                true => certain(head, clause.body.clone()),
                false => certain(head, never()),
            })
            .collect()
    };
    let named = |atom: String| match clause.body {
        Formula::True => atom,
        _ => format!("{atom} by `{clause}`"),
    };
    let mut ways: Vec<Choice> = chances
        .iter()
        .enumerate()
        .map(|(index, chance)| Choice {
            left: with(Some(index)),
            probability: chance.clone(),
            name: Some(named(format!("`{}`", clause.heads[index].atom))),
        })
        .collect();
    let rest = RBig::ONE - chances.iter().cloned().fold(RBig::ZERO, |sum, chance| sum + chance);
    let name = match &clause.heads[..] {
        [head] => named(format!("not `{}`", head.atom)),
        _ => format!("none of `{clause}`"),
    };
    ways.push(Choice { left: with(None), probability: rest, name: Some(name) });
    ways.retain(|way| way.probability != RBig::ZERO);
    Some(ways)
}

fn fraction(probability: Option<Probability>) -> RBig {
    probability.map_or(RBig::ZERO, Probability::to_ratio)
}

/// The world of this number.
fn world(program: &Program, choices: &[Vec<Choice>], mut number: usize) -> Option<World> {
    let mut certain =
        Program { clauses: Vec::new().into(), evidence: Vec::new(), ..program.clone() };
    let (mut names, mut probability) = (Vec::new(), RBig::ONE);
    for ways in choices {
        let way = &ways[number % ways.len()];
        number /= ways.len();
        certain.clauses.extend(way.left.iter().cloned());
        probability *= way.probability.clone();
        names.extend(way.name.clone());
    }
    let mut holds = Vec::new();
    for statement in program.evidence.iter().chain(&program.queries) {
        let query = Goal { negated: false, ..statement.clone() };
        let asked = Program { queries: vec![query], ..certain.clone() };
        holds.push(solved(&asked)?.answers.first()?.probability > 0.5);
    }
    Some(World { choices: names, probability, holds })
}

fn written(program: &Program, statements: &[&Goal], worlds: &[World]) -> String {
    let seen = program.evidence.len();
    let agrees = |world: &World| {
        program.evidence.iter().zip(&world.holds).all(|(seen, holds)| seen.negated != *holds)
    };
    let atoms: Vec<String> = statements.iter().map(|it| format!("`{}`", it.atom)).collect();
    let mut text = format!("| chosen | probability | {} |\n", atoms.join(" | "));
    text += &format!("|---|---:|{}\n", "---|".repeat(atoms.len()));
    for world in worlds {
        let mut cells: Vec<String> = world
            .holds
            .iter()
            .map(|holds| if *holds { "true" } else { "false" }.to_owned())
            .collect();
        if !agrees(world) {
            cells
                .iter_mut()
                .skip(seen)
                .for_each(|cell| *cell = "(against the evidence)".to_owned());
        }
        let probability = decimal(&world.probability);
        text +=
            &format!("| {} | {probability} | {} |\n", world.choices.join(", "), cells.join(" | "));
    }
    let total = |wanted: &dyn Fn(&World) -> bool| {
        let all = worlds.iter().filter(|world| wanted(world));
        all.fold(RBig::ZERO, |sum, world| sum + world.probability.clone())
    };
    let all = total(&agrees);
    for (index, query) in program.queries.iter().enumerate() {
        let holds = |world: &World| agrees(world) && world.holds[seen + index] != query.negated;
        let sum = total(&holds);
        let sign = if query.negated { "\\+ " } else { "" };
        let asked = format!("`{sign}{}`", query.atom);
        text += &match (seen, all == RBig::ZERO) {
            (0, _) => format!("\nSo {asked} has probability {}.\n", decimal(&sum)),
            (_, true) => "\nNo world agrees with the evidence.\n".to_owned(),
            _ => format!(
                "\nSo {asked} has probability {} / {} = {}.\n",
                decimal(&sum),
                decimal(&all),
                decimal(&(sum.clone() / all.clone()))
            ),
        };
    }
    text
}

/// A number for people: short, if it is.
fn decimal(number: &RBig) -> String {
    let value = number.to_f64().value();
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<String> {
        table(&Program::parse(text).unwrap())
    }

    #[test]
    fn worlds_add_up() {
        let text = of("0.5::a. 0.4::b :- a. p :- \\+ b. query(p).").unwrap();
        assert_eq!(text.lines().count(), 2 + 4 + 2);
        assert!(text.contains("| `a`, `b` by `0.4::b :- a.` | 0.2 | false |"), "{text}");
        assert!(text.ends_with("So `p` has probability 0.8.\n"), "{text}");
    }

    #[test]
    fn evidence_rules_worlds_out() {
        let text = of("0.2::a; 0.3::b. p :- a. evidence(b, false). query(p).").unwrap();
        assert!(text.contains("| `b` | 0.3 | true | (against the evidence) |"), "{text}");
        assert!(text.ends_with("So `p` has probability 0.2 / 0.7 = 0.285714.\n"), "{text}");
    }

    #[test]
    fn what_an_open_query_asks_for_is_listed() {
        let text =
            of("0.5::p(a). p(b) :- p(_), true. evidence(p(a), false). query(p(_)).").unwrap();
        assert!(
            text.starts_with("| chosen | probability | `p(a)` | `p(a)` | `p(b)` |\n"),
            "{text}"
        );
        assert!(text.contains("| not `p(a)` | 0.5 | false | false | false |"), "{text}");
        assert!(text.ends_with("So `p(b)` has probability 0 / 0.5 = 0.\n"), "{text}");
    }

    #[test]
    fn many_worlds_and_open_choices_have_no_table() {
        assert_eq!(of("p. query(p)."), None);
        assert_eq!(of("0.5::p(X) :- q(X). q(a). query(p(a))."), None);
        let many: String = (0..5).map(|index| format!("0.5::p({index}). ")).collect();
        assert_eq!(of(&format!("{many} query(p(0)).")), None);
    }
}
