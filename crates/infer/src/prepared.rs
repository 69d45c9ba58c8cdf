//! A wide program, made ready for both algorithms.
//!
//! What is done here changes no meaning: clauses of the library are added where they are used, heads
//! that speak against an atom become predicates of their own, and it is worked out which predicates
//! matter and which of them are certain.

mod certain;
mod names;

pub(crate) use names::{clause_text, with_blanks, written};

use crate::built_in::LIBRARY;
use crate::{Error, Relevance};
use certain::mark_certain;
use hashbrown::{HashMap, HashSet};
use names::{name_apart, name_apart_statement};
use randlog_logic::wide::{self, Statement, WideClause, WideHead, WideProgram};
use randlog_logic::{Atom, Formula, Predicate, Symbol, Term};

/// A wide program, ready to be grounded.
pub(crate) struct Prepared {
    /// The clauses that matter, those of the library included.
    pub(crate) clauses: Vec<WideClause>,
    pub(crate) queries: Vec<Statement>,
    pub(crate) evidence: Vec<Statement>,
    /// The predicates that matter, each with its clauses, in order.
    pub(crate) predicates: HashMap<Predicate, Entry>,
    pub(crate) relevance: Relevance,
}

/// A predicate that matters.
#[derive(Default)]
pub(crate) struct Entry {
    pub(crate) clauses: Vec<usize>,
    /// Is every atom of it the same in all worlds? No clause that it depends on has a probability, and
    /// none depends on its own negation.
    pub(crate) certain: bool,
}

/// What a goal is, by its predicate.
pub(crate) enum Goal {
    /// A predicate with clauses.
    Own,
    /// `findall/3` or `all/3`.
    Collect,
    /// Any other built-in predicate.
    BuiltIn,
}

impl Prepared {
    pub(crate) fn new(program: &WideProgram) -> Result<Prepared, Error> {
        if program.queries.is_empty() {
            return Err(Error::NoQuery);
        }
        let mut clauses = split_signs(&program.clauses);
        clauses.iter_mut().for_each(name_apart);
        let own = clauses.len();
        let mut predicates = index(&clauses);
        for predicate in &program.dynamic {
            predicates.entry(predicate.clone()).or_default();
        }
        let mut library = WideProgram::parse(LIBRARY).unwrap_or_default().clauses;
        library.iter_mut().for_each(name_apart);
        let [queries, evidence] = [&program.queries, &program.evidence].map(|statements| {
            let mut statements = statements.clone();
            statements.iter_mut().for_each(name_apart_statement);
            statements
        });
        let library_index = index(&library);
        let mut search = Search {
            predicates: &mut predicates,
            order: Vec::new(),
            reached: HashSet::new(),
            unknown_fails: program.unknown_fails,
        };
        for (statement, what) in goals(program) {
            let user = || format!("the {what} `{}`", statement.atom);
            search.visit(&statement.atom, &library, &library_index, &mut clauses, &user)?;
            search.formula(&statement.condition, &library, &library_index, &mut clauses, &user)?;
        }
        let mut next = 0;
        while let Some(predicate) = search.order.get(next).cloned() {
            next += 1;
            for clause in search.predicates[&predicate].clauses.clone() {
                let body = clauses[clause].body.clone();
                let text = clause_text(&clauses[clause]);
                let user = || format!("the clause `{text}`");
                search.formula(&body, &library, &library_index, &mut clauses, &user)?;
            }
        }
        let Search { order, reached, .. } = search;
        let relevance = relevance(program, &clauses[..own], &predicates, &reached);
        let mut kept = HashMap::new();
        for predicate in &order {
            let entry = predicates.remove(predicate).unwrap_or_default();
            kept.insert(predicate.clone(), entry);
        }
        mark_certain(&clauses, &order, &mut kept);
        Ok(Prepared { clauses, queries, evidence, predicates: kept, relevance })
    }

    /// What an atom of a body stands for.
    pub(crate) fn goal(&self, atom: &Atom) -> Goal {
        let own = self.predicates.contains_key(&atom.predicate());
        match (own, atom.name.as_str(), atom.args.len()) {
            (true, ..) => Goal::Own,
            (false, "findall" | "all", 3) => Goal::Collect,
            _ => Goal::BuiltIn,
        }
    }
}

fn goals(program: &WideProgram) -> impl Iterator<Item = (&Statement, &'static str)> {
    let queries = program.queries.iter().map(|query| (query, "query"));
    queries.chain(program.evidence.iter().map(|evidence| (evidence, "evidence")))
}

