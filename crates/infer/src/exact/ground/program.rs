//! Ground programs: what the grounder makes, and the circuit is built from.

use randlog_base::Lists;

/// A ground atom, by number.
pub(in super::super) type AtomId = u32;

/// A ground atom, possibly negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in super::super) struct GroundLiteral(u32);

impl GroundLiteral {
    pub(in super::super) fn new(atom: AtomId, negated: bool) -> GroundLiteral {
        GroundLiteral(atom << 1 | u32::from(negated))
    }

    pub(in super::super) fn atom(self) -> AtomId {
        self.0 >> 1
    }

    pub(in super::super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Which way a choice must fall for a ground rule to apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Chosen {
    pub(in super::super) choice: u32,
    pub(in super::super) alternative: u32,
}

/// An instance of a rule.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct GroundRule {
    pub(in super::super) head: AtomId,
    pub(in super::super) chosen: Option<Chosen>,
}

/// Ground rules and facts.
#[derive(Default)]
pub(in super::super) struct GroundProgram {
    pub(in super::super) rules: Vec<GroundRule>,
    bodies: Lists<GroundLiteral>,
    /// Per atom: the probability that one of its facts is true; 1 if it is certain.
    pub(in super::super) chances: Vec<f64>,
    /// Per choice: the position of its clause.
    pub(in super::super) choices: Vec<u32>,
}

impl GroundProgram {
    pub(in super::super) fn add_rule(
        &mut self,
        head: AtomId,
        chosen: Option<Chosen>,
        body: &[GroundLiteral],
    ) {
        self.rules.push(GroundRule { head, chosen });
        self.bodies.push(body.iter().copied());
    }

    pub(in super::super) fn add_choice(&mut self, clause: u32) -> u32 {
        self.choices.push(clause);
        (self.choices.len() - 1) as u32
    }

    pub(in super::super) fn body(&self, rule: u32) -> &[GroundLiteral] {
        &self.bodies[rule as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        self.rules.capacity() * size_of::<GroundRule>()
            + self.bodies.bytes()
            + self.chances.capacity() * size_of::<f64>()
            + self.choices.capacity() * size_of::<u32>()
    }
}
