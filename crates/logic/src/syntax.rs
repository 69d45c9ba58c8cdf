//! The abstract syntax: what a program consists of, independent of any dialect.

use crate::Probability;
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
/// What a flat program ([`Program`]) has as arguments are variables, constants and numbers; texts and
/// compound terms belong to the wide language ([`crate::wide`]), whose answers have them as well.
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

/// One alternative of a clause's head: an atom and the probability of choosing it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Head {
    /// How likely this head is, given the body; one for plain clauses.
    pub probability: Probability,
    /// The atom that becomes true.
    pub atom: Atom,
}

/// The heads of a clause. Nearly always there is one, which lives inside the clause: programs have
/// facts by the hundred thousand.
pub type Heads = SmallVec<[Head; 1]>;

/// A clause `p :: head :- body`, or an annotated disjunction with several heads of which at most
/// one is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// One head, or the alternatives of an annotated disjunction. Never empty.
    pub heads: Heads,
    /// The body; [`Formula::True`] for a fact.
    pub body: Formula,
}

/// An observation: the atom is known to be true or known to be false.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Evidence {
    /// What was observed.
    pub atom: Atom,
    /// Whether it holds.
    pub value: bool,
}

/// `:- text.`: an instruction to the system that loads the program, kept as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Directive {
    /// What stands between `:-` and the full stop.
    pub text: Symbol,
}

/// A program: clauses in order, and what a file may say beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Program {
    /// Directives, in the order of the file.
    pub directives: Vec<Directive>,
    /// Clauses, in the order of the file.
    pub clauses: Vec<Clause>,
    /// What is observed.
    pub evidence: Vec<Evidence>,
    /// What is asked.
    pub queries: Vec<Atom>,
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
        match &tail {
            Term::Compound(compound) => match &**compound {
                Compound::List(more, last) => {
                    items.extend(more.iter().cloned());
                    Term::Compound(Arc::new(Compound::List(items, last.clone())))
                }
                Compound::Function(..) => Term::Compound(Arc::new(Compound::List(items, tail))),
            },
            _ => Term::Compound(Arc::new(Compound::List(items, tail))),
        }
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

impl Clause {
    /// A clause with one head.
    pub fn new(probability: Probability, head: Atom, body: Formula) -> Clause {
        Clause { heads: smallvec![Head { probability, atom: head }], body }
    }
}
