//! Programs sketched by hand of chance: predicates with levels, facts for the lowest, rules for the
//! others whose bodies are written from left to right with a list of bound variables, so that nearly
//! all of them are safe.

use super::dice::Dice;
use super::scene;
use randlog_logic::{Atom, Clause, Formula, Head, Predicate, Probability, Program, Symbol, Term};

/// Who may use whom.
struct Cast {
    /// Predicates with their levels; those of level 0 have facts only.
    predicates: Vec<(Predicate, usize)>,
    constants: Vec<Term>,
    /// May predicates of one level use each other?
    cyclic: bool,
    /// May anything be negated?
    wild: bool,
}

impl Cast {
    fn draw(dice: &mut Dice) -> Cast {
        let arity = if dice.chance(25) { 0 } else { 2 };
        let names = ["a", "b", "c"].map(|name| Term::Constant(name.into()));
        let count = dice.between(1, 3);
        let mut predicates = Vec::new();
        for index in 0..dice.between(2, 3) {
            predicates.push((predicate("e", index, arity, dice), 0));
        }
        let mut level = 0;
        for index in 0..dice.between(2, 4) {
            if index == 0 || dice.chance(60) {
                level += 1;
            }
            predicates.push((predicate("p", index, arity, dice), level));
        }
        let constants = names.into_iter().take(count).collect();
        Cast { predicates, constants, cyclic: dice.chance(60), wild: dice.chance(8) }
    }

    /// The predicates that a body may use, if its head is of this level.
    fn usable(&self, head: usize, negated: bool) -> Vec<&Predicate> {
        let usable =
            |level: usize| self.wild || level < head || (level == head && self.cyclic && !negated);
        self.predicates.iter().filter(|(_, level)| usable(*level)).map(|(p, _)| p).collect()
    }
}

fn predicate(letter: &str, index: usize, arity: usize, dice: &mut Dice) -> Predicate {
    Predicate::new(format!("{letter}{index}"), dice.below(arity + 1))
}

pub(super) fn sketch(dice: &mut Dice) -> Program {
    let cast = Cast::draw(dice);
    let mut program = Program::default();
    for (predicate, level) in &cast.predicates {
        let clauses = if *level == 0 { dice.between(1, 3) } else { dice.between(1, 2) };
        for _ in 0..clauses {
            let clause = if *level == 0 || dice.chance(5) {
                facts(predicate, &cast, dice)
            } else {
                rule(predicate, *level, &cast, dice)
            };
            if dice.chance(5) {
                program.clauses.push(clause.clone());
            }
            program.clauses.push(clause);
        }
    }
    if dice.chance(5) {
        // Perhaps someone uses it.
        let place = dice.below(program.clauses.len());
        program.clauses.remove(place);
    }
    scene::add_evidence(&mut program, dice);
    scene::add_queries(&mut program, dice);
    program
}

/// A fact, or several that exclude each other.
fn facts(predicate: &Predicate, cast: &Cast, dice: &mut Dice) -> Clause {
    if !dice.chance(15) {
        return scene::fact(predicate, &cast.constants, dice);
    }
    let heads = shares(dice).into_iter().map(|probability| {
        Head::new(probability, scene::ground_atom(predicate, &cast.constants, dice))
    });
    Clause::with_heads(heads.collect(), Formula::True)
}

/// Probabilities of heads that exclude each other; some sum to one.
fn shares(dice: &mut Dice) -> Vec<Probability> {
    let choices: [&[(u128, u128)]; 6] = [
        &[(3, 10), (7, 10)],
        &[(1, 5), (3, 10)],
        &[(1, 2), (1, 2)],
        &[(1, 3), (1, 3), (1, 3)],
        &[(1, 10), (1, 5), (3, 10)],
        &[(1, 7), (2, 3)],
    ];
    let fraction = |&(n, d): &(u128, u128)| Probability::new(n, d).expect("a probability");
    dice.pick(&choices).iter().map(fraction).collect()
}

