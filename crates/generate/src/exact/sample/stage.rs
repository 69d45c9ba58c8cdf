//! Drawing the clauses of a few predicates at once.
//!
//! A [`Stage`] asks for so many clauses of some heads, whose bodies use what a bound allows. Drawing
//! those is easy: heads share out the clauses, and each draws distinct ones. If the bodies must use
//! certain sets of predicates, draws that do not are thrown away and all is drawn again, which leaves
//! those that remain equally likely.
//!
//! Distinct clauses are drawn one after the other, drawing again whatever is there already. Even if
//! all `h` clauses that exist are wanted, this takes `h·(1 + 1/2 + … + 1/h)` draws on average.

use std::collections::BTreeSet;

use super::clause::Drawer;
use super::dice::Dice;
use super::lottery::pick;
use super::memo::Cell;
use super::steered::World;
use super::tables::{ArgumentTables, ClauseTables};
use super::token::{Token, used};
use crate::exact::classes::Group;
use crate::exact::clauses::Clauses;
use crate::exact::number::{Natural, binomials, natural};
use crate::exact::preorders::Members;
use crate::exact::series::{Degree, Reach, Series};

/// Clauses of one program, each as tokens.
pub(crate) type Drawn = BTreeSet<Box<[Token]>>;

/// What is to be drawn together.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) heads: Vec<usize>,
    /// The members of the heads' component that bodies may use.
    pub(crate) inner: Vec<usize>,
    /// What is settled and may be used.
    pub(crate) settled: Vec<usize>,
    /// How many spare clauses, and nodes if they matter.
    pub(crate) degree: Degree,
    /// Sets of which some predicate must be used by some head.
    pub(crate) touching: Vec<Members>,
}

impl Stage {
    /// The same, but nobody may use these.
    pub(crate) fn leaving_out(&self, members: Members) -> Stage {
        let keep = |list: &[usize]| {
            list.iter().copied().filter(|&member| members >> member & 1 == 0).collect()
        };
        Stage { inner: keep(&self.inner), settled: keep(&self.settled), ..self.clone() }
    }
}

/// All stages with the same numbers of predicates of each arity.
#[derive(Debug)]
pub(crate) struct StageTables {
    /// For each head but the first: the sets of clauses for it and all later ones.
    suffixes: Vec<Series>,
    /// How many clauses the next head gets, by head and degree.
    shares: Vec<Vec<Cell>>,
    /// For each class of heads, sets of clauses by their sizes, if nodes matter.
    sizes: Option<Vec<Sizes>>,
    reach: Reach,
}

/// The sets of clauses of one head by the number of nodes of each.
#[derive(Debug)]
struct Sizes {
    by_nodes: Vec<Natural>,
    /// Sets of clauses of at least so many nodes each; the degree is the whole number of clauses.
    at_least: Vec<Series>,
}

