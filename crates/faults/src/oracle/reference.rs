//! The built-in engine knows better, and is watched.
//!
//! The answer of `exact` is what an engine should say. Where there are few worlds, `worlds` walks through
//! all of them; should the two ever differ, that is a fault of ours, and no other engine is judged.

use std::time::Duration;

use randlog_engines::{Answers, Bounds, FailureKind, TOLERANCE};
use randlog_infer::{Algorithm, Error, Limits, Solution, solve};
use randlog_logic::{Probability, Program};

use super::{Outcome, Violation, atoms, bounds, shown};
use crate::parts;

/// What the built-in engines say.
#[derive(Clone, Debug)]
pub enum Truth {
    /// The answers.
    Known(Answers),
    /// The program has no meaning, or finding it takes too long.
    Unknown(Error),
    /// They contradict each other: what each says.
    Disputed {
        /// What `exact` says.
        exact: String,
        /// What `worlds` says.
        worlds: String,
    },
}

/// The built-in engines, with limits.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// What they may use.
    pub limits: Limits,
}

impl Default for Reference {
    /// Two seconds and four thousand worlds.
    fn default() -> Reference {
        let timeout = Some(Duration::from_secs(2));
        Reference { limits: Limits { timeout, worlds: 1 << 12, memory: 1 << 30 } }
    }
}

impl Reference {
    /// What a program means.
    pub fn truth(&self, program: &Program) -> Truth {
        let exact = solve(program, Algorithm::Exact, &self.limits);
        let worlds = solve(program, Algorithm::Worlds, &self.limits);
        if !agree(&exact, &worlds) {
            return Truth::Disputed { exact: words(&exact), worlds: words(&worlds) };
        }
        match exact {
            Ok(solution) => Truth::Known(answers(&solution)),
            Err(error) => Truth::Unknown(error),
        }
    }

    /// What is wrong with what an engine said, if anything is.
    pub fn judge(&self, program: &Program, truth: &Truth, said: &Outcome) -> Option<Violation> {
        let Truth::Known(right) = truth else { return None };
        match said {
            Ok(said) => atoms([right, said]).into_iter().find_map(|atom| {
                let (expected, answered) = (bounds(right, atom), bounds(said, atom));
                let wrong = !answered.contains(expected.low);
                wrong.then(|| Violation::wrong(atom, shown(expected), shown(answered)))
            }),
            Err(failure) if self.is_legitimate(program, failure.kind) => None,
            Err(failure) => Some(Violation::failure(failure, listed(right))),
        }
    }

    /// May an engine refuse for this reason what has a meaning here?
    fn is_legitimate(&self, program: &Program, kind: FailureKind) -> bool {
        match kind {
            // What is safe only for what is asked may be refused.
            FailureKind::NonGround => !parts::is_safe_throughout(program),
            // So may a cycle through a negation that only something certain cuts.
            FailureKind::NegativeCycle => {
                let certainty_cuts = solve(&doubted(program), Algorithm::Exact, &self.limits);
                matches!(certainty_cuts, Err(Error::NegativeCycle { .. }))
            }
            FailureKind::Memory | FailureKind::Missing => true,
            _ => false,
        }
    }
}

/// The program with nothing certain in it.
fn doubted(program: &Program) -> Program {
    let mut program = program.clone();
    // What is observed does not change which atoms depend on which.
    program.evidence.clear();
    for clause in program.clauses.iter_mut().filter(|clause| clause.is_certain()) {
        clause.heads[0].probability = Probability::new(1, 2).unwrap_or(Probability::ONE);
    }
    program
}

fn answers(solution: &Solution) -> Answers {
    let answer =
        |answer: &randlog_infer::Answer| (answer.atom.clone(), Bounds::exactly(answer.probability));
    solution.answers.iter().map(answer).collect()
}

/// Do both say the same? Limits are no disagreement.
fn agree(exact: &Result<Solution, Error>, worlds: &Result<Solution, Error>) -> bool {
    let is_limit = |error: &Error| {
        matches!(error.kind(), "worlds" | "memory" | "timeout" | "inaccurate" | "too_small")
    };
    match (exact, worlds) {
        (Err(error), _) | (_, Err(error)) if is_limit(error) => true,
        (Ok(exact), Ok(worlds)) => {
            let (exact, worlds) = (answers(exact), answers(worlds));
            let same =
                |atom| (bounds(&exact, atom).low - bounds(&worlds, atom).low).abs() < TOLERANCE;
            atoms([&exact, &worlds]).into_iter().all(same)
        }
        (Err(one), Err(other)) => one.kind() == other.kind(),
        _ => false,
    }
}

fn words(solved: &Result<Solution, Error>) -> String {
    solved.as_ref().map_or_else(ToString::to_string, |solution| listed(&answers(solution)))
}

/// Answers in a line.
fn listed(answers: &Answers) -> String {
    let each = answers.iter().map(|(atom, bounds)| format!("{atom}: {}", shown(*bounds)));
    each.collect::<Vec<_>>().join(", ")
}
