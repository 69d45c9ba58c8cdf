//! Instances of clauses: one for each assignment of constants to variables.
//!
//! An atom is *possible* if it can be derived when every choice is open and every negation is taken
//! for true (but for those like `\+ true`, which are false whatever the atoms are). What is impossible
//! is false in all worlds, and is left out: instances with an impossible body, and impossible parts
//! of the other bodies.

use super::GroundQuestion;
use super::ground::{Ground, GroundClause, Grounding};
use super::scope::{Body, Scoped};
use super::strata::strata;
use super::walk::Target;
use crate::limits::check_memory;
use crate::solution::Stopwatch;
use crate::{Error, Phase, Relevance, safety};
use randlog_base::stop::{Stop, Stopped};
use randlog_logic::{Atom, Clause, Probability, Program, Symbol, Term};
use std::collections::{BTreeSet, HashMap};

/// Grounds a function-free program whose clauses are safe for all calls.
pub(super) fn ground(
    program: &Program,
    stop: &Stop,
    stopwatch: &mut Stopwatch,
) -> Result<GroundQuestion, Error> {
    safety::check_goals(program)?;
    let relevant = program.relevant();
    if let Some((predicate, user)) = relevant.undefined().next() {
        return Err(Error::undefined(predicate, user));
    }
    relevant.clauses.iter().try_for_each(|clause| safety::check(clause))?;
    stopwatch.lap(Phase::Relevance);

    let scoped: Vec<Scoped> = relevant.clauses.iter().map(|clause| Scoped::new(clause)).collect();
    let domain = domain(program, &relevant.clauses);
    check_size(&scoped, &domain, stop)?;
    let mut grounder = Grounder { domain, atoms: Vec::new(), numbers: HashMap::new(), stop };
    let clauses = grounder.possible_clauses(&scoped)?;
    let targets = grounder.targets(program);
    let Grounder { atoms, numbers, .. } = grounder;
    let mut evidence = Vec::new();
    let mut contradicted = false;
    for observed in &program.evidence {
        match numbers.get(&observed.atom) {
            Some(&atom) => evidence.push((atom, !observed.negated)),
            None => contradicted |= !observed.negated,
        }
    }
    let roots = targets.iter().filter_map(|target| target.atom.ok());
    let roots = roots.chain(evidence.iter().map(|&(atom, _)| atom)).collect();
    let grounding = Grounding::of(atoms, clauses, evidence, contradicted, roots, stop)?;
    let relevance = Relevance {
        clauses: relevant.clauses.len(),
        of_clauses: program.clauses.len(),
        predicates: relevant.predicates,
        irrelevant: relevant.irrelevant,
    };
    Ok(GroundQuestion { strata: strata(&grounding)?, grounding, targets, relevance })
}

struct Grounder<'s> {
    domain: Vec<Term>,
    /// The atoms known to be possible so far.
    atoms: Vec<Atom>,
    numbers: HashMap<Atom, usize>,
    stop: &'s Stop,
}

