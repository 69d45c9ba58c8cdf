//! clingo, as an oracle for small programs.
//!
//! A probabilistic clause becomes a choice for each ground instance of its body. Every combination of
//! choices has exactly one stable model, since the program is stratified, and its weight is the
//! product of the probabilities of the choices. clingo lists the models; their weights are added up
//! as fractions. So the answer is exact, and shares nothing with the engines that compile.

use std::fmt::Write;

use randlog_logic::{Atom, Clause, Formula, Probability, Program, Term};
use serde::Serialize;

use super::adapter::{Adapter, Translation};
use super::flatten::{flatten, name_places, variables};
use super::python::{self, Environment};
use super::{FailureKind, NoAnswer, protocol};

const DRIVER: &str = concat!(include_str!("drivers/reply.py"), include_str!("drivers/clingo.py"));

/// The most models to look at: some seconds' worth.
const MAX_MODELS: u64 = 1 << 17;

/// clingo.
pub(super) fn engine(environment: Environment) -> Adapter {
    let read = |_: &Program, ended: &_| protocol::read(ended);
    Adapter {
        name: "clingo",
        package: python::CLINGO,
        arguments: vec!["-c", DRIVER],
        translation: Some(Translation { translate, read }),
        environment,
        is_walled: true,
    }
}

/// What the driver reads.
fn translate(program: &Program) -> Result<String, NoAnswer> {
    let task = serde_json::to_string(&Task::new(program)?);
    task.map_err(|error| FailureKind::Crash.because(error.to_string()))
}

/// What the driver is told.
#[derive(Default, Serialize)]
struct Task {
    program: String,
    weights: Vec<Vec<String>>,
    queries: Vec<(String, Option<String>)>,
    limit: u64,
}

impl Task {
    fn new(program: &Program) -> Result<Task, NoAnswer> {
        let flat = flatten(program)?;
        refuse_many_choices(&flat)?;
        let mut task = Task { limit: MAX_MODELS, ..Task::default() };
        for clause in &flat.clauses {
            task.clause(clause)?;
        }
        for evidence in &flat.evidence {
            let not = if !evidence.negated { "not " } else { "" };
            task.rule(format_args!(":- {not}{}.", atom(&evidence.atom)));
        }
        for (number, query) in flat.queries.into_iter().enumerate() {
            task.query(number, query.atom);
        }
        Ok(task)
    }

    fn clause(&mut self, clause: &Clause) -> Result<(), NoAnswer> {
        let body = body(&clause.body);
        if clause.is_certain() {
            self.rule(format_args!("{} :- {body}.", atom(&clause.heads[0].atom)));
            return Ok(());
        }
        let number = self.weights.len();
        self.weights.push(weights(clause)?);
        let variables: Vec<Term> =
            variables(&clause.body).into_iter().map(Term::Variable).collect();
        let instance = applied("v", &variables);
        self.rule(format_args!("open({number},{instance}) :- {body}."));
        let alternatives = 0..clause.heads.len();
        let choices: Vec<String> =
            alternatives.map(|i| format!("choice({number},{instance},{i})")).collect();
        self.rule(format_args!("{{ {} }} 1 :- open({number},{instance}).", choices.join("; ")));
        for (head, choice) in clause.heads.iter().zip(choices) {
            self.rule(format_args!("{} :- {choice}.", atom(&head.atom)));
        }
        Ok(())
    }

    fn query(&mut self, number: usize, mut query: Atom) {
        let is_ground = query.is_ground();
        name_places(&mut query, "");
        let instance = applied("v", &query.args);
        self.rule(format_args!("answer({number},{instance}) :- {}.", atom(&query)));
        self.queries.push((query.name.to_string(), is_ground.then(|| query.to_string())));
    }

    fn rule(&mut self, rule: std::fmt::Arguments<'_>) {
        writeln!(self.program, "{rule}").expect("strings take any text");
    }
}

/// Each probabilistic fact doubles the models: no need to start counting.
fn refuse_many_choices(program: &Program) -> Result<(), NoAnswer> {
    let is_choice = |clause: &&Clause| clause.is_fact() && !clause.is_certain();
    match program.clauses.iter().filter(is_choice).count() {
        few if few <= MAX_MODELS.ilog2() as usize => Ok(()),
        choices => Err(FailureKind::Untranslated
            .because(format!("{choices} probabilistic facts are too many to list all models"))),
    }
}

/// The weight of each head, then that of none, as fractions.
fn weights(clause: &Clause) -> Result<Vec<String>, NoAnswer> {
    let heads: Vec<Probability> =
        clause.heads.iter().filter_map(|head| head.probability.number()).collect();
    let fractions: Option<Vec<(u128, u128)>> = heads.iter().map(|p| p.fraction()).collect();
    let weights = fractions.and_then(|fractions| {
        let rest = rest(&fractions)?;
        let written = fractions.iter().map(|(part, whole)| format!("{part}/{whole}"));
        Some(written.chain([rest]).collect())
    });
    weights.ok_or_else(|| {
        let words = format!("the probabilities of `{clause}` cannot be added up");
        FailureKind::Untranslated.because(words)
    })
}

/// What is left of one, as a fraction, if that can be told exactly.
fn rest(heads: &[(u128, u128)]) -> Option<String> {
    let (numerator, denominator) = heads.iter().try_fold((1_u128, 1_u128), |(n, d), head| {
        let (left, right) = (n.checked_mul(head.1)?, head.0.checked_mul(d)?);
        Some((left.checked_sub(right)?, d.checked_mul(head.1)?))
    })?;
    Some(format!("{numerator}/{denominator}"))
}

/// An atom as clingo reads it. Predicates are prefixed, so that they are none of ours.
fn atom(Atom { name, args }: &Atom) -> String {
    applied(&format!("p_{name}"), args)
}

/// A name with arguments, if there are any.
fn applied(name: &str, arguments: &[Term]) -> String {
    match arguments.iter().map(term).collect::<Vec<_>>().join(",") {
        none if none.is_empty() => name.to_owned(),
        terms => format!("{name}({terms})"),
    }
}

/// A term as clingo reads it. Variables are prefixed, since `_X` would be none.
fn term(term: &Term) -> String {
    match term {
        Term::Variable(name) => format!("V{name}"),
        other => other.to_string(),
    }
}

/// A flat body as clingo reads it.
fn body(formula: &Formula) -> String {
    match formula {
        Formula::Atom(literal) => atom(literal),
        Formula::Not(child) => format!("not {}", body(child)),
        Formula::And(children) => children.iter().map(body).collect::<Vec<_>>().join(", "),
        Formula::True | Formula::Or(_) => "#true".to_owned(),
    }
}
