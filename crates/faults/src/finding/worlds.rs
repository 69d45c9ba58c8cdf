//! Why an answer is right, as a table of all worlds.
//!
//! Every clause that chooses is taken with each of its heads, or none; what is left is certain, and what holds in it
//! can be seen. Only for programs whose choosing clauses have no variables, and that have few worlds.

use randlog_infer::{Algorithm, Inference, RBig, Solution};
use randlog_logic::{Clause, Formula, Goal, Probability, Program};

use crate::parts;

/// So many worlds can be taken in at a glance.
const FEW: usize = 16;

/// A world, or a part of one: what is left of the clauses, how likely that is, and what is chosen.
#[derive(Clone)]
struct World {
    left: Vec<Clause>,
    probability: RBig,
    choices: Vec<String>,
}

/// The worlds of a program as a Markdown table, if there are few.
pub(super) fn table(program: &Program) -> Option<String> {
    let program = &asking_for_answers(program)?;
    let mut worlds = vec![World { left: Vec::new(), probability: RBig::ONE, choices: Vec::new() }];
    // The choices of the first clause change fastest.
    for clause in program.clauses.iter() {
        let ways = choices(clause)?;
        if worlds.len() * ways.len() > FEW {
            return None;
        }
        let with = |way: &World| worlds.iter().map(|world| joined(world, way)).collect::<Vec<_>>();
        worlds = ways.iter().flat_map(with).collect();
    }
    let goals: Vec<&Goal> = program.evidence.iter().chain(&program.queries).collect();
    let is_plain = |it: &&Goal| it.atom.is_ground() && it.condition == Formula::True;
    if worlds.len() < 2 || !goals.iter().all(is_plain) {
        return None;
    }
    let holds: Option<Vec<Vec<bool>>> =
        worlds.iter().map(|world| holding(program, &goals, world)).collect();
    let worlds: Vec<(World, Vec<bool>)> = worlds.into_iter().zip(holds?).collect();
    Some(written(program, &goals, &worlds))
}

fn joined(world: &World, way: &World) -> World {
    World {
        left: [&world.left[..], &way.left].concat(),
        probability: &world.probability * &way.probability,
        choices: [&world.choices[..], &way.choices].concat(),
    }
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

/// The ways in which a clause can choose.
fn choices(clause: &Clause) -> Option<Vec<World>> {
    if clause.is_certain() {
        let (left, probability) = (vec![clause.clone()], RBig::ONE);
        return Some(vec![World { left, probability, choices: Vec::new() }]);
    }
    let is_ground = clause.atoms().all(|atom| atom.is_ground());
    if !is_ground || clause.heads.iter().any(|head| head.negated) {
        return None;
    }
    let named = |atom: String| match clause.body {
        Formula::True => atom,
        _ => format!("{atom} by `{clause}`"),
    };
    let way = |chosen: Option<usize>, probability: RBig| {
        let left = clause.heads.iter().enumerate().map(|(index, head)| {
            // What is not chosen stays a predicate with a clause, one that never holds.
            let is_chosen = chosen == Some(index);
            let body = if is_chosen { clause.body.clone() } else { parts::fail() };
            parts::certain(head.atom.clone(), body)
        });
        let name = match (chosen, &clause.heads[..]) {
            (Some(index), heads) => named(format!("`{}`", heads[index].atom)),
            (None, [head]) => named(format!("not `{}`", head.atom)),
            (None, _) => format!("none of `{clause}`"),
        };
        World { left: left.collect(), probability, choices: vec![name] }
    };
    let chances = clause.distribution().ok()?.into_iter();
    let chances: Vec<RBig> =
        chances.map(|chance| chance.map_or(RBig::ZERO, Probability::to_ratio)).collect();
    let rest = RBig::ONE - chances.iter().fold(RBig::ZERO, |sum, chance| sum + chance);
    let heads = chances.into_iter().enumerate().map(|(index, chance)| (Some(index), chance));
    let ways = heads.chain([(None, rest)]).filter(|(_, chance)| *chance != RBig::ZERO);
    Some(ways.map(|(chosen, chance)| way(chosen, chance)).collect())
}

/// Which of these hold in a world?
fn holding(program: &Program, goals: &[&Goal], world: &World) -> Option<Vec<bool>> {
    let clauses = world.left.clone().into();
    let certain = Program { clauses, evidence: Vec::new(), ..program.clone() };
    let holds = |goal: &&Goal| {
        let query = Goal { negated: false, ..(*goal).clone() };
        let asked = Program { queries: vec![query], ..certain.clone() };
        Some(solved(&asked)?.answers.first()?.probability > 0.5)
    };
    goals.iter().map(holds).collect()
}

fn written(program: &Program, goals: &[&Goal], worlds: &[(World, Vec<bool>)]) -> String {
    let seen = program.evidence.len();
    let agrees = |holds: &[bool]| {
        program.evidence.iter().zip(holds).all(|(seen, holds)| seen.negated != *holds)
    };
    let atoms: Vec<String> = goals.iter().map(|it| format!("`{}`", it.atom)).collect();
    let mut text = format!("| chosen | probability | {} |\n", atoms.join(" | "));
    text += &format!("|---|---:|{}\n", "---|".repeat(atoms.len()));
    for (World { probability, choices, .. }, holds) in worlds {
        let is_against = !agrees(holds);
        let cells = holds.iter().enumerate().map(|(place, holds)| match holds {
            _ if place >= seen && is_against => "(against the evidence)",
            true => "true",
            false => "false",
        });
        let cells: Vec<&str> = cells.collect();
        let (chosen, cells) = (choices.join(", "), cells.join(" | "));
        text += &format!("| {chosen} | {} | {cells} |\n", decimal(probability));
    }
    let total = |wanted: &dyn Fn(&[bool]) -> bool| {
        let all = worlds.iter().filter(|(_, holds)| wanted(holds));
        all.fold(RBig::ZERO, |sum, (world, _)| sum + &world.probability)
    };
    let all = total(&agrees);
    for (index, query) in program.queries.iter().enumerate() {
        let sum = total(&|holds| agrees(holds) && holds[seen + index] != query.negated);
        let sign = if query.negated { "\\+ " } else { "" };
        let asked = format!("`{sign}{}`", query.atom);
        text += &match (seen, all == RBig::ZERO) {
            (0, _) => format!("\nSo {asked} has probability {}.\n", decimal(&sum)),
            (_, true) => "\nNo world agrees with the evidence.\n".to_owned(),
            _ => format!(
                "\nSo {asked} has probability {} / {} = {}.\n",
                decimal(&sum),
                decimal(&all),
                decimal(&(&sum / &all))
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
