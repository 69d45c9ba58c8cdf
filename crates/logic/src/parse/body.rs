//! Bodies of clauses: parentheses carry the tree.

use super::goal::{self, formula, formula_of};
use super::lexer::{Lexer, TokenKind};
use super::plain::is_truth_value;
use super::term::Callable;
use super::{Parser, Refusal, fail};
use crate::Formula;
use crate::operators::infix;
use crate::unsupported::Unsupported;

impl Parser<'_> {
    /// Branches; `c -> a ; b` is `once(c), a ; \+ once(c), b`.
    pub(super) fn disjunction(&mut self) -> Result<Formula, Refusal> {
        let mut branches = Vec::new();
        loop {
            let (branch, condition) = self.implication()?;
            branches.push(branch);
            if !self.at(TokenKind::Semicolon) {
                break;
            }
            let semicolon = self.advance()?;
            if let Some(condition) = condition {
                let otherwise = self.nested(semicolon, Self::disjunction)?;
                let fails = Formula::Not(Box::new(condition));
                branches.push(Formula::And(vec![fails, otherwise]));
                break;
            }
        }
        match branches.pop() {
            Some(only) if branches.is_empty() => Ok(only),
            last => Ok(Formula::Or(branches.into_iter().chain(last).collect())),
        }
    }

    /// A conjunction, or `c -> a`, with its condition.
    fn implication(&mut self) -> Result<(Formula, Option<Formula>), Refusal> {
        let condition = self.conjunction()?;
        if self.function_free || !self.at_text(TokenKind::Operator, "->") {
            return Ok((condition, None));
        }
        let arrow = self.advance()?;
        let (then, _) = self.nested(arrow, Self::implication)?;
        let condition = goal::condition(&condition, arrow)?;
        Ok((Formula::And(vec![condition.clone(), then]), Some(condition)))
    }

    fn conjunction(&mut self) -> Result<Formula, Refusal> {
        self.list(TokenKind::Comma, Self::goal, Formula::And)
    }

    /// One formula as it is, or several under one connective.
    fn list(
        &mut self,
        separator: TokenKind,
        item: fn(&mut Self) -> Result<Formula, Refusal>,
        connective: fn(Vec<Formula>) -> Formula,
    ) -> Result<Formula, Refusal> {
        let first = item(self)?;
        if !self.at(separator) {
            return Ok(first);
        }
        let mut children = vec![first];
        while self.at(separator) {
            if separator == TokenKind::Comma && self.nesting == self.argument_level {
                return fail(Unsupported::NegatedArguments, self.span());
            }
            self.advance()?;
            children.push(item(self)?);
        }
        Ok(connective(children))
    }

    fn goal(&mut self) -> Result<Formula, Refusal> {
        let kind = self.token.kind;
        match kind {
            TokenKind::Not => self.negation(),
            TokenKind::Open | TokenKind::OpenCall if !self.is_operand() => self.parenthesised(),
            _ if !self.function_free => self.callable_goal(),
            TokenKind::Name | TokenKind::Quoted => self.plain_goal(),
            TokenKind::Variable | TokenKind::Anonymous | TokenKind::Integer | TokenKind::Float => {
                self.term_as_goal()
            }
            _ => Err(self.unexpected("a goal")),
        }
    }

    fn callable_goal(&mut self) -> Result<Formula, Refusal> {
        let start = self.span();
        match self.callable("a goal")? {
            Callable::Atom(atom) => formula_of(atom, start.to(self.last)),
            Callable::Term(term) => formula(term, start.to(self.last)),
        }
    }

    fn plain_goal(&mut self) -> Result<Formula, Refusal> {
        let (atom, span) = self.plain_atom()?;
        if is_truth_value(&atom) {
            let truth = Formula::True;
            return Ok(if atom.name == "true" { truth } else { Formula::Not(Box::new(truth)) });
        }
        // `not a`: the word is an operator in some Prologs.
        if atom.name == "not"
            && atom.args.is_empty()
            && (self.at_name() || self.at(TokenKind::Open) || self.at(TokenKind::OpenCall))
        {
            return fail(Unsupported::NotWord, span);
        }
        Ok(Formula::Atom(atom))
    }

    /// Is what stands in the parentheses here an operand, as in `(X) = a`? Then it is a term, else a formula.
    fn is_operand(&mut self) -> bool {
        if self.function_free {
            return false;
        }
        let start = self.token.span.start;
        if start >= self.scanned {
            self.find_operands(start);
        }
        self.operands.binary_search(&start).is_ok()
    }

    /// Looks ahead up to the end of the clause: each token is looked at twice at most.
    fn find_operands(&mut self, start: usize) {
        self.operands.clear();
        let mut lexer = Lexer { text: self.text, position: start };
        let (mut open, mut closed) = (Vec::new(), None);
        // What is no token is refused once it is reached.
        while let Ok(token) = lexer.next_token() {
            let is_infix = match token.kind {
                TokenKind::Operator => true,
                TokenKind::Name => infix(self.slice(token.span)).is_some(),
                _ => false,
            };
            self.operands.extend(closed.take().filter(|_| is_infix));
            match token.kind {
                TokenKind::Open | TokenKind::OpenCall => open.push(token.span.start),
                TokenKind::Close => closed = open.pop(),
                TokenKind::FullStop | TokenKind::End => break,
                _ => {}
            }
        }
        self.scanned = lexer.position.max(start + 1);
        self.operands.sort_unstable();
    }

    fn negation(&mut self) -> Result<Formula, Refusal> {
        let sign = self.advance()?;
        let outer = self.argument_level;
        if self.at(TokenKind::OpenCall) && !self.probabilistic {
            // One level for the negation and one for its parenthesis.
            self.argument_level = self.nesting + 2;
        }
        let negated = self.nested(sign, Self::goal)?;
        self.argument_level = outer;
        Ok(Formula::Not(Box::new(negated)))
    }

    fn parenthesised(&mut self) -> Result<Formula, Refusal> {
        let opening = self.advance()?;
        self.nested(opening, |parser| {
            let formula = parser.disjunction()?;
            parser.expect(TokenKind::Close, "`,`, `;` or `)`")?;
            Ok(formula)
        })
    }

    /// The error for a goal that starts with a variable or a number: a comparison, most likely.
    fn term_as_goal(&mut self) -> Result<Formula, Refusal> {
        let kind = self.token.kind;
        let number = matches!(kind, TokenKind::Integer | TokenKind::Float)
            .then(|| self.unexpected("a goal"));
        let span = self.advance()?;
        if self.at(TokenKind::Operator) || self.at_text(TokenKind::Name, "is") {
            return Err(self.unexpected("`,`, `;` or a full stop"));
        }
        match number {
            Some(refusal) => Err(refusal),
            None => fail(Unsupported::VariableGoal, span),
        }
    }
}
