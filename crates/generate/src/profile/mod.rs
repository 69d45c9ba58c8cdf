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
use randlog_logic::Program;

use crate::exact::{self, NoSampler, NotFitted, OutsideClosedForms, SizeSpread};
use crate::generator::{Generator, Method};
use crate::spec::{Draft, Number, SpecError, Used};
use crate::{Spec, Stop};

pub use baseline::{Baseline, Unknown, baselines};
pub use generous::{Reading, read};
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

/// Where relatives come from.
#[derive(Clone, Debug)]
pub struct Relatives {
    /// The spec, with averages.
    pub spec: Spec,
    /// The same with fitted weights in place of the averages, so that nobody has to fit them again.
    pub fitted: Spec,
}

/// The spec with fitted weights, if that takes no more than so many steps and programs can be drawn from it.
fn drawable(spec: &Spec, stop: &Stop) -> Result<Spec, NotFitted> {
    let fitted = exact::fitted_in_a_moment(spec, stop)?;
    let method = if fitted.uses().is_empty() { Method::Auto } else { Method::Heads };
    let generator = Generator::new(&fitted, method, SizeSpread::default(), stop);
    // If heads are not to be drawn one by one, something else may do.
    let is_hard =
        |reason: &NoSampler| matches!(reason, NoSampler::Outside(OutsideClosedForms::Hard { .. }));
    match generator {
        Err(reason) if method == Method::Heads && !is_hard(&reason) => {
            Generator::new(&fitted, Method::Auto, SizeSpread::default(), stop)?
        }
        other => other?,
    };
    Ok(fitted)
}

/// The same space, in which anything stands in the bodies of one head, given as `name/arity`.
fn without_uses_of(spec: &Spec, head: &str) -> Draft {
    let others = spec.uses().iter().filter(|(of, _)| spec.heads()[*of].to_string() != head);
    let row = |(of, used): &(usize, Vec<Used>)| {
        (spec.reference(*of), used.iter().map(|&used| spec.reference_to(used)).collect())
    };
    spec.to_draft().uses(others.map(row).collect::<Vec<(String, Vec<String>)>>())
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

    /// The same, with the numbers of clauses and of what stands in bodies on average instead of exactly.
    pub fn loosened(self) -> Result<Profile, NoProfile> {
        let draft = self.space.to_draft().clauses([] as [(&str, usize); 0]);
        let space = draft.uses([] as [(&str, Vec<&str>); 0]).build();
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

    /// What the rules come to on average, in everything that the space leaves open.
    pub fn averages(&self) -> Vec<(Measure, f64)> {
        let average = |measure| Some((measure, self.tally.average(measure)?));
        Measure::open_in(&self.space).into_iter().filter_map(average).collect()
    }

    /// The space together with the averages: a spec whose programs are like the given ones. Where it is known what stands in
    /// the bodies of all heads, averages of that are not needed.
    pub fn draft(&self) -> Draft {
        match self.space.uses().len() == self.space.heads().len() {
            true => self.draft_with(|_| false),
            false => self.like_by_head(),
        }
    }

    /// The space with averages of what the bodies of each head hold, and none of the predicates as a whole.
    fn like_by_head(&self) -> Draft {
        self.draft_with(|it| !matches!(it, Measure::Body(_)))
    }

    /// Each head with each predicate that it uses.
    fn uses(&self) -> impl Iterator<Item = Measure> {
        let (heads, all) = (self.space.heads().len(), self.space.predicates().len());
        let uses = move |head| (0..all).map(move |predicate| Measure::Uses { head, predicate });
        let is_used = |uses: &Measure| self.tally.average(*uses).is_some_and(|number| number > 0.0);
        (0..heads).flat_map(uses).filter(is_used)
    }

    /// The space with some of the averages.
    fn draft_with(&self, is_kept: impl Fn(Measure) -> bool) -> Draft {
        let decimal = |value: f64| Number::rounded(value, DIGITS).map(|number| number.to_string());
        let row =
            |(measure, value): (Measure, f64)| Some((measure.row(&self.space), decimal(value)?));
        let uses = self.uses().filter_map(|uses| Some((uses, self.tally.average(uses)?)));
        let all = self.averages().into_iter().chain(uses);
        let kept = all.filter(|(measure, _)| is_kept(*measure));
        let rows: Vec<_> = kept.filter_map(row).collect();
        self.space.to_draft().averages(rows)
    }

    /// A spec to draw relatives from, made by `complete` of a draft with as much as can be kept. A note tells what cannot.
    ///
    /// Averages need closed forms, or rejection where these do not cover a rule. If so few programs keep the rules that
    /// rejection is no way, or if fitting takes too long, some averages are left to chance, and then all: without them, there is
    /// always the search.
    pub fn relatives<E>(
        &mut self,
        stop: &Stop,
        complete: impl Fn(Draft) -> Result<Spec, E>,
    ) -> Result<Relatives, E> {
        let mut spec = complete(self.draft())?;
        let reason = loop {
            let reason = match drawable(&spec, stop) {
                Ok(fitted) => return Ok(Relatives { spec, fitted }),
                Err(reason) => reason,
            };
            let NotFitted::NoPrograms(NoSampler::Outside(OutsideClosedForms::Hard { head })) =
                &reason
            else {
                break reason;
            };
            // Whose bodies are left to chance.
            let draft = without_uses_of(&spec, head);
            self.notes.push(Note::NotUsed { head: head.clone() });
            spec = complete(draft)?;
        };
        let is_used = |it| matches!(it, Measure::Uses { .. });
        let is_share = |it| is_used(it) || matches!(it, Measure::Body(_));
        let steps = [
            (self.draft_with(|it| !is_used(it)), "which predicates the bodies of a head use is"),
            (self.draft_with(|it| !is_share(it)), "the shares of predicates in bodies are"),
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
        // To draw from it fails, and tells why.
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
