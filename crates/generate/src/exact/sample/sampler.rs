//! Programs of one space, drawn one by one.

use std::sync::Arc;

use randlog_base::bits::ones;
use randlog_base::{Stop, Stopped};
use randlog_logic::{Clause, Program};

use super::batch::{Batch, BatchTables, SetsByNodes, draw_distinct};
use super::by_rounds::{ByRounds, DerivedHead, fires};
use super::clause::ClauseSampler;
use super::clause_by_clause::{ClauseByClause, Payment};
use super::clause_choices::{BoundedClauses, ClauseChoices, Demand};
use super::covering::Covering;
use super::filter::Filter;
use super::outline::Plan;
use super::random_source::RandomSource;
use super::sizes::{SizeSpread, Sizes};
use super::tables::{ArgumentTables, ClauseTables};
use super::token::{self, ByClass, FlatClause, FlatClauses, Token};
use super::trial::Trial;
use crate::Spec;
use crate::exact::bodies::ByContext;
use crate::exact::bound::{Bound, Own};
use crate::exact::classes::Group;
use crate::exact::estimate::{self, Purpose};
use crate::exact::heads::SecondVariable;
use crate::exact::memo::Memo;
use crate::exact::preorders::Members;
use crate::exact::series::{Degree, Series};
use crate::exact::space::Space;
use crate::exact::{NoSampler, OutsideClosedForms};
use crate::spec::{Bodies, Cycles};

/// How many clauses of each head may be drawn in vain in a trial.
const CLAUSE_TRIALS: u64 = 50;
/// Looking at the clauses one by one is good enough if this share of programs is accepted.
const COMFORTABLE_SHARE: f64 = 0.1;
/// Where the programs of trials come from: always the same, so that the outcome depends on the spec alone.
const TRIAL_SEED: u64 = 2_718_281_828;

/// Draws programs of one space. Set up once, then share among threads.
#[derive(Debug)]
pub struct Sampler {
    spec: Spec,
    space: Space,
    plan: Plan,
    sizes: Sizes,
    /// What is looked at only when a program has been drawn.
    filter: Option<Filter>,
    /// If rules about single clauses are looked at as soon as a clause is drawn.
    clause_by_clause: Option<ClauseByClause>,
    arguments: ArgumentTables,
    batches: Memo<(Group, Group, Group), BatchTables>,
    tables: Memo<Bound, ClauseTables>,
    /// All predicates.
    predicates: Arc<ByClass>,
}

impl Sampler {
    /// Set up the tables, if the closed forms cover the spec and there is any program.
    pub fn new(spec: &Spec, spread: SizeSpread, stop: &Stop) -> Result<Sampler, NoSampler> {
        let second = if spread.nodes { SecondVariable::Nodes } else { SecondVariable::Unused };
        let space = Space::new(spec, second, Purpose::Sample, stop)?.ok_or(NoSampler::Empty)?;
        let (plan, programs) = Plan::new(&space, stop)?;
        let sizes = Sizes::new(space.in_one_unit(programs), spread);
        if sizes.is_empty() {
            return Err(NoSampler::Empty);
        }
        let arguments = ArgumentTables::new(&space.clauses);
        let (batches, tables) = (Memo::default(), Memo::default());
        let classes = &space.clauses.classes;
        let predicates = Arc::new(ByClass::new(classes, 0..classes.predicates()));
        Ok(Sampler {
            spec: spec.clone(),
            space,
            plan,
            sizes,
            filter: None,
            clause_by_clause: None,
            arguments,
            batches,
            tables,
            predicates,
        })
    }

    /// Set up drawing from the looser space without the rules that tie clauses to each other, until a
    /// program meets them. Such a sampler draws from the same distribution, but other programs.
    ///
    /// Refused if, in a trial, fewer than this share of programs are accepted.
    pub fn by_rejection(spec: &Spec, least_share: f64, stop: &Stop) -> Result<Sampler, NoSampler> {
        let by_clause = |least_share| Sampler::clause_by_clause(spec, least_share, stop);
        let has_clause_rules = Filter::new(spec, &spec.without_ties()).has_clause_rules();
        if has_clause_rules {
            match by_clause(least_share.max(COMFORTABLE_SHARE)) {
                Err(NoSampler::Outside(_)) => {}
                other => return other,
            }
        }
        match Sampler::program_by_program(spec, least_share, stop) {
            Err(NoSampler::Outside(_)) if has_clause_rules => by_clause(least_share),
            other => other,
        }
    }

