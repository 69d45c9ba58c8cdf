//! A judge that asks an engine, and knows what is right.
//!
//! What is right is the word of `exact`; where there are few worlds, `worlds` must say the same. What must
//! stay the same is the whole [`Symptom`]: the engine, how it fails, and what is constant in its words. An engine may
//! refuse a program for a reason that is a matter of taste: a clause that is safe only for what is asked, or a
//! negative cycle that only something certain cuts. Such a refusal is no symptom, lest a reduction slips to it.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use randlog_engines::{
    Answers, Bounds, Engine, EngineLimits, FailureKind, NoAnswer, Run, TOLERANCE, Worker,
};
use randlog_infer::{Algorithm, Error, Limits, Solution, solve_source_in_time};
use randlog_logic::wide::Source;
use randlog_logic::{Atom, Probability, Program};

use super::Judge;
use crate::symptom::{Kind, Symptom, words_of};

/// The name of this oracle.
pub const ORACLE: &str = "reference";

/// Where there are no more worlds than this, all of them are looked at.
const FEW_WORLDS: u64 = 1 << 12;

/// How long the reference may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// An engine at fault: what was right, and what came.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Who failed, and how.
    pub symptom: Symptom,
    /// The right answers; none if the program has no meaning, and this is why.
    pub expected: Result<Answers, String>,
    /// What the engine said.
    pub answered: Result<Answers, NoAnswer>,
}

/// Why it cannot be said whether an engine is at fault.
#[derive(Clone, Debug, PartialEq, thiserror::Error, miette::Diagnostic)]
pub enum NoObservation {
    /// The engine says what is right.
    #[error("the engine `{0}` is right: there is no fault to keep")]
    #[diagnostic(help("name the engine that is wrong; `randlog compare` tells"))]
    Right(String),

    /// It refuses what it may refuse.
    #[error("the engine `{engine}` refuses the program, as it may: {words}")]
    #[diagnostic(help(
        "the program is unsafe for some calls, or a cycle is cut by what is certain"
    ))]
    MayRefuse {
        /// The engine.
        engine: String,
        /// Its words.
        words: String,
    },

    /// It cannot be run.
    #[error("the engine `{engine}` cannot be run: {words}")]
    #[diagnostic(help("`randlog engines` lists what is installed"))]
    NotRun {
        /// The engine.
        engine: String,
        /// Why.
        words: String,
    },

    /// The built-in engine does not know.
    #[error("what is right is not known: {0}")]
    #[diagnostic(help("judge by a command of your own instead (`--judge`)"))]
    Unknown(String),
}

/// Looks whether an engine is at fault on a program.
pub fn observe(
    engine: &dyn Engine,
    program: &str,
    limits: &EngineLimits,
) -> Result<Observation, NoObservation> {
    let truth = Truth::of(program)?;
    let mut worker = engine.worker();
    truth.compare(engine.name(), worker.answer(program, limits))
}

/// What is right.
struct Truth {
    answers: Result<Answers, String>,
    program: Option<Program>,
}

impl Truth {
    fn of(text: &str) -> Result<Truth, NoObservation> {
        let source = Source::read(text).map_err(|it| NoObservation::Unknown(it.to_string()))?;
        let exact = solve(&source, Algorithm::Exact);
        let answers = match &exact {
            Some(Ok(solution)) => Ok(answers(solution)),
            Some(Err(error @ Error::NegativeCycle { .. })) => Err(error.to_string()),
            Some(Err(error)) => return Err(NoObservation::Unknown(error.to_string())),
            None => return Err(NoObservation::Unknown("`exact` crashed".to_owned())),
        };
        if !confirmed(&answers, solve(&source, Algorithm::Worlds)) {
            return Err(NoObservation::Unknown("`exact` and `worlds` disagree".to_owned()));
        }
        let program = match source {
            Source::Flat(program) => Some(program),
            Source::Wide(_) => None,
        };
        Ok(Truth { answers, program })
    }

    /// What is wrong with what an engine said.
    fn compare(self, engine: &str, run: Run) -> Result<Observation, NoObservation> {
        let name = || engine.to_owned();
        let answered = run.outcome;
        let kind = match (&self.answers, &answered) {
            (_, Err(failure)) if failure.kind == FailureKind::Missing => {
                return Err(NoObservation::NotRun { engine: name(), words: failure.words.clone() });
            }
            (Ok(_), Err(failure)) if self.may_be_refused(failure.kind) => {
                let words = failure.to_string();
                return Err(NoObservation::MayRefuse { engine: name(), words });
            }
            (Ok(_), Err(failure)) => Kind::Failure(failure.kind),
            (Ok(right), Ok(said)) if differ(right, said) => Kind::WrongAnswer,
            // There is nothing to be said about a program without meaning, but an engine says it.
            (Err(_), Ok(_)) => Kind::WrongAnswer,
            (Ok(_), Ok(_)) | (Err(_), Err(_)) => return Err(NoObservation::Right(name())),
        };
        let words = answered.as_ref().err().map(words_of).unwrap_or_default();
        let symptom = Symptom { engine: name(), oracle: ORACLE.to_owned(), kind, words };
        Ok(Observation { symptom, expected: self.answers, answered })
    }

