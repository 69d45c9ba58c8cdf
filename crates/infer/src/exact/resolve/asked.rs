//! What is asked of a program, once it is grounded.

use super::compile::{CompiledGoal, Compiler};
use super::search::{Resolution, match_answer};
use super::terms::{Frame, UNBOUND};
use crate::exact::circuit::Weights;
use crate::exact::question::{self, Question, Target};
use crate::exact::stated::Stated;
use crate::prepared::{Prepared, with_blanks};
use crate::room::with_room;
use crate::solution::Stopwatch;
use crate::{Error, Phase};
use randlog_base::stop::Stop;
use randlog_logic::{Atom, Goal, Program};

/// Grounds what the queries and the evidence reach, and works on what comes of it.
pub(in crate::exact) fn ground<T: Send>(
    program: &Program,
    stop: &Stop,
    work: impl FnOnce(Question<'_>) -> Result<T, Error> + Send,
) -> Result<T, Error> {
    // Terms may be deep.
    with_room(usize::MAX, || {
        let mut stopwatch = Stopwatch::start();
        let prepared = Prepared::new(program)?;
        stopwatch.lap(Phase::Relevance);
        let mut compiler = Compiler::new(&prepared, stop)?;
        let mut compile = |statements: &[Goal], is_query| {
            let numbered = statements.iter().enumerate();
            let asked = numbered
                .map(|(position, one)| compiler.asked(one, prepared.statement(is_query, position)));
            asked.collect::<Result<Vec<CompiledGoal>, Error>>()
        };
        let queries = compile(&prepared.queries, true)?;
        let observations = compile(&prepared.evidence, false)?;
        stopwatch.lap(Phase::Load);
        let mut search = Resolution::new(compiler);
        let targets = search.queries(&queries)?;
        let evidence = search.evidence(&observations)?;
        search.finish();
        stopwatch.lap(Phase::Ground);
        work(Question {
            program: &search.program,
            weights: Weights::Choices(&search.choices),
            stated: Stated::Choices(&prepared, &search.choosing, &search.alternatives),
            targets,
            evidence,
            name: &|atom| search.name(atom),
            relevance: prepared.relevance.clone(),
            stop: stop.beside(search.bytes() as u64),
            stopwatch,
        })
    })?
}

impl Resolution<'_> {
    /// The instances of the queries, query by query.
    fn queries(&mut self, queries: &[CompiledGoal]) -> Result<Vec<Target>, Error> {
        let prepared = self.compiler.prepared;
        let mut all = Vec::new();
        for (asked, statement) in queries.iter().zip(&prepared.queries) {
            let mut targets = self.targets(asked, statement, |variables| {
                let reason = "a negated query has variables".to_owned();
                match statement.negated && variables > 0 {
                    true => Err(Error::Unsafe { clause: prepared.quotation(asked.number), reason }),
                    false => Ok(()),
                }
            })?;
            question::sort(&mut targets);
            all.append(&mut targets);
        }
        Ok(all)
    }

    /// What is observed of which atoms.
    fn evidence(&mut self, evidence: &[CompiledGoal]) -> Result<Vec<(Option<u32>, bool)>, Error> {
        let prepared = self.compiler.prepared;
        let mut all = Vec::new();
        for (asked, statement) in evidence.iter().zip(&prepared.evidence) {
            let targets = self.targets(asked, statement, |variables| match variables {
                0 => Ok(()),
                _ => Err(Error::open_evidence(statement)),
            })?;
            all.extend(targets.iter().map(|target| (target.atom, !statement.negated)));
        }
        Ok(all)
    }

    /// The ground atoms that a statement speaks of. What is asked may have variables only if the check
    /// allows for so many.
    fn targets(
        &mut self,
        asked: &CompiledGoal,
        statement: &Goal,
        check: impl Fn(u32) -> Result<(), Error>,
    ) -> Result<Vec<Target>, Error> {
        let mut frames: Vec<Frame> = vec![vec![UNBOUND; asked.variables as usize]];
        if let Some((condition, args)) = &asked.condition {
            let found = self.compiler.store.canonical(args, &frames[0]);
            let (key, variables) = self.compiler.made(found, asked.number)?;
            let table = self.tables.ask(*condition, &key, variables, None);
            self.work()?;
            let start = frames.remove(0);
            for atom in self.tables.all[table as usize].answers.clone() {
                let mut frame = start.clone();
                let (answer, store) = (self.atoms.row(atom), &mut self.compiler.store);
                let fits = match_answer(store, args, answer, &mut frame);
                if self.compiler.made(fits, asked.number)? {
                    frames.push(frame);
                }
            }
        }
        let mut targets = Vec::new();
        for frame in frames {
            let found = self.compiler.store.canonical(&asked.args, &frame);
            let (key, variables) = self.compiler.made(found, asked.number)?;
            check(variables)?;
            let table = self.tables.ask(asked.predicate, &key, variables, None);
            self.work()?;
            let answers = self.tables.all[table as usize].answers.clone();
            if variables == 0 {
                let args = self.compiler.made(self.compiler.store.terms(&key), asked.number)?;
                let name = Atom::new(statement.atom.name.clone(), args);
                let (atom, negated) = (answers.first().copied(), statement.negated);
                targets.push(Target { name, atom, among_others: false, negated });
                continue;
            }
            for atom in answers {
                let terms = self.compiler.store.terms(self.atoms.row(atom));
                let terms = self.compiler.made(terms, asked.number)?;
                let name = Atom::new(statement.atom.name.clone(), terms);
                if !name.is_ground() {
                    let name = with_blanks(&name);
                    let reason = format!("the answer `{name}` has a variable without a value");
                    let clause = self.compiler.prepared.quotation(asked.number);
                    return Err(Error::Unsafe { clause, reason });
                }
                let (atom, negated) = (Some(atom), statement.negated);
                targets.push(Target { name, atom, among_others: true, negated });
            }
        }
        Ok(targets)
    }
}
