//! A program, made ready for both algorithms.
//!
//! What is done here changes no meaning: clauses of the library are added where they are used, heads
//! that speak against an atom become predicates of their own, and it is worked out which predicates
//! matter and which of them are certain.

mod certain;
mod conditions;
mod constants;
mod library;
mod names;
mod reserved;
mod signs;

pub(crate) use names::{with_blanks, written};
pub(crate) use reserved::Reserved;

use crate::{Error, Quotation, Relevance};
use certain::mark_certain;
use hashbrown::{HashMap, HashSet};
use names::{name_apart, name_apart_goal, quoted_clause, quoted_goal};
use randlog_logic::built_ins::{is_built_in, is_elsewhere};
use randlog_logic::{
    Atom, Clause, Compound, Formula, Goal, Head, ParseProblem, Predicate, Program, SourcePlace,
    Symbol, Term,
};

/// A program, ready to be grounded.
pub(crate) struct Prepared {
    /// The clauses that matter, those of the library included.
    pub(crate) clauses: Vec<Clause>,
    pub(crate) queries: Vec<Goal>,
    pub(crate) evidence: Vec<Goal>,
    /// The predicates that matter, each with its clauses, in order.
    pub(crate) predicates: HashMap<Predicate, PreparedPredicate>,
    pub(crate) relevance: Relevance,
    pub(crate) reserved: Reserved,
    /// How many clauses are the program's; those of the library follow.
    own: usize,
}

/// A predicate that matters.
#[derive(Default)]
pub(crate) struct PreparedPredicate {
    pub(crate) clauses: Vec<usize>,
    /// Is every atom of it the same in all worlds? No clause that it depends on has a probability, and
    /// none depends on its own negation.
    pub(crate) certain: bool,
}

/// What a goal is, by its predicate.
pub(crate) enum GoalKind<'a> {
    /// A predicate with clauses.
    Own,
    /// `findall/3` or `all/3`.
    Collect,
    /// `once/1`: the first solution.
    Once,
    /// Any other built-in predicate, by its name.
    BuiltIn(&'a str),
}

impl Prepared {
    pub(crate) fn new(program: &Program) -> Result<Prepared, Error> {
        if program.queries.is_empty() {
            return Err(Error::NoQuery);
        }
        let reserved = Reserved::new(program);
        let mut clauses = constants::settled(&program.clauses);
        signs::split_signs(&mut clauses, &reserved);
        clauses.iter_mut().for_each(name_apart);
        let mut predicates = index(&clauses);
        for predicate in program.dynamic() {
            predicates.entry(predicate).or_default();
        }
        let [queries, evidence] = [&program.queries, &program.evidence].map(|statements| {
            let mut statements = statements.clone();
            statements.iter_mut().for_each(name_apart_goal);
            statements
        });
        let own = clauses.len();
        let mut search = Reachability {
            clauses,
            predicates,
            reserved: &reserved,
            order: Vec::new(),
            reached: HashSet::new(),
            unknown_fails: program.unknown_fails(),
        };
        for (statements, kind) in [(&queries, "query"), (&evidence, "evidence")] {
            for statement in statements {
                let user = User { kind, quotation: &|| quoted_goal(statement, kind) };
                search.visit(&statement.atom, user)?;
                search.formula(&statement.condition, user)?;
            }
        }
        search.follow(own)?;
        let Reachability { mut clauses, mut predicates, order, reached, .. } = search;
        clauses.iter_mut().for_each(|clause| conditions::add_needs(clause, &reserved));
        let relevance = relevance(program, &predicates, &reached, &reserved);
        let mut kept = HashMap::new();
        for predicate in &order {
            let entry = predicates.remove(predicate).unwrap_or_default();
            kept.insert(predicate.clone(), entry);
        }
        mark_certain(&clauses, &order, &mut kept);
        Ok(Prepared { clauses, queries, evidence, predicates: kept, relevance, reserved, own })
    }

