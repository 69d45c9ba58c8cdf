//! Probabilities that are very small, or very close to one.

use super::dice::Dice;
use randlog_logic::{Annotation, Probability, Program};

/// Gives most clauses a probability whose rounding to a common floating-point number, or whose
/// complement's, would be noticed.
pub(super) fn exaggerate(program: &mut Program, dice: &mut Dice) {
    for clause in &mut program.clauses {
        let alone = clause.heads.len() == 1;
        for head in &mut clause.heads {
            let is_certain = head.probability.is_one();
            if !is_certain && dice.chance(70) {
                // Mostly up to 10^-36; of several heads none can be close to one.
                if dice.chance(10) {
                    let tiny = format!("{}e-{}", dice.between(1, 9), dice.between(37, 300));
                    if let Ok(tiny) = tiny.parse() {
                        head.probability = Annotation::Number(tiny);
                    }
                    continue;
                }
                let places = dice.between(if alone { 1 } else { 3 }, 36) as u32;
                let whole = 10u128.pow(places);
                let part = dice.between(1, 9) as u128;
                let part = if alone && dice.chance(50) { whole - part } else { part };
                if let Some(probability) = Probability::new(part, whole) {
                    head.probability = probability.into();
                }
            }
        }
    }
}