fn index(clauses: &[WideClause]) -> HashMap<Predicate, Entry> {
    let mut predicates: HashMap<Predicate, Entry> = HashMap::new();
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

/// `0.5::\+ a :- b.` speaks against `a`, which holds if some clause speaks for it and none against it.
fn split_signs(clauses: &[WideClause]) -> Vec<WideClause> {
    let mut signed: Vec<Predicate> = Vec::new();
    for head in clauses.iter().flat_map(|clause| &clause.heads).filter(|head| head.negated) {
        let predicate = head.atom.predicate();
        if !signed.contains(&predicate) {
            signed.push(predicate);
        }
    }
    let mut split = clauses.to_vec();
    for head in split.iter_mut().flat_map(|clause| &mut clause.heads) {
        if signed.contains(&head.atom.predicate()) {
            let side = if head.negated { "against" } else { "for" };
            head.atom.name = Symbol::from(format!("{side} {}", head.atom.name));
            head.negated = false;
        }
    }
    for predicate in signed {
        let variables = (0..predicate.arity).map(|n| Term::Variable(Symbol::from(format!("A{n}"))));
        let args: Vec<Term> = variables.collect();
        let atom = |side: &str| {
            Formula::Atom(Atom::new(format!("{side} {}", predicate.name), args.clone()))
        };
        let both = Formula::And(vec![atom("for"), Formula::Not(Box::new(atom("against")))]);
        let plain = |name: Symbol, body: Formula| WideClause {
            heads: vec![WideHead {
                annotation: None,
                negated: false,
                atom: Atom::new(name, args.clone()),
            }],
            body,
            line: 0,
        };
        let never = Formula::Not(Box::new(Formula::True));
        split.push(plain(Symbol::from(format!("for {}", predicate.name)), never));
        split.push(plain(predicate.name.clone(), both));
    }
    split
}

struct Search<'a> {
    predicates: &'a mut HashMap<Predicate, Entry>,
    order: Vec<Predicate>,
    reached: HashSet<Predicate>,
    unknown_fails: bool,
}

impl Search<'_> {
    fn formula(
        &mut self,
        formula: &Formula,
        library: &[WideClause],
        library_index: &HashMap<Predicate, Entry>,
        clauses: &mut Vec<WideClause>,
        user: &dyn Fn() -> String,
    ) -> Result<(), Error> {
        for occurrence in formula.atoms() {
            self.visit(occurrence.atom, library, library_index, clauses, user)?;
        }
        Ok(())
    }

    fn visit(
        &mut self,
        atom: &Atom,
        library: &[WideClause],
        library_index: &HashMap<Predicate, Entry>,
        clauses: &mut Vec<WideClause>,
        user: &dyn Fn() -> String,
    ) -> Result<(), Error> {
        let predicate = atom.predicate();
        if self.reached.contains(&predicate) {
            return Ok(());
        }
        if !self.predicates.contains_key(&predicate) {
            if let Some(entry) = library_index.get(&predicate) {
                let from = clauses.len();
                clauses.extend(entry.clauses.iter().map(|&clause| library[clause].clone()));
                let entry = Entry { clauses: (from..clauses.len()).collect(), certain: false };
                self.predicates.insert(predicate.clone(), entry);
            } else if wide::is_built_in(&predicate.name, predicate.arity) {
                return match collected(atom)? {
                    Some(goal) => self.formula(&goal, library, library_index, clauses, user),
                    None => Ok(()),
                };
            } else if self.unknown_fails {
                self.predicates.insert(predicate.clone(), Entry::default());
            } else {
                return Err(Error::Undefined { predicate, user: user() });
            }
        }
        self.reached.insert(predicate.clone());
        self.order.push(predicate);
        Ok(())
    }
}

/// The goal whose solutions a built-in predicate collects.
pub(crate) fn collected(atom: &Atom) -> Result<Option<Formula>, Error> {
    match (atom.name.as_str(), &atom.args[..]) {
        ("findall" | "all", [_, goal, _]) => {
            let goal = wide::goal(goal);
            let goal = goal.map_err(|problem| Error::BuiltIn {
                clause: atom.to_string(),
                reason: problem.to_string(),
            })?;
            Ok(Some(goal))
        }
        _ => Ok(None),
    }
}

fn relevance(
    program: &WideProgram,
    clauses: &[WideClause],
    predicates: &HashMap<Predicate, Entry>,
    reached: &HashSet<Predicate>,
) -> Relevance {
    let matters = |predicate: &Predicate| reached.contains(predicate);
    let mut known: Vec<&Predicate> = predicates.keys().collect();
    known.sort_by_key(|predicate| predicates[*predicate].clauses.first());
    let (relevant, irrelevant): (Vec<&Predicate>, Vec<&Predicate>) =
        known.into_iter().partition(|predicate| matters(predicate));
    let count = clauses
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
