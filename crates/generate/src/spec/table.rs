//! Tables of numbers: what the pieces of a program weigh, and what they should come to on average.

use super::number::Number;

/// A row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) columns: Columns,
}

/// Which numbers a row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    /// One alone.
    None,
    /// One for each predicate.
    Predicates,
    /// One for each predicate that heads clauses.
    Heads,
}

/// A piece of a program that has a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighed {
    /// A negation.
    Negation,
    /// A conjunction.
    Conjunction,
    /// A disjunction.
    Disjunction,
    /// An argument that is a variable.
    Variable,
    /// An argument that is a constant.
    Constant,
    /// A clause.
    Clause,
    /// A node of a body, of whatever kind.
    Node,
    /// An empty body.
    EmptyBody,
    /// An atom of a certain predicate in a body.
    Body,
    /// A clause with a certain predicate in its head.
    Head,
}

/// Something of a program that has an average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Averaged {
    /// Clauses of a program.
    Clauses,
    /// Nodes of a body, over all clauses.
    Nodes,
    /// Negations in a body, over all clauses.
    Negations,
    /// Disjunctions in a body, over all clauses.
    Disjunctions,
    /// The share of constants among all arguments.
    Constants,
    /// The share of empty bodies among all clauses.
    EmptyBodies,
    /// The share of a predicate among all atoms in bodies.
    Body,
    /// Clauses with a certain predicate in their head.
    Head,
}

impl Averaged {
    /// The name of its row.
    pub fn name(self) -> &'static str {
        AVERAGES[self as usize].name
    }
}

const fn one(name: &'static str) -> Row {
    Row { name, columns: Columns::None }
}

const BODY: Row = Row { name: "body", columns: Columns::Predicates };
const HEAD: Row = Row { name: "head", columns: Columns::Heads };

/// In the order of [`Weighed`].
pub(super) static WEIGHTS: [Row; 10] = [
    one("negation"),
    one("conjunction"),
    one("disjunction"),
    one("variable"),
    one("constant"),
    one("clause"),
    one("node"),
    one("empty_body"),
    BODY,
    HEAD,
];

/// In the order of [`Averaged`].
pub(super) static AVERAGES: [Row; 8] = [
    one("clauses"),
    one("nodes"),
    one("negations"),
    one("disjunctions"),
    one("constants"),
    one("empty_bodies"),
    BODY,
    HEAD,
];

/// A number in a table: its row, the position of its predicate if the row has a number for each, and
/// the number itself.
pub(super) type Cell = (usize, Option<usize>, Number);

/// Numbers by row and predicate; those that are not there have not been given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table(Vec<Cell>);

impl Table {
    /// Put a number into its place, unless there is one already.
    pub(super) fn add(&mut self, (row, predicate, number): Cell) -> bool {
        match self.0.binary_search_by_key(&(row, predicate), |cell| (cell.0, cell.1)) {
            Ok(_) => false,
            Err(place) => {
                self.0.insert(place, (row, predicate, number));
                true
            }
        }
    }

    fn get(&self, row: usize, predicate: Option<usize>) -> Option<Number> {
        let found = self.0.iter().find(|cell| (cell.0, cell.1) == (row, predicate));
        found.map(|cell| cell.2)
    }

    /// All numbers, by row and then by predicate.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.0
    }
}

/// What each piece of a program weighs. A program weighs the product of all its pieces, and is drawn
/// in proportion to that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights(pub(super) Table);

impl Weights {
    /// The weight of a piece.
    pub fn of(&self, piece: Weighed) -> Number {
        self.0.get(piece as usize, None).unwrap_or(Number::ONE)
    }

    /// The weight of an atom in a body, or of a clause, of the predicate at this position.
    pub fn of_predicate(&self, piece: Weighed, predicate: usize) -> Number {
        self.0.get(piece as usize, Some(predicate)).unwrap_or(Number::ONE)
    }

    /// Whether everything weighs the same, so that all programs are equally likely.
    pub fn are_one(&self) -> bool {
        self.0.cells().is_empty()
    }

    /// Weights from a list.
    pub(crate) fn new(
        weights: impl IntoIterator<Item = (Weighed, Option<usize>, Number)>,
    ) -> Weights {
        let mut table = Table::default();
        for (piece, predicate, weight) in weights {
            if weight != Number::ONE {
                table.add((piece as usize, predicate, weight));
            }
        }
        Weights(table)
    }
}

/// What programs should be like on average.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Averages(pub(super) Table);

impl Averages {
    /// The average of something, if it was given.
    pub fn of(&self, what: Averaged) -> Option<Number> {
        self.0.get(what as usize, None)
    }

    /// The average of something of the predicate at this position.
    pub fn of_predicate(&self, what: Averaged, predicate: usize) -> Option<Number> {
        self.0.get(what as usize, Some(predicate))
    }

    /// Whether none was given.
    pub fn is_empty(&self) -> bool {
        self.0.cells().is_empty()
    }

    /// How many were given.
    pub(crate) fn len(&self) -> usize {
        self.0.cells().len()
    }

    /// The first so many of them.
    pub(crate) fn first(&self, count: usize) -> Averages {
        Averages(Table(self.0.cells()[..count].to_vec()))
    }

    /// The same, with another value for the last of them.
    pub(crate) fn with_last(&self, value: Number) -> Averages {
        let mut cells = self.0.cells().to_vec();
        if let Some(last) = cells.last_mut() {
            last.2 = value;
        }
        Averages(Table(cells))
    }

    /// What the last of them is an average of, of which predicate, and its value.
    pub(crate) fn last(&self) -> Option<(&'static str, Option<usize>, Number)> {
        let &(row, predicate, value) = self.0.cells().last()?;
        Some((AVERAGES[row].name, predicate, value))
    }
}
