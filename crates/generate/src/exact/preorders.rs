//! Walking over reachability relations, for rules on which predicates depend on which.
//!
//! Two predicates are independent if no predicate is an ancestor-or-self of both. Whether a program
//! has that property can be read off its *preorder*: which predicate depends, directly or not, on which. A
//! preorder divides the predicates into classes of mutual dependence, partially ordered. Only the
//! ancestors of predicates that a pair names matter, so the walk covers the sets `K` of all
//! predicates that some named predicate depends on, with all their preorders; what lies above `K`
//! is free.
//!
//! Each preorder is met once: classes are placed one after the other, ancestors first, and among
//! those that could come next always the one with the least member. A class may thus follow the
//! classes placed so far only if it could not have come earlier: everything placed after its last
//! ancestor has a smaller least member.

mod probe;

use randlog_base::bits::{ones, subsets};
use randlog_base::{Stop, Stopped};

pub(crate) use probe::is_hopeless;

/// A set of predicates, as bits.
pub(crate) type Members = u64;

/// A set of placed classes, as bits.
pub(crate) type ClassSet = u32;

/// More predicates than this have more preorders than can be walked over, whatever the pairs.
pub(crate) const MOST_PREDICATES: usize = 16;

/// Which preorders are of interest.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    predicates: usize,
    /// The predicates whose ancestors matter.
    named: Members,
    /// For each predicate, those that must be independent of it.
    independent: Vec<Members>,
    /// Whether classes of several predicates are allowed.
    mutual: bool,
}

impl Rules {
    /// The preorders in which these pairs are independent.
    pub(crate) fn new(predicates: usize, pairs: &[(usize, usize)], mutual: bool) -> Rules {
        let mut independent = vec![0; predicates];
        let mut named = 0;
        for &(p, q) in pairs {
            independent[p] |= 1 << q;
            independent[q] |= 1 << p;
            named |= 1 << p | 1 << q;
        }
        Rules { predicates, named, independent, mutual }
    }

    /// All preorders on all predicates.
    #[cfg(test)]
    pub(crate) fn everything(predicates: usize, mutual: bool) -> Rules {
        let named = (1 << predicates) - 1;
        Rules { predicates, named, independent: vec![0; predicates], mutual }
    }

    fn independent_of(&self, members: Members) -> Members {
        ones(members).fold(0, |independent, member| independent | self.independent[member])
    }
}

/// A class of mutually dependent predicates, placed above others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    pub(crate) members: Members,
    /// All classes it depends on, directly or not.
    pub(crate) below: ClassSet,
}

/// The classes placed so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    pub(crate) classes: Vec<Class>,
    /// For each class, what must be independent of the named predicates that depend on it.
    independent: [Members; MOST_PREDICATES],
    /// Every set of classes that contains all ancestors of its members.
    closed: Vec<ClassSet>,
    /// The classes without a named predicate on which no class depends yet.
    idle: ClassSet,
    pub(crate) members: Members,
}

