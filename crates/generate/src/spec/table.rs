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
    /// One for each predicate, in all bodies or in those of one head.
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
    /// An atom of a certain predicate in a body, perhaps in a body of a certain head.
    Body,
    /// A clause with a certain predicate in its head.
    Head,
}

impl Weighed {
    /// The pieces that have one weight, whatever predicate they are of.
    pub(crate) const ALONE: [Weighed; 8] = [
        Weighed::Negation,
        Weighed::Conjunction,
        Weighed::Disjunction,
        Weighed::Variable,
        Weighed::Constant,
        Weighed::Clause,
        Weighed::Node,
        Weighed::EmptyBody,
    ];

    /// The name of its row.
    pub(crate) fn name(self) -> &'static str {
        WEIGHTS[self as usize].name
    }
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
    /// The share of a predicate among all atoms in bodies; or the number of its atoms in all bodies of a
    /// certain head.
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

/// Which number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    /// The only one.
    Alone,
    /// That of the predicate at this position.
    Of(usize),
    /// That of the predicate at a position, in bodies of the head at another.
    Under { head: usize, predicate: usize },
}

/// A number in a table, with its row and column.
pub(super) type Cell = (usize, Column, Number);

/// What stands for all heads that have no columns of their own.
pub(super) const OTHERS: &str = "*";

/// Numbers by row and column; those that are not there have not been given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table(Vec<Cell>);

impl Table {
    /// Put a number into its place, unless there is one already.
    pub(super) fn add(&mut self, (row, column, number): Cell) -> bool {
        match self.0.binary_search_by_key(&(row, column), |cell| (cell.0, cell.1)) {
            Ok(_) => false,
            Err(place) => {
                self.0.insert(place, (row, column, number));
                true
            }
        }
    }

    fn get(&self, row: usize, column: Column) -> Option<Number> {
        let found = self.0.binary_search_by_key(&(row, column), |cell| (cell.0, cell.1));
        found.ok().map(|place| self.0[place].2)
    }

    /// Whether a head has numbers of its own in some row.
    fn tells_apart(&self, head: usize) -> bool {
        let is_own = |cell: &Cell| matches!(cell.1, Column::Under { head: of, .. } if of == head);
        self.0.iter().any(is_own)
    }

    /// All numbers, by row and then by column.
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
        self.0.get(piece as usize, Column::Alone).unwrap_or(Number::ONE)
    }

    /// The weight of an atom in a body, or of a clause, of the predicate at this position.
    pub fn of_predicate(&self, piece: Weighed, predicate: usize) -> Number {
        self.0.get(piece as usize, Column::Of(predicate)).unwrap_or(Number::ONE)
    }

    /// The weight of an atom of a predicate in the bodies of a head, both given by their positions.
    pub fn of_atom(&self, head: usize, predicate: usize) -> Number {
        let own = self.0.get(Weighed::Body as usize, Column::Under { head, predicate });
        own.unwrap_or_else(|| self.of_predicate(Weighed::Body, predicate))
    }

    /// Whether some atoms weigh something else in bodies of this head than in others.
    pub(crate) fn tell_apart(&self, head: usize) -> bool {
        self.0.tells_apart(head)
    }

    /// The same without the numbers that change nothing.
    pub(super) fn short(self) -> Weights {
        let changes = |&(_, column, number): &Cell| match column {
            Column::Under { predicate, .. } => {
                number != self.of_predicate(Weighed::Body, predicate)
            }
            Column::Alone | Column::Of(_) => number != Number::ONE,
        };
        Weights(Table(self.0.0.iter().copied().filter(changes).collect()))
    }

    /// Whether everything weighs the same, so that all programs are equally likely.
    pub fn are_one(&self) -> bool {
        self.0.cells().is_empty()
    }

    /// Weights from a list.
    pub(crate) fn new(weights: impl IntoIterator<Item = (Weighed, Column, Number)>) -> Weights {
        let mut table = Table::default();
        for (piece, column, weight) in weights {
            table.add((piece as usize, column, weight));
        }
        Weights(table).short()
    }
}

/// What programs should be like on average.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Averages(pub(super) Table);

impl Averages {
    /// The average of something, if it was given.
    pub fn of(&self, what: Averaged) -> Option<Number> {
        self.0.get(what as usize, Column::Alone)
    }

    /// The average of something of the predicate at this position.
    pub fn of_predicate(&self, what: Averaged, predicate: usize) -> Option<Number> {
        self.0.get(what as usize, Column::Of(predicate))
    }

    /// The number of atoms of a predicate in the bodies of a head, both given by their positions.
    pub fn of_atom(&self, head: usize, predicate: usize) -> Option<Number> {
        self.0.get(Averaged::Body as usize, Column::Under { head, predicate })
    }

    /// Whether there is an average of atoms in the bodies of this head.
    pub(crate) fn tell_apart(&self, head: usize) -> bool {
        self.0.tells_apart(head)
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

    /// The name of the row of the last of them, its column, and its value.
    pub(crate) fn last(&self) -> Option<(&'static str, Column, Number)> {
        let &(row, column, value) = self.0.cells().last()?;
        Some((AVERAGES[row].name, column, value))
    }
}
