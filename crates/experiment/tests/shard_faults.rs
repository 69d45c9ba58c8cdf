//! A thousand faults at random: whatever happens to tasks, to whoever submits them, and to their files,
//! nothing is lost and nothing is done twice.

use randlog_recipe::Invocation;
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::common::{Square, Squares, SquaresConfig, timeless};
use randlog_base::random::{ChaCha8Rng, Purpose, below, choose, shuffle, stream};
use randlog_experiment::machine::{Machine, Places};
use randlog_experiment::merge::{Extent, merge};
use randlog_experiment::session::{Session, Start};
use randlog_experiment::{Error, Experiment, RunError, Shard, directory};
use serde_json::Value;
use tempfile::TempDir;

const SCENARIOS: u64 = 200;
const FAULTS: u64 = 5;

#[test]
fn after_a_thousand_faults_every_run_is_there_once() {
    for seed in 0..SCENARIOS {
        let mut cluster = Cluster::new(seed);
        for _ in 0..FAULTS {
            let fault = below(&mut cluster.rng, 8);
            cluster.suffer(fault);
        }
        cluster.check(seed);
    }
}

/// Squares, and how often each was computed.
struct Counted {
    squares: Squares,
    executed: Vec<AtomicU64>,
    /// A run that fails, for now.
    failing: AtomicU64,
}

impl Experiment for Counted {
    const NAME: &'static str = Squares::NAME;
    const VERSION: u32 = Squares::VERSION;
    type Config = SquaresConfig;
    type Record = Square;

    fn new(config: SquaresConfig) -> Result<Counted, Error> {
        let executed = (0..config.runs).map(|_| AtomicU64::new(0)).collect();
        Ok(Counted { squares: Squares { config }, executed, failing: AtomicU64::new(u64::MAX) })
    }

    fn config(&self) -> &SquaresConfig {
        &self.squares.config
    }

    fn ids(&self) -> Vec<u64> {
        self.squares.ids()
    }

    fn invocation(&self) -> Invocation {
        self.squares.invocation()
    }

    fn run(&self, id: u64) -> Result<Square, RunError> {
        if self.failing.load(Ordering::Relaxed) == id {
            return Err("the engine is not there".into());
        }
        self.executed[id as usize].fetch_add(1, Ordering::Relaxed);
        self.squares.run(id)
    }
}

/// A directory that tasks write to, and what befalls them.
struct Cluster {
    rng: ChaCha8Rng,
    directory: TempDir,
    experiment: Counted,
    /// How often the record of each run was destroyed.
    destroyed: Vec<u64>,
}

impl Cluster {
    fn new(seed: u64) -> Cluster {
        let mut rng = stream(seed, 0, Purpose::Program);
        let runs = 1 + below(&mut rng, 40);
        let experiment = Counted::new(SquaresConfig { runs, fails_at: None }).unwrap();
        let destroyed = vec![0; runs as usize];
        Cluster { rng, directory: TempDir::new().unwrap(), experiment, destroyed }
    }

    fn suffer(&mut self, fault: u64) {
        match fault {
            0 => self.task_is_killed_in_the_middle_of_a_line(),
            1 => self.submission_is_killed(),
            2 => self.disk_is_full(),
            3 => self.file_is_cut(),
            4 => self.file_is_hardly_begun(),
            5 => self.gathering_is_killed_or_not(),
            6 => self.submissions_overlap(),
            _ => self.run_fails(),
        }
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn below(&mut self, bound: u64) -> u64 {
        below(&mut self.rng, bound)
    }

    /// All shards of some number, in any order.
    fn shards(&mut self) -> Vec<Shard> {
        let count = 1 + self.below(6);
        let mut shards: Vec<Shard> = Shard::new(1, count).unwrap().all().collect();
        shuffle(&mut self.rng, &mut shards);
        shards
    }

    fn open(&self, shard: Shard, machine: &str) -> Session<'_, Counted> {
        let machine = Machine::described(machine);
        Session::open(&self.experiment, shard, self.path(), Start::Resume, &machine).unwrap()
    }

    /// Execute a shard up to so many records.
    fn execute(&self, shard: Shard, at_most: u64) {
        let (stop, mut seen) = (AtomicBool::new(at_most == 0), 0);
        let on_record = |_: &Square| {
            seen += 1;
            stop.store(seen >= at_most, Ordering::Relaxed);
        };
        let machine = if at_most.is_multiple_of(2) { "one node" } else { "another node" };
        // One that fails has said so, and the next goes on.
        let _ = self.open(shard, machine).run(&Places::anywhere(1), &stop, on_record);
    }

    fn task_is_killed_in_the_middle_of_a_line(&mut self) {
        for shard in self.shards() {
            let records = self.below(9);
            self.execute(shard, records);
            let line = format!("{{\"version\":7,\"id\":{},\"square\":1}}\n", self.below(40));
            let written = &line[..self.below(line.len() as u64) as usize];
            append(&self.path().join(shard.file_name()), written);
        }
    }

