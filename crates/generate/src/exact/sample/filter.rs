//! Rejection sampling: rules that are looked at only when a program has been drawn.
//!
//! A space with one more rule is a part of the looser one. Drawing from the looser space until the rule holds (von Neumann,
//! 1951) is exact: it does not change the odds between programs that meet the rule. Where most programs meet the rules anyway, this needs none of the tables over sets of
//! predicates, however many predicates there are.

use randlog_base::BitSet;

use super::flat::{Parts, any_subsumed, is_connected, repeats_a_variable};
use super::token::{FlatClauses, Token};
use crate::Spec;
use crate::spec::{Connective, Cycles, Required, Used};

/// The rules of a spec that a looser space does without.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    predicates: usize,
    heads: usize,
    cycles: Cycles,
    pairs: Vec<(usize, usize)>,
    goals: Vec<usize>,
    uses: Vec<(usize, Vec<Used>)>,
    required: Option<Required>,
    connected: bool,
    distinct: bool,
    reduced: bool,
    derivable: bool,
}

impl Filter {
    /// The rules of a spec that a looser one lacks.
    pub(crate) fn new(spec: &Spec, looser: &Spec) -> Filter {
        let cycles = spec.cycles();
        let lacks = |rule: fn(&Spec) -> bool| rule(spec) && !rule(looser);
        Filter {
            predicates: spec.predicates().len(),
            heads: spec.heads().len(),
            cycles: if looser.cycles() == cycles { Cycles::Any } else { cycles },
            pairs: match looser.independent() == spec.independent() {
                true => Vec::new(),
                false => spec.independent().to_vec(),
            },
            goals: match lacks(|spec| !spec.goals().is_empty()) {
                true => spec.goals().to_vec(),
                false => Vec::new(),
            },
            uses: match lacks(|spec| !spec.uses().is_empty()) {
                true => spec.uses().to_vec(),
                false => Vec::new(),
            },
            required: spec.required().filter(|_| looser.required().is_none()).cloned(),
            connected: lacks(Spec::connected),
            distinct: lacks(|spec| !spec.repeated_variables()),
            reduced: lacks(|spec| !spec.redundant()),
            derivable: lacks(Spec::derivable),
        }
    }

    /// Whether a program, in which every predicate that is no data heads a clause, meets the rules.
    pub(crate) fn accepts(&self, drawn: &FlatClauses) -> bool {
        drawn.iter().all(|clause| self.accepts_clause(clause)) && self.accepts_whole(drawn)
    }

    /// Whether a program meets the rules that are not about single clauses.
    pub(crate) fn accepts_whole(&self, drawn: &FlatClauses) -> bool {
        let required = self.required.as_ref();
        required.is_none_or(|required| drawn.iter().any(|clause| holds(required, clause)))
            && self.uses.iter().all(|(head, used)| uses(drawn, *head) == *used)
            && (self.is_unruled() || self.dependencies_are_fine(drawn))
            && (!self.derivable || self.is_derivable(drawn))
            && (!self.reduced || {
                let clauses: Vec<Parts> = drawn.iter().map(|clause| Parts::of(clause)).collect();
                !any_subsumed(&clauses)
            })
    }

    /// Whether a clause meets the rules about single clauses.
    pub(crate) fn accepts_clause(&self, clause: &[Token]) -> bool {
        (!self.connected || is_connected(clause))
            && (!self.distinct || !repeats_a_variable(clause))
            && (!self.reduced || {
                let parts = Parts::of(clause);
                !parts.is_redundant() && !parts.is_condensable()
            })
    }

    /// Whether there are rules about single clauses.
    pub(crate) fn has_clause_rules(&self) -> bool {
        self.connected || self.distinct || self.reduced
    }

    /// Whether there is no rule on dependencies.
    fn is_unruled(&self) -> bool {
        self.cycles == Cycles::Any && self.pairs.is_empty() && self.goals.is_empty()
    }

    /// Add predicates with a clause that can fire, until there is none: the least fixpoint.
    fn is_derivable(&self, drawn: &FlatClauses) -> bool {
        let mut derived = vec![false; self.predicates];
        derived[self.heads..].fill(true);
        let mut idle: Vec<(usize, &[Token])> = Vec::with_capacity(drawn.len());
        for clause in drawn {
            if let Some((Token::Atom(head), body)) = clause.split_first() {
                idle.push((*head as usize, body));
            }
        }
        loop {
            let before = idle.len();
            idle.retain(|&(head, body)| {
                let fires = !derived[head] && can_be_true(body, &derived);
                derived[head] |= fires;
                !derived[head]
            });
            if idle.is_empty() || idle.len() == before {
                return derived.iter().all(|derived| *derived);
            }
        }
    }

