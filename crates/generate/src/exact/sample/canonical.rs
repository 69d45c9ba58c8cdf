//! One way to write a set of literals.
//!
//! A clause whose body is a set has no order of its own, and no names. It is written in this way: positive literals before
//! negative ones; as the next literal, one that shares a variable with what stands before it, where there is one; among those, the
//! least, when variables are named by first use. Literals that look the same at this point may differ in what follows, so all of
//! them are tried side by side (a breadth-first search for the least writing, as in canonical labelling of graphs).

use super::token::Token;

/// A literal: an atom with its arguments, and its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    pub(crate) is_negated: bool,
    pub(crate) atom: Vec<Token>,
}

impl Literal {
    /// The variables of the atom.
    pub(crate) fn variables(&self) -> impl Iterator<Item = usize> {
        self.atom.iter().filter_map(|token| variable(*token))
    }
}

fn variable(token: Token) -> Option<usize> {
    match token {
        Token::Variable(variable) => Some(variable as usize),
        _ => None,
    }
}

/// A writing that is not complete: what is still to be written, and the new names of its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Writing {
    rest: Vec<usize>,
    names: Vec<Option<u32>>,
}

/// How a literal would be written next.
type Written = (bool, bool, Vec<Token>);

impl Writing {
    /// How a literal would be written, when so many names are taken.
    fn next(&self, literal: &Literal, mut taken: u32) -> Written {
        let is_apart = !literal.variables().any(|variable| self.names[variable].is_some());
        let mut new: Vec<(usize, u32)> = Vec::new();
        let name = |&token: &Token| {
            let Some(variable) = variable(token) else { return token };
            let named = new.iter().find(|(other, _)| *other == variable).map(|(_, name)| *name);
            Token::Variable(self.names[variable].or(named).unwrap_or_else(|| {
                new.push((variable, taken));
                taken += 1;
                taken - 1
            }))
        };
        (literal.is_negated, is_apart, literal.atom.iter().map(name).collect())
    }

    /// Write a literal. Names that no other literal needs are forgotten, so that writings that do not differ in what follows
    /// are equal.
    fn write(&self, literals: &[Literal], chosen: usize, written: &[Token]) -> Writing {
        let rest: Vec<usize> = self.rest.iter().copied().filter(|place| *place != chosen).collect();
        let mut names = vec![None; self.names.len()];
        for variable in rest.iter().flat_map(|&place| literals[place].variables()) {
            names[variable] = self.names[variable];
            let here = literals[chosen]
                .atom
                .iter()
                .position(|token| *token == Token::Variable(variable as u32));
            if let Some(Token::Variable(name)) = here.map(|place| written[place]) {
                names[variable] = Some(name);
            }
        }
        Writing { rest, names }
    }

    /// Whether some variable of a literal without a name occurs in other literals that are to be written.
    fn is_shared(&self, literals: &[Literal], place: usize) -> bool {
        literals[place].variables().filter(|variable| self.names[*variable].is_none()).any(
            |variable| {
                let others = self.rest.iter().filter(|other| **other != place);
                others.flat_map(|&other| literals[other].variables()).any(|other| other == variable)
            },
        )
    }
}

/// Append a set of literals to a head, whose arguments are variables below `variables` and constants.
pub(crate) fn write(clause: &mut Vec<Token>, literals: &[Literal], variables: usize) {
    let mut names = vec![None; variables];
    let mut taken = 0;
    for token in clause.iter_mut() {
        if let Token::Variable(variable) = token {
            *variable = *names[*variable as usize].get_or_insert_with(|| {
                taken += 1;
                taken - 1
            });
        }
    }
    match literals.len() {
        0 => return clause.push(Token::True),
        1 => {}
        several => clause.push(Token::And(several as u32)),
    }
    let mut writings = vec![Writing { rest: (0..literals.len()).collect(), names }];
    for _ in literals {
        let mut least: Option<Written> = None;
        let mut next: Vec<Writing> = Vec::new();
        for writing in &writings {
            // Of literals that look the same and share nothing with others, one is as good as another.
            let mut has_unshared = false;
            for &place in &writing.rest {
                let written = writing.next(&literals[place], taken);
                if least.as_ref().is_some_and(|least| written > *least) {
                    continue;
                }
                if least.as_ref().is_none_or(|least| written < *least) {
                    next.clear();
                    has_unshared = false;
                }
                let is_shared = writing.is_shared(literals, place);
                if is_shared || !has_unshared {
                    let following = writing.write(literals, place, &written.2);
                    if !next.contains(&following) {
                        next.push(following);
                    }
                }
                has_unshared |= !is_shared;
                least = Some(written);
            }
        }
        let Some((is_negated, _, atom)) = least else { return };
        if is_negated {
            clause.push(Token::Not);
        }
        let highest = atom.iter().filter_map(|token| variable(*token)).max();
        taken = taken.max(highest.map_or(0, |highest| highest as u32 + 1));
        clause.extend(atom);
        writings = next;
    }
}