    /// What an atom of a body stands for.
    pub(crate) fn goal<'a>(&self, atom: &'a Atom) -> GoalKind<'a> {
        if self.predicates.contains_key(&atom.predicate()) {
            return GoalKind::Own;
        }
        let name = self.reserved.of_library(&atom.name).unwrap_or(&atom.name);
        match (name, atom.args.len()) {
            ("findall" | "all", 3) => GoalKind::Collect,
            ("once", 1 | 2) => GoalKind::Once,
            _ => GoalKind::BuiltIn(name),
        }
    }

    /// The number of a query, or of evidence, for [`Prepared::quotation`].
    pub(crate) fn statement(&self, is_query: bool, position: usize) -> usize {
        let before = if is_query { 0 } else { self.queries.len() };
        self.clauses.len() + before + position
    }

    /// A clause, a query or evidence, as it was written.
    pub(crate) fn quotation(&self, number: usize) -> Quotation {
        let queries = self.clauses.len();
        let evidence = queries + self.queries.len();
        if number >= evidence {
            quoted_goal(&self.evidence[number - evidence], "evidence")
        } else if number >= queries {
            quoted_goal(&self.queries[number - queries], "query")
        } else {
            quoted_clause(&self.clauses[number], &self.reserved, number >= self.own)
        }
    }

    /// A head as it was written, and where.
    pub(crate) fn head(&self, clause: usize, position: usize) -> (Head, SourcePlace) {
        let mut clause = self.clauses[clause].clone();
        clause.rename(&mut names::blank);
        let head = &clause.heads[position];
        (Head { atom: self.reserved.known(&head.atom), ..head.clone() }, clause.place)
    }

    /// The error in the words of the program.
    pub(crate) fn worded(&self, error: Error) -> Error {
        match error {
            Error::NegativeCycle { cycle } => {
                let known = |(atom, negated)| (self.reserved.known(&atom), negated);
                Error::NegativeCycle { cycle: cycle.into_iter().map(known).collect() }
            }
            other => other,
        }
    }
}

fn index(clauses: &[Clause]) -> HashMap<Predicate, PreparedPredicate> {
    let mut predicates: HashMap<Predicate, PreparedPredicate> = HashMap::new();
    for (number, clause) in clauses.iter().enumerate() {
        for head in &clause.heads {
            let entry = predicates.entry(head.atom.predicate()).or_default();
            if entry.clauses.last() != Some(&number) {
                entry.clauses.push(number);
            }
        }
    }
    predicates
}

/// Who uses a predicate.
#[derive(Clone, Copy)]
struct User<'u> {
    kind: &'static str,
    quotation: &'u dyn Fn() -> Quotation,
}

/// Finds the predicates that matter, and adds what the library says about them.
struct Reachability<'a> {
    clauses: Vec<Clause>,
    predicates: HashMap<Predicate, PreparedPredicate>,
    reserved: &'a Reserved,
    order: Vec<Predicate>,
    reached: HashSet<Predicate>,
    unknown_fails: bool,
}

impl Reachability<'_> {
    /// Visits what the predicates found so far use, and so on.
    fn follow(&mut self, own: usize) -> Result<(), Error> {
        let mut next = 0;
        while let Some(predicate) = self.order.get(next).cloned() {
            next += 1;
            for number in self.predicates[&predicate].clauses.clone() {
                let clause = self.clauses[number].clone();
                let reserved = self.reserved;
                let quotation = || quoted_clause(&clause, reserved, number >= own);
                self.formula(&clause.body, User { kind: "clause", quotation: &quotation })?;
            }
        }
        Ok(())
    }

    fn formula(&mut self, formula: &Formula, user: User<'_>) -> Result<(), Error> {
        for occurrence in formula.atoms() {
            self.visit(occurrence.atom, user)?;
        }
        Ok(())
    }

    fn visit(&mut self, atom: &Atom, user: User<'_>) -> Result<(), Error> {
        let predicate = atom.predicate();
        if self.reached.contains(&predicate) {
            return Ok(());
        }
        if !self.predicates.contains_key(&predicate) {
            let library = library::clauses_of(&predicate, self.reserved);
            let Predicate { name, arity } = &predicate;
            if !library.is_empty() {
                let from = self.clauses.len();
                self.clauses.extend(library);
                let entry = PreparedPredicate {
                    clauses: (from..self.clauses.len()).collect(),
                    certain: false,
                };
                self.predicates.insert(predicate.clone(), entry);
            } else if self.reserved.of_library(name).is_some() {
                return Ok(());
            } else if is_built_in(name, *arity) {
                return self.collected_by(atom, user);
            } else if self.unknown_fails && !is_elsewhere(name, *arity) {
                self.predicates.insert(predicate.clone(), PreparedPredicate::default());
            } else {
                let User { kind, quotation } = user;
                return Err(Error::Undefined { predicate, kind, user: quotation() });
            }
        }
        self.reached.insert(predicate.clone());
        self.order.push(predicate);
        Ok(())
    }

    fn collected_by(&mut self, atom: &Atom, user: User<'_>) -> Result<(), Error> {
        match collected(atom) {
            Ok(None) => Ok(()),
            Ok(Some(goal)) => self.formula(&goal, user),
            Err(problem) => {
                Err(Error::BuiltIn { clause: (user.quotation)(), reason: problem.to_string() })
            }
        }
    }
}

