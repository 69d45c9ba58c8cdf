//! What is averaged, as sums over the pieces of a program.
//!
//! An average over clauses is a quotient: of all negations and all clauses, say. It is met if negations
//! less so many for each clause come to nothing on average. So every average is a number that each piece
//! adds to or takes away from, and that must have the expected value zero.

use crate::Spec;
use crate::exact::classes::Classes;
use crate::exact::pieces::Mark;
use crate::spec::{Averaged, Number, rounding};

/// An average that is asked for, of the predicates of one class if of certain predicates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Feature {
    pub(crate) what: Averaged,
    pub(crate) class: Option<usize>,
    /// The habit of the heads in whose bodies, if it is of certain ones.
    pub(crate) under: Option<usize>,
    /// The average for each predicate.
    pub(crate) target: f64,
    /// How many predicates there are in the class, or pairs of such a predicate and a head.
    members: usize,
}

/// What averages are divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Per {
    Program,
    Clause,
    Argument,
    Atom,
}

/// The features that a spec asks for. Predicates of a class must have the same averages.
pub(crate) fn features(spec: &Spec, classes: &Classes) -> Vec<Feature> {
    let averages = spec.averages();
    let alone = [
        Averaged::Clauses,
        Averaged::Nodes,
        Averaged::Negations,
        Averaged::Disjunctions,
        Averaged::Constants,
        Averaged::EmptyBodies,
    ];
    let alone = alone.into_iter().filter_map(|what| {
        let target = averages.of(what)?.to_f64();
        Some(Feature { what, class: None, under: None, target, members: 1 })
    });
    let of_class = |what| {
        classes.members.iter().enumerate().filter_map(move |(class, members)| {
            let target = averages.of_predicate(what, members[0])?.to_f64();
            Some(Feature { what, class: Some(class), under: None, target, members: members.len() })
        })
    };
    let of_habit = |(habit, head): (usize, &Option<usize>)| {
        let head = (*head)?;
        let heads = classes.members[classes.class_of[head]].len();
        Some(classes.members.iter().enumerate().filter_map(move |(class, members)| {
            let target = averages.of_atom(head, members[0])?.to_f64();
            let (what, members) = (Averaged::Body, heads * members.len());
            Some(Feature { what, class: Some(class), under: Some(habit), target, members })
        }))
    };
    let by_habit = classes.habits.iter().enumerate().filter_map(of_habit).flatten();
    let by_class = of_class(Averaged::Body).chain(of_class(Averaged::Head));
    let mut features: Vec<Feature> = alone.chain(by_class).chain(by_habit).collect();
    forgive_rounding(spec, &mut features);
    features
}

/// Where averages contradict each other by no more than their rounding, make them agree.
fn forgive_rounding(spec: &Spec, features: &mut Vec<Feature>) {
    let averages = spec.averages();
    let of_all = |what: Averaged, predicates: usize| -> Option<Vec<Number>> {
        (0..predicates).map(|predicate| averages.of_predicate(what, predicate)).collect()
    };
    let sum = |numbers: &[Number]| numbers.iter().map(|number| number.to_f64()).sum::<f64>();
    if let Some(shares) = of_all(Averaged::Body, spec.predicates().len()) {
        let all = sum(&shares);
        if (all - 1.0).abs() <= rounding(shares) {
            let is_share =
                |feature: &&mut Feature| feature.what == Averaged::Body && feature.under.is_none();
            features.iter_mut().filter(is_share).for_each(|feature| feature.target /= all);
        }
    }
    if let (Some(clauses), Some(heads)) =
        (averages.of(Averaged::Clauses), of_all(Averaged::Head, spec.heads().len()))
        && (sum(&heads) - clauses.to_f64()).abs() <= rounding(heads.into_iter().chain([clauses]))
    {
        features.retain(|feature| feature.what != Averaged::Clauses);
    }
}

impl Feature {
    /// What the average is divided by.
    pub(crate) fn per(self) -> Per {
        match self.what {
            Averaged::Clauses | Averaged::Head => Per::Program,
            Averaged::Constants => Per::Argument,
            Averaged::Body if self.under.is_some() => Per::Program,
            Averaged::Body => Per::Atom,
            _ => Per::Clause,
        }
    }

    /// The target for the whole class.
    fn of_class(self) -> f64 {
        self.target * self.members as f64
    }

    /// What a piece of a clause adds whose head has this habit.
    pub(crate) fn of_piece(self, habit: usize, piece: Mark) -> f64 {
        let counted = match self.what {
            Averaged::Clauses => matches!(piece, Mark::Heads(_)),
            Averaged::Nodes => piece.is_node(),
            Averaged::Negations => piece == Mark::Negations,
            Averaged::Disjunctions => piece == Mark::Disjunctions,
            Averaged::Constants => piece == Mark::Constants,
            Averaged::EmptyBodies => piece == Mark::EmptyBodies,
            Averaged::Body => {
                matches!(piece, Mark::Atoms(class) if Some(class) == self.class)
                    && self.under.is_none_or(|under| under == habit)
            }
            Averaged::Head => matches!(piece, Mark::Heads(class) if Some(class) == self.class),
        };
        let whole = if self.per().counts(piece) { self.of_class() } else { 0.0 };
        f64::from(u8::from(counted)) - whole
    }

    /// What every program adds.
    pub(crate) fn of_program(self) -> f64 {
        if self.per() == Per::Program { -self.of_class() } else { 0.0 }
    }

    /// The average for each predicate, if the feature has this expected value and there are so many of
    /// what it is divided by.
    pub(crate) fn average(self, expected: f64, number: f64) -> f64 {
        let number = if self.per() == Per::Program { 1.0 } else { number };
        // Of nothing, no share is anything.
        if number <= 0.0 {
            return 0.0;
        }
        (expected / number + self.of_class()) / self.members as f64
    }

    /// Whether an average is as good as the target: within a part in so many, or too small to be seen.
    pub(crate) fn is_met(self, average: f64, tolerance: f64) -> bool {
        self.is_met_within(average, tolerance, 0.0)
    }

    /// The same for an average that is only known to within a doubt. If that is negative, it must be met
    /// beyond it.
    pub(crate) fn is_met_within(self, average: f64, tolerance: f64, doubt: f64) -> bool {
        (average - self.target).abs() <= tolerance * self.target.max(0.05) + doubt
    }
}

impl Per {
    pub(crate) const ALL: [Per; 3] = [Per::Clause, Per::Argument, Per::Atom];

    /// Whether a piece is one of those that are divided by.
    pub(crate) fn counts(self, piece: Mark) -> bool {
        match self {
            Per::Program => false,
            Per::Clause => matches!(piece, Mark::Heads(_)),
            Per::Argument => matches!(piece, Mark::Variables | Mark::Constants),
            Per::Atom => matches!(piece, Mark::Atoms(_)),
        }
    }
}
