//! Clauses whose bodies are sets of literals.
//!
//! A body is a set of literals in which no atom occurs twice, neither repeated nor with both signs, and the head is not among
//! the positive ones. Two clauses that differ by a renaming of variables are one. Burnside's lemma counts them:
//!
//! ```text
//! clauses = 1/V! · Σ_π  (clauses that π leaves alone)
//! ```
//!
//! over all permutations `π` of the variables, also those that move variables that occur: a set can be mapped to itself by a
//! renaming that moves its variables, as `{p(X), p(Y)}` is. A clause is left alone if its head is, and if its body is a union
//! of *orbits* of atoms under `π`, the atoms of an orbit all with the same sign. So the bodies of a head are the coefficients of
//!
//! ```text
//! Π_d (1 + x^d + y^d)^(orbits of length d)
//! ```
//!
//! with `x` for a positive literal and `y` for a negative one; predicates that may occur outside negations only contribute
//! `(1 + x^d)`, those that may only be negated `(1 + y^d)`. The head is an orbit of length 1. Where it could occur as a
//! positive literal, one factor `(1 + x + y)` becomes `(1 + y)`.
//!
//! **Safe.** Every variable must occur in a positive literal. Classes of clauses that use exactly `k` variables are counted by
//! Burnside's lemma over the permutations of `k` variables; inclusion and exclusion over the cycles that positive literals miss
//! leaves those that miss none: negative literals and the head range over all `k` variables, positive ones over a union `X` of
//! cycles.

use std::sync::Arc;

use randlog_base::{Stop, Stopped};

use super::classes::Classes;
use super::clauses::{Bound, Own};
use super::connected;
use super::memo::Memo;
use super::number::{Natural, Weight, binomials, factorials};
use super::pieces::Pieces;
use super::symmetry::CycleType;

/// Which permutations of variables are summed over, and what is counted for each.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    pub(crate) constants: usize,
    pub(crate) types: Vec<Symmetry>,
    /// What the sum is divided by.
    pub(crate) all: Natural,
    /// Whether every variable must occur in a positive literal.
    pub(crate) safe: bool,
    /// Whether the atoms must hang together by shared variables.
    pub(crate) connected: bool,
}

/// The permutations of one cycle type.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// The cycles of the variables that may occur.
    pub(crate) cycles: CycleType,
    /// How often what such a permutation leaves alone is counted.
    pub(super) factor: Natural,
    /// The variables that positive literals may have, with signs.
    terms: Vec<SignedTerm>,
}

/// A term of inclusion and exclusion: positive literals over some of the cycles.
#[derive(Clone, Debug)]
struct SignedTerm {
    positive: CycleType,
    ways: Natural,
    is_added: bool,
}

impl Symmetries {
    /// The permutations of so many variables. If clauses must be safe or connected, those of fewer variables, too: then
    /// clauses are counted by the variables that they use.
    pub(crate) fn new(
        constants: usize,
        variables: usize,
        safe: bool,
        connected: bool,
    ) -> Symmetries {
        let factorials = factorials(variables);
        let all = &factorials[variables];
        let least = if safe || connected { 0 } else { variables };
        let symmetry = |cycles: CycleType| {
            let term = |(positive, ways): (CycleType, Natural)| {
                let is_added = (cycles.number() - positive.number()).is_multiple_of(2);
                SignedTerm { positive, ways, is_added }
            };
            let everywhere = || vec![(cycles.clone(), Natural::ONE)];
            let unions = if safe { cycles.unions() } else { everywhere() };
            Symmetry {
                factor: cycles.permutations() * (all / &factorials[cycles.points()]),
                terms: unions.into_iter().map(term).collect(),
                cycles,
            }
        };
        let types = (least..=variables).flat_map(CycleType::of_points).map(symmetry).collect();
        Symmetries { constants, types, all: all.clone(), safe, connected }
    }
}

/// How many predicates of one class may occur where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Statuses {
    /// With both signs.
    pub(crate) both: usize,
    /// Outside negations only.
    pub(crate) positive: usize,
    /// Inside negations only.
    pub(crate) negative: usize,
}