    /// May an engine refuse for this reason what has a meaning here?
    fn may_be_refused(&self, kind: FailureKind) -> bool {
        let Some(program) = &self.program else { return false };
        match kind {
            FailureKind::NonGround => {
                !program.relevant().clauses.iter().all(|clause| clause.check_safety().is_ok())
            }
            FailureKind::NegativeCycle => {
                let doubted = solve(&Source::Flat(doubted(program)), Algorithm::Exact);
                matches!(doubted, Some(Err(Error::NegativeCycle { .. })))
            }
            _ => false,
        }
    }
}

/// The program with nothing certain in it, and nothing observed.
fn doubted(program: &Program) -> Program {
    let half = Probability::new(1, 2).unwrap_or(Probability::ONE);
    let mut program = Program { evidence: Vec::new(), ..program.clone() };
    for clause in program.clauses.iter_mut().filter(|clause| clause.is_certain()) {
        clause.heads[0].probability = half;
    }
    program
}

fn solve(source: &Source, algorithm: Algorithm) -> Option<Result<Solution, Error>> {
    let limits = Limits { timeout: Some(PATIENCE), memory: 1 << 30, worlds: FEW_WORLDS };
    let source = source.clone();
    let solving = move || solve_source_in_time(source, algorithm, &limits);
    panic::catch_unwind(AssertUnwindSafe(solving)).ok()
}

fn answers(solution: &Solution) -> Answers {
    let answers = solution.answers.iter();
    answers.map(|answer| (answer.atom.clone(), Bounds::exactly(answer.probability))).collect()
}

/// Does the second opinion, if there is one, agree with the first?
fn confirmed(
    answers_of_exact: &Result<Answers, String>,
    second: Option<Result<Solution, Error>>,
) -> bool {
    match (answers_of_exact, second) {
        (Ok(right), Some(Ok(solution))) => !differ(right, &answers(&solution)),
        (Err(_), Some(Ok(_))) | (Ok(_), Some(Err(Error::NegativeCycle { .. }))) | (_, None) => {
            false
        }
        (_, Some(Err(_))) => true,
    }
}

/// Is there an atom on which the second list is wrong? What is not mentioned is false.
fn differ(right: &Answers, said: &Answers) -> bool {
    let of = |answers: &Answers, atom: &Atom| {
        let found = answers.iter().find(|(known, _)| known == atom);
        found.map_or(Bounds::exactly(0.0), |(_, bounds)| *bounds)
    };
    let wrong = |atom: &Atom| {
        let (right, said) = (of(right, atom), of(said, atom));
        right.low + TOLERANCE < said.low || said.high + TOLERANCE < right.high
    };
    right.iter().chain(said).any(|(atom, _)| wrong(atom))
}

/// Says yes where an engine shows a symptom.
pub struct EngineJudge<'e> {
    engine: &'e dyn Engine,
    symptom: Symptom,
    limits: EngineLimits,
    /// Those at rest; each thread takes one.
    workers: Mutex<Vec<Box<dyn Worker + 'e>>>,
}

impl<'e> EngineJudge<'e> {
    /// A judge who wants to see this.
    pub fn new(engine: &'e dyn Engine, symptom: Symptom, limits: EngineLimits) -> EngineJudge<'e> {
        EngineJudge { engine, symptom, limits, workers: Mutex::default() }
    }

    /// What the engine says, by a worker.
    fn ask(&self, program: &str) -> Run {
        let rest = || self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let resting = rest().pop();
        let mut worker = resting.unwrap_or_else(|| self.engine.worker());
        let run = worker.answer(program, &self.limits);
        rest().push(worker);
        run
    }

    fn shows(&self, seen: Result<Observation, NoObservation>) -> bool {
        seen.is_ok_and(|seen| seen.symptom == self.symptom)
    }
}

impl Judge for EngineJudge<'_> {
    /// A worker may have been asked other programs before: what it shows must be seen afresh, too.
    fn judge(&self, program: &str) -> bool {
        let Ok(truth) = Truth::of(program) else { return false };
        self.shows(truth.compare(self.engine.name(), self.ask(program)))
            && self.shows(observe(self.engine, program, &self.limits))
    }
}
