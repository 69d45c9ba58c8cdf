//! Predicates of equal arity (and weight) are interchangeable: what counts is how many of each arity.
//!
//! A [`Group`] says how many predicates of each arity class belong to a set, and stands for all
//! sets with those numbers. The recursions over sets of predicates become recursions over groups,
//! in which a sum over subsets gets the number of subsets of each group as a factor. Eight
//! predicates with arities 4, 3, 2, 2, 1, 1, 1, 1 have 256 subsets but only 60 groups, and sums
//! over disjoint sets shrink accordingly: over three of them from 65,536 terms to 5,600.

use std::ops::{Add, Range, Sub};

use randlog_logic::Predicate;

use super::number::small_binomial;
use crate::Spec;
use crate::spec::{Averaged, Number, Weighed, Weights};

/// One for each habit of heads: what depends on what atoms weigh in their bodies. Nearly always there is one for all heads.
pub(crate) type Habits<T> = Vec<T>;

/// How many predicates of each arity class, as the digits of a number in mixed radix: the groups of
/// disjoint sets add like numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Group(pub(crate) usize);

impl Group {
    /// No predicate.
    pub(crate) const EMPTY: Group = Group(0);
}

impl Add for Group {
    type Output = Group;
    fn add(self, other: Group) -> Group {
        Group(self.0 + other.0)
    }
}

impl Sub for Group {
    type Output = Group;
    fn sub(self, other: Group) -> Group {
        Group(self.0 - other.0)
    }
}

/// The predicates of a spec by arity.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    /// The arity of the predicates of each class.
    pub(crate) arities: Vec<usize>,
    /// The positions of the predicates of each class.
    pub(crate) members: Vec<Vec<usize>>,
    /// The class of each predicate.
    pub(crate) class_of: Vec<usize>,
    strides: Vec<usize>,
    /// How many clauses the predicates of each class head, if that is fixed.
    pub(crate) fixed: Vec<Option<usize>>,
    /// The *habit* of heads of each class: what atoms in their bodies weigh.
    pub(crate) habit_of: Vec<usize>,
    /// For each habit, a head that has it, if atoms weigh something of their own there.
    pub(crate) habits: Habits<Option<usize>>,
    /// Those that head clauses. The others are data, whose classes come last.
    pub(crate) heads: Group,
}

impl Classes {
    /// Classify the predicates of a spec: those of a class have the same arity, the same weights, the same
    /// averages if weights are to be fitted to these, and head the same number of clauses if that is fixed.
    pub(crate) fn new(spec: &Spec) -> Classes {
        Classes::by_role(spec, |_| None)
    }

    /// The same, but each predicate that a rule mentions has a class of its own: how many programs there
    /// are does not depend on which of a class are mentioned, but what to expect of one of them does.
    pub(crate) fn told_apart(spec: &Spec) -> Classes {
        let paired =
            |predicate| spec.independent().iter().any(|&(p, q)| p == predicate || q == predicate);
        let required = |predicate| {
            spec.required().is_some_and(|required| required.predicates.contains(&predicate))
        };
        let mentioned = |predicate| paired(predicate) || required(predicate);
        Classes::by_role(spec, |predicate| mentioned(predicate).then_some(predicate))
    }

