//! Why weights cannot be fitted.

use miette::Diagnostic;
use randlog_base::Stopped;

use crate::exact::NoSampler;

/// Why there are no weights for the averages of a spec.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Diagnostic)]
pub enum NotFitted {
    /// The space cannot be summed up, or holds no program.
    #[error(transparent)]
    #[diagnostic(transparent)]
    NoPrograms(NoSampler),
    /// No weights give these averages.
    #[error("the averages cannot be met: {}", list(.0))]
    #[diagnostic(help("{}", remedy(.0)))]
    OutOfReach(Vec<Unmet>),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A few clauses outweigh all others so much that floating-point numbers do not tell sets of clauses
    /// apart.
    #[error("the averages cannot be fitted: a few clauses would outweigh all others by too much")]
    #[diagnostic(help(
        "allow fewer clauses or larger bodies, or give weights in place of averages"
    ))]
    Imprecise,
    /// More averages than can be fitted at a time.
    #[error(
        "{found} different averages are too many to be fitted at a time; at most {most} are not"
    )]
    #[diagnostic(help("leave out some of them, for example those of single predicates"))]
    TooMany {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
}

impl From<NoSampler> for NotFitted {
    fn from(reason: NoSampler) -> NotFitted {
        match reason {
            NoSampler::Stopped(stopped) => NotFitted::Stopped(stopped),
            reason => NotFitted::NoPrograms(reason),
        }
    }
}

/// An average that cannot be met.
#[derive(Clone, Debug, PartialEq)]
pub struct Unmet {
    /// The row of the table, with the predicate if there is one: `nodes`, `body.p`.
    pub row: String,
    /// What was asked for.
    pub wanted: f64,
    /// The nearest that can be had together with the other averages.
    pub nearest: f64,
    /// Whether it could be met alone: then it contradicts the others.
    pub alone: bool,
}

fn list(unmet: &[Unmet]) -> String {
    let one = |Unmet { row, wanted, nearest, .. }: &Unmet| {
        format!("the nearest to {row} = {wanted} is {}", apart(*nearest, *wanted))
    };
    unmet.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn remedy(unmet: &[Unmet]) -> String {
    let alone = unmet.iter().any(|unmet| unmet.alone);
    let ask = "ask for the nearest";
    match alone {
        true => format!("it contradicts the other averages; {ask}, or leave one of them out"),
        false => {
            format!("no program of the spec is like that; {ask}, or change the sizes and rules")
        }
    }
}

/// A number in so few digits that it can be told from another one.
fn apart(number: f64, other: f64) -> String {
    let places = (4..15).find(|&places| short(number, places) != short(other, places));
    short(number, places.unwrap_or(15))
}

fn short(number: f64, places: usize) -> String {
    let rounded = format!("{number:.places$}");
    let trimmed = rounded.trim_end_matches('0').trim_end_matches('.');
    if trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() }
}
