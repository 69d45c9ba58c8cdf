//! How inference engines compare: the second experiment of the paper that the model is from, and the
//! same with rules and queries that every engine can make something of.
//!
//! Each run draws rules, facts and a query, and runs all engines on this program, one after the other. Recorded are the answers or failures, the times, and who disagrees.

mod draw;
mod evaluation;
mod grid;
mod record;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::machine::{Load, micros};
use crate::{Error, Experiment, RunError};
use randlog_base::{Stop, files};
use randlog_engines::compare::{Comparison, compare};
use randlog_engines::known::KnownFaults;
use randlog_engines::{Engine, EngineLimits, FailureKind, TestCase};
use randlog_recipe::Invocation;

pub use evaluation::report;
pub use grid::{Config, Design, Parameters};
pub use record::{EngineRun, InferenceRecord, Outcome};

/// Where the files of runs stay on which engines disagree.
pub const DISAGREEMENTS: &str = "disagreements";

/// The experiment. Without engines, it only knows which runs there are.
#[derive(Debug)]
pub struct Inference {
    config: Config,
    engines: Vec<Box<dyn Engine>>,
    /// Where the files of instances go.
    directory: PathBuf,
}

impl Inference {
    /// Execute runs with these engines; files of instances go below a directory.
    pub fn with_engines(self, engines: Vec<Box<dyn Engine>>, directory: &Path) -> Inference {
        Inference { engines, directory: directory.to_owned(), ..self }
    }

    /// Run all engines on a program, which is kept if they disagree. Until then there is nothing of it in
    /// the directory, where other experiments may be at work.
    fn compare(&self, id: u64, text: &str) -> Result<Comparison, RunError> {
        let Config { grid, timeout_ms, memory, .. } = &self.config;
        let limits = EngineLimits { time: Duration::from_millis(*timeout_ms), memory: *memory };
        let (program, known) = (TestCase::from(text), KnownFaults::shipped());
        let comparison = compare(&self.engines, &program, &limits, known, &Stop::NEVER)?;
        if comparison.is_disputed() {
            let kept = self.directory.join(DISAGREEMENTS);
            fs::create_dir_all(&kept)?;
            files::write(&kept.join(file_name(grid.seed, id)), text.as_bytes())?;
        }
        // That an engine is not there says nothing about it: no record must.
        if let Some((engine, failure)) = comparison.not_run().next() {
            let words = &failure.words;
            return Err(format!("the engine `{engine}` cannot be run: {words}").into());
        }
        Ok(comparison)
    }
}

impl Experiment for Inference {
    const NAME: &'static str = "inference";
    const VERSION: u32 = 1;
    type Config = Config;
    type Record = InferenceRecord;

    fn new(config: Config) -> Result<Inference, Error> {
        config.grid.check()?;
        draw::check_largest(&config)?;
        Ok(Inference { config, engines: Vec::new(), directory: PathBuf::new() })
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn ids(&self) -> Vec<u64> {
        self.config.grid.ids()
    }

    fn invocation(&self) -> Invocation {
        let (config, default) = (&self.config, Config::default());
        let seconds = |ms: u64| ms as f64 / 1000.0;
        let command = Invocation::new("experiment inference", "DIR");
        let command = config.grid.flags(command.with("design", config.design.name()));
        // Flags that are as by default are left out.
        command
            .with_unless(default.memory, "memory", config.memory)
            .with_unless(seconds(default.timeout_ms), "timeout", seconds(config.timeout_ms))
            .with("engines", config.engines.join(","))
            .with("seed", config.grid.seed)
    }

    fn run(&self, id: u64) -> Result<InferenceRecord, RunError> {
        if self.engines.is_empty() {
            return Err("there are no engines to run".into());
        }
        let Config { grid, design, .. } = &self.config;
        let parameters = grid.combination(id).ok_or("there is no such run")?;
        let drawn = draw::draw(grid.seed, *design, &parameters)?;
        let (mut parts, mut others) = (Vec::new(), None);
        if let Some((_, text)) = &drawn.instance {
            let load = Load::now();
            parts = self.compare(id, text)?.parts;
            let ours = parts.iter().filter_map(|part| part.run.usage.cpu_us).sum();
            others = load.and_then(|load| load.of_others(Duration::from_micros(ours)));
        }
        let spec = &drawn.recipe.spec;
        let query = drawn.instance.as_ref().and_then(|(made, _)| made.program.queries.first());
        let query = query.map(|query| &query.atom);
        Ok(InferenceRecord {
            parameters,
            arities: spec.predicates().iter().map(|predicate| predicate.arity).collect(),
            pairs: spec.independent().to_vec(),
            attempt: drawn.attempt,
            seed: drawn.recipe.seed,
            facts: drawn.facts,
            query: query.map(ToString::to_string),
            others_us: others.map(micros),
            runs: parts.into_iter().map(|part| EngineRun::new(part, query)).collect(),
        })
    }

    fn is_doubtful(record: &InferenceRecord) -> bool {
        let is_sudden = |kind| matches!(kind, FailureKind::Crash | FailureKind::Memory);
        record.runs.iter().any(|run| run.failure().is_some_and(is_sudden))
    }
}

/// What the file of a run is called, in a directory that may hold those of other seeds.
fn file_name(seed: u64, id: u64) -> String {
    format!("seed-{seed}-run-{id}.pl")
}
