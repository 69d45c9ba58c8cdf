//! Telling clauses apart without names.
//!
//! Each name gets a *colour*, at first the same for all. A clause is told by the colours in it, and a name by the
//! clauses that it occurs in and where, again and again until no more colours come apart.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::canonical_program::{VARIABLES, means_something, new_name};
use crate::{Clause, Formula, Goal, Program, Role, Symbol};

/// So often are colours told apart, at most.
const ROUNDS: usize = 8;

/// What is known of each name: names that look alike have the same number.
pub(crate) struct Colours(BTreeMap<(Symbol, Role), usize>);

/// What tells clauses apart, whatever they are named.
pub(crate) struct Keys {
    pub(crate) queries: Vec<String>,
    pub(crate) evidence: Vec<String>,
    pub(crate) clauses: Vec<String>,
}

impl Colours {
    pub(crate) fn new(program: &Program) -> Colours {
        let mut colours = Colours(BTreeMap::new());
        for _ in 0..ROUNDS {
            let seen = colours.places(program);
            let distinct: BTreeSet<_> = seen.values().collect();
            let before = colours.0.values().collect::<BTreeSet<_>>().len();
            let settled = before == distinct.len();
            let ranks: BTreeMap<_, usize> =
                distinct.into_iter().enumerate().map(|(rank, place)| (place, rank)).collect();
            colours = Colours(seen.iter().map(|(key, at)| (key.clone(), ranks[at])).collect());
            if settled {
                break;
            }
        }
        colours
    }

    /// Where each name occurs, as far as the colours tell.
    fn places(&self, program: &Program) -> BTreeMap<(Symbol, Role), Vec<(String, usize)>> {
        let keys = self.keys(program);
        let mut places: BTreeMap<_, Vec<(String, usize)>> = BTreeMap::new();
        let mut note = |key: &str, place: &mut usize, name: &Symbol, role| {
            if role != Role::Variable {
                places.entry((name.clone(), role)).or_default().push((key.to_owned(), *place));
                *place += 1;
            }
            name.clone()
        };
        let mut copy = program.clone();
        let goals = copy.queries.iter_mut().zip(&keys.queries);
        for (goal, key) in goals.chain(copy.evidence.iter_mut().zip(&keys.evidence)) {
            let mut place = 0;
            goal.rename(&mut |name, role| note(key, &mut place, name, role));
        }
        for (clause, key) in copy.clauses.iter_mut().zip(&keys.clauses) {
            let mut place = 0;
            clause.rename(&mut |name, role| note(key, &mut place, name, role));
        }
        places.values_mut().for_each(|places| places.sort());
        places
    }

    /// Each clause with colours in place of names.
    pub(crate) fn keys(&self, program: &Program) -> Keys {
        let own = program.predicates();
        let coloured = |name: &Symbol, role: Role, variables: &mut HashMap<Symbol, Symbol>| {
            let arity = match role {
                Role::Variable => return new_name(variables, name.clone(), &VARIABLES),
                Role::Constant => 0,
                Role::Predicate(arity) | Role::Function(arity) => arity,
            };
            let is_own = own.contains(&(name.clone(), arity)) && role != Role::Constant;
            if !is_own && means_something(name, arity) {
                return name.clone();
            }
            let colour = self.0.get(&(name.clone(), role)).copied().unwrap_or(0);
            Symbol::from(format!("c{colour:06}"))
        };
        let mut copy = program.clone();
        let goals = copy.queries.iter_mut().chain(&mut copy.evidence);
        goals.for_each(|goal| {
            let mut variables = HashMap::new();
            goal.rename(&mut |name, role| coloured(name, role, &mut variables));
        });
        copy.clauses.iter_mut().for_each(|clause| {
            let mut variables = HashMap::new();
            clause.rename(&mut |name, role| coloured(name, role, &mut variables));
        });
        let of = |goal: &Goal| format!("?{} {} :- {}", goal.negated, goal.atom, goal.condition);
        // Facts come first.
        let clause = |clause: &Clause| match clause.body {
            Formula::True => format!("0 {clause}"),
            _ => format!("1 {clause}"),
        };
        Keys {
            queries: copy.queries.iter().map(of).collect(),
            evidence: copy.evidence.iter().map(|seen| format!("!{}", of(seen))).collect(),
            clauses: copy.clauses.iter().map(clause).collect(),
        }
    }
}
