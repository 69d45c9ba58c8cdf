//! One form for all clauses that differ by the names of their variables, and for all programs that differ by
//! names, or also by the order of their clauses.
//!
//! Names are given in the order in which they are met, queries first: `p`, `q`, `r` to predicates, `a`, `b`,
//! `c` to constants, `f`, `g`, `h` to function symbols, `X`, `Y`, `Z` to the variables of each clause. Names that
//! mean something by themselves, those of built-in predicates and operators, stay.
//!
//! The order of clauses must not depend on names, so clauses are told apart without them, by colour refinement: each
//! name gets a *colour*, at first the same for all. A clause is told by the colours in it, and a name by the clauses
//! that it occurs in and where, again and again until no more colours come apart. What still looks alike is mostly alike
//! indeed: if there are few ways to arrange it, all of them are tried.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::built_ins::{is_built_in, is_library};
use crate::directive::{dynamic, indicator};
use crate::operators::{infix, prefix};
use crate::syntax::EMPTY_LIST;
use crate::{Clause, Formula, Goal, Predicate, Program, Role, Symbol, Term};

/// So many arrangements of clauses that look alike are tried.
const ARRANGEMENTS: usize = 120;

/// So often are colours told apart, at most.
const ROUNDS: usize = 8;

impl Clause {
    /// This clause with its variables renamed: the first one used (in the heads, then in the body,
    /// in the order they are written) gets the first name, the next new one the second, and so on.
    /// Every `_` is a variable of its own and gets a name as well.
    ///
    /// Two clauses differ by the names of their variables only, exactly if their canonical forms
    /// are equal. `None` if there are more variables than names.
    ///
    /// ```
    /// use randlog_logic::{Dialect, Symbol};
    ///
    /// let program = Dialect::Prolog.parse("p(Y, X) :- q(X, _), r(Y).")?;
    /// let names = ["A", "B", "C"].map(Symbol::new);
    /// let canonical = program.clauses[0].canonical(&names).unwrap();
    /// assert_eq!(canonical.to_string(), "p(A, B) :- q(B, C), r(A).");
    /// assert_eq!(program.clauses[0].canonical(&names[..2]), None);
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn canonical(&self, names: &[Symbol]) -> Option<Clause> {
        let mut copy = self.clone();
        // The old name of each new one handed out so far; `None` for `_`.
        let mut seen: Vec<Option<Symbol>> = Vec::new();
        copy.change_atoms(&mut |atom| {
            for term in atom.args.iter_mut().filter(|term| !term.is_ground()) {
                let old = term.variable().cloned();
                // A linear search: there are rarely more than a handful of variables.
                let known = seen.iter().position(|seen| seen.is_some() && *seen == old);
                let index = known.unwrap_or(seen.len());
                if known.is_none() {
                    seen.push(old);
                }
                if let Some(name) = names.get(index) {
                    *term = Term::Variable(name.clone());
                }
            }
        });
        (seen.len() <= names.len()).then_some(copy)
    }
}

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
        let mut names = CanonicalNames::default();
        let mut program = self.clone();
        let mut statement = 0;
        program.rename_by_statement(&mut |number, name, role| {
            if std::mem::replace(&mut statement, number) != number {
                names.variables.clear();
            }
            names.name(name, role, &predicates)
        });
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
        let (of_queries, others) = keys.split_at(program.queries.len());
        let (of_evidence, of_clauses) = others.split_at(program.evidence.len());
        sort_by(&mut program.queries, of_queries);
        sort_by(&mut program.evidence, of_evidence);
        arranged(program, of_clauses)
    }

    /// The predicates that are the program's own.
    fn predicates(&self) -> BTreeSet<(Symbol, usize)> {
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
fn means_something(name: &str, arity: usize) -> bool {
    match arity {
        0 => matches!(name, EMPTY_LIST | "true" | "fail" | "false"),
        1 if prefix(name).is_some() => true,
        2 if infix(name).is_some() => true,
        _ => is_built_in(name, arity) || is_library(name, arity),
    }
}

/// The names that are given so far.
#[derive(Default)]
struct CanonicalNames {
    predicates: HashMap<(Symbol, usize), Symbol>,
    functions: HashMap<(Symbol, usize), Symbol>,
    constants: HashMap<Symbol, Symbol>,
    /// Those of the clause at hand.
    variables: HashMap<Symbol, Symbol>,
}

impl CanonicalNames {
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
const VARIABLES: [&str; 6] = ["X", "Y", "Z", "U", "V", "W"];

/// The new name of something, by the number of those that have one.
fn new_name<K: std::hash::Hash + Eq>(
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

/// What is known of each name: names that look alike have the same number.
struct Colours(BTreeMap<(Symbol, Role), usize>);

impl Colours {
    fn new(program: &Program) -> Colours {
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
        let (mut statement, mut place) = (0, 0);
        program.clone().rename_by_statement(&mut |number, name, role| {
            if std::mem::replace(&mut statement, number) != number {
                place = 0;
            }
            if role != Role::Variable {
                let key = keys[number].clone();
                places.entry((name.clone(), role)).or_default().push((key, place));
                place += 1;
            }
            name.clone()
        });
        places.values_mut().for_each(|places| places.sort());
        places
    }

    /// What tells statements apart, whatever they are named: each query, piece of evidence and clause with colours
    /// in place of names.
    fn keys(&self, program: &Program) -> Vec<String> {
        let own = program.predicates();
        let (mut statement, mut variables) = (0, HashMap::new());
        let mut copy = program.clone();
        copy.rename_by_statement(&mut |number, name, role| {
            if std::mem::replace(&mut statement, number) != number {
                variables.clear();
            }
            let arity = match role {
                Role::Variable => return new_name(&mut variables, name.clone(), &VARIABLES),
                Role::Constant => 0,
                Role::Predicate(arity) | Role::Function(arity) => arity,
            };
            let is_own = own.contains(&(name.clone(), arity)) && role != Role::Constant;
            if !is_own && means_something(name, arity) {
                return name.clone();
            }
            let colour = self.0.get(&(name.clone(), role)).copied().unwrap_or(0);
            Symbol::from(format!("c{colour:06}"))
        });
        let of = |goal: &Goal| format!("?{} {} :- {}", goal.negated, goal.atom, goal.condition);
        // Facts come first.
        let clauses = copy.clauses.iter().map(|clause| match clause.body {
            Formula::True => format!("0 {clause}"),
            _ => format!("1 {clause}"),
        });
        let goals = copy.queries.iter().map(of);
        let goals = goals.chain(copy.evidence.iter().map(|seen| format!("!{}", of(seen))));
        goals.chain(clauses).collect()
    }
}
