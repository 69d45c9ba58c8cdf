//! Sets of literals that hang together by shared variables.
//!
//! The atoms of a clause that have variables must be connected. Look at the clauses that a permutation `π` leaves alone and that
//! use exactly certain cycles of variables. What hangs together with the head is left alone, too, so that it is a union of orbits
//! of atoms over some of the cycles, and what is left over uses exactly the others. With `all(U)` for the bodies that use exactly
//! the cycles `U`, the head's variables included, and `rest(U)` for the same without a head,
//!
//! ```text
//! conn(U) = all(U) - Σ_{Y ⊊ U} conn(Y) · rest(U∖Y)          (Y holds the head's variables)
//! ```
//!
//! If the head has no variables, the body's atoms with variables must make up one component. Let `orb(U)` count the bodies whose
//! components `π` permutes in one cycle; the same recursion gives them, with a distinguished cycle in place of the head. Of these,
//! `d` components that are copies of each other are connected bodies under `π^d` over cycles of a `d`-th of the length, in
//! `d^(cycles - 1)` ways; taking these away for each `d > 1` leaves single components. Ground atoms do not matter, and are a
//! factor of their own.

use std::collections::HashMap;

use randlog_base::{Stop, Stopped};

use super::bound::{Bound, Own};
use super::literal_sums::{FixedClauses, LiteralSums};
use super::number::{Integer, Natural, Weight, binomials, natural, sign};
use super::orbits::{Literals, Statuses};
use super::symmetry::{CycleType, sequences};

/// The head as a literal of its own body: what it weighs, and with a negation if it may have one.
struct OwnLiteral<W> {
    positive: W,
    negative: Option<W>,
}

/// Counts the connected bodies of one permutation.
struct ConnectedBodies<'a, W> {
    sets: Literals<'a, W>,
    bound: Bound,
    stop: &'a Stop,
    /// By the cycles of positive literals, and of all.
    nonground: HashMap<(CycleType, CycleType), LiteralSums<W>>,
    rests: HashMap<CycleType, LiteralSums<W>>,
}

/// For each class of heads, the connected clauses that use all variables and that the permutations of a type leave alone.
pub(super) fn fixed<W: Weight>(
    sets: Literals<W>,
    place: usize,
    bound: Bound,
    stop: &Stop,
) -> Result<Vec<FixedClauses<W>>, Stopped> {
    let symmetry = &sets.symmetries.types[place];
    let cycles = symmetry.cycles.trimmed();
    let fixed = cycles.fixed_by_power(1);
    let mut bodies = ConnectedBodies::new(sets, bound, stop);
    let ground = bodies.literals(&cycles, &cycles, |variables| variables == 0);
    let of_class = |class: usize| {
        let mut by_variables =
            vec![vec![W::ZERO; sets.max_nodes + 1]; sets.classes.arities[class] + 1];
        if !sets.may_head(class, bound) {
            return Ok(by_variables);
        }
        for (variables, sums) in by_variables.iter_mut().enumerate() {
            let own = (bound.own != Own::Absent).then(|| {
                let positive = sets.atom(class, variables);
                let negative = positive.product(&sets.pieces.negation);
                OwnLiteral { positive, negative: (bound.own == Own::Anywhere).then_some(negative) }
            });
            let least = usize::from(variables > 0);
            for used in least..=variables.min(fixed) {
                let choices = binomials(&Natural::from(fixed), used).swap_remove(used);
                let ways = match sets.symmetries.repeated {
                    true => surjections(variables, used),
                    false if used == variables => sequences(variables, variables, false),
                    false => Natural::ZERO,
                };
                let heads = sets.places(class, variables) * ways * choices;
                if heads.is_zero() {
                    continue;
                }
                let literals = if used == 0 {
                    bodies.free(&cycles)?.times(&own_removed(&ground, own.as_ref()))
                } else {
                    let others = cycles.minus(&CycleType::fixed_points(used));
                    bodies
                        .with_head(own.as_ref(), used, &others, &mut HashMap::new())?
                        .times(&ground)
                };
                let weight = sets.head(class, variables).scaled(&(heads * &symmetry.factor));
                for (sum, body) in sums.iter_mut().zip(literals.bodies(sets)) {
                    sum.add(&body.product(&weight));
                }
            }
        }
        Ok(by_variables)
    };
    (0..sets.classes.len()).map(of_class).collect()
}

fn own_removed<W: Weight>(sums: &LiteralSums<W>, own: Option<&OwnLiteral<W>>) -> LiteralSums<W> {
    match own {
        Some(own) => sums.without_positive(&own.positive, own.negative.as_ref()),
        None => sums.clone(),
    }
}

/// The ways to map so many places onto all of so many variables.
fn surjections(places: usize, variables: usize) -> Natural {
    let choices = binomials(&Natural::from(variables), variables);
    let term = |(chosen, ways): (usize, &Natural)| {
        let maps = Integer::from(chosen).pow(places) * Integer::from(ways.clone());
        maps * sign(variables - chosen)
    };
    natural(&choices.iter().enumerate().map(term).sum())
}

