//! θ-subsumption: which clauses say no more than another one?
//!
//! The *parts* of a body are the children of its conjunction. A body that is no conjunction is its own only
//! part, and an empty body has none. A conjunction inside another one is a single part.
//!
//! A clause *θ-subsumes* another if a substitution θ of its variables maps its head to the head of the other,
//! and each part of its body to a part of the other's body (Plotkin, "A note on inductive generalization", 1970).
//! Literals are mapped to literals of the same sign. Whatever the other clause derives, this one derives as well,
//! so that the other is superfluous. Probabilities do not matter here, and clauses with several heads, or with a
//! negated one, do not subsume and are not subsumed.
//!
//! To decide it is NP-complete (Garey and Johnson, "Computers and Intractability", 1979, problem LO18). The search
//! here maps first what can be mapped in the fewest ways (fail first; Haralick and Elliott, 1980), and backtracks on
//! an explicit stack.

use crate::{Atom, Clause, Compound, Formula, Heads, Symbol, Term};
use randlog_base::{Stop, Stopped};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::slice;

impl Clause {
    /// The parts of the body: what must all be true for the clause to fire.
    pub fn parts(&self) -> &[Formula] {
        match &self.body {
            Formula::True => &[],
            Formula::And(parts) => parts,
            part => slice::from_ref(part),
        }
    }

    /// Does this clause θ-subsume another one?
    ///
    /// ```
    /// use randlog_logic::{Dialect, Stop};
    ///
    /// let program = Dialect::ProbLog.parse("p(X) :- q(X, Y). p(a) :- q(a, a), \\+ r.")?;
    /// let (general, special) = (&program.clauses[0], &program.clauses[1]);
    /// assert_eq!(general.subsumes(special, &Stop::NEVER), Ok(true));
    /// assert_eq!(special.subsumes(general, &Stop::NEVER), Ok(false));
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn subsumes(&self, other: &Clause, stop: &Stop) -> Result<bool, Stopped> {
        let (general, special) = (with_names(self), with_names(other));
        SubstitutionSearch { stop, steps: 0 }.subsumes(&general, &special)
    }

    /// A part of the body without which the clause says the same: a clause without such parts is *condensed* (Gottlob and
    /// Fermüller, "Removing redundancy from a clause", 1993). Repeated parts count as one.
    ///
    /// ```
    /// use randlog_logic::{Dialect, Stop};
    ///
    /// let program = Dialect::ProbLog.parse("p(X) :- q(X, Y), q(X, Z), r(Z). p(X) :- q(X, Y), q(Y, X).")?;
    /// let part = |number: usize| program.clauses[number].condensable_part(&Stop::NEVER).unwrap();
    /// assert_eq!(part(0), Some(program.clauses[0].parts()[0].clone()));
    /// assert_eq!(part(1), None);
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn condensable_part(&self, stop: &Stop) -> Result<Option<Formula>, Stopped> {
        SubstitutionSearch { stop, steps: 0 }.condensable_part(&with_names(self))
    }

    /// Does this clause differ from another one only in the order of its parts and the names of variables? No part
    /// may be repeated in either.
    pub fn is_reordering_of(&self, other: &Clause) -> bool {
        let (one, other) = (with_names(self), with_names(other));
        let search = &mut SubstitutionSearch { stop: &Stop::NEVER, steps: 0 };
        one.parts().len() == other.parts().len()
            && search.maps(&one, &other, Images::Renaming(HashSet::new())) == Ok(true)
    }
}

/// The clause with a name for each `_`, which no other variable has.
pub(crate) fn with_names(clause: &Clause) -> Cow<'_, Clause> {
    if !clause.atoms().any(|atom| atom.args.iter().any(has_anonymous)) {
        return Cow::Borrowed(clause);
    }
    let (mut copy, mut count) = (clause.clone(), 0);
    let mut name = |atom: &mut Atom| {
        atom.args.iter_mut().for_each(|term| *term = named(term, &mut count));
    };
    copy.heads.iter_mut().for_each(|head| name(&mut head.atom));
    each_atom(&mut copy.body, &mut name);
    Cow::Owned(copy)
}

