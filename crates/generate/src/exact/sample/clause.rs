//! Drawing one clause: how many nodes, which shape, which predicates, which terms.
//!
//! This is one walk, from the root of a body to its terms. What the alternatives weigh at each step,
//! and so whether all clauses may come out or only those that use certain predicates, is up to the
//! [`ClauseChoices`].

use randlog_base::Stopped;

use super::clause_choices::{Children, ClauseChoices, Demand, Piece, Root};
use super::random_source::RandomSource;
use super::token::{FlatClause, Token, rename};
use crate::spec::{self, Connective};

/// Draws one clause after the other.
pub(crate) struct ClauseSampler<'a, 's> {
    pub(crate) choices: ClauseChoices<'a>,
    pub(crate) random: &'a mut RandomSource<'s>,
    tokens: Vec<Token>,
    names: Vec<Option<u32>>,
}

impl<'a, 's> ClauseSampler<'a, 's> {
    pub(crate) fn new(
        choices: ClauseChoices<'a>,
        random: &'a mut RandomSource<'s>,
    ) -> ClauseSampler<'a, 's> {
        ClauseSampler { choices, random, tokens: Vec::new(), names: Vec::new() }
    }

    /// A clause headed by this predicate, uniformly among all that are as demanded, or among those
    /// with so many nodes.
    pub(crate) fn clause(
        &mut self,
        head: usize,
        nodes: Option<usize>,
        demand: Demand,
    ) -> Result<FlatClause, Stopped> {
        let clauses = self.choices.clauses;
        self.choices.habit = clauses.classes.habit(head);
        let bounded = &self.choices.without[demand.leave_out as usize];
        if let Some(literals) = &bounded.tables.literals
            && let Some(sets) = clauses.literals(clauses.form.max_nodes, clauses.weights_of(head))
        {
            let predicates = &bounded.predicates;
            return literals.draw(sets.literals, predicates, head, nodes, self.random);
        }
        let class = clauses.classes.class_of[head];
        let body = self.choices.beginning(class, nodes, demand, self.random);
        self.tokens.clear();
        self.atom(head as u32, body.after, body.after);
        match (body.nodes, clauses.form.bodies) {
            (0, _) => self.tokens.push(Token::True),
            (3.., spec::Bodies::Conjunction) => {
                self.several(Connective::And, body.below(Root::Several(Connective::And)));
            }
            _ => self.tree(body),
        }
        rename(&mut self.tokens, &mut self.names);
        Ok(self.tokens.as_slice().into())
    }

    /// One tree.
    fn tree(&mut self, tree: Piece) {
        if tree.nodes == 1 {
            let predicate = self.choices.atom(tree, self.random);
            return self.atom(predicate, tree.before, tree.after);
        }
        let root = self.choices.root(tree, self.random);
        match root {
            Root::Several(connective) => self.several(connective, tree.below(root)),
            Root::Not => {
                self.tokens.push(Token::Not);
                self.tree(tree.below(root));
            }
        }
    }

    /// A connective over two or more trees of so many nodes in all.
    fn several(&mut self, connective: Connective, all: Piece) {
        let place = self.tokens.len();
        // How many children there are is not known yet.
        self.tokens.push(Token::True);
        let mut children = Children::new(connective, all);
        let mut count = 0;
        loop {
            let first = self.choices.first(&mut children, self.random);
            self.child(connective, count, first);
            count += 1;
            if self.choices.is_last(&children, self.random) {
                self.child(connective, count, children.rest);
                break;
            }
        }
        self.tokens[place] = match connective {
            Connective::And => Token::And(count + 1),
            Connective::Or => Token::Or(count + 1),
        };
    }

    /// One child. Later branches of a disjunction learn the same variables in any order.
    fn child(&mut self, connective: Connective, position: u32, child: Piece) {
        let start = self.tokens.len();
        self.tree(child);
        let Piece { before, after, .. } = child;
        if connective == Connective::Or && position > 0 && after - before > 1 {
            let mut order: Vec<u32> = (before as u32..after as u32).collect();
            self.random.shuffle(&mut order);
            for token in &mut self.tokens[start..] {
                if let Token::Variable(variable) = token
                    && *variable as usize >= before
                {
                    *variable = order[*variable as usize - before];
                }
            }
        }
    }

    /// An atom of this predicate.
    fn atom(&mut self, predicate: u32, before: usize, after: usize) {
        self.tokens.push(Token::Atom(predicate));
        let clauses = self.choices.clauses;
        let mut known = before;
        for left in (0..clauses.classes.arities[clauses.classes.class_of[predicate as usize]]).rev()
        {
            if self.choices.is_new(left, known, after, self.random) {
                self.tokens.push(Token::Variable(known as u32));
                known += 1;
                continue;
            }
            let drawn = self.choices.symbol(known, self.random);
            self.tokens.push(match drawn.checked_sub(clauses.terms.constants) {
                Some(variable) => Token::Variable(variable as u32),
                None => Token::Constant(drawn as u32),
            });
        }
    }
}
