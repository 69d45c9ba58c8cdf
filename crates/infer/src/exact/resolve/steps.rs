//! Steps that are done at once: built-in predicates, and goals of certain predicates whose solutions are
//! collected.

use super::compile::{BodyStep, Collect, PredicateId};
use super::search::{Resolution, bytes_of, match_answer};
use super::table::Site;
use super::terms::{Frame, TermId, UNBOUND, Unmade};
use crate::Error;
use crate::built_in::{self, Fault};
use hashbrown::HashSet;
use randlog_logic::{Symbol, Term};
use std::sync::Arc;

/// How deep goals may call each other while solutions are collected.
const MAX_CALLS: usize = 20_000;

/// The goals that are being collected from, one inside the other.
type Open = HashSet<(PredicateId, Vec<TermId>)>;

impl Resolution<'_> {
    /// The frames after a step that is done at once.
    pub(super) fn run(
        &mut self,
        step: &BodyStep,
        frame: &Frame,
        site: Site,
    ) -> Result<Vec<Frame>, Error> {
        let mut frames = Vec::new();
        self.step(step, frame.clone(), site, &mut Open::new(), &mut frames)?;
        Ok(frames)
    }

    fn built_in(
        &mut self,
        name: &Symbol,
        args: &[TermId],
        mut frame: Frame,
        site: Site,
    ) -> Result<Vec<Frame>, Error> {
        let Site { rule, .. } = site;
        if name == "=" {
            let same = self.compiler.store.unify(args[0], args[1], &mut frame);
            return Ok(if self.made(same, rule)? { vec![frame] } else { Vec::new() });
        }
        if name == "\\=" {
            let same = self.compiler.store.unify(args[0], args[1], &mut frame.clone());
            return Ok(if self.made(same, rule)? { Vec::new() } else { vec![frame] });
        }
        let mut terms = Vec::with_capacity(args.len());
        for &arg in args {
            let resolved = self.compiler.store.resolve(arg, &frame);
            let resolved = self.made(resolved, rule)?;
            terms.push(self.made(self.compiler.store.term(resolved), rule)?);
        }
        let solutions = match built_in::solutions(name, &terms, self.room()) {
            Ok(solutions) => solutions,
            Err(Fault::Unbound) => {
                let reason = format!("a variable has no value where `{name}` needs one");
                return Err(self.unbound(site, &reason));
            }
            Err(Fault::TooMany) => {
                return Err(Error::Memory { limit: 0, what: "grounding" });
            }
            Err(Fault::Wrong(reason)) => {
                return Err(Error::BuiltIn { clause: self.clause(rule), reason });
            }
        };
        /// What a solution takes beside its arguments.
        const BYTES: usize = size_of::<Vec<Term>>() + 16;
        let before = self.held;
        self.hold(solutions.len() * (BYTES + terms.len() * size_of::<Term>()))?;
        let mut frames = Vec::new();
        for solution in solutions {
            let mut frame = frame.clone();
            let mut fits = true;
            for ((&arg, given), term) in args.iter().zip(&terms).zip(&solution) {
                if is_same(given, term) {
                    continue;
                }
                let term = self.numbered(term, &mut frame);
                let term = self.made(term, rule)?;
                let same = self.compiler.store.unify(arg, term, &mut frame);
                fits = fits && self.made(same, rule)?;
            }
            self.hold(if fits { bytes_of(std::slice::from_ref(&frame)) } else { 0 })?;
            if fits {
                frames.push(frame);
            }
        }
        self.held = before;
        Ok(frames)
    }

    /// A term of the language within a frame. Its named variables are those of the frame, an `_` is new.
    fn numbered(&mut self, term: &Term, frame: &mut Frame) -> Result<TermId, Unmade> {
        self.compiler.store.number(term, &mut |name| match name {
            Some(name) => name.trim_start_matches("_ ").parse().unwrap_or(0),
            None => {
                frame.push(UNBOUND);
                frame.len() as u32 - 1
            }
        })
    }

    /// The frames after steps, in the order in which Prolog finds them.
    fn steps(
        &mut self,
        steps: &[BodyStep],
        frame: &Frame,
        site: Site,
        open: &mut Open,
    ) -> Result<Vec<Frame>, Error> {
        let before = self.held;
        let mut frames = vec![frame.clone()];
        for step in steps {
            let mut next = Vec::new();
            for frame in frames {
                let known = next.len();
                self.step(step, frame, site, open, &mut next)?;
                self.hold(bytes_of(&next[known..]))?;
            }
            frames = next;
            self.held = before + bytes_of(&frames);
        }
        self.held = before;
        Ok(frames)
    }

    /// Adds the frames after a step.
    fn step(
        &mut self,
        step: &BodyStep,
        frame: Frame,
        site: Site,
        open: &mut Open,
        out: &mut Vec<Frame>,
    ) -> Result<(), Error> {
        let Site { rule, .. } = site;
        match step {
            BodyStep::Fail => {}
            BodyStep::BuiltIn { name, args } => out.extend(self.built_in(name, args, frame, site)?),
            BodyStep::Collect(collect) => out.extend(self.collect(collect, frame, site)?),
            BodyStep::NotBuiltIn { branches, needs } => {
                self.need(needs, &frame, site, "a negation")?;
                for branch in branches.iter() {
                    if !self.steps(branch, &frame, site, open)?.is_empty() {
                        return Ok(());
                    }
                }
                out.push(frame);
            }
            BodyStep::Not { predicate, args, needs } => {
                self.need(needs, &frame, site, "a negation")?;
                let found = self.compiler.store.canonical(args, &frame);
                let (key, variables) = self.made(found, rule)?;
                if !self.has_answers(*predicate, key, variables)? {
                    out.push(frame);
                }
            }
            BodyStep::Once { goal, args } => {
                let found = self.compiler.store.canonical(args, &frame);
                let (key, variables) = self.made(found, rule)?;
                let answers = self.enumerate(*goal, key, variables, rule, open)?;
                if let Some(first) = answers.first() {
                    let mut frame = frame;
                    let fits = match_answer(&mut self.compiler.store, args, first, &mut frame);
                    out.extend(self.made(fits, rule)?.then_some(frame));
                }
            }
            BodyStep::Call { predicate, args } => {
                let found = self.compiler.store.canonical(args, &frame);
                let (key, variables) = self.made(found, rule)?;
                for answer in self.enumerate(*predicate, key, variables, rule, open)? {
                    let mut frame = frame.clone();
                    let fits = match_answer(&mut self.compiler.store, args, &answer, &mut frame);
                    if self.made(fits, rule)? {
                        out.push(frame);
                    }
                }
            }
        }
        Ok(())
    }

    /// The solutions of a certain goal, as often and in the order as Prolog finds them.
    fn enumerate(
        &mut self,
        predicate: PredicateId,
        key: Vec<TermId>,
        variables: u32,
        rule: u32,
        open: &mut Open,
    ) -> Result<Vec<Vec<TermId>>, Error> {
        if open.len() >= MAX_CALLS {
            return Err(Error::Calls { limit: MAX_CALLS, clause: self.clause(rule) });
        }
        if !open.insert((predicate, key.clone())) {
            return Err(Error::Endless { clause: self.clause(rule) });
        }
        let before = self.held;
        let mut answers = Vec::new();
        for rule in self.index.candidates(&self.compiler, predicate, &key) {
            let Some(frame) = self.enter(rule, &key, variables)? else { continue };
            let body = self.compiler.rules[rule as usize].body.clone();
            let head = self.compiler.rules[rule as usize].head.clone();
            for frame in self.steps(&body, &frame, Site { rule, table: None }, open)? {
                let found = self.compiler.store.canonical(&head, &frame);
                let answer = self.made(found, rule)?.0;
                self.hold(bytes_of(std::slice::from_ref(&answer)))?;
                answers.push(answer);
            }
        }
        self.held = before;
        open.remove(&(predicate, key));
        Ok(answers)
    }

    /// `findall/3` and `all/3`.
    fn collect(
        &mut self,
        collect: &Collect,
        mut frame: Frame,
        site: Site,
    ) -> Result<Vec<Frame>, Error> {
        let Site { rule, .. } = site;
        let &Collect { template, goal, ref args, result, all, ref needs } = collect;
        self.need(needs, &frame, site, "solutions are collected")?;
        if !self.compiler.predicates[goal as usize].certain {
            return Err(Error::Uncertain { clause: self.clause(rule) });
        }
        let found = self.compiler.store.canonical(args, &frame);
        let (key, variables) = self.made(found, rule)?;
        let mut items = Vec::new();
        let before = self.held;
        let answers = self.enumerate(goal, key, variables, rule, &mut Open::new())?;
        self.hold(bytes_of(&answers))?;
        for answer in answers {
            self.hold(size_of::<Term>())?;
            let mut inner = frame.clone();
            let fits = match_answer(&mut self.compiler.store, args, &answer, &mut inner);
            if self.made(fits, rule)? {
                let item = self.compiler.store.resolve(template, &inner);
                let item = self.made(item, rule)?;
                if !self.compiler.store.is_ground(item) {
                    let reason = "a collected term has a variable without a value";
                    return Err(self.unbound(Site { rule, table: None }, reason));
                }
                items.push(self.made(self.compiler.store.term(item), rule)?);
            }
        }
        self.held = before;
        if all {
            let mut seen = HashSet::new();
            items.retain(|item| seen.insert(item.clone()));
            if items.is_empty() {
                return Ok(Vec::new());
            }
        }
        let list = self.numbered(&Term::list(items, Term::empty_list()), &mut frame);
        let list = self.made(list, rule)?;
        let same = self.compiler.store.unify(result, list, &mut frame);
        Ok(if self.made(same, rule)? { vec![frame] } else { Vec::new() })
    }
}

/// Is this the very same term, not only an equal one? Then there is nothing to unify.
fn is_same(given: &Term, found: &Term) -> bool {
    match (given, found) {
        (Term::Compound(given), Term::Compound(found)) => Arc::ptr_eq(given, found),
        _ => false,
    }
}