fn has_anonymous(term: &Term) -> bool {
    match term {
        Term::Anonymous => true,
        Term::Compound(compound) => match &**compound {
            Compound::Function(_, args) => args.iter().any(has_anonymous),
            Compound::List(items, tail) => items.iter().any(has_anonymous) || has_anonymous(tail),
        },
        Term::Variable(_) | Term::Constant(_) | Term::Number(_) | Term::Text(_) => false,
    }
}

fn named(term: &Term, count: &mut usize) -> Term {
    match term {
        Term::Anonymous => {
            *count += 1;
            // No variable of a text has a blank in its name.
            Term::Variable(format!("_ {count}").into())
        }
        Term::Compound(compound) => {
            let mut all = |terms: &[Term]| -> Vec<Term> {
                terms.iter().map(|term| named(term, count)).collect()
            };
            match &**compound {
                Compound::Function(functor, args) => Term::function(functor.clone(), all(args)),
                Compound::List(items, tail) => {
                    let items = all(items);
                    Term::list(items, named(tail, count))
                }
            }
        }
        Term::Variable(_) | Term::Constant(_) | Term::Number(_) | Term::Text(_) => term.clone(),
    }
}

fn each_atom(formula: &mut Formula, visit: &mut impl FnMut(&mut Atom)) {
    match formula {
        Formula::True => {}
        Formula::Atom(atom) => visit(atom),
        Formula::Not(child) => each_atom(child, visit),
        Formula::And(children) | Formula::Or(children) => {
            children.iter_mut().for_each(|child| each_atom(child, visit));
        }
    }
}

/// Looks for substitutions. All variables of the clauses have names.
pub(crate) struct SubstitutionSearch<'s> {
    pub(crate) stop: &'s Stop,
    pub(crate) steps: u64,
}

impl SubstitutionSearch<'_> {
    pub(crate) fn subsumes(&mut self, general: &Clause, special: &Clause) -> Result<bool, Stopped> {
        self.maps(general, special, Images::Any)
    }

    /// The first part that the others already say, under a substitution that leaves the head as it is.
    pub(crate) fn condensable_part(&mut self, clause: &Clause) -> Result<Option<Formula>, Stopped> {
        let Some(head) = only(&clause.heads) else { return Ok(None) };
        let mut seen = HashSet::new();
        let parts: Vec<&Formula> =
            clause.parts().iter().filter(|part| seen.insert(*part)).collect();
        for (place, part) in parts.iter().enumerate() {
            let mut others = parts.clone();
            others.remove(place);
            let mut theta = Substitution::new(Images::Any);
            theta.atom(head, head);
            // Nearly always, it is like no other part.
            let bound = theta.trail.len();
            let is_like = |other: &&Formula| {
                let is_like = theta.formula(part, other);
                theta.undo(bound);
                is_like
            };
            if others.iter().any(is_like) && self.maps_parts(theta, &parts, &others)? {
                return Ok(Some((*part).clone()));
            }
        }
        Ok(None)
    }

    /// Is there a substitution of the first clause's variables that maps its head and parts to those of the second?
    fn maps(&mut self, from: &Clause, to: &Clause, images: Images) -> Result<bool, Stopped> {
        let (Some(head), Some(image)) = (only(&from.heads), only(&to.heads)) else {
            return Ok(false);
        };
        let mut theta = Substitution::new(images);
        let parts: Vec<&Formula> = from.parts().iter().collect();
        let images: Vec<&Formula> = to.parts().iter().collect();
        Ok(theta.atom(head, image) && self.maps_parts(theta, &parts, &images)?)
    }

    /// Can the substitution be extended so that it maps each of these parts to one of these images?
    fn maps_parts(
        &mut self,
        mut theta: Substitution,
        parts: &[&Formula],
        images: &[&Formula],
    ) -> Result<bool, Stopped> {
        let mut is_open = vec![true; parts.len()];
        let mut choices: Vec<Choice> = Vec::new();
        while let Some(choice) = self.fewest(&mut theta, parts, &is_open, images)? {
            choices.push(choice);
            loop {
                let Some(choice) = choices.last_mut() else { return Ok(false) };
                theta.undo(choice.bound);
                is_open[choice.part] = true;
                let Some(image) = choice.images.pop() else {
                    choices.pop();
                    continue;
                };
                if theta.formula(parts[choice.part], images[image]) {
                    is_open[choice.part] = false;
                    break;
                }
            }
        }
        Ok(true)
    }

    /// The open part that can be mapped in the fewest ways; nothing if no part is open.
    fn fewest(
        &mut self,
        theta: &mut Substitution,
        parts: &[&Formula],
        is_open: &[bool],
        images: &[&Formula],
    ) -> Result<Option<Choice>, Stopped> {
        let bound = theta.trail.len();
        let mut fewest: Option<Choice> = None;
        for (part, formula) in parts.iter().enumerate().filter(|(part, _)| is_open[*part]) {
            let mut possible = Vec::new();
            for (image, other) in images.iter().enumerate().rev() {
                self.steps += 1;
                self.stop.check_at(self.steps)?;
                if theta.formula(formula, other) {
                    possible.push(image);
                }
                theta.undo(bound);
            }
            let count = possible.len();
            if fewest.as_ref().is_none_or(|fewest| count < fewest.images.len()) {
                fewest = Some(Choice { part, images: possible, bound });
            }
            if count == 0 {
                break;
            }
        }
        Ok(fewest)
    }
}

