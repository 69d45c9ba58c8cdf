//! What a run came to, in numbers.

use std::time::{Duration, Instant};

use randlog_base::text::{self, Side};

use super::examine::Seen;
use super::{Finding, Plan};
use crate::draw::{Drawn, FEATURES};

/// Numbers of a run.
#[derive(Clone, Debug)]
pub struct Statistics {
    started: Instant,
    /// The number behind the last program that was looked at.
    pub next: u64,
    /// How many programs were looked at.
    pub programs: u64,
    /// For how many it is known what is right.
    pub judged: u64,
    /// On how many some engine failed.
    pub faulty: u64,
    /// How many failures are known without looking any closer.
    pub known: u64,
    /// How many were looked into.
    pub investigated: u64,
    /// How many of these are new.
    pub distinct: u64,
    /// How many are of workers only.
    pub of_workers: u64,
    /// How many programs the built-in engines disagree on.
    pub disputes: u64,
    /// The last new one, in a few words.
    pub last: Option<String>,
    /// How often each of the [`FEATURES`] occurred: in programs, in faulty ones, in new findings.
    pub features: Vec<[u64; 3]>,
}

impl Statistics {
    pub(super) fn new(plan: &Plan<'_>) -> Statistics {
        Statistics {
            started: Instant::now(),
            next: plan.first,
            programs: 0,
            judged: 0,
            faulty: 0,
            known: 0,
            investigated: 0,
            distinct: 0,
            of_workers: 0,
            disputes: 0,
            last: None,
            features: vec![[0; 3]; FEATURES.len()],
        }
    }

    /// How long it has been.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Programs per second.
    pub fn per_second(&self) -> f64 {
        self.programs as f64 / self.elapsed().as_secs_f64().max(1e-9)
    }

    pub(super) fn drew(&mut self, index: u64, drawn: Option<&Drawn>) {
        self.next = self.next.max(index + 1);
        self.programs += u64::from(drawn.is_some());
    }

    pub(super) fn examined(&mut self, drawn: &Drawn, seen: &Seen) {
        self.judged += u64::from(seen.known);
        self.disputes += u64::from(seen.dispute.is_some());
        let faulty = !seen.suspicions.is_empty();
        self.faulty += u64::from(faulty);
        for place in drawn.features.places() {
            self.features[place][0] += 1;
            self.features[place][1] += u64::from(faulty);
        }
    }

    pub(super) fn investigated(&mut self, finding: &Finding, is_new: bool) {
        self.investigated += 1;
        self.of_workers += u64::from(!finding.confirmed);
        if is_new {
            self.distinct += 1;
            let symptom = &finding.symptom;
            self.last = Some(format!("{} {} ({})", symptom.engine, symptom.kind, symptom.oracle));
            finding.features.places().for_each(|place| self.features[place][2] += 1);
        }
    }

    /// A table of the features: how often each occurred, was part of a faulty program, and of a new
    /// finding.
    pub fn table(&self) -> String {
        let mut rows = vec![["feature", "programs", "faulty", "new"].map(str::to_owned).to_vec()];
        for (feature, counts) in FEATURES.iter().zip(&self.features) {
            let mut row = vec![feature.name.to_owned()];
            row.extend(counts.iter().map(ToString::to_string));
            rows.push(row);
        }
        text::aligned(&rows, |column| if column == 0 { Side::Left } else { Side::Right })
    }
}
