//! What reduced programs have in common that show the same fault.

use randlog_logic::Program;

use super::Pattern;

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
    /// The shape of a program, given as a text.
    ///
    /// ```
    /// use randlog_engines::known::Shape;
    ///
    /// let loops = Shape::of("p :- p. p. query(p).");
    /// assert_eq!(loops, Shape::of("q(a). r(X) :- q(X). q(X) :- r(X). query(r(a))."));
    /// assert_ne!(loops, Shape::of("p :- p. p. evidence(p). query(p)."));
    /// assert_eq!(Shape::of("p([a]). query(p([a]))."), Shape::of("query(q([b])). q([b])."));
    /// ```
    pub fn of(program: &str) -> Shape {
        let Ok(read) = Program::parse(program) else {
            return Shape::Program(program.to_owned());
        };
        match read.function_free() {
            Some(free) => Shape::Patterns(Pattern::of(&free)),
            None => Shape::Program(read.canonical().to_string()),
        }
    }
}
