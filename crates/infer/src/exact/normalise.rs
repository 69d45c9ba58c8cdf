//! From clauses to rules: bodies become lists of literals.
//!
//! A disjunction at the top of a body gives one rule per branch. Any other disjunction, and a
//! negation of more than an atom, gets a predicate of its own, whose arguments are the variables
//! that the rest of the clause shares with it (the transformation of Lloyd and Topor 1984):
//!
//! ```text
//! p(X) :- q(X), \+ (r(X, Y), s(Y)).      p(X) :- q(X), \+ part(X).
//!                                        part(X) :- r(X, Y), s(Y).
//! ```
//!
//! This is no transformation of programs that others could use: the new predicates carry no context,
//! so that by themselves they need not be safe. The grounder asks for them where their arguments have
//! values ([`Literal::needs`]), and all rules of a clause number its variables alike, so that they
//! share its choices. An engine that reads programs needs the context (`flatten.rs` of the engines).
//!
//! Where instances make choices, a disjunction's predicate has all of the clause's own variables
//! that occur in it: an instance is an assignment to all of them.

use super::rule::{Chooser, Literal, PredicateId, Rule, Slot};
use super::vocabulary::{Constants, Predicates};
use hashbrown::HashMap;
use randlog_logic::{Atom, Clause, Formula, Term};
use std::collections::BTreeMap;

/// A body with numbers for names.
enum Tree {
    Atom(Literal),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
}

/// Truth values are worked into the rest: a tree that is not one itself has none inside.
impl Tree {
    fn truth(&self) -> Option<bool> {
        match self {
            Tree::And(children) if children.is_empty() => Some(true),
            Tree::Or(children) if children.is_empty() => Some(false),
            _ => None,
        }
    }

    /// A conjunction, in which `true` is neutral, or a disjunction, in which `false` is.
    fn join(neutral: bool, mut children: Vec<Tree>) -> Tree {
        let decided = children.iter().any(|child| child.truth() == Some(!neutral));
        children.retain(|child| !decided && child.truth().is_none());
        if neutral != decided { Tree::And(children) } else { Tree::Or(children) }
    }

    fn not(child: Tree) -> Tree {
        match child.truth() {
            Some(truth) => Tree::join(!truth, Vec::new()),
            None => Tree::Not(Box::new(child)),
        }
    }

    fn branches(self) -> Vec<Tree> {
        match self {
            Tree::Or(branches) => branches,
            other => vec![other],
        }
    }

    /// How often each variable occurs.
    fn occurrences(&self) -> BTreeMap<u32, usize> {
        let mut counts = BTreeMap::new();
        self.count(&mut counts);
        counts
    }

    fn count(&self, counts: &mut BTreeMap<u32, usize>) {
        match self {
            Tree::Atom(literal) => {
                literal.variables().for_each(|variable| *counts.entry(variable).or_default() += 1);
            }
            Tree::Not(child) => child.count(counts),
            Tree::And(children) | Tree::Or(children) => {
                children.iter().for_each(|child| child.count(counts));
            }
        }
    }
}

/// Turns clauses into rules.
pub(super) struct Normaliser<'a, 'p> {
    pub(super) constants: &'a mut Constants<'p>,
    pub(super) predicates: &'a mut Predicates<'p>,
    /// The number of the next predicate that stands for a part of a body. They come after the
    /// program's own.
    pub(super) next_part: PredicateId,
    pub(super) rules: Vec<Rule>,
}

