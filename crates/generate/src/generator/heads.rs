//! Programs head by head.
//!
//! If the number of clauses of every head is fixed, the rules that tie heads to each other are those on the whole program: cycles,
//! independent pairs, goals, derivability, the required formula. All others are about the clauses of a single head. So the
//! space without these rules is a product of small spaces, one for each head. A program of the product is drawn by drawing from
//! each of them, and drawn again until it meets the rules on the whole. If all factors are drawn from evenly, so is the space.
//!
//! A small factor is listed. The others are drawn from by closed forms, by rejection, or by search, each in its own way. So a rule
//! that hardly any clauses meet by chance, such as `uses`, is paid for head by head, and the costs add up instead of multiplying.

use std::ops::ControlFlow;

use randlog_base::random::{Purpose, Rng, below, choose, stream};
use randlog_base::{Stop, Stopped};
use randlog_logic::{Clause, Probability, Program, underivable};

use super::{Drawer, Generator, Method, RARE};
use crate::exact::{NoSampler, OutsideClosedForms, SizeSpread, Trial};
use crate::search::Searcher;
use crate::spec::{Bodies, Draft, Used, Weighed};
use crate::{Spec, membership};

/// No longer lists are kept.
const LONGEST_LIST: usize = 1_000;
/// Listing gives up after so many steps of the search.
const LISTING: u64 = 20_000;
/// A head is too hard for the search if one of so many searches takes more than so many steps.
const SEARCHES: u64 = 4;
const SEARCHING: u64 = 20_000;
/// Where the programs of trials come from: always the same, so that the outcome depends on the spec alone.
const TRIAL_SEED: u64 = 3_141_592_653;

/// Draws the clauses of each head by themselves.
#[derive(Debug)]
pub struct Heads {
    spec: Spec,
    heads: Vec<Source>,
    why_by_search: Option<OutsideClosedForms>,
    /// Whether all that can go wrong is that something is not derivable.
    only_derivable: bool,
}

/// Where the clauses of a head come from.
#[derive(Debug)]
enum Source {
    /// Any of these, which are all that there are.
    Listed(Vec<Vec<Clause>>, Vec<Probability>),
    /// By some method.
    Generated(Generator),
}

impl Heads {
    /// Set up all heads, and see whether enough programs meet the rules on the whole.
    pub(super) fn new(spec: &Spec, stop: &Stop) -> Result<Heads, NoSampler> {
        let parts = parts(spec)?;
        let sources = parts.iter().map(|part| Source::new(part, stop));
        let heads = sources.collect::<Result<Vec<_>, _>>()?;
        let (of, searched) = (heads.len(), heads.iter().filter(|source| !source.is_even()).count());
        let why_by_search =
            (searched > 0).then_some(OutsideClosedForms::Heads { heads: searched, of });
        let mut heads = Heads { spec: spec.clone(), heads, why_by_search, only_derivable: false };
        heads.try_out(stop)?;
        // If it is known what stands in bodies, all programs have the same dependency graph.
        heads.only_derivable = spec.uses().len() == spec.heads().len() && spec.required().is_none();
        Ok(heads)
    }

    fn try_out(&self, stop: &Stop) -> Result<(), NoSampler> {
        let mut drawers = self.drawers();
        let mut trial = Trial::new(RARE);
        let mut index = 0;
        while trial.goes_on() {
            let drawn =
                self.attempt(&mut drawers, &mut stream(TRIAL_SEED, index, Purpose::Program), stop)?;
            let Some(drawn) = drawn else { return Err(NoSampler::Empty) };
            trial.record(self.accepts(&drawn));
            index += 1;
        }
        match trial.is_passed() {
            true => Ok(()),
            false => {
                let rules = self.spec.rules_beyond(&self.spec.without_rules_on_the_whole());
                let (accepted, draws) = trial.seen();
                Err(OutsideClosedForms::Rejection { rules, accepted, draws }.into())
            }
        }
    }

