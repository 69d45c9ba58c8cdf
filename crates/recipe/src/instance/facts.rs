//! Which ground atoms become facts.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use randlog_base::random::{Rng, below, subset};

/// How the facts are spread over the predicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FactSpread {
    /// Every set of that many ground atoms is equally likely. Nearly all facts are about the
    /// predicates of the largest arity, since nearly all atoms are.
    #[default]
    Atoms,
    /// As in the paper: choose a predicate, then one of its atoms, each with the same probability,
    /// until it is an atom that is no fact yet; and so on for the next fact. Predicates have about
    /// as many facts each, but for the small ones, which fill up.
    Predicates,
}

impl FactSpread {
    /// Both.
    pub const ALL: [FactSpread; 2] = [FactSpread::Atoms, FactSpread::Predicates];
}

impl fmt::Display for FactSpread {
    /// Its name on the command line and in files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FactSpread::Atoms => "atoms",
            FactSpread::Predicates => "predicates",
        })
    }
}

/// How many facts there are to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactCount {
    /// So many in all.
    InAll(u64),
    /// So many about each of these predicates, given by name or `name/arity`; none about others.
    Each(Vec<(String, u64)>),
}

impl From<u64> for FactCount {
    fn from(count: u64) -> FactCount {
        FactCount::InAll(count)
    }
}