fn rule(predicate: &Predicate, level: usize, cast: &Cast, dice: &mut Dice) -> Clause {
    let probabilities = match dice.below(10) {
        0..5 => vec![Probability::ONE],
        5..8 => vec![scene::probability(dice)],
        _ => shares(dice),
    };
    let choosing = probabilities.len() > 1 || !probabilities[0].is_one();
    let mut writer = Writer { cast, level, choosing, names: 0 };
    let mut scope = Scope { bound: Vec::new(), negated: false, closed: false };
    let size = dice.between(1, 7);
    let mut body = writer.formula(size, &mut scope, dice);
    if dice.chance(25) {
        reverse(&mut body);
    }
    let alike: Vec<&Predicate> =
        cast.predicates.iter().filter(|(_, l)| *l == level).map(|(p, _)| p).collect();
    let mut heads = Vec::new();
    for (index, probability) in probabilities.into_iter().enumerate() {
        let predicate = if index == 0 { predicate } else { dice.pick(&alike) };
        let args = (0..predicate.arity).map(|_| match &scope.bound[..] {
            bound if !bound.is_empty() && dice.chance(80) => {
                Term::Variable(dice.pick(bound).clone())
            }
            _ => dice.pick(&cast.constants).clone(),
        });
        heads.push(Head::new(probability, Atom::new(predicate.name.clone(), args.collect())));
    }
    Clause::with_heads(heads.into(), body)
}

/// Turns the outermost conjunction round: often unsafe then.
fn reverse(formula: &mut Formula) {
    if let Formula::And(children) = formula {
        children.reverse();
    }
}

/// Where in a body we are.
#[derive(Clone)]
struct Scope {
    bound: Vec<Symbol>,
    negated: bool,
    /// No new variables, as they would not be bound by all branches.
    closed: bool,
}

struct Writer<'c> {
    cast: &'c Cast,
    level: usize,
    choosing: bool,
    /// How many variables have a name already.
    names: usize,
}

impl Writer<'_> {
    fn formula(&mut self, size: usize, scope: &mut Scope, dice: &mut Dice) -> Formula {
        if size <= 1 {
            return Formula::Atom(self.atom(None, scope, dice));
        }
        match dice.below(10) {
            0..3 => self.negation(size, scope, dice),
            3..5 if size > 2 => self.disjunction(size, scope, dice),
            _ => {
                let split = dice.between(1, size - 1);
                let left = self.formula(split, scope, dice);
                let right = self.formula(size - split, scope, dice);
                Formula::And(vec![left, right])
            }
        }
    }

    fn negation(&mut self, size: usize, scope: &Scope, dice: &mut Dice) -> Formula {
        // Whatever is bound inside is the negation's own.
        let mut inside = Scope { negated: true, closed: false, ..scope.clone() };
        Formula::Not(Box::new(self.formula(size - 1, &mut inside, dice)))
    }

    fn disjunction(&mut self, size: usize, scope: &mut Scope, dice: &mut Dice) -> Formula {
        let relations = self.cast.usable(self.level, scope.negated).iter().any(|p| p.arity > 0);
        let common = (relations && !scope.closed && dice.chance(50)).then(|| self.new_name());
        let closed = scope.closed || (self.choosing && !scope.negated);
        let branches = (0..2).map(|_| {
            let mut inside = Scope { closed, ..scope.clone() };
            let first = common.clone().map(|name| {
                let atom = self.atom(Some(&name), &mut inside, dice);
                inside.bound.push(name);
                Formula::Atom(atom)
            });
            let rest = self.formula(size / 2, &mut inside, dice);
            match first {
                Some(first) => Formula::And(vec![first, rest]),
                None => rest,
            }
        });
        let branches = branches.collect();
        scope.bound.extend(common);
        Formula::Or(branches)
    }

    /// An atom, with this variable if one is given.
    fn atom(&mut self, with: Option<&Symbol>, scope: &mut Scope, dice: &mut Dice) -> Atom {
        let mut usable = self.cast.usable(self.level, scope.negated);
        if with.is_some() {
            usable.retain(|predicate| predicate.arity > 0);
        }
        let predicate = *dice.pick(&usable);
        let place = dice.below(predicate.arity.max(1));
        let args = (0..predicate.arity).map(|index| match with {
            Some(name) if index == place => Term::Variable(name.clone()),
            _ => self.term(scope, dice),
        });
        Atom::new(predicate.name.clone(), args.collect())
    }

    fn term(&mut self, scope: &mut Scope, dice: &mut Dice) -> Term {
        match dice.below(20) {
            0..10 if !scope.bound.is_empty() => Term::Variable(dice.pick(&scope.bound).clone()),
            10..12 if !scope.closed => Term::Anonymous,
            12..20 if !scope.closed => {
                let name = self.new_name();
                scope.bound.push(name.clone());
                Term::Variable(name)
            }
            _ => dice.pick(&self.cast.constants).clone(),
        }
    }

    fn new_name(&mut self) -> Symbol {
        self.names += 1;
        Symbol::new(format!("X{}", self.names))
    }
}
