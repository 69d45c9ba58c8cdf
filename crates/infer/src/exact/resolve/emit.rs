//! The ground rules as a flat program, and its answers in the words of the original one.
//!
//! An atom becomes a proposition, named by its number. A choice becomes an annotated disjunction of
//! propositions, one for each alternative, which the bodies of the rules use. Every ground instance of a
//! query has a proposition of its own; so has each observation.

use super::compile::{Asked, Compiler};
use super::search::Search;
use super::table::Literal;
use super::terms::{Frame, UNBOUND};
use crate::limits::Budget;
use crate::prepared::{Prepared, with_blanks};
use crate::{Answer, Error, Solution};
use hashbrown::HashMap;
use randlog_logic::wide::{Statement, WideProgram};
use randlog_logic::{
    Atom, Clause, Evidence, Formula, Head, Heads, Number, Probability, Program, Symbol, Term,
};

/// A ground instance of a query or of evidence.
struct Target {
    name: Atom,
    truth: Truth,
    /// Does a query with variables ask for it?
    among_others: bool,
}

enum Truth {
    Never,
    Always,
    Open(u32),
}

/// Grounds what the queries and the evidence reach, has the flat program solved, and tells the outcome in
/// the words of the original program.
pub(in crate::exact) fn solve(
    program: &WideProgram,
    budget: Budget,
    solve_flat: impl FnOnce(&Program) -> Result<Solution, Error>,
) -> Result<Solution, Error> {
    let prepared = Prepared::new(program)?;
    let mut compiler = Compiler::new(&prepared)?;
    let mut compile = |statements: &[Statement], is_query| {
        let numbered = statements.iter().enumerate();
        let asked = numbered
            .map(|(position, one)| compiler.asked(one, prepared.statement(is_query, position)));
        asked.collect::<Result<Vec<Asked>, Error>>()
    };
    let queries = compile(&prepared.queries, true)?;
    let evidence = compile(&prepared.evidence, false)?;
    let mut search = Search::new(compiler, budget);
    let mut emitter = Emitter::default();
    for (asked, statement) in queries.iter().zip(&prepared.queries) {
        let mut targets = search.targets(asked, statement, &|variables| {
            let reason = "a negated query has variables".to_owned();
            match statement.negated && variables > 0 {
                true => Err(Error::Unsafe { clause: prepared.text(asked.number), reason }),
                false => Ok(()),
            }
        })?;
        targets.sort_by(|a, b| a.name.cmp(&b.name));
        targets.dedup_by(|a, b| a.name == b.name);
        targets.into_iter().for_each(|target| emitter.query(target, statement.negated));
    }
    emitter.at_least_one_query();
    for (asked, statement) in evidence.iter().zip(&prepared.evidence) {
        let targets = search.targets(asked, statement, &|variables| match variables {
            0 => Ok(()),
            _ => Err(Error::OpenEvidence { atom: with_blanks(&statement.atom) }),
        })?;
        targets.iter().for_each(|target| emitter.evidence(target, !statement.negated));
    }
    emitter.rules(&search);
    let named = |atom: Atom| emitter.targets.get(&atom.name).cloned().unwrap_or(atom);
    let solution = solve_flat(&emitter.program).map_err(|error| match error {
        Error::NegativeCycle { cycle } => prepared.worded(search.named_cycle(&cycle)),
        Error::TooSmall { atom } => Error::TooSmall { atom: named(atom) },
        Error::Inaccurate { atom } => Error::Inaccurate { atom: named(atom) },
        other => other,
    })?;
    let renamed = |answer: Answer| Answer { atom: named(answer.atom), ..answer };
    let answers = solution.answers.into_iter().map(renamed).collect();
    Ok(Solution { answers, relevance: prepared.relevance.clone(), ..solution })
}