impl<'p> Normaliser<'_, 'p> {
    /// Adds the rules of a clause, which is safe.
    pub(super) fn clause(&mut self, clause: &'p Clause, position: u32) {
        let mut names = Names::default();
        let body = self.tree(&clause.body, &mut names);
        let heads: Vec<Literal> =
            clause.heads.iter().map(|head| self.literal(&head.atom, &mut names)).collect();
        let mut everywhere = body.occurrences();
        for variable in heads.iter().flat_map(Literal::variables) {
            *everywhere.entry(variable).or_default() += 1;
        }
        let choosing = !clause.is_certain();
        let mut scope = Scope { everywhere, own: vec![true; names.next as usize] };
        scope.mark_local(&body);

        let branches = body.branches();
        let shared = branches.len() > 1 || heads.len() > 1;
        for branch in branches {
            let mut literals = Vec::new();
            self.literals(branch, choosing, &scope, &mut literals);
            for (alternative, head) in heads.iter().enumerate() {
                let alternative = alternative as u32;
                let chooser = Chooser { clause: position, alternative, shared };
                self.rules.push(Rule {
                    head: head.clone(),
                    body: literals.clone(),
                    chooser: choosing.then_some(chooser),
                    variables: scope.own.len(),
                });
            }
        }
    }

    /// A query or a piece of evidence as a literal.
    pub(super) fn goal(&mut self, atom: &'p Atom) -> Literal {
        self.literal(atom, &mut Names::default())
    }

    fn tree(&mut self, formula: &'p Formula, names: &mut Names<'p>) -> Tree {
        let mut all = |children: &'p [Formula]| {
            children.iter().map(|child| self.tree(child, names)).collect()
        };
        match formula {
            Formula::True => Tree::And(Vec::new()),
            Formula::And(children) => Tree::join(true, all(children)),
            Formula::Or(children) => Tree::join(false, all(children)),
            Formula::Not(child) => Tree::not(self.tree(child, names)),
            Formula::Atom(atom) => Tree::Atom(self.literal(atom, names)),
        }
    }

    fn literal(&mut self, atom: &'p Atom, names: &mut Names<'p>) -> Literal {
        let slot = |term: &'p Term| match term {
            Term::Variable(name) => Slot::Variable(names.number(name)),
            Term::Anonymous => Slot::Variable(names.fresh()),
            // A flat program has compound terms only without variables.
            Term::Constant(_) | Term::Number(_) | Term::Text(_) | Term::Compound(_) => {
                Slot::Constant(self.constants.number(term))
            }
        };
        let slots = atom.args.iter().map(slot).collect();
        Literal {
            predicate: self.predicates.number(atom),
            slots,
            negated: false,
            needs: Vec::new(),
        }
    }

    fn literals(&mut self, tree: Tree, choosing: bool, scope: &Scope, out: &mut Vec<Literal>) {
        match tree {
            Tree::Atom(literal) => out.push(literal),
            Tree::And(children) => {
                children.into_iter().for_each(|child| self.literals(child, choosing, scope, out));
            }
            Tree::Or(_) => {
                let shared = scope.shared(&tree, choosing);
                out.push(self.part(tree, shared, choosing, scope));
            }
            Tree::Not(child) => {
                let shared = scope.shared(&child, false);
                let literal = match *child {
                    Tree::Atom(atom) if atom.variables().all(|v| shared.contains(&v)) => atom,
                    other => self.part(other, shared, false, scope),
                };
                out.push(Literal { negated: true, ..literal });
            }
        }
    }

    /// A predicate for a part of a body, as a literal over these variables.
    fn part(&mut self, tree: Tree, shared: Vec<u32>, choosing: bool, scope: &Scope) -> Literal {
        let predicate = self.next_part;
        self.next_part += 1;
        let slots = shared.iter().copied().map(Slot::Variable).collect();
        let head = Literal { predicate, slots, negated: false, needs: Vec::new() };
        let mut needs = Vec::new();
        for branch in tree.branches() {
            let mut body = Vec::new();
            self.literals(branch, choosing, scope, &mut body);
            needs.extend(shared.iter().filter(|&&v| !body.iter().any(|l| gives(l, v))));
            let variables = scope.own.len();
            self.rules.push(Rule { head: head.clone(), body, chooser: None, variables });
        }
        Literal { needs, ..head }
    }
}

/// Does the literal give this variable a value?
fn gives(literal: &Literal, variable: u32) -> bool {
    !literal.negated
        && literal.slots.contains(&Slot::Variable(variable))
        && !literal.needs.contains(&variable)
}

/// Numbers for the variables of a clause.
#[derive(Default)]
struct Names<'p> {
    numbers: HashMap<&'p str, u32>,
    next: u32,
}

impl<'p> Names<'p> {
    fn number(&mut self, name: &'p str) -> u32 {
        let fresh = self.next;
        let number = *self.numbers.entry(name).or_insert(fresh);
        self.next = self.next.max(number + 1);
        number
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }
}

/// Where the variables of a clause occur.
struct Scope {
    /// How often, in the whole clause.
    everywhere: BTreeMap<u32, usize>,
    /// Is it the clause's own, and not local to a negation?
    own: Vec<bool>,
}

impl Scope {
    /// The variables that a part of the body needs as arguments: those that occur outside of it,
    /// and, where instances make choices, all of the clause's own.
    fn shared(&self, tree: &Tree, choosing: bool) -> Vec<u32> {
        let inside = tree.occurrences().into_iter();
        let shared = inside.filter(|(variable, occurrences)| {
            *occurrences < self.everywhere[variable] || (choosing && self.own[*variable as usize])
        });
        shared.map(|(variable, _)| variable).collect()
    }

    /// Marks the variables with all their occurrences inside one negation as not the clause's own.
    /// What is local to an inner negation is inside the outer one, too.
    fn mark_local(&mut self, tree: &Tree) {
        match tree {
            Tree::Atom(_) => {}
            Tree::Not(child) => {
                for (variable, occurrences) in child.occurrences() {
                    self.own[variable as usize] &= occurrences < self.everywhere[&variable];
                }
            }
            Tree::And(children) | Tree::Or(children) => {
                children.iter().for_each(|child| self.mark_local(child));
            }
        }
    }
}