    fn dependencies_are_fine(&self, drawn: &FlatClauses) -> bool {
        let mut uses = vec![BitSet::default(); self.predicates];
        let mut negates = uses.clone();
        for clause in drawn {
            if let Some((Token::Atom(head), body)) = clause.split_first() {
                let head = *head as usize;
                // The arguments of the head stand before the body, and are no atoms.
                each_atom(body, is_negated, |predicate, negated| {
                    uses[head].insert(predicate);
                    if negated.is_some_and(|negated| *negated) {
                        negates[head].insert(predicate);
                    }
                });
            }
        }
        close(&mut uses);
        let reaches = |from: usize, to: usize| uses[from].contains(to as u32);
        let fine = (0..self.predicates).all(|head| match self.cycles {
            Cycles::Any => true,
            Cycles::Acyclic => !reaches(head, head),
            Cycles::Stratified => negates[head]
                .iter()
                .all(|other| other as usize != head && !reaches(other as usize, head)),
        });
        // An ancestor of a predicate is also the predicate itself.
        let apart = |&(p, q): &(usize, usize)| {
            p != q && !reaches(p, q) && !reaches(q, p) && !uses[p].meets(&uses[q])
        };
        let is_used = |predicate: usize| {
            self.goals.iter().any(|&goal| goal == predicate || reaches(goal, predicate))
        };
        let used = self.goals.is_empty() || (0..self.predicates).all(is_used);
        fine && used && self.pairs.iter().all(apart)
    }
}

/// What stands in the bodies of a head.
fn uses(drawn: &FlatClauses, head: usize) -> Vec<Used> {
    let mut used = Vec::new();
    for clause in drawn {
        let Some((Token::Atom(of), body)) = clause.split_first() else { continue };
        if *of as usize != head {
            continue;
        }
        if body.contains(&Token::True) {
            used.push(Used::Nothing);
        }
        each_atom(body, is_negated, |predicate, negated| {
            let negated = negated.is_some_and(|negated| *negated);
            used.push(Used::Atom { predicate: predicate as usize, negated });
        });
    }
    used.sort_unstable();
    used
}

/// Whether what stands below a node is below a negation.
fn is_negated(token: Token, above: Option<&bool>) -> bool {
    token == Token::Not || above.is_some_and(|negated| *negated)
}

/// Whether a body can be true if nothing is true of the other predicates. The arguments of the head may stand before it.
fn can_be_true(body: &[Token], derived: &[bool]) -> bool {
    // Of each node that has been begun, how many children are still to be read, and what is known of it.
    let mut open: Vec<(u32, Token, bool)> = Vec::new();
    let mut whole = true;
    for &token in body {
        let mut truth = match token {
            Token::Variable(_) | Token::Constant(_) | Token::True => continue,
            Token::Atom(predicate) => derived[predicate as usize],
            Token::Not => {
                open.push((1, token, true));
                continue;
            }
            Token::And(count) | Token::Or(count) => {
                open.push((count, token, matches!(token, Token::And(_))));
                continue;
            }
        };
        loop {
            let Some((left, node, value)) = open.last_mut() else {
                whole = truth;
                break;
            };
            match node {
                Token::And(_) => *value &= truth,
                Token::Or(_) => *value |= truth,
                _ => {}
            }
            *left -= 1;
            if *left > 0 {
                break;
            }
            truth = *value;
            open.pop();
        }
    }
    whole
}

/// Add what is reached in several steps: Warshall's algorithm (1962).
fn close(uses: &mut [BitSet]) {
    for middle in 0..uses.len() {
        let reached = uses[middle].clone();
        for from in uses.iter_mut().filter(|from| from.contains(middle as u32)) {
            from.unite(&reached);
        }
    }
}

/// Visit the predicates of the atoms of a body, each with what its parent carries. `node` says what a negation or a connective
/// carries, given what its own parent does.
fn each_atom<T>(
    body: &[Token],
    node: impl Fn(Token, Option<&T>) -> T,
    mut visit: impl FnMut(u32, Option<&mut T>),
) {
    // How many trees are still to be read below each node that has been begun, and what it carries.
    let mut open: Vec<(u32, T)> = Vec::new();
    for &token in body {
        let parent = open.last().map(|(_, carried)| carried);
        match token {
            Token::Variable(_) | Token::Constant(_) | Token::True => {}
            Token::Not => open.push((1, node(token, parent))),
            Token::And(count) | Token::Or(count) => open.push((count, node(token, parent))),
            Token::Atom(predicate) => {
                visit(predicate, open.last_mut().map(|(_, carried)| carried));
                // A tree ends here, and with it all nodes of which it was the last child.
                while let Some((left, _)) = open.last_mut() {
                    *left -= 1;
                    if *left > 0 {
                        break;
                    }
                    open.pop();
                }
            }
        }
    }
}

/// Whether a clause has the connective over atoms of each of the predicates.
fn holds(required: &Required, clause: &[Token]) -> bool {
    let mut found = false;
    // The connective carries the predicates that are still to be found among its children.
    let node = |token, _: Option<&Option<Vec<usize>>>| match (token, required.connective) {
        (Token::And(_), Connective::And) | (Token::Or(_), Connective::Or) => {
            Some(required.predicates.clone())
        }
        _ => None,
    };
    each_atom(&clause[1..], node, |predicate, parent| {
        if let Some(Some(wanted)) = parent {
            wanted.retain(|other| *other != predicate as usize);
            found |= wanted.is_empty();
        }
    });
    found
}
