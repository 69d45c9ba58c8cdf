//! The same questions to randlog's own search.

use std::ops::ControlFlow;

use randlog_generate::Spec;
use randlog_generate::search::{Enumerated, Limits, Sampled, Searcher};
use randlog_logic::Program;

/// How many programs there are, by listing them all.
pub fn count(spec: &Spec) -> u64 {
    let mut found = 0;
    let end = Searcher::new(spec).enumerate(&Limits::default(), |_| {
        found += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(end, Enumerated::Complete);
    found
}

/// A random program; nothing if there is none.
pub fn sample(searcher: &mut Searcher, seed: u64) -> Option<Program> {
    match searcher.sample(seed, 0, &Limits::default()) {
        Sampled::Found(program) => Some(program),
        Sampled::Empty | Sampled::Limit => None,
    }
}
