//! What the records show: the report.

mod figures;
mod tables;

use std::collections::BTreeMap;

use super::{Config, EngineRun, Inference, InferenceRecord};
use crate::records::Records;
use crate::report::Item::{Code, Figure, Heading, Table, Text};
use crate::report::{Colour, Report, Summary, grouped};
use crate::{Error, Experiment};
use randlog_engines::{Catalogue, MemoryLimit};

/// Evaluate the records of an inference experiment, all of it or a part.
pub fn report(records: &Records<InferenceRecord>) -> Result<Report, Error> {
    let experiment: Inference = records.header.configured()?;
    let config = experiment.config();
    let study = &Study::new(&records.records, config);
    let items = vec![
        Text(opening(&records.origin(experiment.ids().len()), study)),
        Code(experiment.invocation().line()),
        Heading("Who answers"),
        Table(tables::engines(study)),
        Text(zeros(study)),
        Table(tables::failures(study)),
        Table(tables::usage(study)),
        Figure(figures::cactus(study)),
        Heading("Time against the number of facts"),
        Text(study.basis()),
        Figure(figures::facts(study)),
        Table(tables::facts(study)),
        Heading("Time against independence"),
        Figure(figures::independence(study)),
        Heading("Time against arity and the share of probabilistic facts"),
        Figure(figures::arity(study)),
        Figure(figures::share(study)),
        Heading("Where the time goes"),
        Figure(figures::phases(study)),
        Table(tables::phases(study)),
        Heading("Once the program is loaded"),
        Figure(figures::work(study)),
        Table(tables::work(study)),
        Table(tables::independence(study)),
        Figure(figures::answered(study)),
        Heading("What is too hard"),
        Table(tables::hardest(study)),
        Heading("Disagreements"),
        Text(disputes(study)),
        Table(tables::pairs(study)),
        Table(tables::disagreements(study)),
    ];
    Ok(Report { title: format!("Inference engines, design `{}`", config.design.name()), items })
}

/// A time of a run in microseconds, if the engine tells it.
type Time = fn(&EngineRun) -> Option<u64>;

/// From start to end.
const WALL: Time = |run| Some(run.wall_us);

/// Of all processors together.
const CPU: Time = |run| run.usage.cpu_us;

/// Where more runs than this share were disturbed, processor time is fairer.
const DISTURBED: f64 = 0.05;

/// The records, seen in a way that is fair to all engines.
struct Study<'r> {
    config: &'r Config,
    runs: &'r [(u64, InferenceRecord)],
    /// All engines, in order.
    engines: Vec<&'r str>,
    /// Those with at least half as many right answers as the best one: others are not compared by
    /// time, or else there would be little left to compare by.
    compared: Vec<&'r str>,
    /// The instances that all of these answer, and nobody wrongly.
    common: Vec<&'r InferenceRecord>,
    /// How a whole run is timed.
    clock: Clock,
}

/// How whole runs are timed: from start to end, or by the time of processors, if others were at work on them.
struct Clock {
    whole: Time,
    /// What kind of time that is, in words, for captions.
    words: &'static str,
    /// How that was decided, in words.
    reason: String,
}

