//! What engines said: for people and for programs.

use randlog_base::text::{Side, aligned, csv_row};
use randlog_engines::compare::{Comparison, Part};
use randlog_engines::{Bounds, NoAnswer, Phases};
use randlog_logic::Atom;
use serde_json::{Value, json};

/// So many answers are shown to people.
const SHOWN: usize = 4;

/// The columns of the rows of [`csv`].
pub(super) const CSV_HEADER: &str = "file,engine,wall_us,load_us,ground_us,compile_us,evaluate_us,\
     failure,atom,low,high,reference,disputed,fault,words\n";

/// A table for people, under the name of the file.
pub(super) fn table(file: &str, comparison: &Comparison) -> String {
    let head = ["engine", "time", "load", "ground", "compile", "evaluate", "answers"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for part in &comparison.parts {
        let Phases { load_us, ground_us, compile_us, evaluate_us } = part.run.phases;
        let phases = [load_us, ground_us, compile_us, evaluate_us];
        let mut row = vec![part.engine.clone(), seconds(part.run.wall.as_micros() as u64)];
        row.extend(phases.map(|phase| phase.map_or("-".to_owned(), seconds)));
        row.push(said(comparison, part));
        rows.push(row);
    }
    let last = head.len() - 1;
    let side = |column| if column == 0 || column == last { Side::Left } else { Side::Right };
    let lines: String = aligned(&rows, side).lines().map(|line| format!("  {line}\n")).collect();
    format!("{file}\n{lines}\n")
}

fn seconds(microseconds: u64) -> String {
    format!("{:.3}", microseconds as f64 / 1e6)
}

/// The answers of an engine, or why it has none.
fn said(comparison: &Comparison, part: &Part) -> String {
    let mut text = match &part.run.outcome {
        Err(failure) => complaint(failure),
        Ok(_) => answers(comparison, part),
    };
    if let Some(fault) = part.fault {
        text += &format!("  (known fault {}: {})", fault.name, fault.words);
    }
    text
}

fn complaint(failure: &NoAnswer) -> String {
    // The last line of a long message says what happened.
    let words = failure.words.lines().next_back().unwrap_or_default();
    format!("{}: {words}", failure.kind)
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
pub(super) fn json(file: &str, comparison: &Comparison) -> String {
    let runs: Vec<Value> = comparison.parts.iter().map(run).collect();
    let reference =
        |(atom, value): &(Atom, f64)| json!({"atom": atom.to_string(), "probability": value});
    let references: Vec<Value> = comparison.references.iter().map(reference).collect();
    format!("{}\n", json!({"file": file, "references": references, "runs": runs}))
}

fn run(part: &Part) -> Value {
    let mut value = json!({
        "engine": part.engine,
        "wall_us": part.run.wall.as_micros() as u64,
        "phases": part.run.phases,
        "disputed": part.disputed.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "fault": part.fault.map(|fault| fault.name),
    });
    match &part.run.outcome {
        Ok(answers) => {
            let answer = |(atom, said): &(Atom, Bounds)| json!({"atom": atom.to_string(), "low": said.low, "high": said.high});
            value["answers"] = answers.iter().map(answer).collect();
        }
        Err(failure) => value["failure"] = json!({"kind": failure.kind, "words": failure.words}),
    }
    value
}

/// A row for each answer of each engine, or for its failure. Every run has one at least.
pub(super) fn csv(file: &str, comparison: &Comparison) -> String {
    comparison.parts.iter().map(|part| rows(file, comparison, part)).collect()
}

fn rows(file: &str, comparison: &Comparison, part: &Part) -> String {
    let Phases { load_us, ground_us, compile_us, evaluate_us } = part.run.phases;
    let wall = part.run.wall.as_micros() as u64;
    let times = [Some(wall), load_us, ground_us, compile_us, evaluate_us];
    let mut start = vec![file.to_owned(), part.engine.clone()];
    start.extend(times.map(|time| time.map_or(String::new(), |time| time.to_string())));
    let fault = part.fault.map_or(String::new(), |fault| fault.name.to_owned());
    let row = |rest: [String; 8]| csv_row(start.iter().chain(&rest));
    let empty = String::new;
    let without_atom = |kind: String, words: String| {
        row([kind, empty(), empty(), empty(), empty(), empty(), fault.clone(), words])
    };
    if let Err(failure) = &part.run.outcome {
        return without_atom(failure.kind.to_string(), failure.words.clone());
    }
    if comparison.references.is_empty() {
        return without_atom(empty(), empty());
    }
    let answer = |(atom, reference): &(Atom, f64)| {
        let Bounds { low, high } = part.bounds(atom).unwrap_or_default();
        let disputed = part.disputed.contains(atom);
        row([
            String::new(),
            atom.to_string(),
            low.to_string(),
            high.to_string(),
            reference.to_string(),
            disputed.to_string(),
            fault.clone(),
            String::new(),
        ])
    };
    comparison.references.iter().map(answer).collect()
}
