//! What engines print: one JSON object. There may be other lines before it, but not within it.
//!
//! ```json
//! {"answers": [{"atom": "p(a)", "probability": 0.25}, {"atom": "q", "low": 0.1, "high": 0.2}],
//!  "phases": {"load_us": 120, "ground_us": 35, "compile_us": 7, "evaluate_us": 2}}
//! {"error": {"kind": "non-ground", "message": "…"}}
//! ```
//!
//! An answer is a probability or two bounds, for an atom that is answered once, or twice in the same way. An
//! output that breaks this is no answer at all: whoever contradicts itself is not to be believed.
//!
//! Phases may be missing, in part or altogether. A failure keeps those that were finished. What is
//! more in the object is ignored, and so is a phase that is not a whole number.

use std::collections::BTreeMap;

use randlog_logic::{Atom, Formula, Goal, Program, Term};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::process::{Ended, Reply};
use super::{Answers, Bounds, FailureKind, NoAnswer, Phases, TOLERANCE};

#[derive(Deserialize)]
struct Object {
    answers: Option<Vec<Said>>,
    error: Option<Complaint>,
    #[serde(default)]
    phases: Map<String, Value>,
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

/// What a command said. An engine that exits with an error may still have said why.
pub(super) fn read(ended: &Ended) -> Reply {
    let mut phases = Phases::default();
    let unparsable = |reason: String| Err(FailureKind::Unparsable.because(reason));
    let outcome = match (ended.failure(), object(&ended.stdout)) {
        (Some(failure), _) if ended.status.is_err() => Err(failure),
        (failure, Ok(object)) => {
            for (name, time) in &object.phases {
                time.as_u64().into_iter().for_each(|time| phases.add(name, time));
            }
            match (object.error, object.answers, failure) {
                (Some(complaint), ..) => Err(complaint.failure(ended)),
                (None, _, Some(failure)) => Err(failure),
                (None, Some(answers), None) => {
                    answers.into_iter().map(Said::answer).collect::<Result<_, _>>().and_then(once)
                }
                (None, None, None) => {
                    unparsable(format!("neither answers nor an error: {}", ended.words()))
                }
            }
        }
        (Some(failure), Err(_)) => Err(failure),
        (None, Err(_)) if ended.words().is_empty() => unparsable("no output".to_owned()),
        (None, Err(reason)) => unparsable(format!("{reason}: {}", ended.words())),
    };
    (outcome, phases)
}

/// The object in an output: all of it, or the last line that starts like one, with those after it if
/// it breaks off.
fn object(output: &str) -> Result<Object, serde_json::Error> {
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
    fn answer(self) -> Result<(Atom, Bounds), NoAnswer> {
        let atom = atom(&self.atom)?;
        let bounds = match (self.probability, self.low, self.high) {
            (Some(probability), None, None) => Some([probability; 2]),
            (None, Some(low), Some(high)) => Some([low, high]),
            _ => None,
        };
        let no_answer = |words: String| Err(FailureKind::Unparsable.because(words));
        let Some([low, high]) = bounds else {
            return no_answer(format!("neither a probability nor two bounds for `{atom}`"));
        };
        // Up to rounding.
        let probabilities = -TOLERANCE..=1.0 + TOLERANCE;
        if let Some(number) = [low, high].into_iter().find(|it| !probabilities.contains(it)) {
            return no_answer(format!("{number} is no probability for `{atom}`"));
        }
        if low > high + TOLERANCE {
            return no_answer(format!(
                "the bounds of `{atom}` are {low} and {high}, in this order"
            ));
        }
        // Rounding may have turned them round.
        Ok((atom, Bounds { low: low.min(high), high: high.max(low) }))
    }
}

/// The same answers, if no atom has two different ones.
pub(super) fn once(answers: Answers) -> Result<Answers, NoAnswer> {
    let mut seen: BTreeMap<&Atom, Bounds> = BTreeMap::new();
    for (atom, said) in &answers {
        let before = *seen.entry(atom).or_insert(*said);
        if !before.is_same(*said) {
            let words = format!("two answers for `{atom}`: {before} and {said}");
            return Err(FailureKind::Unparsable.because(words));
        }
    }
    Ok(answers)
}

/// The atom that an engine means.
pub(super) fn atom(text: &str) -> Result<Atom, NoAnswer> {
    // Neither more than a query, nor a comment that hides something.
    let parsed = ["", "\n"].map(|end| asked(&format!("query({text}{end}).")));
    match parsed {
        [Some(one), Some(other)] if one == other => Ok(one),
        _ => Err(FailureKind::Unparsable.because(format!("`{text}` is not an atom"))),
    }
}

/// The atom of a query, if a text is one query and nothing else. A negation is an atom of its own.
fn asked(query: &str) -> Option<Atom> {
    let program = Program::parse(query).ok()?;
    let is_query = program.clauses.is_empty() && program.evidence.is_empty();
    let [Goal { atom, negated, condition, .. }] = <[Goal; 1]>::try_from(program.queries).ok()?;
    let negation = |Atom { name, args }| Atom::new("\\+", vec![Term::function(name, args)]);
    let atom = if negated { negation(atom) } else { atom };
    (is_query && condition == Formula::True).then_some(atom)
}

impl Complaint {
    fn failure(self, ended: &Ended) -> NoAnswer {
        let kind = match FailureKind::called(&self.kind) {
            // What crashed may be a child, of which it knows no more than that.
            FailureKind::Crash if ended.speaks_of_memory() => FailureKind::Memory,
            kind => kind,
        };
        kind.because(self.message)
    }
}