impl<'r> Study<'r> {
    fn new(runs: &'r [(u64, InferenceRecord)], config: &'r Config) -> Study<'r> {
        let mut engines: Vec<&str> = Vec::new();
        for run in runs.iter().flat_map(|(_, record)| &record.runs) {
            if !engines.contains(&run.engine.as_str()) {
                engines.push(&run.engine);
            }
        }
        let (compared, common, clock) = (Vec::new(), Vec::new(), Clock::new(runs));
        let mut study = Study { config, runs, engines, compared, common, clock };
        let answers = |engine: &&str| study.right(engine).count();
        let most = study.engines.iter().map(answers).max().unwrap_or(0).max(1);
        study.compared =
            study.engines.iter().copied().filter(|engine| 2 * answers(engine) >= most).collect();
        let is_common = |record: &&InferenceRecord| {
            let is_right = |engine: &&str| of(record, engine).is_some_and(EngineRun::is_right);
            !study.compared.is_empty() && study.compared.iter().all(is_right)
        };
        study.common = study.instances().filter(is_common).collect();
        study
    }

    /// The runs that have an instance.
    fn instances(&self) -> impl Iterator<Item = &'r InferenceRecord> {
        self.runs.iter().map(|(_, record)| record).filter(|record| record.query.is_some())
    }

    /// What an engine made of all instances.
    fn of(&self, engine: &str) -> impl Iterator<Item = &'r EngineRun> {
        self.instances().filter_map(move |record| of(record, engine))
    }

    /// Its answers that nobody disputes.
    fn right(&self, engine: &str) -> impl Iterator<Item = &'r EngineRun> {
        self.of(engine).filter(|run| run.is_right())
    }

    /// Times of an engine on the common instances that are wanted.
    fn times(
        &self,
        engine: &str,
        wanted: impl Fn(&InferenceRecord) -> bool,
        time: Time,
    ) -> Summary {
        let wanted = self.common.iter().filter(|record| wanted(record));
        wanted.filter_map(|record| time(of(record, engine)?)).collect()
    }

    /// Times of an engine on the common instances, put together by a key, for those that have one.
    fn by<K: Ord>(
        &self,
        engine: &str,
        key: impl Fn(&InferenceRecord) -> Option<K>,
        time: Time,
    ) -> BTreeMap<K, Summary> {
        let times = |record: &&InferenceRecord| Some((key(record)?, time(of(record, engine)?)?));
        Summary::by(self.common.iter().filter_map(times))
    }

    /// The colour of an engine.
    fn colour(&self, engine: &str) -> Colour {
        colour(engine, &self.engines)
    }

    /// How many facts the largest of the common instances have, at least: where other parameters are
    /// looked at, the paper fixes their number, or else it would outweigh them.
    fn least_of_largest(&self) -> u64 {
        let most = self.common.iter().map(|record| record.facts).max().unwrap_or(0);
        most - most / 10
    }

    /// Which instances these are, in words.
    fn largest_in_words(&self) -> String {
        let facts = self.least_of_largest();
        let count = self.common.iter().filter(|record| record.facts >= facts).count();
        format!("the {} instances with {} facts or more", grouped(count), grouped(facts))
    }

    /// Which instances times are of.
    fn basis(&self) -> String {
        let mut text = format!(
            "Times are those of the {} of {} instances that all of these engines answer rightly: {}. As in \
             the paper, an instance that one of them does not answer is left out, which is kind to \
             engines that fail on hard ones; the figure above leaves nothing out.",
            grouped(self.common.len()),
            grouped(self.instances().count()),
            self.compared.join(", ")
        );
        text += &self.clock.reason;
        let others: Vec<&str> =
            self.engines.iter().copied().filter(|e| !self.compared.contains(e)).collect();
        if !others.is_empty() {
            text += &format!(
                " Not compared by time, because they have less than half as many right answers as others: {}.",
                others.join(", ")
            );
        }
        text
    }
}

impl Clock {
    /// Which time is taken, and why: the one from start to end is what people wait for, but it says more about
    /// others if they were at work on the same core. An engine that was not started has used no processor, so
    /// what it has used is asked only of runs with an answer, which are those that times are of.
    fn new(runs: &[(u64, InferenceRecord)]) -> Clock {
        let told = runs.iter().filter(|(_, record)| record.others_us.is_some()).count();
        let disturbed = runs.iter().filter(|(_, record)| record.is_disturbed()).count();
        let engines = runs.iter().flat_map(|(_, record)| &record.runs);
        let mut answered = engines.filter(|run| run.answer().is_some());
        let is_measured = answered.all(|run| run.usage.cpu_us.is_some());
        let from_start = |reason| Clock { whole: WALL, words: "from start to end", reason };
        match (told, disturbed as f64 > DISTURBED * told as f64 && is_measured) {
            (0, _) => from_start(String::new()),
            (_, true) => Clock {
                whole: CPU,
                words: "of processors",
                reason: format!(
                    " During {} of {} runs others were at work on the same core. Therefore whole times are \
                     processor times here, not those from start to end.",
                    grouped(disturbed),
                    grouped(told)
                ),
            },
            (_, false) => from_start(format!(
                " Others were at work on the same core during {} of {} runs.",
                grouped(disturbed),
                grouped(told)
            )),
        }
    }
}

