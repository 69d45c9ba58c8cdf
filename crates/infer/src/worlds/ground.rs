//! Instances of clauses: one for each assignment of constants to variables.
//!
//! An atom is *possible* if it can be derived when every choice is open and every negation is taken
//! for true (but for those like `\+ true`, which are false whatever the atoms are). What is impossible
//! is false in all worlds, and is left out: instances with an impossible body, and impossible parts
//! of the other bodies. Of the rest, an atom is *reached* if it is an instance of a query, or
//! evidence, or in the body of an instance for a reached atom; only instances for reached atoms are
//! kept.

use super::certain::Known;
use super::domain::{self, Binding, assignments, is_instance, substitute};
use super::scope::{Body, Scoped};
use crate::Error;
use crate::limits::Budget;
use randlog_logic::{Atom, Clause, Goal, Probability, Program, Term};
use std::collections::HashMap;

/// A body without variables. Every atom in it is possible.
pub(super) enum Ground {
    Atom(usize),
    All(Vec<Ground>),
    Any(Vec<Ground>),
    /// None of these holds.
    None(Vec<Ground>),
}

/// An instance of a clause.
pub(super) struct GroundClause {
    pub(super) heads: Vec<(Probability, usize)>,
    pub(super) body: Ground,
}

pub(super) struct Grounding {
    /// The possible atoms.
    pub(super) atoms: Vec<Atom>,
    /// Which of them are true in all worlds.
    pub(super) certain: Vec<bool>,
    /// What the queries and the evidence reach, without what is certain.
    pub(super) clauses: Vec<GroundClause>,
    /// What is observed of possible atoms.
    pub(super) evidence: Vec<(usize, bool)>,
    /// Is an impossible atom said to be true?
    pub(super) contradicted: bool,
    reached: Vec<bool>,
}

impl GroundClause {
    /// Does this make a choice, rather than just follow?
    pub(super) fn chooses(&self) -> bool {
        self.heads.len() > 1 || self.heads.iter().any(|(probability, _)| !probability.is_one())
    }

    pub(super) fn is_fact(&self) -> bool {
        matches!(&self.body, Ground::All(parts) if parts.is_empty())
    }
}

impl Ground {
    /// Does this hold where exactly these atoms do?
    pub(super) fn holds(&self, model: &[bool]) -> bool {
        match self {
            Ground::Atom(atom) => model[*atom],
            Ground::All(parts) => parts.iter().all(|part| part.holds(model)),
            Ground::Any(parts) => parts.iter().any(|part| part.holds(model)),
            Ground::None(parts) => !parts.iter().any(|part| part.holds(model)),
        }
    }

    /// Calls `visit` with every atom, and whether there is a negation above it.
    pub(super) fn for_each_atom(&self, negated: bool, visit: &mut dyn FnMut(usize, bool)) {
        match self {
            Ground::Atom(atom) => visit(*atom, negated),
            Ground::All(parts) | Ground::Any(parts) => {
                parts.iter().for_each(|part| part.for_each_atom(negated, visit));
            }
            Ground::None(parts) => parts.iter().for_each(|part| part.for_each_atom(true, visit)),
        }
    }
}

impl Grounding {
    pub(super) fn new(
        program: &Program,
        clauses: &[&Clause],
        budget: &Budget,
    ) -> Result<Grounding, Error> {
        let scoped: Vec<Scoped> = clauses.iter().map(|clause| Scoped::new(clause)).collect();
        let domain = domain::domain(program, clauses);
        domain::check_size(&scoped, &domain, budget)?;
        let mut grounder = Grounder { domain, atoms: Vec::new(), numbers: HashMap::new() };
        let clauses = grounder.possible_clauses(&scoped, budget)?;
        let Grounder { atoms, numbers, .. } = grounder;
        let mut evidence = Vec::new();
        let mut contradicted = false;
        for observed in &program.evidence {
            match numbers.get(&observed.atom) {
                Some(&atom) => evidence.push((atom, !observed.negated)),
                None => contradicted |= !observed.negated,
            }
        }
        let matching = |query: &Goal| {
            let atoms = (0..atoms.len()).filter(|&atom| is_instance(&atoms[atom], &query.atom));
            atoms.collect::<Vec<usize>>()
        };
        let mut roots: Vec<usize> = program.queries.iter().flat_map(matching).collect();
        roots.extend(evidence.iter().map(|&(atom, _)| atom));
        Ok(Grounding::of(atoms, clauses, evidence, contradicted, roots))
    }

