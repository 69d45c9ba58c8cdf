//! What given programs are like, as a spec: the way from somebody's own programs to random ones of
//! their kind.
//!
//! A [`Profile`] has two parts. The *space* is the smallest spec that holds the given programs: their
//! predicates, the most variables of a clause, the constants, the largest body, the numbers of clauses, and
//! every rule that all of them keep (safe and connected clauses, no cycles or none through a negation, sets of
//! literals or conjunctions only, no empty bodies, nothing redundant, nothing that cannot be derived). The
//! *averages* say how much of everything else there is. Together they are a spec whose programs, the *relatives*,
//! are like the given ones. Rules and averages do not always go together: [`Profile::relatives`] keeps the rules.
//!
//! # Facts and rules apart
//!
//! Programs that people write consist of rules and of data, and there may be a million facts for every
//! rule. A clause without a body and without variables is a *ground fact*. A predicate that has only ground
//! facts, or no clause at all, is *data*: it heads no clause of a relative, which can be given any number of facts
//! later. If a predicate has rules as well, its ground facts are taken as one clause, the first of them. Programs
//! that were drawn from a space are not meant that way: there a ground fact is a clause like any other
//! ([`GroundFacts`] says which).
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
//! assert_eq!((space.max_clauses(), space.variables().len(), space.constants().len()), (2, 3, 0));
//! assert_eq!(space.data()[0].to_string(), "edge/2");
//! assert_eq!((space.safe(), space.cycles()), (true, Cycles::Stratified));
//! assert_eq!(profile.tally().average(Measure::Body(1)), Some(2.0 / 3.0));
//! assert_eq!(profile.facts().count, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod baseline;
mod generous;
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
use randlog_logic::{Dialect, ParseError, Program};

use crate::exact::{self, NotFitted, SizeSpread};
use crate::generator::{Generator, Method};
use crate::spec::{Draft, Number, SpecError};
use crate::{Spec, Stop};

pub use baseline::{Baseline, Unknown, baselines};
pub use measure::Measure;
pub use note::Note;
pub use outline::outline;
pub use rules::{Facts, GroundFacts, has_rules};
pub use tally::Tally;
pub use typical::Typical;

/// What an atom weighs in the bodies of a head that does not use its predicate.
const HARDLY: &str = "0.000001";

/// So many digits of an average are written down.
const DIGITS: usize = 6;

/// Read a program of which only the shape counts. Where it does not parse, it is read clause by clause, and what cannot be read
/// is changed or left out: so many clauses. Refused if these are most of it.
pub fn read(text: &str) -> Result<(Program, u64), ParseError> {
    if let Ok(program) = Dialect::ProbLog.parse(text) {
        return Ok((program, 0));
    }
    let refused = match Program::parse(text) {
        Ok(program) => return Ok((outline(&program), 0)),
        Err(refused) => refused,
    };
    match generous::read(text) {
        (program, left_out) if program.clauses.len() as u64 > left_out => Ok((program, left_out)),
        _ => Err(refused),
    }
}

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

/// Where relatives come from.
#[derive(Clone, Debug)]
pub struct Relatives {
    /// The spec, with averages.
    pub spec: Spec,
    /// The same with fitted weights in place of the averages, so that nobody has to fit them again.
    pub fitted: Spec,
}

