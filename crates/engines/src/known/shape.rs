//! What reduced programs have in common that show the same fault.

use super::Pattern;
use crate::TestCase;

/// What matters of a program that was reduced until nothing more could go.
///
/// One fault is reduced to many forms: a cycle of one predicate or of two, with arguments or without. What they
/// share is which [patterns](Pattern) hold of them, since whatever could go is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The patterns that hold, by their names.
    Patterns(Vec<&'static str>),
    /// The program itself, up to names and order: it has what patterns say nothing about.
    Program(String),
}

impl Shape {
    /// The shape of a program.
    ///
    /// ```
    /// use randlog_engines::known::Shape;
    ///
    /// let shape = |text: &str| Shape::of(&text.into());
    /// let loops = shape("p :- p. p. query(p).");
    /// assert_eq!(loops, shape("q(a). r(X) :- q(X). q(X) :- r(X). query(r(a))."));
    /// assert_ne!(loops, shape("p :- p. p. evidence(p). query(p)."));
    /// assert_eq!(shape("p([a]). query(p([a]))."), shape("query(q([b])). q([b])."));
    /// ```
    pub fn of(program: &TestCase) -> Shape {
        let flat = program.program();
        match flat {
            Some(flat) => Shape::Patterns(Pattern::of(&flat)),
            None => Shape::Program(program.canonical()),
        }
    }
}
