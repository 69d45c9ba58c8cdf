//! From terms to clauses, queries and evidence.

use super::directive::{dynamic, lets_unknown_fail, without_effect};
use super::operators::ARGUMENT;
use super::read::Reader;
use super::{Statement, WideClause, WideHead, WideProgram};
use crate::parse::{Kind, ParseProblem, Refusal, Span, Unsupported, fail, refusal};
use crate::{Atom, Compound, Formula, ParseError, Predicate, ReadLimits, Symbol, Term};

impl WideProgram {
    /// Reads a ProbLog program.
    ///
    /// ```
    /// use randlog_logic::wide::WideProgram;
    ///
    /// let text = "P::heads(X) :- coin(X, P). coin([a, b], 0.5). query(heads(X)) :- coin(X, _).";
    /// let program = WideProgram::parse(text)?;
    /// assert_eq!((program.clauses.len(), program.queries.len()), (2, 1));
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn parse(text: &str) -> Result<WideProgram, ParseError> {
        WideProgram::parse_within(text, &ReadLimits::default())
    }

    /// The same within limits.
    pub fn parse_within(text: &str, limits: &ReadLimits) -> Result<WideProgram, ParseError> {
        read(text, limits).map_err(|refusal| ParseError::new(*refusal, text))
    }
}

fn read(text: &str, limits: &ReadLimits) -> Result<WideProgram, Refusal> {
    let mut reader = Reader::within(text, limits)?;
    let mut program = WideProgram::default();
    let mut foreign: Vec<(Predicate, Span)> = Vec::new();
    // Lines are counted once, not from the start for every clause.
    let (mut line, mut counted) = (1, 0);
    while !reader.at(Kind::End) {
        let start = reader.span();
        line += text[counted..start.start].bytes().filter(|&byte| byte == b'\n').count();
        counted = start.start;
        if reader.at(Kind::Neck) {
            reader.advance()?;
            let term = reader.directive()?;
            let span = reader.since(start);
            reader.expect(Kind::FullStop, "an operator or a full stop")?;
            if !without_effect(&term) {
                return fail(Unsupported::Directive(shorten(&term)), span);
            }
            program.dynamic.extend(dynamic(&term));
            program.unknown_fails |= lets_unknown_fail(&term);
            program.directives.push(term);
            continue;
        }
        let heads = heads(&mut reader)?;
        let body = match reader.accept(Kind::Neck)? {
            true => body(&mut reader)?,
            false => Formula::True,
        };
        let span = reader.since(start);
        reader
            .expect(Kind::FullStop, "an operator, `:-` or a full stop followed by white space")?;
        foreign.extend(foreign_atoms(&body).map(|atom| (atom.predicate(), span)));
        add(&mut program, WideClause { heads, body, line }, span)?;
    }
    let is_own = |predicate: &Predicate| {
        let mut heads = program.clauses.iter().flat_map(|clause| &clause.heads);
        heads.any(|head| head.atom.predicate() == *predicate)
    };
    match foreign.into_iter().find(|(predicate, _)| !is_own(predicate)) {
        Some((Predicate { name, arity }, span)) => match Unsupported::foreign(&name, arity) {
            Some(problem) => fail(problem, span),
            None => Ok(program),
        },
        None => Ok(program),
    }
}

/// The atoms of a body whose predicates other systems have.
fn foreign_atoms(body: &Formula) -> impl Iterator<Item = &Atom> {
    let atoms = body.atoms().map(|occurrence| occurrence.atom);
    atoms.filter(|atom| Unsupported::foreign(&atom.name, atom.args.len()).is_some())
}

/// Does a body use a predicate that other systems have?
pub(super) fn has_foreign_goal(body: &Formula) -> bool {
    *body != Formula::True && foreign_atoms(body).next().is_some()
}

/// Enough of a term to recognise it in a message.
fn shorten(term: &Term) -> Symbol {
    let text = term.to_string();
    match text.char_indices().nth(60) {
        Some((cut, _)) => Symbol::from(format!("{}…", &text[..cut])),
        None => Symbol::from(text),
    }
}