    /// The same, rejecting whole programs.
    fn program_by_program(
        spec: &Spec,
        least_share: f64,
        stop: &Stop,
    ) -> Result<Sampler, NoSampler> {
        // Rules without a closed form are no reason to draw without regard to the other rules.
        let (tied, untied) = (spec.without_open_rules(), spec.without_ties());
        // Where few programs derive everything by chance, that is the rule to draw by.
        let is_derived = untied.derivable() && !tied.derivable();
        if tied != *spec && !is_derived && estimate::is_cheap(&tied) {
            match Sampler::from_looser(&tied, spec, least_share, stop) {
                Err(NoSampler::Outside(reason))
                    if !matches!(reason, OutsideClosedForms::Rejection { .. }) => {}
                other => return other,
            }
        }
        match Sampler::from_looser(&untied, spec, least_share, stop) {
            // For many predicates, the sum over rounds is too long; perhaps it is not needed.
            Err(NoSampler::Outside(reason))
                if untied.derivable()
                    && !matches!(reason, OutsideClosedForms::Rejection { .. }) =>
            {
                Sampler::from_looser(&untied.with_derivable(false), spec, least_share, stop)
            }
            other => other,
        }
    }

    /// The same, given the looser space.
    pub(crate) fn from_looser(
        loose: &Spec,
        spec: &Spec,
        least_share: f64,
        stop: &Stop,
    ) -> Result<Sampler, NoSampler> {
        let sampler = Sampler::filtering(loose, spec, stop)?;
        sampler.try_out(loose, spec, least_share, |index| Ok(sampler.trial(index, stop)?.1))?;
        Ok(sampler)
    }

    /// Set up drawing without regard to any rule that ties clauses to each other, in which rules about single clauses are looked
    /// at as soon as a clause is drawn.
    fn clause_by_clause(spec: &Spec, least_share: f64, stop: &Stop) -> Result<Sampler, NoSampler> {
        let loose = spec.without_ties().with_derivable(false);
        let mut sampler = Sampler::filtering(&loose, spec, stop)?;
        let payment = |head| sampler.payment(head, stop);
        let payments = (0..spec.heads().len()).map(payment).collect::<Result<_, Stopped>>()?;
        sampler.clause_by_clause = Some(ClauseByClause::new(payments));
        // If hardly any clause of some head obeys, the trial must not go on for ever.
        let few = &stop.with_steps(CLAUSE_TRIALS * spec.heads().len() as u64);
        sampler.try_out(&loose, spec, least_share, |index| {
            match sampler.attempt(&mut RandomSource::new(TRIAL_SEED, index, few)) {
                Ok(drawn) => Ok(drawn.is_some()),
                Err(Stopped::Steps) => Ok(false),
                Err(stopped) => Err(stopped),
            }
        })?;
        Ok(sampler)
    }

    /// Which clauses of a head must all obey, or the program is drawn again.
    fn payment(&self, head: usize, stop: &Stop) -> Result<Payment, Stopped> {
        let clauses = &self.space.clauses;
        if !clauses.equal {
            let random = &mut RandomSource::new(TRIAL_SEED, 0, stop);
            return self.in_batch(
                &self.whole(Degree { spare: 0, second: 0 }),
                random,
                |_, sampler, _| Ok(Payment::weighed(sampler.choices.sets(head, None, stop)?)),
            );
        }
        let is_fixed = self.spec.clauses().iter().any(|(of, _)| *of == head);
        Ok(if is_fixed { Payment::None } else { Payment::AllButFirst(None) })
    }

