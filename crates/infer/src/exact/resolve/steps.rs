//! Steps that are done at once: built-in predicates, and goals of certain predicates whose solutions are
//! collected.

use super::compile::{BodyStep, Collect, PredicateId, Rule};
use super::search::{Resolution, Way, bytes_of, match_answer};
use super::table::Site;
use super::terms::{Frame, TermId, UNBOUND, Unmade};
use crate::Error;
use crate::built_in::{self, Fault, MOST_COLLECTED, TOO_MANY_LISTS};
use crate::exact::ground::GroundLiteral;
use hashbrown::HashSet;
use randlog_logic::{Symbol, Term};
use std::sync::Arc;

/// How deep goals may call each other while solutions are collected.
const MAX_CALLS: usize = 20_000;

/// The goals that are being collected from, one inside the other.
type Open = HashSet<(PredicateId, Vec<TermId>)>;

impl Resolution<'_> {
    /// The ways to go on after a step that is done at once.
    pub(super) fn run(
        &mut self,
        step: &BodyStep,
        frame: &Frame,
        site: Site,
    ) -> Result<Vec<Way>, Error> {
        let mut ways = Vec::new();
        self.step(step, (frame.clone(), Vec::new()), site, &mut Open::new(), &mut ways)?;
        Ok(ways)
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
            self.hold(if fits { 2 * size_of::<Frame>() + 24 + 4 * frame.len() } else { 0 })?;
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

    /// The ways to go on after steps, in the order in which Prolog finds them.
    fn steps(
        &mut self,
        steps: &[BodyStep],
        frame: &Frame,
        site: Site,
        open: &mut Open,
    ) -> Result<Vec<Way>, Error> {
        let before = self.held;
        let mut ways = vec![(frame.clone(), Vec::new())];
        for step in steps {
            let mut next = Vec::new();
            for way in ways {
                let known = next.len();
                self.step(step, way, site, open, &mut next)?;
                self.hold(bytes_of(&next[known..]))?;
            }
            ways = next;
            self.held = before + bytes_of(&ways);
        }
        self.held = before;
        Ok(ways)
    }

    /// Adds the ways to go on after a step.
    fn step(
        &mut self,
        step: &BodyStep,
        (frame, mut body): Way,
        site: Site,
        open: &mut Open,
        out: &mut Vec<Way>,
    ) -> Result<(), Error> {
        let Site { rule, .. } = site;
        match step {
            BodyStep::Fail => {}
            BodyStep::BuiltIn { name, args } => {
                let frames = self.built_in(name, args, frame, site)?;
                out.extend(frames.into_iter().map(|frame| (frame, body.clone())));
            }
            BodyStep::Collect(collect) => {
                for (frame, more) in self.collect(collect, frame, site, open)? {
                    out.push((frame, [&body[..], &more].concat()));
                }
            }
            BodyStep::NotBuiltIn { branches, needs } => {
                self.need(needs, &frame, site, "a negation")?;
                for branch in branches.iter() {
                    if !self.steps(branch, &frame, site, open)?.is_empty() {
                        return Ok(());
                    }
                }
                out.push((frame, body));
            }
            BodyStep::Not { predicate, args, needs } => {
                self.need(needs, &frame, site, "a negation")?;
                if self.negation(*predicate, args, site, &frame, &mut body)? {
                    out.push((frame, body));
                }
            }
            BodyStep::Once { goal, args, needs } => {
                self.need(needs, &frame, site, "a condition")?;
                let found = self.compiler.store.canonical(args, &frame);
                let (key, variables) = self.made(found, rule)?;
                let is_certain = self.compiler.predicates[*goal as usize].certain;
                if !is_certain && variables > 0 {
                    return Err(Error::Uncertain { clause: self.clause(rule) });
                }
                let answers = self.enumerate(*goal, key, variables, rule, open)?;
                let most = if is_certain { 1 } else { answers.len() };
                for (answer, more) in answers.into_iter().take(most) {
                    let mut frame = frame.clone();
                    let fits = match_answer(&mut self.compiler.store, args, &answer, &mut frame);
                    if self.made(fits, rule)? {
                        out.push((frame, [&body[..], &more].concat()));
                    }
                }
            }
            BodyStep::Call { predicate, args } => {
                let found = self.compiler.store.canonical(args, &frame);
                let (key, variables) = self.made(found, rule)?;
                for (answer, more) in self.enumerate(*predicate, key, variables, rule, open)? {
                    let mut frame = frame.clone();
                    let fits = match_answer(&mut self.compiler.store, args, &answer, &mut frame);
                    if self.made(fits, rule)? {
                        out.push((frame, [&body[..], &more].concat()));
                    }
                }
            }
        }
        Ok(())
    }

    /// The solutions of a goal, as often and in the order as Prolog finds them, each with what it takes.
    fn enumerate(
        &mut self,
        predicate: PredicateId,
        key: Vec<TermId>,
        variables: u32,
        rule: u32,
        open: &mut Open,
    ) -> Result<Vec<Way>, Error> {
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
            let Rule { body, head, chooser, clause, .. } =
                self.compiler.rules[rule as usize].clone();
            let site = Site { rule, table: None };
            for (frame, mut used) in self.steps(&body, &frame, site, open)? {
                if let Some(chooser) = &chooser {
                    match self.choose(chooser, clause, site, &frame)? {
                        None => continue,
                        Some(chosen) if self.is_no_choice(chosen.choice) => {}
                        Some(chosen) => used.push(self.taken(chosen)),
                    }
                }
                let found = self.compiler.store.canonical(&head, &frame);
                let answer = self.made(found, rule)?.0;
                answers.push((answer, used));
                self.hold(bytes_of(&answers[answers.len() - 1..]))?;
            }
        }
        self.held = before;
        open.remove(&(predicate, key));
        Ok(answers)
    }

    /// `findall/3` and `all/3`: a list for each set of solutions that may be all that hold.
    fn collect(
        &mut self,
        collect: &Collect,
        frame: Frame,
        site: Site,
        open: &mut Open,
    ) -> Result<Vec<Way>, Error> {
        let Site { rule, .. } = site;
        let &Collect { template, goal, ref args, result, all, ref needs } = collect;
        self.need(needs, &frame, site, "solutions are collected")?;
        let found = self.compiler.store.canonical(args, &frame);
        let (key, variables) = self.made(found, rule)?;
        let mut items = Vec::new();
        let before = self.held;
        // What is certain cannot depend on what is being collected.
        let is_certain = self.compiler.predicates[goal as usize].certain;
        let mut none = Open::new();
        let open = if is_certain { &mut none } else { open };
        let answers = self.enumerate(goal, key, variables, rule, open)?;
        self.hold(bytes_of(&answers))?;
        for (answer, used) in answers {
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
                let item = self.made(self.compiler.store.term(item), rule)?;
                let held = if used.is_empty() { None } else { Some(self.all_hold(used)) };
                items.push((item, held));
            }
        }
        self.held = before;
        let uncertain = items.iter().filter(|(_, held)| held.is_some()).count();
        if uncertain > MOST_COLLECTED {
            return Err(Error::Memory { limit: 0, what: TOO_MANY_LISTS });
        }
        let mut ways = Vec::new();
        for world in 0..1u32 << uncertain {
            self.check_limits()?;
            let (mut list, mut body, mut number) = (Vec::new(), Vec::new(), 0);
            for (item, held) in &items {
                let holds = held.is_none_or(|literal| {
                    let holds = world >> number & 1 == 1;
                    number += 1;
                    body.push(GroundLiteral::new(literal.atom(), literal.is_negated() == holds));
                    holds
                });
                if holds && !(all && list.contains(item)) {
                    list.push(item.clone());
                }
            }
            if all && list.is_empty() {
                continue;
            }
            let mut frame = frame.clone();
            let list = self.numbered(&Term::list(list, Term::empty_list()), &mut frame);
            let list = self.made(list, rule)?;
            let same = self.compiler.store.unify(result, list, &mut frame);
            if self.made(same, rule)? {
                ways.push((frame, body));
                self.hold(bytes_of(&ways[ways.len() - 1..]))?;
            }
        }
        self.held = before;
        Ok(ways)
    }
}

/// Is this the very same term, not only an equal one? Then there is nothing to unify.
fn is_same(given: &Term, found: &Term) -> bool {
    match (given, found) {
        (Term::Compound(given), Term::Compound(found)) => Arc::ptr_eq(given, found),
        _ => false,
    }
}
