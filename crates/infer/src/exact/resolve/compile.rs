//! From clauses to rules, whose bodies are lists of steps in the order of the text.
//!
//! As in the grounder for flat programs, a disjunction inside a body and a negation of more than an
//! atom become predicates of their own, over the variables that the rest of the clause shares with
//! them.

mod scope;

use super::terms::{MAX_DEPTH, Store, TermId, Unmade};
use crate::Error;
use crate::prepared::{GoalKind, Prepared, collected, needs_of, without_solution};
use hashbrown::{HashMap, HashSet};
use randlog_base::stop::Stop;
use randlog_logic::{Atom, Formula, Predicate, Symbol, Term};
use scope::{Scope, count, count_formula, mark_local, variables};
use std::rc::Rc;

/// A predicate, by number.
pub(super) type PredicateId = u32;

/// A step of a body.
#[derive(Clone, Debug)]
pub(super) enum BodyStep {
    /// Some answer of this goal fits.
    Call { predicate: PredicateId, args: Rc<[TermId]> },
    /// No answer of this goal holds; these variables must have values.
    Not { predicate: PredicateId, args: Rc<[TermId]>, needs: Rc<[u32]> },
    /// The built-in predicate holds.
    BuiltIn { name: Symbol, args: Rc<[TermId]> },
    /// Nothing makes these steps true, all of which are built in or such steps themselves.
    NotBuiltIn { branches: Rc<[Vec<BodyStep>]>, needs: Rc<[u32]> },
    /// The list of the template's instances, one for each solution of the goal.
    Collect(Rc<Collect>),
    /// The first answer of this goal fits; one that is not certain has no variables left. These variables must have values.
    Once { goal: PredicateId, args: Rc<[TermId]>, needs: Rc<[u32]> },
    /// Nothing makes this true.
    Fail,
}

/// What is collected. The variables that the rest of the clause has, too, must have values.
#[derive(Debug)]
pub(super) struct Collect {
    pub(super) template: TermId,
    pub(super) goal: PredicateId,
    pub(super) args: Rc<[TermId]>,
    pub(super) result: TermId,
    /// Is it `all/3`: each solution once, and at least one?
    pub(super) all: bool,
    pub(super) needs: Rc<[u32]>,
}

/// The choice that an instance of a rule makes.
#[derive(Clone, Debug)]
pub(super) struct Chooser {
    pub(super) alternative: u32,
    /// The probabilities of all heads of the clause.
    pub(super) annotations: Rc<[TermId]>,
    /// The variables that tell instances apart: all of the clause's own.
    pub(super) own: Rc<[u32]>,
}

/// `head :- steps`, if the choice falls that way.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) clause: u32,
    pub(super) predicate: PredicateId,
    pub(super) head: Rc<[TermId]>,
    pub(super) body: Rc<[BodyStep]>,
    pub(super) variables: u32,
    /// Their names, by number.
    pub(super) names: Rc<[Symbol]>,
    pub(super) chooser: Option<Chooser>,
    /// Is it a clause without a body?
    pub(super) is_fact: bool,
}

/// A predicate of the program, or one that stands for a part of a body.
pub(super) struct CompiledPredicate {
    /// None for a part of a body.
    pub(super) name: Option<Symbol>,
    pub(super) certain: bool,
    pub(super) rules: Vec<u32>,
}

/// A query or evidence.
pub(super) struct CompiledGoal {
    pub(super) predicate: PredicateId,
    pub(super) args: Vec<TermId>,
    pub(super) variables: u32,
    /// Whose answers give values to the variables.
    pub(super) condition: Option<(PredicateId, Rc<[TermId]>)>,
    /// Its number among all clauses.
    pub(super) number: usize,
}

pub(super) struct Compiler<'p> {
    pub(super) prepared: &'p Prepared,
    pub(super) store: Store,
    pub(super) rules: Vec<Rule>,
    pub(super) predicates: Vec<CompiledPredicate>,
    numbers: HashMap<Predicate, PredicateId>,
}

