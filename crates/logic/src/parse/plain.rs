//! Atoms of function-free programs. What is beyond is refused where it stands.

use super::error::refusal;
use super::lexer::{Kind, Span};
use super::{ParseProblem, Parser, Refusal, Unsupported, fail};
use crate::{Atom, Symbol, Term};

const AN_ARGUMENT: &str = "an argument: a variable, a constant or a number";

impl Parser<'_> {
    /// An atom of a predicate of the program; `role` says what for, should it be built in.
    pub(crate) fn own_atom(&mut self, role: &'static str) -> Result<Atom, Refusal> {
        let (atom, span) = self.plain_atom()?;
        if is_truth_value(&atom) {
            return fail(ParseProblem::Reserved(atom.predicate(), role), span);
        }
        Ok(atom)
    }

    /// An atom, possibly `true` or `fail`, and where it stands.
    pub(super) fn plain_atom(&mut self) -> Result<(Atom, Span), Refusal> {
        let name_token = self.token;
        let name = self.name(name_token)?;
        self.advance()?;
        let args = if self.at(Kind::OpenCall) {
            let opening = self.span();
            let arguments = self.plain_arguments();
            arguments
                .map_err(|failed| self.arguments_failed(&name, name_token.span, opening, failed))?
        } else {
            Vec::new()
        };
        match Unsupported::built_in(&name, args.len()) {
            Some(built_in) => fail(built_in, name_token.span),
            None => Ok((Atom { name, args }, name_token.span.to(self.last))),
        }
    }

    /// If the predicate is built in, it is to blame for its strange arguments.
    fn arguments_failed(&self, name: &str, span: Span, opening: Span, failed: Refusal) -> Refusal {
        let arity = self.arity_after(opening).unwrap_or(0);
        Unsupported::built_in(name, arity).map_or(failed, |built_in| refusal(built_in, span))
    }

    fn plain_arguments(&mut self) -> Result<Vec<Term>, Refusal> {
        let opening = self.advance()?;
        if self.at(Kind::Close) {
            return fail(ParseProblem::NoArguments, opening.to(self.token.span));
        }
        self.arguments.clear();
        loop {
            let term = self.plain_argument()?;
            self.arguments.push(term);
            if !self.accept(Kind::Comma)? {
                break;
            }
        }
        self.expect(Kind::Close, "`,` or `)`")?;
        Ok(self.arguments.drain(..).collect())
    }

    fn plain_argument(&mut self) -> Result<Term, Refusal> {
        let token = self.token;
        match token.kind {
            Kind::Variable => self.advance().map(|span| Term::Variable(self.slice(span).into())),
            Kind::Anonymous => self.advance().map(|_| Term::Anonymous),
            Kind::Name | Kind::Quoted => {
                let name = self.name(token)?;
                self.advance()?;
                if self.at(Kind::OpenCall) {
                    return fail(Unsupported::FunctionSymbol, token.span);
                }
                Ok(Term::Constant(name))
            }
            Kind::Integer | Kind::Float => {
                self.advance()?;
                self.number(token.span, token.kind)
            }
            Kind::Operator => self.symbol_or_negative(),
            Kind::OpenList => {
                let list = self.unexpected(AN_ARGUMENT);
                self.advance()?;
                if self.accept(Kind::CloseList)? { Ok(Term::empty_list()) } else { Err(list) }
            }
            Kind::Open | Kind::OpenCall | Kind::Not => {
                fail(Unsupported::FunctionSymbol, token.span)
            }
            _ => Err(self.unexpected(AN_ARGUMENT)),
        }
    }

    /// `-1`, or an operator that stands for itself, as in `p(+)`.
    fn symbol_or_negative(&mut self) -> Result<Term, Refusal> {
        let operator = self.advance()?;
        let text = self.slice(operator);
        let glued = self.token.span.start == operator.end;
        let kind = self.token.kind;
        match kind {
            Kind::Integer | Kind::Float if text == "-" && glued => {
                let number = self.advance()?;
                self.number(operator.to(number), kind)
            }
            Kind::Comma | Kind::Close => Ok(Term::Constant(Symbol::new(text))),
            _ => fail(Unsupported::operator(text), operator),
        }
    }
}

/// Is this `true`, `fail` or `false`, which are formulas of their own?
pub(crate) fn is_truth_value(atom: &Atom) -> bool {
    atom.args.is_empty() && matches!(atom.name.as_str(), "true" | "fail" | "false")
}