    fn submission_is_killed(&mut self) {
        let shards = self.shards();
        let begun = self.below(shards.len() as u64);
        for shard in shards.into_iter().take(begun as usize) {
            self.execute(shard, u64::MAX);
        }
    }

    /// The last line is cut, and what the journal would have removed stays.
    fn disk_is_full(&mut self) {
        let Some(shard) = self.shards().first().copied() else { return };
        let records = 1 + self.below(9);
        self.execute(shard, records);
        let path = self.path().join(shard.file_name());
        let last = fs::read_to_string(&path).unwrap().lines().last().unwrap().len() as u64;
        let lost = 1 + self.below(last);
        self.cut(&path, |length| length - lost);
    }

    /// As after the loss of power.
    fn file_is_cut(&mut self) {
        let share = self.below(1000);
        let files = directory::files(self.path()).unwrap();
        if let Some(file) = choose(&mut self.rng, &files).cloned() {
            self.cut(&file.path, |length| length * share / 1000);
        }
    }

    fn file_is_hardly_begun(&mut self) {
        let Some(shard) = self.shards().first().copied() else { return };
        let path = self.path().join(shard.file_name());
        if !path.exists() {
            let text = "{\"version\":7,\"experiment\":\"squa";
            let length = self.below(text.len() as u64) as usize;
            fs::write(path, &text[..length]).unwrap();
        }
    }

    fn gathering_is_killed_or_not(&mut self) {
        if self.below(2) == 0 {
            fs::write(self.path().join(".randlog-1234.tmp"), "{\"version\":7,").unwrap();
        } else if !self.recorded().is_empty() {
            let merged = self.merge(Extent::Part).unwrap();
            assert_eq!(merged, self.recorded().len());
        }
    }

    /// Some tasks are at work when others of another number begin.
    fn submissions_overlap(&mut self) {
        let (early, late) = (self.shards(), self.shards());
        let begun = 1 + self.below(early.len() as u64) as usize;
        let early = &early[..begun];
        let at_work: Vec<_> = early.iter().map(|&shard| self.open(shard, "one node")).collect();
        for shard in late.into_iter().filter(|shard| !early.contains(shard)) {
            self.execute(shard, u64::MAX);
        }
        at_work.into_iter().for_each(|session| {
            session.run(&Places::anywhere(1), &false.into(), |_| ()).unwrap();
        });
    }

    fn run_fails(&mut self) {
        let run = self.below(self.experiment.squares.config.runs);
        self.experiment.failing.store(run, Ordering::Relaxed);
        for shard in self.shards() {
            self.execute(shard, u64::MAX);
        }
        self.experiment.failing.store(u64::MAX, Ordering::Relaxed);
    }

    /// Cut a file, and note whose record is gone.
    fn cut(&mut self, path: &Path, length: impl FnOnce(u64) -> u64) {
        let before = self.recorded();
        let file = OpenOptions::new().write(true).open(path).unwrap();
        file.set_len(length(file.metadata().unwrap().len())).unwrap();
        for id in before.difference(&self.recorded()) {
            self.destroyed[*id as usize] += 1;
        }
    }

    /// The runs that are recorded anywhere, told by other means than those of the crate.
    fn recorded(&self) -> BTreeSet<u64> {
        let mut recorded = BTreeSet::new();
        for file in directory::files(self.path()).unwrap() {
            let text = fs::read_to_string(file.path).unwrap();
            let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
            let lines = whole.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            recorded.extend(lines.filter_map(|line| line.get("id")?.as_u64()));
        }
        recorded
    }

    fn merge(&self, extent: Extent) -> Result<usize, Error> {
        let files = directory::files(self.path()).unwrap();
        let files: Vec<PathBuf> = files.into_iter().map(|file| file.path).collect();
        let merged = merge::<Counted>(&files, extent, &self.path().join("records.jsonl"))?;
        assert_eq!(merged.repeated, Vec::<String>::new());
        Ok(merged.runs)
    }

    /// One more submission, and everything is there once.
    fn check(&mut self, seed: u64) {
        for shard in self.shards() {
            self.execute(shard, u64::MAX);
        }
        let runs = self.experiment.squares.config.runs;
        assert_eq!(self.merge(Extent::Whole).unwrap() as u64, runs, "seed {seed}");
        let records = timeless(&self.path().join("records.jsonl"));
        let mut expected: Vec<String> = (0..runs)
            .map(|id| format!("{{\"id\":{id},\"square\":{},\"version\":7}}", id * id))
            .collect();
        expected.sort();
        assert_eq!(records, expected, "seed {seed}");
        for (id, executed) in self.experiment.executed.iter().enumerate() {
            let needed = 1 + self.destroyed[id];
            assert_eq!(executed.load(Ordering::Relaxed), needed, "run {id}, seed {seed}");
        }
    }
}

fn append(path: &Path, text: &str) {
    OpenOptions::new().append(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
}
