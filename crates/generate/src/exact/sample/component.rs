//! Drawing the clauses of one component.
//!
//! A component is strongly connected: each member depends on every other. It is drawn in two steps.
//! First, as if it only had to be *rooted*: a chosen member, the root, depends on all others. Then
//! draws in which some member does not depend on the root are thrown away. With a root that is used
//! by most bodies, a predicate of the largest arity, few are.
//!
//! Rooted sets of clauses are built in waves from the root. The root's bodies use some members, the
//! first wave; theirs use some more, the second; and so on until all are reached. If `P` has been
//! dealt with, `F` is the present wave and `Z` is still to be reached, then
//!
//! ```text
//! rooted(P, F, Z) = Σ_{∅ ≠ N ⊆ Z} cover(F, P, N) · rooted(P ∪ F, N, Z∖N)
//! rooted(P, F, ∅) = Π_{j ∈ F} B_j(P ∪ F, U)
//! cover(F, P, N)  = Σ_{D ⊆ N} (-1)^|D| Π_{j ∈ F} B_j(P ∪ F ∪ N∖D, U)
//! ```
//!
//! where `cover` counts the clauses of the present wave that use every member of the next one.
//!
//! Rejection is exact; is it fast? A component, or a wave, with few acceptable draws has little
//! weight, so it is rarely asked for. Every draw, acceptable or not, completes to some program of the
//! space, and any one program arises in this way from a small number of outlines. So, averaged over
//! programs, the number of draws is bounded by that number, however rare acceptable draws of single
//! components may be.

use std::sync::Arc;

use super::dice::Dice;
use super::layered::{Split, shares};
use super::memo::Memo;
use super::stage::{Drawn, Stage};
use super::subset;
use super::token::{Token, used};
use crate::exact::classes::{Classes, Group};
use crate::exact::heads::Heads;
use crate::exact::number::{Integer, Natural, sign};
use crate::exact::preorders::{Members, bits};
use crate::exact::series::{Degree, Series};

/// What is to be drawn: one component above what is settled.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) members: Members,
    pub(crate) settled: Members,
    pub(crate) degree: Degree,
    /// Sets of which some predicate must be used.
    pub(crate) touching: Vec<Members>,
}

/// Rooted sets of clauses, ready to be drawn.
#[derive(Debug, Default)]
pub(crate) struct Rooted {
    products: Memo<(Group, Group, Group), Series>,
    weights: Memo<Wave, Series>,
    next: Memo<(Wave, Degree), Split>,
}

/// A state of the construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Wave {
    done: Group,
    present: Group,
    rest: Group,
    settled: Group,
}

impl Component {
    /// Draw the clauses of the component. `draw` draws those of a stage.
    pub(crate) fn draw(
        &self,
        rooted: &Rooted,
        heads: &Heads,
        dice: &mut Dice,
        draw: impl Fn(&Stage, &mut Dice) -> Drawn,
    ) -> Drawn {
        if self.members.is_power_of_two() {
            let stage = Stage { touching: self.touching.clone(), ..self.stage(self.members) };
            return draw(&stage, dice);
        }
        loop {
            let drawn = self.draw_rooted(rooted, heads, dice, &draw);
            if self.accepts(&heads.classes, &drawn) {
                return drawn;
            }
        }
    }

    /// The stage of some heads with everything allowed.
    fn stage(&self, heads: Members) -> Stage {
        Stage {
            heads: bits(heads).collect(),
            inner: bits(self.members).collect(),
            settled: bits(self.settled).collect(),
            degree: self.degree,
            touching: Vec::new(),
        }
    }

    /// A member of the largest arity.
    fn root(&self, classes: &Classes) -> Members {
        let largest = bits(self.members).max_by_key(|&member| classes.class_of(member));
        largest.map_or(0, |member| 1 << member)
    }

