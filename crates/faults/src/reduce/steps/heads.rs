//! Leaves out a head of an annotated disjunction, or all but one.

use randlog_logic::{Head, Program};

use super::{Candidates, Step};

pub(super) const STEP: Step = Step { name: "leave out heads", candidates };

fn candidates(program: &Program) -> Candidates<'_> {
    let clauses = program.clauses.iter().enumerate().filter(|(_, it)| it.heads.len() > 1);
    Box::new(clauses.flat_map(move |(place, clause)| {
        let count = clause.heads.len();
        let alone = (0..count).map(|head| head..head + 1);
        // With two heads, one less is one alone.
        let fewer = (0..count).filter(move |_| count > 2).map(|head| head..head + 1);
        let with = move |heads: Vec<Head>| {
            let mut copy = program.clone();
            copy.clauses[place].heads = heads.into();
            copy
        };
        let alone = alone.map(|range| clause.heads[range].to_vec());
        let fewer =
            fewer.map(|range| [&clause.heads[..range.start], &clause.heads[range.end..]].concat());
        alone.chain(fewer).map(with)
    }))
}
