//! What an instance asks.

use std::fmt;

use rand_core::Rng;
use randlog_kernel::below;
use randlog_logic::Atom;

use super::facts::missing;
use super::universe::Universe;

/// How the query of an instance is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// A ground atom that is not among the facts, each with the same probability. Whether it has
    /// anything to do with the rest of the program is left to chance.
    #[default]
    Unlisted,
}

impl Policy {
    /// All of them.
    pub const ALL: [Policy; 1] = [Policy::Unlisted];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Unlisted => "unlisted",
        }
    }

    /// What it says of a query, in words.
    pub fn description(self) -> &'static str {
        match self {
            Policy::Unlisted => "a random ground atom that is not among the facts",
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The query of an instance with these facts.
pub(super) fn choose(
    policy: Policy,
    universe: &Universe,
    listed: &[u64],
    rng: &mut impl Rng,
) -> Option<Atom> {
    match policy {
        Policy::Unlisted => {
            let others = universe.size() - listed.len() as u64;
            universe.atom(missing(listed, below(rng, others)))
        }
    }
}
