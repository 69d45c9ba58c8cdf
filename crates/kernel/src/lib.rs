//! A small finite-domain constraint kernel.
//!
//! A constraint problem is a set of *variables*, each with a finite *domain* of values
//! `0, 1, 2, …`, and a set of *constraints* over them. The kernel finds assignments that satisfy
//! all constraints by interleaving two steps:
//!
//! - **propagation**: each constraint has a [`Propagator`] that removes values which cannot be
//!   part of any solution, until none removes anything more;
//! - **branching**: when that is not enough, guess: pick a variable and a value, and if the guess
//!   fails, remove the value and go on.
//!
//! # A first model
//!
//! Two variables with values 0, 1, 2, the first strictly smaller than the second:
//!
//! ```
//! use std::ops::ControlFlow;
//! use randlog_kernel::{constraint::LexLess, Branching, Model, Restarts, Smallest, Stop};
//!
//! let mut model = Model::new();
//! let x = model.variable(0..3);
//! let y = model.variable(0..3);
//! let less = LexLess::strict(&mut model, vec![x], vec![y]);
//! model.post(less);
//!
//! let mut solver = model.into_solver();
//! let branching = Branching::new([vec![x, y]]);
//! let mut found = Vec::new();
//! solver.search(&branching, &mut Smallest, Restarts::Never, &Stop::NEVER, |store| {
//!     found.push((store.value(x).unwrap(), store.value(y).unwrap()));
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(found, [(0, 1), (0, 2), (1, 2)]);
//! ```
//!
//! # The pieces, bottom up
//!
//! | module | holds |
//! |---|---|
//! | [`Store`] | domains, reversible cells, the trail that undoes them, the queue of propagators to run |
//! | [`Propagator`] | what a constraint must be able to do, and an essay on writing one |
//! | [`constraint`] | the constraints that come with the kernel |
//! | [`Model`], [`Solver`] | a problem being built; a problem being solved |
//! | [`Branching`], [`Restarts`], [`SearchStatistics`] | how the search goes, and how it went |
//!
//! The kernel knows nothing of what its variables mean.

pub mod constraint;
mod model;
mod propagator;
mod schedule;
mod search;
mod store;
#[cfg(test)]
mod testing;
mod vars;

pub use model::{Model, Solver};
pub use propagator::{Propagator, Reifiable, Truth};
pub use randlog_base::BitSet;
pub use randlog_base::{Stop, Stopped};
pub use schedule::{Cost, Event, Status, Var, Watch};
pub use search::{
    Branching, Ending, RandomValue, Restarts, SearchStatistics, Smallest, ValueOrder,
};
pub use store::{Cell, Conflict, Store};
pub use vars::Vars;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
