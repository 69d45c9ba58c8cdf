//! Ground programs: the part that matters, without what is certain.
//!
//! Of the instances, an atom is *reached* if it is an instance of a query, or evidence, or in the body of an instance for
//! a reached atom; only instances for reached atoms are kept.
//!
//! What is certain whatever is chosen is the well-founded model in which all choices are open. The atoms that must be true
//! and those that can be are computed in turn, each from the other, until nothing changes. What is known then is put into
//! the bodies.

use randlog_base::stop::{Stop, Stopped};
use randlog_logic::{Atom, Probability};

/// A body without variables. Every atom in it is possible.
pub(super) enum Ground {
    Atom(usize),
    All(Vec<Ground>),
    Any(Vec<Ground>),
    /// None of these holds.
    None(Vec<Ground>),
}

/// An instance of a clause.
pub(super) struct GroundClause {
    pub(super) heads: Vec<(Probability, usize)>,
    pub(super) body: Ground,
}

pub(super) struct Grounding {
    /// The possible atoms.
    pub(super) atoms: Vec<Atom>,
    /// Which of them are true in all worlds.
    pub(super) certain: Vec<bool>,
    /// What the queries and the evidence reach, without what is certain.
    pub(super) clauses: Vec<GroundClause>,
    /// What is observed of possible atoms.
    pub(super) evidence: Vec<(usize, bool)>,
    /// Is an impossible atom said to be true?
    pub(super) contradicted: bool,
    pub(super) reached: Vec<bool>,
}

impl GroundClause {
    /// Does this make a choice, rather than just follow?
    pub(super) fn chooses(&self) -> bool {
        self.heads.len() > 1 || self.heads.iter().any(|(probability, _)| !probability.is_one())
    }

    pub(super) fn is_fact(&self) -> bool {
        matches!(&self.body, Ground::All(parts) if parts.is_empty())
    }
}

impl Ground {
    /// Does this hold where exactly these atoms do?
    pub(super) fn holds(&self, model: &[bool]) -> bool {
        match self {
            Ground::Atom(atom) => model[*atom],
            Ground::All(parts) => parts.iter().all(|part| part.holds(model)),
            Ground::Any(parts) => parts.iter().any(|part| part.holds(model)),
            Ground::None(parts) => !parts.iter().any(|part| part.holds(model)),
        }
    }

    /// Calls `visit` with every atom, and whether there is a negation above it.
    pub(super) fn for_each_atom(&self, negated: bool, visit: &mut dyn FnMut(usize, bool)) {
        match self {
            Ground::Atom(atom) => visit(*atom, negated),
            Ground::All(parts) | Ground::Any(parts) => {
                parts.iter().for_each(|part| part.for_each_atom(negated, visit));
            }
            Ground::None(parts) => parts.iter().for_each(|part| part.for_each_atom(true, visit)),
        }
    }
}

impl Grounding {
    /// The part of these clauses that the roots reach, without what is certain.
    pub(super) fn of(
        atoms: Vec<Atom>,
        clauses: Vec<GroundClause>,
        evidence: Vec<(usize, bool)>,
        contradicted: bool,
        roots: Vec<usize>,
        stop: &Stop,
    ) -> Result<Grounding, Stopped> {
        let known = TruthBounds::new(atoms.len(), &clauses, stop)?;
        let clauses = known.open_clauses(clauses);
        let certain = known.certain;
        let reached = vec![false; atoms.len()];
        let mut grounding = Grounding { atoms, certain, clauses, evidence, contradicted, reached };
        grounding.keep_reached(roots);
        Ok(grounding)
    }

    fn keep_reached(&mut self, mut open: Vec<usize>) {
        let mut bodies = vec![Vec::new(); self.atoms.len()];
        for clause in &self.clauses {
            for &(_, head) in &clause.heads {
                bodies[head].push(&clause.body);
            }
        }
        while let Some(atom) = open.pop() {
            if !std::mem::replace(&mut self.reached[atom], true) && !self.certain[atom] {
                for body in &bodies[atom] {
                    body.for_each_atom(false, &mut |used, _| open.push(used));
                }
            }
        }
        let reached = &self.reached;
        let certain = &self.certain;
        let matters = |&(_, head): &(Probability, usize)| reached[head] && !certain[head];
        self.clauses.retain(|clause| clause.heads.iter().any(matters));
    }
}

