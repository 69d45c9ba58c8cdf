//! What an engine may refuse without a fault, and why.
//!
//! Engines differ in which programs they accept, and semantics in which programs have a meaning. That is no matter for
//! code: `known.toml` says which engine may refuse what, with the reason. A refusal is told by the kind of the failure
//! and by a condition on the *whole* program, since an engine may look at rules that no query reaches.

use std::time::Duration;

use randlog_base::Stop;
use randlog_infer::{Inference, Limits};
use randlog_logic::{Atom, Clause, DependencyGraph, Predicate, Program, Term};
use serde::Deserialize;

use super::Reached;
use super::pattern::Pattern;
use crate::{FailureKind, NoAnswer};

/// Something that some engines may refuse.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// The engines; `*` stands for all.
    pub engines: Vec<String>,
    /// How they refuse.
    pub kinds: Vec<FailureKind>,
    /// What must hold of the program.
    pub when: Condition,
    /// Further patterns that must hold of what queries and evidence reach.
    #[serde(skip)]
    pub patterns: Vec<Pattern>,
    #[serde(default, rename = "patterns")]
    pub(super) pattern_names: Vec<String>,
    /// Why that is no fault.
    pub reason: String,
}

/// What must hold of a program that is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Nothing.
    Always,
    /// The engine refuses it in words of its choice, and does not break down with an error of its own.
    InWords,
    /// A clause is not safe from left to right.
    Unsafe,
    /// A body has a predicate without clauses.
    Undefined,
    /// A ground atom depends on its own negation.
    NegativeCycle,
    /// An atom depends on its own negation, and nothing certain cuts the cycle: the program has no stable model, or
    /// several, or its well-founded model leaves something open.
    Disputed,
}

impl Refusal {
    /// May this engine refuse this program in this way?
    fn excuses(&self, engine: &str, program: &Program, failure: &NoAnswer) -> bool {
        self.kinds.contains(&failure.kind)
            && self.engines.iter().any(|name| name == "*" || name == engine)
            && self.when.holds(program, failure)
            && {
                let reached = Reached::by(program);
                self.patterns.iter().all(|pattern| (pattern.holds)(&reached))
            }
    }
}

impl Condition {
    fn holds(self, program: &Program, failure: &NoAnswer) -> bool {
        match self {
            Condition::Always => true,
            Condition::InWords => !failure.is_error(),
            Condition::Unsafe => {
                program.clauses.iter().any(|it| it.check_safety_in_scope().is_err())
            }
            Condition::Undefined => is_undefined(program),
            Condition::NegativeCycle => has_negative_cycle(program),
            Condition::Disputed => is_disputed(program),
        }
    }
}

/// What engines may refuse.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refusals(pub(super) Vec<Refusal>);

impl Refusals {
    /// Why an engine may refuse a program in this way, if it may.
    ///
    /// ```
    /// use randlog_engines::known::KnownFaults;
    /// use randlog_engines::{FailureKind, NoAnswer};
    /// use randlog_logic::Program;
    ///
    /// let refusals = KnownFaults::shipped().refusals();
    /// let failure = NoAnswer { kind: FailureKind::NegativeCycle, words: String::new() };
    /// let excuse = |text| refusals.excuse("mine", &Program::parse(text).unwrap(), &failure);
    /// assert!(excuse("p(b) :- \\+ p(b). query(p(a)).").is_some());
    /// assert!(excuse("p(b) :- \\+ p(a). query(p(b)).").is_none());
    /// ```
    pub fn excuse(&self, engine: &str, program: &Program, failure: &NoAnswer) -> Option<&str> {
        let refusal = self.0.iter().find(|refusal| refusal.excuses(engine, program, failure))?;
        Some(&refusal.reason)
    }
}

/// Is there a predicate in a body that no clause defines?
fn is_undefined(program: &Program) -> bool {
    let heads = |it: &Predicate| {
        program
            .clauses
            .iter()
            .flat_map(|clause| &clause.heads)
            .any(|head| head.atom.predicate() == *it)
    };
    let mut used = program.clauses.iter().flat_map(|clause| clause.body.atoms());
    used.any(|occurrence| !heads(&occurrence.atom.predicate()))
}

/// Does a ground atom depend on its own negation, in instances of any clause over all constants? So it does where there
/// are too many instances to tell.
pub fn has_negative_cycle(program: &Program) -> bool {
    // Most programs have strata of predicates, which says it all.
    DependencyGraph::new(&program.clauses).strata().is_err()
        && DependencyGraph::of_ground_atoms(program).is_none_or(|graph| graph.strata().is_err())
}

