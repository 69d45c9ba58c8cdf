//! The sums that count bodies, as lotteries: each answers one question about the next piece.

use std::sync::Arc;

use super::dice::Dice;
use super::memo::Cell;
use crate::exact::bodies::{Bodies, Negated};
use crate::exact::classes::Group;
use crate::exact::clauses::{Bound, Clauses, Frame};
use crate::exact::number::Natural;
use crate::exact::threads::{Span, Threads};
use crate::spec;

/// A connective with two or more children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connective {
    And,
    Or,
}

/// What stands at the root of a tree of two or more nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    Not,
    Several(Connective),
}

/// Every root.
pub(crate) const ROOTS: [Root; 3] =
    [Root::Not, Root::Several(Connective::And), Root::Several(Connective::Or)];

/// The clauses under one bound, ready to be drawn.
#[derive(Debug)]
pub(crate) struct ClauseTables {
    outside: Group,
    anywhere: Group,
    bodies: Bodies<Natural>,
    /// For each class of heads: how many clauses.
    counts: Vec<Natural>,
    /// For each class of heads: how many nodes, and how many variables.
    beginnings: Vec<Cell>,
    /// The same, for each given number of nodes.
    sized: Vec<Vec<Cell>>,
    /// By nodes: what stands at the root.
    roots: Vec<Threads<Cell>>,
    conjunctions: SeveralCells,
    disjunctions: SeveralCells,
    /// The class of an atom.
    atoms: Threads<Cell>,
    below: Vec<BelowCells>,
}

/// The children of a connective, by nodes.
#[derive(Debug)]
struct SeveralCells {
    /// The first of several.
    first: Vec<Threads<Cell>>,
    /// Whether one is left or several.
    rest: Vec<Threads<Cell>>,
}

/// The same for what stands below negations, when some number of variables is known.
#[derive(Debug)]
struct BelowCells {
    roots: Vec<Cell>,
    first: Vec<Cell>,
    rest: Vec<Cell>,
    atoms: Cell,
}

impl ClauseTables {
    pub(crate) fn new(clauses: &Clauses, bound: Bound) -> ClauseTables {
        let bodies = clauses.bodies_under(bound);
        let variables = clauses.terms.variables();
        let sizes = bodies.whole.len();
        let classes = clauses.classes.len();
        let total = bodies.total();
        let counts = (0..classes).map(|class| clauses.headed(&total, class)).collect();
        let matrix = || Threads::new(variables, clauses.form.span, |_, _| Cell::default());
        let matrices = || (0..sizes).map(|_| matrix()).collect::<Vec<_>>();
        let cells = |count: usize| (0..count).map(|_| Cell::default()).collect::<Vec<_>>();
        let below = || BelowCells {
            roots: cells(sizes),
            first: cells(sizes),
            rest: cells(sizes),
            atoms: Cell::default(),
        };
        ClauseTables {
            outside: bound.positive + bound.anywhere,
            anywhere: bound.anywhere,
            bodies,
            counts,
            beginnings: cells(classes),
            sized: (0..classes).map(|_| cells(sizes)).collect(),
            roots: matrices(),
            conjunctions: SeveralCells { first: matrices(), rest: matrices() },
            disjunctions: SeveralCells { first: matrices(), rest: matrices() },
            atoms: matrix(),
            below: (0..=variables).map(|_| below()).collect(),
        }
    }

    /// The bodies.
    pub(crate) fn bodies(&self) -> &Bodies<Natural> {
        &self.bodies
    }

    /// What stands below a negation when so many variables are known.
    pub(crate) fn negated(&self, known: usize) -> &Negated<Natural> {
        &self.bodies.below.negated[known]
    }

    /// The clauses with a head of this class.
    pub(crate) fn count(&self, class: usize) -> &Natural {
        &self.counts[class]
    }

    /// The clauses with a head of this class, by nodes.
    pub(crate) fn by_nodes(&self, clauses: &Clauses, class: usize) -> Vec<Natural> {
        self.bodies.whole.iter().map(|size| clauses.headed(size, class)).collect()
    }