impl<'a, W: Weight> ConnectedBodies<'a, W> {
    fn new(sets: Literals<'a, W>, bound: Bound, stop: &'a Stop) -> ConnectedBodies<'a, W> {
        ConnectedBodies { sets, bound, stop, nonground: HashMap::new(), rests: HashMap::new() }
    }

    /// Sets of literals with certain numbers of variables, positive ones over some of the cycles.
    fn literals(
        &self,
        positive: &CycleType,
        all: &CycleType,
        is_wanted: impl Fn(usize) -> bool,
    ) -> LiteralSums<W> {
        let sets = self.sets;
        let mut sums = LiteralSums::one(sets.max_nodes);
        for class in 0..sets.classes.len() {
            let statuses = Statuses::new(sets.classes, self.bound, class);
            let factors = sets.factors(all, positive, class, statuses);
            for factor in factors.iter().filter(|factor| is_wanted(factor.variables)) {
                sums = sums.times(&LiteralSums::of_factor(factor, sets.max_nodes));
            }
        }
        sums
    }

    fn nonground(&mut self, positive: &CycleType, all: &CycleType) -> LiteralSums<W> {
        let key = (positive.trimmed(), all.trimmed());
        if let Some(known) = self.nonground.get(&key) {
            return known.clone();
        }
        let sums = self.literals(&key.0, &key.1, |variables| variables > 0);
        self.nonground.insert(key, sums.clone());
        sums
    }

    /// Bodies that use exactly the cycles of the head, which has so many variables, and these others. If clauses must be safe,
    /// positive literals use all of them.
    fn exactly(
        &mut self,
        own: Option<&OwnLiteral<W>>,
        used: usize,
        others: &CycleType,
    ) -> Result<LiteralSums<W>, Stopped> {
        let (mut added, mut taken_away) =
            (LiteralSums::zero(self.sets.max_nodes), LiteralSums::zero(self.sets.max_nodes));
        let all_of_head = CycleType::fixed_points(used);
        let is_safe = self.sets.symmetries.safe;
        let least = if is_safe { 0 } else { used };
        let choices = binomials(&Natural::from(used), used);
        for (union, ways) in others.unions() {
            self.stop.check()?;
            for (of_head, choices) in choices.iter().enumerate().skip(least) {
                let positive = CycleType::fixed_points(of_head).plus(&union);
                let all = all_of_head.plus(if is_safe { others } else { &union });
                let mut sums = self.nonground(&positive, &all);
                if of_head == used && used > 0 {
                    sums = own_removed(&sums, own);
                }
                let missed = used - of_head + others.number() - union.number();
                let total = if missed.is_multiple_of(2) { &mut added } else { &mut taken_away };
                total.add_scaled(&(&ways * choices), &sums);
            }
        }
        Ok(added.minus(&taken_away))
    }

    /// Bodies that use exactly these cycles, without regard to a head.
    fn rest(&mut self, cycles: &CycleType) -> Result<LiteralSums<W>, Stopped> {
        let key = cycles.trimmed();
        if let Some(known) = self.rests.get(&key) {
            return Ok(known.clone());
        }
        let rest = self.exactly(None, 0, &key)?;
        self.rests.insert(key, rest.clone());
        Ok(rest)
    }

    /// Bodies that hang together with a head of so many variables, and use exactly these other cycles, too.
    fn with_head(
        &mut self,
        own: Option<&OwnLiteral<W>>,
        used: usize,
        others: &CycleType,
        known: &mut HashMap<CycleType, LiteralSums<W>>,
    ) -> Result<LiteralSums<W>, Stopped> {
        let key = others.trimmed();
        if let Some(known) = known.get(&key) {
            return Ok(known.clone());
        }
        let all = self.exactly(own, used, others)?;
        let mut apart = LiteralSums::zero(self.sets.max_nodes);
        for (part, ways) in others.unions().into_iter().filter(|(part, _)| part != others) {
            let connected = self.with_head(own, used, &part, known)?;
            apart.add_scaled(&ways, &connected.times(&self.rest(&others.minus(&part))?));
        }
        let connected = all.minus(&apart);
        known.insert(key, connected.clone());
        Ok(connected)
    }

    /// Bodies of one component that use exactly these cycles.
    fn free(&mut self, cycles: &CycleType) -> Result<LiteralSums<W>, Stopped> {
        if cycles.number() == 0 {
            return Ok(LiteralSums::one(self.sets.max_nodes));
        }
        let mut bodies = self.in_one_orbit(cycles, &mut HashMap::new())?;
        let longest = cycles.with_lengths().map(|(length, _)| length).max().unwrap_or(1);
        for copies in 2..=longest {
            let Some(shorter) = cycles.divided(copies) else { continue };
            let pieces = self.sets.pieces.power(copies);
            let sets = Literals { pieces: &pieces, ..self.sets };
            let one = ConnectedBodies::new(sets, self.bound, self.stop).free(&shorter)?;
            let ways = Natural::from(copies).pow(cycles.number() - 1);
            let mut several = LiteralSums::zero(self.sets.max_nodes);
            several.add_scaled(&ways, &one.stretched(copies));
            bodies = bodies.minus(&several);
        }
        Ok(bodies)
    }

    /// Bodies whose components the permutation permutes in one cycle, and that use exactly these cycles of variables.
    fn in_one_orbit(
        &mut self,
        cycles: &CycleType,
        known: &mut HashMap<CycleType, LiteralSums<W>>,
    ) -> Result<LiteralSums<W>, Stopped> {
        let key = cycles.trimmed();
        if let Some(known) = known.get(&key) {
            return Ok(known.clone());
        }
        let first = cycles.first();
        let others = cycles.minus(&first);
        let all = self.rest(cycles)?;
        let mut apart = LiteralSums::zero(self.sets.max_nodes);
        for (part, ways) in others.unions().into_iter().filter(|(part, _)| *part != others) {
            let one = self.in_one_orbit(&first.plus(&part), known)?;
            apart.add_scaled(&ways, &one.times(&self.rest(&others.minus(&part))?));
        }
        let bodies = all.minus(&apart);
        known.insert(key, bodies.clone());
        Ok(bodies)
    }
}
