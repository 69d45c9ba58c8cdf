//! The same questions to randlog's own search.

use randlog_generate::Spec;
use randlog_generate::search::{Enumerated, Limits, Sampled, Searcher};
use randlog_logic::Program;

/// How many programs there are, by visiting them all.
pub fn count(spec: &Spec) -> u64 {
    let (found, end) = Searcher::new(spec).count(&Limits::default());
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
