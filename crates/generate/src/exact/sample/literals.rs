//! Drawing a clause whose body is a set of literals.
//!
//! Burnside's lemma draws, too: choose a permutation of the variables in proportion to the number of clauses that it leaves
//! alone, then one of these evenly. A class of clauses with `s` symmetries has `V!/s` members, each left alone by `s`
//! permutations, so every class is hit equally often. Which permutation of a cycle type it is does not matter. A clause that is
//! left alone is made of orbits; how many of each sort is drawn from their generating function, and then which.
//!
//! Inclusion and exclusion is not for drawing: where some variable must not be missed, clauses are drawn again until none is.

use std::sync::{Arc, OnceLock};

use randlog_base::{Stop, Stopped};
use smallvec::SmallVec;

use super::canonical::{AtomTokens, Literal, write};
use super::cumulative::{Cumulative, LazyCumulative};
use super::random_source::RandomSource;
use super::token::{ByClass, FlatClause, Token};
use crate::exact::bodies::ByContext;
use crate::exact::bound::{Bound, Own};
use crate::exact::clauses::Clauses;
use crate::exact::literal_sums::FixedClauses;
use crate::exact::literals::LiteralClauses;
use crate::exact::number::Natural;
use crate::exact::orbits::{Chosen, Factor, Literals, Signs, Statuses, Symmetries, Symmetry};

/// The clauses under one bound, ready to be drawn.
#[derive(Debug)]
pub(crate) struct LiteralTables {
    bound: Bound,
    /// By cycle type: a permutation of that type.
    permutations: Vec<Permutation>,
    /// By cycle type and class of heads: the clauses that permutations leave alone.
    fixed: Vec<Vec<FixedClauses<Natural>>>,
    /// By class of heads, for any number of nodes and then for each: the cycle type, the number of variables among the arguments
    /// of the head, and the number of nodes.
    beginnings: Vec<Vec<LazyCumulative>>,
    /// By cycle type, class of heads, and number of variables of the head.
    bodies: Vec<Vec<Vec<OnceLock<BodyTables>>>>,
}

/// A permutation of variables: its cycles stand one after the other, the shorter ones first.
#[derive(Debug)]
struct Permutation {
    images: Vec<usize>,
    /// The length of the cycle of each variable.
    lengths: Vec<usize>,
    /// For each exponent, the variables that this power leaves alone.
    fixed: Vec<Vec<usize>>,
}

/// The bodies for one head and one permutation.
#[derive(Debug)]
struct BodyTables {
    factors: Vec<DrawnFactor>,
    /// By factor and nodes: the sets of orbits of this factor and all later ones.
    suffixes: Vec<Vec<Natural>>,
    /// By nodes.
    first: Vec<OnceLock<Step>>,
    /// By the number of factors that are done, and the nodes that are left.
    next: Vec<Vec<OnceLock<Step>>>,
}

/// Orbits that are alike, and how many of them to choose.
#[derive(Debug)]
struct DrawnFactor {
    class: usize,
    factor: Factor<Natural>,
    choices: Vec<Chosen<Natural>>,
    role: Role,
}

/// What a factor has to do with the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Nothing,
    /// It holds all orbits of its sort but the head.
    AllButHead,
    /// It holds the head alone.
    Head,
}

/// The next factor from which orbits are chosen, and how many.
#[derive(Debug)]
struct Step {
    alternatives: Vec<Alternative>,
    borders: Cumulative,
}

#[derive(Clone, Copy, Debug)]
struct Alternative {
    factor: usize,
    choice: usize,
    /// The nodes that are left for the factors that follow.
    left: usize,
}

impl LiteralTables {
    pub(crate) fn new(
        clauses: &Clauses,
        sets: &LiteralClauses<Natural>,
        bound: Bound,
        stop: &Stop,
    ) -> Result<LiteralTables, Stopped> {
        let Literals { symmetries, max_nodes, .. } = sets.literals;
        let types = &symmetries.types;
        let habits = clauses.weights().iter();
        let of_habits: Vec<_> =
            habits.filter_map(|measure| clauses.literals(max_nodes, measure)).collect();
        let fixed = |place| {
            let by_habit = of_habits.iter().map(|sets| sets.fixed(place, bound, stop));
            let by_habit = by_habit.collect::<Result<Vec<_>, _>>()?;
            let habit_of = clauses.classes.habit_of.iter().enumerate();
            Ok(habit_of.map(|(class, &habit)| by_habit[habit][class].clone()).collect())
        };
        let classes = 0..clauses.classes.len();
        let unset = |class: usize| {
            (0..=clauses.classes.arities[class]).map(|_| OnceLock::new()).collect::<Vec<_>>()
        };
        let lazy = || (0..=max_nodes + 1).map(|_| LazyCumulative::default()).collect();
        let permutation = |symmetry| Permutation::new(symmetry, max_nodes);
        Ok(LiteralTables {
            bound,
            permutations: types.iter().map(permutation).collect(),
            fixed: (0..types.len()).map(fixed).collect::<Result<_, _>>()?,
            beginnings: classes.clone().map(|_| lazy()).collect(),
            bodies: types.iter().map(|_| classes.clone().map(unset).collect()).collect(),
        })
    }

