//! Drawing programs, every program of the space with exactly the same probability.
//!
//! A program is drawn from its outline to its details, each step a lottery whose weights are the
//! exact numbers of programs behind each alternative:
//!
//! 1. its size: how many clauses, and, if asked, how many nodes;
//! 2. how it hangs together ([`layered`], [`paired`]): layers or a preorder, components, and how
//!    the clauses are shared out among them;
//! 3. the clauses of each component ([`block`]);
//! 4. each clause ([`clause`]): nodes, shape, predicates, terms.
//!
//! Tables are filled the first time they are needed and shared by all threads; what is drawn depends
//! on the seed and the index alone.

mod block;
mod clause;
mod dice;
mod layered;
mod lottery;
mod memo;
mod paired;
mod subset;
mod tables;
mod token;

use std::sync::Arc;

use randlog_logic::{Clause, Program};

use super::classes::Group;
use super::components::{component_weights, signed_weights};
use super::estimate::Purpose;
use super::heads::{Heads, Second, Sets, bound};
use super::layers::Layers;
use super::number::{Natural, natural};
use super::pairs::Parts;
use super::programs;
use super::series::{Degree, Series};
use super::space::Space;
use super::{Limits, NoSampler};
use crate::Spec;
use crate::spec::Cycles;
use block::{Block, BlockTables, Demand, Drawn};
use clause::Cast;
use dice::Dice;
use layered::Layered;
use lottery::Lottery;
use memo::Memo;
use paired::Paired;
use tables::ArgumentTables;

/// Which sizes are made equally likely before a program is drawn uniformly among those of that size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The number of clauses.
    pub clauses: bool,
    /// The number of nodes of all bodies together.
    pub nodes: bool,
}

/// Draws programs of one space. Set up once, then share among threads.
#[derive(Debug)]
pub struct Sampler {
    spec: Spec,
    space: Space,
    plan: Plan,
    count: Natural,
    sizes: Sizes,
    arguments: ArgumentTables,
    blocks: Memo<(Group, Group), BlockTables>,
}

/// How the outline of a program is drawn.
#[derive(Debug)]
enum Plan {
    /// All heads at once, without regard to each other.
    Unruled(Vec<Series>),
    /// By layers.
    Layered(Heads, Layered),
    /// By preorders.
    Paired(Heads, Paired),
}

/// The sizes of programs: first a list of degrees is drawn, then one of them.
#[derive(Debug)]
struct Sizes {
    lists: Vec<(Vec<Degree>, Lottery)>,
    total: Series,
}

impl Sampler {
    /// Set up the tables, if the closed forms cover the spec and there is any program.
    pub fn new(spec: &Spec, spread: Spread, limits: &Limits) -> Result<Sampler, NoSampler> {
        let second = if spread.nodes { Second::Nodes } else { Second::Unused };
        let space = Space::new(spec, second, Purpose::Sample, limits)?.ok_or(NoSampler::Empty)?;
        let (plan, total) = plan(&space);
        let count: Natural = space.reach.degrees().map(|degree| natural(total.at(degree))).sum();
        if count == Natural::ZERO {
            return Err(NoSampler::Empty);
        }
        let arguments = ArgumentTables::new(&space.clauses);
        let sizes = Sizes::new(total, spread);
        let blocks = Memo::default();
        Ok(Sampler { spec: spec.clone(), space, plan, count, sizes, arguments, blocks })
    }

    /// The number of programs in the space.
    pub fn count(&self) -> &Natural {
        &self.count
    }

    /// The program that belongs to this seed and index.
    ///
    /// Clauses stand in a fixed order, by head and then by body, so that equal sets of clauses are
    /// equal programs; each gets a probability drawn from the spec's list.
    pub fn sample(&self, seed: u64, index: u64) -> Program {
        let mut dice = Dice::new(seed, index);
        let degree = self.sizes.draw(&mut dice);
        let mut blocks = Vec::new();
        self.draw_blocks(degree, &mut dice, &mut blocks);
        let mut drawn = Drawn::new();
        for block in &blocks {
            drawn.append(&mut self.draw_block(block, &mut dice));
        }
        let clauses = drawn.iter().map(|tokens| {
            let (head, body) = token::read(&self.spec, tokens);
            let probabilities = &self.spec.probabilities;
            Clause::new(probabilities[dice.below(probabilities.len())], head, body)
        });
        Program { clauses: clauses.collect(), ..Program::default() }
    }