    /// How many nodes the body has, unless that is given, and how many variables the clause.
    pub(crate) fn beginning(
        &self,
        clauses: &Clauses,
        class: usize,
        nodes: Option<usize>,
        dice: &mut Dice,
    ) -> (usize, Frame) {
        let weights_of = |nodes: usize| {
            let bodies = &self.bodies.whole[nodes];
            clauses.frames().map(move |frame| {
                bodies.at(frame.before, frame.after) * clauses.heads(class, &frame)
            })
        };
        let (nodes, position) = match nodes {
            Some(nodes) => {
                let cell = &self.sized[class][nodes];
                (nodes, cell.draw(dice, || weights_of(nodes).collect()))
            }
            None => {
                let sizes = self.bodies.whole.len();
                let drawn =
                    self.beginnings[class].draw(dice, || (0..sizes).flat_map(weights_of).collect());
                let frames = clauses.terms.variables() + 1;
                (drawn / frames, drawn % frames)
            }
        };
        (nodes, clauses.frame(position))
    }

    /// What stands at the root of an item of two or more nodes.
    pub(crate) fn root(
        &self,
        bodies: spec::Bodies,
        nodes: usize,
        before: usize,
        after: usize,
        dice: &mut Dice,
    ) -> Root {
        if bodies == spec::Bodies::Conjunction {
            return Root::Not;
        }
        let drawn = self.roots[nodes].at(before, after).draw(dice, || {
            let weight = |root| self.root_weight(root, nodes, before, after);
            ROOTS.map(weight).to_vec()
        });
        ROOTS[drawn]
    }

    /// The items of two or more nodes with this root.
    pub(crate) fn root_weight(
        &self,
        root: Root,
        nodes: usize,
        before: usize,
        after: usize,
    ) -> Natural {
        match root {
            Root::Several(connective) => {
                self.several(connective)[nodes - 1].at(before, after).clone()
            }
            Root::Not if before == after => self.negated(before).trees[nodes - 1].clone(),
            Root::Not => Natural::ZERO,
        }
    }

    /// The size of the first of several children, and what is known after it.
    pub(crate) fn first(
        &self,
        span: Span,
        connective: Connective,
        nodes: usize,
        known: usize,
        after: usize,
        dice: &mut Dice,
    ) -> (usize, usize) {
        // After the first child of a conjunction, any part of what will be known may be.
        let between = connective == Connective::And && span == Span::Growing;
        let least = if between { known } else { after };
        let choices = after - least + 1;
        let weight = |size: usize, middle: usize| {
            let start = if connective == Connective::And { middle } else { known };
            let others = self.others_weight(connective, nodes - size, start, after);
            self.bodies.items[size].at(known, middle) * others
        };
        let cell = self.cells(connective).first[nodes].at(known, after);
        let drawn = cell.draw(dice, || {
            (1..nodes)
                .flat_map(|size| (least..=after).map(move |middle| (size, middle)))
                .map(|(size, middle)| weight(size, middle))
                .collect()
        });
        (1 + drawn / choices, least + drawn % choices)
    }

    /// One or more further children of so many nodes.
    pub(crate) fn others_weight(
        &self,
        connective: Connective,
        nodes: usize,
        known: usize,
        after: usize,
    ) -> Natural {
        self.bodies.items[nodes].at(known, after) + self.several(connective)[nodes].at(known, after)
    }

    /// Whether the remaining nodes are one child and not several.
    pub(crate) fn is_last(
        &self,
        connective: Connective,
        nodes: usize,
        known: usize,
        after: usize,
        dice: &mut Dice,
    ) -> bool {
        let one = self.bodies.items[nodes].at(known, after);
        let several = self.several(connective)[nodes].at(known, after);
        let cell = self.cells(connective).rest[nodes].at(known, after);
        cell.draw(dice, || vec![one.clone(), several.clone()]) == 0
    }

