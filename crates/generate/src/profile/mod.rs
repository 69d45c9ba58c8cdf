//! What given programs are like, as a spec: the way from somebody's own programs to random ones of
//! their kind.
//!
//! A [`Profile`] has two parts. The *space* is the smallest spec that holds the given programs: their
//! predicates, the most variables of a clause, the constants, the largest body, the most clauses, and
//! every rule that all of them keep (safe clauses, no cycles or none through a negation, conjunctions
//! only, no empty bodies). The *averages* say how much of everything there is. Together they are a
//! spec whose programs are like the given ones.
//!
//! # Facts and rules apart
//!
//! Programs that people write consist of rules and of data, and there may be a million facts for every
//! rule. A clause without a body and without variables is a *ground fact*. All ground facts of a
//! predicate in a program are one table of data, and are taken as one clause, the first of them: a
//! relative then defines that predicate as well, and can be given any number of facts later. Everything
//! else is taken as it is. Programs that were drawn from a space are not meant that way: there a ground
//! fact is a clause like any other ([`GroundFacts`] says which).
//!
//! # In the words of a spec
//!
//! What a spec has no words for is changed where that keeps the shape of a clause, and left out where
//! it does not; each case is a [`Note`].
//!
//! ```
//! use randlog_generate::profile::{GroundFacts, Measure, Profile};
//! use randlog_generate::spec::Cycles;
//! use randlog_logic::Dialect;
//!
//! let program = Dialect::ProbLog.parse(
//!     "path(X, Y) :- edge(X, Y).
//!      path(X, Y) :- edge(X, Z), path(Z, Y).
//!      0.4::edge(a, b). 0.2::edge(b, c). 0.7::edge(a, c).",
//! )?;
//! let profile = Profile::of([(&program, GroundFacts::Data)])?;
//! let space = profile.space();
//! assert_eq!((space.max_clauses(), space.variables().len(), space.constants().len()), (3, 3, 2));
//! assert_eq!((space.safe(), space.cycles()), (true, Cycles::Stratified));
//! assert_eq!(profile.tally().average(Measure::Head(0)), Some(2.0));
//! assert_eq!(profile.facts().count, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod baseline;
mod measure;
mod names;
mod note;
mod outline;
mod print;
mod rules;
mod smallest;
mod tally;
mod typical;

use miette::Diagnostic;
use randlog_logic::Program;

use crate::Spec;
use crate::spec::{Draft, Number, SpecError};

pub use baseline::{Baseline, Unknown, baselines};
pub use measure::Measure;
pub use note::Note;
pub use outline::outline;
pub use rules::{Facts, GroundFacts, has_rules};
pub use tally::Tally;
pub use typical::Typical;

/// So many digits of an average are written down.
const DIGITS: usize = 6;

/// What given programs are like.
#[derive(Clone, Debug)]
pub struct Profile {
    rules: Vec<Program>,
    space: Spec,
    tally: Tally,
    facts: Facts,
    notes: Vec<Note>,
}

/// Why there is no profile.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum NoProfile {
    /// There is no clause but ground facts.
    #[error("there are no rules")]
    #[diagnostic(help(
        "give programs with at least one clause that has a body or a variable: facts alone have no shape"
    ))]
    NoRules,
    /// No spec can be so large.
    #[error("no spec can hold these programs: {0}")]
    #[diagnostic(help("give smaller programs, or a part of them"))]
    TooLarge(Box<SpecError>),
}

impl Profile {
    /// The profile of some programs, each with what its ground facts are.
    pub fn of<'p>(
        programs: impl IntoIterator<Item = (&'p Program, GroundFacts)>,
    ) -> Result<Profile, NoProfile> {
        let programs: Vec<_> = programs.into_iter().collect();
        if !programs.iter().any(|(program, facts)| has_rules(program, *facts)) {
            return Err(NoProfile::NoRules);
        }
        let rules::Rules { programs, predicates, constants, facts, notes } = rules::take(&programs);
        let mut tally = Tally::new(&predicates);
        programs.iter().for_each(|program| tally.add(program));
        let space = smallest::draft(&programs, &predicates, constants).build();
        let space = space.map_err(|error| NoProfile::TooLarge(Box::new(error)))?;
        Ok(Profile { rules: programs, space, tally, facts, notes })
    }

    /// The rules of each program in the words of the spec, with a ground fact where one stands for
    /// data. They belong to the space.
    pub fn rules(&self) -> &[Program] {
        &self.rules
    }

    /// The smallest spec that holds all these rules.
    pub fn space(&self) -> &Spec {
        &self.space
    }

    /// What the rules come to on average, in everything that the space leaves open.
    pub fn averages(&self) -> Vec<(Measure, f64)> {
        let average = |measure| Some((measure, self.tally.average(measure)?));
        Measure::open_in(&self.space).into_iter().filter_map(average).collect()
    }

    /// The space together with the averages: a spec whose programs are like the given ones.
    pub fn draft(&self) -> Draft {
        let decimal = |value: f64| Number::rounded(value, DIGITS).map(|number| number.to_string());
        let row =
            |(measure, value): (Measure, f64)| Some((measure.row(&self.space), decimal(value)?));
        let rows: Vec<_> = self.averages().into_iter().filter_map(row).collect();
        self.space.to_draft().averages(rows)
    }

    /// What is in the rules.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The ground facts that are data.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// What was changed or left out.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
}