#[cfg(test)]
mod tests {
    use randlog_base::Stop;

    use super::*;
    use crate::exact::sample::random_source::RandomSource;

    /// Random sets of literals of unary and binary predicates over few variables, so that many have symmetries.
    fn literals(random: &mut RandomSource, variables: usize) -> (Vec<Token>, Vec<Literal>) {
        let atom = |random: &mut RandomSource| {
            let arity = random.below(3);
            let mut atom = vec![Token::Atom((arity + 3 * random.below(2)) as u32)];
            for _ in 0..arity {
                let term = random.below(variables + 1);
                atom.push(match term.checked_sub(variables) {
                    None => Token::Variable(term as u32),
                    Some(_) => Token::Constant(0),
                });
            }
            atom
        };
        let head = atom(random);
        let mut literals: Vec<Literal> = Vec::new();
        for _ in 0..random.below(6) {
            let literal = Literal { is_negated: random.below(3) == 0, atom: atom(random) };
            if literals.iter().all(|other| other.atom != literal.atom) {
                literals.push(literal);
            }
        }
        (head, literals)
    }

    fn written(head: &[Token], literals: &[Literal], variables: usize) -> Vec<Token> {
        let mut clause = head.to_vec();
        write(&mut clause, literals, variables);
        clause
    }

    fn renamed(atom: &[Token], names: &[u32]) -> Vec<Token> {
        let rename = |&token: &Token| variable(token).map_or(token, |v| Token::Variable(names[v]));
        atom.iter().map(rename).collect()
    }

    #[test]
    fn order_and_names_do_not_matter() {
        for index in 0..3000 {
            let random = &mut RandomSource::new(17, index, &Stop::NEVER);
            let variables = random.below(6);
            let (head, mut literals) = literals(random, variables);
            let before = written(&head, &literals, variables);
            let mut names: Vec<u32> = (0..variables as u32).collect();
            random.shuffle(&mut names);
            random.shuffle(&mut literals);
            let head = renamed(&head, &names);
            for literal in &mut literals {
                literal.atom = renamed(&literal.atom, &names);
            }
            assert_eq!(written(&head, &literals, variables), before);
        }
    }

    #[test]
    fn positive_literals_come_first_and_hang_together() {
        let atom = |predicate, variables: &[u32]| {
            let terms = variables.iter().map(|&variable| Token::Variable(variable));
            std::iter::once(Token::Atom(predicate)).chain(terms).collect::<Vec<_>>()
        };
        let literal = |is_negated, predicate, variables: &[u32]| Literal {
            is_negated,
            atom: atom(predicate, variables),
        };
        let body = [literal(true, 1, &[2]), literal(false, 2, &[3, 2]), literal(false, 3, &[0, 3])];
        let mut expected = atom(0, &[0]);
        expected.push(Token::And(3));
        expected.extend(atom(3, &[0, 1]));
        expected.extend(atom(2, &[1, 2]));
        expected.push(Token::Not);
        expected.extend(atom(1, &[2]));
        assert_eq!(written(&atom(0, &[0]), &body, 4), expected);
    }

    #[test]
    fn many_literals_that_look_the_same_take_no_time() {
        let literal = |variable| Literal {
            is_negated: false,
            atom: vec![Token::Atom(1), Token::Variable(variable)],
        };
        let body: Vec<Literal> = (0..40).map(literal).collect();
        assert_eq!(written(&[Token::Atom(0)], &body, 40).len(), 82);
    }
}
