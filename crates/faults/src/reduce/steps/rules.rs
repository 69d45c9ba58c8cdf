//! Bodies, heads, probabilities and signs become simpler.

use randlog_logic::{Annotation, Clause, Formula, Head, Program};

use super::Candidates;
use crate::parts::edited;
use crate::reduce::formula::simplified;

/// Leaves out a part of a body or of a condition, or puts a part of it in place of the whole.
pub(super) fn bodies(program: &Program) -> Candidates<'_> {
    let goals = program.evidence.iter().chain(&program.queries).map(|goal| &goal.condition);
    let bodies = program.clauses.iter().map(|clause| &clause.body).chain(goals);
    let mut edits: Vec<(usize, usize, Formula)> = Vec::new();
    for (place, body) in bodies.enumerate() {
        let whole = body.nodes();
        let parts = simplified(body).into_iter();
        edits.extend(parts.map(|part| (whole.saturating_sub(part.nodes()), place, part)));
    }
    // Most first; within that, in the order of the program.
    edits.sort_by_key(|(gone, place, _)| (usize::MAX - gone, *place));
    Box::new(edits.into_iter().map(|(_, place, part)| {
        edited(program, |copy| {
            let goals = copy.evidence.iter_mut().chain(&mut copy.queries);
            let conditions = goals.map(|goal| &mut goal.condition);
            let bodies = copy.clauses.iter_mut().map(|clause| &mut clause.body);
            if let Some(body) = bodies.chain(conditions).nth(place) {
                *body = part;
            }
        })
    }))
}

/// Makes a clause of each part of a disjunction that is the whole body of one.
pub(super) fn disjunctions(program: &Program) -> Candidates<'_> {
    Box::new(program.clauses.iter().enumerate().filter_map(|(place, whole)| {
        let Formula::Or(parts) = &whole.body else { return None };
        let clauses = parts.iter().map(|part| Clause { body: part.clone(), ..whole.clone() });
        Some(edited(program, |copy| drop(copy.clauses.splice(place..=place, clauses))))
    }))
}

/// The clauses with several heads, by their places.
fn disjunctive(program: &Program) -> impl Iterator<Item = (usize, &Clause)> {
    program.clauses.iter().enumerate().filter(|(_, clause)| clause.heads.len() > 1)
}

/// Leaves out a head of an annotated disjunction, or all but one.
pub(super) fn heads(program: &Program) -> Candidates<'_> {
    Box::new(disjunctive(program).flat_map(move |(place, clause)| {
        let count = clause.heads.len();
        let alone = (0..count).map(|head| vec![clause.heads[head].clone()]);
        // With two heads, one less is one alone.
        let fewer = (0..count).filter(move |_| count > 2);
        let fewer = fewer.map(|head| [&clause.heads[..head], &clause.heads[head + 1..]].concat());
        let with = move |heads: Vec<Head>| {
            edited(program, |copy| copy.clauses[place].heads = heads.into())
        };
        alone.chain(fewer).map(with)
    }))
}

/// Makes clauses certain, or their probabilities 0.5, or another number that is as plain as their sum allows.
pub(super) fn probabilities(program: &Program) -> Candidates<'_> {
    let annotated = |place: &usize| !program.clauses[*place].is_certain();
    let places: Vec<usize> = (0..program.clauses.len()).filter(annotated).collect();
    let changed = |change: fn(&mut Clause), places: &[usize]| {
        edited(program, |copy| places.iter().for_each(|&it| change(&mut copy.clauses[it])))
    };
    let changes = [certain as fn(&mut Clause), even];
    let together: Vec<Program> = match places.len() {
        0 | 1 => Vec::new(),
        _ => changes.map(|change| changed(change, &places)).to_vec(),
    };
    let each = changes.into_iter().flat_map(move |change| {
        places.clone().into_iter().map(move |place| changed(change, &[place]))
    });
    // One head of several at a time.
    let heads = disjunctive(program).flat_map(move |(place, clause)| {
        let shares = ["0.5", "0.25", "0.1"].into_iter();
        let edits = shares.flat_map(|share| (0..clause.heads.len()).map(move |h| (h, share)));
        edits.map(move |(head, share)| {
            edited(program, |it| it.clauses[place].heads[head].probability = number(share))
        })
    });
    Box::new(together.into_iter().chain(each).chain(heads))
}

/// One head without a probability.
fn certain(clause: &mut Clause) {
    if let [head] = &mut clause.heads[..] {
        head.probability = Annotation::ONE;
    }
}

/// All heads with the same.
fn even(clause: &mut Clause) {
    let share = match clause.heads.len() {
        ..=2 => "0.5",
        3..=4 => "0.25",
        _ => "0.1",
    };
    clause.heads.iter_mut().for_each(|head| head.probability = number(share));
}

fn number(text: &str) -> Annotation {
    text.parse().map_or(Annotation::ONE, Annotation::Number)
}

/// Asks for what was negated, and observes it, and lets clauses speak for what they spoke against.
pub(super) fn signs(program: &Program) -> Candidates<'_> {
    let negated: Vec<bool> = signs_mut(&mut program.clone()).map(|negated| *negated).collect();
    let places = (0..negated.len()).filter(move |&place| negated[place]);
    Box::new(places.map(|place| {
        edited(program, |copy| {
            signs_mut(copy).nth(place).into_iter().for_each(|negated| *negated = false);
        })
    }))
}

fn signs_mut(program: &mut Program) -> impl Iterator<Item = &mut bool> {
    let heads = program.clauses.iter_mut().flat_map(|clause| &mut clause.heads);
    let goals = program.evidence.iter_mut().chain(&mut program.queries);
    heads.map(|head| &mut head.negated).chain(goals.map(|goal| &mut goal.negated))
}
