//! From world to world, and what that says of queries.

use super::ground::{Ground, Grounding};
use crate::Error;
use crate::solution::asked;
use dashu_int::UBig;
use dashu_int::ops::{BitTest, Gcd, PowerOfTwo};
use dashu_ratio::RBig;
use randlog_base::stop::Stop;
use randlog_logic::{Atom, Probability};

/// The weights of worlds, as integers over one common denominator.
pub(super) struct Count {
    /// How many worlds there are.
    pub(super) worlds: u64,
    /// Of the worlds that agree with the evidence.
    pub(super) observed: UBig,
    /// For each atom, of the worlds where it holds.
    pub(super) everywhere: Vec<UBig>,
    /// For each atom, of the worlds where it holds and that agree with the evidence.
    pub(super) together: Vec<UBig>,
}

/// `head` is true if `body` is, in the worlds that choose so.
struct Rule<'g> {
    head: usize,
    body: &'g Ground,
    /// The number of a choice, and the alternative that selects this rule; always selected if none.
    selected_by: Option<(usize, usize)>,
}

/// A world, as it is visited.
pub(super) struct Visited<'w> {
    /// The alternative of each choice: a head, or none of them.
    pub(super) chosen: &'w [usize],
    pub(super) weight: &'w UBig,
    /// Which atoms hold.
    pub(super) model: &'w [bool],
    /// Whether it agrees with the evidence.
    pub(super) agrees: bool,
}

struct Walk<'g> {
    grounding: &'g Grounding,
    /// The rules for the atoms of each stratum.
    rules: Vec<Vec<Rule<'g>>>,
    /// The weights of the alternatives of each choice: the heads, then none of them.
    choices: Vec<Vec<UBig>>,
    stop: &'g Stop,
    visit: &'g mut dyn FnMut(&Visited<'_>),
}

/// The weights of all worlds together, and of those that interest us.
pub(super) fn count(
    grounding: &Grounding,
    strata: &[usize],
    limit: u64,
    stop: &Stop,
) -> Result<Count, Error> {
    let zeros = vec![UBig::ZERO; grounding.atoms.len()];
    let (mut observed, mut everywhere, mut together) = (UBig::ZERO, zeros.clone(), zeros);
    let worlds = walk(grounding, strata, limit, stop, &mut |world| {
        let Visited { weight, model, agrees, .. } = *world;
        if agrees {
            observed += weight;
        }
        for atom in (0..model.len()).filter(|&atom| model[atom]) {
            everywhere[atom] += weight;
            if agrees {
                together[atom] += weight;
            }
        }
    })?;
    Ok(Count { worlds, observed, everywhere, together })
}

/// Visits all worlds, and tells how many there are.
pub(super) fn walk(
    grounding: &Grounding,
    strata: &[usize],
    limit: u64,
    stop: &Stop,
    visit: &mut dyn FnMut(&Visited<'_>),
) -> Result<u64, Error> {
    let layers = strata.iter().max().map_or(0, |top| top + 1);
    let mut rules: Vec<Vec<Rule<'_>>> = (0..layers).map(|_| Vec::new()).collect();
    let mut choices = Vec::new();
    for clause in &grounding.clauses {
        for (alternative, &(_, head)) in clause.heads.iter().enumerate() {
            let selected_by = clause.chooses().then_some((choices.len(), alternative));
            rules[strata[head]].push(Rule { head, body: &clause.body, selected_by });
        }
        if clause.chooses() {
            choices.push(weights(clause.heads.iter().map(|&(probability, _)| probability)));
        }
    }
    let worlds = count_worlds(&choices, limit)?;
    Walk { grounding, rules, choices, stop, visit }.choose(&mut Vec::new(), UBig::ONE)?;
    Ok(worlds)
}

impl Walk<'_> {
    /// Visits all worlds that begin with these choices, whose weights multiply to `weight`.
    fn choose(&mut self, world: &mut Vec<usize>, weight: UBig) -> Result<(), Error> {
        let Some(alternatives) = self.choices.get(world.len()).map(Vec::len) else {
            return self.visit(world, &weight);
        };
        for alternative in 0..alternatives {
            let chosen = &self.choices[world.len()][alternative];
            if !chosen.is_zero() {
                let weight = &weight * chosen;
                world.push(alternative);
                self.choose(world, weight)?;
                world.pop();
            }
        }
        Ok(())
    }

    fn visit(&mut self, chosen: &[usize], weight: &UBig) -> Result<(), Error> {
        self.stop.check()?;
        let model = self.model(chosen);
        let agrees = !self.grounding.contradicted
            && self.grounding.evidence.iter().all(|&(atom, value)| model[atom] == value);
        (self.visit)(&Visited { chosen, weight, model: &model, agrees });
        Ok(())
    }

    /// The least model of each stratum, given those below.
    fn model(&self, world: &[usize]) -> Vec<bool> {
        let mut model = self.grounding.certain.clone();
        for stratum in &self.rules {
            let selected = |rule: &&Rule<'_>| {
                rule.selected_by.is_none_or(|(choice, alternative)| world[choice] == alternative)
            };
            let rules: Vec<&Rule<'_>> = stratum.iter().filter(selected).collect();
            let mut changed = true;
            while changed {
                changed = false;
                for rule in &rules {
                    if !model[rule.head] && rule.body.holds(&model) {
                        model[rule.head] = true;
                        changed = true;
                    }
                }
            }
        }
        model
    }
}