impl Search<'_> {
    /// The ground atoms that a statement speaks of. What is asked may have variables only if the check
    /// allows for so many.
    fn targets(
        &mut self,
        asked: &Asked,
        statement: &Statement,
        check: &dyn Fn(u32) -> Result<(), Error>,
    ) -> Result<Vec<Target>, Error> {
        let mut frames: Vec<Frame> = vec![vec![UNBOUND; asked.variables as usize]];
        if let Some((condition, args)) = &asked.condition {
            let found = self.compiler.store.canonical(args, &frames[0]);
            let (key, variables) = self.compiler.too_deep(found, asked.number)?;
            let table = self.tables.ask(*condition, key, variables, None);
            self.work()?;
            let start = frames.remove(0);
            for atom in self.tables.all[table as usize].answers.clone() {
                let mut frame = start.clone();
                let answer = self.atoms[atom as usize].1.clone();
                let fits = self.match_answer(args, &answer, &mut frame);
                if self.compiler.too_deep(fits, asked.number)? {
                    frames.push(frame);
                }
            }
        }
        let mut targets = Vec::new();
        for frame in frames {
            let found = self.compiler.store.canonical(&asked.args, &frame);
            let (key, variables) = self.compiler.too_deep(found, asked.number)?;
            check(variables)?;
            let table = self.tables.ask(asked.predicate, key.clone(), variables, None);
            self.work()?;
            let certain = self.compiler.predicates[asked.predicate as usize].certain;
            let answers = self.tables.all[table as usize].answers.clone();
            if variables == 0 {
                let args = key.iter().map(|&arg| self.compiler.store.term(arg)).collect();
                let name = Atom::new(statement.atom.name.clone(), args);
                let truth = match answers.first() {
                    None => Truth::Never,
                    Some(_) if certain => Truth::Always,
                    Some(&atom) if self.is_certain_atom(atom) => Truth::Always,
                    Some(&atom) => Truth::Open(atom),
                };
                targets.push(Target { name, truth, among_others: false });
                continue;
            }
            for atom in answers {
                let args = self.atoms[atom as usize].1.clone();
                let terms = args.iter().map(|&arg| self.compiler.store.term(arg)).collect();
                let name = Atom::new(statement.atom.name.clone(), terms);
                if !name.is_ground() {
                    let name = with_blanks(&name);
                    let reason = format!("the answer `{name}` has a variable without a value");
                    let clause = self.compiler.prepared.text(asked.number);
                    return Err(Error::Unsafe { clause, reason });
                }
                let known = certain || self.is_certain_atom(atom);
                let truth = if known { Truth::Always } else { Truth::Open(atom) };
                targets.push(Target { name, truth, among_others: true });
            }
        }
        Ok(targets)
    }
}

#[derive(Default)]
struct Emitter {
    program: Program,
    targets: HashMap<Symbol, Atom>,
}

fn proposition(name: impl Into<Symbol>) -> Atom {
    Atom::new(name, Vec::new())
}

fn atom(number: u32) -> Formula {
    Formula::Atom(proposition(number.to_string()))
}

fn never() -> Formula {
    Formula::Not(Box::new(Formula::True))
}

/// A conjunction, of one or none as well.
fn all(mut parts: Vec<Formula>) -> Formula {
    match parts.len() {
        0 => Formula::True,
        1 => parts.remove(0),
        _ => Formula::And(parts),
    }
}

impl Truth {
    fn formula(&self) -> Formula {
        match self {
            Truth::Never => never(),
            Truth::Always => Formula::True,
            Truth::Open(number) => atom(*number),
        }
    }
}

impl Emitter {
    fn clause(&mut self, head: Atom, body: Formula) {
        self.program.clauses.push(Clause::new(Probability::ONE, head, body));
    }

    fn query(&mut self, target: Target, negated: bool) {
        let name = Symbol::from(format!("query {}", self.targets.len()));
        let body = match negated {
            true => Formula::Not(Box::new(target.truth.formula())),
            false => target.truth.formula(),
        };
        // A query with a variable is answered only if the answer is possible.
        let arg = |term: Term| if target.among_others { vec![term] } else { Vec::new() };
        let one = Term::Number(Number::Integer(1));
        self.clause(Atom::new(name.clone(), arg(one)), body);
        self.program.queries.push(Atom::new(name.clone(), arg(Term::Anonymous)));
        let written = match negated {
            true => {
                let inner = Term::function(target.name.name, target.name.args);
                Atom::new("\\+", vec![inner])
            }
            false => target.name,
        };
        self.targets.insert(name, written);
    }