    fn draw_rooted(
        &self,
        rooted: &Rooted,
        heads: &Heads,
        dice: &mut Dice,
        draw: impl Fn(&Stage, &mut Dice) -> Drawn,
    ) -> Drawn {
        let classes = &heads.classes;
        let group = |members: Members| classes.group(bits(members));
        let mut drawn = Drawn::new();
        let mut present = self.root(classes);
        let mut done = 0;
        let mut degree = self.degree;
        loop {
            let rest = self.members & !(done | present);
            if rest == 0 {
                drawn.append(&mut draw(&Stage { degree, ..self.stage(present) }, dice));
                return drawn;
            }
            let wave = Wave {
                done: group(done),
                present: group(present),
                rest: group(rest),
                settled: group(self.settled),
            };
            let (next, later) = rooted.next(heads, wave, degree, dice);
            let next = subset::random(classes, rest, next, dice);
            let stage = Stage {
                inner: bits(done | present | next).collect(),
                degree: degree.without(later).unwrap_or(degree),
                touching: bits(next).map(|member| 1 << member).collect(),
                ..self.stage(present)
            };
            drawn.append(&mut draw(&stage, dice));
            (done, present, degree) = (done | present, next, later);
        }
    }

    /// Whether every member depends on the root, and the bodies use what they must.
    fn accepts(&self, classes: &Classes, drawn: &Drawn) -> bool {
        let mut uses = [0; Members::BITS as usize];
        for clause in drawn {
            if let Some(Token::Atom(head)) = clause.first() {
                uses[*head as usize] |= used(clause);
            }
        }
        let all_used = bits(self.members).fold(0, |all, member| all | uses[member]);
        let mut above = self.root(classes);
        for _ in bits(self.members) {
            let users = bits(self.members).filter(|&member| uses[member] & above != 0);
            above = users.fold(above, |above, member| above | 1 << member);
        }
        above == self.members && self.touching.iter().all(|set| set & all_used != 0)
    }
}

impl Rooted {
    /// The next wave, and what remains of the degree for it and all later ones.
    fn next(&self, heads: &Heads, wave: Wave, degree: Degree, dice: &mut Dice) -> (Group, Degree) {
        let classes = &heads.classes;
        let groups = || classes.within(wave.rest).into_iter().skip(1);
        let weights = || -> Vec<Natural> {
            groups()
                .flat_map(|next| {
                    let later = self.weight(heads, wave.then(next));
                    let cover = self.cover(heads, wave, next);
                    shares(classes.subsets(wave.rest, next), &later, &cover, degree)
                })
                .collect()
        };
        let split = self.next.get((wave, degree), || Split::new(groups().collect(), &weights()));
        split.draw(degree, dice, weights)
    }

    /// `rooted(P, F, Z)`.
    fn weight(&self, heads: &Heads, wave: Wave) -> Arc<Series> {
        self.weights.get(wave, || {
            let classes = &heads.classes;
            if wave.rest == Group::EMPTY {
                let inner = wave.done + wave.present;
                return (*self.product(heads, wave.present, inner, wave.settled)).clone();
            }
            let mut weight = Series::zero(heads.reach);
            for next in classes.within(wave.rest).into_iter().skip(1) {
                let ways = classes.subsets(wave.rest, next).into();
                let cover = self.cover(heads, wave, next);
                weight.add_product(&ways, &cover, &self.weight(heads, wave.then(next)));
            }
            weight
        })
    }

    /// The clauses of the present wave that use all of the next.
    fn cover(&self, heads: &Heads, wave: Wave, next: Group) -> Series {
        let classes = &heads.classes;
        let mut weight = Series::zero(heads.reach);
        for left_out in classes.within(next) {
            let ways = Integer::from(classes.subsets(next, left_out));
            let inner = wave.done + wave.present + next - left_out;
            let product = self.product(heads, wave.present, inner, wave.settled);
            weight.add_scaled(&(ways * sign(classes.size(left_out))), &product);
        }
        weight
    }

    /// `Π_{j ∈ set} B_j(inner, settled)`.
    fn product(&self, heads: &Heads, set: Group, inner: Group, settled: Group) -> Arc<Series> {
        self.products.get((set, inner, settled), || match heads.classes.first(set) {
            None => Series::one(heads.reach),
            Some(class) => {
                let others = self.product(heads, set - heads.classes.one(class), inner, settled);
                others.times(heads.get(class, inner, settled))
            }
        })
    }
}

impl Wave {
    fn then(self, next: Group) -> Wave {
        Wave {
            done: self.done + self.present,
            present: next,
            rest: self.rest - next,
            settled: self.settled,
        }
    }
}