    /// A clause headed by this predicate, of so many nodes if that is given.
    pub(crate) fn draw(
        &self,
        sets: Literals<Natural>,
        predicates: &ByContext<Arc<ByClass>>,
        head: usize,
        nodes: Option<usize>,
        random: &mut RandomSource,
    ) -> Result<FlatClause, Stopped> {
        let class = sets.classes.class_of[head];
        let (place, variables, nodes) = self.beginning(sets, class, nodes, random);
        let tables = self.bodies[place][class][variables].get_or_init(|| {
            let symmetry = &sets.symmetries.types[place];
            BodyTables::new(sets, symmetry, self.bound, class, variables)
        });
        let permutation = &self.permutations[place];
        let mut drawing = Drawing { sets, predicates, permutation, random };
        loop {
            let mut literals = SmallVec::new();
            let head = drawing.clause(tables, head as u32, variables, nodes, &mut literals);
            let used = permutation.images.len();
            let Symmetries { safe, connected, .. } = *sets.symmetries;
            if (!safe || is_safe(&literals, used))
                && (!connected || is_connected(&head, &literals, used))
            {
                let mut clause = head.to_vec();
                write(&mut clause, &literals, used);
                return Ok(clause.into());
            }
            drawing.random.try_again()?;
        }
    }

    /// The cycle type, the number of variables of the head, and the number of nodes.
    fn beginning(
        &self,
        sets: Literals<Natural>,
        class: usize,
        nodes: Option<usize>,
        random: &mut RandomSource,
    ) -> (usize, usize, usize) {
        let (least, sizes) = nodes.map_or((0, sets.max_nodes + 1), |nodes| (nodes, 1));
        let borders = &self.beginnings[class][nodes.map_or(0, |nodes| 1 + nodes)];
        let drawn = borders.draw(random, || {
            let fixed = self.fixed.iter().flat_map(|by_class| &by_class[class]);
            fixed.flat_map(|by_nodes| &by_nodes[least..least + sizes]).cloned().collect()
        });
        let heads = sets.classes.arities[class] + 1;
        (drawn / sizes / heads, drawn / sizes % heads, least + drawn % sizes)
    }
}

/// Whether every variable occurs in a positive literal.
fn is_safe(literals: &[Literal], variables: usize) -> bool {
    let mut bound: SmallVec<[bool; 16]> = SmallVec::from_elem(false, variables);
    for literal in literals.iter().filter(|literal| !literal.is_negated) {
        literal.variables().for_each(|variable| bound[variable] = true);
    }
    bound.into_iter().all(|bound| bound)
}

/// Whether every variable occurs, and the atoms that have variables hang together.
fn is_connected(head: &[Token], literals: &[Literal], variables: usize) -> bool {
    let variable = |token: &Token| match token {
        Token::Variable(variable) => Some(*variable as usize),
        _ => None,
    };
    let mut names: SmallVec<[usize; 8]> = (0..variables).collect();
    let mut is_used: SmallVec<[bool; 16]> = SmallVec::from_elem(false, variables);
    let atoms = std::iter::once(head).chain(literals.iter().map(|literal| &literal.atom[..]));
    for atom in atoms {
        let mut found = atom.iter().filter_map(variable);
        let Some(first) = found.next() else { continue };
        is_used[first] = true;
        for other in found {
            is_used[other] = true;
            let (old, new) = (names[other], names[first]);
            names.iter_mut().filter(|name| **name == old).for_each(|name| *name = new);
        }
    }
    is_used.iter().all(|used| *used) && names.windows(2).all(|pair| pair[0] == pair[1])
}

impl Permutation {
    fn new(symmetry: &Symmetry, longest: usize) -> Permutation {
        let (mut images, mut lengths) = (Vec::new(), Vec::new());
        for (length, number) in symmetry.cycles.with_lengths() {
            for _ in 0..number {
                let start = images.len();
                images.extend((0..length).map(|place| start + (place + 1) % length));
                lengths.resize(images.len(), length);
            }
        }
        let fixed = |exponent: usize| {
            let fixed = |variable: &usize| exponent.is_multiple_of(lengths[*variable]);
            (0..images.len()).filter(fixed).collect()
        };
        let fixed = std::iter::once(Vec::new()).chain((1..=longest.max(1)).map(fixed)).collect();
        Permutation { images, lengths, fixed }
    }
}

