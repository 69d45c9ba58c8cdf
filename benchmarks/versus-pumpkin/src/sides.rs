//! The sides of the comparison, asked the same questions.

use std::time::Duration;

use randlog_generate::search::Searcher;
use randlog_generate::{Spec, Stop};
use randlog_logic::Program;

use crate::clock::{Time, time};
use crate::decode;
use crate::pumpkin::{Model, Propagators};

/// A solver with the model on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Pumpkin.
    Pumpkin(Propagators),
    /// randlog's own kernel.
    Randlog,
}

/// The order in which the sides take turns. randlog is the last.
pub const SIDES: [Side; 3] =
    [Side::Pumpkin(Propagators::Library), Side::Pumpkin(Propagators::Own), Side::Randlog];

/// The time to build a model and the time to find a program with it.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// From the spec to a model ready to search.
    pub build: Time,
    /// From there to a program.
    pub search: Time,
}

impl Run {
    /// Both, by the clock on the wall.
    pub fn wall(&self) -> Duration {
        self.build.wall + self.search.wall
    }
}

impl Side {
    /// What to call it.
    pub fn name(self) -> &'static str {
        match self {
            Side::Pumpkin(Propagators::Library) => "Pumpkin, library",
            Side::Pumpkin(Propagators::Own) => "Pumpkin, own propagators",
            Side::Randlog => "randlog",
        }
    }

    /// How many programs there are, by visiting them all.
    pub fn count(self, spec: &Spec) -> u64 {
        match self {
            Side::Pumpkin(propagators) => Model::new(spec, propagators, 0).count(),
            Side::Randlog => Searcher::new(spec).count(&Stop::NEVER).expect("nothing stops it"),
        }
    }

    /// Build a model and throw it away.
    pub fn build(self, spec: &Spec) -> Time {
        match self {
            Side::Pumpkin(propagators) => time(|| Model::new(spec, propagators, 0)).1,
            Side::Randlog => time(|| Searcher::new(spec)).1,
        }
    }

    /// A random program, if there is one.
    pub fn sample(self, spec: &Spec, seed: u64) -> (Option<Program>, Run) {
        match self {
            Side::Pumpkin(propagators) => {
                let (mut model, build) = time(|| Model::new(spec, propagators, seed));
                let (program, search) = time(|| {
                    let (clauses, _) = model.sample();
                    clauses.map(|clauses| decode::program(spec, &clauses))
                });
                (program, Run { build, search })
            }
            Side::Randlog => {
                let (mut searcher, build) = time(|| Searcher::new(spec));
                let (program, search) = time(|| searcher.sample(seed, 0, &Stop::NEVER));
                (program.expect("nothing stops it"), Run { build, search })
            }
        }
    }
}
