//! Drawing in which rounds predicates become derivable, and the clauses by which they do.
//!
//! A head that becomes derivable in a round has a clause that fires now, and none that fired before. How many of its clauses fire
//! now is drawn first; then those that do, and those that do not. A clause that fired before, or fires although it should not, is
//! drawn again. It would belong to a program that is drawn as well, with other rounds, so not many draws are in vain.

use randlog_base::bits::ones;
use randlog_base::{Stop, Stopped};

use super::cumulative::LazyCumulative;
use super::random_source::RandomSource;
use super::split::{Split, shares, subset};
use super::token::Token;
use crate::exact::classes::Group;
use crate::exact::memo::Memo;
use crate::exact::number::Natural;
use crate::exact::power_sums::PowerSums;
use crate::exact::preorders::Members;
use crate::exact::rounds::{Round, Rounds};
use crate::exact::series::{Degree, Series};
use crate::exact::space::Space;

/// Programs by rounds, ready to be drawn.
#[derive(Debug)]
pub(crate) struct ByRounds {
    rounds: Rounds,
    next: Memo<(Round, Degree), Split>,
    shares: Memo<(Round, Group, Degree), Split>,
    heads: Memo<(Round, usize), FiringTables>,
}

/// A head that becomes derivable in some round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DerivedHead {
    pub(crate) head: usize,
    pub(crate) round: Round,
    /// The heads that were derivable before, if it is not the first round, and that are now.
    pub(crate) before: Option<Members>,
    pub(crate) now: Members,
    pub(crate) clauses: usize,
}

/// The clauses of a head that becomes derivable in a round: those that fire, and those that do not.
#[derive(Debug)]
pub(crate) struct FiringTables {
    firing_by_nodes: Vec<PowerSums<Natural>>,
    pub(crate) firing: Vec<Natural>,
    pub(crate) idle: Vec<Natural>,
    numbers: Vec<LazyCumulative>,
    nodes: LazyCumulative,
}

impl ByRounds {
    /// Set up drawing, and count all programs.
    pub(crate) fn new(space: &Space, stop: &Stop) -> Result<(ByRounds, Series), Stopped> {
        let rounds = Rounds::new(&space.clauses.classes, space.reach);
        let programs =
            rounds.weight(Round::FIRST, &|derivable| space.idle_sets(derivable, stop), stop)?;
        let programs = Series::clone(&programs);
        let (next, shares, heads) = (Memo::default(), Memo::default(), Memo::default());
        Ok((ByRounds { rounds, next, shares, heads }, programs))
    }

    /// Draw the rounds of all heads, and how many clauses each of them gets.
    pub(crate) fn draw(
        &self,
        space: &Space,
        mut degree: Degree,
        random: &mut RandomSource,
    ) -> Result<Vec<DerivedHead>, Stopped> {
        let (classes, stop) = (&self.rounds.classes, random.stop);
        let sets = |derivable| space.idle_sets(derivable, stop);
        let mut rest = classes.heads_in_order().fold(0, |all, head| all | 1 << head);
        let (mut before, mut now): (Option<Members>, Members) = (None, 0);
        let mut round = Round::FIRST;
        let mut found = Vec::new();
        while rest != 0 {
            let (derived, share) = self.next.draw((round, degree), degree, random, || {
                let weights = |(derived, ways)| {
                    let here = self.rounds.product(round, derived, &sets, stop)?;
                    let later = self.rounds.weight(round.then(derived), &sets, stop)?;
                    Ok((derived, shares(ways, &here, &later, degree)))
                };
                classes.parts(classes.group(ones(rest))).map(weights).collect()
            })?;
            let members = subset(classes, rest, derived, random);
            let mut heads: Vec<usize> = ones(members).collect();
            heads.sort_unstable_by_key(|&head| classes.class_of[head]);
            let (mut others, mut left) = (derived, share);
            for head in heads {
                let class = classes.class_of[head];
                others = others - classes.one(class);
                let (_, share) = self.shares.draw((round, others, left), left, random, || {
                    let series = self.rounds.head(round, class, &sets)?;
                    let product = self.rounds.product(round, others, &sets, stop)?;
                    Ok(vec![(others, shares(1, &series, &product, left))])
                })?;
                let clauses = share.spare + 1;
                found.push(DerivedHead { head, round, before, now, clauses });
                left = left.without(share).unwrap_or(left);
            }
            degree = degree.without(share).unwrap_or(degree);
            (before, now, rest) = (Some(now), now | members, rest & !members);
            round = round.then(derived);
        }
        Ok(found)
    }

    /// The clauses of heads of a class that become derivable in a round.
    pub(crate) fn tables(
        &self,
        space: &Space,
        round: Round,
        class: usize,
        stop: &Stop,
    ) -> Result<std::sync::Arc<FiringTables>, Stopped> {
        self.heads.get((round, class), || {
            let clauses = &space.clauses;
            let inside = clauses.inside_powers(&clauses.powers, clauses.classes.all(), stop)?;
            let by_nodes = |derivable| {
                let all = clauses.populations_by_nodes(space.idle(derivable), &inside, stop);
                all.map(|mut all| all.swap_remove(class))
            };
            let idle = by_nodes(Some(round.now))?;
            let not_before = by_nodes(round.before)?;
            let firing: Vec<_> =
                not_before.iter().zip(&idle).map(|(all, idle)| all.minus(idle)).collect();
            let most = space.reach.spare + 1;
            Ok(FiringTables {
                firing: PowerSums::of_all(&firing).sets(most),
                idle: PowerSums::of_all(&idle).sets(most),
                firing_by_nodes: firing,
                numbers: (0..=most).map(|_| LazyCumulative::default()).collect(),
                nodes: LazyCumulative::default(),
            })
        })
    }
}

impl FiringTables {
    /// How many of so many clauses fire.
    pub(crate) fn number(&self, clauses: usize, random: &mut RandomSource) -> usize {
        let weight = |firing: usize| &self.firing[firing] * &self.idle[clauses - firing];
        1 + self.numbers[clauses].draw(random, || (1..=clauses).map(weight).collect())
    }

    /// How many nodes a clause that fires has.
    pub(crate) fn nodes(&self, random: &mut RandomSource) -> usize {
        self.nodes.draw(random, || {
            self.firing_by_nodes.iter().map(|clauses| clauses.sets(1).swap_remove(1)).collect()
        })
    }
}

/// Whether the body of a clause can be true if only certain predicates are derivable, and everything below a negation is taken as
/// possibly true.
pub(crate) fn fires(clause: &[Token], is_derivable: impl Fn(u32) -> bool) -> bool {
    // The arguments of the head are read over.
    formula_fires(&mut clause[1..].iter().copied(), &is_derivable)
}

fn formula_fires(
    tokens: &mut impl Iterator<Item = Token>,
    is_derivable: &impl Fn(u32) -> bool,
) -> bool {
    match tokens.find(|token| !matches!(token, Token::Variable(_) | Token::Constant(_))) {
        Some(Token::Atom(predicate)) => is_derivable(predicate),
        Some(Token::Not) => {
            formula_fires(tokens, is_derivable);
            true
        }
        Some(Token::And(count)) => {
            (0..count).fold(true, |all, _| formula_fires(tokens, is_derivable) && all)
        }
        Some(Token::Or(count)) => {
            (0..count).fold(false, |any, _| formula_fires(tokens, is_derivable) || any)
        }
        Some(Token::True | Token::Variable(_) | Token::Constant(_)) | None => true,
    }
}
