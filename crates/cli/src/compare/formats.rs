//! What engines said: for people and for programs.

use std::time::Duration;

use randlog_base::text::{Side, aligned, csv_row};
use randlog_engines::compare::{Comparison, Part, Verdict};
use randlog_engines::{Answers, Bounds, NoAnswer, Phases};
use randlog_logic::Atom;
use serde_json::{Value, json};

use crate::input::ProgramText;
use crate::json;
use crate::output::visible;

/// This many answers are shown to people.
const SHOWN: usize = 4;

/// The columns of the rows of [`csv`].
pub(super) const CSV_HEADER: &str = "file,engine,wall_us,load_us,ground_us,compile_us,evaluate_us,\
     failure,atom,low,high,reference,disputed,fault,words\n";

/// A table for people, under the name of the file.
pub(super) fn table(program: &ProgramText, comparison: &Comparison) -> String {
    let head = ["engine", "time", "load", "ground", "compile", "evaluate", "answers"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for part in &comparison.parts {
        let mut row = vec![part.engine.clone(), format!("{:.1?}", part.run.wall)];
        row.extend(phases(part).map(|phase| phase.map_or("-".to_owned(), in_words)));
        row.push(said(comparison, part));
        rows.push(row);
    }
    let last = head.len() - 1;
    let side = |column| if column == 0 || column == last { Side::Left } else { Side::Right };
    let lines: String = aligned(&rows, side).lines().map(|line| format!("  {line}\n")).collect();
    visible(&format!("{}\n{lines}\n", program.title), false).into_owned()
}

fn phases(part: &Part) -> [Option<u64>; 4] {
    let Phases { load_us, ground_us, compile_us, evaluate_us } = part.run.phases;
    [load_us, ground_us, compile_us, evaluate_us]
}

/// A time with a unit that suits it.
fn in_words(microseconds: u64) -> String {
    format!("{:.1?}", Duration::from_micros(microseconds))
}

/// The answers of an engine, or why it has none.
fn said(comparison: &Comparison, part: &Part) -> String {
    let mut text = match &part.run.outcome {
        Ok(_) => answers(comparison, part),
        // The last line of a long message says what happened.
        Err(NoAnswer { kind, words }) => {
            format!("{kind}: {}", words.lines().next_back().unwrap_or_default())
        }
    };
    if let Some(fault) = &part.fault {
        text += &format!("  (known fault {}: {})", fault.name, fault.words);
    }
    if part.at_work.is_some() {
        text += "  (but not in a process that had answered other programs before)";
    }
    text
}

fn answers(comparison: &Comparison, part: &Part) -> String {
    let is_disputed = |atom: &Atom| part.disputed.contains(atom);
    let (disputed, others): (Vec<&Atom>, Vec<&Atom>) =
        comparison.references.iter().map(|(atom, _)| atom).partition(|atom| is_disputed(atom));
    // What is disputed is worth a look: it comes first.
    let shown = disputed.into_iter().chain(others).take(SHOWN);
    let mut texts: Vec<String> = shown
        .map(|atom| {
            let mark = if is_disputed(atom) { " ≠" } else { "" };
            format!("{atom} {}{mark}", probability(part.bounds(atom).unwrap_or_default()))
        })
        .collect();
    let more = comparison.references.len().saturating_sub(SHOWN);
    if more > 0 {
        texts.push(format!("and {more} more"));
    }
    texts.join(", ")
}

fn probability(said: Bounds) -> String {
    let number = |value: f64| {
        let text = format!("{value:.8}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    match said.is_exact() {
        true => number(said.low),
        false => format!("{} to {}", number(said.low), number(said.high)),
    }
}

/// One line of JSON.
pub(super) fn json(program: &ProgramText, comparison: &Comparison) -> String {
    let runs: Vec<Value> = comparison.parts.iter().map(run).collect();
    let reference =
        |(atom, value): &(Atom, f64)| json!({"atom": atom.to_string(), "probability": value});
    let references: Vec<Value> = comparison.references.iter().map(reference).collect();
    let verdict = match comparison.verdict() {
        Verdict::Agreement => "agreement",
        Verdict::Disagreement => "disagreement",
        Verdict::TooFewAnswers => "too-few-answers",
    };
    let fields = json!({
        "verdict": verdict,
        "references": references,
        "runs": runs,
    });
    json::about(program.about(), fields)
}

fn run(part: &Part) -> Value {
    let mut value = json!({
        "engine": part.engine,
        "wall_us": part.run.wall.as_micros() as u64,
        "phases": part.run.phases,
        "disputed": part.disputed.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "fault": part.fault.as_ref().map(|fault| &fault.name),
    });
    let (key, said) = outcome(&part.run.outcome);
    value[key] = said;
    if let Some(at_work) = &part.at_work {
        let (key, said) = outcome(at_work);
        value["at_work"] = json!({ key: said });
    }
    value
}

fn outcome(outcome: &Result<Answers, NoAnswer>) -> (&'static str, Value) {
    match outcome {
        Ok(answers) => {
            let answer = |(atom, Bounds { low, high }): &(Atom, Bounds)| json!({"atom": atom.to_string(), "low": low, "high": high});
            ("answers", answers.iter().map(answer).collect())
        }
        Err(failure) => ("error", json::no_answer(failure)),
    }
}

/// A row for each answer of each engine, or for its failure. Every run has one at least.
pub(super) fn csv(program: &ProgramText, comparison: &Comparison) -> String {
    comparison.parts.iter().map(|part| rows(&program.title, comparison, part)).collect()
}

fn rows(file: &str, comparison: &Comparison, part: &Part) -> String {
    let wall = part.run.wall.as_micros() as u64;
    let mut start = vec![file.to_owned(), part.engine.clone(), wall.to_string()];
    start.extend(phases(part).map(|phase| phase.map_or(String::new(), |time| time.to_string())));
    let fault = part.fault.as_ref().map_or("", |fault| fault.name.as_str());
    let row = |failure: &str, [atom, low, high, reference, disputed]: [String; 5], words: &str| {
        let (failure, fault, words) = (failure.to_owned(), fault.to_owned(), words.to_owned());
        csv_row(start.iter().chain(&[failure, atom, low, high, reference, disputed, fault, words]))
    };
    let answer = |(atom, reference): &(Atom, f64)| {
        let Bounds { low, high } = part.bounds(atom).unwrap_or_default();
        let [low, high, reference] = [low, high, *reference].map(|number| number.to_string());
        let disputed = part.disputed.contains(atom).to_string();
        row("", [atom.to_string(), low, high, reference, disputed], "")
    };
    match &part.run.outcome {
        Err(failure) => row(failure.kind.name(), Default::default(), &failure.words),
        Ok(_) if comparison.references.is_empty() => row("", Default::default(), ""),
        Ok(_) => comparison.references.iter().map(answer).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit_that_suits_them() {
        let words = [0, 7, 1_500, 2_000_000].map(in_words);
        assert_eq!(words, ["0.0ns", "7.0µs", "1.5ms", "2.0s"]);
    }
}
