//! Plain facts in tables.

use crate::probability::Decimal;
use crate::{Atom, Clause, Formula, Number, Predicate, Probability, Symbol, Term};
use hashbrown::HashMap;

/// Facts whose arguments are constants and numbers, by predicate.
///
/// Large programs are large because of these. As a clause, a fact takes hundreds of bytes and an allocation; here it takes a
/// few numbers: one for each argument, one for its probability, and its own.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    constants: Vec<Term>,
    names: HashMap<Symbol, u32>,
    integers: HashMap<i64, u32>,
    /// The probabilities below one that occur.
    probabilities: Vec<Probability>,
    decimals: HashMap<Decimal, u32>,
    /// Per fact: which of the probabilities, or [`CERTAIN`].
    chances: Vec<u32>,
    /// By the number of the predicate.
    tables: Vec<Table>,
}

/// About how many bytes a fact takes, without its arguments.
const BYTES_PER_FACT: usize = 8;

/// About how many bytes a constant takes, with its share of what is there twice while maps grow.
const BYTES_PER_CONSTANT: usize = 96;

/// What a certain fact has for the number of its probability.
const CERTAIN: u32 = u32::MAX;

/// The facts of a predicate.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The numbers of the constants, row after row.
    values: Vec<u32>,
    /// Per row: the number of the fact.
    facts: Vec<u32>,
}

/// An argument of a plain fact, as it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Word<'t> {
    Name(&'t str),
    Integer(i64),
}

impl Word<'_> {
    pub(crate) fn term(self) -> Term {
        match self {
            Word::Name(name) => Term::Constant(Symbol::new(name)),
            Word::Integer(value) => Term::Number(Number::Integer(value)),
        }
    }
}

impl Table {
    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// The facts by number, each with the numbers of its constants.
    pub fn rows(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let arity = self.values.len().checked_div(self.facts.len()).unwrap_or(0);
        self.facts
            .iter()
            .enumerate()
            .map(move |(row, &fact)| (fact, &self.values[row * arity..(row + 1) * arity]))
    }
}

impl Facts {
    /// How many facts there are. They are numbered in the order of the text.
    pub fn len(&self) -> usize {
        self.chances.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.chances.is_empty()
    }

    /// The constants that occur, by number.
    pub fn constants(&self) -> &[Term] {
        &self.constants
    }

    /// The number of a constant, if it occurs.
    pub fn number(&self, term: &Term) -> Option<u32> {
        match term {
            Term::Constant(name) => self.names.get(name.as_str()).copied(),
            Term::Number(Number::Integer(value)) => self.integers.get(value).copied(),
            _ => None,
        }
    }

    /// The facts of a predicate, by its number in the [`Index`](crate::Index) of the program.
    pub fn table(&self, predicate: usize) -> Option<&Table> {
        self.tables.get(predicate).filter(|table| !table.is_empty())
    }

    /// Does this fact hold for sure?
    pub fn is_certain(&self, fact: u32) -> bool {
        self.chances[fact as usize] == CERTAIN
    }

    /// The probability of a fact.
    pub fn probability(&self, fact: u32) -> Probability {
        let chance = self.chances[fact as usize];
        self.probabilities.get(chance as usize).copied().unwrap_or(Probability::ONE)
    }

    /// About how many bytes this holds.
    pub fn bytes(&self) -> usize {
        let values: usize = self.tables.iter().map(|table| table.values.len()).sum();
        4 * values + BYTES_PER_FACT * self.len() + BYTES_PER_CONSTANT * self.constants.len()
    }

    /// Adds a fact of the predicate with this number; says about how many bytes that takes.
    pub(crate) fn add(
        &mut self,
        predicate: usize,
        probability: Option<Decimal>,
        words: &[Word<'_>],
    ) -> usize {
        let known = self.constants.len();
        if self.tables.len() <= predicate {
            self.tables.resize_with(predicate + 1, Table::default);
        }
        let Facts { constants, names, integers, probabilities, decimals, chances, tables } = self;
        let table = &mut tables[predicate];
        table.facts.push(chances.len() as u32);
        chances.push(match probability {
            None => CERTAIN,
            Some(decimal) => *decimals.entry(decimal).or_insert_with(|| {
                probabilities.push(decimal.value());
                (probabilities.len() - 1) as u32
            }),
        });
        for &word in words {
            let mut new = || {
                constants.push(word.term());
                (constants.len() - 1) as u32
            };
            table.values.push(match word {
                Word::Name(name) => match names.get(name) {
                    Some(&number) => number,
                    None => *names.entry(Symbol::new(name)).or_insert_with(new),
                },
                Word::Integer(value) => *integers.entry(value).or_insert_with(&mut new),
            });
        }
        BYTES_PER_FACT + 4 * words.len() + BYTES_PER_CONSTANT * (constants.len() - known)
    }

    /// The facts of a predicate as clauses, each with its number.
    pub(crate) fn clauses(
        &self,
        number: usize,
        predicate: &Predicate,
    ) -> impl Iterator<Item = (u32, Clause)> {
        let rows = self.table(number).into_iter().flat_map(Table::rows);
        rows.map(|(fact, values)| {
            let args = values.iter().map(|&value| self.constants[value as usize].clone());
            let atom = Atom::new(predicate.name.clone(), args.collect());
            (fact, Clause::new(self.probability(fact), atom, Formula::True))
        })
    }
}
