//! Programs: their clauses, with the plain facts of a large text in tables, and what is asked and observed.

use crate::{Clause, Facts, Goal, Index, Term};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, LazyLock, OnceLock};

/// A program: clauses in order, and what a file may say beside them.
///
/// A program is *function-free* if its terms are variables, constants and numbers, its probabilities are
/// numbers, no head is negated, and queries and evidence have no conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Program {
    /// Directives without `:-`, in the order of the file.
    pub directives: Vec<Term>,
    /// Clauses, in the order of the file.
    pub clauses: Clauses,
    /// What is observed.
    pub evidence: Vec<Goal>,
    /// What is asked.
    pub queries: Vec<Goal>,
}

/// The clauses of a program, in the order of the text.
///
/// This is a vector of clauses, as far as one can see. But the plain facts of a large text are kept in tables
/// ([`Facts`]), which is small and quick to read; they become clauses when they are first looked at as such. An
/// algorithm that can work on tables takes the [parts](Clauses::parts) instead.
///
/// ```
/// use randlog_logic::Program;
///
/// let text = "p(X) :- q(X, _).\n".to_owned() + &"0.5::q(a, 1).\n".repeat(1000);
/// let program = Program::parse(&text)?;
/// let parts = program.clauses.parts();
/// assert_eq!((parts.rules.len(), parts.facts.len()), (1, 1000));
/// assert_eq!(program.clauses.len(), 1001);
/// assert_eq!(program.clauses[1000].to_string(), "0.5::q(a, 1).");
/// # Ok::<(), randlog_logic::ParseError>(())
/// ```
#[derive(Clone, Default)]
pub struct Clauses {
    /// All clauses, unless there are tables.
    list: Vec<Clause>,
    /// Shared by all copies of the program.
    tables: Option<Arc<Tables>>,
}

/// Clauses, with plain facts in tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    /// All but the facts in tables.
    pub(crate) rules: Vec<Clause>,
    /// Which of the rules are whose. It has the predicates that have only facts, too.
    pub(crate) index: Index,
    /// The plain facts.
    pub(crate) facts: Facts,
    /// Where each rule stands among all clauses.
    positions: Vec<u32>,
    /// All clauses, once they were asked for.
    whole: OnceLock<Vec<Clause>>,
}

/// Clauses as an algorithm takes them that works on tables.
#[derive(Clone, Debug)]
pub struct Parts<'p> {
    /// All clauses but the facts in tables.
    pub rules: &'p [Clause],
    /// The plain facts that are in tables.
    pub facts: &'p Facts,
    /// Which of the rules are whose. It has the predicates that have only facts, too.
    pub index: Cow<'p, Index>,
}

static NO_FACTS: LazyLock<Facts> = LazyLock::new(Facts::default);

impl Clauses {
    /// The clauses with plain facts apart, as far as those are in tables.
    pub fn parts(&self) -> Parts<'_> {
        match &self.tables {
            Some(tables) => {
                let Tables { rules, index, facts, .. } = &**tables;
                Parts { rules, facts, index: Cow::Borrowed(index) }
            }
            None => Parts { rules: self, facts: &NO_FACTS, index: Cow::Owned(Index::new(self)) },
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.tables {
            Some(tables) => tables.len(),
            None => self.list.len(),
        }
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same as a vector.
    pub fn into_vec(mut self) -> Vec<Clause> {
        std::mem::take(&mut *self)
    }
}

impl Tables {
    /// Adds a clause, which comes after all others.
    pub(crate) fn add(&mut self, clause: Clause) {
        self.positions.push(self.len() as u32);
        self.index.add(&clause, self.rules.len() as u32);
        self.rules.push(clause);
    }

    fn len(&self) -> usize {
        self.rules.len() + self.facts.len()
    }

    /// All clauses, in the order of the text.
    fn whole(&self) -> Vec<Clause> {
        let mut clauses: Vec<Option<Clause>> = vec![None; self.len()];
        for (&position, clause) in self.positions.iter().zip(&self.rules) {
            clauses[position as usize] = Some(clause.clone());
        }
        // Facts fill what is left, in their order.
        let free: Vec<usize> = (0..clauses.len()).filter(|&at| clauses[at].is_none()).collect();
        for (number, entry) in self.index.entries().iter().enumerate() {
            for (fact, clause) in self.facts.clauses(number, &entry.predicate) {
                clauses[free[fact as usize]] = Some(clause);
            }
        }
        clauses.into_iter().flatten().collect()
    }
}

impl Deref for Clauses {
    type Target = Vec<Clause>;

    fn deref(&self) -> &Vec<Clause> {
        match &self.tables {
            Some(tables) => tables.whole.get_or_init(|| tables.whole()),
            None => &self.list,
        }
    }
}

impl DerefMut for Clauses {
    fn deref_mut(&mut self) -> &mut Vec<Clause> {
        if let Some(tables) = self.tables.take() {
            self.list = match Arc::try_unwrap(tables) {
                Ok(mut own) => own.whole.take().unwrap_or_else(|| own.whole()),
                Err(shared) => shared.whole.get().cloned().unwrap_or_else(|| shared.whole()),
            };
        }
        &mut self.list
    }
}

impl From<Vec<Clause>> for Clauses {
    fn from(list: Vec<Clause>) -> Clauses {
        Clauses { list, tables: None }
    }
}

impl From<Tables> for Clauses {
    fn from(tables: Tables) -> Clauses {
        match tables.facts.is_empty() {
            true => tables.rules.into(),
            false => Clauses { list: Vec::new(), tables: Some(Arc::new(tables)) },
        }
    }
}

impl FromIterator<Clause> for Clauses {
    fn from_iter<I: IntoIterator<Item = Clause>>(clauses: I) -> Clauses {
        Vec::from_iter(clauses).into()
    }
}

impl IntoIterator for Clauses {
    type Item = Clause;
    type IntoIter = std::vec::IntoIter<Clause>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'c> IntoIterator for &'c Clauses {
    type Item = &'c Clause;
    type IntoIter = std::slice::Iter<'c, Clause>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'c> IntoIterator for &'c mut Clauses {
    type Item = &'c mut Clause;
    type IntoIter = std::slice::IterMut<'c, Clause>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl PartialEq for Clauses {
    fn eq(&self, other: &Clauses) -> bool {
        **self == **other
    }
}

impl Eq for Clauses {}

impl Hash for Clauses {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl std::fmt::Debug for Clauses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}