    /// The class of an atom outside negations.
    pub(crate) fn atom(
        &self,
        clauses: &Clauses,
        before: usize,
        after: usize,
        dice: &mut Dice,
    ) -> usize {
        self.atoms.at(before, after).draw(dice, || {
            atom_weights(clauses, self.outside, |class| clauses.arguments(class).at(before, after))
        })
    }

    /// What stands at the root of a tree of two or more nodes below a negation.
    pub(crate) fn negated_root(&self, nodes: usize, known: usize, dice: &mut Dice) -> Root {
        let table = self.negated(known);
        let drawn = self.below[known].roots[nodes].draw(dice, || {
            let several = &table.tuples[nodes - 1];
            vec![table.trees[nodes - 1].clone(), several.clone(), several.clone()]
        });
        ROOTS[drawn]
    }

    /// The size of the first of several children below a negation.
    pub(crate) fn negated_first(&self, nodes: usize, known: usize, dice: &mut Dice) -> usize {
        let table = self.negated(known);
        let weight = |size: usize| {
            let rest = nodes - size;
            &table.trees[size] * (&table.trees[rest] + &table.tuples[rest])
        };
        1 + self.below[known].first[nodes].draw(dice, || (1..nodes).map(weight).collect())
    }

    /// Whether the remaining nodes are one child and not several, below a negation.
    pub(crate) fn negated_is_last(&self, nodes: usize, known: usize, dice: &mut Dice) -> bool {
        let table = self.negated(known);
        let weights = || vec![table.trees[nodes].clone(), table.tuples[nodes].clone()];
        self.below[known].rest[nodes].draw(dice, weights) == 0
    }

    /// The class of an atom below a negation.
    pub(crate) fn negated_atom(&self, clauses: &Clauses, known: usize, dice: &mut Dice) -> usize {
        self.below[known].atoms.draw(dice, || {
            atom_weights(clauses, self.anywhere, |class| clauses.known_arguments(class, known))
        })
    }

    /// Two or more children of a connective.
    pub(crate) fn several(&self, connective: Connective) -> &[Arc<Threads<Natural>>] {
        match connective {
            Connective::And => &self.bodies.in_turn,
            Connective::Or => &self.bodies.side_by_side,
        }
    }

    fn cells(&self, connective: Connective) -> &SeveralCells {
        match connective {
            Connective::And => &self.conjunctions,
            Connective::Or => &self.disjunctions,
        }
    }
}

fn atom_weights<'w>(
    clauses: &Clauses,
    group: Group,
    arguments: impl Fn(usize) -> &'w Natural,
) -> Vec<Natural> {
    let classes = &clauses.classes;
    (0..classes.len()).map(|class| arguments(class) * classes.count(group, class)).collect()
}

/// How a sequence of terms learns variables: at each place an old symbol or a new variable.
#[derive(Debug)]
pub(crate) struct ArgumentTables {
    sequences: Vec<Vec<Vec<Natural>>>,
    /// By length, then by variables known before and after.
    cells: Vec<Threads<Cell>>,
}

impl ArgumentTables {
    pub(crate) fn new(clauses: &Clauses) -> ArgumentTables {
        if clauses.form.span == Span::Fixed {
            return ArgumentTables { sequences: Vec::new(), cells: Vec::new() };
        }
        let classes = &clauses.classes;
        let longest = (0..classes.len()).map(|class| classes.arity(class)).max().unwrap_or(0);
        let variables = clauses.terms.variables();
        let matrix = |_| Threads::new(variables, Span::Growing, |_, _| Cell::default());
        let cells = (0..=longest).map(matrix).collect();
        ArgumentTables { sequences: clauses.terms.sequences(longest), cells }
    }

    /// Whether a term is a new variable, when `left` terms follow it.
    pub(crate) fn is_new(
        &self,
        clauses: &Clauses,
        left: usize,
        known: usize,
        after: usize,
        dice: &mut Dice,
    ) -> bool {
        let shorter = &self.sequences[left];
        let drawn = self.cells[left].at(known, after).draw(dice, || {
            let old = &shorter[known][after - known] * clauses.terms.symbols(known);
            vec![old, shorter[known + 1][after - known - 1].clone()]
        });
        drawn == 1
    }
}
