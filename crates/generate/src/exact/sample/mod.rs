//! Drawing programs, every program of the space with exactly the same probability.
//!
//! A program is drawn from its outline to its details, each step a lottery whose weights are the
//! exact numbers of programs behind each alternative:
//!
//! 1. its size: how many clauses, and, if asked, how many nodes;
//! 2. how it hangs together ([`outline`]): layers or a preorder, components, and how the
//!    clauses are shared out among them;
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
mod outline;
mod paired;
mod sizes;
mod stage;
mod steered;
mod subset;
mod tables;
mod token;

use std::fmt;
use std::str::FromStr;

use randlog_logic::{Clause, Program};

use super::classes::Group;
use super::clauses::Bound;
use super::estimate::Purpose;
use super::heads::{Second, bound};
use super::number::Natural;
use super::space::Space;
use super::{Limits, NoSampler};
use crate::Spec;
use crate::spec::Cycles;
use clause::Cast;
use dice::Dice;
use guided::Guide;
use memo::Memo;
use outline::Plan;
use sizes::Sizes;
use stage::{Drawn, Stage, StageTables};
use steered::World;
use tables::{ArgumentTables, ClauseTables};

/// Which sizes are made equally likely before a program is drawn uniformly among those of that
/// size. With both, a size is a pair of numbers, and each pair that some program has is as likely as
/// any other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The number of clauses.
    pub clauses: bool,
    /// The number of nodes of all bodies together; an empty body has none.
    pub nodes: bool,
}

impl fmt::Display for Spread {
    /// The names of the sizes, with a comma; nothing for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.clauses, self.nodes) {
            (false, false) => "",
            (true, false) => "clauses",
            (false, true) => "nodes",
            (true, true) => "clauses,nodes",
        })
    }
}

impl FromStr for Spread {
    type Err = ();

    fn from_str(text: &str) -> Result<Spread, ()> {
        let mut spread = Spread::default();
        for size in text.split(',').filter(|size| !size.is_empty()) {
            match size {
                "clauses" => spread.clauses = true,
                "nodes" => spread.nodes = true,
                _ => return Err(()),
            }
        }
        Ok(spread)
    }
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

impl Sampler {
    /// Set up the tables, if the closed forms cover the spec and there is any program.
    pub fn new(spec: &Spec, spread: Spread, limits: &Limits) -> Result<Sampler, NoSampler> {
        let second = if spread.nodes { Second::Nodes } else { Second::Unused };
        let space = Space::new(spec, second, Purpose::Sample, limits)?.ok_or(NoSampler::Empty)?;
        let (plan, total) = Plan::new(&space);
        let sizes = Sizes::new(total, spread);
        let count = sizes.count();
        if count == Natural::ZERO {
            return Err(NoSampler::Empty);
        }
        let arguments = ArgumentTables::new(&space.clauses);
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
            let probabilities = &self.spec.probabilities();
            Clause::new(probabilities[dice.below(probabilities.len())], head, body)
        });
        Program { clauses: clauses.collect(), ..Program::default() }
    }

    fn draw(&self, dice: &mut Dice) -> Drawn {
        let degree = self.sizes.draw(dice);
        let classes = &self.space.clauses.classes;
        match &self.plan {
            Plan::Unruled(_) => {
                let all: Vec<usize> = (0..classes.predicates()).collect();
                let (inner, settled, touching) = (all.clone(), Vec::new(), Vec::new());
                self.draw_stage(&Stage { heads: all, inner, settled, degree, touching }, dice)
            }
            Plan::Ruled(ruled) => {
                let (components, free) = ruled.draw(classes, degree, dice);
                let draw = |stage: &Stage, dice: &mut Dice| self.draw_stage(stage, dice);
                let mut drawn: Drawn =
                    free.map_or_else(Drawn::new, |stage| self.draw_stage(&stage, dice));
                for component in &components {
                    drawn.append(&mut component.draw(&ruled.rooted, &ruled.heads, dice, draw));
                }
                drawn
            }
        }
    }

    fn draw_stage(&self, stage: &Stage, dice: &mut Dice) -> Drawn {
        let clauses = &self.space.clauses;
        let count_nodes = self.space.second == Second::Nodes;
        if stage.heads.len() == 1 && stage.touching.len() > 1 && !count_nodes {
            let guide = Guide::new(clauses, &self.arguments, stage, |stage| self.world(stage));
            return guide.draw(stage.degree.spare + 1, dice);
        }
        let group = |members: &[usize]| clauses.classes.group(members.iter().copied());
        let (inner, outer) = (group(&stage.inner), group(&stage.settled));
        let sets = |class: usize| self.plan.sets(class, inner, outer);
        let heads = group(&stage.heads);
        let world = self.world(stage);
        let tables = self.stages.get((heads, inner, outer), || {
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