impl BodyTables {
    fn new(
        sets: Literals<Natural>,
        symmetry: &Symmetry,
        bound: Bound,
        head_class: usize,
        head_variables: usize,
    ) -> BodyTables {
        let max_nodes = sets.max_nodes;
        let own = match bound.own {
            Own::Absent => None,
            Own::Positive => Some(Signs::Positive),
            Own::Anywhere => Some(Signs::Both),
        };
        let mut factors = Vec::new();
        let mut add = |class: usize, factor: Factor<Natural>, role: Role| {
            let mut choices = factor.choices(max_nodes);
            // A step chooses some orbits.
            choices.remove(0);
            factors.push(DrawnFactor { class, factor, choices, role });
        };
        for class in 0..sets.classes.len() {
            let statuses = Statuses::new(sets.classes, bound, class);
            let cycles = &symmetry.cycles;
            for mut factor in sets.factors(cycles, cycles, class, statuses) {
                let is_like_head = class == head_class
                    && (factor.variables, factor.length) == (head_variables, 1)
                    && own == Some(factor.signs);
                if !is_like_head {
                    add(class, factor, Role::Nothing);
                    continue;
                }
                if factor.signs == Signs::Both {
                    let (signs, orbits) = (Signs::Negative, Natural::ONE);
                    add(class, Factor { signs, orbits, ..factor.clone() }, Role::Head);
                }
                factor.orbits -= Natural::ONE;
                add(class, factor, Role::AllButHead);
            }
        }
        let mut suffixes = vec![vec![Natural::ZERO; max_nodes + 1]];
        suffixes[0][0] = Natural::ONE;
        for DrawnFactor { choices, .. } in factors.iter().rev() {
            let later = &suffixes[suffixes.len() - 1];
            let mut sums = later.clone();
            for Chosen { nodes, weight, .. } in choices {
                for (sum, rest) in sums[*nodes..].iter_mut().zip(later) {
                    *sum += weight * rest;
                }
            }
            suffixes.push(sums);
        }
        suffixes.reverse();
        let steps = || (0..=max_nodes).map(|_| OnceLock::new()).collect::<Vec<_>>();
        BodyTables {
            first: steps(),
            next: factors.iter().map(|_| steps()).collect(),
            factors,
            suffixes,
        }
    }

    /// The first orbits of a body that is not empty.
    fn first(
        &self,
        sets: Literals<Natural>,
        nodes: usize,
        random: &mut RandomSource,
    ) -> Alternative {
        self.draw(&self.first[nodes], random, || {
            let mut weighted = Vec::new();
            for (factor, drawn) in self.factors.iter().enumerate() {
                for (choice, chosen) in drawn.choices.iter().enumerate() {
                    let literals = drawn.factor.length * (chosen.positive + chosen.negative);
                    if literals == 1 && chosen.nodes == nodes {
                        weighted
                            .push((Alternative { factor, choice, left: 0 }, chosen.weight.clone()));
                    }
                    // The connective takes a node.
                    let Some(left) = (nodes - 1).checked_sub(chosen.nodes) else { continue };
                    if literals > 1 || left > 0 {
                        let rest = &chosen.weight * &self.suffixes[factor + 1][left];
                        let weight = rest * &sets.pieces.conjunction;
                        weighted.push((Alternative { factor, choice, left }, weight));
                    }
                }
            }
            weighted
        })
    }

    /// The next orbits, of factors from this one on, for so many nodes.
    fn next(&self, from: usize, nodes: usize, random: &mut RandomSource) -> Alternative {
        self.draw(&self.next[from][nodes], random, || {
            let mut weighted = Vec::new();
            for (factor, drawn) in self.factors.iter().enumerate().skip(from) {
                for (choice, chosen) in drawn.choices.iter().enumerate() {
                    let Some(left) = nodes.checked_sub(chosen.nodes) else { continue };
                    let weight = &chosen.weight * &self.suffixes[factor + 1][left];
                    weighted.push((Alternative { factor, choice, left }, weight));
                }
            }
            weighted
        })
    }

    fn draw(
        &self,
        step: &OnceLock<Step>,
        random: &mut RandomSource,
        weighted: impl Fn() -> Vec<(Alternative, Natural)>,
    ) -> Alternative {
        let possible = || weighted().into_iter().filter(|(_, weight)| !weight.is_zero());
        let weights = || possible().map(|(_, weight)| weight).collect::<Vec<_>>();
        let step = step.get_or_init(|| Step {
            alternatives: possible().map(|(alternative, _)| alternative).collect(),
            borders: Cumulative::new(&weights()),
        });
        step.alternatives[step.borders.draw(random, weights)]
    }
}

