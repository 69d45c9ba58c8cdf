//! The body of a clause is a tree, numbered breadth first, and each node's name fits its children.

use pumpkin_core::propagation::{DomainEvents, Priority};
use pumpkin_core::state::Conflict;
use pumpkin_core::variables::DomainId;

use super::layout::{AND, ClauseVariables, FIRST_PREDICATE, NOT, OR, Size};
use super::rule::{Pruner, Rule};

/// The structure and the names of one clause.
#[derive(Clone, Debug)]
pub struct Tree {
    head: DomainId,
    structure: Vec<DomainId>,
    names: Vec<DomainId>,
    none: i32,
    truth: i32,
    empty_bodies: bool,
    fewest: Vec<usize>,
    most: Vec<usize>,
}

impl Tree {
    /// The rule for one clause.
    pub fn new(clause: &ClauseVariables, size: &Size) -> Tree {
        Tree {
            head: clause.head,
            structure: clause.structure.clone(),
            names: clause.names.clone(),
            none: size.none(),
            truth: size.truth(),
            empty_bodies: size.empty_bodies,
            fewest: vec![0; size.nodes],
            most: vec![0; size.nodes],
        }
    }

    fn disable(&self, pruner: &mut Pruner) -> Result<(), Conflict> {
        for (i, (&parent, &name)) in self.structure.iter().zip(&self.names).enumerate() {
            pruner.fix(parent, i as i32)?;
            pruner.fix(name, self.truth)?;
        }
        Ok(())
    }

    /// Parents do not decrease; a node that is its own parent is outside the tree, and so are all
    /// after it.
    fn number(&self, pruner: &mut Pruner) -> Result<(), Conflict> {
        let mut lowest = 0;
        for (i, &parent) in self.structure.iter().enumerate().skip(1) {
            pruner.at_least(parent, lowest)?;
            lowest = pruner.lower(parent);
            if lowest == i as i32 {
                lowest += 1;
            }
        }
        let mut highest = self.structure.len() as i32;
        for (i, &parent) in self.structure.iter().enumerate().skip(1).rev() {
            pruner.at_most(parent, highest)?;
            highest = pruner.upper(parent);
            if highest < i as i32 {
                highest = highest.min(i as i32 - 2);
            }
        }
        Ok(())
    }

    fn count_children(&mut self, pruner: &Pruner) {
        self.fewest.fill(0);
        self.most.fill(0);
        for (i, &parent) in self.structure.iter().enumerate().skip(1) {
            let (low, high) = (pruner.lower(parent) as usize, pruner.upper(parent) as usize);
            for count in &mut self.most[low..i.min(high + 1)] {
                *count += 1;
            }
            if low == high && low < i {
                self.fewest[low] += 1;
            }
        }
    }

    fn restrict_name(&self, pruner: &mut Pruner, i: usize) -> Result<(), Conflict> {
        let (name, parent) = (self.names[i], self.structure[i]);
        if i > 0 && pruner.lower(parent) == i as i32 {
            return pruner.fix(name, self.truth);
        }
        if i > 0 && pruner.upper(parent) < i as i32 {
            pruner.at_most(name, self.truth - 1)?;
        }
        match (self.fewest[i], self.most[i]) {
            (_, 0) => pruner.at_least(name, FIRST_PREDICATE),
            (1, 1) => pruner.fix(name, NOT),
            (0, _) => Ok(()),
            (1, _) => pruner.at_most(name, OR),
            _ => pruner.at_least(name, AND).and_then(|()| pruner.at_most(name, OR)),
        }
    }
}

impl Rule for Tree {
    const NAME: &'static str = "tree";
    const PRIORITY: Priority = Priority::High;

    fn watched(&self) -> Vec<(DomainId, DomainEvents)> {
        let mut watched = vec![(self.head, DomainEvents::ASSIGN)];
        watched.extend(self.structure[1..].iter().map(|&parent| (parent, DomainEvents::BOUNDS)));
        watched
    }

    fn prune(&mut self, pruner: &mut Pruner) -> Result<(), Conflict> {
        if pruner.lower(self.head) == self.none {
            return self.disable(pruner);
        }
        if !self.empty_bodies && pruner.upper(self.head) < self.none {
            pruner.at_most(self.names[0], self.truth - 1)?;
        }
        self.number(pruner)?;
        self.count_children(pruner);
        (0..self.names.len()).try_for_each(|i| self.restrict_name(pruner, i))
    }
}
