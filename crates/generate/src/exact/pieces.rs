//! What the pieces of a clause weigh, in whole numbers.
//!
//! A clause weighs the product of the weights of its pieces, which are fractions. Counting with
//! fractions is slow; so everything is counted in units that are small enough for all weights to be
//! whole. A node of a body, with its arguments, has one unit whatever its kind; a body that has fewer
//! nodes than it could is filled up with *absent* nodes that weigh one, so that all bodies have as many
//! units; and all heads have one unit. Then each clause is counted in the same unit, a set of clauses in
//! a power of it, and sizes are made comparable at the very end (`Clauses::unit`).

use dashu_int::ops::{BitTest, Gcd};

use super::classes::{Classes, Habits};
use super::number::{Natural, Tallied, Weight};
use crate::Spec;
use crate::spec::{Connective, Number, Weighed};

/// What each piece of a clause weighs.
#[derive(Clone, Debug)]
pub(crate) struct Pieces<W> {
    pub(crate) negation: W,
    pub(crate) conjunction: W,
    pub(crate) disjunction: W,
    /// An argument.
    pub(crate) variable: W,
    pub(crate) constant: W,
    /// An atom in a body, without its arguments, by class.
    pub(crate) atoms: Vec<W>,
    /// A clause, without the arguments of its head, by class of the head.
    pub(crate) heads: Vec<W>,
    /// An empty body.
    pub(crate) empty: W,
    /// A body that is not empty, besides its nodes.
    pub(crate) filled: W,
    /// A node that a body could have, but does not.
    pub(crate) absent: W,
    /// A head that weighs one, with its arguments.
    pub(crate) head_unit: W,
    /// Whether every piece is known to weigh one, so that nothing need be multiplied.
    pub(crate) equal: bool,
}

/// A fraction of any size.
#[derive(Clone)]
struct Fraction {
    numerator: Natural,
    denominator: Natural,
}

impl Fraction {
    fn times(&self, number: Number) -> Fraction {
        let numerator = &self.numerator * number.numerator();
        let denominator = &self.denominator * number.denominator();
        let common = (&numerator).gcd(&denominator);
        Fraction { numerator: numerator / &common, denominator: denominator / common }
    }

    /// In this unit, which the denominator divides.
    fn in_units(&self, unit: &Natural) -> Natural {
        &self.numerator * unit / &self.denominator
    }
}

impl From<Number> for Fraction {
    fn from(number: Number) -> Fraction {
        Fraction { numerator: number.numerator(), denominator: number.denominator() }
    }
}

fn common_multiple<'a>(numbers: impl Iterator<Item = &'a Natural>) -> Natural {
    numbers.fold(Natural::ONE, |common, number| &common / (&common).gcd(number) * number)
}

impl Pieces<Natural> {
    /// The weights of a spec, in whole numbers of the same units for all habits. Predicates of a class must weigh
    /// the same.
    pub(crate) fn new(spec: &Spec, classes: &Classes) -> Habits<Pieces<Natural>> {
        let weights = spec.weights();
        let of_class = |piece, class: usize| weights.of_predicate(piece, classes.members[class][0]);
        let node = Fraction::from(weights.of(Weighed::Node));
        let of_node = |piece| node.times(weights.of(piece));
        let [negation, conjunction, disjunction] =
            [Weighed::Negation, Weighed::Conjunction, Weighed::Disjunction].map(of_node);
        let terms =
            [Weighed::Variable, Weighed::Constant].map(|piece| Fraction::from(weights.of(piece)));
        let per_argument = common_multiple(terms.iter().map(|term| &term.denominator));
        // An atom or head together with its arguments, all of which have the same unit.
        let with_arguments = |weight: Fraction, class: usize| Fraction {
            denominator: weight.denominator * per_argument.pow(classes.arities[class]),
            ..weight
        };
        let each = 0..classes.len();
        let atoms = |habit: usize| -> Vec<Fraction> {
            let atom = |class| {
                let weight = classes.atom_weight(weights, habit, class);
                with_arguments(node.times(weight), class)
            };
            (0..classes.len()).map(atom).collect()
        };
        let atoms: Habits<Vec<Fraction>> = (0..classes.habits.len()).map(atoms).collect();
        let clause = Fraction::from(weights.of(Weighed::Clause));
        let head = |class| with_arguments(clause.times(of_class(Weighed::Head, class)), class);
        let heads: Vec<Fraction> = each.map(head).collect();

        let nodes =
            [&negation, &conjunction, &disjunction].into_iter().chain(atoms.iter().flatten());
        let per_node = common_multiple(nodes.map(|node| &node.denominator));
        let per_head = common_multiple(heads.iter().map(|head| &head.denominator));
        let in_nodes = |weight: &Fraction| weight.in_units(&per_node);
        let empty = weights.of(Weighed::EmptyBody);
        let of_habit = |atoms: &Vec<Fraction>| Pieces {
            negation: in_nodes(&negation),
            conjunction: in_nodes(&conjunction),
            disjunction: in_nodes(&disjunction),
            variable: terms[0].in_units(&per_argument),
            constant: terms[1].in_units(&per_argument),
            atoms: atoms.iter().map(in_nodes).collect(),
            heads: heads.iter().map(|head| head.in_units(&per_head)).collect(),
            empty: empty.numerator(),
            filled: empty.denominator(),
            absent: per_node.clone(),
            head_unit: per_head.clone(),
            equal: weights.are_one(),
        };
        atoms.iter().map(of_habit).collect()
    }
}