    /// Why the clauses of some heads come from the search, if they do.
    pub(super) fn why_by_search(&self) -> Option<&OutsideClosedForms> {
        self.why_by_search.as_ref()
    }

    pub(super) fn drawers(&self) -> Vec<Option<Drawer<'_>>> {
        self.heads.iter().map(Source::drawer).collect()
    }

    /// The program that belongs to this seed and index; nothing if there are no clauses for some head.
    pub(super) fn draw(
        &self,
        drawers: &mut [Option<Drawer>],
        (seed, index): (u64, u64),
        stop: &Stop,
    ) -> Result<Option<Program>, Stopped> {
        let random = &mut stream(seed, index, Purpose::Program);
        loop {
            stop.check()?;
            match self.attempt(drawers, random, stop)? {
                Some(drawn) if !self.accepts(&drawn) => {}
                other => return Ok(other),
            }
        }
    }

    fn attempt(
        &self,
        drawers: &mut [Option<Drawer>],
        random: &mut impl Rng,
        stop: &Stop,
    ) -> Result<Option<Program>, Stopped> {
        let mut clauses: Vec<Clause> = Vec::with_capacity(self.spec.max_clauses());
        for (source, drawer) in self.heads.iter().zip(drawers) {
            match (source, drawer) {
                (Source::Generated(_), Some(drawer)) => {
                    let Some(drawn) = drawer.draw(random.next_u64(), 0, stop)? else {
                        return Ok(None);
                    };
                    clauses.extend(drawn.clauses.iter().cloned());
                }
                (Source::Listed(list, probabilities), _) => {
                    let chosen = &list[below(random, list.len() as u64) as usize];
                    for clause in chosen {
                        let probability = choose(random, probabilities).copied();
                        let head = clause.heads[0].atom.clone();
                        let probability = probability.unwrap_or(Probability::ONE);
                        clauses.push(Clause::new(probability, head, clause.body.clone()));
                    }
                }
                (Source::Generated(_), None) => return Ok(None),
            }
        }
        Ok(Some(Program { clauses: clauses.into(), ..Program::default() }))
    }

    fn accepts(&self, program: &Program) -> bool {
        match self.only_derivable {
            true => !self.spec.derivable() || underivable(&program.clauses).is_empty(),
            false => membership::meets_rules_on_the_whole(&self.spec, program),
        }
    }
}

impl Source {
    /// Whether all clauses are equally likely, or as likely as they weigh.
    fn is_even(&self) -> bool {
        !matches!(self, Source::Generated(Generator::Search(..)))
    }

    fn drawer(&self) -> Option<Drawer<'_>> {
        match self {
            Source::Listed(..) => None,
            Source::Generated(generator) => Some(generator.drawer()),
        }
    }

    fn new(part: &Spec, stop: &Stop) -> Result<Source, NoSampler> {
        if !part.is_weighed()
            && let Some(list) = listed(part, stop)?
        {
            let probabilities = part.probabilities().to_vec();
            return match list.is_empty() {
                true => Err(NoSampler::Empty),
                false => Ok(Source::Listed(list, probabilities)),
            };
        }
        // What stands in bodies is hardly ever met by chance.
        let generator = match part.uses().is_empty() || part.is_weighed() {
            true => Generator::exactly_or_by_search(part, SizeSpread::default(), stop),
            false => {
                try_search(part, stop)?;
                Generator::new(part, Method::Search, SizeSpread::default(), stop)
            }
        };
        generator.map(Source::Generated)
    }
}

/// Refuse if the search takes long.
fn try_search(part: &Spec, stop: &Stop) -> Result<(), NoSampler> {
    let mut searcher = Searcher::new(part);
    for index in 0..SEARCHES {
        match searcher.sample(TRIAL_SEED, index, &stop.with_steps(SEARCHING)) {
            Ok(Some(_)) => {}
            Ok(None) => return Err(NoSampler::Empty),
            Err(Stopped::Steps) => {
                stop.check()?;
                let head = part.heads()[0].to_string();
                return Err(OutsideClosedForms::Hard { head }.into());
            }
            Err(stopped) => return Err(stopped.into()),
        }
    }
    Ok(())
}

