//! Takes one predicate for another of the same arity, and leaves out a part of a body with that if need be.

use randlog_logic::{Atom, Predicate, Program};

use super::{Candidates, Step, bodies, change_atoms, own};

pub(super) const STEP: Step = Step { name: "merge predicates", candidates };

/// How many clauses a small program has.
const FEW: usize = 6;

fn candidates(program: &Program) -> Candidates<'_> {
    let all = own(program);
    let pairs: Vec<(Predicate, Predicate)> = (1..all.len())
        .flat_map(|gone| (0..gone).map(move |kept| (gone, kept)))
        .filter(|&(gone, kept)| all[gone].arity == all[kept].arity)
        .map(|(gone, kept)| (all[gone].clone(), all[kept].clone()))
        .collect();
    let merged: Vec<_> = pairs.iter().map(|(gone, kept)| merge(program, gone, kept)).collect();
    // Where a rule between the two was needed, one without a body often is, afterwards. In a large program, others
    // can go before.
    let is_small = program.clauses.len() <= FEW;
    let with_less = move |merged: Program| match is_small {
        true => bodies::candidates(&merged).collect::<Vec<_>>(),
        false => Vec::new(),
    };
    Box::new(merged.clone().into_iter().chain(merged.into_iter().flat_map(with_less)))
}

fn merge(program: &Program, gone: &Predicate, kept: &Predicate) -> Program {
    let mut copy = program.clone();
    change_atoms(&mut copy, &mut |atom: &mut Atom| {
        if atom.predicate() == *gone {
            atom.name = kept.name.clone();
        }
    });
    copy
}