impl Statuses {
    pub(crate) fn new(classes: &Classes, bound: Bound, class: usize) -> Statuses {
        let outside = classes.count(bound.outside, class);
        let inside = classes.count(bound.inside, class);
        // One of the two sets holds the other.
        let both = outside.min(inside);
        Statuses { both, positive: outside - both, negative: inside - both }
    }
}

/// Which signs the atoms of a factor may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signs {
    Both,
    Positive,
    Negative,
}

impl Signs {
    pub(crate) const ALL: [Signs; 3] = [Signs::Both, Signs::Positive, Signs::Negative];
}

/// Orbits that are alike: of atoms of one class, with as many variables, of one length, and with the same signs.
#[derive(Clone, Debug)]
pub(crate) struct Factor<W> {
    pub(crate) variables: usize,
    pub(crate) length: usize,
    pub(crate) signs: Signs,
    /// How many there are.
    pub(crate) orbits: Natural,
    /// What all atoms of an orbit weigh together.
    pub(crate) positive: W,
    pub(crate) negative: W,
}

/// So many orbits of a factor: what they weigh, and how many nodes their literals have.
#[derive(Clone, Debug)]
pub(crate) struct Chosen<W> {
    pub(crate) positive: usize,
    pub(crate) negative: usize,
    pub(crate) nodes: usize,
    pub(crate) weight: W,
}

impl<W: Weight> Factor<W> {
    /// All numbers of orbits that fit into so many nodes; at first none.
    pub(crate) fn choices(&self, nodes: usize) -> Vec<Chosen<W>> {
        let most = nodes / self.length;
        let most_positive = if self.signs == Signs::Negative { 0 } else { most };
        let mut choices = Vec::new();
        let mut positive_weight = W::ONE;
        for (positive, ways) in binomials(&self.orbits, most_positive).into_iter().enumerate() {
            if ways.is_zero() {
                break;
            }
            let most_negative =
                if self.signs == Signs::Positive { 0 } else { (most - positive) / 2 };
            let others = &self.orbits - positive;
            let mut weight = positive_weight.scaled(&ways);
            for (negative, ways) in binomials(&others, most_negative).into_iter().enumerate() {
                if ways.is_zero() {
                    break;
                }
                let nodes = self.length * (positive + 2 * negative);
                let weight_of_all = weight.scaled(&ways);
                choices.push(Chosen { positive, negative, nodes, weight: weight_of_all });
                weight = weight.product(&self.negative);
            }
            positive_weight = positive_weight.product(&self.positive);
        }
        choices
    }
}

/// Sums over bodies by the nodes of their literals; a connective takes one node more.
#[derive(Clone, Debug)]
pub(super) struct LiteralSums<W> {
    /// Sets of literals.
    sets: Vec<W>,
    /// Single literals: positive ones, and negative ones.
    single: [W; 2],
}

impl<W: Weight> LiteralSums<W> {
    pub(super) fn zero(nodes: usize) -> LiteralSums<W> {
        LiteralSums { sets: vec![W::ZERO; nodes + 1], single: [W::ZERO, W::ZERO] }
    }

    pub(super) fn one(nodes: usize) -> LiteralSums<W> {
        let mut sums = LiteralSums::<W>::zero(nodes);
        sums.sets[0] = W::ONE;
        sums
    }

    pub(super) fn times(&self, other: &LiteralSums<W>) -> LiteralSums<W> {
        // One literal on one side, and none on the other.
        let one = |sign: usize| {
            let mut sum = self.single[sign].product(&other.sets[0]);
            sum.add(&self.sets[0].product(&other.single[sign]));
            sum
        };
        LiteralSums { sets: product(&self.sets, &other.sets), single: [one(0), one(1)] }
    }

    pub(super) fn add_scaled(&mut self, factor: &Natural, other: &LiteralSums<W>) {
        let sums = self.sets.iter_mut().chain(&mut self.single);
        for (sum, more) in sums.zip(other.sets.iter().chain(&other.single)) {
            sum.add(&more.scaled(factor));
        }
    }

    pub(super) fn minus(&self, other: &LiteralSums<W>) -> LiteralSums<W> {
        let minus = |sign: usize| self.single[sign].minus(&other.single[sign]);
        let sets = self.sets.iter().zip(&other.sets).map(|(all, part)| all.minus(part));
        LiteralSums { sets: sets.collect(), single: [minus(0), minus(1)] }
    }

