//! From clauses to rules: bodies become lists of literals.
//!
//! A disjunction at the top of a body gives one rule per branch. Any other disjunction, and a
//! negation of more than an atom, gets a predicate of its own, whose arguments are the variables
//! that the rest of the clause shares with it (the transformation of Lloyd and Topor):
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

/// A body with numbers for names.
enum Tree {
    Atom(Literal),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
}

/// Truth values are worked into the rest: a tree that is not one itself has none inside.
impl Tree {
    const TRUE: Tree = Tree::And(Vec::new());
    const FALSE: Tree = Tree::Or(Vec::new());

    fn is_true(&self) -> bool {
        matches!(self, Tree::And(children) if children.is_empty())
    }

    fn is_false(&self) -> bool {
        matches!(self, Tree::Or(children) if children.is_empty())
    }

    fn and(mut children: Vec<Tree>) -> Tree {
        if children.iter().any(Tree::is_false) {
            return Tree::FALSE;
        }
        children.retain(|child| !child.is_true());
        Tree::And(children)
    }

    fn or(mut children: Vec<Tree>) -> Tree {
        if children.iter().any(Tree::is_true) {
            return Tree::TRUE;
        }
        children.retain(|child| !child.is_false());
        Tree::Or(children)
    }

    fn not(child: Tree) -> Tree {
        match child {
            child if child.is_true() => Tree::FALSE,
            child if child.is_false() => Tree::TRUE,
            child => Tree::Not(Box::new(child)),
        }
    }
}

/// Turns clauses into rules.
pub(super) struct Normaliser<'a, 'p> {
    pub(super) constants: &'a mut Constants<'p>,
    pub(super) predicates: &'a mut Predicates<'p>,
    /// The arities of predicates that stand for parts of bodies. They are numbered from the number
    /// of the program's own predicates on.
    pub(super) parts: Vec<usize>,
    pub(super) first_part: PredicateId,
    pub(super) rules: Vec<Rule>,
}

impl<'p> Normaliser<'_, 'p> {
    /// Adds the rules of a clause, which is safe.
    pub(super) fn clause(&mut self, clause: &'p Clause, position: u32) {
        let mut names = Names::default();
        let body = self.tree(&clause.body, &mut names);
        let heads: Vec<Literal> =
            clause.heads.iter().map(|head| self.literal(&head.atom, &mut names)).collect();
        let mut everywhere = names.occurrences();
        heads.iter().for_each(|head| count_slots(head, &mut everywhere));
        count(&body, &mut everywhere);
        let choosing = !clause.is_certain();
        let mut own = vec![true; everywhere.len()];
        mark_local(&body, &everywhere, &mut own);
        let scope = Scope { everywhere, own };

        let branches = match body {
            Tree::Or(branches) => branches,
            other => vec![other],
        };
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
            Formula::True => Tree::TRUE,
            Formula::And(children) => Tree::and(all(children)),
            Formula::Or(children) => Tree::or(all(children)),
            Formula::Not(child) => Tree::not(self.tree(child, names)),
            Formula::Atom(atom) => Tree::Atom(self.literal(atom, names)),
        }
    }

    fn literal(&mut self, atom: &'p Atom, names: &mut Names<'p>) -> Literal {
        let slot = |term: &'p Term| match term {
            Term::Variable(name) => Slot::Variable(names.number(name)),
            Term::Anonymous => Slot::Variable(names.fresh()),
            Term::Constant(_) | Term::Number(_) => Slot::Constant(self.constants.number(term)),
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
            Tree::Or(branches) => {
                let disjunction = Tree::Or(branches);
                let shared = scope.shared(&disjunction, choosing);
                out.push(self.part(disjunction, shared, choosing, scope));
            }
            Tree::Not(child) => {
                let shared = scope.shared(&child, false);
                let literal = match *child {
                    Tree::Atom(literal) if scope.is_closed(&literal) => literal,
                    other => self.part(other, shared, false, scope),
                };
                out.push(Literal { negated: true, ..literal });
            }
        }
    }

    /// A predicate for a part of a body, as a literal over these variables.
    fn part(&mut self, tree: Tree, shared: Vec<u32>, choosing: bool, scope: &Scope) -> Literal {
        let predicate = self.first_part + self.parts.len() as PredicateId;
        self.parts.push(shared.len());
        let slots = shared.iter().copied().map(Slot::Variable).collect();
        let head = Literal { predicate, slots, negated: false, needs: Vec::new() };
        let branches = match tree {
            Tree::Or(branches) => branches,
            other => vec![other],
        };
        let mut needs = Vec::new();
        for branch in branches {
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
        *self.numbers.entry(name).or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn occurrences(&self) -> Vec<u32> {
        vec![0; self.next as usize]
    }
}

/// Where the variables of a clause occur.
struct Scope {
    /// How often, in the whole clause.
    everywhere: Vec<u32>,
    /// Is it the clause's own, and not local to a negation?
    own: Vec<bool>,
}

impl Scope {
    /// The variables that a part of the body needs as arguments: those that occur outside of it,
    /// and, where instances make choices, all of the clause's own.
    fn shared(&self, tree: &Tree, choosing: bool) -> Vec<u32> {
        let mut inside = HashMap::new();
        let mut order = Vec::new();
        each_variable(tree, &mut |variable| {
            *inside.entry(variable).or_insert_with(|| {
                order.push(variable);
                0u32
            }) += 1;
        });
        order.retain(|&variable| {
            inside[&variable] < self.everywhere[variable as usize]
                || (choosing && self.own[variable as usize])
        });
        order
    }

    /// Do all variables of the atom occur outside of it as well?
    fn is_closed(&self, literal: &Literal) -> bool {
        let occurrences = |wanted: Slot| literal.slots.iter().filter(|&&s| s == wanted).count();
        literal.slots.iter().all(|&slot| match slot {
            Slot::Variable(v) => occurrences(slot) < self.everywhere[v as usize] as usize,
            Slot::Constant(_) => true,
        })
    }
}

fn each_variable(tree: &Tree, visit: &mut impl FnMut(u32)) {
    match tree {
        Tree::Atom(literal) => {
            for slot in &literal.slots {
                if let Slot::Variable(variable) = slot {
                    visit(*variable);
                }
            }
        }
        Tree::Not(child) => each_variable(child, visit),
        Tree::And(children) | Tree::Or(children) => {
            children.iter().for_each(|child| each_variable(child, visit));
        }
    }
}

fn count(tree: &Tree, occurrences: &mut [u32]) {
    each_variable(tree, &mut |variable| occurrences[variable as usize] += 1);
}

fn count_slots(literal: &Literal, occurrences: &mut [u32]) {
    for slot in &literal.slots {
        if let Slot::Variable(variable) = slot {
            occurrences[*variable as usize] += 1;
        }
    }
}

/// Marks the variables with all their occurrences inside one negation as not the clause's own.
fn mark_local(tree: &Tree, everywhere: &[u32], own: &mut [bool]) {
    match tree {
        Tree::Atom(_) => {}
        Tree::Not(child) => {
            let mut inside: HashMap<u32, u32> = HashMap::new();
            each_variable(child, &mut |variable| *inside.entry(variable).or_default() += 1);
            for (variable, occurrences) in inside {
                if occurrences == everywhere[variable as usize] {
                    own[variable as usize] = false;
                }
            }
            // What is local to an inner negation is inside this one, too.
        }
        Tree::And(children) | Tree::Or(children) => {
            children.iter().for_each(|child| mark_local(child, everywhere, own));
        }
    }
}
