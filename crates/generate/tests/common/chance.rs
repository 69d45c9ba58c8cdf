//! Whether draws follow a distribution: chi-square tests with fixed seeds.

use std::collections::HashMap;

use randlog_logic::Program;

use super::brute::Rules;

/// A program as a set.
pub(crate) fn rules(program: &Program) -> Rules {
    program
        .clauses
        .iter()
        .map(|clause| (clause.heads[0].atom.clone(), clause.body.clone()))
        .collect()
}

/// The chi-square statistic of draws, if each program should come up in proportion to its weight, as
/// standard deviations of a normal variable (by the cube root of Wilson and Hilferty). Programs that
/// should come up less than five times are counted as one.
pub(crate) fn excess(
    programs: &[Rules],
    weights: &[f64],
    draws: impl Iterator<Item = Rules>,
) -> f64 {
    let positions: HashMap<&Rules, usize> =
        programs.iter().enumerate().map(|(position, program)| (program, position)).collect();
    let mut seen = vec![0u64; programs.len()];
    for drawn in draws {
        let position =
            positions.get(&drawn).unwrap_or_else(|| panic!("not in the space: {drawn:?}"));
        seen[*position] += 1;
    }
    let scale = seen.iter().sum::<u64>() as f64 / weights.iter().sum::<f64>();
    let (mut statistic, mut cells) = (0.0, 0);
    let (mut rare_seen, mut rare_expected) = (0.0, 0.0);
    let mut add = |seen: f64, expected: f64| {
        statistic += (seen - expected).powi(2) / expected;
        cells += 1;
    };
    for (&seen, weight) in seen.iter().zip(weights) {
        let expected = weight * scale;
        if expected >= 5.0 {
            add(seen as f64, expected);
        } else {
            rare_seen += seen as f64;
            rare_expected += expected;
        }
    }
    if rare_expected >= 1.0 {
        add(rare_seen, rare_expected);
    }
    assert!(cells > 1, "nothing to choose from");
    let freedom = f64::from(cells - 1);
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// The test that good samplers pass and biased ones fail. Draws that are too even are not random
/// either.
pub(crate) fn is_chance(excess: f64) -> bool {
    excess.abs() < 4.5
}
