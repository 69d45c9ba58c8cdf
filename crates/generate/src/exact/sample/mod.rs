//! Drawing programs, every program of the space with exactly the same probability.
//!
//! A program is drawn from its outline to its details, each step a lottery whose weights are the
//! exact numbers of programs behind each alternative:
//!
//! 1. its size: how many clauses, and, if asked, how many nodes;
//! 2. how it hangs together ([`layered`], [`paired`]): layers or a preorder, components, and how
//!    the clauses are shared out among them;
//! 3. the clauses of each component ([`component`], [`stage`]);
//! 4. each clause ([`clause`]): nodes, shape, predicates, terms.
//!
//! Tables are filled the first time they are needed and shared by all threads; what is drawn depends
//! on the seed and the index alone.

mod clause;
mod component;
mod dice;
mod guided;
mod layered;
mod lottery;
mod memo;
mod paired;
mod stage;
mod steered;
mod subset;
mod tables;
mod token;

use std::sync::Arc;

use randlog_logic::{Clause, Program};

use super::classes::Group;
use super::clauses::Bound;
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
use clause::Cast;
use component::{Component, Rooted};
use dice::Dice;
use guided::Guide;
use layered::Layered;
use lottery::Lottery;
use memo::Memo;
use paired::Paired;
use stage::{Drawn, Stage, StageTables};
use steered::World;
use tables::{ArgumentTables, ClauseTables};

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
    stages: Memo<(Group, Group, Group), StageTables>,
    tables: Memo<Bound, ClauseTables>,
}

/// How the outline of a program is drawn.
#[derive(Debug)]
enum Plan {
    /// All heads at once, without regard to each other.
    Unruled(Vec<Series>),
    /// By layers.
    Layered(Heads, Rooted, Layered),
    /// By preorders.
    Paired(Heads, Rooted, Paired),
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
        let (stages, tables) = (Memo::default(), Memo::default());
        Ok(Sampler { spec: spec.clone(), space, plan, count, sizes, arguments, stages, tables })
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
        let drawn = self.draw(&mut dice);
        let clauses = drawn.iter().map(|tokens| {
            let (head, body) = token::read(&self.spec, tokens);
            let probabilities = &self.spec.probabilities;
            Clause::new(probabilities[dice.below(probabilities.len())], head, body)
        });
        Program { clauses: clauses.collect(), ..Program::default() }
    }

    fn draw(&self, dice: &mut Dice) -> Drawn {
        let degree = self.sizes.draw(dice);
        let classes = &self.space.clauses.classes;
        let mut components = Vec::new();
        match &self.plan {
            Plan::Unruled(_) => {
                let all: Vec<usize> = (0..classes.predicates()).collect();
                let (inner, settled, touching) = (all.clone(), Vec::new(), Vec::new());
                self.draw_stage(&Stage { heads: all, inner, settled, degree, touching }, dice)
            }
            Plan::Layered(heads, rooted, layered) => {
                let all = (0..classes.predicates()).fold(0, |all, member| all | 1 << member);
                layered.draw(classes, 0, all, degree, dice, &mut components);
                self.draw_components(&components, heads, rooted, dice)
            }
            Plan::Paired(heads, rooted, paired) => {
                let free = paired.draw(classes, degree, dice, &mut components);
                let mut drawn = self.draw_components(&components, heads, rooted, dice);
                if let Some(stage) = free {
                    drawn.append(&mut self.draw_stage(&stage, dice));
                }
                drawn
            }
        }
    }

    fn draw_components(
        &self,
        components: &[Component],
        heads: &Heads,
        rooted: &Rooted,
        dice: &mut Dice,
    ) -> Drawn {
        let mut drawn = Drawn::new();
        for component in components {
            let stage = |stage: &Stage, dice: &mut Dice| self.draw_stage(stage, dice);
            drawn.append(&mut component.draw(rooted, heads, dice, stage));
        }
        drawn
    }

    fn draw_stage(&self, stage: &Stage, dice: &mut Dice) -> Drawn {
        let clauses = &self.space.clauses;
        let single = stage.heads.len() == 1 && self.space.second == Second::Unused;
        if single && stage.touching.len() > 1 {
            let guide = Guide::new(clauses, &self.arguments, stage, |stage| self.world(stage));
            return guide.draw(stage.degree.spare + 1, dice);
        }
        let group = |members: &[usize]| clauses.classes.group(members.iter().copied());
        let (heads, inner, outer) =
            (group(&stage.heads), group(&stage.inner), group(&stage.settled));
        let sets = |class: usize| match &self.plan {
            Plan::Unruled(sets) => &sets[class],
            Plan::Layered(heads, ..) | Plan::Paired(heads, ..) => heads.get(class, inner, outer),
        };
        let world = self.world(stage);
        let tables = self.stages.get((heads, inner, outer), || {
            let count_nodes = self.space.second == Second::Nodes;
            StageTables::new(clauses, &world.tables, heads, sets, self.space.reach, count_nodes)
        });
        tables.draw(clauses, &self.arguments, &world, stage, sets, dice)
    }

    /// The clauses that the bodies of a stage allow.
    fn world(&self, stage: &Stage) -> World {
        let clauses = &self.space.clauses;
        let group = |members: &[usize]| clauses.classes.group(members.iter().copied());
        let bound = bound(self.space.cycles, group(&stage.inner), group(&stage.settled));
        let tables = self.tables.get(bound, || ClauseTables::new(clauses, bound));
        World { tables, cast: self.cast(stage) }
    }

    /// Who may stand where in the bodies of a stage.
    fn cast(&self, stage: &Stage) -> Cast {
        let by_class = |inner: bool| {
            let mut lists = vec![Vec::new(); self.space.clauses.classes.len()];
            let members = stage.inner.iter().filter(|_| inner);
            for &predicate in members.chain(&stage.settled) {
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
        return (Plan::Layered(heads, Rooted::default(), layered), total);
    }
    let above = (space.cycles != Cycles::Any).then(layered);
    let parts = Parts::new(classes.clone(), space.reach, signed, components.clone());
    let paired = Paired::new(&space.rules(), parts, above);
    let total = paired.total();
    (Plan::Paired(heads, Rooted::default(), paired), total)
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