fn only(heads: &Heads) -> Option<&Atom> {
    match &heads[..] {
        [head] if !head.negated => Some(&head.atom),
        _ => None,
    }
}

/// A part, what it may still be mapped to, and how many variables were bound before it was mapped.
struct Choice {
    part: usize,
    images: Vec<usize>,
    bound: usize,
}

/// What variables may be mapped to.
enum Images {
    /// Any terms.
    Any,
    /// Variables, each of them once; those that are taken.
    Renaming(HashSet<Symbol>),
}

/// What variables are mapped to, and in which order they were bound.
struct Substitution {
    values: HashMap<Symbol, Term>,
    trail: Vec<Symbol>,
    images: Images,
}

impl Substitution {
    fn new(images: Images) -> Substitution {
        Substitution { values: HashMap::new(), trail: Vec::new(), images }
    }

    /// Forget all but the first so many variables.
    fn undo(&mut self, bound: usize) {
        for name in self.trail.drain(bound..) {
            if let (Some(Term::Variable(image)), Images::Renaming(taken)) =
                (self.values.remove(&name), &mut self.images)
            {
                taken.remove(&image);
            }
        }
    }

    fn formula(&mut self, from: &Formula, to: &Formula) -> bool {
        match (from, to) {
            (Formula::True, Formula::True) => true,
            (Formula::Atom(from), Formula::Atom(to)) => self.atom(from, to),
            (Formula::Not(from), Formula::Not(to)) => self.formula(from, to),
            (Formula::And(from), Formula::And(to)) | (Formula::Or(from), Formula::Or(to)) => {
                from.len() == to.len()
                    && from.iter().zip(to).all(|(from, to)| self.formula(from, to))
            }
            _ => false,
        }
    }

    fn atom(&mut self, from: &Atom, to: &Atom) -> bool {
        from.name == to.name && self.terms(&from.args, &to.args)
    }

    fn terms(&mut self, from: &[Term], to: &[Term]) -> bool {
        from.len() == to.len() && from.iter().zip(to).all(|(from, to)| self.term(from, to))
    }

    fn term(&mut self, from: &Term, to: &Term) -> bool {
        match (from, to) {
            (Term::Variable(name), _) => self.bind(name, to),
            (Term::Compound(from), Term::Compound(to)) => match (&**from, &**to) {
                (Compound::Function(f, from), Compound::Function(g, to)) => {
                    f == g && self.terms(from, to)
                }
                (Compound::List(from, tail), Compound::List(to, rest)) => {
                    let Some((first, more)) = to.split_at_checked(from.len()) else { return false };
                    let rest = Term::list(more.to_vec(), rest.clone());
                    self.terms(from, first) && self.term(tail, &rest)
                }
                _ => false,
            },
            _ => from == to,
        }
    }

    fn bind(&mut self, name: &Symbol, to: &Term) -> bool {
        if let Some(value) = self.values.get(name) {
            return value == to;
        }
        let is_allowed = match (&mut self.images, to) {
            (Images::Any, _) => true,
            (Images::Renaming(taken), Term::Variable(image)) => taken.insert(image.clone()),
            (Images::Renaming(_), _) => false,
        };
        if is_allowed {
            self.values.insert(name.clone(), to.clone());
            self.trail.push(name.clone());
        }
        is_allowed
    }
}