/// What the walk reports.
pub(crate) trait Visitor {
    /// A class was placed on top of `order`'s last. Whether to go on from here.
    fn enter(&mut self, _order: &Order) -> Result<bool, Stopped> {
        Ok(true)
    }
    /// The last class is taken away again.
    fn leave(&mut self) {}
    /// With `members` as last class, above any one of `choices`, the preorder is complete.
    fn complete(
        &mut self,
        order: &Order,
        members: Members,
        choices: &[ClassSet],
    ) -> Result<(), Stopped>;
    /// A step is made, if it may be.
    fn step(&mut self) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Visit every preorder that meets the rules, unless the visitor stops.
pub(crate) fn walk(rules: &Rules, visitor: &mut impl Visitor) -> Result<(), Stopped> {
    let mut order = Order { closed: vec![0], ..Order::default() };
    extend(rules, &mut order, visitor)
}

fn extend(rules: &Rules, order: &mut Order, visitor: &mut impl Visitor) -> Result<(), Stopped> {
    let free = !order.members & ((1 << rules.predicates) - 1);
    for members in subsets(free).skip(1) {
        visitor.step()?;
        let divided = rules.independent_of(members) & members != 0;
        if divided || !rules.mutual && members.count_ones() > 1 {
            continue;
        }
        let place = order.place_for(rules, members);
        if rules.named & !(order.members | members) == 0 {
            let complete = |below: &ClassSet| place.allows(*below) && order.idle & !below == 0;
            let choices: Vec<ClassSet> = order.closed.iter().copied().filter(complete).collect();
            if members & rules.named != 0 && !choices.is_empty() {
                visitor.complete(order, members, &choices)?;
            }
            continue;
        }
        for choice in 0..order.closed.len() {
            let below = order.closed[choice];
            if !place.allows(below) {
                continue;
            }
            visitor.step()?;
            let before = order.push(rules, Class { members, below });
            if visitor.enter(order)? {
                extend(rules, order, visitor)?;
            }
            visitor.leave();
            order.pop(before);
        }
    }
    Ok(())
}

/// What a class may stand above if it is placed next.
#[derive(Clone, Copy)]
struct Placement {
    /// Classes that something depends on which must be independent of it.
    forbidden: ClassSet,
    /// Some class of these must be below, unless there are none.
    recent: ClassSet,
}

impl Placement {
    fn allows(self, below: ClassSet) -> bool {
        below & self.forbidden == 0 && (self.recent == 0 || below & self.recent != 0)
    }
}

/// What taking a class away brings back.
struct Before {
    independent: [Members; MOST_PREDICATES],
    closed: usize,
    idle: ClassSet,
}

impl Order {
    fn place_for(&self, rules: &Rules, members: Members) -> Placement {
        let named = members & rules.named;
        let least = members.trailing_zeros();
        let mut place = Placement { forbidden: 0, recent: 0 };
        for (position, class) in self.classes.iter().enumerate() {
            if self.independent[position] & named != 0 {
                place.forbidden |= 1 << position;
            }
            if class.members.trailing_zeros() > least {
                place.recent = ClassSet::MAX << position;
            }
        }
        place
    }

    fn push(&mut self, rules: &Rules, class: Class) -> Before {
        let before =
            Before { independent: self.independent, closed: self.closed.len(), idle: self.idle };
        let position = self.classes.len();
        let bit = 1 << position;
        let independent = rules.independent_of(class.members & rules.named);
        for lower in ones(class.below) {
            self.independent[lower] |= independent;
        }
        self.independent[position] = independent;
        for choice in 0..before.closed {
            let closed = self.closed[choice];
            if closed & class.below == class.below {
                self.closed.push(closed | bit);
            }
        }
        self.idle &= !class.below;
        if class.members & rules.named == 0 {
            self.idle |= bit;
        }
        self.members |= class.members;
        self.classes.push(class);
        before
    }

    fn pop(&mut self, before: Before) {
        if let Some(class) = self.classes.pop() {
            self.members &= !class.members;
        }
        self.independent = before.independent;
        self.closed.truncate(before.closed);
        self.idle = before.idle;
    }

    /// The same classes, not to be extended any more.
    pub(crate) fn without_places(&self) -> Order {
        Order { classes: self.classes.clone(), members: self.members, ..Order::default() }
    }

    /// The predicates of a set of classes.
    pub(crate) fn members_of(&self, set: ClassSet) -> Members {
        ones(set).fold(0, |members, position| members | self.classes[position].members)
    }

    /// The classes of a closed set on which no other class of the set depends: a class above
    /// the set must use each of these directly, and then everything else follows.
    pub(crate) fn highest(&self, set: ClassSet) -> ClassSet {
        let lower = ones(set).fold(0, |lower, position| lower | self.classes[position].below);
        set & !lower
    }
}

/// Counts completions, and the steps until it is stopped.
pub(crate) struct Completions<'a> {
    pub(crate) stop: &'a Stop,
    pub(crate) steps: u64,
    pub(crate) count: u64,
}

impl Visitor for Completions<'_> {
    fn complete(&mut self, _: &Order, _: Members, _: &[ClassSet]) -> Result<(), Stopped> {
        self.count += 1;
        Ok(())
    }
    fn step(&mut self) -> Result<(), Stopped> {
        self.stop.check_at(self.steps)?;
        self.steps += 1;
        Ok(())
    }
}
