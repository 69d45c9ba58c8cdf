//! What several tests need: a toy experiment, and records without their times.

use randlog_recipe::Invocation;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use randlog_experiment::grid::{Grid, Point};
use randlog_experiment::machine::{Machine, Places};
use randlog_experiment::session::{Ending, Session, Start};
use randlog_experiment::{Error, Experiment, RunError, Shard};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Squares of numbers, some of which fail.
pub(crate) struct Squares {
    pub config: SquaresConfig,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SquaresConfig {
    pub runs: u64,
    pub fails_at: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Square {
    pub square: u64,
}

impl Squares {
    pub(crate) fn up_to(runs: u64) -> Squares {
        Squares { config: SquaresConfig { runs, fails_at: None } }
    }
}

impl Experiment for Squares {
    const NAME: &'static str = "squares";
    const VERSION: u32 = 7;
    type Config = SquaresConfig;
    type Record = Square;

    fn new(config: SquaresConfig) -> Result<Squares, Error> {
        Ok(Squares { config })
    }

    fn config(&self) -> &SquaresConfig {
        &self.config
    }

    fn ids(&self) -> Vec<u64> {
        (0..self.config.runs).collect()
    }

    fn invocation(&self) -> Invocation {
        Invocation::new("squares", "DIR")
    }

    fn run(&self, id: u64) -> Result<Square, RunError> {
        if self.config.fails_at == Some(id) {
            return Err("no square today".into());
        }
        Ok(Square { square: id * id })
    }
}

/// The grid with some lists in place of those by default.
pub(crate) fn grid<P: Point>(lists: &[(&str, &[usize])]) -> Grid<P> {
    let with = |grid: Grid<P>, (key, values): &(&str, &[usize])| grid.with(key, *values).unwrap();
    lists.iter().fold(Grid::default(), with)
}

/// A grid with other numbers than those by default, in one expression.
pub(crate) trait Changed: Sized {
    fn with_seed(self, seed: u64) -> Self;
    fn with_repeats(self, repeats: usize) -> Self;
    fn with_sample(self, sample: u64) -> Self;
}

impl<P: Point> Changed for Grid<P> {
    fn with_seed(mut self, seed: u64) -> Grid<P> {
        self.seed = seed;
        self
    }

    fn with_repeats(mut self, repeats: usize) -> Grid<P> {
        self.repeats = repeats;
        self
    }

    fn with_sample(mut self, sample: u64) -> Grid<P> {
        self.sample = Some(sample);
        self
    }
}

/// What stands for a machine.
pub(crate) fn test() -> Machine {
    Machine::described("a test")
}

/// Two threads.
pub(crate) fn two() -> Places {
    Places::anywhere(2)
}

/// Execute a shard, stopping after so many records.
pub(crate) fn execute<E: Experiment>(
    experiment: &E,
    directory: &Path,
    shard: Shard,
    start: Start,
    stop_after: usize,
) -> Result<Ending, Error> {
    let stop = AtomicBool::new(stop_after == 0);
    let mut seen = 0;
    Session::open(experiment, shard, directory, start, &test())?.run(&two(), &stop, |_| {
        seen += 1;
        if seen >= stop_after {
            stop.store(true, Ordering::Relaxed);
        }
    })
}

/// Execute everything that is missing.
pub(crate) fn complete<E: Experiment>(experiment: &E, directory: &Path, shard: Shard) {
    let ending = execute(experiment, directory, shard, Start::Resume, usize::MAX);
    assert_eq!(ending.unwrap(), Ending::Complete);
}

/// The records of a file, without times, sorted.
pub(crate) fn timeless(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.ends_with('\n'));
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line.get("id").is_some())
        .map(|mut record| {
            let fields = record.as_object_mut().unwrap();
            fields.retain(|key, _| !key.ends_with("_us"));
            record.to_string()
        })
        .collect();
    lines.sort();
    lines
}