/// The literals of a body.
type Body = SmallVec<[Literal; 4]>;

/// A clause that is being drawn.
struct Drawing<'a, 's> {
    sets: Literals<'a, Natural>,
    /// Those that may stand outside and inside negations, class by class.
    predicates: &'a ByContext<Arc<ByClass>>,
    permutation: &'a Permutation,
    random: &'a mut RandomSource<'s>,
}

impl Drawing<'_, '_> {
    /// A clause that the permutation leaves alone.
    fn clause(
        &mut self,
        tables: &BodyTables,
        head: u32,
        variables: usize,
        nodes: usize,
        literals: &mut Body,
    ) -> AtomTokens {
        let head = self.atom(head, variables, 1);
        if nodes > 0 {
            let mut step = tables.first(self.sets, nodes, self.random);
            loop {
                let DrawnFactor { choices, .. } = &tables.factors[step.factor];
                self.orbits(&tables.factors[step.factor], &choices[step.choice], &head, literals);
                if step.left == 0 {
                    break;
                }
                step = tables.next(step.factor + 1, step.left, self.random);
            }
        }
        head
    }

    /// Distinct orbits of a factor.
    fn orbits(
        &mut self,
        drawn: &DrawnFactor,
        chosen: &Chosen<Natural>,
        head: &[Token],
        literals: &mut Body,
    ) {
        let Factor { variables, length, signs, .. } = drawn.factor;
        let start = literals.len();
        for number in 0..chosen.positive + chosen.negative {
            let is_negated = number >= chosen.positive;
            let mut atom = loop {
                if drawn.role == Role::Head {
                    break head.into();
                }
                let predicate = self.predicate(drawn.class, signs);
                let atom = self.atom(predicate, variables, length);
                let is_known = literals[start..].iter().any(|literal| literal.atom == atom);
                let is_head = drawn.role == Role::AllButHead && atom[..] == *head;
                if !is_known && !is_head && self.orbit_length(&atom) == length {
                    break atom;
                }
            };
            for _ in 0..length {
                let next = self.image(&atom);
                literals.push(Literal { is_negated, atom });
                atom = next;
            }
        }
    }

    /// A predicate of a class that may occur with these signs.
    fn predicate(&mut self, class: usize, signs: Signs) -> u32 {
        let (outside, inside) =
            (self.predicates.outside.class(class), self.predicates.inside.class(class));
        // One of the two lists holds the other.
        let (smaller, larger) =
            if outside.len() < inside.len() { (outside, inside) } else { (inside, outside) };
        match signs {
            Signs::Both => smaller[self.random.below(smaller.len())],
            Signs::Positive | Signs::Negative => {
                let mut others = larger.iter().filter(|predicate| !smaller.contains(predicate));
                let chosen = self.random.below(larger.len() - smaller.len());
                others.nth(chosen).copied().unwrap_or(larger[0])
            }
        }
    }

    /// An atom with so many variables, all of which a power of the permutation leaves alone.
    fn atom(&mut self, predicate: u32, variables: usize, exponent: usize) -> AtomTokens {
        let arity = self.sets.classes.arities[self.sets.classes.class_of[predicate as usize]];
        let fixed = &self.permutation.fixed[exponent];
        let mut atom = AtomTokens::new();
        atom.push(Token::Atom(predicate));
        let mut left = variables;
        for places in (1..=arity).rev() {
            if left == places || left > 0 && self.random.below(places) < left {
                left -= 1;
                let token = loop {
                    let token = Token::Variable(fixed[self.random.below(fixed.len())] as u32);
                    // If no variable may be repeated, there are as many as places.
                    if self.sets.symmetries.repeated || !atom.contains(&token) {
                        break token;
                    }
                };
                atom.push(token);
            } else {
                let constant = self.random.below(self.sets.symmetries.constants);
                atom.push(Token::Constant(constant as u32));
            }
        }
        atom
    }

    fn image(&self, atom: &[Token]) -> AtomTokens {
        let image = |&token: &Token| match token {
            Token::Variable(variable) => {
                Token::Variable(self.permutation.images[variable as usize] as u32)
            }
            other => other,
        };
        atom.iter().map(image).collect()
    }

    /// How many atoms the permutation makes of one: the least common multiple of the lengths of cycles.
    fn orbit_length(&self, atom: &[Token]) -> usize {
        atom.iter().fold(1, |length, token| match token {
            Token::Variable(variable) => {
                least_common_multiple(length, self.permutation.lengths[*variable as usize])
            }
            _ => length,
        })
    }
}

fn least_common_multiple(left: usize, right: usize) -> usize {
    let multiples = (1..=right).map(|factor| left * factor);
    multiples.into_iter().find(|multiple| multiple.is_multiple_of(right)).unwrap_or(left * right)
}
