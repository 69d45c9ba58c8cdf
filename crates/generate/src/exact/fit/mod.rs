//! Weights that give programs the averages that a spec asks for: maximum entropy fitting.
//!
//! Let every feature `j` of [`features`] have a parameter `λ_j`, and let a program weigh `e^(λ·φ)` times what it weighed before:
//! an *exponential family*. The logarithm of the weight of all programs is convex in the parameters, and its gradient is the
//! vector of expected values. Where it is least, all averages are met. Of all distributions with these averages, this one has
//! the largest entropy relative to the original (Jaynes, "Information theory and statistical mechanics", 1957).
//!
//! The parameters turn into weights of pieces, which are rounded to a few digits. Programs are then drawn exactly by these.
//!
//! | module | is for |
//! |---|---|
//! | `dual` | the gradient: the recursions that count programs run over dual numbers |
//! | `sets` | sets of clauses in floating point, by Newton's identities: the usual case |
//! | `kinds` | sets of clauses where the identities cancel, because a few clauses outweigh all others |
//! | `monte_carlo` | rules that tie clauses to each other, where there is no closed form or it is too expensive |
//! | `minimise` | Newton's method and BFGS |

mod dual;
mod error;
mod features;
mod kinds;
mod minimise;
mod monte_carlo;
mod problem;
mod sets;

use randlog_base::Stop;

use super::NoSampler;
use super::classes::Classes;
use super::estimate::is_cheap;
use crate::Spec;
use crate::spec::{Column, Number};
pub use error::{NotFitted, Unmet};
use features::{Per, features};
use problem::{MOST, Problem};

/// The same spec with weights that give its programs the averages that it asks for, and no averages.
///
/// ```
/// use randlog_generate::{Spec, Stop};
/// use randlog_generate::exact::{averages, fitted};
///
/// let spec = Spec::builder()
///     .predicates(["p/1", "q/2"])
///     .variables(2)
///     .max_nodes(8)
///     .max_clauses(6)
///     .averages([("clauses", 4), ("nodes", 3)])
///     .build()?;
/// let fitted = fitted(&spec, &Stop::NEVER)?;
/// let averages = averages(&fitted, &Stop::NEVER)?.expect("there are programs");
/// assert_eq!(averages.clauses.decimal(2), "4.00");
/// assert_eq!(averages.nodes.decimal(1), "12.0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fitted(spec: &Spec, stop: &Stop) -> Result<Spec, NotFitted> {
    if spec.averages().is_empty() {
        return Ok(spec.clone());
    }
    let (found, unmet) = nearest(spec, Effort::Patient, stop)?;
    if unmet.is_empty() {
        return Ok(found);
    }
    let alone = |unmet: &Unmet| match only(spec, &unmet.row, unmet.wanted) {
        Some(spec) => nearest(&spec, Effort::Patient, stop).map(|(_, unmet)| unmet.is_empty()),
        None => Ok(false),
    };
    let judged = unmet.into_iter().map(|unmet| Ok(Unmet { alone: alone(&unmet)?, ..unmet }));
    let mut judged = judged.collect::<Result<Vec<Unmet>, NotFitted>>()?;
    // What cannot be had even alone is to blame.
    if judged.iter().any(|unmet| !unmet.alone) {
        judged.retain(|unmet| !unmet.alone);
    } else if let Some(unmet) = contradiction(spec, stop)? {
        judged = vec![unmet];
    }
    Err(NotFitted::OutOfReach(judged))
}

/// The same if it takes no more than a moment. What cannot be met is not looked into.
pub(crate) fn fitted_in_a_moment(spec: &Spec, stop: &Stop) -> Result<Spec, NotFitted> {
    if spec.averages().is_empty() {
        return Ok(spec.clone());
    }
    match nearest(spec, Effort::Brief, stop)? {
        (found, unmet) if unmet.is_empty() => Ok(found),
        (_, unmet) => Err(NotFitted::OutOfReach(unmet)),
    }
}

