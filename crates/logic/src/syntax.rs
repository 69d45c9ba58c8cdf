//! The abstract syntax: what a program consists of, independent of any dialect.

use crate::{Probability, SourcePlace};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// A name: of a predicate, a constant or a variable. Cheap to clone; short names live inline.
pub type Symbol = smol_str::SmolStr;

/// A predicate is known by its name *and* its arity: `p/1` and `p/2` are two predicates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Predicate {
    /// The name, unquoted.
    pub name: Symbol,
    /// The number of arguments; zero is allowed.
    pub arity: usize,
}

/// A number as a constant. `1` and `1.0` are different constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Number {
    /// A whole number.
    Integer(i64),
    /// A number with a fraction or an exponent, kept as it was written.
    Float(Symbol),
}

/// An argument of an atom.
///
/// In a function-free program, arguments are variables, constants and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A named variable, `X`.
    Variable(Symbol),
    /// The variable `_`: every occurrence is a variable of its own.
    Anonymous,
    /// A constant, `a` or `'two words'`, stored without quotes.
    Constant(Symbol),
    /// A number.
    Number(Number),
    /// A text in double quotes, stored without them. It is no constant: `"a"` and `a` differ.
    Text(Symbol),
    /// A function symbol applied to terms, or a list.
    Compound(Arc<Compound>),
}

/// A term made of others. Equal terms are equal values: the tail of a list is never a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compound {
    /// `f(a, X)`; operators are function symbols, too. There is at least one argument.
    Function(Symbol, Vec<Term>),
    /// `[a, b | T]`: at least one element, and what follows them, `[]` for a proper list.
    List(Vec<Term>, Term),
}

/// A predicate applied to terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    /// The name of the predicate; its arity is the number of arguments.
    pub name: Symbol,
    /// The arguments, left to right.
    pub args: Vec<Term>,
}

/// The body of a clause: an *ordered* tree. `p, q` and `q, p` are two formulas, and so are
/// `(p, q), r` and `p, q, r`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Formula {
    /// Always true: the body of a fact.
    True,
    /// A leaf.
    Atom(Atom),
    /// Negation (as failure) of one formula.
    Not(Box<Formula>),
    /// Conjunction of two or more formulas.
    And(Vec<Formula>),
    /// Disjunction of two or more formulas.
    Or(Vec<Formula>),
}

/// How likely a head is, given the body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Annotation {
    /// A number; one for plain clauses.
    Number(Probability),
    /// A term that has a value once its variables do; or a number that is no probability.
    Expression(Term),
}

/// One alternative of a clause's head: an atom and the probability of choosing it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Head {
    /// How likely this head is, given the body.
    pub probability: Annotation,
    /// Does the clause speak against the atom? `0.5::\\+ a :- b.`
    pub negated: bool,
    /// The atom that becomes true.
    pub atom: Atom,
}

/// The heads of a clause. Nearly always there is one, which lives inside the clause: programs have
/// facts by the hundred thousand.
pub type Heads = SmallVec<[Head; 1]>;

/// A clause `p :: head :- body`, or an annotated disjunction with several heads of which at most
/// one is chosen. Built-in predicates are atoms like any others in its body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// One head, or the alternatives of an annotated disjunction. Never empty.
    pub heads: Heads,
    /// The body; [`Formula::True`] for a fact.
    pub body: Formula,
    /// Where it starts.
    pub place: SourcePlace,
}

/// A query, or a piece of evidence: what is asked, or observed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// The atom.
    pub atom: Atom,
    /// Is the negation asked for? Was the atom seen to be false?
    pub negated: bool,
    /// For which values of the variables: those that can make this true.
    pub condition: Formula,
    /// Where it starts.
    pub place: SourcePlace,
}

impl Predicate {
    /// The predicate `name/arity`.
    pub fn new(name: impl Into<Symbol>, arity: usize) -> Predicate {
        Predicate { name: name.into(), arity }
    }
}

/// The function symbol of a list's first element and its rest.
const LIST: &str = ".";

/// The constant that stands for the empty list.
pub(crate) const EMPTY_LIST: &str = "[]";

impl Term {
    /// The term `functor(args…)`: a constant, if there are no arguments, and the list `[a | b]` for
    /// `'.'(a, b)`.
    pub fn function(functor: impl Into<Symbol>, args: Vec<Term>) -> Term {
        let functor = functor.into();
        match <[Term; 2]>::try_from(args) {
            Ok([first, rest]) if functor == LIST => Term::list(vec![first], rest),
            Ok(args) => Term::Compound(Arc::new(Compound::Function(functor, args.into()))),
            Err(args) if args.is_empty() => Term::Constant(functor),
            Err(args) => Term::Compound(Arc::new(Compound::Function(functor, args))),
        }
    }