    /// Refuse if fewer than this share of so many trials end well.
    fn try_out(
        &self,
        loose: &Spec,
        spec: &Spec,
        least_share: f64,
        mut draw: impl FnMut(u64) -> Result<bool, Stopped>,
    ) -> Result<(), NoSampler> {
        let mut trial = Trial::new(least_share);
        while trial.goes_on() {
            trial.record(draw(trial.seen().1)?);
        }
        match trial.is_passed() {
            true => Ok(()),
            false => {
                let (rules, (accepted, draws)) = (spec.rules_beyond(loose), trial.seen());
                Err(OutsideClosedForms::Rejection { rules, accepted, draws }.into())
            }
        }
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
            if let Some(drawn) = self.attempt(random)? {
                break drawn;
            }
            random.try_again()?;
        };
        let clauses = drawn.iter().map(|tokens| {
            let (head, body) = token::read(&self.spec, tokens);
            let position = match tokens.first() {
                Some(Token::Atom(head)) => *head as usize,
                _ => 0,
            };
            let probabilities = self.spec.probabilities_of(position);
            Clause::new(probabilities[random.below(probabilities.len())], head, body)
        });
        Ok(Program { clauses: clauses.collect(), ..Program::default() })
    }

    /// Draw a program once; nothing if it breaks a rule.
    fn attempt(&self, random: &mut RandomSource) -> Result<Option<FlatClauses>, Stopped> {
        if let (Some(filter), Some(clause_by_clause)) = (&self.filter, &self.clause_by_clause) {
            let drawn = self.draw_clause_by_clause(filter, clause_by_clause, random)?;
            return Ok(drawn.filter(|drawn| filter.accepts_whole(drawn)));
        }
        if let (Some(filter), Plan::Rounds(rounds)) = (&self.filter, &self.plan) {
            return self.attempt_by_rounds(filter, rounds, random);
        }
        let drawn = self.draw(random)?;
        Ok(self.accepts(&drawn).then_some(drawn))
    }

    /// The same where everything is derived: once the clauses of a head break a rule, the others are not drawn.
    fn attempt_by_rounds(
        &self,
        filter: &Filter,
        rounds: &ByRounds,
        random: &mut RandomSource,
    ) -> Result<Option<FlatClauses>, Stopped> {
        let degree = self.size(random)?;
        let mut drawn = FlatClauses::new();
        for derived in rounds.draw(&self.space, degree, random)? {
            let head = Token::Atom(derived.head as u32);
            self.draw_derived(rounds, derived, random, &mut drawn)?;
            let mut own = drawn.iter().filter(|clause| clause.first() == Some(&head));
            if !own.all(|clause| filter.accepts_clause(clause)) {
                return Ok(None);
            }
        }
        Ok(filter.accepts_whole(&drawn).then_some(drawn))
    }

    /// Draw a program whose clauses all obey the rules about single clauses, or nothing.
    fn draw_clause_by_clause(
        &self,
        filter: &Filter,
        clause_by_clause: &ClauseByClause,
        random: &mut RandomSource,
    ) -> Result<Option<FlatClauses>, Stopped> {
        let batch = self.whole(self.size(random)?);
        let mut drawn = FlatClauses::new();
        let all_obey = self.in_batch(&batch, random, |tables, sampler, sets| {
            tables.each_head(sampler, &batch, sets, |sampler, head, share| {
                let obeys = |clause: &[Token]| filter.accepts_clause(clause);
                clause_by_clause.draw(sampler, head, share.spare + 1, obeys, &mut drawn)
            })
        })?;
        Ok(all_obey.then_some(drawn))
    }

    fn size(&self, random: &mut RandomSource) -> Result<Degree, Stopped> {
        let stop = random.stop;
        stop.check()?;
        self.sizes.draw(random, || self.space.count(stop))
    }

    /// The clauses of all heads, chosen without regard to each other.
    fn whole(&self, degree: Degree) -> Batch {
        let heads: Vec<usize> = self.space.clauses.classes.heads_in_order().collect();
        let (inner, settled, must_use) = (heads.clone(), Vec::new(), Vec::new());
        Batch { heads, inner, settled, degree, must_use }
    }

    fn draw(&self, random: &mut RandomSource) -> Result<FlatClauses, Stopped> {
        let degree = self.size(random)?;
        match &self.plan {
            Plan::Unruled(..) => self.draw_batch(&self.whole(degree), random),
            Plan::Ruled(ruled) => {
                let predicates = self.space.clauses.classes.heads_in_order();
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
            Plan::Rounds(rounds) => {
                let mut drawn = FlatClauses::new();
                for head in rounds.draw(&self.space, degree, random)? {
                    self.draw_derived(rounds, head, random, &mut drawn)?;
                }
                Ok(drawn)
            }
        }
    }

    /// Draw the clauses of a head that becomes derivable in some round.
    fn draw_derived(
        &self,
        rounds: &ByRounds,
        derived: DerivedHead,
        random: &mut RandomSource,
        drawn: &mut FlatClauses,
    ) -> Result<(), Stopped> {
        let (Space { clauses, .. }, arguments, stop) = (&self.space, &self.arguments, random.stop);
        let DerivedHead { head, before, now, .. } = derived;
        let (classes, all) = (&clauses.classes, clauses.classes.heads_in_order());
        let tables = rounds.tables(&self.space, derived.round, classes.class_of[head], stop)?;
        let firing = tables.number(derived.clauses, random);
        let fires_with = |clause: &FlatClause, derivable: Members| {
            let is_data = |predicate| predicate as usize >= all.end;
            fires(clause, |predicate| is_data(predicate) || derivable >> predicate & 1 == 1)
        };
        let fired_before = |clause: &_| before.is_some_and(|before| fires_with(clause, before));

        let everything = || self.predicates.clone();
        let any = self.bounded_by(self.space.unbounded(), everything(), everything(), stop)?;
        let is_formula = clauses.form.bodies == Bodies::Formula;
        let outside = classes.group(ones(now)) + classes.data();
        let bound = Bound { outside, own: Own::Absent, ..self.space.unbounded() };
        let without = match is_formula {
            true => any.clone(),
            false => self.bounded_by(bound, self.by_class(ones(now)), everything(), stop)?,
        };
        let without = std::slice::from_ref(&without);
        let sampler =
            &mut ClauseSampler::new(ClauseChoices::new(clauses, arguments, without), random);
        let draw = |sampler: &mut ClauseSampler| {
            // If formulas that fire are rare, they are less so among those of as many nodes.
            let nodes = is_formula.then(|| tables.nodes(sampler.random));
            loop {
                let clause = sampler.clause(head, nodes, Demand::default())?;
                if !fired_before(&clause) && fires_with(&clause, now) {
                    return Ok(clause);
                }
                sampler.random.try_again()?;
            }
        };
        draw_distinct(sampler, firing, || Ok(&tables.firing), draw, drawn)?;

        let without = std::slice::from_ref(&any);
        let sampler =
            &mut ClauseSampler::new(ClauseChoices::new(clauses, arguments, without), random);
        let draw = |sampler: &mut ClauseSampler| loop {
            let clause = sampler.clause(head, None, Demand::default())?;
            if !fires_with(&clause, now) {
                return Ok(clause);
            }
            sampler.random.try_again()?;
        };
        draw_distinct(sampler, derived.clauses - firing, || Ok(&tables.idle), draw, drawn)
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
        self.in_batch(batch, random, |tables, sampler, sets| tables.draw(sampler, batch, sets))
    }

    /// Draw in some way, given the tables for a batch and the sets of clauses by class of heads.
    fn in_batch<'s, T>(
        &'s self,
        batch: &Batch,
        random: &mut RandomSource,
        draw: impl FnOnce(
            &BatchTables,
            &mut ClauseSampler,
            &dyn Fn(usize) -> &'s Series,
        ) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let (clauses, arguments, stop) = (&self.space.clauses, &self.arguments, random.stop);
        let count_nodes = self.space.second == SecondVariable::Nodes;
        let (inner, outer) = (self.group(&batch.inner), self.group(&batch.settled));
        let sets = |class: usize| self.plan.sets(class, inner, outer);
        let heads = self.group(&batch.heads);
        let bounded = self.bounded(batch, stop)?;
        let tables = self.batches.get((heads, inner, outer), || {
            let (space, tables) = (&self.space, &bounded.tables);
            let first_bits = |class| sets(class).approximate();
            let first_bits: Vec<_> = (0..clauses.classes.len()).map(first_bits).collect();
            let suffixes = self.plan.suffixes(space, heads, &first_bits, stop)?;
            let reach = space.reach;
            let by_nodes = count_nodes
                .then(|| SetsByNodes::of_classes(clauses, tables, reach, stop))
                .transpose()?;
            Ok(BatchTables::new(heads, first_bits, suffixes, by_nodes, reach))
        })?;
        let without = std::slice::from_ref(&bounded);
        let mut sampler =
            ClauseSampler::new(ClauseChoices::new(clauses, arguments, without), random);
        draw(&tables, &mut sampler, &sets)
    }

    fn group(&self, members: &[usize]) -> Group {
        self.space.clauses.classes.group(members.iter().copied())
    }

    /// The clauses that a batch allows.
    fn bounded(&self, batch: &Batch, stop: &Stop) -> Result<BoundedClauses, Stopped> {
        let Space { clauses, cycles, .. } = &self.space;
        let (inner, settled) = (self.group(&batch.inner), self.group(&batch.settled));
        let bound = Bound::new(&clauses.classes, *cycles, inner, settled);
        let heads = |with_inner: bool| {
            let inner = if with_inner { &batch.inner[..] } else { &[] };
            self.by_class(inner.iter().chain(&batch.settled).copied())
        };
        let (outside, inside) = (heads(*cycles != Cycles::Acyclic), heads(*cycles == Cycles::Any));
        self.bounded_by(bound, outside, inside, stop)
    }

    /// Some heads, and all data.
    fn by_class(&self, heads: impl Iterator<Item = usize> + Clone) -> Arc<ByClass> {
        let classes = &self.space.clauses.classes;
        let data = classes.heads_in_order().end..classes.predicates();
        Arc::new(ByClass::new(classes, heads.chain(data)))
    }

    /// The clauses under a bound, if these predicates may occur outside and inside negations.
    fn bounded_by(
        &self,
        bound: Bound,
        outside: Arc<ByClass>,
        inside: Arc<ByClass>,
        stop: &Stop,
    ) -> Result<BoundedClauses, Stopped> {
        let clauses = &self.space.clauses;
        Ok(BoundedClauses {
            tables: self.tables.get(bound, || ClauseTables::new(clauses, bound, stop))?,
            predicates: ByContext { outside, inside },
        })
    }
}
