//! What the propagators have in common.
//!
//! Pumpkin asks every propagator to explain what it infers. Explanations serve learning, and
//! learning is off; they are still asked for what is inferred at the root, where it follows from
//! nothing, so the empty explanation is right there. It is given on demand, so that an inference
//! costs as little as Pumpkin allows.

use pumpkin_core::declare_inference_label;
use pumpkin_core::predicate;
use pumpkin_core::predicates::{Predicate, PropositionalConjunction};
use pumpkin_core::proof::{ConstraintTag, InferenceCode};
use pumpkin_core::propagation::{
    DomainEvents, Domains, EnqueueDecision, EventsToRegister, ExplanationContext, LazyExplanation,
    LocalId, NotificationContext, OpaqueDomainEvent, Priority, PropagationContext, Propagator,
    PropagatorConstructor, PropagatorConstructorContext, PropagatorSpec, ReadDomains,
    RuntimeCheckers, TrailedInteger,
};
use pumpkin_core::state::{Conflict, PropagatorConflict};
use pumpkin_core::variables::DomainId;

declare_inference_label!(ProgramRule);

/// A constraint of the model, as a propagator without the ceremony.
pub trait Rule: Clone + 'static {
    /// For messages.
    const NAME: &'static str;
    /// When to run relative to the others.
    const PRIORITY: Priority;

    /// The variables to watch; an event names its variable by the position in this list.
    fn watched(&self) -> Vec<(DomainId, DomainEvents)>;

    /// Whether an event on the watched variable at `position` is worth a run.
    fn wakes(&mut self, _domains: &Domains, _position: usize) -> bool {
        true
    }

    /// Search went back.
    fn went_back(&mut self) {}

    /// Remove values that no solution has.
    fn prune(&mut self, pruner: &mut Pruner) -> Result<(), Conflict>;
}

/// The domains, as a rule may read and narrow them.
pub struct Pruner<'a> {
    context: PropagationContext<'a>,
    code: &'a InferenceCode,
}

impl Pruner<'_> {
    /// The smallest value left.
    pub fn lower(&self, variable: DomainId) -> i32 {
        self.context.lower_bound(&variable)
    }

    /// The largest value left.
    pub fn upper(&self, variable: DomainId) -> i32 {
        self.context.upper_bound(&variable)
    }

    /// The value, if only one is left.
    pub fn value(&self, variable: DomainId) -> Option<i32> {
        self.context.fixed_value(&variable)
    }

    /// Remove all smaller values.
    pub fn at_least(&mut self, variable: DomainId, bound: i32) -> Result<(), Conflict> {
        if self.lower(variable) >= bound {
            return Ok(());
        }
        self.post(predicate![variable >= bound])
    }

    /// Remove all larger values.
    pub fn at_most(&mut self, variable: DomainId, bound: i32) -> Result<(), Conflict> {
        if self.upper(variable) <= bound {
            return Ok(());
        }
        self.post(predicate![variable <= bound])
    }

    /// Remove all other values.
    pub fn fix(&mut self, variable: DomainId, value: i32) -> Result<(), Conflict> {
        if self.value(variable) == Some(value) {
            return Ok(());
        }
        self.post(predicate![variable == value])
    }

    /// Remove one value.
    pub fn remove(&mut self, variable: DomainId, value: i32) -> Result<(), Conflict> {
        if !self.context.contains(&variable, value) {
            return Ok(());
        }
        self.post(predicate![variable != value])
    }

    /// The assignment cannot be completed.
    pub fn fail(&self) -> Result<(), Conflict> {
        Err(Conflict::Propagator(PropagatorConflict {
            conjunction: PropositionalConjunction::default(),
            inference_code: self.code.clone(),
        }))
    }

    /// Read a number that is restored when search goes back.
    pub fn recall(&self, memory: TrailedInteger) -> i64 {
        self.context.read_trailed_integer(memory)
    }

    /// Write a number that is restored when search goes back.
    pub fn remember(&mut self, memory: TrailedInteger, value: i64) {
        self.context.write_trailed_integer(memory, value);
    }

    fn post(&mut self, predicate: Predicate) -> Result<(), Conflict> {
        Ok(self.context.post(predicate, 0_u64)?)
    }
}

/// A rule to be added to a solver; `build` may set up memory that is restored on the way back.
pub struct Post<F> {
    /// Makes the rule.
    pub build: F,
    /// Identifies the constraint.
    pub tag: ConstraintTag,
}

impl<R: Rule, F: FnOnce(&mut Domains) -> R> PropagatorConstructor for Post<F> {
    type PropagatorImpl = Posted<R>;

    fn create(self, mut context: PropagatorConstructorContext) -> PropagatorSpec<Posted<R>> {
        let rule = (self.build)(&mut context.domains());
        let mut registration = EventsToRegister::empty();
        for (position, (variable, events)) in rule.watched().into_iter().enumerate() {
            registration.add(&variable, events, LocalId::from(position as u32));
        }
        let code = InferenceCode::new(self.tag, ProgramRule);
        PropagatorSpec {
            registration,
            checkers: RuntimeCheckers::empty(),
            propagator: Posted { rule, code },
        }
    }
}

/// A rule inside a solver.
#[derive(Clone, Debug)]
pub struct Posted<R> {
    rule: R,
    code: InferenceCode,
}

impl<R: Rule> Propagator for Posted<R> {
    fn name(&self) -> &str {
        R::NAME
    }

    fn priority(&self) -> Priority {
        R::PRIORITY
    }

    fn propagate_from_scratch(&self, context: PropagationContext) -> Result<(), Conflict> {
        self.rule.clone().prune(&mut Pruner { context, code: &self.code })
    }

    fn propagate(&mut self, context: PropagationContext) -> Result<(), Conflict> {
        self.rule.prune(&mut Pruner { context, code: &self.code })
    }

    fn notify(
        &mut self,
        mut context: NotificationContext,
        position: LocalId,
        _: OpaqueDomainEvent,
    ) -> EnqueueDecision {
        match self.rule.wakes(&context.domains(), position.unpack() as usize) {
            true => EnqueueDecision::Enqueue,
            false => EnqueueDecision::Skip,
        }
    }

    fn synchronise(&mut self, _: NotificationContext) {
        self.rule.went_back();
    }

    fn lazy_explanation(&mut self, _: u64, _: ExplanationContext) -> LazyExplanation<'_> {
        LazyExplanation { predicates: &[], inference_code: self.code.clone() }
    }
}
