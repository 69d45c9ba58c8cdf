//! What is certain whatever is chosen: the well-founded model in which all choices are open.
//!
//! The atoms that must be true and those that can be are computed in turn, each from the other, until
//! nothing changes. What is known then is put into the bodies.

use super::ground::{Ground, GroundClause};

/// What is known about atoms.
pub(super) struct Known {
    /// True in all worlds.
    pub(super) certain: Vec<bool>,
    /// Not known to be false in all worlds.
    possible: Vec<bool>,
}

impl Known {
    pub(super) fn new(atoms: usize, clauses: &[GroundClause]) -> Known {
        let mut known = Known { certain: vec![false; atoms], possible: vec![true; atoms] };
        loop {
            let certain = known.least(clauses, |clause, now| {
                !clause.chooses() && known.holds(&clause.body, now, &|part| known.must_hold(part))
            });
            let possible = known.least(clauses, |clause, now| {
                known.holds(&clause.body, now, &|part| known.can_hold(part))
            });
            if certain == known.certain && possible == known.possible {
                return known;
            }
            known = Known { certain, possible };
        }
    }

    /// The least set with the heads of the clauses that hold in it.
    fn least(
        &self,
        clauses: &[GroundClause],
        holds: impl Fn(&GroundClause, &[bool]) -> bool,
    ) -> Vec<bool> {
        let mut set = vec![false; self.certain.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for clause in clauses {
                if holds(clause, &set) {
                    for &(_, head) in &clause.heads {
                        changed |= !std::mem::replace(&mut set[head], true);
                    }
                }
            }
        }
        set
    }

    /// Does a body hold where these atoms do? Of negations, what was known before decides: a second one
    /// does not undo the first.
    fn holds(&self, body: &Ground, now: &[bool], negation: &dyn Fn(&Ground) -> bool) -> bool {
        match body {
            Ground::Atom(atom) => now[*atom],
            Ground::All(parts) => parts.iter().all(|part| self.holds(part, now, negation)),
            Ground::Any(parts) => parts.iter().any(|part| self.holds(part, now, negation)),
            Ground::None(_) => negation(body),
        }
    }

    fn must_hold(&self, body: &Ground) -> bool {
        match body {
            Ground::Atom(atom) => self.certain[*atom],
            Ground::All(parts) => parts.iter().all(|part| self.must_hold(part)),
            Ground::Any(parts) => parts.iter().any(|part| self.must_hold(part)),
            Ground::None(parts) => !parts.iter().any(|part| self.can_hold(part)),
        }
    }

    fn can_hold(&self, body: &Ground) -> bool {
        match body {
            Ground::Atom(atom) => self.possible[*atom],
            Ground::All(parts) => parts.iter().all(|part| self.can_hold(part)),
            Ground::Any(parts) => parts.iter().any(|part| self.can_hold(part)),
            Ground::None(parts) => !parts.iter().any(|part| self.must_hold(part)),
        }
    }

    /// A body that can hold, without what is known. Of a disjunction with a part that must hold, nothing
    /// is left.
    pub(super) fn open_part(&self, body: Ground) -> Ground {
        if self.must_hold(&body) {
            return Ground::All(Vec::new());
        }
        let open = |parts: Vec<Ground>, is_left: &dyn Fn(&Ground) -> bool| -> Vec<Ground> {
            parts.into_iter().filter(is_left).map(|part| self.open_part(part)).collect()
        };
        match body {
            Ground::Atom(_) => body,
            Ground::All(parts) => Ground::All(open(parts, &|part| !self.must_hold(part))),
            Ground::Any(parts) => Ground::Any(open(parts, &|part| self.can_hold(part))),
            Ground::None(parts) => Ground::None(open(parts, &|part| self.can_hold(part))),
        }
    }

    /// The clauses that can say something about what is not certain.
    pub(super) fn open_clauses(&self, clauses: Vec<GroundClause>) -> Vec<GroundClause> {
        let says_something = |clause: &GroundClause| {
            self.can_hold(&clause.body) && clause.heads.iter().any(|&(_, head)| !self.certain[head])
        };
        let open = |clause: GroundClause| GroundClause {
            heads: clause.heads,
            body: self.open_part(clause.body),
        };
        clauses.into_iter().filter(says_something).map(open).collect()
    }
}
