//! Programs of one space, drawn one by one.

use randlog_base::{Stop, Stopped};
use randlog_logic::{Clause, Program};

use super::batch::{Batch, BatchTables};
use super::clause::ClauseSampler;
use super::clause_choices::{BoundedClauses, ClauseChoices};
use super::covering::Covering;
use super::filter::Filter;
use super::outline::Plan;
use super::random_source::RandomSource;
use super::sizes::{SizeSpread, Sizes};
use super::tables::{ArgumentTables, ClauseTables};
use super::token::{self, FlatClauses};
use crate::Spec;
use crate::exact::bodies::ByContext;
use crate::exact::classes::Group;
use crate::exact::clauses::Bound;
use crate::exact::estimate::{self, Purpose};
use crate::exact::heads::SecondVariable;
use crate::exact::memo::Memo;
use crate::exact::number::Natural;
use crate::exact::preorders::Members;
use crate::exact::space::Space;
use crate::exact::{NoSampler, OutsideClosedForms};
use crate::spec::Cycles;

/// How many programs are drawn to see how many are accepted.
const TRIAL: u64 = 1000;
/// Where the programs of trials come from: always the same, so that the outcome depends on the spec alone.
const TRIAL_SEED: u64 = 2_718_281_828;

/// Draws programs of one space. Set up once, then share among threads.
#[derive(Debug)]
pub struct Sampler {
    spec: Spec,
    space: Space,
    plan: Plan,
    total: Natural,
    sizes: Sizes,
    /// What is looked at only when a program has been drawn.
    filter: Option<Filter>,
    arguments: ArgumentTables,
    batches: Memo<(Group, Group, Group), BatchTables>,
    tables: Memo<Bound, ClauseTables>,
}

impl Sampler {
    /// Set up the tables, if the closed forms cover the spec and there is any program.
    pub fn new(spec: &Spec, spread: SizeSpread, stop: &Stop) -> Result<Sampler, NoSampler> {
        let second = if spread.nodes { SecondVariable::Nodes } else { SecondVariable::Unused };
        let space = Space::new(spec, second, Purpose::Sample, stop)?.ok_or(NoSampler::Empty)?;
        let (plan, programs) = Plan::new(&space, stop)?;
        let sizes = Sizes::new(space.in_one_unit(programs), spread);
        let total = sizes.total();
        if total == Natural::ZERO {
            return Err(NoSampler::Empty);
        }
        let arguments = ArgumentTables::new(&space.clauses);
        let (batches, tables) = (Memo::default(), Memo::default());
        let (spec, filter) = (spec.clone(), None);
        Ok(Sampler { spec, space, plan, total, sizes, filter, arguments, batches, tables })
    }

    /// Set up drawing from the looser space without the rules that tie clauses to each other, until a
    /// program meets them. Such a sampler draws from the same distribution, but other programs.
    ///
    /// Refused if, in a trial, fewer than this share of programs are accepted.
    pub fn by_rejection(spec: &Spec, least_share: f64, stop: &Stop) -> Result<Sampler, NoSampler> {
        // Rules without a closed form are no reason to draw without regard to the other rules.
        let tied = spec.without_open_rules();
        if tied != *spec && estimate::is_cheap(&tied) {
            match Sampler::from_looser(&tied, spec, least_share, stop) {
                Err(NoSampler::Outside(reason))
                    if !matches!(reason, OutsideClosedForms::Rejection { .. }) => {}
                other => return other,
            }
        }
        Sampler::from_looser(&spec.without_ties(), spec, least_share, stop)
    }

    /// The same, given the looser space.
    pub(crate) fn from_looser(
        loose: &Spec,
        spec: &Spec,
        least_share: f64,
        stop: &Stop,
    ) -> Result<Sampler, NoSampler> {
        let sampler = Sampler::filtering(loose, spec, stop)?;
        // A short trial is often enough to know that it is not a matter of chance.
        for draws in [40, TRIAL] {
            let accepted = sampler.accepted(draws, stop)?;
            let enough = least_share * draws as f64;
            if accepted >= 10 && accepted as f64 > 2.0 * enough {
                break;
            }
            if draws == TRIAL && (accepted == 0 || (accepted as f64) < enough) {
                let rules = spec.rules_beyond(loose);
                return Err(OutsideClosedForms::Rejection { rules, accepted, draws }.into());
            }
        }
        Ok(sampler)
    }

    /// The same without a trial.
    pub(crate) fn filtering(loose: &Spec, spec: &Spec, stop: &Stop) -> Result<Sampler, NoSampler> {
        let sampler = Sampler::new(loose, SizeSpread::default(), stop)?;
        Ok(Sampler { filter: Some(Filter::new(spec, loose)), ..sampler })
    }

    /// Draw a program of the looser space, and see whether it meets the rules.
    pub(crate) fn trial(&self, index: u64, stop: &Stop) -> Result<(FlatClauses, bool), Stopped> {
        let drawn = self.draw(&mut RandomSource::new(TRIAL_SEED, index, stop))?;
        let accepted = self.accepts(&drawn);
        Ok((drawn, accepted))
    }

    /// How many of so many programs of the looser space meet the rules.
    pub(crate) fn accepted(&self, draws: u64, stop: &Stop) -> Result<u64, Stopped> {
        (0..draws).map(|index| Ok(u64::from(self.trial(index, stop)?.1))).sum()
    }