/// All programs of a small space; nothing if there are too many.
fn listed(spec: &Spec, stop: &Stop) -> Result<Option<Vec<Vec<Clause>>>, Stopped> {
    let mut list = Vec::new();
    let ending = Searcher::new(spec).enumerate(&stop.with_steps(LISTING), |program| {
        list.push(program.clauses.to_vec());
        match list.len() > LONGEST_LIST {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    match ending {
        Ok(_) if list.len() <= LONGEST_LIST => Ok(Some(list)),
        Ok(_) | Err(Stopped::Steps) => Ok(None),
        Err(stopped) => {
            stop.check()?;
            Err(stopped)
        }
    }
}

/// A spec for the clauses of each head by themselves, if their numbers are all fixed.
fn parts(spec: &Spec) -> Result<Vec<Spec>, NoSampler> {
    if spec.clauses().len() < spec.heads().len() {
        return Err(NoSampler::NotByHead);
    }
    // What is refused here contradicts itself.
    let part = |&(head, clauses): &(usize, usize)| draft(spec, head, clauses).build();
    let parts: Result<_, _> = spec.clauses().iter().map(part).collect();
    parts.map_err(|_| NoSampler::Empty)
}

fn draft(spec: &Spec, head: usize, clauses: usize) -> Draft {
    let used = spec.uses().iter().find(|(of, _)| *of == head).map(|(_, used)| &used[..]);
    let may_stand = |predicate: &usize| match used {
        Some(used) => used.iter().any(|used| used.predicate() == Some(*predicate)),
        None => true,
    };
    let others: Vec<usize> = (0..spec.predicates().len())
        .filter(|predicate| *predicate != head && may_stand(predicate))
        .collect();
    let name = |position: usize| spec.predicates()[position].to_string();
    let draft = Spec::builder()
        .predicates([name(head)])
        .data(others.iter().map(|&other| name(other)))
        .variables(spec.variables().to_vec())
        .constants(spec.constants().to_vec())
        .max_nodes(largest_body(spec, used, clauses))
        .max_clauses(clauses)
        .clauses([(name(head), clauses)])
        .probabilities(spec.probabilities_of(head))
        .cycles(spec.cycles())
        .bodies(spec.bodies())
        .empty_bodies(spec.empty_bodies())
        .safe(spec.safe())
        .connected(spec.connected())
        .repeated_variables(spec.repeated_variables())
        .redundant(spec.redundant())
        .derivable(spec.derivable());
    let draft = match used {
        Some(used) => {
            let used = used.iter().map(|used| match used {
                Used::Nothing => "true".to_owned(),
                Used::Atom { predicate, negated: false } => name(*predicate),
                Used::Atom { predicate, negated: true } => format!("not {}", name(*predicate)),
            });
            draft.uses([(name(head), used.collect())])
        }
        None => draft,
    };
    let weights = spec.weights();
    let alone = Weighed::ALONE.map(|piece| (piece.name().to_owned(), weights.of(piece)));
    let atoms = std::iter::once(head)
        .chain(others)
        .map(|predicate| (format!("body.*.{}", name(predicate)), weights.of_atom(head, predicate)));
    draft.weights(alone.into_iter().chain(atoms))
}

/// The most nodes of a body, given what stands in all bodies of the head together: the other bodies hold something, too.
fn largest_body(spec: &Spec, used: Option<&[Used]>, clauses: usize) -> usize {
    let Some(used) = used.filter(|_| spec.bodies() != Bodies::Formula) else {
        return spec.max_nodes();
    };
    let atoms = used.iter().filter(|used| used.predicate().is_some()).count();
    let empty = used.len() - atoms;
    let negated = used.iter().filter(|used| matches!(used, Used::Atom { negated: true, .. }));
    let literals = (atoms + 1).saturating_sub(clauses.saturating_sub(empty)).max(1);
    let joined = usize::from(literals > 1);
    spec.max_nodes().min(literals + negated.count().min(literals) + joined)
}
