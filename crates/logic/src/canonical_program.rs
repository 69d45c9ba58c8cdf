//! One form for all programs that differ by names, or also by the order of their clauses.
//!
//! Names are given in the order in which they are met, queries first: `p`, `q`, `r` to predicates, `a`, `b`,
//! `c` to constants, `f`, `g`, `h` to function symbols, `X`, `Y`, `Z` to the variables of each clause. Names that
//! mean something by themselves, those of built-in predicates and operators, stay.
//!
//! The order of clauses must not depend on names: `colours.rs` tells clauses apart without them. What still looks alike
//! is mostly alike indeed: if there are few ways to arrange it, all of them are tried.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::built_ins::{is_built_in, is_library};
use crate::colours::Colours;
use crate::directive::{dynamic, indicator};
use crate::operators::{infix, prefix};
use crate::syntax::EMPTY_LIST;
use crate::{Clause, Predicate, Program, Role, Symbol, Term};

/// So many arrangements of clauses that look alike are tried.
const ARRANGEMENTS: usize = 120;

impl Program {
    /// The same program with canonical names.
    ///
    /// ```
    /// use randlog_logic::Program;
    ///
    /// let program = Program::parse("0.5::wet(lawn) :- rain(T), T > 1. rain(2). query(wet(_)).")?;
    /// let expected = "0.5::p(a) :- q(X), X > 1.\nq(2).\nquery(p(_)).\n";
    /// assert_eq!(program.with_canonical_names().to_string(), expected);
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn with_canonical_names(&self) -> Program {
        let predicates = self.predicates();
        let mut names = Names::default();
        let mut program = self.clone();
        for goal in program.queries.iter_mut().chain(&mut program.evidence) {
            names.variables.clear();
            goal.rename(&mut |name, role| names.name(name, role, &predicates));
        }
        for clause in &mut program.clauses {
            names.variables.clear();
            clause.rename(&mut |name, role| names.name(name, role, &predicates));
        }
        names.directives(&mut program);
        program
    }

    /// The same program with facts before rules, everything in an order that does not depend on names, and
    /// with canonical names.
    ///
    /// ```
    /// use randlog_logic::Program;
    ///
    /// let one = Program::parse("wet :- rain. wet :- \\+ dry. 0.2::rain. dry. query(wet).")?;
    /// let other = Program::parse("b. 0.2::a. c :- \\+ b. c :- a. query(c).")?;
    /// assert_eq!(one.canonical(), other.canonical());
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn canonical(&self) -> Program {
        let mut program = self.clone();
        // Those that name predicates stay in their order, which must not depend on names.
        program.directives.sort_by_cached_key(|it| dynamic(it).is_empty().then(|| it.clone()));
        let keys = Colours::new(&program).keys(&program);
        sort_by(&mut program.queries, &keys.queries);
        sort_by(&mut program.evidence, &keys.evidence);
        arranged(program, &keys.clauses)
    }

    /// The predicates that are the program's own.
    pub(crate) fn predicates(&self) -> BTreeSet<(Symbol, usize)> {
        let mut found = BTreeSet::new();
        self.clone().rename(&mut |name, role| {
            if let Role::Predicate(arity) = role {
                found.insert((name.clone(), arity));
            }
            name.clone()
        });
        let heads = self.clauses.iter().flat_map(|clause| &clause.heads);
        let own: BTreeSet<_> =
            heads.map(|head| (head.atom.name.clone(), head.atom.args.len())).collect();
        found.retain(|key| own.contains(key) || !means_something(&key.0, key.1));
        found
    }
}

/// Does a name mean something by itself?
pub(crate) fn means_something(name: &str, arity: usize) -> bool {
    match arity {
        0 => matches!(name, EMPTY_LIST | "true" | "fail" | "false"),
        1 if prefix(name).is_some() => true,
        2 if infix(name).is_some() => true,
        _ => is_built_in(name, arity) || is_library(name, arity),
    }
}

/// The names that are given so far.
#[derive(Default)]
struct Names {
    predicates: HashMap<(Symbol, usize), Symbol>,
    functions: HashMap<(Symbol, usize), Symbol>,
    constants: HashMap<Symbol, Symbol>,
    /// Those of the clause at hand.
    variables: HashMap<Symbol, Symbol>,
}

