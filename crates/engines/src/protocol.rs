//! What engines print: one JSON object. There may be other lines before it, but not within it.
//!
//! ```json
//! {"answers": [{"atom": "p(a)", "probability": 0.25}, {"atom": "q", "low": 0.1, "high": 0.2}],
//!  "phases": {"load_us": 120, "ground_us": 35, "compile_us": 7, "evaluate_us": 2}}
//! {"error": {"kind": "non-ground", "message": "…"}}
//! ```
//!
//! Phases may be missing, in part or altogether. A failure keeps those that were finished. What is
//! more in the object is ignored.

use std::ffi::{OsStr, OsString};
use std::time::Instant;

use randlog_logic::{Atom, Dialect};
use serde::Deserialize;

use super::process::{self, Ended};
use super::{Answer, Failure, Kind, Limits, Phases, Run};

#[derive(Deserialize)]
struct Reply {
    answers: Option<Vec<Said>>,
    error: Option<Complaint>,
    #[serde(default)]
    phases: Times,
}

#[derive(Deserialize)]
struct Said {
    atom: String,
    probability: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Deserialize)]
struct Complaint {
    kind: String,
    message: String,
}

/// [`Phases`] under all names that engines have for them.
#[derive(Default, Deserialize)]
struct Times {
    /// Part of loading.
    parse_us: Option<u64>,
    load_us: Option<u64>,
    /// Part of grounding.
    relevance_us: Option<u64>,
    ground_us: Option<u64>,
    compile_us: Option<u64>,
    #[serde(alias = "count_us")]
    evaluate_us: Option<u64>,
}

/// Run a command that speaks the protocol. Its time has been running since `started`.
pub(super) fn run(
    program: &OsStr,
    arguments: &[OsString],
    limits: &Limits,
    started: Instant,
) -> Run {
    match process::run(program, arguments, limits, started) {
        Ok(ended) => {
            let (outcome, phases) = read(&ended, limits);
            Run { outcome, phases, wall: ended.wall }
        }
        Err(error) => Run::refused(not_started(program, &error), started),
    }
}

/// The failure of an engine that could not be started.
pub(super) fn not_started(program: &OsStr, error: &std::io::Error) -> Failure {
    Kind::Missing.because(format!("`{}` cannot be run: {error}", program.display()))
}

/// What a command said. An engine that exits with an error may still have said why.
fn read(ended: &Ended, limits: &Limits) -> (Result<Vec<Answer>, Failure>, Phases) {
    let failure = ended.failure(limits);
    if ended.status.is_none() {
        return (failure.map_or(Ok(Vec::new()), Err), Phases::default());
    }
    let unparsable = |reason: String| Kind::Unparsable.because(reason);
    let reply = match reply(&ended.stdout) {
        Ok(reply) => reply,
        Err(reason) => {
            let said = match ended.words() {
                "" => "no output".to_owned(),
                words => format!("{reason}: {words}"),
            };
            return (Err(failure.unwrap_or_else(|| unparsable(said))), Phases::default());
        }
    };
    let phases = reply.phases.phases();
    let outcome = match (reply.error, reply.answers, failure) {
        (Some(complaint), ..) => Err(complaint.failure(ended)),
        (None, _, Some(failure)) => Err(failure),
        (None, Some(answers), None) => answers.into_iter().map(Said::answer).collect(),
        (None, None, None) => {
            Err(unparsable(format!("neither answers nor an error: {}", ended.words())))
        }
    };
    (outcome, phases)
}

/// The object in an output: all of it, or the last line that starts like one, with those after it if
/// it breaks off.
fn reply(output: &str) -> Result<Reply, serde_json::Error> {
    serde_json::from_str(output).or_else(|error| {
        let Some(object) = last_object(output) else { return Err(error) };
        let line = object.lines().next().unwrap_or(object);
        serde_json::from_str(line).or_else(|error| match error.is_eof() {
            true => serde_json::from_str(object),
            false => Err(error),
        })
    })
}

/// A text from the last line that starts like an object.
fn last_object(text: &str) -> Option<&str> {
    let starts_line =
        |&(place, _): &(usize, &str)| text[..place].is_empty() || text[..place].ends_with('\n');
    text.rmatch_indices('{').find(starts_line).map(|(place, _)| &text[place..])
}

impl Said {
    fn answer(self) -> Result<Answer, Failure> {
        let atom = atom(&self.atom)?;
        let bounds = match (self.probability, self.low, self.high) {
            (Some(probability), None, None) => Some((probability, probability)),
            (None, Some(low), Some(high)) => Some((low, high)),
            _ => None,
        };
        match bounds {
            Some((low, high)) if is_probability(low) && is_probability(high) => {
                // Rounding may have turned them round.
                Ok(Answer { atom, low: low.min(high), high: high.max(low) })
            }
            _ => Err(Kind::Unparsable.because(format!("no probability for `{atom}`"))),
        }
    }
}

/// Is this a probability, up to rounding?
pub(super) fn is_probability(number: f64) -> bool {
    (-1e-6..=1.0 + 1e-6).contains(&number)
}

/// The atom that an engine means.
pub(super) fn atom(text: &str) -> Result<Atom, Failure> {
    let parsed = Dialect::ProbLog.parse(&format!("query({text}).")).ok();
    parsed
        .and_then(|program| program.queries.into_iter().next())
        .ok_or_else(|| Kind::Unparsable.because(format!("`{text}` is not an atom")))
}

impl Complaint {
    fn failure(self, ended: &Ended) -> Failure {
        let kind = match self.kind.replace('_', "-").as_str() {
            "timeout" => Kind::Timeout,
            "memory" => Kind::Memory,
            "non-ground" | "unsafe" => Kind::NonGround,
            "negative-cycle" => Kind::NegativeCycle,
            "unknown-clause" | "undefined" => Kind::UnknownClause,
            // What crashed may be a child, of which it knows no more than that.
            "crash" if ended.speaks_of_memory() => Kind::Memory,
            "crash" => Kind::Crash,
            _ => Kind::Rejected,
        };
        kind.because(self.message)
    }
}

impl Times {
    fn phases(&self) -> Phases {
        let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.saturating_add(other)),
            _ => one.or(other),
        };
        Phases {
            load_us: sum(self.parse_us, self.load_us),
            ground_us: sum(self.relevance_us, self.ground_us),
            compile_us: self.compile_us,
            evaluate_us: self.evaluate_us,
        }
    }
}
