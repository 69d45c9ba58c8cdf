//! Rejection sampling: rules that are looked at only when a program has been drawn.
//!
//! A space with one more rule is a part of the looser one. Drawing from the looser space until the rule holds (von Neumann,
//! 1951) is exact: it does not change the odds between programs that meet the rule. Where most programs meet the rules anyway, this needs none of the tables over sets of
//! predicates, however many predicates there are.

use randlog_base::BitSet;

use super::token::{FlatClauses, Token};
use crate::Spec;
use crate::spec::{Connective, Cycles, Required};

/// The rules of a spec that tie clauses to each other, and required formulas.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    predicates: usize,
    cycles: Cycles,
    pairs: Vec<(usize, usize)>,
    required: Option<Required>,
}

impl Filter {
    /// All rules of a spec that a looser space could do without.
    pub(crate) fn new(spec: &Spec) -> Filter {
        Filter {
            predicates: spec.predicates().len(),
            cycles: spec.cycles(),
            pairs: spec.independent().to_vec(),
            required: spec.required().cloned(),
        }
    }

    /// Whether a program, in which every predicate heads a clause, meets the rules.
    pub(crate) fn accepts(&self, drawn: &FlatClauses) -> bool {
        let required = self.required.as_ref();
        required.is_none_or(|required| drawn.iter().any(|clause| holds(required, clause)))
            && (self.cycles == Cycles::Any && self.pairs.is_empty()
                || self.dependencies_are_fine(drawn))
    }

    fn dependencies_are_fine(&self, drawn: &FlatClauses) -> bool {
        let mut uses = vec![BitSet::default(); self.predicates];
        let mut negates = uses.clone();
        for clause in drawn {
            if let Some((Token::Atom(head), body)) = clause.split_first() {
                let head = *head as usize;
                // The arguments of the head stand before the body, and are no atoms.
                let is_negated = |token, above: Option<&bool>| {
                    token == Token::Not || above.is_some_and(|negated| *negated)
                };
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
        fine && self.pairs.iter().all(apart)
    }
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
