//! Faults filed and counted. Nothing is printed here: a face does that, which hears of [events](Event).

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use randlog_engines::{Engine, Status};

use super::session::Session;
use super::statistics::Statistics;
use crate::Fault;
use crate::finding::{BadFindings, Filed, Findings};

/// How often the session is written down.
const RECORD: Duration = Duration::from_secs(5);

/// Something that a face may want to show.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// A new fault was filed, under this name.
    New(&'e str, &'e Fault),
    /// The built-in engines contradict each other.
    OwnFault(&'e Fault),
    /// The campaign went on.
    Progress(&'e Statistics),
}

/// Files what a campaign finds.
pub struct Filing<'t> {
    findings: Findings,
    /// The version of each engine.
    versions: BTreeMap<String, String>,
    seed: u64,
    /// What makes one of the programs again, but for its number.
    command: Option<String>,
    /// What is written down in the directory of the findings, and when that was done last.
    session: Option<(Session, Instant)>,
    tell: &'t mut (dyn FnMut(Event<'_>) + Send),
    /// How many faults are new.
    pub new: u64,
    /// How many faults are those of the built-in engines.
    pub own: u64,
    /// The first thing that went wrong.
    pub failure: Option<BadFindings>,
}

impl<'t> Filing<'t> {
    /// Files what these engines show on the programs of a seed.
    pub fn new(
        findings: Findings,
        engines: &[Box<dyn Engine>],
        seed: u64,
        tell: &'t mut (dyn FnMut(Event<'_>) + Send),
    ) -> Filing<'t> {
        let versions = engines.iter().map(|engine| match engine.status() {
            Status::Installed(version) => (engine.name().to_owned(), version),
            Status::Missing(_) => (engine.name().to_owned(), String::new()),
        });
        let versions = versions.collect();
        let (command, session) = (None, None);
        Filing { findings, versions, seed, command, session, tell, new: 0, own: 0, failure: None }
    }

    /// The same, with a command that makes the programs again, and a session that can be resumed.
    #[must_use]
    pub fn resumable(self, command: String, session: Session) -> Filing<'t> {
        Filing { command: Some(command), session: Some((session, Instant::now())), ..self }
    }

    /// The fault with the version of the engine, and how its original is made again.
    fn completed(&self, fault: &Fault) -> Fault {
        let index = fault.index.unwrap_or_default();
        let again = |it: &String| format!("{it} --index {index} --programs 1 --output again");
        Fault {
            version: self.versions.get(&fault.engine).cloned().unwrap_or_default(),
            command: self.command.as_ref().map(again),
            seed: Some(self.seed),
            ..fault.clone()
        }
    }

    /// Writes down how far the campaign is.
    pub fn record(&mut self, statistics: &Statistics) {
        let (Some(directory), Some((session, recorded))) =
            (self.findings.directory(), &mut self.session)
        else {
            return;
        };
        *recorded = Instant::now();
        session.counts = statistics.counts.clone();
        session.met = statistics.met.clone();
        let written = session.write(directory);
        self.keep(written);
    }

    /// Keeps the first failure.
    fn keep(&mut self, result: Result<(), BadFindings>) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
        }
    }

    /// Is there no need to file this, because it is known or was found before?
    pub(super) fn recognise(&self, fault: &Fault) -> Option<Filed> {
        self.findings.recognise(fault)
    }

    /// Files a fault.
    pub(super) fn file(&mut self, fault: &Fault) -> Filed {
        let fault = self.completed(fault);
        match self.findings.file(&fault) {
            Ok(filed) => {
                if let Filed::New(name) = &filed {
                    self.new += 1;
                    (self.tell)(Event::New(name, &fault));
                }
                filed
            }
            Err(error) => {
                self.keep(Err(error));
                Filed::Again(String::new())
            }
        }
    }

    /// The built-in engines contradict each other: a fault of ours.
    pub(super) fn own_fault(&mut self, fault: &Fault) {
        self.own += 1;
        let fault = Fault { seed: Some(self.seed), ..fault.clone() };
        (self.tell)(Event::OwnFault(&fault));
        let written = self.findings.file_own(&fault);
        self.keep(written);
    }

    /// The campaign went on: what came of it so far.
    pub(super) fn progress(&mut self, statistics: &Statistics) {
        (self.tell)(Event::Progress(statistics));
        if self.session.as_ref().is_some_and(|(_, recorded)| recorded.elapsed() >= RECORD) {
            self.record(statistics);
        }
    }
}
