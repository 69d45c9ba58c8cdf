//! Atoms of function-free programs. What is beyond is refused where it stands.

use super::error::refusal;
use super::lexer::Kind;
use super::{ParseProblem, Parser, Refusal, fail};
use crate::place::Span;
use crate::unsupported::Unsupported;
use crate::{Atom, Symbol, Term};

pub(super) const AN_ARGUMENT: &str = "an argument: a variable, a constant or a number";

impl Parser<'_> {
    /// An atom of a predicate of the program; `role` says what for, should it be built in.
    pub(super) fn own_atom(&mut self, role: &'static str) -> Result<Atom, Refusal> {
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
        let opening = self.span();
        let args = match self.arguments_if_any() {
            Ok((args, _)) => args,
            // If the predicate is built in, it is to blame for its strange arguments.
            Err(failed) => {
                let arity = self.arity_after(opening).unwrap_or(0);
                let built_in = Unsupported::built_in(&name, arity);
                return Err(built_in.map_or(failed, |it| refusal(it, name_token.span)));
            }
        };
        match Unsupported::built_in(&name, args.len()) {
            Some(built_in) => fail(built_in, name_token.span),
            None => Ok((Atom { name, args }, name_token.span.to(self.last))),
        }
    }

    /// An argument that is neither a variable nor a number without a sign.
    pub(super) fn plain_argument(&mut self) -> Result<Term, Refusal> {
        let token = self.token;
        match token.kind {
            Kind::Name | Kind::Quoted => {
                let name = self.name(token)?;
                self.advance()?;
                if self.at(Kind::OpenCall) {
                    return fail(Unsupported::FunctionSymbol, token.span);
                }
                Ok(Term::Constant(name))
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