impl Grounder<'_> {
    /// The instances whose bodies are possible.
    fn possible_clauses(&mut self, clauses: &[Scoped]) -> Result<Vec<GroundClause>, Stopped> {
        let domain = self.domain.clone();
        loop {
            let known = self.atoms.len();
            let mut instances = Vec::new();
            for clause in clauses {
                for binding in assignments(&clause.variables, &domain) {
                    self.stop.check()?;
                    let Some(body) = self.ground(&clause.body, &binding)? else { continue };
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
    fn ground(&self, body: &Body, binding: &Binding<'_>) -> Result<Option<Ground>, Stopped> {
        Ok(match body {
            Body::Atom(atom) => {
                self.numbers.get(&substitute(atom, binding)).copied().map(Ground::Atom)
            }
            Body::All(parts) => {
                let parts = parts.iter().map(|part| self.ground(part, binding).transpose());
                parts.collect::<Option<Result<_, Stopped>>>().transpose()?.map(Ground::All)
            }
            Body::Any(parts) => {
                let parts = parts.iter().filter_map(|part| self.ground(part, binding).transpose());
                let parts = parts.collect::<Result<Vec<Ground>, Stopped>>()?;
                (!parts.is_empty()).then_some(Ground::Any(parts))
            }
            Body::None(_, inner) if inner.truth_value() == Some(true) => None,
            Body::None(own, inner) => {
                let mut instances = Vec::new();
                for mut values in assignments(own, &self.domain) {
                    self.stop.check()?;
                    values.extend(binding);
                    instances.extend(self.ground(inner, &values)?);
                }
                Some(Ground::None(instances))
            }
        })
    }

    /// The possible instances of the queries, query by query.
    fn targets(&self, program: &Program) -> Vec<Target> {
        let mut targets = Vec::new();
        for query in &program.queries {
            let among_others = !query.atom.is_ground();
            let target = |name: &Atom, atom: Result<usize, bool>| Target {
                name: name.clone(),
                atom,
                among_others,
                negated: false,
            };
            let mut matching: Vec<usize> = (0..self.atoms.len())
                .filter(|&atom| is_instance(&self.atoms[atom], &query.atom))
                .collect();
            matching.sort_unstable_by_key(|&atom| &self.atoms[atom]);
            if matching.is_empty() && !among_others {
                targets.push(target(&query.atom, Err(false)));
            }
            targets.extend(matching.iter().map(|&atom| target(&self.atoms[atom], Ok(atom))));
        }
        targets
    }
}

/// Values of variables.
type Binding<'b> = Vec<(&'b Symbol, &'b Term)>;

/// All ways to give values to the variables.
fn assignments<'b>(
    variables: &'b [Symbol],
    domain: &'b [Term],
) -> impl Iterator<Item = Binding<'b>> {
    let count = power(domain.len(), variables.len());
    (0..count).map(move |mut number| {
        let value = |name| {
            let value = &domain[(number % domain.len() as u128) as usize];
            number /= domain.len() as u128;
            (name, value)
        };
        variables.iter().map(value).collect()
    })
}

fn substitute(atom: &Atom, binding: &Binding<'_>) -> Atom {
    let value = |term: &Term| match term {
        Term::Variable(name) => {
            let bound = binding.iter().find(|(variable, _)| *variable == name);
            bound.map_or_else(|| term.clone(), |(_, value)| (*value).clone())
        }
        _ => term.clone(),
    };
    Atom::new(atom.name.clone(), atom.args.iter().map(value).collect())
}

/// The constants and numbers of the clauses, queries and evidence; some constant if there is none,
/// because a variable must have a value.
fn domain(program: &Program, clauses: &[&Clause]) -> Vec<Term> {
    let atoms = clauses.iter().flat_map(|clause| clause.atoms());
    let terms =
        atoms.chain(program.goals()).flat_map(|atom| &atom.args).filter(|term| term.is_ground());
    let mut domain: BTreeSet<Term> = terms.cloned().collect();
    if domain.is_empty() {
        domain.insert(Term::Constant(Symbol::new("a")));
    }
    domain.into_iter().collect()
}

/// Refuses what would take too much memory if every instance were possible.
fn check_size(clauses: &[Scoped], domain: &[Term], stop: &Stop) -> Result<(), Error> {
    /// A node of a body, or an atom with its names: about.
    const BYTES: u128 = 64;
    let size = |clause: &Scoped| {
        let one = nodes(&clause.body, domain).saturating_add(clause.heads.len() as u128);
        one.saturating_mul(power(domain.len(), clause.variables.len()))
    };
    let total = clauses.iter().map(size).fold(0, u128::saturating_add);
    let bytes = usize::try_from(total.saturating_mul(BYTES)).unwrap_or(usize::MAX);
    check_memory(stop, bytes, "grounding")
}

/// The nodes of an instance of this body, at most.
fn nodes(body: &Body, domain: &[Term]) -> u128 {
    let all =
        |parts: &[Body]| parts.iter().map(|part| nodes(part, domain)).fold(1, u128::saturating_add);
    match body {
        Body::Atom(_) => 1,
        Body::All(parts) | Body::Any(parts) => all(parts),
        Body::None(own, inner) => {
            power(domain.len(), own.len()).saturating_mul(nodes(inner, domain)).saturating_add(1)
        }
    }
}

fn power(base: usize, exponent: usize) -> u128 {
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    (base as u128).saturating_pow(exponent)
}

/// Are there values for the query's variables that make it this atom?
fn is_instance(atom: &Atom, query: &Atom) -> bool {
    let mut values: HashMap<&Symbol, &Term> = HashMap::new();
    atom.name == query.name
        && atom.args.len() == query.args.len()
        && atom.args.iter().zip(&query.args).all(|(value, term)| match term {
            Term::Anonymous => true,
            Term::Variable(name) => *values.entry(name).or_insert(value) == value,
            _ => value == term,
        })
}