    /// The empty list, `[]`.
    pub fn empty_list() -> Term {
        Term::Constant(Symbol::new_static(EMPTY_LIST))
    }

    /// The function symbol and the arguments, if this is a function applied to terms.
    pub fn as_function(&self) -> Option<(&str, &[Term])> {
        match self {
            Term::Compound(compound) => match &**compound {
                Compound::Function(functor, args) => Some((functor, args)),
                Compound::List(..) => None,
            },
            _ => None,
        }
    }

    /// The list with these first elements and this rest.
    ///
    /// ```
    /// use randlog_logic::Term;
    ///
    /// let [a, b] = ["a", "b"].map(|name| Term::Constant(name.into()));
    /// let rest = Term::list(vec![b], Term::empty_list());
    /// assert_eq!(Term::list(vec![a], rest).to_string(), "[a, b]");
    /// ```
    pub fn list(mut items: Vec<Term>, tail: Term) -> Term {
        if items.is_empty() {
            return tail;
        }
        let mut last = &tail;
        if let Term::Compound(compound) = &tail
            && let Compound::List(more, end) = &**compound
        {
            items.extend(more.iter().cloned());
            last = end;
        }
        let last = last.clone();
        Term::Compound(Arc::new(Compound::List(items, last)))
    }
}

impl Compound {
    /// The terms that it is made of, left to right.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let (terms, tail) = match self {
            Compound::Function(_, args) => (args, None),
            Compound::List(items, tail) => (items, Some(tail)),
        };
        terms.iter().chain(tail)
    }
}

impl Atom {
    /// The atom `name(args…)`.
    pub fn new(name: impl Into<Symbol>, args: Vec<Term>) -> Atom {
        Atom { name: name.into(), args }
    }

    /// The predicate of this atom.
    pub fn predicate(&self) -> Predicate {
        Predicate { name: self.name.clone(), arity: self.args.len() }
    }
}

impl Annotation {
    /// What plain clauses have.
    pub const ONE: Annotation = Annotation::Number(Probability::ONE);

    /// The number, if this is one.
    pub fn number(&self) -> Option<Probability> {
        match self {
            Annotation::Number(probability) => Some(*probability),
            Annotation::Expression(_) => None,
        }
    }

    /// The term, if this is none.
    pub fn expression(&self) -> Option<&Term> {
        match self {
            Annotation::Number(_) => None,
            Annotation::Expression(term) => Some(term),
        }
    }

    /// The same, to be changed.
    pub fn expression_mut(&mut self) -> Option<&mut Term> {
        match self {
            Annotation::Number(_) => None,
            Annotation::Expression(term) => Some(term),
        }
    }

    /// Is this the number one?
    pub fn is_one(&self) -> bool {
        matches!(self, Annotation::Number(probability) if probability.is_one())
    }
}

impl From<Probability> for Annotation {
    fn from(probability: Probability) -> Annotation {
        Annotation::Number(probability)
    }
}

impl PartialEq<Probability> for Annotation {
    fn eq(&self, other: &Probability) -> bool {
        self.number() == Some(*other)
    }
}

impl Head {
    /// The head `probability::atom`.
    pub fn new(probability: impl Into<Annotation>, atom: Atom) -> Head {
        Head { probability: probability.into(), negated: false, atom }
    }
}

impl Clause {
    /// A clause with one head.
    pub fn new(probability: impl Into<Annotation>, head: Atom, body: Formula) -> Clause {
        Clause::with_heads(smallvec![Head::new(probability, head)], body)
    }

    /// A clause with these heads, from no text.
    pub fn with_heads(heads: Heads, body: Formula) -> Clause {
        Clause { heads, body, place: SourcePlace::default() }
    }
}

impl Goal {
    /// The query for this atom, or the evidence that it is true.
    pub fn new(atom: Atom) -> Goal {
        Goal { atom, negated: false, condition: Formula::True, place: SourcePlace::default() }
    }

    /// The evidence that this atom is false.
    pub fn not(atom: Atom) -> Goal {
        Goal { negated: true, ..Goal::new(atom) }
    }
}

impl From<Atom> for Goal {
    fn from(atom: Atom) -> Goal {
        Goal::new(atom)
    }
}
