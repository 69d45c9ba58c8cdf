//! Clauses and directives.

use super::error::refusal;
use super::lexer::{Kind, Span};
use super::{ParseProblem, Parser, Refusal, Unsupported, fail};
use crate::{Atom, Clause, Directive, Formula, Head, Heads, Probability, Symbol};
use smallvec::smallvec;

const AFTER_HEAD: &str = "`:-`, `;` or a full stop followed by white space";
const AFTER_BODY: &str = "`,`, `;` or a full stop followed by white space";

impl Parser<'_> {
    /// A clause, with its full stop.
    pub(super) fn clause(&mut self) -> Result<Clause, Refusal> {
        let heads = self.heads()?;
        let (body, before) = match self.accept(Kind::Neck)? {
            true => (self.disjunction()?, AFTER_BODY),
            false => (Formula::True, AFTER_HEAD),
        };
        self.expect(Kind::FullStop, before)?;
        Ok(Clause { heads, body })
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
            if !Probability::sum_at_most_one(heads.iter().map(|head| head.probability)) {
                return fail(ParseProblem::SumAboveOne, span);
            }
        }
        Ok(heads)
    }

    /// A head, and whether it has a probability.
    fn head(&mut self) -> Result<(Head, bool), Refusal> {
        let annotation = match self.token.kind {
            Kind::Integer | Kind::Float => Some(self.annotation()?),
            Kind::Operator if self.at_text(Kind::Operator, "-") => Some(self.annotation()?),
            Kind::Variable | Kind::Anonymous => return Err(self.variable_as_head()?),
            _ => None,
        };
        let atom = self.head_atom()?;
        let probability = annotation.unwrap_or(Probability::ONE);
        Ok((Head { probability, atom }, annotation.is_some()))
    }

    fn head_atom(&mut self) -> Result<Atom, Refusal> {
        if !self.at_name() {
            return Err(self.unexpected("a clause"));
        }
        let start = self.span();
        let atom = self.own_atom("the head of a clause")?;
        if let Some(statement) = (self.grammar.statement_of)(&atom.name, atom.args.len()) {
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
        if !self.grammar.annotations {
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

    /// A directive, with its full stop, kept as text from its first token to its last.
    pub(super) fn directive(&mut self) -> Result<Directive, Refusal> {
        self.advance()?;
        let start = self.span();
        let mut open = Vec::new();
        while !self.at(Kind::FullStop) {
            match self.token.kind {
                Kind::End => return Err(self.unexpected("a full stop")),
                Kind::Neck if open.is_empty() => {
                    return Err(self.misplaced("a full stop before the next clause"));
                }
                kind => self.bracket(kind, &mut open)?,
            }
            self.advance()?;
        }
        if !open.is_empty() || self.span() == start {
            return Err(self.unexpected(if open.is_empty() { "a directive" } else { "`)`" }));
        }
        let text = Symbol::new(self.slice(start.to(self.last)));
        self.advance()?;
        Ok(Directive { text })
    }

    /// Keeps track of the brackets inside a directive.
    fn bracket(&mut self, kind: Kind, open: &mut Vec<Kind>) -> Result<(), Refusal> {
        match kind {
            Kind::Open | Kind::OpenCall => open.push(Kind::Close),
            Kind::OpenList => open.push(Kind::CloseList),
            Kind::OpenCurly => open.push(Kind::CloseCurly),
            Kind::Close | Kind::CloseList | Kind::CloseCurly if open.pop() != Some(kind) => {
                return Err(self.misplaced("the partner of an earlier bracket, or none"));
            }
            _ => {}
        }
        Ok(())
    }

    /// The full stop of a statement that cannot have a body.
    pub(crate) fn end_of_statement(
        &mut self,
        name: &'static str,
        span: Span,
    ) -> Result<Span, Refusal> {
        if self.at(Kind::Neck) {
            return fail(ParseProblem::Qualified(name), span.to(self.last));
        }
        self.expect(Kind::FullStop, "a full stop followed by white space")
    }
}
