//! What can be read off flat clauses: the parts of a body, connected atoms, redundancy. `randlog_logic` says what these
//! are, for clauses with names; here they are judged for every program that is drawn.

use randlog_base::BitSet;

use super::token::Token;

/// How many tokens at the beginning of a list are an atom.
fn atom_length(tokens: &[Token]) -> usize {
    let arguments = tokens[1..].iter();
    let is_term = |token: &&Token| matches!(token, Token::Variable(_) | Token::Constant(_));
    1 + arguments.take_while(is_term).count()
}

/// Take an atom or another formula from the beginning of a list.
fn split_formula(tokens: &[Token]) -> (&[Token], &[Token]) {
    let (mut open, mut length) = (1, 0);
    while open > 0 {
        match tokens[length] {
            Token::Not => length += 1,
            Token::And(count) | Token::Or(count) => {
                open += count - 1;
                length += 1;
            }
            _ => {
                open -= 1;
                length += atom_length(&tokens[length..]);
            }
        }
    }
    tokens.split_at(length)
}

/// A clause as its head and the parts of its body.
#[derive(Debug)]
pub(super) struct Parts<'c> {
    pub(super) head: &'c [Token],
    pub(super) parts: Vec<&'c [Token]>,
}

impl<'c> Parts<'c> {
    pub(super) fn of(clause: &'c [Token]) -> Parts<'c> {
        let (head, body) = split_formula(clause);
        let (count, mut rest) = match body {
            [] | [Token::True, ..] => (0, body),
            [Token::And(count), rest @ ..] => (*count, rest),
            _ => (1, body),
        };
        let part = |_| {
            let (part, others) = split_formula(rest);
            rest = others;
            part
        };
        Parts { head, parts: (0..count).map(part).collect() }
    }

    /// Whether the clause is a tautology, contradicts itself, or repeats a part.
    pub(super) fn is_redundant(&self) -> bool {
        let Parts { head, parts } = self;
        parts.iter().enumerate().any(|(place, part)| {
            let is_denied = |other: &&[Token]| other.strip_prefix(&[Token::Not]) == Some(part);
            part == head || parts[..place].contains(part) || parts.iter().any(is_denied)
        })
    }

    /// Whether the clause says the same without one of its parts, which are all different.
    pub(super) fn is_condensable(&self) -> bool {
        let Parts { head, parts } = self;
        // Nearly always, no two parts are alike.
        if self.literals().count_ones() as usize == parts.len() {
            return false;
        }
        let mut theta = Substitution::default();
        theta.maps(head, head);
        let bound = theta.trail.len();
        (0..parts.len()).any(|place| {
            let mut others = parts.clone();
            others.remove(place);
            let maps = theta.maps_all(&mut parts.clone(), &others);
            theta.undo(bound);
            maps
        })
    }

    /// The predicates of the parts that are literals, and their signs, as bits: if one clause subsumes another, its bits are
    /// among those of the other.
    fn literals(&self) -> u64 {
        let bit = |part: &&[Token]| match part {
            [Token::Atom(predicate), ..] => 1 << (2 * predicate % u64::BITS),
            [Token::Not, Token::Atom(predicate), ..] => 2 << (2 * predicate % u64::BITS),
            _ => 0,
        };
        self.parts.iter().map(bit).fold(0, |all, bit| all | bit)
    }
}

/// Whether some clause subsumes another one. Clauses stand in order, so that those of one head stand together.
pub(super) fn any_subsumed(clauses: &[Parts]) -> bool {
    let same_head = |a: &Parts, b: &Parts| a.head[0] == b.head[0];
    clauses.chunk_by(same_head).any(|clauses| {
        let literals: Vec<u64> = clauses.iter().map(Parts::literals).collect();
        (0..clauses.len()).any(|general| {
            (0..clauses.len()).any(|special| {
                general != special
                    && literals[general] & !literals[special] == 0
                    && subsumes(&clauses[general], &clauses[special])
            })
        })
    })
}

fn subsumes(general: &Parts, special: &Parts) -> bool {
    let mut theta = Substitution::default();
    theta.maps(general.head, special.head)
        && theta.maps_all(&mut general.parts.clone(), &special.parts)
}

/// What variables are mapped to, and in which order they were bound.
#[derive(Default)]
struct Substitution {
    values: Vec<Option<Token>>,
    trail: Vec<usize>,
}

impl Substitution {
    /// Bind variables so that one list of tokens becomes the other; nothing else changes if that cannot be.
    fn maps(&mut self, from: &[Token], to: &[Token]) -> bool {
        let bound = self.trail.len();
        let fits =
            from.len() == to.len() && from.iter().zip(to).all(|(&from, &to)| self.binds(from, to));
        if !fits {
            self.undo(bound);
        }
        fits
    }

