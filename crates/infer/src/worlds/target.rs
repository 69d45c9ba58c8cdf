//! Which instances of queries are asked for, and their answers.

use super::walk::Count;
use crate::Error;
use dashu_ratio::RBig;
use randlog_logic::{Atom, Term};

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
        match target.negated {
            true => {
                let Atom { name, args } = target.name.clone();
                (Atom::new("\\+", vec![Term::function(name, args)]), RBig::ONE - positive)
            }
            false => (target.name.clone(), positive),
        }
    };
    Ok(targets.iter().filter(possible).map(answer).collect())
}
