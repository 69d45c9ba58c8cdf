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

use randlog_base::bits::ones;
use randlog_base::{Stop, Stopped};

use super::batch::Batch;
use super::random_source::RandomSource;
use super::split::{Split, shares, subset};
use super::token::{FlatClauses, Token, used};
use crate::exact::classes::{Classes, Group};
use crate::exact::heads::Heads;
use crate::exact::memo::Memo;
use crate::exact::number::{Integer, sign};
use crate::exact::preorders::Members;
use crate::exact::series::{Degree, Series};

/// What is to be drawn: one component above what is settled.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) members: Members,
    pub(crate) settled: Members,
    pub(crate) degree: Degree,
    /// Sets of which some predicate must be used.
    pub(crate) must_use: Vec<Members>,
}

/// Rooted sets of clauses, ready to be drawn.
#[derive(Debug)]
pub(crate) struct Rooted {
    pub(crate) heads: Heads,
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
    /// Draw the clauses of the component.
    pub(crate) fn draw(
        &self,
        rooted: &Rooted,
        random: &mut RandomSource,
        draw_batch: impl Fn(&Batch, &mut RandomSource) -> Result<FlatClauses, Stopped>,
    ) -> Result<FlatClauses, Stopped> {
        let Component { members, settled, degree, .. } = *self;
        if members.is_power_of_two() {
            let must_use = self.must_use.clone();
            let batch = Batch { must_use, ..Batch::new(members, members, settled, degree) };
            return draw_batch(&batch, random);
        }
        loop {
            let drawn = self.draw_rooted(rooted, random, &draw_batch)?;
            if self.accepts(&rooted.heads.classes, &drawn) {
                return Ok(drawn);
            }
            random.try_again()?;
        }
    }

    /// A member of the largest arity.
    fn root(&self, classes: &Classes) -> Members {
        let largest = ones(self.members).max_by_key(|&member| classes.class_of[member]);
        largest.map_or(0, |member| 1 << member)
    }

    fn draw_rooted(
        &self,
        rooted: &Rooted,
        random: &mut RandomSource,
        draw_batch: impl Fn(&Batch, &mut RandomSource) -> Result<FlatClauses, Stopped>,
    ) -> Result<FlatClauses, Stopped> {
        let classes = &rooted.heads.classes;
        let mut drawn = FlatClauses::new();
        let (mut done, mut present, mut degree) = (0, self.root(classes), self.degree);
        loop {
            let rest = self.members & !(done | present);
            if rest == 0 {
                let batch = Batch::new(present, self.members, self.settled, degree);
                drawn.append(&mut draw_batch(&batch, random)?);
                return Ok(drawn);
            }
            let sets = [done, present, rest, self.settled];
            let (next, later) = rooted.next(Wave::new(classes, sets), degree, random)?;
            let next = subset(classes, rest, next, random);
            let here = degree.without(later).unwrap_or(degree);
            let batch = Batch {
                must_use: ones(next).map(|member| 1 << member).collect(),
                ..Batch::new(present, done | present | next, self.settled, here)
            };
            drawn.append(&mut draw_batch(&batch, random)?);
            (done, present, degree) = (done | present, next, later);
        }
    }

    /// Whether every member depends on the root, and the bodies use what they must.
    fn accepts(&self, classes: &Classes, drawn: &FlatClauses) -> bool {
        let mut uses = [0; Members::BITS as usize];
        for clause in drawn {
            if let Some(Token::Atom(head)) = clause.first() {
                uses[*head as usize] |= used(clause);
            }
        }
        let all_used = ones(self.members).fold(0, |all, member| all | uses[member]);
        let mut above = self.root(classes);
        for _ in ones(self.members) {
            let users = ones(self.members).filter(|&member| uses[member] & above != 0);
            above = users.fold(above, |above, member| above | 1 << member);
        }
        above == self.members && self.must_use.iter().all(|set| set & all_used != 0)
    }
}

impl Rooted {
    pub(crate) fn new(heads: Heads) -> Rooted {
        let (products, weights, next) = (Memo::default(), Memo::default(), Memo::default());
        Rooted { heads, products, weights, next }
    }

    /// The next wave, and what remains of the degree for it and all later ones.
    fn next(
        &self,
        wave: Wave,
        degree: Degree,
        random: &mut RandomSource,
    ) -> Result<(Group, Degree), Stopped> {
        let stop = random.stop;
        self.next.draw((wave, degree), degree, random, || {
            let weights = |(next, ways)| {
                let (later, cover) =
                    (self.weight(wave.then(next), stop)?, self.cover(wave, next, stop)?);
                Ok((next, shares(ways, &later, &cover, degree)))
            };
            self.heads.classes.parts(wave.rest).map(weights).collect()
        })
    }

    /// `rooted(P, F, Z)`.
    fn weight(&self, wave: Wave, stop: &Stop) -> Result<Arc<Series>, Stopped> {
        self.weights.get(wave, || {
            if wave.rest == Group::EMPTY {
                let inner = wave.done + wave.present;
                let product = self.product(wave.present, inner, wave.settled, stop)?;
                return Ok(Series::clone(&product));
            }
            let mut weight = Series::zero(self.heads.reach);
            for (next, ways) in self.heads.classes.parts(wave.rest) {
                let cover = self.cover(wave, next, stop)?;
                let later = self.weight(wave.then(next), stop)?;
                weight.add_product(&ways.into(), &cover, &later, stop)?;
            }
            Ok(weight)
        })
    }

    /// The clauses of the present wave that use all of the next.
    fn cover(&self, wave: Wave, next: Group, stop: &Stop) -> Result<Series, Stopped> {
        let classes = &self.heads.classes;
        let mut weight = Series::zero(self.heads.reach);
        for left_out in classes.within(next) {
            let ways = Integer::from(classes.subsets(next, left_out));
            let inner = wave.done + wave.present + next - left_out;
            let product = self.product(wave.present, inner, wave.settled, stop)?;
            weight.add_scaled(&(ways * sign(classes.size(left_out))), &product);
        }
        Ok(weight)
    }

    /// `Π_{j ∈ set} B_j(inner, settled)`.
    fn product(
        &self,
        set: Group,
        inner: Group,
        settled: Group,
        stop: &Stop,
    ) -> Result<Arc<Series>, Stopped> {
        let classes = &self.heads.classes;
        self.products.get((set, inner, settled), || match classes.first(set) {
            None => Ok(Series::one(self.heads.reach)),
            Some(class) => {
                let others = self.product(set - classes.one(class), inner, settled, stop)?;
                others.times(self.heads.get(class, inner, settled), stop)
            }
        })
    }
}

impl Wave {
    fn new(classes: &Classes, sets: [Members; 4]) -> Wave {
        let [done, present, rest, settled] = sets.map(|set| classes.group(ones(set)));
        Wave { done, present, rest, settled }
    }

    fn then(self, next: Group) -> Wave {
        let (done, rest) = (self.done + self.present, self.rest - next);
        Wave { done, present: next, rest, ..self }
    }
}