    fn draw_blocks(&self, degree: Degree, dice: &mut Dice, blocks: &mut Vec<Block>) {
        let classes = &self.space.clauses.classes;
        match &self.plan {
            Plan::Unruled(_) => blocks.push(Block {
                members: (0..classes.predicates()).collect(),
                settled: Vec::new(),
                degree,
                demand: Demand::Nothing,
            }),
            Plan::Layered(_, layered) => {
                let all = (0..classes.predicates()).fold(0, |all, member| all | 1 << member);
                layered.draw(classes, 0, all, degree, dice, blocks);
            }
            Plan::Paired(_, paired) => paired.draw(classes, degree, dice, blocks),
        }
    }

    fn draw_block(&self, block: &Block, dice: &mut Dice) -> Drawn {
        let clauses = &self.space.clauses;
        let inner = clauses.classes.group(block.members.iter().copied());
        let outer = clauses.classes.group(block.settled.iter().copied());
        let sets = |class: usize| match &self.plan {
            Plan::Unruled(sets) => &sets[class],
            Plan::Layered(heads, _) | Plan::Paired(heads, _) => heads.get(class, inner, outer),
        };
        let tables = self.blocks.get((inner, outer), || {
            let bound = bound(self.space.cycles, inner, outer);
            let count_nodes = self.space.second == Second::Nodes;
            BlockTables::new(clauses, bound, inner, sets, self.space.reach, count_nodes)
        });
        let cast = self.cast(block);
        tables.draw(clauses, &self.arguments, &cast, block, sets, dice)
    }

    /// Who may stand where in the bodies of a block.
    fn cast(&self, block: &Block) -> Cast {
        let by_class = |inner: bool| {
            let mut lists = vec![Vec::new(); self.space.clauses.classes.len()];
            let members = block.members.iter().filter(|_| inner);
            for &predicate in members.chain(&block.settled) {
                lists[self.space.clauses.classes.class_of(predicate)].push(predicate as u32);
            }
            lists
        };
        Cast {
            outside: by_class(self.space.cycles != Cycles::Acyclic),
            anywhere: by_class(self.space.cycles == Cycles::Any),
        }
    }
}

fn plan(space: &Space) -> (Plan, Series) {
    let clauses = &space.clauses;
    let classes = &clauses.classes;
    if space.is_unruled() {
        let sets = Sets::new(clauses, classes.all(), space.reach, space.second);
        let total = programs::unruled(clauses, space.reach, space.second);
        return (Plan::Unruled(sets.under(Group::EMPTY)), total);
    }
    let heads = space.heads();
    let signed = signed_weights(&heads);
    let components = Arc::new(component_weights(classes, &signed));
    let layered =
        || Layered::new(Layers::new(classes, components.clone(), space.reach), space.reach);
    if space.pairs.is_empty() {
        let layered = layered();
        let total = layered.tops(classes, Group::EMPTY).total(classes, classes.all(), space.reach);
        return (Plan::Layered(heads, layered), total);
    }
    let above = (space.cycles != Cycles::Any).then(layered);
    let parts = Parts::new(classes.clone(), space.reach, signed, components.clone());
    let paired = Paired::new(&space.rules(), parts, above);
    let total = paired.total();
    (Plan::Paired(heads, paired), total)
}

impl Sizes {
    fn new(total: Series, spread: Spread) -> Sizes {
        let possible = total.reach().degrees().filter(|&degree| !total.at(degree).is_zero());
        let mut lists: Vec<Vec<Degree>> = Vec::new();
        for degree in possible {
            let alike = |list: &Vec<Degree>| {
                let other = list[0];
                (!spread.clauses || other.spare == degree.spare)
                    && (!spread.nodes || other.second == degree.second)
            };
            match lists.iter_mut().find(|list| alike(list)) {
                Some(list) => list.push(degree),
                None => lists.push(vec![degree]),
            }
        }
        let with_lottery = |list: Vec<Degree>| {
            let lottery = Lottery::new(&weights(&total, &list));
            (list, lottery)
        };
        Sizes { lists: lists.into_iter().map(with_lottery).collect(), total }
    }

    fn draw(&self, dice: &mut Dice) -> Degree {
        let (list, lottery) = &self.lists[dice.below(self.lists.len())];
        list[lottery.draw(dice, || weights(&self.total, list))]
    }
}

fn weights(total: &Series, degrees: &[Degree]) -> Vec<Natural> {
    degrees.iter().map(|&degree| natural(total.at(degree))).collect()
}