/// The probabilities of the heads and of none of them, over their common denominator.
fn weights(heads: impl Iterator<Item = Probability> + Clone) -> Vec<UBig> {
    let common = heads.clone().fold(UBig::ONE, |common, probability| {
        let denominator = probability.to_ratio().into_parts().1;
        let shared = (&common).gcd(&denominator);
        common * denominator / shared
    });
    let weight = |probability: Probability| {
        let (numerator, denominator) = probability.to_ratio().into_parts();
        numerator.into_parts().1 * &common / denominator
    };
    let mut weights: Vec<UBig> = heads.map(weight).collect();
    let some: UBig = weights.iter().sum();
    // The probabilities of a clause that was read never exceed one in sum.
    weights.push(if some < common { common - some } else { UBig::ZERO });
    weights
}

/// How many worlds there are, if that is not too many.
fn count_worlds(choices: &[Vec<UBig>], limit: u64) -> Result<u64, Error> {
    let alternatives = |weights: &Vec<UBig>| weights.iter().filter(|w| !w.is_zero()).count();
    let needed: UBig = choices.iter().map(alternatives).map(UBig::from).product();
    match u64::try_from(&needed) {
        Ok(worlds) if worlds <= limit => Ok(worlds),
        _ => Err(Error::TooManyWorlds { needed: in_words(&needed), limit }),
    }
}

/// The number, or, if it is very large, about how large it is.
fn in_words(number: &UBig) -> String {
    let power = number.bit_len().saturating_sub(1);
    match power {
        0..64 => number.to_string(),
        _ if number.is_power_of_two() => format!("2^{power}"),
        _ => format!("more than 2^{power}"),
    }
}

/// A ground instance of a query or of evidence.
pub(super) struct Target {
    pub(super) name: Atom,
    /// Its number; `Err` with whether it is always true, if that is known.
    pub(super) atom: Result<usize, bool>,
    /// Does a query with variables ask for it? Then it is an answer only if it holds in some world, whether or
    /// not that world agrees with the evidence.
    pub(super) among_others: bool,
    pub(super) negated: bool,
}

impl Target {
    /// What is asked: the atom, or its negation.
    pub(super) fn asked(&self) -> Atom {
        asked(self.name.clone(), self.negated)
    }

    /// Whether this holds where exactly these atoms do.
    pub(super) fn holds(&self, model: &[bool]) -> bool {
        self.negated != self.atom.map_or_else(|truth| truth, |atom| model[atom])
    }
}

/// The answers, query by query.
pub(super) fn answers(targets: &[Target], count: &Count) -> Result<Vec<(Atom, RBig)>, Error> {
    if count.observed.is_zero() {
        return Err(Error::ImpossibleEvidence);
    }
    let possible = |target: &&Target| match target.atom {
        Ok(atom) => !target.among_others || !count.everywhere[atom].is_zero(),
        Err(truth) => !target.among_others || truth,
    };
    let answer = |target: &Target| {
        let positive = match target.atom {
            Ok(atom) => {
                RBig::from_parts(count.together[atom].clone().into(), count.observed.clone())
            }
            Err(true) => RBig::ONE,
            Err(false) => RBig::ZERO,
        };
        (target.asked(), if target.negated { RBig::ONE - positive } else { positive })
    };
    Ok(targets.iter().filter(possible).map(answer).collect())
}
