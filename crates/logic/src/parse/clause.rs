//! Clauses, queries and evidence.

use super::error::refusal;
use super::goal::{atom, shorten, without_sign};
use super::lexer::Kind;
use super::term::Callable;
use super::{ParseProblem, Parser, Refusal, fail};
use crate::place::Span;
use crate::unsupported::Unsupported;
use crate::{Annotation, Atom, Clause, Formula, Goal, Head, Heads, Probability, Program, Term};
use smallvec::smallvec;

const AFTER_HEAD: &str = "`:-`, `;` or a full stop followed by white space";
const AFTER_BODY: &str = "`,`, `;` or a full stop followed by white space";

impl Parser<'_> {
    /// A clause, with its full stop.
    pub(super) fn clause(&mut self) -> Result<Clause, Refusal> {
        let place = self.place();
        let heads = self.heads()?;
        let (body, before) = match self.accept(Kind::Neck)? {
            true => (self.disjunction()?, AFTER_BODY),
            false => (Formula::True, AFTER_HEAD),
        };
        self.expect(Kind::FullStop, before)?;
        Ok(Clause { heads, body, place })
    }

    fn heads(&mut self) -> Result<Heads, Refusal> {
        let start = self.span();
        let (first, mut annotated) = self.head()?;
        let mut heads: Heads = smallvec![first];
        while self.accept(Kind::Semicolon)? {
            let (head, with_probability) = self.head()?;
            heads.push(head);
            annotated &= with_probability;
        }
        if heads.len() > 1 {
            let span = start.to(self.last);
            if !annotated {
                return fail(Unsupported::PlainDisjunction, span);
            }
            let numbers = heads.iter().filter_map(|head| head.probability.number());
            if self.function_free && !Probability::sum_at_most_one(numbers) {
                return fail(ParseProblem::SumAboveOne, span);
            }
        }
        Ok(heads)
    }

    /// A head, and whether it has a probability.
    fn head(&mut self) -> Result<(Head, bool), Refusal> {
        if self.function_free { self.plain_head() } else { self.any_head() }
    }

    fn any_head(&mut self) -> Result<(Head, bool), Refusal> {
        let start = self.span();
        if self.slice(start).starts_with("?::") {
            return fail(Unsupported::Decision, start);
        }
        let mut written = self.callable("a clause")?;
        let mut annotation = None;
        if self.accept(Kind::Annotation)? {
            let term = written.into_term();
            if let Some(("t", _)) = term.as_function() {
                return fail(Unsupported::Learnable, start.to(self.last));
            }
            annotation = Some(Annotation::new(term));
            written = self.callable("a head")?;
        }
        let span = start.to(self.last);
        let (atom, negated) = match written {
            Callable::Atom(atom) => (atom, false),
            Callable::Term(term) => {
                let (term, negated) = without_sign(term);
                (atom(term, span)?, negated)
            }
        };
        if let Some(problem) = Unsupported::refused_head(&atom.name, atom.args.len()) {
            return fail(problem, span);
        }
        let annotated = annotation.is_some();
        let probability = annotation.unwrap_or(Annotation::ONE);
        Ok((Head { probability, negated, atom }, annotated))
    }

    fn plain_head(&mut self) -> Result<(Head, bool), Refusal> {
        let annotation = match self.token.kind {
            Kind::Integer | Kind::Float => Some(self.annotation()?),
            Kind::Operator if self.at_text(Kind::Operator, "-") => Some(self.annotation()?),
            Kind::Variable | Kind::Anonymous => return Err(self.variable_as_head()?),
            _ => None,
        };
        let atom = self.head_atom()?;
        let probability = annotation.unwrap_or(Probability::ONE);
        Ok((Head::new(probability, atom), annotation.is_some()))
    }

    fn head_atom(&mut self) -> Result<Atom, Refusal> {
        if !self.at_name() {
            return Err(self.unexpected("a clause"));
        }
        let start = self.span();
        let atom = self.own_atom("the head of a clause")?;
        if let Some(statement) = self.statement_of(&atom.name, atom.args.len()) {
            return fail(ParseProblem::Qualified(statement), start.to(self.last));
        }
        if self.at(Kind::Annotation) {
            let learnable = atom.name == "t";
            let what = if learnable { Unsupported::Learnable } else { Unsupported::Distribution };
            return fail(what, start.to(self.last));
        }
        Ok(atom)
    }

    /// `0.25 ::` or `1/3 ::`.
    fn annotation(&mut self) -> Result<Probability, Refusal> {
        let start = self.span();
        self.accept(Kind::Operator)?;
        self.advance()?;
        if self.at_text(Kind::Operator, "/") {
            self.advance()?;
            self.expect(Kind::Integer, "the denominator of a probability")?;
        }
        let span = start.to(self.last);
        let sign = self.expect(Kind::Annotation, "`::` after a probability")?;
        if !self.probabilistic {
            return fail(Unsupported::Annotation, span.to(sign));
        }
        self.slice(span).parse().map_err(|bad| refusal(ParseProblem::Probability(bad), span))
    }

    /// The error for a variable where a head should be.
    fn variable_as_head(&mut self) -> Result<Refusal, Refusal> {
        let refusal = self.unexpected("a clause");
        let variable = self.advance()?;
        Ok(match self.token.kind {
            Kind::Annotation => super::refusal(Unsupported::Distribution, variable),
            Kind::Operator => self.unexpected("a clause"),
            _ => refusal,
        })
    }

    /// `query(atom).`, `evidence(atom).`, `evidence(\+ atom).`, `evidence(atom, true).` or
    /// `evidence(atom, false).`
    pub(super) fn statement(&mut self, program: &mut Program) -> Result<(), Refusal> {
        let is_query = self.slice(self.span()).contains("query");
        let (name, role, closing) = match is_query {
            true => ("query", "a query", "`)` after the query"),
            false => ("evidence", "evidence", "`)` after the evidence"),
        };
        let place = self.place();
        let start = self.advance()?;
        self.advance()?;
        let negation = self.span();
        if is_query && self.at(Kind::Not) {
            return fail(Unsupported::NegatedQuery, negation);
        }
        let negated = self.accept(Kind::Not)?;
        if !self.at_name() {
            return Err(self.unexpected("an atom"));
        }
        let atom = self.own_atom(role)?;
        let mut is_false = negated;
        if !is_query && self.accept(Kind::Comma)? {
            let word = self.advance()?;
            is_false = match self.slice(word) {
                _ if negated => return fail(ParseProblem::Evidence, negation),
                "true" => false,
                "false" => true,
                _ => return fail(ParseProblem::Evidence, word),
            };
        }
        self.expect(Kind::Close, closing)?;
        self.end_of_statement(name, start)?;
        let goals = if is_query { &mut program.queries } else { &mut program.evidence };
        goals.push(Goal { atom, negated: is_false, condition: Formula::True, place });
        Ok(())
    }

    /// The full stop of a statement that cannot have a body.
    fn end_of_statement(&mut self, name: &'static str, span: Span) -> Result<Span, Refusal> {
        if self.at(Kind::Neck) {
            return fail(ParseProblem::Qualified(name), span.to(self.last));
        }
        self.expect(Kind::FullStop, "a full stop followed by white space")
    }

    /// The query or the piece of evidence that a clause is, if it is no clause of the program.
    pub(super) fn goal_of(
        &self,
        clause: Clause,
        span: Span,
        program: &mut Program,
    ) -> Result<Option<Clause>, Refusal> {
        let is_statement =
            |head: &&Head| self.statement_of(&head.atom.name, head.atom.args.len()).is_some();
        let Some(head) = clause.heads.iter().find(is_statement) else { return Ok(Some(clause)) };
        let is_query = head.atom.name == "query";
        if clause.heads.len() > 1 || !head.probability.is_one() || head.negated {
            let name = if is_query { "query" } else { "evidence" };
            return fail(ParseProblem::Chosen(name), span);
        }
        let (inner, mut negated) = without_sign(head.atom.args[0].clone());
        match head.atom.args.get(1) {
            None => {}
            Some(Term::Constant(value)) if value == "true" => {}
            Some(Term::Constant(value)) if value == "false" => negated = !negated,
            Some(_) => return fail(ParseProblem::Evidence, span),
        }
        if let Some(("," | ";" | "\\+" | "not", _)) = inner.as_function() {
            let found = format!("`{}`", shorten(&inner));
            return match is_query {
                true => {
                    fail(ParseProblem::Expected { expected: "an atom to ask for", found }, span)
                }
                false => fail(ParseProblem::Evidence, span),
            };
        }
        let goals = if is_query { &mut program.queries } else { &mut program.evidence };
        let atom = atom(inner, span)?;
        goals.push(Goal { atom, negated, condition: clause.body, place: clause.place });
        Ok(None)
    }
}