/// The spec with fitted weights, if programs can be drawn from it.
fn drawable(spec: &Spec, stop: &Stop) -> Result<Spec, NotFitted> {
    let fitted = exact::fitted(spec, stop)?;
    Generator::new(&fitted, Method::Auto, SizeSpread::default(), stop)?;
    Ok(fitted)
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
        let rules = rules::take(&programs);
        let space = smallest::draft(&rules).build();
        let space = space.map_err(|error| NoProfile::TooLarge(Box::new(error)))?;
        let mut tally = Tally::new(space.predicates());
        rules.programs.iter().for_each(|program| tally.add(program));
        let rules::Rules { programs, facts, notes, .. } = rules;
        Ok(Profile { rules: programs, space, tally, facts, notes })
    }

    /// The same, with the numbers of clauses on average instead of exactly.
    pub fn loosened(self) -> Result<Profile, NoProfile> {
        let space = self.space.to_draft().clauses([] as [(&str, usize); 0]).build();
        let space = space.map_err(|error| NoProfile::TooLarge(Box::new(error)))?;
        Ok(Profile { space, ..self })
    }

    /// The rules of each program in the words of the spec, without data. They belong to the space.
    pub fn rules(&self) -> &[Program] {
        &self.rules
    }

    /// The smallest spec that holds all these rules.
    pub fn space(&self) -> &Spec {
        &self.space
    }

    /// What the rules come to on average, in everything that the space leaves open; and which predicates the bodies of
    /// each head use.
    pub fn averages(&self) -> Vec<(Measure, f64)> {
        let average = |measure| Some((measure, self.tally.average(measure)?));
        let open = Measure::open_in(&self.space).into_iter().filter_map(average);
        let used = |(measure, number)| (number > 0.0).then_some((measure, number));
        open.chain(self.uses().filter_map(average).filter_map(used)).collect()
    }

    /// Each head with each predicate that it could use.
    fn uses(&self) -> impl Iterator<Item = Measure> {
        let (heads, all) = (self.space.heads().len(), self.space.predicates().len());
        (0..heads)
            .flat_map(move |head| (0..all).map(move |predicate| Measure::Uses { head, predicate }))
    }

    /// Weights under which heads hardly ever use predicates that they do not use in the given programs.
    fn hardly_used(&self) -> impl Iterator<Item = (String, &'static str)> {
        let unused = self.uses().filter(|measure| self.tally.average(*measure) == Some(0.0));
        unused.map(|measure| (measure.row(&self.space), HARDLY))
    }

    /// The space together with the averages: a spec whose programs are like the given ones.
    pub fn draft(&self) -> Draft {
        match self.space.clauses().len() == self.space.heads().len() {
            true => self.like_by_head(),
            // A head with more clauses than usual would need some that use what it hardly ever uses, which are seldom drawn.
            false => self.draft_with(|it| !matches!(it, Measure::Uses { .. })),
        }
    }

    /// The space with averages of each head, and none of the predicates as a whole.
    fn like_by_head(&self) -> Draft {
        self.draft_with(|it| !matches!(it, Measure::Body(_))).weights(self.hardly_used())
    }

    /// The space with some of the averages.
    fn draft_with(&self, is_kept: impl Fn(Measure) -> bool) -> Draft {
        let decimal = |value: f64| Number::rounded(value, DIGITS).map(|number| number.to_string());
        let row =
            |(measure, value): (Measure, f64)| Some((measure.row(&self.space), decimal(value)?));
        let kept = self.averages().into_iter().filter(|(measure, _)| is_kept(*measure));
        let rows: Vec<_> = kept.filter_map(row).collect();
        self.space.to_draft().averages(rows)
    }

    /// A spec to draw relatives from, made by `complete` of a draft with as many averages as can be kept. A note tells which
    /// are not.
    ///
    /// Averages need closed forms, or rejection where these do not cover a rule. If so few programs keep the rules that
    /// rejection is no way, the shares of predicates are left to chance, and then all averages: without them, there is
    /// always the search.
    pub fn relatives<E>(
        &mut self,
        stop: &Stop,
        complete: impl Fn(Draft) -> Result<Spec, E>,
    ) -> Result<Relatives, E> {
        let spec = complete(self.draft())?;
        let reason = match drawable(&spec, stop) {
            Ok(fitted) => return Ok(Relatives { spec, fitted }),
            Err(reason) => reason,
        };
        let is_shared = |it| matches!(it, Measure::Body(_));
        let is_used = |it| matches!(it, Measure::Uses { .. });
        let steps = [
            (self.draft_with(|it| !is_used(it)), "which predicates a head uses is"),
            (
                self.draft_with(|it| !is_shared(it) && !is_used(it)),
                "the shares of predicates in bodies are",
            ),
            (self.draft_with(|_| false), "all averages are"),
        ];
        for (draft, averages) in steps {
            let other = complete(draft)?;
            if other.averages() == spec.averages() {
                continue;
            }
            if let Ok(fitted) = drawable(&other, stop) {
                self.notes.push(Note::NotKept { averages, reason: reason.to_string() });
                return Ok(Relatives { spec: other, fitted });
            }
        }
        // Whoever draws from it will be told why that does not work.
        Ok(Relatives { fitted: spec.clone(), spec })
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
