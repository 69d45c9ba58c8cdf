//! What several rooms need, once, below all of them. Nothing here knows of logic programs.
//!
//! | module | holds |
//! |---|---|
//! | [`random`] | random numbers that mean the same everywhere: named streams, fair choices, subsets |
//! | [`batch`] | work spread over threads, results in order |
//! | [`bits`] | sets of small numbers |
//! | [`clock`] | the clock, also where the standard library has none |
//! | [`lists`] | many lists in one array |
//! | [`components`] | which nodes of a graph reach each other |
//! | [`process`] | what the system tells of processes |
//! | [`stop`] | one way to stop work: deadline, memory, steps, interrupt |
//! | [`text`] | tables as text: aligned, or as CSV |
//! | `files` | files that appear whole or not at all (feature `files`) |
//!
//! ```
//! use randlog_base::random::{Purpose, below, stream};
//!
//! // The same number for the same seed, index and purpose, on every machine.
//! let draw = |purpose| below(&mut stream(7, 0, purpose), 1000);
//! assert_eq!(draw(Purpose::Program), draw(Purpose::Program));
//! assert_ne!(draw(Purpose::Program), draw(Purpose::Facts));
//! ```

pub mod batch;
pub mod bits;
pub mod clock;
pub mod components;
#[cfg(feature = "files")]
pub mod files;
pub mod lists;
pub mod process;
pub mod random;
pub mod stop;
pub mod text;

pub use bits::BitSet;
pub use components::Components;
pub use lists::Lists;
pub use stop::{Stop, Stopped};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
