//! Programs that a dialect cannot express.

use crate::name::is_variable;
use crate::parse::{MAX_NESTING, is_float, is_truth_value};
use crate::print::FormulaContext;
use crate::unsupported::Unsupported;
use crate::{
    Atom, Clause, Compound, Formula, Goal, Number, Predicate, Probability, Program, Symbol, Term,
};

/// Why a program cannot be written in a dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[non_exhaustive]
pub enum Unprintable {
    /// A probability in a language without them.
    #[error("only ProbLog can express the probability {0}")]
    #[diagnostic(help("write the program as ProbLog, or use the probability 1 only"))]
    Probability(Symbol),
    /// Several heads in a language of plain clauses.
    #[error("only ProbLog can express an annotated disjunction")]
    #[diagnostic(help("write the program as ProbLog"))]
    AnnotatedDisjunction,
    /// Evidence in a language of plain clauses.
    #[error("only ProbLog can express evidence")]
    #[diagnostic(help("write the program as ProbLog, or drop the evidence"))]
    Evidence,
    /// Queries in Prolog.
    #[error("Prolog cannot express queries")]
    #[diagnostic(help("write the program as ProbLog, or drop the queries"))]
    Query,
    /// A predicate whose name the dialect keeps for itself.
    #[error("`{0}` is built in and cannot be a predicate of a program")]
    #[diagnostic(help("choose another name"))]
    Reserved(Predicate),
    /// A variable whose name would be read as something else.
    #[error("`{0}` is not the name of a variable")]
    #[diagnostic(help("start it with an upper-case letter, and use letters, digits and `_` only"))]
    Variable(Symbol),
    /// A float that would be read as something else.
    #[error("`{0}` is not a floating-point number")]
    #[diagnostic(help("write it like `1.5` or `1.0e-3`"))]
    Float(Symbol),
    /// A whole number that would wrap around.
    #[error("the language has numbers of 32 bits, and {0} is none")]
    #[diagnostic(help("use smaller numbers, or names"))]
    Integer(Symbol),
    /// The heads of a clause are too likely together, or cannot be added exactly.
    #[error("the probabilities of an annotated disjunction do not sum to at most 1")]
    #[diagnostic(help("lower them, or write them with fewer digits"))]
    Sum,
    /// A clause without a head.
    #[error("a clause has no head")]
    #[diagnostic(help("give every clause at least one head"))]
    NoHead,
    /// A conjunction or disjunction of fewer than two formulas.
    #[error("a conjunction or disjunction has fewer than two children")]
    #[diagnostic(help("use the child itself, or `true`"))]
    Childless,
    /// A body nested too deeply to be read back.
    #[error("a body is nested more than {MAX_NESTING} levels deep")]
    #[diagnostic(help("move the inner formula to a predicate of its own"))]
    TooDeep,
    /// A name that the language cannot write.
    #[error("`{0}` is not written the same in this language")]
    #[diagnostic(help(
        "use lower-case ASCII letters, digits and `_` for names, and no word of the language's own"
    ))]
    Name(Symbol),
    /// A program that has no equivalent in conjunctions of literals.
    #[error("the language has conjunctions of literals only: {0}")]
    #[diagnostic(help("make the program safe"))]
    NotFlat(crate::NotFlat),
    /// A program without strata in a language that asks for them.
    #[error("the language needs strata: {0}")]
    #[diagnostic(help("ask for stratified programs"))]
    NotStratified(String),
    /// A directive in a language without them, or one that is no goal.
    #[error("the language has no directive `{0}`")]
    #[diagnostic(help("leave it out"))]
    Directive(Symbol),
    /// A head that is negated, in a language of plain clauses.
    #[error("only ProbLog can express a negated head")]
    #[diagnostic(help("write the program as ProbLog"))]
    NegatedHead,
    /// A condition of a query or of evidence.
    #[error("the language cannot express a condition of `{0}`, or its negation")]
    #[diagnostic(help("give the condition to a predicate of its own, and name that one"))]
    Condition(Symbol),
}

