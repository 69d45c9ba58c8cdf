//! A judge that asks an engine, and knows what is right.
//!
//! What is right is the word of `exact`; where there are few worlds, `worlds` must say the same. What must
//! stay the same is the whole [`Symptom`]: the engine, how it fails, and what is constant in its words. An engine may
//! refuse a program for a reason that is a matter of taste: a clause that is safe only for what is asked, or a
//! negative cycle that only something certain cuts. Such a refusal is no symptom, lest a reduction slips to it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use randlog_base::stop;
use randlog_engines::{
    Answers, Bounds, Engine, EngineLimits, FailureKind, NoAnswer, Run, TOLERANCE, Worker,
};
use randlog_infer::{Algorithm, Error, Inference, Limits, Solution};
use randlog_logic::{Atom, Program};

use super::Judge;
use crate::oracle::{Reference, Truth};
use crate::symptom::{Kind, Symptom, words_of};

/// The name of this oracle.
pub const ORACLE: &str = "reference";

/// What the reference may use. Where there are few worlds, all of them are looked at.
const REFERENCE: Reference = Reference {
    limits: Limits { timeout: Some(Duration::from_secs(10)), worlds: 1 << 12, memory: 1 << 30 },
};

/// An engine at fault: what was right, and what came.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Who failed, and how.
    pub symptom: Symptom,
    /// The right answers.
    pub expected: Answers,
    /// What the engine said.
    pub answered: Result<Answers, NoAnswer>,
}

impl Observation {
    /// What was right, in a line.
    pub fn expected(&self) -> String {
        listed(&self.expected)
    }

    /// What came, in the engine's own words if it failed.
    pub fn answered(&self) -> String {
        self.answered.as_ref().map_or_else(|failure| failure.words.clone(), listed)
    }
}

/// Answers in a line.
fn listed(answers: &Answers) -> String {
    let number = |bounds: Bounds| match bounds.is_exact() {
        true => bounds.low.to_string(),
        false => format!("{} to {}", bounds.low, bounds.high),
    };
    let each = answers.iter().map(|(atom, bounds)| format!("{atom}: {}", number(*bounds)));
    match answers.is_empty() {
        true => "no answers".to_owned(),
        false => each.collect::<Vec<_>>().join(", "),
    }
}

/// Why it cannot be said whether an engine is at fault.
#[derive(Clone, Debug, PartialEq, thiserror::Error, miette::Diagnostic)]
pub enum NoObservation {
    /// The engine says what is right.
    #[error("the engine `{0}` is right: there is no fault to keep")]
    #[diagnostic(help("name an engine that is wrong about this program"))]
    Right(String),

    /// It refuses what it may refuse.
    #[error("the engine `{engine}` refuses the program, as it may: {words}")]
    #[diagnostic(help(
        "the program is unsafe for some calls, a cycle is cut by what is certain, or it cannot be translated"
    ))]
    MayRefuse {
        /// The engine.
        engine: String,
        /// Its words.
        words: String,
    },

    /// It cannot be run.
    #[error("the engine `{engine}` cannot be run: {words}")]
    #[diagnostic(help("check its command, or install it"))]
    NotRun {
        /// The engine.
        engine: String,
        /// Why.
        words: String,
    },

    /// The built-in engine does not know.
    #[error("what is right is not known: {0}")]
    #[diagnostic(help("judge by a command of your own instead"))]
    Unknown(String),
}

/// Looks whether an engine is at fault on a program.
pub fn observe(
    engine: &dyn Engine,
    program: &str,
    limits: &EngineLimits,
) -> Result<Observation, NoObservation> {
    let right = Right::of(program)?;
    let mut worker = engine.worker();
    right.compare(engine.name(), worker.answer(program, limits))
}

/// What is right.
struct Right {
    answers: Answers,
    /// The program, if it is flat, and what the reference says of it.
    flat: Option<(Program, Truth)>,
}

impl Right {
    fn of(text: &str) -> Result<Right, NoObservation> {
        let program = Program::parse(text).map_err(|it| NoObservation::Unknown(it.to_string()))?;
        let solving = || match program.function_free() {
            Some(free) => {
                let truth = REFERENCE.truth(&free);
                let answers = answers_of(&truth)?;
                Ok(Right { answers, flat: Some((free.into_owned(), truth)) })
            }
            None => Ok(Right { answers: wide(&program)?, flat: None }),
        };
        let crashed = |_| Err(NoObservation::Unknown("the reference crashed".to_owned()));
        stop::catch_panic(solving).unwrap_or_else(crashed)
    }

    /// What is wrong with what an engine said.
    fn compare(self, engine: &str, run: Run) -> Result<Observation, NoObservation> {
        let name = || engine.to_owned();
        let answered = run.outcome;
        let kind = match &answered {
            Err(failure) if failure.kind == FailureKind::Missing => {
                return Err(NoObservation::NotRun { engine: name(), words: failure.words.clone() });
            }
            Err(failure) if self.may_say(&answered) => {
                let words = failure.to_string();
                return Err(NoObservation::MayRefuse { engine: name(), words });
            }
            Err(failure) => Kind::Failure(failure.kind),
            Ok(said) if differ(&self.answers, said) => Kind::WrongAnswer,
            Ok(_) => return Err(NoObservation::Right(name())),
        };
        let words = answered.as_ref().err().map(words_of).unwrap_or_default();
        let symptom = Symptom { engine: name(), oracle: ORACLE.to_owned(), kind, words };
        Ok(Observation { symptom, expected: self.answers, answered })
    }

    /// Does the reference find nothing wrong with it?
    fn may_say(&self, said: &Result<Answers, NoAnswer>) -> bool {
        let untranslated = |failure: &NoAnswer| failure.kind == FailureKind::Untranslated;
        let flat = self.flat.as_ref();
        said.as_ref().is_err_and(untranslated)
            || flat.is_some_and(|(program, truth)| REFERENCE.judge(program, truth, said).is_none())
    }
}

fn answers_of(truth: &Truth) -> Result<Answers, NoObservation> {
    match truth {
        Truth::Known(answers) => Ok(answers.clone()),
        Truth::Unknown(error) => Err(NoObservation::Unknown(error.to_string())),
        Truth::Disputed { exact, worlds } => {
            Err(NoObservation::Unknown(format!("`exact` says {exact}, but `worlds` says {worlds}")))
        }
    }
}

/// What a program of the wide language means; `worlds` must not contradict.
fn wide(source: &Program) -> Result<Answers, NoObservation> {
    let inference = Inference::new(source).limits(REFERENCE.limits);
    let found = |algorithm| inference.clone().algorithm(algorithm).solve();
    let answers = |solution: Solution| -> Answers {
        let answers = solution.answers.into_iter();
        answers.map(|answer| (answer.atom, Bounds::exactly(answer.probability))).collect()
    };
    let solution = found(Algorithm::Exact);
    let right = solution.map(answers).map_err(|error| NoObservation::Unknown(error.to_string()))?;
    let contradicted = match found(Algorithm::Worlds) {
        Ok(solution) => differ(&right, &answers(solution)),
        Err(error) => matches!(error, Error::NegativeCycle { .. }),
    };
    match contradicted {
        true => Err(NoObservation::Unknown("`exact` and `worlds` disagree".to_owned())),
        false => Ok(right),
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
        let Ok(right) = Right::of(program) else { return false };
        self.shows(right.compare(self.engine.name(), self.ask(program)))
            && self.shows(observe(self.engine, program, &self.limits))
    }
}