/// The first average that contradicts those before it, with the nearest that does not.
fn contradiction(spec: &Spec, stop: &Stop) -> Result<Option<Unmet>, NotFitted> {
    let averages = spec.averages();
    let mut met = spec.with_averages(averages.first(0));
    for count in 1..=averages.len() {
        let asking = spec.with_averages(averages.first(count));
        let (found, unmet) = nearest(&asking, Effort::Patient, stop)?;
        if unmet.is_empty() {
            met = found;
            continue;
        }
        let Some((name, column, wanted)) = asking.averages().last() else { continue };
        let of = match column {
            Column::Alone => String::new(),
            Column::Of(place) => format!(".{}", spec.reference(place)),
            Column::Under { head, predicate } => {
                format!(".{}.{}", spec.reference(head), spec.reference(predicate))
            }
        };
        let classes = Classes::told_apart(&asking);
        let Ok(problem) = Problem::new(&asking, classes, Effort::Patient, stop) else {
            return Ok(None);
        };
        let Some(start) = problem.average_of(&met, column, name) else { return Ok(None) };
        let (mut near, mut far) = (start, wanted.to_f64());
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(near, far);
            let Some(value) = Number::rounded(middle, 15) else { break };
            let tried = asking.with_averages(asking.averages().with_last(value));
            let (_, unmet) = nearest(&tried, Effort::Patient, stop)?;
            if unmet.is_empty() { near = middle } else { far = middle }
        }
        let row = format!("{name}{of}");
        return Ok(Some(Unmet { row, wanted: wanted.to_f64(), nearest: near, alone: true }));
    }
    Ok(None)
}

/// How often the distance to an average that is out of reach is halved.
const HALVINGS: usize = 12;

/// The spec with a single average.
fn only(spec: &Spec, row: &str, wanted: f64) -> Option<Spec> {
    let wanted = Number::rounded(wanted, 15)?;
    spec.to_draft().averages([(row, wanted)]).build().ok()
}

/// The spec with weights that come as near as possible, and the averages that are still not met.
fn nearest(spec: &Spec, effort: Effort, stop: &Stop) -> Result<(Spec, Vec<Unmet>), NotFitted> {
    let classes = Classes::told_apart(spec);
    let most = effort.features();
    match features(spec, &classes).len() + Per::ALL.len() {
        found if found > most => Err(NotFitted::TooMany { found, most }),
        0..=12 => nearest_of::<12>(spec, effort, stop),
        13..=20 => nearest_of::<20>(spec, effort, stop),
        21..=40 => nearest_of::<40>(spec, effort, stop),
        _ => nearest_of::<MOST>(spec, effort, stop),
    }
}

/// How much work a fit may be. It is bounded by numbers, not by time, so that it ends in the same way on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// Whatever it takes.
    Patient,
    /// As much as takes a moment for a small spec.
    Brief,
}

impl Effort {
    /// The most features, with what they are divided by.
    fn features(self) -> usize {
        if self == Effort::Brief { 20 } else { MOST }
    }

    /// The most steps of a minimisation.
    fn steps(self) -> usize {
        if self == Effort::Brief { 20 } else { 100 }
    }

    /// How many programs are drawn to measure averages: a few while the parameters are far off, then more.
    fn rounds(self) -> &'static [u64] {
        const ROUNDS: [u64; 7] = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000];
        if self == Effort::Brief { &ROUNDS[..4] } else { &ROUNDS }
    }

    /// How long one of them may be drawn: if a few clauses outweigh all others, most are drawn in vain.
    fn for_each(self, stop: &Stop) -> Stop {
        if self == Effort::Brief { stop.with_steps(10_000) } else { stop.clone() }
    }
}

/// The same with room for so many features.
fn nearest_of<const M: usize>(
    spec: &Spec,
    effort: Effort,
    stop: &Stop,
) -> Result<(Spec, Vec<Unmet>), NotFitted> {
    let closed = Problem::new(spec, Classes::told_apart(spec), effort, stop);
    let monte_carlo = |least_share| monte_carlo::nearest::<M>(spec, least_share, effort, stop);
    match closed {
        Err(NoSampler::Outside(_)) if spec.has_ties() => monte_carlo(LEAST_SHARE),
        Ok(closed) if spec.has_ties() && !is_cheap(spec) => match monte_carlo(COMFORTABLE_SHARE) {
            // If few programs meet the ties, the sum over those that do is the better way.
            Err(NotFitted::NoPrograms(NoSampler::Outside(_))) => closed.solve::<M>(),
            other => other,
        },
        closed => closed?.solve::<M>(),
    }
}

/// What the ties change is measured if this share of programs meets them.
const COMFORTABLE_SHARE: f64 = 0.1;
/// Or this, if there is no other way.
const LEAST_SHARE: f64 = 0.02;