    fn binds(&mut self, from: Token, to: Token) -> bool {
        let (Token::Variable(variable), Token::Variable(_) | Token::Constant(_)) = (from, to)
        else {
            return from == to;
        };
        let variable = variable as usize;
        if variable >= self.values.len() {
            self.values.resize(variable + 1, None);
        }
        match self.values[variable] {
            Some(value) => value == to,
            None => {
                self.values[variable] = Some(to);
                self.trail.push(variable);
                true
            }
        }
    }

    fn undo(&mut self, bound: usize) {
        for variable in self.trail.drain(bound..) {
            self.values[variable] = None;
        }
    }

    /// Map each of the open parts to one of the images, first what can be mapped in the fewest ways.
    fn maps_all(&mut self, open: &mut Vec<&[Token]>, images: &[&[Token]]) -> bool {
        let bound = self.trail.len();
        let mut fewest: Option<(usize, Vec<usize>)> = None;
        for (place, part) in open.iter().enumerate() {
            let fits = |image: &usize| {
                let fits = self.maps(part, images[*image]);
                self.undo(bound);
                fits
            };
            let possible: Vec<usize> = (0..images.len()).filter(fits).collect();
            if fewest.as_ref().is_none_or(|(_, fewest)| possible.len() < fewest.len()) {
                fewest = Some((place, possible));
            }
        }
        let Some((place, possible)) = fewest else { return true };
        let part = open.swap_remove(place);
        let maps = possible.into_iter().any(|image| {
            self.maps(part, images[image]) && self.maps_all(open, images) || {
                self.undo(bound);
                false
            }
        });
        if !maps {
            open.push(part);
            let last = open.len() - 1;
            open.swap(place, last);
        }
        maps
    }
}

/// Whether a variable occurs twice in one atom.
pub(super) fn repeats_a_variable(clause: &[Token]) -> bool {
    // What stands between the name of an atom and that of the next one holds no other variables than its arguments.
    clause.split(|token| matches!(token, Token::Atom(_))).any(|atom| {
        let mut seen = BitSet::default();
        atom.iter()
            .any(|token| matches!(token, Token::Variable(variable) if !seen.insert(*variable)))
    })
}

/// Whether the atoms of a clause that have variables hang together by shared ones.
pub(super) fn is_connected(clause: &[Token]) -> bool {
    let mut components: Vec<BitSet> = Vec::new();
    // What stands between the name of an atom and that of the next one holds no other variables than its arguments.
    for atom in clause.split(|token| matches!(token, Token::Atom(_))) {
        let mut own = BitSet::default();
        for token in atom {
            if let Token::Variable(variable) = token {
                own.insert(*variable);
            }
        }
        if own.count() > 0 {
            let (linked, others) =
                components.into_iter().partition(|component| component.meets(&own));
            components = others;
            let linked: Vec<BitSet> = linked;
            linked.iter().for_each(|component| own.unite(component));
            components.push(own);
        }
    }
    components.len() <= 1
}