    /// Evidence is judged even if no query has an instance that could be true.
    fn at_least_one_query(&mut self) {
        if self.program.queries.is_empty() {
            let name = Symbol::new_static("no query");
            let one = Term::Number(Number::Integer(1));
            self.clause(Atom::new(name.clone(), vec![one]), never());
            self.program.queries.push(Atom::new(name, vec![Term::Anonymous]));
        }
    }

    fn evidence(&mut self, target: &Target, value: bool) {
        let name = Symbol::from(format!("evidence {}", self.program.evidence.len()));
        self.clause(proposition(name.clone()), target.truth.formula());
        self.program.evidence.push(Evidence { atom: proposition(name), value });
    }

    fn rules(&mut self, search: &Search<'_>) {
        let mut has_rule = vec![false; search.atoms.len()];
        search.rules.iter().for_each(|rule| has_rule[rule.head as usize] = true);
        let mut tables: Vec<u32> = Vec::new();
        for rule in &search.rules {
            let mut body = Vec::new();
            if let Some((choice, alternative)) = rule.choice {
                body.push(Formula::Atom(proposition(format!("choice {choice} {alternative}"))));
            }
            for literal in &rule.body {
                match *literal {
                    Literal::Holds(used) => body.push(atom(used)),
                    // What is never derived is false.
                    Literal::Fails(used) if !has_rule[used as usize] => {}
                    Literal::Fails(used) => body.push(Formula::Not(Box::new(atom(used)))),
                    Literal::NoneOf(table) => {
                        tables.push(table);
                        let exists = Formula::Atom(proposition(format!("some {table}")));
                        body.push(Formula::Not(Box::new(exists)));
                    }
                }
            }
            self.clause(proposition(rule.head.to_string()), all(body));
        }
        tables.sort_unstable();
        tables.dedup();
        for table in tables {
            let name = proposition(format!("some {table}"));
            let answers = &search.tables.all[table as usize].answers;
            for &answer in answers {
                let known = search.is_certain_atom(answer);
                self.clause(name.clone(), if known { Formula::True } else { atom(answer) });
            }
            if answers.is_empty() {
                self.clause(name, never());
            }
        }
        for (number, probabilities) in search.choices.iter().enumerate() {
            let heads =
                probabilities.iter().enumerate().filter_map(|(alternative, probability)| {
                    let atom = proposition(format!("choice {number} {alternative}"));
                    probability.map(|probability| Head { probability, atom })
                });
            let heads: Heads = heads.collect();
            if !heads.is_empty() {
                self.program.clauses.push(Clause { heads, body: Formula::True });
            }
        }
    }
}

impl Search<'_> {
    /// The error for a cycle, in the words of the original program.
    fn named_cycle(&self, cycle: &[(Atom, bool)]) -> Error {
        let mut named: Vec<(Atom, bool)> = Vec::new();
        // Start where something has a name, so that what has none follows something.
        let start = cycle.iter().position(|(atom, _)| self.name(atom).is_some()).unwrap_or(0);
        for (atom, negated) in cycle[start..].iter().chain(&cycle[..start]) {
            match (self.name(atom), named.last_mut()) {
                (Some(atom), _) => named.push((atom, *negated)),
                (None, Some(last)) => last.1 |= negated,
                (None, None) => {}
            }
        }
        Error::NegativeCycle { cycle: named }
    }

    /// What a proposition stands for, unless it is a part of a body or a choice.
    fn name(&self, proposition: &Atom) -> Option<Atom> {
        let number: usize = proposition.name.parse().ok()?;
        let (predicate, args) = self.atoms.get(number)?;
        let name = self.compiler.predicates[*predicate as usize].name.clone()?;
        Some(Atom::new(name, args.iter().map(|&arg| self.compiler.store.term(arg)).collect()))
    }
}
