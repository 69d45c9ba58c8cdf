//! Makes clauses certain, or their probabilities 0.5, or another number that is as plain as their sum allows.

use randlog_logic::{Annotation, Clause, Program};

use super::{Candidates, Step};

pub(super) const STEP: Step = Step { name: "simplify probabilities", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
    let annotated = |clause: &Clause| !clause.is_certain();
    let places: Vec<usize> =
        (0..program.clauses.len()).filter(|&it| annotated(&program.clauses[it])).collect();
    let together = [certain as fn(&mut Clause), even].map(|change| {
        let mut copy = program.clone();
        places.iter().for_each(|&place| change(&mut copy.clauses[place]));
        copy
    });
    let together = together.into_iter().take(if places.len() > 1 { 2 } else { 0 });
    let each = [certain as fn(&mut Clause), even].into_iter().flat_map(move |change| {
        places.clone().into_iter().map(move |place| {
            let mut copy = program.clone();
            change(&mut copy.clauses[place]);
            copy
        })
    });
    Box::new(together.chain(each).chain(heads(program)))
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

/// One head of several at a time.
fn heads(program: &Program) -> impl Iterator<Item = Program> {
    let clauses = program.clauses.iter().enumerate().filter(|(_, clause)| clause.heads.len() > 1);
    clauses.flat_map(move |(place, clause)| {
        let shares = ["0.5", "0.25", "0.1"];
        let edits =
            shares.into_iter().flat_map(|share| (0..clause.heads.len()).map(move |h| (h, share)));
        edits.map(move |(head, share)| {
            let mut copy = program.clone();
            copy.clauses[place].heads[head].probability = number(share);
            copy
        })
    })
}

fn number(text: &str) -> Annotation {
    text.parse().map_or(Annotation::ONE, Annotation::Number)
}
