//! Rejection sampling: rules that are looked at only when a program has been drawn.
//!
//! A space with one more rule is a part of the looser one. Drawing from the looser space until the rule holds (von Neumann,
//! 1951) is exact: it does not change the odds between programs that meet the rule. Where most programs meet the rules anyway, this needs none of the tables over sets of
//! predicates, however many predicates there are.

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

/// For each predicate a set of predicates, as bits.
struct Relation {
    words: usize,
    bits: Vec<u64>,
}

impl Relation {
    fn new(count: usize) -> Relation {
        let words = count.div_ceil(64);
        Relation { words, bits: vec![0; count * words] }
    }

    fn add(&mut self, from: usize, to: usize) {
        self.bits[from * self.words + to / 64] |= 1 << (to % 64);
    }

    fn has(&self, from: usize, to: usize) -> bool {
        self.bits[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    fn row(&self, from: usize) -> &[u64] {
        &self.bits[from * self.words..][..self.words]
    }

    /// Add whatever is reached in several steps.
    fn close(&mut self, count: usize) {
        for middle in 0..count {
            let row = self.row(middle).to_vec();
            for from in 0..count {
                if self.has(from, middle) {
                    let reached = &mut self.bits[from * self.words..][..self.words];
                    reached.iter_mut().zip(&row).for_each(|(reached, more)| *reached |= more);
                }
            }
        }
    }
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
        let (mut uses, mut negates) =
            (Relation::new(self.predicates), Relation::new(self.predicates));
        for clause in drawn {
            if let Some((Token::Atom(head), body)) = clause.split_first() {
                let head = *head as usize;
                // The arguments of the head stand before the body, and are no atoms.
                each_atom(body, |predicate, negated| {
                    uses.add(head, predicate as usize);
                    if negated {
                        negates.add(head, predicate as usize);
                    }
                });
            }
        }
        uses.close(self.predicates);
        let every = 0..self.predicates;
        let fine = match self.cycles {
            Cycles::Any => true,
            Cycles::Acyclic => every.clone().all(|predicate| !uses.has(predicate, predicate)),
            Cycles::Stratified => every.clone().all(|head| {
                let negated = every.clone().filter(|&other| negates.has(head, other));
                negated.into_iter().all(|other| other != head && !uses.has(other, head))
            }),
        };
        for predicate in every {
            uses.add(predicate, predicate);
        }
        let apart =
            |&(p, q): &(usize, usize)| uses.row(p).iter().zip(uses.row(q)).all(|(p, q)| p & q == 0);
        fine && self.pairs.iter().all(apart)
    }
}

/// Visit the predicates of the atoms of a body, and whether each stands below a negation.
fn each_atom(body: &[Token], mut visit: impl FnMut(u32, bool)) {
    // How many trees are still to be read below each node that has been begun, and whether they are
    // below a negation.
    let mut open: Vec<(u32, bool)> = Vec::new();
    for token in body {
        let negated = open.last().is_some_and(|(_, negated)| *negated);
        match token {
            Token::Variable(_) | Token::Constant(_) | Token::True => continue,
            Token::Not => open.push((1, true)),
            Token::And(count) | Token::Or(count) => open.push((*count, negated)),
            Token::Atom(predicate) => {
                visit(*predicate, negated);
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
    // For each node that has been begun: the trees that are missing, and which predicates are still
    // to be found among its children, if it is the connective.
    let mut open: Vec<(u32, Option<Vec<usize>>)> = Vec::new();
    for token in clause.iter().skip(1) {
        let node = |count: u32, connective| {
            let wanted =
                (connective == Some(required.connective)).then(|| required.predicates.clone());
            (count, wanted)
        };
        match token {
            Token::Variable(_) | Token::Constant(_) | Token::True => {}
            Token::Not => open.push(node(1, None)),
            Token::And(count) => open.push(node(*count, Some(Connective::And))),
            Token::Or(count) => open.push(node(*count, Some(Connective::Or))),
            Token::Atom(predicate) => {
                if let Some((_, Some(wanted))) = open.last_mut() {
                    wanted.retain(|other| *other != *predicate as usize);
                    if wanted.is_empty() {
                        return true;
                    }
                }
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
    false
}