/// What is known about atoms.
struct TruthBounds {
    /// True in all worlds.
    certain: Vec<bool>,
    /// Not known to be false in all worlds.
    possible: Vec<bool>,
}

impl TruthBounds {
    fn new(atoms: usize, clauses: &[GroundClause], stop: &Stop) -> Result<TruthBounds, Stopped> {
        let mut known = TruthBounds { certain: vec![false; atoms], possible: vec![true; atoms] };
        loop {
            let certain = known.least(clauses, false, stop)?;
            let possible = known.least(clauses, true, stop)?;
            if certain == known.certain && possible == known.possible {
                return Ok(known);
            }
            known = TruthBounds { certain, possible };
        }
    }

    /// The least set with the heads of the clauses whose bodies hold in it: of those that just follow, or, where
    /// everything possible counts, of all.
    fn least(
        &self,
        clauses: &[GroundClause],
        possible: bool,
        stop: &Stop,
    ) -> Result<Vec<bool>, Stopped> {
        let mut set = vec![false; self.certain.len()];
        let mut changed = true;
        while changed {
            changed = false;
            let saying = clauses.iter().filter(|clause| possible || !clause.chooses());
            for (clause, step) in saying.zip(0..) {
                stop.check_at(step)?;
                if self.follows(&clause.body, &set, possible) {
                    for &(_, head) in &clause.heads {
                        changed |= !std::mem::replace(&mut set[head], true);
                    }
                }
            }
        }
        Ok(set)
    }

    /// Does a body hold where these atoms do? Of negations, what was known before decides: a second one
    /// does not undo the first.
    fn follows(&self, body: &Ground, now: &[bool], possible: bool) -> bool {
        match body {
            Ground::Atom(atom) => now[*atom],
            Ground::All(parts) => parts.iter().all(|part| self.follows(part, now, possible)),
            Ground::Any(parts) => parts.iter().any(|part| self.follows(part, now, possible)),
            Ground::None(_) => self.holds(body, possible),
        }
    }

    /// Can a body hold, or must it?
    fn holds(&self, body: &Ground, possible: bool) -> bool {
        match body {
            Ground::Atom(atom) if possible => self.possible[*atom],
            Ground::Atom(atom) => self.certain[*atom],
            Ground::All(parts) => parts.iter().all(|part| self.holds(part, possible)),
            Ground::Any(parts) => parts.iter().any(|part| self.holds(part, possible)),
            Ground::None(parts) => !parts.iter().any(|part| self.holds(part, !possible)),
        }
    }

    /// A body that can hold, without what is known. Of a disjunction with a part that must hold, nothing
    /// is left.
    fn open_part(&self, body: Ground) -> Ground {
        if self.holds(&body, false) {
            return Ground::All(Vec::new());
        }
        let open = |parts: Vec<Ground>, is_left: &dyn Fn(&Ground) -> bool| -> Vec<Ground> {
            parts.into_iter().filter(is_left).map(|part| self.open_part(part)).collect()
        };
        match body {
            Ground::Atom(_) => body,
            Ground::All(parts) => Ground::All(open(parts, &|part| !self.holds(part, false))),
            Ground::Any(parts) => Ground::Any(open(parts, &|part| self.holds(part, true))),
            Ground::None(parts) => Ground::None(open(parts, &|part| self.holds(part, true))),
        }
    }

    /// The clauses that can say something about what is not certain.
    fn open_clauses(&self, clauses: Vec<GroundClause>) -> Vec<GroundClause> {
        let says_something = |clause: &GroundClause| {
            self.holds(&clause.body, true)
                && clause.heads.iter().any(|&(_, head)| !self.certain[head])
        };
        let open = |clause: GroundClause| GroundClause {
            heads: clause.heads,
            body: self.open_part(clause.body),
        };
        clauses.into_iter().filter(says_something).map(open).collect()
    }
}