/// The colour of one of some engines: for known engines the same in all reports, for others one that no known
/// engine here has.
fn colour(engine: &str, engines: &[&str]) -> Colour {
    let known = Catalogue::names();
    let own = |engine: &&str| {
        let place = known.iter().position(|name| name == engine)?;
        Some(Colour::ALL.get(place).copied().unwrap_or(Colour::GREY))
    };
    own(&engine).unwrap_or_else(|| {
        let taken: Vec<Colour> = engines.iter().filter_map(own).collect();
        let mut free = Colour::ALL.into_iter().filter(|colour| !taken.contains(colour));
        let strangers = engines.iter().filter(|engine| !known.contains(engine));
        let place = strangers.take_while(|name| **name != engine).count();
        free.nth(place).unwrap_or(Colour::GREY)
    })
}

/// What an engine made of an instance.
fn of<'r>(record: &'r InferenceRecord, engine: &str) -> Option<&'r EngineRun> {
    record.runs.iter().find(|run| run.engine == engine)
}

/// What was run.
fn opening(origin: &str, study: &Study<'_>) -> String {
    let without = match study.runs.len() - study.instances().count() {
        0 => String::new(),
        n => format!(
            " For {} of them no program with such a query was found, and nothing was run.",
            grouped(n)
        ),
    };
    let Config { design, timeout_ms, memory, .. } = study.config;
    format!(
        "{origin} Each draws rules, facts and a query ({}), and runs each engine on them in a process \
         of its own, for {} seconds and in {} MiB at most.{}{without} They can be repeated by:",
        design.policy().description(),
        *timeout_ms as f64 / 1000.0,
        memory >> 20,
        limited(study.runs),
    )
}

/// What the limit on memory counted, in words, as far as it is known.
fn limited(runs: &[(u64, InferenceRecord)]) -> String {
    const TOGETHER: &str = "what all processes of a run have in use together (by control groups)";
    const DATA: &str = "the private memory of each process";
    const EACH: &str = "the address space of each process";
    let engines = || runs.iter().flat_map(|(_, record)| &record.runs);
    let count = |limit| engines().filter(|run| run.usage.memory_limit == Some(limit)).count();
    let kinds = [
        (MemoryLimit::Cgroup, TOGETHER),
        (MemoryLimit::Data, DATA),
        (MemoryLimit::AddressSpace, EACH),
    ];
    let seen = kinds.map(|(limit, words)| (count(limit), words));
    let seen: Vec<_> = seen.into_iter().filter(|(runs, _)| *runs > 0).collect();
    match &seen[..] {
        [] => String::new(),
        [(_, words)] => format!(" The limit on memory is one on {words}."),
        several => {
            let runs = |(runs, words): &(usize, &str)| {
                format!("one on {words} in {} runs of an engine", grouped(*runs))
            };
            let all: Vec<String> = several.iter().map(runs).collect();
            format!(" The limit on memory is {}.", all.join(", and "))
        }
    }
}

/// How many questions are of no interest?
fn zeros(study: &Study<'_>) -> String {
    let right = |record: &InferenceRecord| record.runs.iter().find(|run| run.is_right())?.answer();
    let answers: Vec<(f64, f64)> = study.instances().filter_map(right).collect();
    let zeros = answers.iter().filter(|answer| **answer == (0.0, 0.0)).count();
    format!(
        "To {} of the {} instances that some engine answers, the answer is 0.",
        grouped(zeros),
        grouped(answers.len())
    )
}

/// Do engines disagree?
fn disputes(study: &Study<'_>) -> String {
    let disputed = study.instances().filter(|record| record.disagrees()).count();
    let is_disputed = |record: &&InferenceRecord| record.runs.iter().any(|run| run.disputed);
    let excused = study.instances().filter(is_disputed).count() - disputed;
    format!(
        "An answer is disputed if it is more than 10⁻⁶ away from that of `exact`, or, where `exact` \
         has none, from the median of the others. There are disputed answers to {} instances; to {} further ones there are \
         such that a known fault of the engine explains.",
        grouped(disputed),
        grouped(excused)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_of_ones_own_have_colours_of_their_own() {
        let engines = ["exact", "sdd", "mine", "fsdd", "yours"];
        let mut colours: Vec<Colour> = Vec::new();
        for engine in engines {
            let colour = colour(engine, &engines);
            assert!(!colours.contains(&colour), "{engine} is {colour:?}, too");
            colours.push(colour);
        }
    }
}