    fn by_role(spec: &Spec, role: impl Fn(usize) -> Option<usize>) -> Classes {
        let weight = |piece, predicate| spec.weights().of_predicate(piece, predicate);
        let average = |what, predicate| spec.averages().of_predicate(what, predicate);
        let fixed = |predicate| {
            spec.clauses().iter().find(|(head, _)| *head == predicate).map(|(_, count)| *count)
        };
        let atom = |head, predicate| {
            (spec.weights().of_atom(head, predicate), spec.averages().of_atom(head, predicate))
        };
        let is_told_apart =
            |&head: &usize| spec.weights().tell_apart(head) || spec.averages().tell_apart(head);
        let told_apart: Vec<usize> = (0..spec.heads().len()).filter(is_told_apart).collect();
        let in_bodies = |predicate| told_apart.iter().map(|&head| atom(head, predicate)).collect();
        let own_bodies =
            |head| (0..spec.predicates().len()).map(|other| atom(head, other)).collect();
        let traits = |(predicate, Predicate { arity, .. }): (usize, &Predicate)| {
            let weights = [Weighed::Body, Weighed::Head].map(|piece| weight(piece, predicate));
            let averages = [Averaged::Body, Averaged::Head].map(|what| average(what, predicate));
            let is_data = spec.is_data(predicate);
            let own: Option<Vec<_>> =
                told_apart.contains(&predicate).then(|| own_bodies(predicate));
            let atoms: Vec<_> = in_bodies(predicate);
            (is_data, *arity, weights, averages, fixed(predicate), role(predicate), own, atoms)
        };
        let predicates: Vec<_> = spec.predicates().iter().enumerate().map(traits).collect();
        let mut different = predicates.clone();
        different.sort_unstable();
        different.dedup();
        let mut members = vec![Vec::new(); different.len()];
        let mut class_of = Vec::with_capacity(predicates.len());
        for (predicate, traits) in predicates.iter().enumerate() {
            let class = different.partition_point(|others| others < traits);
            members[class].push(predicate);
            class_of.push(class);
        }
        let arities: Vec<usize> = different.iter().map(|&(_, arity, ..)| arity).collect();
        let mut strides = Vec::with_capacity(arities.len());
        let mut stride = 1usize;
        for class in &members {
            strides.push(stride);
            stride = stride.saturating_mul(class.len() + 1);
        }
        let head_classes = different.iter().filter(|&&(is_data, ..)| !is_data).count();
        let heads = Group(strides.get(head_classes).copied().unwrap_or(stride) - 1);
        let fixed = different.iter().map(|&(_, _, _, _, fixed, ..)| fixed).collect();
        let mut habits = Vec::new();
        let habit_of = members.iter().map(|members| {
            let habit = Some(members[0]).filter(|head| told_apart.contains(head));
            habits.iter().position(|known| *known == habit).unwrap_or_else(|| {
                habits.push(habit);
                habits.len() - 1
            })
        });
        let habit_of = habit_of.collect();
        Classes { arities, members, class_of, strides, fixed, habit_of, habits, heads }
    }

    /// Put every predicate in a class of its own: sets instead of groups. Slower, and the same.
    #[cfg(test)]
    pub(crate) fn apart(predicates: impl IntoIterator<Item = usize>) -> Classes {
        let arities: Vec<usize> = predicates.into_iter().collect();
        let count = arities.len();
        Classes {
            arities,
            members: (0..count).map(|predicate| vec![predicate]).collect(),
            class_of: (0..count).collect(),
            strides: (0..count).map(|predicate| 1 << predicate).collect(),
            fixed: vec![None; count],
            habit_of: vec![0; count],
            habits: vec![None],
            heads: Group((1 << count) - 1),
        }
    }

    /// The habit of a head.
    pub(crate) fn habit(&self, head: usize) -> usize {
        self.habit_of[self.class_of[head]]
    }

    /// What an atom of a class weighs, by itself, in bodies of heads of a habit.
    pub(crate) fn atom_weight(&self, weights: &Weights, habit: usize, class: usize) -> Number {
        let member = self.members[class][0];
        match self.habits[habit] {
            Some(head) => weights.of_atom(head, member),
            None => weights.of_predicate(Weighed::Body, member),
        }
    }

    /// How many classes there are.
    pub(crate) fn len(&self) -> usize {
        self.arities.len()
    }

    /// How many predicates there are.
    pub(crate) fn predicates(&self) -> usize {
        self.class_of.len()
    }

    /// The largest arity.
    pub(crate) fn longest(&self) -> usize {
        self.arities.iter().copied().max().unwrap_or(0)
    }

