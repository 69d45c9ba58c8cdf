//! What becomes of findings: filed, counted, and told.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};
use randlog_engines::{Engine, Status};
use randlog_faults::finding::{Filed, Finding, Findings, Source};
use randlog_faults::run::classes::Classes;
use randlog_faults::run::session::Session;
use randlog_faults::run::statistics::Statistics;
use randlog_faults::run::{Came, Desk, Discovery, Dispute};

use crate::failure::Failure;
use crate::output::{self, note, write_whole};
use crate::progress::bar;

/// How often the line of progress changes, and how often it is written down how far the run is.
const LINE: Duration = Duration::from_millis(200);
const RECORD: Duration = Duration::from_secs(5);

/// Where findings are filed.
pub(super) struct Paper {
    directory: PathBuf,
    findings: Findings,
    session: Session,
    /// The version of each engine.
    versions: BTreeMap<String, String>,
    seed: u64,
    /// What makes one of the programs again, but for its number.
    command: String,
    bar: ProgressBar,
    shown: Instant,
    recorded: Instant,
    new: u64,
    disputes: u64,
    /// The first thing that went wrong with a file.
    failure: Option<Failure>,
}

impl Paper {
    pub(super) fn new(
        directory: &Path,
        findings: Findings,
        session: Session,
        engines: &[Box<dyn Engine>],
        seed: u64,
        command: String,
    ) -> Paper {
        let versions = engines.iter().map(|engine| match engine.status() {
            Status::Installed(version) => (engine.name().to_owned(), version),
            Status::Missing(_) => (engine.name().to_owned(), String::new()),
        });
        let bar = bar("{spinner} {msg}");
        if io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(LINE);
        }
        Paper {
            directory: directory.to_owned(),
            findings,
            session,
            versions: versions.collect(),
            seed,
            command,
            bar,
            shown: Instant::now(),
            recorded: Instant::now(),
            new: 0,
            disputes: 0,
            failure: None,
        }
    }

    /// Something that prints a line above that of progress.
    pub(super) fn printer(&self) -> impl Fn(&str) + Send + 'static {
        let bar = self.bar.clone();
        move |line| say(&bar, line)
    }

    /// Tell and write down what came of it.
    pub(super) fn close(
        mut self,
        statistics: &Statistics,
        interrupted: bool,
    ) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.record(statistics);
        let summary = self.summary(statistics);
        if self.failure.is_none() {
            let path = self.directory.join("summary.txt");
            self.failure = write_whole(&path, &summary).err();
        }
        output::say(&summary);
        match self.failure {
            Some(failure) => Err(failure),
            None if self.disputes > 0 => Err(Failure::OwnFault { programs: self.disputes }),
            None if interrupted => Err(Failure::Stopped { directory: self.directory }),
            None if self.new > 0 => {
                Err(Failure::FaultsFound { count: self.new, directory: self.directory })
            }
            None => match silent(statistics) {
                Some(name) => Err(Failure::EngineSilent { name }),
                None => Ok(()),
            },
        }
    }

    fn summary(&self, statistics: &Statistics) -> String {
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
            text +=
                &format!("  {name}: {} answers to {} programs\n", asked.answered, asked.programs);
        }
        for (name, times) in &counts.known {
            text += &format!("  known: {name}, {times} times\n");
        }
        text += &met(&statistics.met);
        text + &counts.table()
    }

    fn record(&mut self, statistics: &Statistics) {
        self.recorded = Instant::now();
        self.session.counts = statistics.counts.clone();
        self.session.met = statistics.met.clone();
        if let (Err(error), None) = (self.session.write(&self.directory), &self.failure) {
            self.failure = Some(error.into());
        }
    }

    fn finding(&self, found: &Discovery) -> Finding {
        let version = self.versions.get(&found.symptom.engine).map_or("", String::as_str);
        found.finding(version, self.source(found.index))
    }

    fn source(&self, index: u64) -> Source {
        let command = format!("{} --index {index} --programs 1 --output again", self.command);
        Source { command: Some(command), seed: Some(self.seed), index: Some(index) }
    }
}

/// An engine that answered nothing at all: it may well not have been run.
fn silent(statistics: &Statistics) -> Option<String> {
    let mut engines = statistics.counts.engines.iter();
    let silent = engines.find(|(_, asked)| asked.answered == 0 && asked.programs >= ENOUGH)?;
    Some(silent.0.clone())
}

/// This many programs cannot all have no answer.
const ENOUGH: u64 = 20;

/// How often each kind of failure was met, most frequent first.
fn met(classes: &Classes) -> String {
    let mut rows: Vec<_> = classes.counts().collect();
    rows.sort_by_key(|(.., seen)| std::cmp::Reverse(*seen));
    let line = |(engines, kind, words, seen): (&[String], &str, &str, u64)| {
        let words = if words.is_empty() { String::new() } else { format!(" ({words})") };
        format!("  {seen} times: {kind}{words}, {}\n", engines.join(", "))
    };
    rows.into_iter().map(line).collect()
}

fn say(bar: &ProgressBar, line: &str) {
    match bar.is_hidden() {
        true => note!("{line}"),
        false => bar.println(line),
    }
}

impl Desk for Paper {
    fn recognise(&self, found: &Discovery) -> Option<Came> {
        self.findings.recognise(&self.finding(found)).map(Came::from)
    }

    fn file(&mut self, found: &Discovery) -> Came {
        let finding = self.finding(found);
        match self.findings.file(&finding) {
            Ok(filed) => {
                if let Filed::New(name) = &filed {
                    self.new += 1;
                    let also = match found.also.is_empty() {
                        true => String::new(),
                        false => format!(", and {}", found.also.join(", ")),
                    };
                    let (lines, oracle) = (finding.lines(), &found.symptom.oracle);
                    say(&self.bar, &format!("{name}: {lines} lines, by {oracle}{also}"));
                }
                Came::from(filed)
            }
            Err(error) => {
                self.failure.get_or_insert(error.into());
                Came::Again
            }
        }
    }

    fn dispute(&mut self, dispute: &Dispute) {
        self.disputes += 1;
        let Dispute { program, index, exact, worlds } = dispute;
        say(
            &self.bar,
            &format!(
                "A FAULT OF OURS: on program {index}, `exact` says {exact}, `worlds` says {worlds}"
            ),
        );
        let path = self.directory.join(format!("our-own-fault-{index}.pl"));
        let text = format!("% exact says {exact}\n% worlds says {worlds}\n{program}");
        let made = std::fs::create_dir_all(&self.directory);
        let written = made
            .map_err(|source| Failure::CannotCreate { path: self.directory.clone(), source })
            .and_then(|()| write_whole(&path, &text));
        if let (Err(failure), None) = (written, &self.failure) {
            self.failure = Some(failure);
        }
    }

    fn progress(&mut self, statistics: &Statistics) {
        if self.shown.elapsed() >= LINE {
            self.shown = Instant::now();
            let last = statistics.last.as_ref().map_or(String::new(), |it| format!(", last: {it}"));
            self.bar.set_message(format!(
                "{} programs, {:.0} per second, {} new faults{last}",
                statistics.counts.programs,
                statistics.per_second(),
                self.new,
            ));
        }
        if self.recorded.elapsed() >= RECORD {
            self.record(statistics);
        }
    }
}