impl StageTables {
    /// Prepare stages of `heads`, given the sets of clauses for each class of heads.
    pub(crate) fn new<'s>(
        clauses: &Clauses,
        tables: &ClauseTables,
        heads: Group,
        sets: impl Fn(usize) -> &'s Series,
        reach: Reach,
        count_nodes: bool,
    ) -> StageTables {
        let classes = &clauses.classes;
        let order: Vec<usize> = (0..classes.len())
            .flat_map(|class| std::iter::repeat_n(class, classes.count(heads, class)))
            .collect();
        let mut suffixes = vec![Series::one(reach)];
        for &class in order.iter().rev() {
            suffixes.push(suffixes[suffixes.len() - 1].times(sets(class)));
        }
        suffixes.reverse();
        let cells = |_| (0..reach.len()).map(|_| Cell::default()).collect();
        let shares = order.iter().map(cells).collect();
        let sizes = count_nodes.then(|| {
            (0..classes.len())
                .map(|class| Sizes::new(tables.by_nodes(clauses, class), reach))
                .collect()
        });
        StageTables { suffixes, shares, sizes, reach }
    }

    /// Draw a stage. `sets` must be what the tables were made from.
    pub(crate) fn draw<'s>(
        &self,
        clauses: &Clauses,
        arguments: &ArgumentTables,
        world: &World,
        stage: &Stage,
        sets: impl Fn(usize) -> &'s Series,
        dice: &mut Dice,
    ) -> Drawn {
        let mut heads = stage.heads.clone();
        heads.sort_unstable_by_key(|&head| clauses.classes.class_of(head));
        let mut drawer = Drawer::new(clauses, world, arguments, dice);
        loop {
            let mut drawn = Drawn::new();
            let mut rest = stage.degree;
            for (position, &head) in heads.iter().enumerate() {
                let class = clauses.classes.class_of(head);
                let share = self.share(position, rest, sets(class), drawer.dice);
                self.draw_head(&mut drawer, head, share, &mut drawn);
                rest = rest.without(share).unwrap_or(rest);
            }
            if stage.touching.is_empty() {
                return drawn;
            }
            let used = drawn.iter().fold(0, |all, clause| all | used(clause));
            if stage.touching.iter().all(|set| set & used != 0) {
                return drawn;
            }
        }
    }

    /// The part of `rest` that the next head gets.
    fn share(&self, position: usize, rest: Degree, sets: &Series, dice: &mut Dice) -> Degree {
        if position + 1 == self.shares.len() {
            return rest;
        }
        let within = rest.reach();
        let others = &self.suffixes[position + 1];
        let drawn = self.shares[position][self.reach.position(rest)].draw(dice, || {
            within
                .degrees()
                .map(|share| {
                    let left = rest.without(share).map(|left| others.at(left));
                    left.map_or(Natural::ZERO, |left| natural(&(sets.at(share) * left)))
                })
                .collect()
        });
        within.degree(drawn)
    }

    fn draw_head(&self, drawer: &mut Drawer, head: usize, share: Degree, drawn: &mut Drawn) {
        let count = share.spare + 1;
        match &self.sizes {
            None => draw_distinct(drawer, head, None, count, drawn),
            Some(sizes) => {
                let class = drawer.clauses.classes.class_of(head);
                let wanted = Degree { spare: count, second: share.second };
                for (nodes, count) in sizes[class].draw(wanted, drawer.dice) {
                    draw_distinct(drawer, head, Some(nodes), count, drawn);
                }
            }
        }
    }
}

fn draw_distinct(
    drawer: &mut Drawer,
    head: usize,
    nodes: Option<usize>,
    count: usize,
    drawn: &mut Drawn,
) {
    let target = drawn.len() + count;
    while drawn.len() < target {
        let clause = drawer.clause(head, nodes);
        drawn.insert(clause);
    }
}

impl Sizes {
    fn new(by_nodes: Vec<Natural>, reach: Reach) -> Sizes {
        let reach = Reach { spare: reach.spare + 1, ..reach };
        let mut at_least = vec![Series::one(reach)];
        for (nodes, count) in by_nodes.iter().enumerate().rev() {
            let mut factor = Series::zero(reach);
            for (chosen, ways) in binomials(count, reach.spare).into_iter().enumerate() {
                if chosen * nodes <= reach.second {
                    factor.set(Degree { spare: chosen, second: chosen * nodes }, ways);
                }
            }
            at_least.push(at_least[at_least.len() - 1].times(&factor));
        }
        at_least.reverse();
        Sizes { by_nodes, at_least }
    }

    /// How many clauses of each number of nodes, for so many clauses and nodes in all.
    fn draw(&self, mut wanted: Degree, dice: &mut Dice) -> Vec<(usize, usize)> {
        let mut counts = Vec::new();
        for (nodes, available) in self.by_nodes.iter().enumerate() {
            let ways = binomials(available, wanted.spare);
            let after =
                |chosen: usize| wanted.without(Degree { spare: chosen, second: chosen * nodes });
            let weights: Vec<Natural> = (0..=wanted.spare)
                .map(|chosen| {
                    let rest = after(chosen).map(|rest| self.at_least[nodes + 1].at(rest));
                    rest.map_or(Natural::ZERO, |rest| &ways[chosen] * natural(rest))
                })
                .collect();
            let chosen = pick(&weights, dice);
            wanted = after(chosen).unwrap_or(wanted);
            counts.push((nodes, chosen));
        }
        counts
    }
}