impl Names {
    fn name(&mut self, old: &Symbol, role: Role, own: &BTreeSet<(Symbol, usize)>) -> Symbol {
        let (arity, is_predicate) = match role {
            Role::Variable => return new_name(&mut self.variables, old.clone(), &VARIABLES),
            Role::Constant if means_something(old, 0) => return old.clone(),
            Role::Constant => return new_name(&mut self.constants, old.clone(), &CONSTANTS),
            Role::Predicate(arity) => (arity, true),
            // A goal that is an argument is named like the predicate.
            Role::Function(arity) => (arity, own.contains(&(old.clone(), arity))),
        };
        let key = (old.clone(), arity);
        match (is_predicate, own.contains(&key)) {
            (true, true) => new_name(&mut self.predicates, key, &PREDICATES),
            (false, _) if !means_something(old, arity) => {
                new_name(&mut self.functions, key, &FUNCTIONS)
            }
            _ => old.clone(),
        }
    }
}

impl Names {
    /// Directives that let predicates go without clauses name them anew.
    fn directives(&mut self, program: &mut Program) {
        let predicates: Vec<Predicate> = program.dynamic().collect();
        program.directives.retain(|directive| dynamic(directive).is_empty());
        for Predicate { name, arity } in predicates {
            let name = new_name(&mut self.predicates, (name, arity), &PREDICATES);
            let indicator = indicator(&Predicate { name, arity });
            program.directives.push(Term::function("dynamic", vec![indicator]));
        }
    }
}

const PREDICATES: [&str; 8] = ["p", "q", "r", "s", "t", "u", "v", "w"];
const FUNCTIONS: [&str; 3] = ["f", "g", "h"];
const CONSTANTS: [&str; 4] = ["a", "b", "c", "d"];
pub(crate) const VARIABLES: [&str; 6] = ["X", "Y", "Z", "U", "V", "W"];

/// The new name of something, by the number of those that have one.
pub(crate) fn new_name<K: std::hash::Hash + Eq>(
    given: &mut HashMap<K, Symbol>,
    key: K,
    letters: &[&str],
) -> Symbol {
    let count = given.len();
    let fresh = || match count / letters.len() {
        0 => Symbol::new(letters[count]),
        round => Symbol::from(format!("{}{round}", letters[count % letters.len()])),
    };
    given.entry(key).or_insert_with(fresh).clone()
}

fn sort_by<T: Clone>(items: &mut Vec<T>, keys: &[String]) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&index| &keys[index]);
    *items = order.into_iter().map(|index| items[index].clone()).collect();
}

/// The clauses in the order of their keys; those with the same key in the order that reads first once
/// everything is named, if it does not take too many tries.
fn arranged(mut program: Program, keys: &[String]) -> Program {
    let mut groups: BTreeMap<&String, Vec<Clause>> = BTreeMap::new();
    for (clause, key) in program.clauses.iter().zip(keys) {
        groups.entry(key).or_default().push(clause.clone());
    }
    let groups: Vec<Vec<Clause>> = groups.into_values().collect();
    let ways = groups.iter().flat_map(|group| 1..=group.len()).try_fold(1usize, |ways, factor| {
        ways.checked_mul(factor).filter(|&ways| ways <= ARRANGEMENTS)
    });
    let mut orders = vec![Vec::new()];
    for group in &groups {
        let ways = if ways.is_some() { permutations(group) } else { vec![group.clone()] };
        orders = orders
            .iter()
            .flat_map(|start| ways.iter().map(move |end| [&start[..], &end[..]].concat()))
            .collect();
    }
    let named = orders.into_iter().map(|clauses| {
        program.clauses = clauses.into();
        program.with_canonical_names()
    });
    named.min_by_key(ToString::to_string).unwrap_or_default()
}

/// All orders of a few items.
fn permutations(items: &[Clause]) -> Vec<Vec<Clause>> {
    let [first, rest @ ..] = items else { return vec![Vec::new()] };
    let mut found = Vec::new();
    for order in permutations(rest) {
        for place in 0..=order.len() {
            let mut order = order.clone();
            order.insert(place, first.clone());
            found.push(order);
        }
    }
    found
}
