//! What `fuzz` shows people: a line for each new fault, a line of progress, a summary.

use std::time::{Duration, Instant};

use randlog_faults::Fault;
use randlog_faults::campaign::classes::{Class, Classes};
use randlog_faults::campaign::filing::Event;
use randlog_faults::campaign::statistics::Statistics;

use crate::options::counted;
use crate::progress::Progress;

/// How often the line of progress changes.
const LINE: Duration = Duration::from_millis(200);

/// Prints what happens.
pub(super) struct Face {
    pub(super) progress: Progress,
    shown: Instant,
    new: u64,
}

impl Face {
    pub(super) fn new() -> Face {
        Face { progress: Progress::message(), shown: Instant::now(), new: 0 }
    }

    pub(super) fn show(&mut self, event: Event<'_>) {
        let say = self.progress.printer();
        match event {
            Event::New(name, fault) => {
                self.new += 1;
                let also = match fault.also.is_empty() {
                    true => String::new(),
                    false => format!(", and {}", fault.also.join(", ")),
                };
                let (lines, oracle) = (counted(fault.lines() as u64, "line"), &fault.oracle);
                say(&format!("{name}: {lines}, by {oracle}{also}"));
            }
            Event::OwnFault(Fault { index, answered, expected, .. }) => {
                let index = index.unwrap_or_default();
                let said = format!("`exact` says {answered}, `worlds` says {expected}");
                say(&format!("A FAULT OF RANDLOG: on program {index}, {said}"));
            }
            Event::Progress(statistics) => self.progress(statistics),
        }
    }

    fn progress(&mut self, statistics: &Statistics) {
        if self.shown.elapsed() < LINE {
            return;
        }
        self.shown = Instant::now();
        let (programs, last) = (statistics.counts.programs, statistics.last.as_deref());
        self.progress.set_message(line(programs, statistics.per_second(), self.new, last));
    }
}

/// The line of progress: how many programs, how fast, how many new faults, and the last one.
fn line(programs: u64, rate: f64, new: u64, last: Option<&str>) -> String {
    let (programs, new) = (counted(programs, "program"), counted(new, "new fault"));
    let last = last.map_or(String::new(), |it| format!(", last: {it}"));
    format!("{programs}, {rate:.0} per second, {new}{last}")
}

/// What came of a campaign.
pub(super) fn summary(statistics: &Statistics) -> String {
    let counts = &statistics.counts;
    let mut text = format!(
        "{}, {:.0} per second; {} of known meaning; engines failed on {}\n\
         {} looked into: {} new, {} of other forms, {} found before, {} known, {} shown by workers only\n",
        counted(counts.programs, "program"),
        statistics.per_second(),
        counts.judged,
        counts.faulty,
        counts.investigated,
        counts.new,
        counts.variants,
        counts.again,
        counts.known.values().sum::<u64>(),
        counts.of_workers,
    );
    for (name, asked) in &counts.engines {
        let (answers, programs) =
            (counted(asked.answered, "answer"), counted(asked.programs, "program"));
        text += &format!("  {name}: {answers} to {programs}\n");
    }
    for (name, times) in &counts.known {
        text += &format!("  known: {name}, {}\n", counted(*times, "time"));
    }
    text += &met(&statistics.met);
    text + &counts.table()
}

/// How often each kind of failure was met, most frequent first.
fn met(classes: &Classes) -> String {
    let mut rows: Vec<_> = classes.counts().collect();
    rows.sort_by_key(|(.., seen)| std::cmp::Reverse(*seen));
    let line = |(Class { engines, kind, message }, seen): (&Class, u64)| {
        let words = if message.is_empty() { String::new() } else { format!(" ({message})") };
        format!("  {}: {kind}{words}, {}\n", counted(seen, "time"), engines.join(", "))
    };
    rows.into_iter().map(line).collect()
}

/// An engine that answered nothing at all: it may well not have been run.
pub(super) fn silent(statistics: &Statistics) -> Option<String> {
    let mut engines = statistics.counts.engines.iter();
    let silent = engines.find(|(_, asked)| asked.answered == 0 && asked.programs >= ENOUGH)?;
    Some(silent.0.clone())
}

/// This many programs cannot all have no answer.
const ENOUGH: u64 = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fault_is_not_one_faults() {
        assert_eq!(line(1, 2.4, 1, None), "1 program, 2 per second, 1 new fault");
        let two = "2 programs, 0 per second, 0 new faults, last: a crash";
        assert_eq!(line(2, 0.0, 0, Some("a crash")), two);
    }
}