    /// The part of these clauses that the roots reach, without what is certain.
    pub(super) fn of(
        atoms: Vec<Atom>,
        clauses: Vec<GroundClause>,
        evidence: Vec<(usize, bool)>,
        contradicted: bool,
        roots: Vec<usize>,
    ) -> Grounding {
        let known = Known::new(atoms.len(), &clauses);
        let clauses = known.open_clauses(clauses);
        let certain = known.certain;
        let reached = vec![false; atoms.len()];
        let mut grounding = Grounding { atoms, certain, clauses, evidence, contradicted, reached };
        grounding.keep_reached(roots);
        grounding
    }

    /// The possible instances of a query.
    pub(super) fn matching(&self, query: &Atom) -> impl Iterator<Item = usize> {
        (0..self.atoms.len()).filter(|&atom| is_instance(&self.atoms[atom], query))
    }

    pub(super) fn reached_atoms(&self) -> usize {
        self.reached.iter().filter(|&&reached| reached).count()
    }

    fn keep_reached(&mut self, mut open: Vec<usize>) {
        let mut bodies = vec![Vec::new(); self.atoms.len()];
        for clause in &self.clauses {
            for &(_, head) in &clause.heads {
                bodies[head].push(&clause.body);
            }
        }
        while let Some(atom) = open.pop() {
            if !std::mem::replace(&mut self.reached[atom], true) && !self.certain[atom] {
                for body in &bodies[atom] {
                    body.for_each_atom(false, &mut |used, _| open.push(used));
                }
            }
        }
        let reached = &self.reached;
        let certain = &self.certain;
        let matters = |&(_, head): &(Probability, usize)| reached[head] && !certain[head];
        self.clauses.retain(|clause| clause.heads.iter().any(matters));
    }
}

struct Grounder {
    domain: Vec<Term>,
    /// The atoms known to be possible so far.
    atoms: Vec<Atom>,
    numbers: HashMap<Atom, usize>,
}

impl Grounder {
    /// The instances whose bodies are possible.
    fn possible_clauses(
        &mut self,
        clauses: &[Scoped],
        budget: &Budget,
    ) -> Result<Vec<GroundClause>, Error> {
        let domain = self.domain.clone();
        loop {
            let known = self.atoms.len();
            let mut instances = Vec::new();
            for clause in clauses {
                for binding in assignments(&clause.variables, &domain) {
                    budget.check_time()?;
                    let Some(body) = self.ground(&clause.body, &binding) else { continue };
                    let heads = clause.heads.iter().map(|head| {
                        let number = head.probability.number().unwrap_or(Probability::ONE);
                        (number, self.number_of(substitute(&head.atom, &binding)))
                    });
                    instances.push(GroundClause { heads: heads.collect(), body });
                }
            }
            // Nothing new: so nothing was missed for want of an atom either.
            if self.atoms.len() == known {
                return Ok(instances);
            }
        }
    }

    fn number_of(&mut self, atom: Atom) -> usize {
        *self.numbers.entry(atom).or_insert_with_key(|atom| {
            self.atoms.push(atom.clone());
            self.atoms.len() - 1
        })
    }

    /// The possible part of a body, if there is any.
    fn ground(&self, body: &Body, binding: &Binding<'_>) -> Option<Ground> {
        match body {
            Body::Atom(atom) => {
                self.numbers.get(&substitute(atom, binding)).copied().map(Ground::Atom)
            }
            Body::All(parts) => {
                let parts = parts.iter().map(|part| self.ground(part, binding));
                parts.collect::<Option<_>>().map(Ground::All)
            }
            Body::Any(parts) => {
                let parts: Vec<_> =
                    parts.iter().filter_map(|part| self.ground(part, binding)).collect();
                (!parts.is_empty()).then_some(Ground::Any(parts))
            }
            Body::None(_, inner) if inner.truth_value() == Some(true) => None,
            Body::None(own, inner) => {
                let instances = assignments(own, &self.domain).filter_map(|mut values| {
                    values.extend(binding);
                    self.ground(inner, &values)
                });
                Some(Ground::None(instances.collect()))
            }
        }
    }
}
