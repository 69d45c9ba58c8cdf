//! The choices of the walk that draws a clause: what its alternatives weigh, and a draw among them.
//!
//! The weight of an alternative is the number of clauses behind it, read off the tables of a bound. If
//! a clause must use certain sets of predicates, there is a table for every part of the sets, which
//! counts the clauses that leave it out. With inclusion and exclusion over these tables, any sum that
//! counts clauses turns into one that counts those that leave out some sets and use all of some
//! others. Walking down, the sets to be used are divided: what the first child uses of them, the
//! others need not. As soon as nothing is left to be used, there is one table, whose borders are kept.
//!
//! The weights of nodes, atoms, arguments and heads enter here and in the tables. The walk itself only asks.

use std::sync::Arc;

use randlog_base::bits::{ones, subsets};
use randlog_base::{Stop, Stopped};

use super::choice::{Choice, pick};
use super::cumulative::LazyCumulative;
use super::random_source::RandomSource;
use super::tables::{ArgumentTables, ClauseTables, TreeTables};
use super::token::{ByClass, Token};
use crate::exact::bodies::{ByContext, Context};
use crate::exact::clauses::{Clauses, Measure};
use crate::exact::number::Natural;
use crate::spec::{self, Connective};

/// A part of the sets that a clause must use or leave out, as bits.
pub(crate) type Part = u64;

/// What a piece of a clause must leave out and must use; it may use all other sets or not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Demand {
    pub(crate) leave_out: Part,
    pub(crate) using: Part,
}

impl Demand {
    /// Whether nothing must be used.
    fn is_empty(self) -> bool {
        self.using == 0
    }
}

/// A tree, or several, to be drawn: so many nodes, where so many variables are known before it and
/// after it. Inside a negation these are the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) context: Context,
    pub(crate) nodes: usize,
    pub(crate) before: usize,
    pub(crate) after: usize,
    pub(crate) demand: Demand,
}

/// What stands at the root of a tree of two or more nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    Not,
    Several(Connective),
}

const ROOTS: [Root; 3] = [Root::Not, Root::Several(Connective::And), Root::Several(Connective::Or)];

impl Piece {
    /// What stands below the root of a tree: inside, if that is a negation.
    pub(crate) fn below(self, root: Root) -> Piece {
        let context = if root == Root::Not { Context::Inside } else { self.context };
        Piece { context, nodes: self.nodes - 1, ..self }
    }
}

/// The children of a connective that are still to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Children {
    connective: Connective,
    /// All of them, as one piece.
    pub(crate) rest: Piece,
    /// Whether nothing had to be used when the first was drawn.
    is_kept: bool,
}

impl Children {
    pub(crate) fn new(connective: Connective, all: Piece) -> Children {
        Children { connective, rest: all, is_kept: all.demand.is_empty() }
    }

    /// Split off the first: so many nodes, so many variables known after it, and this part of what
    /// must be used. The others use what is still missing.
    fn split(self, nodes: usize, known: usize, using: Part) -> (Piece, Piece) {
        let all = self.rest;
        let Demand { leave_out, using: wanted } = all.demand;
        let missing = wanted & !using;
        let first = Demand { leave_out: leave_out | missing, using };
        let rest = Demand { leave_out, using: missing };
        let before = if self.connective == Connective::And { known } else { all.before };
        (
            Piece { nodes, after: known, demand: first, ..all },
            Piece { nodes: all.nodes - nodes, before, demand: rest, ..all },
        )
    }
}

/// The clauses under a bound, and the predicates that may really stand in them, class by class.
#[derive(Clone, Debug)]
pub(crate) struct BoundedClauses {
    pub(crate) tables: Arc<ClauseTables>,
    pub(crate) predicates: ByContext<Arc<ByClass>>,
}