fn heads(reader: &mut Reader<'_>) -> Result<Vec<WideHead>, Refusal> {
    let start = reader.span();
    let mut heads = vec![head(reader)?];
    while reader.accept(Kind::Semicolon)? {
        heads.push(head(reader)?);
    }
    if heads.len() > 1 && heads.iter().any(|head| head.annotation.is_none()) {
        return fail(Unsupported::PlainDisjunction, reader.since(start));
    }
    Ok(heads)
}

fn head(reader: &mut Reader<'_>) -> Result<WideHead, Refusal> {
    let start = reader.span();
    if reader.slice(start).starts_with("?::") {
        return fail(Unsupported::Decision, start);
    }
    let mut term = reader.term(ARGUMENT)?;
    let mut annotation = None;
    if reader.accept(Kind::Annotation)? {
        let span = reader.since(start);
        if functor(&term) == Some("t") {
            return fail(Unsupported::Learnable, span);
        }
        annotation = Some(term);
        term = reader.term(ARGUMENT)?;
    }
    let span = reader.since(start);
    let (term, negated) = match negated(&term) {
        Some(inner) => (inner.clone(), true),
        None => (term, false),
    };
    let atom = atom(term, span)?;
    match Unsupported::refused_head(&atom.name, atom.args.len()) {
        Some(problem) => fail(problem, span),
        None => Ok(WideHead { annotation, negated, atom }),
    }
}

/// The function symbol of a compound term.
fn functor(term: &Term) -> Option<&str> {
    match term {
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, _) => Some(functor),
            Compound::List(..) => None,
        },
        _ => None,
    }
}

/// The inside of a negation.
fn negated(term: &Term) -> Option<&Term> {
    match term {
        Term::Compound(compound) => match &**compound {
            Compound::Function(functor, args) => match (functor.as_str(), &args[..]) {
                ("\\+" | "not", [inner]) => Some(inner),
                _ => None,
            },
            Compound::List(..) => None,
        },
        _ => None,
    }
}

fn atom(term: Term, span: Span) -> Result<Atom, Refusal> {
    match term {
        Term::Constant(name) => Ok(Atom::new(name, Vec::new())),
        Term::Compound(compound) => match &*compound {
            Compound::Function(functor, args) => Ok(Atom::new(functor.clone(), args.clone())),
            Compound::List(..) => fail(Unsupported::ListGoal, span),
        },
        Term::Variable(_) | Term::Anonymous => fail(Unsupported::VariableGoal, span),
        Term::Number(_) | Term::Text(_) => {
            let found = format!("`{term}`");
            fail(ParseProblem::Expected { expected: "an atom", found }, span)
        }
    }
}

/// A body: conjunctions and disjunctions at its top may be as long as they like.
fn body(reader: &mut Reader<'_>) -> Result<Formula, Refusal> {
    let mut branches = Vec::new();
    loop {
        let mut goals = Vec::new();
        loop {
            let start = reader.span();
            let term = reader.term(ARGUMENT)?;
            goals.push(formula(&term, reader.since(start))?);
            if !reader.accept(Kind::Comma)? {
                break;
            }
        }
        branches.push(joined(goals, Formula::And));
        if !reader.accept(Kind::Semicolon)? {
            break;
        }
    }
    Ok(joined(branches, Formula::Or))
}

fn joined(mut parts: Vec<Formula>, connective: fn(Vec<Formula>) -> Formula) -> Formula {
    match parts.len() {
        1 => parts.remove(0),
        _ => connective(parts),
    }
}