    fn accepts(&self, drawn: &FlatClauses) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.accepts(drawn))
    }

    /// The number of programs in the space; if the spec has weights, what they weigh together, in a unit
    /// of their own.
    pub fn total(&self) -> &Natural {
        &self.total
    }

    /// The program that belongs to this seed and index.
    ///
    /// Clauses stand in a fixed order, by head and then by body, so that equal sets of clauses are
    /// equal programs; each gets a probability drawn from the spec's list.
    pub fn sample(&self, seed: u64, index: u64) -> Program {
        self.sample_within(seed, index, &Stop::NEVER).expect("nothing stops it")
    }

    /// The same, unless it is stopped. Where a few clauses outweigh all others, or few programs meet the rules, much is
    /// drawn in vain.
    pub fn sample_within(&self, seed: u64, index: u64, stop: &Stop) -> Result<Program, Stopped> {
        let random = &mut RandomSource::new(seed, index, stop);
        let drawn = loop {
            let drawn = self.draw(random)?;
            if self.accepts(&drawn) {
                break drawn;
            }
            random.try_again()?;
        };
        let clauses = drawn.iter().map(|tokens| {
            let (head, body) = token::read(&self.spec, tokens);
            let probabilities = &self.spec.probabilities();
            Clause::new(probabilities[random.below(probabilities.len())], head, body)
        });
        Ok(Program { clauses: clauses.collect(), ..Program::default() })
    }

    fn draw(&self, random: &mut RandomSource) -> Result<FlatClauses, Stopped> {
        random.stop.check()?;
        let degree = self.sizes.draw(random);
        let predicates = self.space.clauses.classes.heads_in_order();
        match &self.plan {
            Plan::Unruled(..) => {
                let (heads, inner) = (predicates.clone().collect(), predicates.collect());
                let (settled, must_use) = (Vec::new(), Vec::new());
                self.draw_batch(&Batch { heads, inner, settled, degree, must_use }, random)
            }
            Plan::Ruled(ruled) => {
                let all: Members = predicates.fold(0, |all, predicate| all | 1 << predicate);
                let (components, free) = ruled.draw(all, degree, random)?;
                let mut drawn = match free {
                    Some(batch) => self.draw_batch(&batch, random)?,
                    None => FlatClauses::new(),
                };
                for component in &components {
                    let clauses = component.draw(&ruled.rooted, random, |batch, random| {
                        self.draw_batch(batch, random)
                    });
                    drawn.append(&mut clauses?);
                }
                Ok(drawn)
            }
        }
    }

    fn draw_batch(&self, batch: &Batch, random: &mut RandomSource) -> Result<FlatClauses, Stopped> {
        let (clauses, arguments, stop) = (&self.space.clauses, &self.arguments, random.stop);
        let count_nodes = self.space.second == SecondVariable::Nodes;
        let is_by_sets = clauses.symmetries.is_none() && !count_nodes;
        if batch.heads.len() == 1 && batch.must_use.len() > 1 && is_by_sets {
            let bounded = |batch: &Batch| self.bounded(batch, stop);
            let covering = Covering::new(clauses, arguments, batch, bounded)?;
            return covering.draw(batch.degree.spare + 1, random);
        }
        let (inner, outer) = (self.group(&batch.inner), self.group(&batch.settled));
        let sets = |class: usize| self.plan.sets(class, inner, outer);
        let heads = self.group(&batch.heads);
        let bounded = self.bounded(batch, stop)?;
        let tables = self.batches.get((heads, inner, outer), || {
            let (space, tables) = (&self.space, &bounded.tables);
            let suffixes = self.plan.suffixes(space, heads, inner, outer, stop)?;
            BatchTables::new(clauses, tables, suffixes, space.reach, count_nodes, stop)
        })?;
        let without = std::slice::from_ref(&bounded);
        let mut sampler = ClauseSampler::new(ClauseChoices { clauses, arguments, without }, random);
        tables.draw(&mut sampler, batch, sets)
    }

    fn group(&self, members: &[usize]) -> Group {
        self.space.clauses.classes.group(members.iter().copied())
    }

    /// The clauses that a batch allows.
    fn bounded(&self, batch: &Batch, stop: &Stop) -> Result<BoundedClauses, Stopped> {
        let Space { clauses, cycles, .. } = &self.space;
        let (inner, settled) = (self.group(&batch.inner), self.group(&batch.settled));
        let bound = Bound::new(&clauses.classes, *cycles, inner, settled);
        let by_class = |with_inner: bool| {
            let mut lists = vec![Vec::new(); clauses.classes.len()];
            let inner = batch.inner.iter().filter(|_| with_inner);
            let heads = inner.chain(&batch.settled).copied();
            let data = clauses.classes.heads_in_order().end..clauses.classes.predicates();
            for predicate in heads.chain(data) {
                lists[clauses.classes.class_of[predicate]].push(predicate as u32);
            }
            lists
        };
        Ok(BoundedClauses {
            tables: self.tables.get(bound, || ClauseTables::new(clauses, bound, stop))?,
            predicates: ByContext {
                outside: by_class(*cycles != Cycles::Acyclic),
                inside: by_class(*cycles == Cycles::Any),
            },
        })
    }
}
