//! What an instance asks.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::time::Duration;

use randlog_base::Stop;
use randlog_base::random::{Rng, below, shuffle};
use randlog_infer::{Inference, Limits, Measures};
use randlog_logic::{Atom, Clause, Program};

use super::conditions::{Conditions, Seen};
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
    /// A ground atom that is no fact, neither a drawn one nor one of the program, and whose probability lies strictly
    /// between 0 and 1, so that the answer needs a rule with a body. Found by walking from rules to facts; what the walks find
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

/// A ground atom that is not among the facts, each of those in these ranges with the same probability.
pub(super) fn unlisted(
    universe: &Universe,
    ranges: &[Range<u64>],
    listed: &[u64],
    rng: &mut impl Rng,
) -> Option<Atom> {
    let listed_in = |range: &Range<u64>| {
        let before = |bound: u64| listed.partition_point(|&number| number < bound);
        &listed[before(range.start)..before(range.end)]
    };
    let free = |range: &Range<u64>| range.end - range.start - listed_in(range).len() as u64;
    let others: u64 = ranges.iter().map(free).sum();
    if others == 0 {
        return None;
    }
    let mut place = below(rng, others);
    let range = ranges.iter().find(|range| match place.checked_sub(free(range)) {
        Some(rest) => {
            place = rest;
            false
        }
        None => true,
    })?;
    universe.atom(range.start + missing(listed_in(range), range.start, place))
}

/// What a derived query is looked for among.
pub(super) struct Derived<'a> {
    pub(super) universe: &'a Universe,
    /// The atoms that may be asked for.
    pub(super) ranges: &'a [Range<u64>],
    /// The facts.
    pub(super) listed: &'a [u64],
    /// What the query must be like.
    pub(super) conditions: Conditions,
}

impl Derived<'_> {
    /// A ground atom that is no fact, with a probability between 0 and 1, and what was measured of it if there are
    /// conditions. The program has so many rules, then facts.
    pub(super) fn find(
        &self,
        program: &mut Program,
        rules: usize,
        rng: &mut (impl Rng + Send),
        stop: &Stop,
    ) -> Result<(Atom, Option<Measures>), Seen> {
        // An atom with many derivations is found more often, but not more likely asked for.
        let mut candidates = self.candidates(&program.clauses[..rules], rng);
        shuffle(rng, &mut candidates);
        let mut seen = Seen::default();
        for number in candidates.into_iter().take(TRIES) {
            if stop.is_interrupted() {
                break;
            }
            let Some(atom) = self.universe.atom(number) else { continue };
            program.queries = vec![atom.clone().into()];
            let asked = Inference::new(program).limits(LIMITS).stop(stop);
            // Is its probability strictly between 0 and 1, as far as the engine can tell?
            if !asked.is_uncertain(rng).unwrap_or(false) {
                continue;
            }
            if self.conditions.is_empty() {
                return Ok((atom, None));
            }
            let Ok(measures) = asked.measures() else { continue };
            let Some(measures) = measures.into_iter().next() else { continue };
            if self.conditions.hold(&measures) {
                return Ok((atom, Some(measures)));
            }
            seen.add(&self.conditions, &measures);
        }
        Err(seen)
    }

    /// Atoms that walks find, in order.
    fn candidates(&self, rules: &[Clause], rng: &mut impl Rng) -> Vec<u64> {
        let depth = self.conditions.depth();
        let mut walker = Walker::new(self.universe, rules, self.listed, depth, rng);
        let mut candidates = BTreeSet::new();
        for _ in 0..WALKS {
            let Some((head, arguments)) = walker.walk() else { continue };
            let predicate = head.predicate();
            let Some(number) = self.universe.number(&predicate, &arguments) else { continue };
            let is_asked_for = self.ranges.iter().any(|range| range.contains(&number));
            let is_fact =
                self.listed.binary_search(&number).is_ok() || walker.lists(&predicate, &arguments);
            if is_asked_for && !is_fact {
                candidates.insert(number);
            }
        }
        candidates.into_iter().collect()
    }
}
