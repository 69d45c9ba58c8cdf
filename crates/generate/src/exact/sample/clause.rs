//! Drawing one clause: how many nodes, which shape, which predicates, which terms.

use super::dice::Dice;
use super::steered::World;
use super::tables::{ArgumentTables, ClauseTables, Connective, Root};
use super::token::{Token, rename};
use crate::exact::clauses::{Clauses, Frame};
use crate::spec;

/// Which predicates may really stand where, class by class.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    pub(crate) outside: Vec<Vec<u32>>,
    pub(crate) anywhere: Vec<Vec<u32>>,
}

/// Draws one clause after the other.
pub(crate) struct Drawer<'a> {
    pub(crate) clauses: &'a Clauses,
    tables: &'a ClauseTables,
    arguments: &'a ArgumentTables,
    cast: &'a Cast,
    pub(crate) dice: &'a mut Dice,
    tokens: Vec<Token>,
    names: Vec<Option<u32>>,
}

impl<'a> Drawer<'a> {
    pub(crate) fn new(
        clauses: &'a Clauses,
        world: &'a World,
        arguments: &'a ArgumentTables,
        dice: &'a mut Dice,
    ) -> Drawer<'a> {
        let World { tables, cast } = world;
        Drawer { clauses, tables, arguments, cast, dice, tokens: Vec::new(), names: Vec::new() }
    }

    /// A clause headed by this predicate, uniformly among all, or among those with so many nodes.
    pub(crate) fn clause(&mut self, predicate: usize, nodes: Option<usize>) -> Box<[Token]> {
        let class = self.clauses.classes.class_of(predicate);
        let (nodes, frame) = self.tables.beginning(self.clauses, class, nodes, self.dice);
        self.head(predicate, frame);
        self.body(nodes, frame.before, frame.after);
        self.finish()
    }

    /// Go on with the clauses of another world.
    pub(crate) fn enter(&mut self, world: &'a World) {
        self.tables = &world.tables;
        self.cast = &world.cast;
    }

    /// Begin a clause.
    pub(crate) fn head(&mut self, predicate: usize, frame: Frame) {
        self.tokens.clear();
        self.tokens.push(Token::Atom(predicate as u32));
        let class = self.clauses.classes.class_of(predicate);
        self.known_terms(self.clauses.classes.arity(class), frame.after);
    }

    /// Name the variables of a clause by first use, and hand it over.
    pub(crate) fn finish(&mut self) -> Box<[Token]> {
        rename(&mut self.tokens, &mut self.names);
        self.tokens.as_slice().into()
    }

    /// Add a token.
    pub(crate) fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    /// How many tokens there are.
    pub(crate) fn length(&self) -> usize {
        self.tokens.len()
    }

    fn body(&mut self, nodes: usize, before: usize, after: usize) {
        match (nodes, self.clauses.form.bodies) {
            (0, _) => self.tokens.push(Token::True),
            (3.., spec::Bodies::Conjunction) => {
                self.several(Connective::And, nodes - 1, before, after);
            }
            _ => self.item(nodes, before, after),
        }
    }

    /// A tree of so many nodes that may be the child of a connective.
    pub(crate) fn item(&mut self, nodes: usize, before: usize, after: usize) {
        if nodes == 1 {
            return self.atom(before, after);
        }
        let bodies = self.clauses.form.bodies;
        match self.tables.root(bodies, nodes, before, after, self.dice) {
            Root::Several(connective) => self.several(connective, nodes - 1, before, after),
            Root::Not => {
                self.tokens.push(Token::Not);
                self.negated(nodes - 1, before);
            }
        }
    }

    /// A connective over two or more items of so many nodes in all.
    fn several(&mut self, connective: Connective, nodes: usize, before: usize, after: usize) {
        let place = self.begin();
        let span = self.clauses.form.span;
        let (mut nodes, mut known, mut count) = (nodes, before, 0);
        loop {
            let (size, middle) =
                self.tables.first(span, connective, nodes, known, after, self.dice);
            self.child(connective, count, size, known, middle);
            nodes -= size;
            count += 1;
            if connective == Connective::And {
                known = middle;
            }
            if self.tables.is_last(connective, nodes, known, after, self.dice) {
                self.child(connective, count, nodes, known, after);
                return self.end(place, connective, count + 1);
            }
        }
    }

    /// One child. Later branches of a disjunction learn the same variables in any order.
    fn child(
        &mut self,
        connective: Connective,
        position: u32,
        nodes: usize,
        known: usize,
        after: usize,
    ) {
        let start = self.tokens.len();
        self.item(nodes, known, after);
        self.reorder(connective, position, start, known, after);
    }

    /// Give the variables that are new since `start` a random order, in later branches.
    pub(crate) fn reorder(
        &mut self,
        connective: Connective,
        position: u32,
        start: usize,
        known: usize,
        after: usize,
    ) {
        if connective == Connective::Or && position > 0 && after - known > 1 {
            let mut order: Vec<u32> = (known as u32..after as u32).collect();
            self.dice.shuffle(&mut order);
            for token in &mut self.tokens[start..] {
                if let Token::Variable(variable) = token
                    && *variable as usize >= known
                {
                    *variable = order[*variable as usize - known];
                }
            }
        }
    }

    /// A tree below a negation, where no variable is new.
    pub(crate) fn negated(&mut self, nodes: usize, known: usize) {
        if nodes == 1 {
            let class = self.tables.negated_atom(self.clauses, known, self.dice);
            let cast = &self.cast.anywhere[class];
            let predicate = cast[self.dice.below(cast.len())];
            self.tokens.push(Token::Atom(predicate));
            return self.known_terms(self.clauses.classes.arity(class), known);
        }
        match self.tables.negated_root(nodes, known, self.dice) {
            Root::Several(connective) => self.negated_several(connective, nodes - 1, known),
            Root::Not => {
                self.tokens.push(Token::Not);
                self.negated(nodes - 1, known);
            }
        }
    }

    fn negated_several(&mut self, connective: Connective, mut nodes: usize, known: usize) {
        let place = self.begin();
        let mut count = 0;
        loop {
            let size = self.tables.negated_first(nodes, known, self.dice);
            self.negated(size, known);
            nodes -= size;
            count += 1;
            if self.tables.negated_is_last(nodes, known, self.dice) {
                self.negated(nodes, known);
                return self.end(place, connective, count + 1);
            }
        }
    }

    /// Leave room for a connective whose children are not counted yet.
    pub(crate) fn begin(&mut self) -> usize {
        self.tokens.push(Token::True);
        self.tokens.len() - 1
    }

    pub(crate) fn end(&mut self, place: usize, connective: Connective, count: u32) {
        self.tokens[place] = match connective {
            Connective::And => Token::And(count),
            Connective::Or => Token::Or(count),
        };
    }

    fn atom(&mut self, before: usize, after: usize) {
        let class = self.tables.atom(self.clauses, before, after, self.dice);
        let cast = &self.cast.outside[class];
        let predicate = cast[self.dice.below(cast.len())];
        self.atom_of(predicate, before, after);
    }

    /// An atom of this predicate.
    pub(crate) fn atom_of(&mut self, predicate: u32, before: usize, after: usize) {
        self.tokens.push(Token::Atom(predicate));
        let class = self.clauses.classes.class_of(predicate as usize);
        let mut known = before;
        for left in (0..self.clauses.classes.arity(class)).rev() {
            if known < after && self.arguments.is_new(self.clauses, left, known, after, self.dice) {
                self.tokens.push(Token::Variable(known as u32));
                known += 1;
            } else {
                self.known_terms(1, known);
            }
        }
    }

    /// So many terms, none of them a new variable.
    pub(crate) fn known_terms(&mut self, count: usize, known: usize) {
        let constants = self.clauses.terms.constants();
        for _ in 0..count {
            let drawn = self.dice.below(self.clauses.terms.symbols(known));
            self.tokens.push(match drawn.checked_sub(constants) {
                Some(variable) => Token::Variable(variable as u32),
                None => Token::Constant(drawn as u32),
            });
        }
    }
}
