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

    /// Atom and sign in a number.
    pub(in super::super) fn number(self) -> u32 {
        self.0
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

/// What the facts of an atom say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Given {
    /// There are none.
    Nothing,
    /// It is true.
    Certainly,
    /// It is true with the probability of one clause, by its position.
    Perhaps(u32),
    /// The same for several clauses, independently: see [`GroundProgram::facts`].
    Several(u32),
}

/// Ground rules and facts.
#[derive(Default)]
pub(in super::super) struct GroundProgram {
    pub(in super::super) rules: Vec<GroundRule>,
    bodies: Lists<GroundLiteral>,
    /// Per atom.
    pub(in super::super) given: Vec<Given>,
    /// The facts of atoms that have several.
    several: Vec<Vec<u32>>,
    /// Per choice: the position of its clause.
    pub(in super::super) choices: Vec<u32>,
}

impl GroundProgram {
    /// A program with the same atoms, facts and choices, and no rules.
    pub(in super::super) fn without_rules(&self) -> GroundProgram {
        let (given, several) = (self.given.clone(), self.several.clone());
        GroundProgram { given, several, choices: self.choices.clone(), ..GroundProgram::default() }
    }

    /// Adds a fact that may be true: the clause at this position.
    pub(super) fn add_fact(&mut self, atom: AtomId, clause: u32) {
        let given = &mut self.given[atom as usize];
        match *given {
            Given::Nothing => *given = Given::Perhaps(clause),
            Given::Certainly => {}
            Given::Perhaps(other) => {
                *given = Given::Several(self.several.len() as u32);
                self.several.push(vec![other, clause]);
            }
            Given::Several(list) => self.several[list as usize].push(clause),
        }
    }

    /// The clauses that are uncertain facts of an atom, by position.
    pub(in super::super) fn facts(&self, atom: AtomId) -> &[u32] {
        match &self.given[atom as usize] {
            Given::Nothing | Given::Certainly => &[],
            Given::Perhaps(clause) => std::slice::from_ref(clause),
            Given::Several(list) => &self.several[*list as usize],
        }
    }

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

    pub(in super::super) fn bytes(&self) -> usize {
        self.rules.capacity() * size_of::<GroundRule>()
            + self.bodies.bytes()
            + self.given.capacity() * size_of::<Given>()
            + self.several.len() * 2 * size_of::<Vec<u32>>()
            + self.choices.capacity() * size_of::<u32>()
    }
}