/// Weighs alternatives, and draws among them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClauseChoices<'a> {
    pub(crate) clauses: &'a Clauses,
    pub(crate) arguments: &'a ArgumentTables,
    /// For each part of the sets, the clauses that leave it out.
    pub(crate) without: &'a [BoundedClauses],
    /// The habit of the head.
    pub(crate) habit: usize,
}

impl<'a> ClauseChoices<'a> {
    pub(crate) fn new(
        clauses: &'a Clauses,
        arguments: &'a ArgumentTables,
        without: &'a [BoundedClauses],
    ) -> ClauseChoices<'a> {
        ClauseChoices { clauses, arguments, without, habit: 0 }
    }

    /// The weights of all sets of clauses of a head, by their number; of clauses of so many nodes, if that is given.
    pub(crate) fn sets(
        self,
        head: usize,
        nodes: Option<usize>,
        stop: &Stop,
    ) -> Result<&'a [Natural], Stopped> {
        let class = self.clauses.classes.class_of[head];
        self.without[0].tables.sets(self.clauses, class, nodes, stop)
    }

    /// What clauses with such a head weigh.
    fn measure(self) -> &'a Measure<Natural> {
        &self.clauses.weights()[self.habit]
    }

    /// The borders between alternatives for trees of a context.
    fn trees(self, tables: &'a ClauseTables, context: Context) -> &'a TreeTables {
        tables.trees[self.habit].at(context)
    }

    /// The body of a clause: how many nodes it has, unless that is given, and how many variables the
    /// clause.
    pub(crate) fn beginning(
        self,
        class: usize,
        nodes: Option<usize>,
        demand: Demand,
        random: &mut RandomSource,
    ) -> Piece {
        let sizes = nodes.map_or(0..=self.clauses.form.max_nodes, |nodes| nodes..=nodes);
        let table = nodes.map_or(0, |nodes| 1 + nodes);
        let kept = |tables: &'a ClauseTables| &tables.beginnings[class][table];
        let heads = &self.measure().heads[class];
        let weight = |position| {
            let Piece { nodes, before, after, .. } = self.body(*sizes.start(), position, demand);
            self.amount(demand, |tables| tables.bodies[self.habit].whole[nodes].at(before, after))
                * &heads[after]
        };
        let weights = || (0..sizes.clone().count() * heads.len()).map(weight).collect();
        let drawn = self.draw(demand.is_empty(), demand, kept, weights, random);
        self.body(*sizes.start(), drawn, demand)
    }

    /// The body at this position among all of at least so many nodes.
    fn body(self, least: usize, position: usize, demand: Demand) -> Piece {
        let numbers = self.clauses.terms.variables + 1;
        let (nodes, after) = (least + position / numbers, position % numbers);
        let before = self.clauses.known_before(after);
        Piece { context: Context::Outside, nodes, before, after, demand }
    }

    /// What stands at the root of a tree of two or more nodes.
    pub(crate) fn root(self, tree: Piece, random: &mut RandomSource) -> Root {
        if self.clauses.form.bodies == spec::Bodies::Conjunction {
            return Root::Not;
        }
        let pieces = &self.measure().pieces;
        let weight = |root| match root {
            Root::Not if tree.before == tree.after => self.one(tree.below(root)) * &pieces.negation,
            Root::Not => Natural::ZERO,
            Root::Several(connective) => {
                self.several(connective, tree.below(root)) * pieces.connective(connective)
            }
        };
        let kept = |tables: &'a ClauseTables| {
            self.trees(tables, tree.context).root[tree.nodes].at(tree.before, tree.after)
        };
        let weights = || ROOTS.map(weight).to_vec();
        ROOTS[self.draw(tree.demand.is_empty(), tree.demand, kept, weights, random)]
    }

    /// Draw the first child, and leave the others.
    pub(crate) fn first(self, children: &mut Children, random: &mut RandomSource) -> Piece {
        let Children { connective, rest: all, is_kept } = *children;
        let Piece { context, nodes, before, after, demand } = all;
        // After the first child of a conjunction, any part of what will be known may be.
        let least = if connective == Connective::And { before } else { after };
        let weight = |(first, rest): (Piece, Piece)| {
            let first = self.one(first);
            if first.is_zero() { first } else { first * self.one_or_more(connective, rest) }
        };
        let weights = || {
            let mut weights = Vec::new();
            for size in 1..nodes {
                for known in least..=after {
                    let parts = subsets(demand.using);
                    weights.extend(parts.map(|using| weight(children.split(size, known, using))));
                }
            }
            weights
        };
        let kept = |tables: &'a ClauseTables| {
            self.trees(tables, context).children(connective).first[nodes].at(before, after)
        };
        let mut drawn = self.draw(is_kept, demand, kept, weights, random);
        let mut using = 0;
        if !is_kept {
            let divisions = 1 << demand.using.count_ones();
            using = subsets(demand.using).nth(drawn % divisions).unwrap_or(0);
            drawn /= divisions;
        }
        let middles = after - least + 1;
        let (first, rest) = children.split(1 + drawn / middles, least + drawn % middles, using);
        children.rest = rest;
        first
    }

    /// Whether what is left is one child and not several.
    pub(crate) fn is_last(self, children: &Children, random: &mut RandomSource) -> bool {
        let Children { connective, rest, is_kept } = *children;
        let kept = |tables: &'a ClauseTables| {
            let borders = self.trees(tables, rest.context).children(connective);
            borders.rest[rest.nodes].at(rest.before, rest.after)
        };
        let weights = || vec![self.one(rest), self.several(connective, rest)];
        self.draw(is_kept, rest.demand, kept, weights, random) == 0
    }

    /// The predicate of an atom.
    pub(crate) fn atom(self, atom: Piece, random: &mut RandomSource) -> u32 {
        let Piece { context, before, after, demand, .. } = atom;
        let candidates = |part: Part| self.without[part as usize].predicates.at(context);
        if demand.is_empty() {
            let tables = &self.without[demand.leave_out as usize].tables;
            let class = self.trees(tables, context).atom.at(before, after).draw(random, || {
                let group = tables.bound.allowed(context);
                let measure = self.measure();
                self.clauses.atoms_by_class(measure, context, group, before, after).collect()
            });
            let candidates = candidates(demand.leave_out).class(class);
            return candidates[random.below(candidates.len())];
        }
        // One atom uses all the sets only if its predicate is in each of them.
        let in_all = |class: usize, predicate: u32| {
            ones(demand.using).all(|set| {
                !candidates(demand.leave_out | 1 << set).class(class).contains(&predicate)
            })
        };
        let of_class = |class: usize| {
            let members = candidates(demand.leave_out).class(class);
            let weight = self.measure().arguments(context, class).at(before, after);
            let members = members.iter().filter(move |&&predicate| in_all(class, predicate));
            members.map(|&predicate| (predicate, weight.clone()))
        };
        (0..self.clauses.classes.len()).flat_map(of_class).collect::<Choice<u32>>().draw(random)
    }

    /// Whether a term of an atom is a new variable, when `left` terms follow it.
    pub(crate) fn is_new(
        self,
        left: usize,
        known: usize,
        after: usize,
        random: &mut RandomSource,
    ) -> bool {
        if known == after {
            return false;
        }
        let ArgumentTables { sequences, borders, .. } = self.arguments;
        let drawn = borders[left].at(known, after).draw(random, || {
            let pieces = &self.measure().pieces;
            let old = pieces.symbols(self.clauses.terms.constants, known);
            let new = &pieces.variable;
            vec![sequences[left].at(known, after) * old, sequences[left].at(known + 1, after) * new]
        });
        drawn == 1
    }

    /// One of the known symbols: constants come first, then this many variables.
    pub(crate) fn symbol(self, known: usize, random: &mut RandomSource) -> usize {
        let constants = self.clauses.terms.constants;
        let Some(borders) = self.arguments.symbols.get(known) else {
            return random.below(constants + known);
        };
        let is_variable = borders.draw(random, || {
            let pieces = &self.measure().pieces;
            vec![&pieces.constant * constants, &pieces.variable * known]
        });
        if is_variable == 1 { constants + random.below(known) } else { random.below(constants) }
    }

    /// What a clause weighs.
    pub(crate) fn weight(self, clause: &[Token]) -> Natural {
        let Clauses { classes, form, .. } = self.clauses;
        let head = clause.first().and_then(|token| match token {
            Token::Atom(head) => Some(*head as usize),
            _ => None,
        });
        let pieces = &self.clauses.weights_of(head.unwrap_or(0)).pieces;
        let (mut weight, mut nodes) = (Natural::ONE, 0);
        for (position, token) in clause.iter().enumerate() {
            let piece = match token {
                Token::Atom(predicate) if position == 0 => {
                    &pieces.heads[classes.class_of[*predicate as usize]]
                }
                Token::Atom(predicate) => &pieces.atoms[classes.class_of[*predicate as usize]],
                Token::True => &pieces.empty,
                Token::Not => &pieces.negation,
                Token::And(_) => &pieces.conjunction,
                Token::Or(_) => &pieces.disjunction,
                Token::Variable(_) => &pieces.variable,
                Token::Constant(_) => &pieces.constant,
            };
            let is_node =
                matches!(token, Token::Atom(_) | Token::Not | Token::And(_) | Token::Or(_));
            nodes += usize::from(is_node && position > 0);
            weight *= piece;
        }
        if nodes > 0 {
            weight *= &pieces.filled;
        }
        weight * pieces.absent.pow(form.max_nodes - nodes)
    }

    /// One tree.
    fn one(self, tree: Piece) -> Natural {
        self.amount(tree.demand, |tables| {
            let trees = tables.bodies[self.habit].trees.at(tree.context);
            trees.single[tree.nodes].at(tree.before, tree.after)
        })
    }

    /// Two or more children of a connective.
    fn several(self, connective: Connective, children: Piece) -> Natural {
        self.amount(children.demand, |tables| {
            let trees = tables.bodies[self.habit].trees.at(children.context);
            let several = match connective {
                Connective::And => &trees.conjoined,
                Connective::Or => &trees.disjoined,
            };
            several[children.nodes].at(children.before, children.after)
        })
    }

    /// One or more children of a connective.
    fn one_or_more(self, connective: Connective, children: Piece) -> Natural {
        self.one(children) + self.several(connective, children)
    }

    /// How much of something is as demanded, given how much there is in the clauses of each bound.
    fn amount(self, demand: Demand, of: impl Fn(&'a ClauseTables) -> &'a Natural) -> Natural {
        let in_tables = |part: Part| of(&self.without[part as usize].tables);
        if demand.is_empty() {
            return in_tables(demand.leave_out).clone();
        }
        let (mut added, mut taken_away) = (Natural::ZERO, Natural::ZERO);
        for left_out in subsets(demand.using) {
            let even = left_out.count_ones().is_multiple_of(2);
            let sum = if even { &mut added } else { &mut taken_away };
            *sum += in_tables(demand.leave_out | left_out);
        }
        // What is left out was among what is there, so this is not negative.
        added - taken_away
    }

    /// A position in proportion to the weights, which need not be known where borders are kept.
    fn draw(
        self,
        is_kept: bool,
        demand: Demand,
        kept: impl Fn(&'a ClauseTables) -> &'a LazyCumulative,
        weights: impl Fn() -> Vec<Natural>,
        random: &mut RandomSource,
    ) -> usize {
        if is_kept {
            kept(&self.without[demand.leave_out as usize].tables).draw(random, weights)
        } else {
            pick(&weights(), random)
        }
    }
}
