//! The ways to make a formula true.

use super::variables::{count, occurrences, occurrences_in, shared};
use super::{ClauseContext, Derivation, MAX_CALLS, Proof, Used};
use crate::Error;
use crate::built_in::{self, Fault, MOST_COLLECTED, TOO_MANY_LISTS};
use crate::limits::{check_memory, memory_left};
use crate::prepared::{GoalKind, collected, needs_of, without_solution};
use crate::worlds::substitution::{
    Substitution, apply, apply_atom, canonical, map_variables, unify, unify_atoms,
};
use randlog_logic::{Atom, Compound, Formula, Probability, Symbol, Term};
use std::collections::BTreeMap;

impl Derivation<'_> {
    /// All ways to go on from a way by making a formula true.
    pub(super) fn formula(
        &mut self,
        formula: &Formula,
        way: Proof,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        self.stop.check()?;
        match formula {
            Formula::True => Ok(vec![way]),
            Formula::And(parts) => {
                let mut ways = vec![way];
                for part in parts {
                    let mut next = Vec::new();
                    for way in ways {
                        next.extend(self.formula(part, way, context)?);
                        self.check_ways(&next)?;
                    }
                    ways = next;
                }
                Ok(ways)
            }
            Formula::Or(branches) if self.direct => {
                let mut ways = Vec::new();
                for branch in branches {
                    ways.extend(self.formula(branch, way.clone(), context)?);
                }
                Ok(ways)
            }
            Formula::Or(branches) => self.disjunction(branches, way, context),
            Formula::Not(inner) => self.negation(inner, way, context),
            Formula::Atom(atom) => self.atom(atom, way, context),
        }
    }

    /// Branches that give the same values to all variables are one way: if one of them turns out to be
    /// certain, nothing depends on the others.
    fn disjunction(
        &mut self,
        branches: &[Formula],
        (values, body): Proof,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        let mut found: BTreeMap<Vec<Term>, (Substitution, Vec<Vec<Used>>)> = BTreeMap::new();
        for branch in branches {
            for (values, used) in self.formula(branch, (values.clone(), Vec::new()), context)? {
                let names = context.everywhere.keys().cloned();
                let key = names.map(|name| apply(&Term::Variable(name), &values)).collect();
                found.entry(key).or_insert_with(|| (values, Vec::new())).1.push(used);
            }
        }
        let way = |(values, mut uses): (Substitution, Vec<Vec<Used>>)| {
            let mut body = body.clone();
            uses.sort();
            uses.dedup();
            match uses.len() {
                1 => body.extend(uses.remove(0)),
                _ => body.push(Used::Any(uses)),
            }
            (values, body)
        };
        Ok(found.into_values().map(way).collect())
    }

    fn negation(
        &mut self,
        inner: &Formula,
        way: Proof,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        let goal = without_solution(inner);
        let inner = match (&goal, inner) {
            (Some(goal), Formula::Atom(once)) => {
                need_of_once(once, goal, &way.0, context)?;
                goal
            }
            _ => {
                need(&occurrences_in(inner), &way.0, context, "a negation")?;
                inner
            }
        };
        if self.is_certain_formula(inner) {
            let ways = self.decide(inner, &way.0, context)?;
            return Ok(if ways.is_empty() { vec![way] } else { Vec::new() });
        }
        let (values, mut body) = way;
        if let Formula::Atom(atom) = inner {
            let call = canonical(&apply_atom(atom, &values), "C");
            if self.is_given(&call) {
                return Ok(Vec::new());
            }
            self.check_depth(&call, context)?;
            self.ask(&call);
            body.push(Used::NoAnswer(call));
        } else {
            // Whatever is negated is worked out by calls and answers.
            let outer = std::mem::replace(&mut self.direct, false);
            let inside = self.formula(inner, (values.clone(), Vec::new()), context);
            self.direct = outer;
            let inside = inside?;
            let mut uses: Vec<Vec<Used>> = inside.into_iter().map(|(_, used)| used).collect();
            uses.sort();
            uses.dedup();
            body.push(Used::None(uses));
        }
        Ok(vec![(values, body)])
    }

    fn is_certain_formula(&self, formula: &Formula) -> bool {
        formula.atoms().all(|occurrence| match self.prepared.goal(occurrence.atom) {
            GoalKind::Own => self.is_certain(occurrence.atom),
            GoalKind::BuiltIn(_) => true,
            GoalKind::Collect | GoalKind::Once => {
                let goal = collected(occurrence.atom).ok().flatten();
                goal.is_none_or(|goal| self.is_certain_formula(&goal))
            }
        })
    }

    /// The ways to make a formula of certain predicates true: worked out by itself, to the end.
    fn decide(
        &mut self,
        formula: &Formula,
        values: &Substitution,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        let mut inner = Derivation::new(self.prepared, self.stop);
        // The values may have variables of this derivation.
        inner.fresh = self.fresh;
        loop {
            inner.work()?;
            inner.changed = false;
            let ways = inner.formula(formula, (values.clone(), Vec::new()), context)?;
            if !inner.changed {
                self.fresh = inner.fresh;
                return Ok(ways);
            }
        }
    }

    pub(super) fn atom(
        &mut self,
        atom: &Atom,
        way: Proof,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        match self.prepared.goal(atom) {
            GoalKind::Own if self.direct => self.resolve(atom, way, context),
            GoalKind::Own => self.by_answers(atom, way, context),
            GoalKind::Collect => self.collect(atom, way, context),
            GoalKind::Once => self.once(atom, way, context),
            GoalKind::BuiltIn(name) => self.built_in(name, atom, way, context),
        }
    }

    fn by_answers(
        &mut self,
        atom: &Atom,
        way: Proof,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        let (values, body) = way;
        let call = canonical(&apply_atom(atom, &values), "C");
        self.check_depth(&call, context)?;
        self.ask(&call);
        let mut ways = Vec::new();
        for answer in self.answers[&call].clone() {
            let args = self.apart(&answer.args);
            if let Some(found) = unify_atoms(&atom.args, &args, &values) {
                let mut body = body.clone();
                if !self.is_settled(&answer) {
                    body.push(Used::Holds(answer));
                }
                ways.push((found, body));
            }
        }
        Ok(ways)
    }

    /// The terms with new variables.
    fn apart(&mut self, terms: &[Term]) -> Vec<Term> {
        self.fresh += 1;
        let number = self.fresh;
        let mut rename = |name: &Symbol| Term::Variable(Symbol::from(format!("{name} {number}")));
        terms.iter().map(|term| map_variables(term, &mut rename)).collect()
    }

    fn built_in(
        &mut self,
        name: &str,
        atom: &Atom,
        way: Proof,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        let (values, body) = way;
        let args: Vec<Term> = atom.args.iter().map(|term| apply(term, &values)).collect();
        if name == "=" {
            let mut found = values.clone();
            return Ok(match unify(&args[0], &args[1], &mut found) {
                true => vec![(found, body)],
                false => Vec::new(),
            });
        }
        let room = memory_left(self.stop);
        let solutions = built_in::solutions(name, &args, room).map_err(|fault| match fault {
            Fault::Unbound => Error::Unsafe {
                clause: (context.clause)(),
                reason: format!("a variable has no value where `{name}` needs one"),
            },
            Fault::TooMany => Error::Memory { limit: 0, what: "grounding" },
            Fault::Wrong(reason) => Error::BuiltIn { clause: (context.clause)(), reason },
        })?;
        let mut ways = Vec::new();
        for mut solution in solutions {
            solution.iter_mut().for_each(|term| self.name_new(term));
            let found = unify_atoms(&args, &solution, &values);
            ways.extend(found.map(|found| (found, body.clone())));
            self.check_ways(&ways)?;
        }
        Ok(ways)
    }

    /// Do the ways fit into the memory that is allowed?
    fn check_ways(&self, ways: &[Proof]) -> Result<(), Error> {
        /// A way with few values, and each further value or atom: about.
        const WAY: usize = 700;
        const BYTES: usize = 96;
        let Some((values, used)) = ways.last() else { return Ok(()) };
        let bytes = ways.len() * (WAY + (values.len() + used.len()) * BYTES);
        check_memory(self.stop, bytes, "grounding")
    }

    /// Gives every `_` a name.
    fn name_new(&mut self, term: &mut Term) {
        match term {
            Term::Anonymous => {
                self.fresh += 1;
                *term = Term::Variable(Symbol::from(format!("N {}", self.fresh)));
            }
            Term::Compound(compound) => {
                let mut copy = (**compound).clone();
                match &mut copy {
                    Compound::Function(_, args) => {
                        args.iter_mut().for_each(|arg| self.name_new(arg));
                    }
                    Compound::List(items, tail) => {
                        items.iter_mut().for_each(|item| self.name_new(item));
                        self.name_new(tail);
                    }
                }
                *term = Term::Compound(copy.into());
            }
            _ => {}
        }
    }

    fn collect(
        &mut self,
        atom: &Atom,
        way: Proof,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        let mut inside = BTreeMap::new();
        atom.args[..2].iter().for_each(|term| count(term, &mut inside));
        need(&inside, &way.0, context, "solutions are collected")?;
        let goal = collected(atom).ok().flatten().unwrap_or(Formula::True);
        let (values, body) = way;
        let found = self.proofs(&goal, &values, context)?;
        let mut items = Vec::new();
        for (found, used) in found {
            let item = apply(&atom.args[0], &found);
            if !item.is_ground() {
                let reason = "a collected term has a variable without a value".to_owned();
                return Err(Error::Unsafe { clause: (context.clause)(), reason });
            }
            items.push((item, used));
        }
        let uncertain = items.iter().filter(|(_, used)| !used.is_empty()).count();
        if uncertain > MOST_COLLECTED {
            return Err(Error::Memory { limit: 0, what: TOO_MANY_LISTS });
        }
        let mut ways = Vec::new();
        for world in 0..1u32 << uncertain {
            let (mut list, mut body, mut number) = (Vec::new(), body.clone(), 0);
            for (item, used) in &items {
                if !used.is_empty() {
                    number += 1;
                    if world >> (number - 1) & 1 == 0 {
                        body.push(Used::None(vec![used.clone()]));
                        continue;
                    }
                    body.extend_from_slice(used);
                }
                if atom.name == "findall" || !list.contains(item) {
                    list.push(item.clone());
                }
            }
            if atom.name == "all" && list.is_empty() {
                continue;
            }
            let mut found = values.clone();
            if unify(&atom.args[2], &Term::list(list, Term::empty_list()), &mut found) {
                ways.push((found, body));
                self.check_ways(&ways)?;
            }
        }
        Ok(ways)
    }

    /// The proofs of a goal, in the order in which Prolog finds them.
    fn proofs(
        &mut self,
        goal: &Formula,
        values: &Substitution,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        if self.is_certain_formula(goal) {
            let mut inner = Derivation::new(self.prepared, self.stop);
            inner.direct = true;
            inner.fresh = self.fresh;
            let found = inner.formula(goal, (values.clone(), Vec::new()), context)?;
            self.fresh = inner.fresh;
            return Ok(found);
        }
        let outer = std::mem::replace(&mut self.direct, true);
        let found = self.formula(goal, (values.clone(), Vec::new()), context);
        self.direct = outer;
        found
    }

    /// The first solution of a certain goal; of others, only whether there is one.
    fn once(
        &mut self,
        atom: &Atom,
        way: Proof,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        let goal = collected(atom).ok().flatten().unwrap_or(Formula::True);
        need_of_once(atom, &goal, &way.0, context)?;
        if self.is_certain_formula(&goal) {
            let (values, body) = way;
            let mut inner = Derivation::new(self.prepared, self.stop);
            inner.direct = true;
            inner.fresh = self.fresh;
            inner.open.clone_from(&self.open);
            let found = inner.formula(&goal, (values, Vec::new()), context)?;
            self.fresh = inner.fresh;
            return Ok(found
                .into_iter()
                .next()
                .map(|(values, _)| (values, body))
                .into_iter()
                .collect());
        }
        let inside = occurrences_in(&goal);
        let value = |name: &Symbol| apply(&Term::Variable(name.clone()), &way.0);
        if shared(&inside, context.everywhere).any(|name| !value(name).is_ground()) {
            return Err(Error::Uncertain { clause: (context.clause)() });
        }
        let (values, body) = way;
        let ways = self.formula(&goal, (values.clone(), Vec::new()), context)?;
        let used = ways.into_iter().map(|(_, used)| (values.clone(), [&body[..], &used].concat()));
        Ok(used.collect())
    }

    /// Resolves a goal as Prolog does: clause by clause.
    fn resolve(
        &mut self,
        atom: &Atom,
        way: Proof,
        context: ClauseContext<'_>,
    ) -> Result<Vec<Proof>, Error> {
        let (values, body) = way;
        let call = canonical(&apply_atom(atom, &values), "C");
        self.check_depth(&call, context)?;
        if self.open.len() >= MAX_CALLS {
            return Err(Error::Calls { limit: MAX_CALLS, clause: (context.clause)() });
        }
        let mut ways = Vec::new();
        if self.open.contains(&call) {
            return Err(Error::Endless { clause: (context.clause)() });
        }
        self.open.push(call.clone());
        let clauses = self.prepared.predicates[&atom.predicate()].clauses.clone();
        for number in clauses {
            for alternative in 0..self.prepared.clauses[number].heads.len() {
                let clause = &self.prepared.clauses[number];
                let head = &clause.heads[alternative].atom;
                if head.predicate() != call.predicate() {
                    continue;
                }
                let Some(start) = unify_atoms(&head.args, &call.args, &Substitution::new()) else {
                    continue;
                };
                let everywhere = occurrences(clause);
                let prepared = self.prepared;
                let quotation = || prepared.quotation(number);
                let inside = ClauseContext { clause: &quotation, everywhere: &everywhere };
                for (found, mut used) in self.formula(&clause.body, (start, Vec::new()), inside)? {
                    if !clause.is_certain() {
                        match self.choose(number, alternative, &found, inside)? {
                            None => continue,
                            Some((clause, own, one)) => {
                                let probabilities = &self.choices[&(clause, own.clone())];
                                if probabilities[..] != [Some(Probability::ONE)] {
                                    used.push(Used::Taken(clause, own, one));
                                }
                            }
                        }
                    }
                    let answer = canonical(&apply_atom(head, &found), "A");
                    let args = self.apart(&answer.args);
                    let found = unify_atoms(&atom.args, &args, &values);
                    let body = || [&body[..], &used].concat();
                    ways.extend(found.map(|found| (found, body())));
                }
            }
        }
        self.open.pop();
        Ok(ways)
    }
}

/// Do the variables have values that `once/1` needs?
fn need_of_once(
    once: &Atom,
    goal: &Formula,
    values: &Substitution,
    context: ClauseContext<'_>,
) -> Result<(), Error> {
    let inside = match needs_of(once) {
        None => occurrences_in(goal),
        // All of these occur elsewhere, too.
        Some(names) => names.into_iter().map(|name| (name, 0)).collect(),
    };
    need(&inside, values, context, "a condition")
}

/// Do the variables that a part of a clause shares with the rest have values?
fn need(
    inside: &BTreeMap<Symbol, usize>,
    values: &Substitution,
    context: ClauseContext<'_>,
    what: &str,
) -> Result<(), Error> {
    let open = |name: &&Symbol| !apply(&Term::Variable((*name).clone()), values).is_ground();
    match shared(inside, context.everywhere).find(open) {
        Some(name) => {
            let name = crate::prepared::written(name);
            let reason = format!("the variable `{name}` has no value before {what}");
            Err(Error::Unsafe { clause: (context.clause)(), reason })
        }
        None => Ok(()),
    }
}
