//! Why a spec cannot be counted or sampled in closed form.

use miette::Diagnostic;
use randlog_base::Stopped;
use thiserror::Error;

/// A rule of the spec, or a limit, that the closed forms do not reach.
#[derive(Clone, Debug, PartialEq, Eq, Error, Diagnostic)]
pub enum OutsideClosedForms {
    /// There is no closed form for required formulas.
    #[error("no closed form covers the rule `required`")]
    #[diagnostic(help("use the search, or leave `required` out"))]
    Required,
    /// There is no closed form for this key of the spec.
    #[error("no closed form covers the key `{0}`")]
    #[diagnostic(help("use the search, or leave `{0}` out"))]
    Key(&'static str),
    /// Data that two predicates share make them dependent, which the sum over preorders does not know.
    #[error("no closed form covers `independent` together with `data`")]
    #[diagnostic(help("draw by rejection, or leave one of them out"))]
    PairsWithData,
    /// The pairs leave more reachability relations than can be summed.
    #[error(
        "the rule `independent` leaves too many ways in which {predicates} predicates can depend \
         on each other"
    )]
    #[diagnostic(help(
        "up to seven predicates always work; use the search, fewer predicates or \
         more pairs"
    ))]
    Independent {
        /// The number of predicates.
        predicates: usize,
    },
    /// There are too many cycle types of permutations of variables.
    #[error("sets of literals are counted for at most {most} variables, not for {variables}")]
    #[diagnostic(help("use the search, fewer variables, or `bodies = \"conjunction\"`"))]
    Variables {
        /// How many variables a clause can have.
        variables: usize,
        /// The largest number that is covered.
        most: usize,
    },
    /// The recursions over sets of predicates are not for that many.
    #[error("the rule `cycles` is counted for at most {most} predicates, not for {predicates}")]
    #[diagnostic(help("use the search, fewer predicates, or `cycles = \"any\"`"))]
    Predicates {
        /// The number of predicates.
        predicates: usize,
        /// The largest number that is covered.
        most: usize,
    },
    /// Sets of predicates are given by the numbers of predicates of each kind, which do not fit into a word.
    #[error(
        "the {kinds} kinds of predicates, by arity, weights and rules, are too many for closed forms"
    )]
    #[diagnostic(help("use the search, or give fewer predicates weights or rules of their own"))]
    Kinds {
        /// How many kinds there are.
        kinds: usize,
    },
    /// Hardly any program of the looser space, without the rules that tie clauses to each other, meets
    /// them.
    #[error("of {draws} programs drawn without regard to {rules}, {accepted} met them")]
    #[diagnostic(help("use the search, or relax these rules"))]
    Rejection {
        /// The keys of these rules, in words.
        rules: String,
        /// How many met the rules.
        accepted: u64,
        /// How many were drawn.
        draws: u64,
    },
    /// The clauses of some heads are drawn by themselves, but not evenly.
    #[error("the clauses of {heads} of {of} heads are too many to be listed")]
    #[diagnostic(help("ask for fewer clauses, smaller bodies or fewer variables"))]
    Heads {
        /// How many.
        heads: usize,
        /// Of how many.
        of: usize,
    },
    /// It takes the search long to find clauses for a head.
    #[error("the search does not find what `uses` asks for {head} in a moment")]
    #[diagnostic(help(
        "leave `{head}` out of `uses`, or draw with `--method search` and more time"
    ))]
    Hard {
        /// The head.
        head: String,
    },
    /// The tables would not fit.
    #[error("the tables would need about {} of memory, more than the limit of {}", Bytes(*.needed), Bytes(*.limit))]
    #[diagnostic(help("raise the memory limit, use the search, or ask for less"))]
    Memory {
        /// An estimate, in bytes.
        needed: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Why there is nothing to sample from.
#[derive(Clone, Debug, PartialEq, Eq, Error, Diagnostic)]
pub enum NoSampler {
    /// The spec is outside the closed forms. (This is never [`OutsideClosedForms::Stopped`].)
    #[error(transparent)]
    #[diagnostic(transparent)]
    Outside(OutsideClosedForms),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The space holds no program at all.
    #[error("no program meets the spec")]
    #[diagnostic(help("relax a rule, or allow more nodes, clauses, variables or constants"))]
    Empty,
    /// The spec has weights or averages, and the search was asked for.
    #[error("the search cannot draw programs by weight")]
    #[diagnostic(help("leave out the keys `weights` and `averages`, or draw without search"))]
    WeightsBySearch,
    /// Sizes were to be made equally likely, by the search.
    #[error("the search cannot make sizes equally likely")]
    #[diagnostic(help("draw in closed form, or without a spread over sizes"))]
    SpreadBySearch,
    /// The clauses of each head were to be drawn by themselves, but their numbers are not fixed.
    #[error("heads cannot be drawn one by one: their numbers of clauses are not fixed")]
    #[diagnostic(help(
        "give the number for every head with the key `clauses`, or use another method"
    ))]
    NotByHead,
    /// Sizes were to be made equally likely, by rejection.
    #[error("rejection cannot make sizes equally likely")]
    #[diagnostic(help("draw in closed form, or without a spread over sizes"))]
    SpreadByRejection,
    /// Sizes were to be made equally likely, and averages to be met.
    #[error("averages cannot be met if sizes are made equally likely")]
    #[diagnostic(help("leave out the spread over sizes, or the key `averages`"))]
    SpreadWithAverages,
}

impl From<OutsideClosedForms> for NoSampler {
    fn from(reason: OutsideClosedForms) -> NoSampler {
        match reason {
            OutsideClosedForms::Stopped(stopped) => NoSampler::Stopped(stopped),
            reason => NoSampler::Outside(reason),
        }
    }
}

/// A number of bytes, for people.
struct Bytes(u64);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let scale = (self.0.max(1).ilog2() / 10) as usize;
        match scale {
            0 => write!(f, "{} bytes", self.0),
            _ => {
                let tenths = (u128::from(self.0) * 10) >> (10 * scale);
                write!(f, "{}.{} {}", tenths / 10, tenths % 10, UNITS[scale - 1])
            }
        }
    }
}