    /// Two or more copies of each set, with other variables; they weigh what the sets do.
    pub(super) fn stretched(&self, copies: usize) -> LiteralSums<W> {
        let mut stretched = LiteralSums::<W>::zero(self.sets.len() - 1);
        let places = stretched.sets.iter_mut().step_by(copies);
        places.zip(&self.sets).for_each(|(place, sum)| *place = sum.clone());
        stretched
    }

    /// The same without a positive literal, which may occur with the other sign if that weighs anything.
    pub(super) fn without_positive(&self, positive: &W, negative: Option<&W>) -> LiteralSums<W> {
        let mut sets: Vec<W> = Vec::with_capacity(self.sets.len());
        for (nodes, all) in self.sets.iter().enumerate() {
            // Divide by (1 + x + y).
            let mut with_it = W::ZERO;
            if let Some(before) = nodes.checked_sub(1) {
                with_it.add(&sets[before].product(positive));
            }
            if let (Some(before), Some(negative)) = (nodes.checked_sub(2), negative) {
                with_it.add(&sets[before].product(negative));
            }
            sets.push(all.minus(&with_it));
        }
        if let Some(negative) = negative {
            // Multiply by (1 + y).
            for nodes in (2..sets.len()).rev() {
                let with_it = sets[nodes - 2].product(negative);
                sets[nodes].add(&with_it);
            }
        }
        let [positives, negatives] = &self.single;
        LiteralSums { sets, single: [positives.minus(positive), negatives.clone()] }
    }

    /// Bodies by nodes: nothing, one literal, or a conjunction of several.
    pub(super) fn bodies(&self, pieces: &Pieces<W>, empty: bool, max_nodes: usize) -> Vec<W> {
        let single = |nodes: usize| match nodes {
            1 | 2 => self.single[nodes - 1].clone(),
            _ => W::ZERO,
        };
        let body = |nodes: usize| {
            if nodes == 0 {
                return if empty { pieces.empty.product(&self.sets[0]) } else { W::ZERO };
            }
            let mut bodies = single(nodes);
            if nodes > 1 {
                let several = self.sets[nodes - 1].minus(&single(nodes - 1));
                bodies.add(&several.product(&pieces.conjunction));
            }
            bodies.product(&pieces.filled)
        };
        let filled_up = |nodes: usize| {
            let absent = if pieces.equal { W::ONE } else { pieces.absent.power(max_nodes - nodes) };
            body(nodes).product(&absent)
        };
        (0..=max_nodes).map(filled_up).collect()
    }
}

fn product<W: Weight>(left: &[W], right: &[W]) -> Vec<W> {
    let mut product = vec![W::ZERO; left.len()];
    for (i, x) in left.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        for (sum, y) in product[i..].iter_mut().zip(right) {
            if !y.is_zero() {
                sum.add(&x.product(y));
            }
        }
    }
    product
}

/// The number of nodes, the cycle type, the term, a class, and the statuses of its members.
type ClassKey = (usize, usize, usize, usize, Statuses);

/// Atoms and heads, with weights of some kind.
#[derive(Clone, Debug)]
pub(crate) struct LiteralMeasure<W>(Arc<Memo<ClassKey, LiteralSums<W>>>);

/// What the clauses of a spec look like, if bodies are sets.
#[derive(Debug)]
pub(crate) struct LiteralClauses<'a, W> {
    pub(crate) classes: &'a Classes,
    pub(crate) symmetries: &'a Symmetries,
    pub(crate) pieces: &'a Pieces<W>,
    pub(crate) measure: &'a LiteralMeasure<W>,
    pub(crate) max_nodes: usize,
    pub(crate) empty: bool,
}

impl<W> Clone for LiteralClauses<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for LiteralClauses<'_, W> {}

/// The weights of clauses that a permutation leaves alone: by the number of variables among the arguments of the head, and by
/// the nodes of the body.
pub(crate) type FixedClauses<W> = Vec<Vec<W>>;

