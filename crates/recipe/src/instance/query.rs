//! What an instance asks.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use randlog_base::Stop;
use randlog_base::random::{Rng, below, shuffle};
use randlog_infer::{Inference, Limits};
use randlog_logic::{Atom, Program};

use super::facts::missing;
use super::universe::Universe;
use super::walk::Walker;

/// How the query of an instance is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueryPolicy {
    /// A ground atom that is not among the facts, each with the same probability. Whether it has
    /// anything to do with the rest of the program is left to chance.
    #[default]
    Unlisted,
    /// A ground atom that is not among the facts and whose probability lies strictly between 0 and
    /// 1, so that the answer needs a rule. Found by walking from rules to facts; what the walks find
    /// is judged in random order, by drawing worlds, and only where these do not show it by the
    /// built-in engine. There need not be one, and if there are only few, they may be overlooked.
    Derived,
}

/// How many walks look for atoms to ask for.
const WALKS: usize = 64;

/// How many of these atoms are judged.
const TRIES: usize = 16;

/// What may be used to judge an atom. Instances depend on the time only where an
/// engine needs seconds for so little memory.
const LIMITS: Limits =
    Limits { memory: 128 << 20, timeout: Some(Duration::from_secs(10)), worlds: 0 };

impl QueryPolicy {
    /// All of them.
    pub const ALL: [QueryPolicy; 2] = [QueryPolicy::Unlisted, QueryPolicy::Derived];

    /// What it says of a query, in words.
    pub fn description(self) -> &'static str {
        match self {
            QueryPolicy::Unlisted => "a random ground atom that is not among the facts",
            QueryPolicy::Derived => {
                "a ground atom that is not among the facts, with a probability between 0 and 1"
            }
        }
    }
}

impl fmt::Display for QueryPolicy {
    /// Its name on the command line and in files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            QueryPolicy::Unlisted => "unlisted",
            QueryPolicy::Derived => "derived",
        })
    }
}

/// A ground atom that is not among the facts, each with the same probability.
pub(super) fn unlisted(universe: &Universe, listed: &[u64], rng: &mut impl Rng) -> Option<Atom> {
    let others = universe.size() - listed.len() as u64;
    universe.atom(missing(listed, below(rng, others)))
}

/// A ground atom that is not among the facts, with a probability between 0 and 1. The program has
/// so many rules, then facts.
pub(super) fn derived(
    universe: &Universe,
    listed: &[u64],
    program: &mut Program,
    rules: usize,
    rng: &mut (impl Rng + Send),
    stop: &Stop,
) -> Option<Atom> {
    let mut walker = Walker::new(universe, &program.clauses[..rules], listed, rng);
    let mut candidates = BTreeSet::new();
    for _ in 0..WALKS {
        let found = walker.walk();
        let number = found.and_then(|(head, args)| universe.number(&head.predicate(), &args));
        candidates.extend(number.filter(|number| listed.binary_search(number).is_err()));
    }
    drop(walker);
    // An atom with many derivations is found more often, but not more likely asked for.
    let mut candidates: Vec<u64> = candidates.into_iter().collect();
    shuffle(rng, &mut candidates);
    let candidates = candidates.into_iter().take(TRIES).take_while(|_| !stop.is_interrupted());
    let mut atoms = candidates.filter_map(|number| universe.atom(number));
    // Is its probability strictly between 0 and 1, as far as the engine can tell?
    atoms.find(|atom| {
        program.queries = vec![atom.clone().into()];
        Inference::new(&*program).limits(LIMITS).is_uncertain(rng).unwrap_or(false)
    })
}