impl Unprintable {
    /// What any dialect must check.
    pub(super) fn check_common(program: &Program) -> Result<(), Self> {
        program.directives.iter().try_for_each(check_directive)?;
        program.clauses.iter().try_for_each(check_clause)?;
        program.evidence.iter().try_for_each(check_goal)?;
        program.queries.iter().try_for_each(check_goal)?;
        match program.queries.iter().find(|query| query.negated) {
            Some(query) => Err(Unprintable::Condition(query.atom.to_string().into())),
            None => Ok(()),
        }
    }
}

fn check_directive(directive: &Term) -> Result<(), Unprintable> {
    match directive {
        Term::Constant(_) | Term::Compound(_) => check_term(directive, 0),
        _ => Err(Unprintable::Directive(directive.to_string().into())),
    }
}

fn check_goal(goal: &Goal) -> Result<(), Unprintable> {
    match goal.condition {
        Formula::True => check_atom(&goal.atom),
        _ => Err(Unprintable::Condition(goal.atom.to_string().into())),
    }
}

fn check_clause(clause: &Clause) -> Result<(), Unprintable> {
    clause.heads.iter().try_for_each(|head| check_atom(&head.atom))?;
    let numbers = clause.heads.iter().filter_map(|head| head.probability.number());
    if let Some(head) = clause.heads.iter().find(|head| head.probability.number().is_none()) {
        return Err(Unprintable::Probability(head.probability.to_string().into()));
    }
    match &clause.heads[..] {
        [] => return Err(Unprintable::NoHead),
        [_] => {}
        _ if Probability::sum_at_most_one(numbers) => {}
        _ => return Err(Unprintable::Sum),
    }
    check_formula(&clause.body, FormulaContext::Body, 0)
}

fn check_formula(
    formula: &Formula,
    context: FormulaContext,
    nesting: usize,
) -> Result<(), Unprintable> {
    let nesting = nesting + usize::from(context.parenthesises(formula));
    if nesting > MAX_NESTING {
        return Err(Unprintable::TooDeep);
    }
    let (children, inner) = match formula {
        Formula::True => return Ok(()),
        Formula::Atom(atom) => return check_atom(atom),
        Formula::Not(_) if nesting == MAX_NESTING => return Err(Unprintable::TooDeep),
        Formula::Not(child) => return check_formula(child, FormulaContext::Not, nesting + 1),
        Formula::And(children) => (children, FormulaContext::And),
        Formula::Or(children) => (children, FormulaContext::Or),
    };
    if children.len() < 2 {
        return Err(Unprintable::Childless);
    }
    children.iter().try_for_each(|child| check_formula(child, inner, nesting))
}

fn check_atom(atom: &Atom) -> Result<(), Unprintable> {
    if is_truth_value(atom) || Unsupported::built_in(&atom.name, atom.args.len()).is_some() {
        return Err(Unprintable::Reserved(atom.predicate()));
    }
    // Nearly all terms are of these two kinds.
    let is_simple = |term: &&Term| match term {
        Term::Constant(_) => true,
        Term::Variable(name) => is_variable(name),
        _ => false,
    };
    atom.args.iter().filter(|term| !is_simple(term)).try_for_each(|term| check_term(term, 0))
}

fn check_term(term: &Term, nesting: usize) -> Result<(), Unprintable> {
    match term {
        Term::Variable(name) if !is_variable(name) => Err(Unprintable::Variable(name.clone())),
        Term::Number(Number::Float(text)) if !is_float(text) => {
            Err(Unprintable::Float(text.clone()))
        }
        Term::Compound(compound) => check_compound(compound, nesting),
        _ => Ok(()),
    }
}

fn check_compound(compound: &Compound, nesting: usize) -> Result<(), Unprintable> {
    match nesting {
        MAX_NESTING => Err(Unprintable::TooDeep),
        _ => compound.terms().try_for_each(|term| check_term(term, nesting + 1)),
    }
}