impl<W> Default for LiteralMeasure<W> {
    fn default() -> LiteralMeasure<W> {
        LiteralMeasure(Arc::default())
    }
}

impl<W: Weight> LiteralClauses<'_, W> {
    /// For each class of heads and each number of nodes, all clauses under a bound.
    pub(crate) fn by_nodes(self, bound: Bound, stop: &Stop) -> Result<Vec<Vec<W>>, Stopped> {
        let none = || vec![W::ZERO; self.max_nodes + 1];
        let mut sums: Vec<Vec<W>> = (0..self.classes.len()).map(|_| none()).collect();
        for place in 0..self.symmetries.types.len() {
            for (sums, fixed) in sums.iter_mut().zip(self.fixed(place, bound, stop)?) {
                for by_nodes in fixed {
                    sums.iter_mut().zip(&by_nodes).for_each(|(sum, more)| sum.add(more));
                }
            }
        }
        let divided =
            |sums: Vec<W>| sums.iter().map(|sum| sum.divided(&self.symmetries.all)).collect();
        Ok(sums.into_iter().map(divided).collect())
    }

    /// For each class of heads, the clauses that the permutations of a type leave alone.
    pub(crate) fn fixed(
        self,
        place: usize,
        bound: Bound,
        stop: &Stop,
    ) -> Result<Vec<FixedClauses<W>>, Stopped> {
        if self.symmetries.connected {
            return connected::fixed(self, place, bound, stop);
        }
        let Symmetry { cycles, factor, terms } = &self.symmetries.types[place];
        let length = self.max_nodes + 1;
        let none = |class: usize| vec![vec![W::ZERO; length]; self.classes.arities[class] + 1];
        let nothing = || (0..self.classes.len()).map(none).collect::<Vec<_>>();
        let (mut added, mut taken_away) = (nothing(), nothing());
        for (position, term) in terms.iter().enumerate() {
            stop.check()?;
            let sums = self.sums(place, position, bound)?;
            let total = if term.is_added { &mut added } else { &mut taken_away };
            let fixed = [cycles, &term.positive].map(|cycles| cycles.fixed_by_power(1));
            for (class, total) in total.iter_mut().enumerate() {
                if !self.may_head(class, bound) {
                    continue;
                }
                self.add_heads(class, fixed, &sums, bound.own, &(factor * &term.ways), total);
            }
        }
        for (added, taken_away) in added.iter_mut().zip(&taken_away) {
            for (added, taken_away) in added.iter_mut().zip(taken_away) {
                let both = added.iter_mut().zip(taken_away);
                both.for_each(|(added, taken_away)| *added = added.minus(taken_away));
            }
        }
        Ok(added)
    }

    /// Whether heads of this class are counted under a bound: nobody asks for others than those that it mentions.
    pub(super) fn may_head(self, class: usize, bound: Bound) -> bool {
        let Statuses { both, positive, .. } = Statuses::new(self.classes, bound, class);
        match bound.own {
            Own::Absent => true,
            Own::Positive => positive > 0,
            Own::Anywhere => both > 0,
        }
    }

    /// Put heads of a class before bodies. Of the variables that the permutation leaves alone, given in the first place, those
    /// in the second may occur in positive literals.
    fn add_heads(
        self,
        class: usize,
        [fixed, fixed_positive]: [usize; 2],
        sums: &LiteralSums<W>,
        own: Own,
        factor: &Natural,
        total: &mut FixedClauses<W>,
    ) {
        let bodies = |sums: &LiteralSums<W>| sums.bodies(self.pieces, self.empty, self.max_nodes);
        let free = bodies(sums);
        for (variables, total) in total.iter_mut().enumerate() {
            let places = self.places(class, variables);
            let all = &places * Natural::from(fixed).pow(variables);
            let among = match own {
                Own::Absent => Natural::ZERO,
                Own::Positive | Own::Anywhere => {
                    &places * Natural::from(fixed_positive).pow(variables)
                }
            };
            let head = self.head(class, variables).scaled(factor);
            let mut add = |heads: Natural, bodies: &[W]| {
                let heads = head.scaled(&heads);
                total.iter_mut().zip(bodies).for_each(|(sum, body)| sum.add(&body.product(&heads)));
            };
            add(&all - &among, &free);
            if !among.is_zero() {
                let atom = self.atom(class, variables);
                let negative = (own == Own::Anywhere).then(|| atom.product(&self.pieces.negation));
                add(among, &bodies(&sums.without_positive(&atom, negative.as_ref())));
            }
        }
    }

    /// Sets of literals that a permutation leaves alone.
    fn sums(self, place: usize, term: usize, bound: Bound) -> Result<LiteralSums<W>, Stopped> {
        let mut sums = LiteralSums::one(self.max_nodes);
        for class in 0..self.classes.len() {
            let statuses = Statuses::new(self.classes, bound, class);
            let key = (self.max_nodes, place, term, class, statuses);
            let of_class = self.measure.0.get(key, || {
                let mut sums = LiteralSums::one(self.max_nodes);
                let Symmetry { cycles, terms, .. } = &self.symmetries.types[place];
                for factor in self.factors(cycles, &terms[term].positive, class, statuses) {
                    sums = sums.times(&factor.sums(self.max_nodes));
                }
                Ok(sums)
            })?;
            sums = sums.times(&of_class);
        }
        Ok(sums)
    }

    /// The factors of one class: positive literals are over some of the cycles, negative ones over all.
    pub(crate) fn factors(
        self,
        cycles: &CycleType,
        positive: &CycleType,
        class: usize,
        statuses: Statuses,
    ) -> Vec<Factor<W>> {
        let mut factors = Vec::new();
        for variables in 0..=self.classes.arities[class] {
            let places = self.places(class, variables);
            let orbits = |cycles: &CycleType| cycles.orbits(variables, self.max_nodes);
            let atom = self.atom(class, variables);
            for (length, (all, among)) in
                orbits(cycles).iter().zip(orbits(positive)).enumerate().skip(1)
            {
                let (all, among) = (all * &places, among * &places);
                let weight = atom.power(length);
                let negated = weight.product(&self.pieces.negation.power(length));
                for signs in Signs::ALL {
                    let orbits = match signs {
                        Signs::Both => &among * statuses.both,
                        Signs::Positive => &among * statuses.positive,
                        Signs::Negative => {
                            (&all - &among) * statuses.both + &all * statuses.negative
                        }
                    };
                    if !orbits.is_zero() {
                        let (positive, negative) = (weight.clone(), negated.clone());
                        factors.push(Factor {
                            variables,
                            length,
                            signs,
                            orbits,
                            positive,
                            negative,
                        });
                    }
                }
            }
        }
        factors
    }

    /// The ways to have this many variables among the arguments of a class: which arguments, and which constants elsewhere.
    pub(super) fn places(self, class: usize, variables: usize) -> Natural {
        let arity = self.classes.arities[class];
        let choices = binomials(&Natural::from(arity), variables).swap_remove(variables);
        choices * Natural::from(self.symmetries.constants).pow(arity - variables)
    }

    /// What a positive literal with so many variables weighs.
    pub(crate) fn atom(self, class: usize, variables: usize) -> W {
        self.pieces.atoms[class].product(&self.arguments(class, variables))
    }

    pub(super) fn head(self, class: usize, variables: usize) -> W {
        self.pieces.heads[class].product(&self.arguments(class, variables))
    }

    fn arguments(self, class: usize, variables: usize) -> W {
        let constants = self.classes.arities[class] - variables;
        let Pieces { variable, constant, .. } = self.pieces;
        variable.power(variables).product(&constant.power(constants))
    }
}

impl<W: Weight> Factor<W> {
    pub(super) fn sums(&self, max_nodes: usize) -> LiteralSums<W> {
        let mut sums = LiteralSums::<W>::one(max_nodes);
        sums.sets[0] = W::ZERO;
        for chosen in self.choices(max_nodes) {
            sums.sets[chosen.nodes].add(&chosen.weight);
        }
        if self.length == 1 {
            let one_of = |weight: &W| weight.scaled(&self.orbits);
            if self.signs != Signs::Negative {
                sums.single[0] = one_of(&self.positive);
            }
            if self.signs != Signs::Positive {
                sums.single[1] = one_of(&self.negative);
            }
        }
        sums
    }
}
