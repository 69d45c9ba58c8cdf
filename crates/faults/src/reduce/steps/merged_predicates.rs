//! Takes one predicate for another of the same arity.

use randlog_logic::wide::WideProgram;
use randlog_logic::{Atom, Predicate};

use super::{change_atoms, own};
use crate::reduce::step::{Candidates, Step};

pub(in crate::reduce) struct MergedPredicates;

impl Step for MergedPredicates {
    fn name(&self) -> &'static str {
        "merge predicates"
    }

    fn candidates<'p>(&self, program: &'p WideProgram) -> Candidates<'p> {
        let all = own(program);
        let pairs: Vec<(Predicate, Predicate)> = (1..all.len())
            .flat_map(|gone| (0..gone).map(move |kept| (gone, kept)))
            .filter(|&(gone, kept)| all[gone].arity == all[kept].arity)
            .map(|(gone, kept)| (all[gone].clone(), all[kept].clone()))
            .collect();
        Box::new(pairs.into_iter().map(|(gone, kept)| {
            let mut copy = program.clone();
            change_atoms(&mut copy, &mut |atom: &mut Atom| {
                if atom.predicate() == gone {
                    atom.name = kept.name.clone();
                }
            });
            copy
        }))
    }
}
