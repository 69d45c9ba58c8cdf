//! What there is an average of.

use std::fmt;

use randlog_logic::Predicate;

use crate::Spec;
use crate::spec::Bodies;

/// Something that programs have so much of on average: a row of the key `averages` of a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Clauses of a program.
    Clauses,
    /// Nodes of a body, over all clauses.
    Nodes,
    /// Negations of a body, over all clauses.
    Negations,
    /// Disjunctions of a body, over all clauses.
    Disjunctions,
    /// The share of constants among all arguments.
    Constants,
    /// The share of empty bodies among all clauses.
    EmptyBodies,
    /// The share of the predicate at this position among all atoms in bodies.
    Body(usize),
    /// Clauses of a program with the predicate at this position in their head.
    Head(usize),
    /// Atoms of a predicate in the bodies of a head, over all its clauses in a program; both by their positions.
    Uses {
        /// The head.
        head: usize,
        /// The predicate that it uses.
        predicate: usize,
    },
}

impl Measure {
    /// Those that a space leaves open, in the order of a spec. Of the others there is nothing to say:
    /// without constants, no argument is one.
    pub fn open_in(space: &Spec) -> Vec<Measure> {
        let (variables, constants) = (space.variables().len(), space.constants().len());
        let has_arguments = space.predicates().iter().any(|predicate| predicate.arity > 0);
        let is_formula = space.bodies() == Bodies::Formula;
        let fixed: Vec<usize> = space.clauses().iter().map(|(head, _)| *head).collect();
        let is_open = |head: &usize| !fixed.contains(head);
        // A single predicate has all there is.
        let each = |predicates: &[Predicate]| match predicates.len() {
            1 => 0..0,
            count => 0..count,
        };
        let single = [
            (Measure::Clauses, (0..space.heads().len()).any(|head| is_open(&head))),
            (Measure::Nodes, true),
            (Measure::Negations, space.max_nodes() > 1),
            (Measure::Disjunctions, is_formula && space.max_nodes() > 2),
            (Measure::Constants, has_arguments && variables > 0 && constants > 0),
            (Measure::EmptyBodies, space.empty_bodies()),
        ];
        let single = single.into_iter().filter(|(_, open)| *open).map(|(measure, _)| measure);
        let by_predicate = each(space.predicates())
            .map(Measure::Body)
            .chain(each(space.heads()).filter(is_open).map(Measure::Head));
        single.chain(by_predicate).collect()
    }

    /// Its row in a spec: `nodes`, `body.p/1`.
    pub fn row(self, space: &Spec) -> String {
        let name = match self {
            Measure::Clauses => "clauses",
            Measure::Nodes => "nodes",
            Measure::Negations => "negations",
            Measure::Disjunctions => "disjunctions",
            Measure::Constants => "constants",
            Measure::EmptyBodies => "empty_bodies",
            Measure::Body(_) => "body",
            Measure::Head(_) => "head",
            Measure::Uses { .. } => "body",
        };
        match (self.predicate(space), self.head(space)) {
            (Some(predicate), Some(head)) => format!("{name}.{head}.{predicate}"),
            (Some(predicate), None) => format!("{name}.{predicate}"),
            (None, _) => name.to_owned(),
        }
    }

    /// What it is, in words.
    pub fn words(self, space: &Spec) -> String {
        let words = match self {
            Measure::Clauses => "clauses",
            Measure::Nodes => "body nodes per clause",
            Measure::Negations => "negations per clause",
            Measure::Disjunctions => "disjunctions per clause",
            Measure::Constants => "constants, share of arguments",
            Measure::EmptyBodies => "empty bodies, share of clauses",
            Measure::Body(_) => "share of body atoms",
            Measure::Head(_) => "clauses",
            Measure::Uses { .. } => "atoms",
        };
        match (self.predicate(space), self.head(space)) {
            (Some(predicate), Some(head)) => format!("{predicate} in bodies of {head}, {words}"),
            (Some(predicate), None) => format!("{predicate}, {words}"),
            (None, _) => words.to_owned(),
        }
    }

    fn head(self, space: &Spec) -> Option<&impl fmt::Display> {
        match self {
            Measure::Uses { head, .. } => space.predicates().get(head),
            _ => None,
        }
    }

    fn predicate(self, space: &Spec) -> Option<&impl fmt::Display> {
        match self {
            Measure::Body(position)
            | Measure::Head(position)
            | Measure::Uses { predicate: position, .. } => space.predicates().get(position),
            _ => None,
        }
    }
}