impl fmt::Display for FactCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactCount::InAll(count) => count.fmt(f),
            FactCount::Each(counts) => {
                let each = counts.iter().map(|(name, count)| format!("{name}={count}"));
                f.write_str(&each.collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// A text says no numbers of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("give a whole number, or one for each predicate, such as `person=8,friend=20`")]
pub struct BadFactCount;

impl FromStr for FactCount {
    type Err = BadFactCount;

    fn from_str(text: &str) -> Result<FactCount, BadFactCount> {
        if let Ok(count) = text.parse() {
            return Ok(FactCount::InAll(count));
        }
        let each = text.split(',').map(|part| {
            let (name, count) = part.split_once('=').ok_or(BadFactCount)?;
            Ok((name.trim().to_owned(), count.trim().parse().map_err(|_| BadFactCount)?))
        });
        each.collect::<Result<_, _>>().map(FactCount::Each)
    }
}

/// The numbers of so many atoms of each block, ascending. There must be at least that many.
pub(super) fn draw_each(blocks: &[Range<u64>], counts: &[u64], rng: &mut impl Rng) -> Vec<u64> {
    let numbers = blocks.iter().zip(counts).map(|(block, &count)| {
        let chosen = subset(rng, block.end - block.start, count);
        chosen.into_iter().map(|number| block.start + number)
    });
    numbers.flatten().collect()
}

/// The numbers of `count` atoms, ascending, all of them in these blocks, which follow each other. There must be at least that
/// many.
pub(super) fn draw(
    blocks: &[Range<u64>],
    spread: FactSpread,
    count: u64,
    rng: &mut impl Rng,
) -> Vec<u64> {
    match spread {
        FactSpread::Atoms => {
            let start = blocks.first().map_or(0, |first| first.start);
            let end = blocks.last().map_or(start, |last| last.end);
            subset(rng, end - start, count).into_iter().map(|number| start + number).collect()
        }
        FactSpread::Predicates => {
            let sizes: Vec<u64> = blocks.iter().map(|block| block.end - block.start).collect();
            let shares = shares(&sizes, count, rng);
            draw_each(blocks, &shares, rng)
        }
    }
}

/// How many facts each predicate gets.
///
/// All that the paper's procedure asks of a drawn atom is whether it is new, and of the atoms of a
/// predicate it is so with the share of those that are no facts yet. So the atoms themselves can
/// wait: here only that question is answered. While a quarter of all atoms are free, some predicate
/// has a quarter of its own free, so that a fact takes four rounds per predicate at most on average.
fn shares(sizes: &[u64], count: u64, rng: &mut impl Rng) -> Vec<u64> {
    let mut shares = vec![0; sizes.len()];
    for _ in 0..count {
        loop {
            let chosen = below(rng, sizes.len() as u64) as usize;
            let size = sizes[chosen];
            if size > 0 && below(rng, size) >= shares[chosen] {
                shares[chosen] += 1;
                break;
            }
        }
    }
    shares
}

/// The numbers from `start` on that are not in an ascending list, counted from zero: how far the one at `place` is from the start.
pub(super) fn missing(listed: &[u64], start: u64, place: u64) -> u64 {
    // Before the number listed at position i, there are i listed ones, so `listed[i] - start - i` others.
    let is_before = |&(number, i): &(&u64, u64)| number - start - i <= place;
    place + listed.iter().zip(0..).take_while(is_before).count() as u64
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;
    use randlog_base::random::{ChaCha8Rng, SeedableRng};
    use randlog_logic::Predicate;

    use super::super::universe::Universe;
    use super::*;

    fn universe(arities: &[usize], constants: usize) -> Universe {
        let predicate = |(i, &arity): (usize, &usize)| Predicate::new(format!("p{i}"), arity);
        let constants = (0..constants).map(|i| format!("c{i}").into()).collect();
        Universe::new(arities.iter().enumerate().map(predicate).collect(), constants).unwrap()
    }

    /// The paper's procedure, as it is described.
    fn twin(universe: &Universe, count: u64, rng: &mut impl Rng) -> Vec<u64> {
        let blocks: Vec<Range<u64>> = universe.blocks().collect();
        let mut facts = BTreeSet::new();
        while (facts.len() as u64) < count {
            let block = &blocks[below(rng, blocks.len() as u64) as usize];
            facts.insert(block.start + below(rng, block.end - block.start));
        }
        facts.into_iter().collect()
    }

    /// How often each set comes up.
    fn frequencies(draws: u32, mut draw: impl FnMut() -> Vec<u64>) -> BTreeMap<Vec<u64>, u32> {
        let mut seen = BTreeMap::new();
        (0..draws).for_each(|_| *seen.entry(draw()).or_insert(0) += 1);
        seen
    }

    #[test]
    fn by_predicates_every_set_is_as_likely_as_by_the_papers_procedure() {
        // Two atoms, one and four: three facts of seven atoms, 35 sets.
        let universe = universe(&[1, 0, 2], 2);
        let blocks: Vec<Range<u64>> = universe.blocks().collect();
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let draws = 100_000;
        let slow = frequencies(draws, || twin(&universe, 3, &mut rng));
        let fast = frequencies(draws, || draw(&blocks, FactSpread::Predicates, 3, &mut rng));
        assert_eq!((slow.len(), fast.len()), (35, 35));
        let difference = |(slow, fast): (&u32, &u32)| {
            let (slow, fast) = (f64::from(*slow), f64::from(*fast));
            (slow - fast).powi(2) / (slow + fast)
        };
        let chi_square: f64 = slow.values().zip(fast.values()).map(difference).sum();
        // 34 degrees of freedom: above 71 with probability 0.0002.
        assert!(chi_square < 71.0, "{chi_square}");
        // And it differs from the other spread, in which all sets are equally likely.
        let even = f64::from(draws) / 35.0;
        assert!(fast.values().any(|&n| f64::from(n) > 1.5 * even));
    }

    proptest! {
        #[test]
        fn facts_are_different_atoms_and_as_many_as_asked_for(
            arities in prop::collection::vec(0_usize..4, 1..5),
            constants in 1_usize..12,
            percent in 0_u64..=75,
            seed: u64,
        ) {
            let universe = universe(&arities, constants);
            let count = universe.size() * percent / 100;
            let blocks: Vec<Range<u64>> = universe.blocks().collect();
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            for spread in FactSpread::ALL {
                let facts = draw(&blocks, spread, count, &mut rng);
                prop_assert_eq!(facts.len() as u64, count);
                prop_assert!(facts.is_sorted_by(|a, b| a < b));
                prop_assert!(facts.last().is_none_or(|&last| last < universe.size()));
            }
        }

        #[test]
        fn missing_numbers_are_found(size in 1_u64..200, count in 0_u64..150, seed: u64) {
            let listed = subset(&mut ChaCha8Rng::seed_from_u64(seed), size, count);
            let all: Vec<u64> = (0..size).filter(|number| !listed.contains(number)).collect();
            let found: Vec<u64> = (0..all.len() as u64).map(|n| missing(&listed, 0, n)).collect();
            prop_assert_eq!(found, all);
        }
    }
}
