//! Whether a walk over preorders is hopelessly long, found out without walking: Knuth, "Estimating the efficiency of backtrack
//! programs" (1975).
//!
//! A random path from the root chooses evenly among the branches at each point. The product of their numbers so far says how many
//! points the tree has at this depth, if it is like the path. The expected value of such an estimate is the exact number.

use randlog_base::random::{Purpose, choose, stream};
use randlog_base::{Stop, Stopped};

use super::{Class, Order, Rules, subsets};

/// How many paths are tried.
const PATHS: u64 = 64;
/// No estimate is more than so many times too high in more than a fourth of all cases (Markov's inequality).
const EXCESS: f64 = 4.0;

/// Whether a walk surely takes more than so many steps: half of the paths say so, and by far.
pub(crate) fn is_hopeless(rules: &Rules, most: u64, stop: &Stop) -> Result<bool, Stopped> {
    let mut beyond = 0;
    for path in 0..PATHS {
        stop.check()?;
        beyond += u64::from(estimate(rules, path) > EXCESS * most as f64);
    }
    Ok(2 * beyond > PATHS)
}

/// How many steps a walk takes, if all of it is like a random path.
fn estimate(rules: &Rules, path: u64) -> f64 {
    let random = &mut stream(0, path, Purpose::Program);
    let mut order = Order { closed: vec![0], ..Order::default() };
    let (mut steps, mut alike) = (0.0, 1.0);
    loop {
        let free = !order.members & ((1 << rules.predicates) - 1);
        let mut branches: Vec<Class> = Vec::new();
        let mut here = 0.0;
        for members in subsets(free).skip(1) {
            here += 1.0;
            let divided = rules.independent_of(members) & members != 0;
            let is_last = rules.named & !(order.members | members) == 0;
            if divided || is_last || !rules.mutual && members.count_ones() > 1 {
                continue;
            }
            let place = order.place_for(rules, members);
            let allowed = order.closed.iter().filter(|below| place.allows(**below));
            branches.extend(allowed.map(|&below| Class { members, below }));
        }
        steps += alike * (here + branches.len() as f64);
        let Some(&class) = choose(random, &branches) else { return steps };
        alike *= branches.len() as f64;
        order.push(rules, class);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Completions, walk};
    use super::*;

    #[test]
    fn the_mean_of_estimates_is_the_number_of_steps() {
        for pairs in [&[(0, 1)][..], &[(0, 1), (2, 3)], &[(0, 1), (1, 2), (3, 4)]] {
            let rules = Rules::new(5, pairs, true);
            let mut walked = Completions { stop: &Stop::NEVER, steps: 0, count: 0 };
            walk(&rules, &mut walked).expect("nothing stops it");
            let paths = 4_000;
            let mean = (0..paths).map(|path| estimate(&rules, path)).sum::<f64>() / paths as f64;
            let steps = walked.steps as f64;
            assert!((mean / steps - 1.0).abs() < 0.1, "{mean} for {steps}");
            assert_eq!(is_hopeless(&rules, walked.steps, &Stop::NEVER), Ok(false));
        }
        let pairs: Vec<_> = (0..10).map(|first| (first, first + 1)).collect();
        let large = Rules::new(12, &pairs, true);
        assert_eq!(is_hopeless(&large, 16_000_000, &Stop::NEVER), Ok(true));
    }
}
