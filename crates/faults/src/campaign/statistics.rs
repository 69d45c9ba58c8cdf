//! What a run came to, in numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use randlog_base::text::{Side, aligned};
use serde::{Deserialize, Serialize};

use super::Campaign;
use super::classes::Classes;
use super::judge::Examination;
use crate::Fault;
use crate::draw::{Drawn, FEATURES, Features};
use crate::finding::Filed;

/// Numbers of a run, and of those that it goes on with.
#[derive(Clone, Debug)]
pub struct Statistics {
    started: Instant,
    /// Those that the run goes on with.
    before: u64,
    /// Programs that are being looked at.
    open: BTreeSet<u64>,
    /// The number of the next one.
    end: u64,
    /// What is counted.
    pub counts: Counts,
    /// What was met.
    pub met: Classes,
    /// The last new one, in a few words.
    pub last: Option<String>,
}

/// What is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of the next program: all before it were looked at.
    pub next: u64,
    /// How many programs were looked at.
    pub programs: u64,
    /// For how many it is known what is right.
    pub judged: u64,
    /// On how many some engine failed.
    pub faulty: u64,
    /// How many failures were looked into.
    pub investigated: u64,
    /// How many of these are new.
    pub new: u64,
    /// How many are other forms of what was found before.
    #[serde(default)]
    pub variants: u64,
    /// How many were found before.
    #[serde(default)]
    pub again: u64,
    /// How many are known, by the names of the faults.
    #[serde(default)]
    pub known: BTreeMap<String, u64>,
    /// How many are of workers only.
    pub of_workers: u64,
    /// How many programs the built-in engines disagree on.
    pub disputes: u64,
    /// How many programs each engine was asked, and how many it answered.
    #[serde(default)]
    pub engines: BTreeMap<String, EngineCounts>,
    /// How often each of the [`FEATURES`] occurred.
    #[serde(default)]
    pub features: BTreeMap<String, Occurrences>,
}

/// How often an engine was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineCounts {
    /// How many programs it was asked.
    pub programs: u64,
    /// For how many it had an answer.
    pub answered: u64,
}

/// How often something occurred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occurrences {
    /// In programs.
    pub programs: u64,
    /// In programs on which some engine failed.
    pub faulty: u64,
    /// In new findings.
    pub new: u64,
}

impl Statistics {
    pub(super) fn new(counts: Counts, met: Classes) -> Statistics {
        let (started, before, end) = (Instant::now(), counts.programs, counts.next);
        Statistics { started, before, open: BTreeSet::new(), end, counts, met, last: None }
    }

    /// How long this run has taken.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Programs per second of this run.
    pub fn per_second(&self) -> f64 {
        (self.counts.programs - self.before) as f64 / self.elapsed().as_secs_f64().max(1e-9)
    }

    /// The next program is being looked at; nothing if its number would be this one.
    pub(super) fn begin(&mut self, limit: u64) -> Option<u64> {
        let index = Some(self.end).filter(|index| *index < limit)?;
        self.open.insert(index);
        self.end += 1;
        Some(index)
    }

    pub(super) fn end(&mut self, index: u64) {
        self.open.remove(&index);
        self.counts.next = self.open.first().map_or(self.end, |first| *first);
    }

    pub(super) fn examined(&mut self, campaign: &Campaign<'_>, drawn: &Drawn, seen: &Examination) {
        let faulty = u64::from(!seen.faults.is_empty());
        let counts = &mut self.counts;
        counts.programs += 1;
        counts.judged += u64::from(seen.known);
        counts.disputes += u64::from(seen.own.is_some());
        counts.faulty += faulty;
        for (engine, answered) in &seen.answered {
            let name = campaign.engines[*engine].name();
            let asked = counts.engines.entry(name.to_owned()).or_default();
            asked.programs += 1;
            asked.answered += u64::from(*answered);
        }
        for name in drawn.features.names() {
            let occurrences = counts.features.entry(name.to_owned()).or_default();
            occurrences.programs += 1;
            occurrences.faulty += faulty;
        }
    }

    pub(super) fn investigated(&mut self, fault: &Fault, features: &Features, filed: &Filed) {
        let counts = &mut self.counts;
        counts.investigated += 1;
        counts.of_workers += u64::from(fault.unconfirmed);
        match filed {
            Filed::Variant(_) => counts.variants += 1,
            Filed::Again(_) => counts.again += 1,
            Filed::Known(known) => *counts.known.entry(known.name.clone()).or_default() += 1,
            Filed::New(_) => {
                counts.new += 1;
                self.last = Some(format!("{} {} ({})", fault.engine, fault.kind, fault.oracle));
                for name in features.names() {
                    counts.features.entry(name.to_owned()).or_default().new += 1;
                }
            }
        }
    }
}

impl Counts {
    /// A table of the features: how often each occurred, was part of a faulty program, and of a new
    /// finding.
    pub fn table(&self) -> String {
        let mut rows = vec![["feature", "programs", "faulty", "new"].map(str::to_owned).to_vec()];
        for feature in &FEATURES {
            let seen = self.features.get(feature.name).copied().unwrap_or_default();
            let counts = [seen.programs, seen.faulty, seen.new].map(|count| count.to_string());
            rows.push([vec![feature.name.to_owned()], counts.to_vec()].concat());
        }
        aligned(&rows, |column| if column == 0 { Side::Left } else { Side::Right })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_programs_before_the_next_one_were_looked_at() {
        let mut statistics =
            Statistics::new(Counts { next: 3, ..Counts::default() }, Classes::default());
        (3..6).for_each(|index| assert_eq!(statistics.begin(6), Some(index)));
        assert_eq!(statistics.begin(6), None);
        for (ended, next) in [(4, 3), (3, 5), (5, 6)] {
            statistics.end(ended);
            assert_eq!(statistics.counts.next, next);
        }
    }
}
