//! Experiments: long lists of runs, recorded one by one, reported at the end.
//!
//! An [`Experiment`] is a list of runs, each with a number of its own and a function that executes
//! it. Everything else is the same for all of them:
//!
//! | module | does |
//! |---|---|
//! | [`session`] | executes the runs on all cores and appends a record for each; goes on where it stopped |
//! | [`records`] | the files: a header that says what is run, then a line of JSON for each run |
//! | [`shard`] | splits the list over machines |
//! | [`directory`] | the files of shards side by side, and who is at work on them |
//! | [`grid`] | all combinations of some parameters, as a list of runs |
//! | [`merge`] | puts the files of all shards together, or says what is missing |
//! | [`status`] | how far an experiment has come, over all shards |
//! | [`machine`] | says what the runs were executed on; cores |
//! | [`report`] | tables, figures (feature `figures`), and the page that shows them |
//! | [`known`] | what can be done with records of any experiment of this crate |
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use randlog_experiment::grid::Grid;
//! use randlog_experiment::scaling::{Config, Scaling};
//! use randlog_experiment::machine::{Machine, Places};
//! use randlog_experiment::session::{Session, Start};
//! use randlog_experiment::{Experiment, Shard, records};
//!
//! // Ten runs of the paper's grid, recorded in a directory.
//! let mut grid = Grid::default();
//! grid.sample = Some(10);
//! let config = Config { grid, ..Config::default() };
//! let experiment = Scaling::new(config)?;
//! let directory = tempfile::tempdir()?;
//! let places = Places::new(2);
//! let machine = Machine::here(places.count(), places.are_cores(), Vec::new());
//! let session =
//!     Session::open(&experiment, Shard::WHOLE, directory.path(), Start::Afresh, &machine)?;
//! session.run(&places, &AtomicBool::new(false), |record| println!("{} nodes", record.nodes))?;
//!
//! let file = directory.path().join(Shard::WHOLE.file_name());
//! assert_eq!(records::read::<Scaling>(&file)?.records.len(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A new experiment
//!
//! 1. A configuration: whatever the records depend on, apart from the machine. It is written into
//!    the header of every file, and files with different configurations never mix. If runs differ
//!    by parameters, it has a [`grid::Grid`] of them.
//! 2. A record: what one run shows. Put into it what is needed to repeat the run by hand.
//! 3. An implementation of [`Experiment`]: the numbers of all runs, and how to execute one. A run
//!    must depend on the configuration and its number alone, so that it does not matter where and
//!    in which order runs are executed.
//! 4. A function from records to a [`report::Report`].
//! 5. An entry in [`known`].
//!
//! [`scaling`] is an example, and [`inference`] is one that runs other programs.

pub mod directory;
mod error;
mod experiment;
pub mod grid;
pub mod inference;
pub mod known;
pub mod machine;
pub mod merge;
mod predicates;
mod published;
pub mod records;
pub mod report;
pub mod scaling;
pub mod session;
pub mod shard;
pub mod status;

pub use error::{Error, RunError};
pub use experiment::Experiment;
pub use shard::Shard;