/// The inside of a negation that is that of Prolog: of a goal that has no solution, whatever values its variables may get. So is
/// the second branch of an if-then-else.
pub(crate) fn without_solution(inner: &Formula) -> Option<Formula> {
    match inner {
        Formula::Atom(atom) if is_once(atom) => collected(atom).ok().flatten(),
        _ => None,
    }
}

/// Is this `once/1`, or what is made of it?
fn is_once(atom: &Atom) -> bool {
    match atom.args.len() {
        1 => atom.name == "once",
        2 => atom.name.ends_with("library once"),
        _ => false,
    }
}

/// The variables that need values before the first solution is taken, if that was worked out. Else all that the goal
/// shares with the rest of the clause do.
pub(crate) fn needs_of(once: &Atom) -> Option<Vec<Symbol>> {
    let Term::Compound(list) = once.args.get(1)? else { return Some(Vec::new()) };
    let Compound::List(items, _) = &**list else { return Some(Vec::new()) };
    let name = |item: &Term| match item {
        Term::Variable(name) => Some(name.clone()),
        _ => None,
    };
    Some(items.iter().filter_map(name).collect())
}

/// The goal of which a built-in predicate takes all solutions, or the first one.
pub(crate) fn collected(atom: &Atom) -> Result<Option<Formula>, ParseProblem> {
    match (atom.name.as_str(), &atom.args[..]) {
        ("findall" | "all", [_, goal, _]) => randlog_logic::goal(goal).map(Some),
        (_, [goal, ..]) if is_once(atom) => randlog_logic::goal(goal).map(Some),
        _ => Ok(None),
    }
}

fn relevance(
    program: &Program,
    predicates: &HashMap<Predicate, PreparedPredicate>,
    reached: &HashSet<Predicate>,
    reserved: &Reserved,
) -> Relevance {
    let matters = |predicate: &Predicate| reached.contains(predicate);
    let mut known: Vec<&Predicate> =
        predicates.keys().filter(|predicate| !reserved.is_reserved(&predicate.name)).collect();
    let heads = program.clauses.iter().flat_map(|clause| &clause.heads);
    let mut first: HashMap<Predicate, usize> = HashMap::new();
    for (place, head) in heads.enumerate() {
        first.entry(head.atom.predicate()).or_insert(place);
    }
    known.sort_by_key(|&predicate| (first.get(predicate), predicate));
    let (relevant, irrelevant): (Vec<&Predicate>, Vec<&Predicate>) =
        known.into_iter().partition(|predicate| matters(predicate));
    let count = program
        .clauses
        .iter()
        .filter(|clause| clause.heads.iter().any(|head| matters(&head.atom.predicate())))
        .count();
    Relevance {
        predicates: relevant.into_iter().cloned().collect(),
        irrelevant: irrelevant.into_iter().cloned().collect(),
        clauses: count,
        of_clauses: program.clauses.len(),
    }
}
