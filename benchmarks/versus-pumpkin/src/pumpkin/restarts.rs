//! Conflicts without learning, with restarts.
//!
//! Pumpkin counts conflicts towards its restarts only when it learns from them, so the restarts are
//! made here.

use pumpkin_conflict_resolvers::resolvers::NoLearningResolver;
use pumpkin_core::conflict_resolving::{ConflictAnalysisContext, ConflictResolver};

/// Takes back the last decision; from time to time, all of them.
#[derive(Clone, Debug)]
pub struct Restarts {
    limit: f64,
    conflicts: u64,
    /// All conflicts so far.
    pub failures: u64,
}

impl Restarts {
    const FIRST: f64 = 10.0;
    const FACTOR: f64 = 1.1;

    /// Restart after 10 conflicts, then 11, then 12.1 …
    pub fn geometric() -> Restarts {
        Restarts { limit: Restarts::FIRST, conflicts: 0, failures: 0 }
    }
}

impl ConflictResolver for Restarts {
    fn resolve_conflict(&mut self, context: &mut ConflictAnalysisContext) {
        self.failures += 1;
        self.conflicts += 1;
        if self.conflicts as f64 >= self.limit {
            self.conflicts = 0;
            self.limit *= Restarts::FACTOR;
            context.restore_to(0);
        } else {
            NoLearningResolver.resolve_conflict(context);
        }
    }
}