impl Pieces<Natural> {
    /// How many bits the weight of a node may have; none if all weigh one.
    pub(crate) fn bits(&self) -> usize {
        let pieces = [&self.negation, &self.conjunction, &self.disjunction, &self.absent];
        let longest = pieces.into_iter().chain(&self.atoms).map(BitTest::bit_len).max();
        if self.equal { 0 } else { longest.unwrap_or(0) }
    }
}

impl Pieces<f64> {
    /// The weights of a spec, as floating-point numbers.
    pub(crate) fn in_floats(spec: &Spec, classes: &Classes) -> Habits<Pieces<f64>> {
        let of = |piece| spec.weights().of(piece).to_f64();
        let (node, clause) = (of(Weighed::Node), of(Weighed::Clause));
        let head = |members: &Vec<usize>| {
            clause * spec.weights().of_predicate(Weighed::Head, members[0]).to_f64()
        };
        let of_habit = |habit: usize| Pieces {
            negation: node * of(Weighed::Negation),
            conjunction: node * of(Weighed::Conjunction),
            disjunction: node * of(Weighed::Disjunction),
            variable: of(Weighed::Variable),
            constant: of(Weighed::Constant),
            atoms: (0..classes.len())
                .map(|class| node * classes.atom_weight(spec.weights(), habit, class).to_f64())
                .collect(),
            heads: classes.members.iter().map(head).collect(),
            empty: of(Weighed::EmptyBody),
            filled: 1.0,
            absent: 1.0,
            head_unit: 1.0,
            equal: false,
        };
        (0..classes.habits.len()).map(of_habit).collect()
    }
}

impl<W: Weight> Pieces<W> {
    /// One argument over the constants and `variables` known variables.
    pub(crate) fn symbols(&self, constants: usize, variables: usize) -> W {
        let mut symbols = self.constant.scaled(&constants.into());
        symbols.add(&self.variable.scaled(&variables.into()));
        symbols
    }

    /// A connective.
    pub(crate) fn connective(&self, connective: Connective) -> &W {
        match connective {
            Connective::And => &self.conjunction,
            Connective::Or => &self.disjunction,
        }
    }

    /// Every piece raised to a power: the sum over all clauses, each weighing that power of its weight, is
    /// what the same recursions give for these.
    pub(crate) fn power(&self, exponent: usize) -> Pieces<W> {
        let power = |weight: &W| weight.power(exponent);
        let powers = |weights: &[W]| weights.iter().map(power).collect();
        Pieces {
            negation: power(&self.negation),
            conjunction: power(&self.conjunction),
            disjunction: power(&self.disjunction),
            variable: power(&self.variable),
            constant: power(&self.constant),
            atoms: powers(&self.atoms),
            heads: powers(&self.heads),
            empty: power(&self.empty),
            filled: power(&self.filled),
            absent: power(&self.absent),
            head_unit: power(&self.head_unit),
            equal: self.equal,
        }
    }
}

impl<W> Pieces<W> {
    /// The same weights as numbers of another kind, each made by a function that knows what it is for.
    pub(crate) fn map<V>(&self, with: impl Fn(Mark, &W) -> V) -> Pieces<V> {
        let by_class = |weights: &[W], mark: fn(usize) -> Mark| {
            weights.iter().enumerate().map(|(class, weight)| with(mark(class), weight)).collect()
        };
        Pieces {
            negation: with(Mark::Negations, &self.negation),
            conjunction: with(Mark::Conjunctions, &self.conjunction),
            disjunction: with(Mark::Disjunctions, &self.disjunction),
            variable: with(Mark::Variables, &self.variable),
            constant: with(Mark::Constants, &self.constant),
            atoms: by_class(&self.atoms, Mark::Atoms),
            heads: by_class(&self.heads, Mark::Heads),
            empty: with(Mark::EmptyBodies, &self.empty),
            filled: with(Mark::Nothing, &self.filled),
            absent: with(Mark::Nothing, &self.absent),
            head_unit: with(Mark::Nothing, &self.head_unit),
            equal: false,
        }
    }
}

/// What of a program can be counted by marks on its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Nodes of bodies, of whatever kind.
    Nodes,
    Negations,
    Conjunctions,
    Disjunctions,
    /// Arguments that are variables.
    Variables,
    /// Arguments that are constants.
    Constants,
    EmptyBodies,
    /// Atoms in bodies, of predicates of this class.
    Atoms(usize),
    /// Clauses, headed by predicates of this class.
    Heads(usize),
    /// What is no piece of a program.
    Nothing,
}

impl Mark {
    /// Whether a piece is a node of a body.
    pub(crate) fn is_node(self) -> bool {
        matches!(self, Mark::Negations | Mark::Conjunctions | Mark::Disjunctions | Mark::Atoms(_))
    }

    /// Whether a piece bears this mark.
    fn is_on(self, piece: Mark) -> bool {
        if self == Mark::Nodes { piece.is_node() } else { self == piece }
    }
}

impl Pieces<Natural> {
    /// The same weights, with a mark on some pieces.
    pub(crate) fn marked(&self, mark: Mark) -> Pieces<Tallied> {
        self.map(|piece, weight| Tallied {
            count: weight.clone(),
            marks: if mark.is_on(piece) { weight.clone() } else { Natural::ZERO },
        })
    }
}
