//! Rejection clause by clause.
//!
//! A rule about single clauses that has no closed form need not be paid for by the whole program. Of the `n` clauses of a head,
//! `n'` obey, and `n'` is not known. Numbers of clauses `k` should be drawn in proportion to the product of all
//! `binomial(n', k)`. They can be drawn by `binomial(n, k)`, and
//!
//! ```text
//! binomial(n', k) / binomial(n, k)  =  n'/n · Π_{i=1..k-1} (n' - i) / (n - i)
//! ```
//!
//! whose first factor does not depend on `k`. So the numbers are drawn by what is known; the first clause of each head is drawn
//! until it obeys; the further ones are drawn once each, distinct from those before. If one of these breaks the rule, all begins
//! anew with the numbers. Every program that obeys is equally likely, and only spare clauses pay. A head whose number is fixed
//! pays nothing.
//!
//! *Weights.* Let `e_k` be the weight of all sets of `k` clauses. The first clause `c` is drawn in proportion to its weight until
//! it obeys, and kept with probability `e_{k-1}(without c) · e_1 / (k · e_k · B)`, where `B` is large enough for all `k`; else all
//! begins anew. The others are then a set without `c`, in proportion to its weight. All in all, a set comes up with its weight
//! times `e_1 / (e'_1 · B)`, where `e'_1` is the weight of the clauses that obey: the same factor for all `k`.
//!
//! This is only right where heads are chosen without regard to each other. If components, layers or rounds are drawn first, `n`
//! counts the clauses that these leave to a head. Then `n'/n` differs between outlines, and to drop it would favour those where
//! few clauses obey. There, the whole program is rejected.

use randlog_base::Stopped;

use super::batch::{draw_distinct, draw_of_size, draw_weighed};
use super::choice::pick;
use super::clause::ClauseSampler;
use super::clause_choices::Demand;
use super::token::{FlatClause, FlatClauses, Token};
use crate::exact::number::Natural;
use crate::exact::power_sums::without;

/// Which clauses of each head may be drawn until they obey.
#[derive(Debug)]
pub(crate) struct ClauseByClause {
    by_head: Vec<Payment>,
}

/// Which clauses of a head pay for the rules: if one of them breaks a rule, the program is drawn again.
#[derive(Debug)]
pub(crate) enum Payment {
    /// None, because their number is fixed.
    None,
    /// All but the first.
    AllButFirst(Option<Bound>),
    /// All: weights differ so much that the first would hardly ever be kept.
    All,
}

/// No set of clauses is more likely than this to hold a certain clause first: a fraction.
#[derive(Debug)]
pub(crate) struct Bound {
    above: Natural,
    below: Natural,
}

impl ClauseByClause {
    pub(crate) fn new(by_head: Vec<Payment>) -> ClauseByClause {
        ClauseByClause { by_head }
    }

    /// Draw so many clauses of a head. Whether they all obey; if not, the program is to be drawn again.
    pub(crate) fn draw(
        &self,
        sampler: &mut ClauseSampler,
        head: usize,
        count: usize,
        obeys: impl Fn(&[Token]) -> bool,
        drawn: &mut FlatClauses,
    ) -> Result<bool, Stopped> {
        let any = |sampler: &mut ClauseSampler| sampler.clause(head, None, Demand::default());
        let obeying = |sampler: &mut ClauseSampler| draw_obeying(sampler, head, &obeys);
        let mut own = FlatClauses::new();
        match &self.by_head[head] {
            Payment::None => {
                draw_distinct(sampler, count, || Ok(&[]), obeying, drawn)?;
                return Ok(true);
            }
            Payment::AllButFirst(None) => {
                own.insert(obeying(sampler)?);
                draw_distinct(sampler, count - 1, || Ok(&[]), any, &mut own)?;
            }
            Payment::AllButFirst(Some(bound)) => {
                let first = obeying(sampler)?;
                let Some(others) = bound.keep(sampler, head, count, &first)? else {
                    return Ok(false);
                };
                own.insert(first);
                draw_weighed(sampler, others, any, &mut own)?;
            }
            Payment::All => draw_of_size(sampler, head, None, count, &mut own)?,
        }
        let all_obey = own.iter().all(|clause| obeys(clause));
        drawn.append(&mut own);
        Ok(all_obey)
    }
}

/// A clause, drawn until it obeys.
fn draw_obeying(
    sampler: &mut ClauseSampler,
    head: usize,
    obeys: impl Fn(&[Token]) -> bool,
) -> Result<FlatClause, Stopped> {
    loop {
        let clause = sampler.clause(head, None, Demand::default())?;
        if obeys(&clause) {
            return Ok(clause);
        }
        sampler.random.try_again()?;
    }
}

impl Payment {
    /// For clauses that do not all weigh the same, given the weights of all sets of them by their number.
    pub(crate) fn weighed(sets: &[Natural]) -> Payment {
        /// At most so many draws for each that is kept.
        const DRAWS: u8 = 4;
        let mut bound = Bound { above: Natural::ONE, below: Natural::ONE };
        for count in (2..sets.len()).take_while(|&count| !sets[count].is_zero()) {
            let (above, below) = (&sets[count - 1] * &sets[1], &sets[count] * count);
            if &above * &bound.below > &bound.above * &below {
                bound = Bound { above, below };
            }
        }
        match bound.above > &bound.below * DRAWS {
            true => Payment::All,
            false => Payment::AllButFirst(Some(bound)),
        }
    }
}

impl Bound {
    /// Whether to keep the first clause; if so, the weights of the sets that do not hold it, up to as many clauses as will be
    /// missing after the next one.
    fn keep(
        &self,
        sampler: &mut ClauseSampler,
        head: usize,
        count: usize,
        first: &[Token],
    ) -> Result<Option<Vec<Natural>>, Stopped> {
        let sets = sampler.choices.sets(head, None, sampler.random.stop)?;
        let mut others = without(&sets[..count], &sampler.choices.weight(first));
        let Some(rest) = others.pop() else { return Ok(None) };
        let kept = rest * &sets[1] * &self.below;
        let all = &sets[count] * count * &self.above;
        let lost = &all - &kept;
        Ok((pick(&[kept, lost], sampler.random) == 0).then_some(others))
    }
}