    /// How many groups there are; saturates.
    pub(crate) fn groups(&self) -> usize {
        self.members.iter().fold(1usize, |product, class| product.saturating_mul(class.len() + 1))
    }

    /// All predicates.
    pub(crate) fn all(&self) -> Group {
        Group(self.groups() - 1)
    }

    /// The predicates that are data: bodies may always use them, in any way.
    pub(crate) fn data(&self) -> Group {
        self.all() - self.heads
    }

    /// The predicates that head clauses, which come first.
    pub(crate) fn heads_in_order(&self) -> Range<usize> {
        0..self.size(self.heads)
    }

    /// One predicate of this class.
    pub(crate) fn one(&self, class: usize) -> Group {
        Group(self.strides[class])
    }

    /// How many of this class are in the group.
    pub(crate) fn count(&self, group: Group, class: usize) -> usize {
        group.0 / self.strides[class] % (self.members[class].len() + 1)
    }

    /// How many are in the group.
    pub(crate) fn size(&self, group: Group) -> usize {
        (0..self.len()).map(|class| self.count(group, class)).sum()
    }

    /// The group of these predicates.
    pub(crate) fn group(&self, predicates: impl IntoIterator<Item = usize>) -> Group {
        predicates
            .into_iter()
            .fold(Group::EMPTY, |group, predicate| group + self.one(self.class_of[predicate]))
    }

    /// The first class that has somebody in the group.
    pub(crate) fn first(&self, group: Group) -> Option<usize> {
        (0..self.len()).find(|&class| self.count(group, class) > 0)
    }

    /// Every group within `group`, smallest number first, so that parts come before wholes.
    pub(crate) fn within(&self, group: Group) -> Vec<Group> {
        let mut parts = vec![Group::EMPTY];
        for class in 0..self.len() {
            let smaller = parts.len();
            for position in 0..smaller * self.count(group, class) {
                parts.push(parts[position] + self.one(class));
            }
        }
        parts
    }

    /// Every group within `group` but the empty one, in the same order.
    pub(crate) fn nonempty(&self, group: Group) -> impl Iterator<Item = Group> + use<> {
        self.within(group).into_iter().skip(1)
    }

    /// The groups of the nonempty subsets of a set, each with the number of these.
    pub(crate) fn parts(&self, whole: Group) -> impl Iterator<Item = (Group, u128)> {
        self.nonempty(whole).map(move |part| (part, self.subsets(whole, part)))
    }

    /// The same for the subsets that contain the first predicate of the first class of the set.
    pub(crate) fn parts_with_first(&self, whole: Group) -> impl Iterator<Item = (Group, u128)> {
        let first = self.first(whole).map_or(Group::EMPTY, |class| self.one(class));
        let others = self.within(whole - first).into_iter();
        let with_first = others.map(move |part| (part + first, self.subsets(whole - first, part)));
        with_first.filter(|&(part, _)| part != Group::EMPTY)
    }

    /// How many subsets of a set of group `whole` have group `part`.
    pub(crate) fn subsets(&self, whole: Group, part: Group) -> u128 {
        (0..self.len())
            .map(|class| small_binomial(self.count(whole, class), self.count(part, class)))
            .fold(1, u128::saturating_mul)
    }
}

/// A value for every two disjoint groups of heads.
#[derive(Debug)]
pub(crate) struct GroupTable<T> {
    groups: usize,
    values: Vec<Option<T>>,
}

impl<T: Clone> GroupTable<T> {
    pub(crate) fn new(classes: &Classes) -> GroupTable<T> {
        let groups = classes.heads.0 + 1;
        GroupTable { groups, values: vec![None; groups * groups] }
    }

    pub(crate) fn set(&mut self, first: Group, second: Group, value: T) {
        self.values[first.0 * self.groups + second.0] = Some(value);
    }

    pub(crate) fn get(&self, first: Group, second: Group) -> &T {
        let value = &self.values[first.0 * self.groups + second.0];
        value.as_ref().expect("the table holds all disjoint groups that are asked for")
    }
}
