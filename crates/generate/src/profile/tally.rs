//! Counting what is in programs: the numbers behind averages.

use std::collections::HashMap;

use randlog_logic::{Atom, Clause, Formula, Predicate, Program};

use super::measure::Measure;

/// What all programs of a list have together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    positions: HashMap<Predicate, usize>,
    programs: u64,
    clauses: u64,
    nodes: u64,
    negations: u64,
    disjunctions: u64,
    arguments: u64,
    constants: u64,
    empty_bodies: u64,
    /// Atoms in bodies, by predicate.
    atoms: Vec<u64>,
    /// Clauses, by the predicate of the head.
    heads: Vec<u64>,
    /// Atoms in bodies, by the predicate of the head and their own.
    uses: HashMap<(usize, usize), u64>,
}

impl Tally {
    /// Nothing yet. Predicates that are not listed here are counted as arguments and nodes only.
    pub fn new(predicates: &[Predicate]) -> Tally {
        Tally {
            positions: predicates.iter().cloned().zip(0..).collect(),
            programs: 0,
            clauses: 0,
            nodes: 0,
            negations: 0,
            disjunctions: 0,
            arguments: 0,
            constants: 0,
            empty_bodies: 0,
            atoms: vec![0; predicates.len()],
            heads: vec![0; predicates.len()],
            uses: HashMap::new(),
        }
    }

    /// Count what is in one more program.
    pub fn add(&mut self, program: &Program) {
        self.programs += 1;
        program.clauses.iter().for_each(|clause| self.clause(clause));
    }

    /// How many programs there were.
    pub fn programs(&self) -> u64 {
        self.programs
    }

    /// What it comes to on average; nothing if there is nothing to divide by.
    pub fn average(&self, measure: Measure) -> Option<f64> {
        let (part, whole) = match measure {
            Measure::Clauses => (self.clauses, self.programs),
            Measure::Nodes => (self.nodes, self.clauses),
            Measure::Negations => (self.negations, self.clauses),
            Measure::Disjunctions => (self.disjunctions, self.clauses),
            Measure::Constants => (self.constants, self.arguments),
            Measure::EmptyBodies => (self.empty_bodies, self.clauses),
            Measure::Body(position) => (*self.atoms.get(position)?, self.atoms.iter().sum()),
            Measure::Head(position) => (*self.heads.get(position)?, self.programs),
            Measure::Uses { head, predicate } => {
                (self.uses.get(&(head, predicate)).copied().unwrap_or(0), self.programs)
            }
        };
        (whole > 0).then(|| part as f64 / whole as f64)
    }

    fn clause(&mut self, clause: &Clause) {
        let Clause { heads, body, .. } = clause;
        self.clauses += 1;
        for head in heads {
            self.arguments_of(&head.atom);
            if let Some(&position) = self.positions.get(&head.atom.predicate()) {
                self.heads[position] += 1;
            }
        }
        self.nodes += body.nodes() as u64;
        self.negations += body.negations() as u64;
        self.disjunctions += body.disjunctions() as u64;
        self.empty_bodies += u64::from(*body == Formula::True);
        for occurrence in body.atoms() {
            self.arguments_of(occurrence.atom);
            if let Some(&position) = self.positions.get(&occurrence.atom.predicate()) {
                self.atoms[position] += 1;
                let heads =
                    heads.iter().filter_map(|head| self.positions.get(&head.atom.predicate()));
                heads.for_each(|&head| *self.uses.entry((head, position)).or_default() += 1);
            }
        }
    }

    fn arguments_of(&mut self, atom: &Atom) {
        self.arguments += atom.args.len() as u64;
        self.constants += atom.args.iter().filter(|term| term.is_ground()).count() as u64;
    }
}

#[cfg(test)]
mod tests {
    use randlog_logic::Dialect;

    use super::*;

    #[test]
    fn averages_are_those_counted_by_hand() {
        let predicates = [Predicate::new("p", 1), Predicate::new("q", 2)];
        let mut tally = Tally::new(&predicates);
        for text in ["p(X) :- q(X, a), \\+ (p(X) ; p(b)). q(a, b).", "p(_). q(X, Y) :- q(Y, X)."] {
            tally.add(&Dialect::Prolog.parse(text).unwrap());
        }
        let average = |measure| tally.average(measure).unwrap();
        assert_eq!(tally.programs(), 2);
        assert_eq!(average(Measure::Clauses), 2.0);
        // A conjunction, an atom, a negation, a disjunction, two atoms; and an atom.
        assert_eq!(average(Measure::Nodes), 7.0 / 4.0);
        assert_eq!(average(Measure::Negations), 1.0 / 4.0);
        assert_eq!(average(Measure::Disjunctions), 1.0 / 4.0);
        assert_eq!(average(Measure::EmptyBodies), 2.0 / 4.0);
        // `a`, `b`; `a`, `b`; of five and two arguments, and then of one and four.
        assert_eq!(average(Measure::Constants), 4.0 / 12.0);
        assert_eq!([0, 1].map(|p| average(Measure::Body(p))), [2.0 / 4.0, 2.0 / 4.0]);
        assert_eq!([0, 1].map(|p| average(Measure::Head(p))), [1.0, 1.0]);
        assert_eq!(tally.average(Measure::Head(2)), None);
    }

    #[test]
    fn of_nothing_there_are_no_averages() {
        let mut tally = Tally::new(&[Predicate::new("p", 0)]);
        assert_eq!(tally.average(Measure::Clauses), None);
        tally.add(&Dialect::Prolog.parse("p.").unwrap());
        assert_eq!(tally.average(Measure::Constants), None);
        assert_eq!(tally.average(Measure::Body(0)), None);
        assert_eq!(tally.average(Measure::Head(0)), Some(1.0));
    }
}
