//! What `fuzz` shows people: a line for each new fault, a line of progress, a summary.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};
use randlog_faults::Fault;
use randlog_faults::campaign::classes::{Class, Classes};
use randlog_faults::campaign::filing::Event;
use randlog_faults::campaign::statistics::Statistics;

use crate::output::note;
use crate::progress::bar;

/// How often the line of progress changes.
const LINE: Duration = Duration::from_millis(200);

/// Prints what happens.
pub(super) struct Face {
    bar: ProgressBar,
    shown: Instant,
    new: u64,
}

impl Face {
    pub(super) fn new() -> Face {
        let bar = bar("{spinner} {msg}");
        if io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(LINE);
        }
        Face { bar, shown: Instant::now(), new: 0 }
    }

    /// Something that prints a line above that of progress.
    pub(super) fn printer(&self) -> impl Fn(&str) + Send + 'static {
        let bar = self.bar.clone();
        move |line| say(&bar, line)
    }

    pub(super) fn show(&mut self, event: Event<'_>) {
        match event {
            Event::New(name, fault) => {
                self.new += 1;
                let also = match fault.also.is_empty() {
                    true => String::new(),
                    false => format!(", and {}", fault.also.join(", ")),
                };
                let (lines, oracle) = (fault.lines(), &fault.oracle);
                say(&self.bar, &format!("{name}: {lines} lines, by {oracle}{also}"));
            }
            Event::OwnFault(Fault { index, answered, expected, .. }) => {
                let index = index.unwrap_or_default();
                let said = format!("`exact` says {answered}, `worlds` says {expected}");
                say(&self.bar, &format!("A FAULT OF OURS: on program {index}, {said}"));
            }
            Event::Progress(statistics) => self.progress(statistics),
        }
    }

    fn progress(&mut self, statistics: &Statistics) {
        if self.shown.elapsed() < LINE {
            return;
        }
        self.shown = Instant::now();
        let last = statistics.last.as_ref().map_or(String::new(), |it| format!(", last: {it}"));
        self.bar.set_message(format!(
            "{} programs, {:.0} per second, {} new faults{last}",
            statistics.counts.programs,
            statistics.per_second(),
            self.new,
        ));
    }

    pub(super) fn close(self) {
        self.bar.finish_and_clear();
    }
}

fn say(bar: &ProgressBar, line: &str) {
    match bar.is_hidden() {
        true => note!("{line}"),
        false => bar.println(line),
    }
}

/// What came of a campaign.
pub(super) fn summary(statistics: &Statistics) -> String {
    let counts = &statistics.counts;
    let mut text = format!(
        "{} programs, {:.0} per second; {} of known meaning; engines failed on {}\n\
         {} looked into: {} new, {} of other forms, {} found before, {} known, {} shown by workers only\n",
        counts.programs,
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
        text += &format!("  {name}: {} answers to {} programs\n", asked.answered, asked.programs);
    }
    for (name, times) in &counts.known {
        text += &format!("  known: {name}, {times} times\n");
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
        format!("  {seen} times: {kind}{words}, {}\n", engines.join(", "))
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