impl<'p> Compiler<'p> {
    pub(super) fn new(prepared: &'p Prepared, stop: &Stop) -> Result<Compiler<'p>, Error> {
        let mut compiler = Compiler {
            prepared,
            store: Store::default(),
            rules: Vec::new(),
            predicates: Vec::new(),
            numbers: HashMap::new(),
        };
        compiler.store.stop = stop.clone();
        let mut order: Vec<(&Predicate, usize)> = prepared
            .predicates
            .iter()
            .map(|(predicate, entry)| (predicate, entry.clauses.first().copied().unwrap_or(0)))
            .collect();
        order.sort_by(|a, b| (a.1, a.0).cmp(&(b.1, b.0)));
        let mut clauses: Vec<usize> = Vec::new();
        for (predicate, _) in order {
            let entry = &prepared.predicates[predicate];
            let number = compiler.predicates.len() as PredicateId;
            compiler.numbers.insert(predicate.clone(), number);
            compiler.predicates.push(CompiledPredicate {
                name: Some(predicate.name.clone()),
                certain: entry.certain,
                rules: Vec::new(),
            });
            clauses.extend(&entry.clauses);
        }
        clauses.sort_unstable();
        clauses.dedup();
        for number in clauses {
            compiler.clause(number)?;
        }
        Ok(compiler)
    }

    /// What was made of terms in a clause, in evidence or in a query; or the error.
    pub(super) fn made<T>(&self, found: Result<T, Unmade>, number: usize) -> Result<T, Error> {
        found.map_err(|unmade| match unmade {
            Unmade::TooDeep => {
                Error::Depth { limit: MAX_DEPTH, clause: self.prepared.quotation(number) }
            }
            Unmade::Stopped(stopped) => stopped.into(),
        })
    }

    fn clause(&mut self, number: usize) -> Result<(), Error> {
        let clause = &self.prepared.clauses[number];
        let mut scope = Scope { clause: number as u32, ..Scope::default() };
        let mut outside: HashMap<Symbol, usize> = HashMap::new();
        for head in &clause.heads {
            let terms = head.atom.args.iter().chain(head.probability.expression());
            terms.for_each(|term| count(term, &mut outside));
        }
        scope.everywhere = outside;
        count_formula(&clause.body, &mut scope.everywhere);
        self.mark_local(&clause.body, &mut scope);
        scope.choosing = !clause.is_certain();
        let body = self.steps_of(&clause.body, &mut scope)?;
        let mut heads = Vec::new();
        for head in &clause.heads {
            let args = self.terms(&head.atom.args, &mut scope)?;
            heads.push((self.numbers.get(&head.atom.predicate()).copied(), args));
        }
        let annotations: Vec<Term> = match scope.choosing {
            true => clause.heads.iter().map(|head| head.probability.term()).collect(),
            false => Vec::new(),
        };
        let annotations: Rc<[TermId]> = self.terms(&annotations, &mut scope)?.into();
        let own = scope.numbers.iter().filter(|(name, _)| !scope.local.contains(*name));
        let mut own: Vec<u32> = own.map(|(_, &number)| number).collect();
        own.sort_unstable();
        let own: Rc<[u32]> = own.into();
        let names = scope.names();
        for (alternative, (predicate, head)) in heads.into_iter().enumerate() {
            let Some(predicate) = predicate else { continue };
            let chooser = scope.choosing.then(|| Chooser {
                alternative: alternative as u32,
                annotations: annotations.clone(),
                own: own.clone(),
            });
            for branch in &body {
                self.add(Rule {
                    clause: number as u32,
                    predicate,
                    head: head.clone().into(),
                    body: branch.clone().into(),
                    variables: scope.next,
                    names: names.clone(),
                    chooser: chooser.clone(),
                    is_fact: clause.body == Formula::True,
                });
            }
        }
        Ok(())
    }

    fn mark_local(&self, formula: &Formula, scope: &mut Scope) {
        let is_collect =
            |atom: &Atom| matches!(self.prepared.goal(atom), GoalKind::Collect | GoalKind::Once);
        mark_local(formula, &scope.everywhere, &is_collect, &mut scope.local);
    }

    fn add(&mut self, rule: Rule) {
        self.predicates[rule.predicate as usize].rules.push(self.rules.len() as u32);
        self.rules.push(rule);
    }

    fn terms(&mut self, terms: &[Term], scope: &mut Scope) -> Result<Vec<TermId>, Error> {
        let clause = scope.clause;
        let mut number = |name: Option<&Symbol>| scope.number(name);
        let found: Result<Vec<TermId>, Unmade> =
            terms.iter().map(|term| self.store.number(term, &mut number)).collect();
        self.made(found, clause as usize)
    }

    /// The branches of a body, each as steps.
    fn steps_of(&mut self, body: &Formula, scope: &mut Scope) -> Result<Vec<Vec<BodyStep>>, Error> {
        match body {
            Formula::Or(branches) => {
                let mut found = Vec::new();
                for branch in branches {
                    found.extend(self.steps_of(branch, scope)?);
                }
                Ok(found)
            }
            other => {
                let mut steps = Vec::new();
                self.steps(other, scope, &mut steps)?;
                Ok(vec![steps])
            }
        }
    }

    fn steps(
        &mut self,
        formula: &Formula,
        scope: &mut Scope,
        out: &mut Vec<BodyStep>,
    ) -> Result<(), Error> {
        match formula {
            Formula::True => Ok(()),
            Formula::And(parts) => parts.iter().try_for_each(|part| self.steps(part, scope, out)),
            Formula::Or(_) => {
                let shared = self.shared(formula, scope, scope.choosing);
                let (predicate, args) = self.part(formula, &shared, scope)?;
                out.push(BodyStep::Call { predicate, args });
                Ok(())
            }
            Formula::Not(inner) => {
                let step = self.negation(inner, scope)?;
                out.extend(step);
                Ok(())
            }
            Formula::Atom(atom) => {
                let step = self.atom(atom, scope)?;
                out.push(step);
                Ok(())
            }
        }
    }

    fn atom(&mut self, atom: &Atom, scope: &mut Scope) -> Result<BodyStep, Error> {
        match self.prepared.goal(atom) {
            GoalKind::Own => {
                let args = self.terms(&atom.args, scope)?.into();
                Ok(BodyStep::Call { predicate: self.numbers[&atom.predicate()], args })
            }
            GoalKind::BuiltIn(name) => {
                let args = self.terms(&atom.args, scope)?.into();
                Ok(BodyStep::BuiltIn { name: Symbol::new(name), args })
            }
            GoalKind::Once => {
                let goal = collected(atom).ok().flatten().unwrap_or(Formula::True);
                let choosing = std::mem::replace(&mut scope.choosing, false);
                let shared = self.shared(&goal, scope, false);
                let (goal, args) = self.part(&goal, &shared, scope)?;
                scope.choosing = choosing;
                let needs = needs_of(atom).unwrap_or(shared);
                let needs = needs.iter().map(|name| scope.number(Some(name))).collect();
                Ok(BodyStep::Once { goal, args, needs })
            }
            GoalKind::Collect => {
                let goal = collected(atom).ok().flatten().unwrap_or(Formula::True);
                let mut inside = HashMap::new();
                count_formula(&goal, &mut inside);
                // What the template needs, and what else in the clause knows.
                let mut shared: Vec<Symbol> = inside
                    .into_iter()
                    .filter(|(name, times)| scope.everywhere.get(name).is_none_or(|n| times < n))
                    .map(|(name, _)| name)
                    .collect();
                shared.sort();
                let choosing = std::mem::replace(&mut scope.choosing, false);
                let (predicate, args) = self.part(&goal, &shared, scope)?;
                scope.choosing = choosing;
                let outer = self.terms(&[atom.args[0].clone(), atom.args[2].clone()], scope)?;
                let mut inside = HashMap::new();
                atom.args[..2].iter().for_each(|term| count(term, &mut inside));
                inside
                    .retain(|name, times| scope.everywhere.get(name).is_some_and(|n| *times < *n));
                let mut needs: Vec<Symbol> = inside.into_keys().collect();
                needs.sort();
                Ok(BodyStep::Collect(Rc::new(Collect {
                    template: outer[0],
                    goal: predicate,
                    args,
                    result: outer[1],
                    all: atom.name == "all",
                    needs: needs.iter().map(|name| scope.number(Some(name))).collect(),
                })))
            }
        }
    }

    fn negation(&mut self, inner: &Formula, scope: &mut Scope) -> Result<Option<BodyStep>, Error> {
        if let (Some(goal), Formula::Atom(once)) = (without_solution(inner), inner) {
            let shared = self.shared(&goal, scope, false);
            let needs = needs_of(once).unwrap_or_else(|| shared.clone());
            let needs = needs.iter().map(|name| scope.number(Some(name))).collect();
            let choosing = std::mem::replace(&mut scope.choosing, false);
            let (predicate, args) = self.part(&goal, &shared, scope)?;
            scope.choosing = choosing;
            return Ok(Some(BodyStep::Not { predicate, args, needs }));
        }
        let shared = self.shared(inner, scope, false);
        if self.is_built_in(inner) {
            let branches = self.steps_of(inner, scope)?;
            let needs: Rc<[u32]> = shared.iter().map(|name| scope.number(Some(name))).collect();
            return Ok(match &branches[..] {
                [steps] if steps.is_empty() => Some(BodyStep::Fail),
                [steps] if matches!(steps[..], [BodyStep::Fail]) => None,
                _ => Some(BodyStep::NotBuiltIn { branches: branches.into(), needs }),
            });
        }
        let choosing = std::mem::replace(&mut scope.choosing, false);
        let (predicate, args) = match inner {
            Formula::Atom(atom) if matches!(self.prepared.goal(atom), GoalKind::Own) => {
                (self.numbers[&atom.predicate()], self.terms(&atom.args, scope)?.into())
            }
            _ => self.part(inner, &shared, scope)?,
        };
        scope.choosing = choosing;
        let needs = shared.iter().map(|name| scope.number(Some(name))).collect();
        Ok(Some(BodyStep::Not { predicate, args, needs }))
    }

    /// Is everything in this formula built in?
    fn is_built_in(&self, formula: &Formula) -> bool {
        match formula {
            Formula::True => true,
            // A disjunction within would become a predicate.
            Formula::Or(_) => false,
            Formula::Atom(atom) => matches!(self.prepared.goal(atom), GoalKind::BuiltIn(_)),
            Formula::Not(inner) => self.is_built_in(inner),
            Formula::And(parts) => parts.iter().all(|part| self.is_built_in(part)),
        }
    }

    /// The named variables that a part of the body has in common with the rest of the clause, and,
    /// where instances choose, all of the clause's own.
    fn shared(&self, part: &Formula, scope: &Scope, choosing: bool) -> Vec<Symbol> {
        let mut inside = HashMap::new();
        count_formula(part, &mut inside);
        let mut shared: Vec<Symbol> = inside
            .into_iter()
            .filter(|(name, times)| {
                scope.everywhere.get(name).is_some_and(|all| times < all)
                    || (choosing && !scope.local.contains(name))
            })
            .map(|(name, _)| name)
            .collect();
        shared.sort();
        shared
    }

    /// A predicate for a part of a body, over these variables.
    fn part(
        &mut self,
        part: &Formula,
        shared: &[Symbol],
        scope: &mut Scope,
    ) -> Result<(PredicateId, Rc<[TermId]>), Error> {
        let predicate = self.predicates.len() as PredicateId;
        let certain = self.is_certain(part);
        self.predicates.push(CompiledPredicate { name: None, certain, rules: Vec::new() });
        let numbers: Vec<u32> = shared.iter().map(|name| scope.number(Some(name))).collect();
        let args: Rc<[TermId]> = numbers.iter().map(|&v| self.store.variable(v)).collect();
        for body in self.steps_of(part, scope)? {
            self.add(Rule {
                clause: scope.clause,
                predicate,
                head: args.clone(),
                body: body.into(),
                variables: scope.next,
                names: scope.names(),
                chooser: None,
                is_fact: false,
            });
        }
        Ok((predicate, args))
    }

    fn is_certain(&self, part: &Formula) -> bool {
        part.atoms().all(|occurrence| {
            let atom = occurrence.atom;
            match self.prepared.goal(atom) {
                GoalKind::Own => self.prepared.predicates[&atom.predicate()].certain,
                GoalKind::BuiltIn(_) => true,
                GoalKind::Collect | GoalKind::Once => {
                    collected(atom).ok().flatten().is_none_or(|goal| self.is_certain(&goal))
                }
            }
        })
    }

    /// A query or evidence, with its number among all clauses.
    pub(super) fn asked(
        &mut self,
        statement: &randlog_logic::Goal,
        number: usize,
    ) -> Result<CompiledGoal, Error> {
        let mut scope = Scope { clause: number as u32, ..Scope::default() };
        statement.atom.args.iter().for_each(|term| count(term, &mut scope.everywhere));
        count_formula(&statement.condition, &mut scope.everywhere);
        self.mark_local(&statement.condition, &mut scope);
        let step = self.atom(&statement.atom, &mut scope)?;
        let (predicate, args) = match step {
            BodyStep::Call { predicate, args } => (predicate, args.to_vec()),
            // A built-in predicate that is asked for.
            _ => {
                let formula = Formula::Atom(statement.atom.clone());
                let shared = statement.atom.args.iter().flat_map(variables).collect::<HashSet<_>>();
                let mut shared: Vec<Symbol> = shared.into_iter().collect();
                shared.sort();
                let (predicate, args) = self.part(&formula, &shared, &mut scope)?;
                self.predicates[predicate as usize].name = Some(statement.atom.name.clone());
                // The answers shall show all arguments.
                let full = self.terms(&statement.atom.args, &mut scope)?;
                for rule in self.predicates[predicate as usize].rules.clone() {
                    self.rules[rule as usize].head = full.clone().into();
                    self.rules[rule as usize].variables = scope.next;
                }
                drop(args);
                (predicate, full)
            }
        };
        let condition = match &statement.condition {
            Formula::True => None,
            condition => {
                let mut names: Vec<Symbol> =
                    statement.atom.args.iter().flat_map(variables).collect();
                names.sort();
                names.dedup();
                Some(self.part(condition, &names, &mut scope)?)
            }
        };
        Ok(CompiledGoal { predicate, args, variables: scope.next, condition, number })
    }
}