/// Is the meaning of a program disputed: does it depend on the semantics, because an atom depends on its own negation, and
/// nothing certain cuts the cycle? This is so even where no query reaches the cycle: a program without a stable model has
/// no answers at all by that semantics.
pub fn is_disputed(program: &Program) -> bool {
    /// Where this does not suffice to tell, the program is disputed.
    const PATIENCE: Duration = Duration::from_secs(2);
    if !has_negative_cycle(program) {
        return false;
    }
    let limits = Limits { timeout: Some(PATIENCE), memory: 1 << 28, ..Limits::default() };
    let whole = asking_for_all(program);
    let solved = crate::solve(Inference::new(&whole).limits(limits), &Stop::NEVER);
    !matches!(solved, Ok(Ok(Ok(_))))
}

/// The program with a query for each predicate that has clauses, and without evidence.
fn asking_for_all(program: &Program) -> Program {
    let mut asked: Vec<Atom> = Vec::new();
    for head in program.clauses.iter().flat_map(|clause: &Clause| &clause.heads) {
        let open = Atom::new(head.atom.name.clone(), vec![Term::Anonymous; head.atom.args.len()]);
        if !asked.contains(&open) {
            asked.push(open);
        }
    }
    let queries = asked.into_iter().map(Into::into).collect();
    Program { evidence: Vec::new(), queries, ..program.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::KnownFaults;

    fn may_refuse(text: &str, kind: FailureKind, words: &str) -> bool {
        let failure = NoAnswer { kind, words: words.to_owned() };
        let program = Program::parse(text).unwrap();
        KnownFaults::shipped().refusals().excuse("mine", &program, &failure).is_some()
    }

    #[test]
    fn a_negative_cycle_of_ground_atoms_may_be_refused_whatever_cuts_it() {
        for text in [
            "q. p. q :- \\+ q. evidence(q, true). query(p).",
            "q. p. q :- \\+ q. query(p).",
            "p :- \\+ p, p. query(p).",
            "p(b) :- \\+ p(b). query(p(a)).",
            "p :- q, p. q :- \\+ q. query(p).",
            "p :- \\+ q. q :- true ; p. query(p).",
        ] {
            assert!(may_refuse(text, FailureKind::NegativeCycle, ""), "{text}");
        }
        for text in [
            "p :- p. p :- \\+ q. q :- q. query(p).",
            "r(X) :- r(X). r(b) :- \\+ r(a). query(r(_)).",
        ] {
            assert!(!may_refuse(text, FailureKind::NegativeCycle, ""), "{text}");
        }
    }

    #[test]
    fn a_program_without_a_clear_meaning_may_be_refused_in_any_words() {
        let inconsistent = "RuntimeError: no model";
        assert!(may_refuse("p(b) :- \\+ p(b). query(p(a)).", FailureKind::Rejected, inconsistent));
        assert!(!may_refuse("p. p :- \\+ p. query(p).", FailureKind::Rejected, inconsistent));
        assert!(!may_refuse("p(b) :- \\+ p(b). query(p(a)).", FailureKind::Crash, inconsistent));
        assert!(!may_refuse("p. query(p).", FailureKind::NegativeCycle, ""));
    }

    #[test]
    fn what_no_query_reaches_may_be_refused() {
        let open = "p(a). q(X) :- \\+ p(X). query(p(a)).";
        assert!(may_refuse(open, FailureKind::NonGround, ""));
        assert!(may_refuse("p. q :- r. query(p).", FailureKind::UnknownClause, ""));
        assert!(!may_refuse("p. q :- p. query(p).", FailureKind::UnknownClause, ""));
    }

    #[test]
    fn ones_own_engine_may_refuse_more() {
        let own = "[[refusal]]\nengines = ['mine']\nkinds = ['rejected', 'negative-cycle']\nwhen = 'always'\n\
                   patterns = ['is-not-stratified']\nreason = 'it needs strata of predicates'\n";
        let own = KnownFaults::shipped().and(KnownFaults::read(own).unwrap());
        let program = Program::parse("r(X) :- r(X). r(b) :- \\+ r(a). query(r(_)).").unwrap();
        let failure = NoAnswer { kind: FailureKind::NegativeCycle, words: String::new() };
        let excuse = |engine| own.refusals().excuse(engine, &program, &failure);
        assert_eq!(
            (excuse("mine"), excuse("other")),
            (Some("it needs strata of predicates"), None)
        );
    }

    #[test]
    fn only_what_nothing_certain_cuts_is_disputed() {
        for (text, expected) in [
            ("p :- \\+ p. query(p).", true),
            ("p. p :- \\+ p. query(p).", false),
            ("0.5::p. p :- \\+ p. query(p).", true),
            ("q :- \\+ q. p. query(p).", true),
            ("q :- p. query(q). p.", false),
        ] {
            assert_eq!(is_disputed(&Program::parse(text).unwrap()), expected, "{text}");
        }
    }
}