/// A term as a goal.
pub(super) fn formula(term: &Term, span: Span) -> Result<Formula, Refusal> {
    if let Some(inner) = negated(term) {
        return Ok(Formula::Not(Box::new(formula(inner, span)?)));
    }
    if let Term::Compound(compound) = term
        && let Compound::Function(functor, args) = &**compound
    {
        let part = |term: &Term| formula(term, span);
        match (functor.as_str(), &args[..]) {
            (",", [_, _]) => return Ok(Formula::And(spine(term, ",", span)?)),
            (";", [_, _]) => return Ok(Formula::Or(spine(term, ";", span)?)),
            ("forall", [condition, action]) => {
                let counter = vec![part(condition)?, Formula::Not(Box::new(part(action)?))];
                return Ok(Formula::Not(Box::new(Formula::And(counter))));
            }
            ("call", [goal, more @ ..]) => return called(goal, more, span),
            _ => {}
        }
    }
    let atom = atom(term.clone(), span)?;
    match (atom.name.as_str(), atom.args.len()) {
        ("true", 0) => Ok(Formula::True),
        ("fail" | "false", 0) => Ok(Formula::Not(Box::new(Formula::True))),
        (name, arity) => match Unsupported::refused_form(name, arity) {
            Some(problem) => Err(refusal(problem, span)),
            None => Ok(Formula::Atom(atom)),
        },
    }
}

/// `call(p, X)` is `p(X)`, if it is known what is called.
fn called(goal: &Term, more: &[Term], span: Span) -> Result<Formula, Refusal> {
    if more.is_empty() {
        return formula(goal, span);
    }
    let Atom { name, mut args } = atom(goal.clone(), span)?;
    args.extend(more.iter().cloned());
    formula(&Term::function(name, args), span)
}

/// The parts of a chain to the right.
fn spine(term: &Term, operator: &str, span: Span) -> Result<Vec<Formula>, Refusal> {
    let (mut parts, mut rest) = (Vec::new(), term);
    loop {
        let next = match rest {
            Term::Compound(compound) => match &**compound {
                Compound::Function(functor, args) if functor == operator && args.len() == 2 => {
                    Some((&args[0], &args[1]))
                }
                _ => None,
            },
            _ => None,
        };
        let Some((first, others)) = next else {
            parts.push(formula(rest, span)?);
            return Ok(parts);
        };
        parts.push(formula(first, span)?);
        rest = others;
    }
}

/// A clause of the program, a query, or evidence.
fn add(program: &mut WideProgram, clause: WideClause, span: Span) -> Result<(), Refusal> {
    let [head] = &clause.heads[..] else {
        if let Some(head) = clause.heads.iter().find(|head| is_statement(&head.atom)) {
            return fail(ParseProblem::Chosen(statement_name(&head.atom)), span);
        }
        program.clauses.push(clause);
        return Ok(());
    };
    if !is_statement(&head.atom) {
        program.clauses.push(clause);
        return Ok(());
    }
    if head.annotation.is_some() || head.negated {
        return fail(ParseProblem::Chosen(statement_name(&head.atom)), span);
    }
    let is_query = head.atom.name == "query";
    let mut inner = &head.atom.args[0];
    let mut is_negated = false;
    if let Some(positive) = negated(inner) {
        (inner, is_negated) = (positive, true);
    }
    match head.atom.args.get(1) {
        None => {}
        Some(Term::Constant(value)) if value == "true" => {}
        Some(Term::Constant(value)) if value == "false" => is_negated = !is_negated,
        Some(_) => return fail(ParseProblem::Evidence, span),
    }
    let is_formula = matches!(functor(inner), Some("," | ";")) || negated(inner).is_some();
    if is_formula && is_query {
        let found = format!("`{}`", shorten(inner));
        return fail(ParseProblem::Expected { expected: "an atom to ask for", found }, span);
    }
    if is_formula {
        return fail(ParseProblem::Evidence, span);
    }
    let atom = atom(inner.clone(), span)?;
    let WideClause { body: condition, line, .. } = clause;
    let statement = Statement { atom, negated: is_negated, condition, line };
    match is_query {
        true => program.queries.push(statement),
        false => program.evidence.push(statement),
    }
    Ok(())
}

fn statement_name(atom: &Atom) -> &'static str {
    if atom.name == "query" { "query" } else { "evidence" }
}

fn is_statement(atom: &Atom) -> bool {
    matches!((atom.name.as_str(), atom.args.len()), ("query", 1) | ("evidence", 1 | 2))
}

/// A goal written as a term, such as the second argument of `findall/3`.
pub fn goal(term: &Term) -> Result<Formula, ParseProblem> {
    formula(term, Span { start: 0, end: 0 }).map_err(|refused| refused.problem)
}
