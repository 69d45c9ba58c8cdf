//! One way to write a set of literals.
//!
//! A clause whose body is a set has no order of its own, and no names. It is written in this way: positive literals before
//! negative ones; as the next literal, one that shares a variable with what stands before it, where there is one; among those, the
//! least, when variables are named by first use. Literals that look the same at this point may differ in what follows, so all of
//! them are tried side by side (a breadth-first search for the least writing, as in canonical labelling of graphs).

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::token::Token;

/// An atom with its arguments. Few have more than three.
pub(crate) type AtomTokens = SmallVec<[Token; 4]>;

/// A literal: an atom with its arguments, and its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    pub(crate) is_negated: bool,
    pub(crate) atom: AtomTokens,
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
    rest: SmallVec<[usize; 6]>,
    names: Names,
}

/// The new name of each variable that has one.
type Names = SmallVec<[Option<u32>; 8]>;

/// How a literal would be written next.
type Written = (bool, bool, AtomTokens);

impl Writing {
    /// How a literal would be written, when so many names are taken.
    fn next(&self, literal: &Literal, mut taken: u32) -> Written {
        let mut new: SmallVec<[(usize, u32); 4]> = SmallVec::new();
        let name = |&token: &Token| {
            let Some(variable) = variable(token) else { return token };
            let named = new.iter().find(|(other, _)| *other == variable).map(|(_, name)| *name);
            Token::Variable(self.names[variable].or(named).unwrap_or_else(|| {
                new.push((variable, taken));
                taken += 1;
                taken - 1
            }))
        };
        (literal.is_negated, self.is_apart(literal), literal.atom.iter().map(name).collect())
    }

    /// Whether no variable of a literal has a name.
    fn is_apart(&self, literal: &Literal) -> bool {
        !literal.variables().any(|variable| self.names[variable].is_some())
    }

    /// Whether it can be seen at once that a literal would be written greater than another one.
    fn is_behind(&self, literal: &Literal, (is_negated, is_apart, atom): &Written) -> bool {
        (literal.is_negated, self.is_apart(literal), literal.atom[0])
            > (*is_negated, *is_apart, atom[0])
    }

    /// Write a literal. Names that no other literal needs are forgotten, so that writings that do not differ in what follows
    /// are equal.
    fn write(&self, literals: &[Literal], chosen: usize, written: &[Token]) -> Writing {
        let others = self.rest.iter().copied().filter(|place| *place != chosen);
        let rest: SmallVec<[usize; 6]> = others.collect();
        let mut names = Names::from_elem(None, self.names.len());
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
    let mut names = Names::from_elem(None, variables);
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
            let mut places: SmallVec<[usize; 4]> = SmallVec::new();
            for &place in &writing.rest {
                let is_behind = |least: &Written| writing.is_behind(&literals[place], least);
                if least.as_ref().is_some_and(is_behind) {
                    continue;
                }
                let written = writing.next(&literals[place], taken);
                match least.as_ref().map(|least| written.cmp(least)) {
                    Some(Ordering::Greater) => continue,
                    Some(Ordering::Equal) => {}
                    Some(Ordering::Less) | None => {
                        next.clear();
                        places.clear();
                        least = Some(written);
                    }
                }
                places.push(place);
            }
            let Some((.., written)) = least.as_ref().filter(|_| writing.rest.len() > 1) else {
                continue;
            };
            // Of literals that look the same and share nothing with others, one is as good as another.
            let mut has_unshared = false;
            for &place in &places {
                let is_shared = places.len() == 1 || writing.is_shared(literals, place);
                if is_shared || !has_unshared {
                    let following = writing.write(literals, place, written);
                    if !next.contains(&following) {
                        next.push(following);
                    }
                }
                has_unshared |= !is_shared;
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
    fn literals(random: &mut RandomSource, variables: usize) -> (AtomTokens, Vec<Literal>) {
        let atom = |random: &mut RandomSource| {
            let arity = random.below(3);
            let mut atom =
                AtomTokens::from_elem(Token::Atom((arity + 3 * random.below(2)) as u32), 1);
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

    fn renamed(atom: &[Token], names: &[u32]) -> AtomTokens {
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
            std::iter::once(Token::Atom(predicate)).chain(terms).collect::<AtomTokens>()
        };
        let literal = |is_negated, predicate, variables: &[u32]| Literal {
            is_negated,
            atom: atom(predicate, variables),
        };
        let body = [literal(true, 1, &[2]), literal(false, 2, &[3, 2]), literal(false, 3, &[0, 3])];
        let mut expected = atom(0, &[0]).to_vec();
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
            atom: [Token::Atom(1), Token::Variable(variable)].into_iter().collect(),
        };
        let body: Vec<Literal> = (0..40).map(literal).collect();
        assert_eq!(written(&[Token::Atom(0)], &body, 40).len(), 82);
    }
}
