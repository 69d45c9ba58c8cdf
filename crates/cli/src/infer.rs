//! `randlog infer`: the probabilities of a program's queries.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use randlog_base::text::{Side, aligned};
use randlog_base::{Stop, Stopped};
use randlog_infer::{
    Algorithm, Answer, Derivative, Effort, Error, Inference, Limits, Precision, RBig, Refusal,
    Relevance, Sizes, Solution, Task,
};
use randlog_logic::{Dialect, Goal, ParseProblem, Predicate, Program, SourcePlace};
use randlog_recipe::BadQuery;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::input::ProgramText;
use crate::json::{self, Complaints, Format};
use crate::limits;
use crate::options;
use crate::output::{note, print, say, visible};
use crate::paths;
use crate::progress::Progress;

/// Compute the exact probabilities of the queries of ProbLog programs
///
/// Programs may have probabilistic facts and clauses, annotated disjunctions, nested negation and disjunction,
/// positive cycles, evidence, queries with variables, terms and lists, and built-in predicates (docs/language.md).
/// Clauses that the queries do not depend on are ignored.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Program files (`-` for standard input), or directories of them. A file may hold several programs
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// A query in place of those of the program. May be repeated
    #[arg(long, value_name = "ATOM")]
    query: Vec<String>,

    /// Evidence in addition to that of the program; `\+ ATOM` means that the atom is false. May be repeated
    #[arg(long, value_name = "ATOM", allow_hyphen_values = true)]
    evidence: Vec<String>,

    /// The algorithm: `exact` compiles the relevant ground program, `worlds` enumerates all worlds of a small
    /// program
    #[arg(long, value_name = "ENGINE", value_parser = options::one_of(Algorithm::ALL, Algorithm::name), default_value = "exact")]
    engine: Algorithm,

    /// What to compute: `answers`, or `gradient` for their derivatives by all probabilities of the program, too
    #[arg(long, value_name = "TASK", value_parser = options::one_of(Task::ALL, Task::name), default_value = "answers")]
    task: Task,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Print which part of the program is relevant to the queries, and how its hardest part was solved
    #[arg(long)]
    explain: bool,

    /// Print the time of each step, and the size of the ground program
    #[arg(short, long)]
    verbose: bool,

    /// Print exact fractions instead of floating-point numbers
    #[arg(long)]
    fractions: bool,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds, default_value = "60")]
    timeout: Duration,

    /// Stop when about this much memory is in use, not counting 32 MiB for the process itself
    #[arg(long, value_name = "SIZE", value_parser = options::bytes, default_value = "4GiB")]
    memory: u64,
}

const EXAMPLES: &str = "\
Examples:
  Answer the queries of a program:
    randlog infer program.pl
  Ask for all instances of an atom, and print which clauses are relevant:
    randlog infer program.pl --query 'path(a,X)' --explain
  Write JSON:
    randlog infer program.pl --format json
  Ask which probabilities matter most to an answer:
    randlog infer program.pl --task gradient

Exit codes: 0 if every query is answered, 1 if one is not (out of time or memory, or the semantics gives it no \
probability; the others are answered all the same), 2 for bad usage or a program that does not parse.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.format.begin("infer");
    if args.task == Task::Gradient && args.engine != Algorithm::Exact {
        return Err(Failure::NoGradient { engine: args.engine.name() });
    }
    limits::back_up(None, args.memory);
    let asked = statements("query", &args.query, |program| program.queries)?;
    let observed = statements("evidence", &args.evidence, |program| program.evidence)?;
    let (mut programs, mut complaints) = (Vec::new(), Complaints::default());
    for path in &paths::files(&args.files)? {
        let name = path.display().to_string();
        match ProgramText::all_within(path, args.memory) {
            Ok(Some(found)) => programs.extend(found),
            Ok(None) => {
                let too_large = args.memory_error("the text of the program");
                complaints.add((&name, None), too_large.into())?;
            }
            Err(failure) => complaints.add((&name, None), failure)?,
        }
    }
    let is_alone = programs.len() == 1;
    for program in &programs {
        if args.format == Format::Text && !is_alone {
            print(&format!("{}:\n", visible(&program.title, false)))?;
        }
        match infer(args, program, is_alone, (asked.clone(), observed.clone())) {
            Ok(refusals) => refusals.into_iter().for_each(|refusal| complaints.note(refusal)),
            Err(failure) => complaints.add(program.about(), failure)?,
        }
    }
    complaints.end()
}

/// Answer one program: prints the answers, and returns why other queries have none.
fn infer(
    args: &Args,
    program: &ProgramText,
    is_alone: bool,
    (asked, observed): (Vec<Goal>, Vec<Goal>),
) -> Result<Vec<Failure>, Failure> {
    let mut clock = Instant::now();
    let stop = Stop::NEVER.within(args.timeout).with_memory(args.memory);
    let stored =
        Program::parse_within(program.text(), &stop).map_err(|error| match error.problem() {
            ParseProblem::Stopped(Stopped::Memory) => {
                args.memory_error("reading the program").into()
            }
            ParseProblem::Stopped(_) => Error::Timeout { limit: args.timeout }.into(),
            _ => program.not_parsed(error),
        })?;
    let stored = Arc::new(stored);
    let parsing = clock.elapsed();
    clock = Instant::now();
    // The text stays, so that errors can point to it.
    let memory = args.memory.saturating_sub(program.text().len() as u64);
    let timeout = Some(args.timeout.saturating_sub(parsing));
    let limits = Limits { memory, timeout, ..Limits::default() };
    let precision = if args.fractions { Precision::Exact } else { Precision::Float };
    let inference = Inference::new(&stored)
        .queries(asked)
        .evidence(observed)
        .algorithm(args.engine)
        .task(args.task)
        .precision(precision)
        .limits(limits);
    let progress = Progress::clock(args.timeout);
    let solved = inference.solve_each();
    drop(progress);
    if is_alone {
        // The process ends soon: to take a large program apart would only take time.
        std::mem::forget(stored);
    }
    let failed = |error| match mistake(&error, program) {
        Some(mistake) => mistake,
        None => args.in_their_words(program.not_solved(error)).into(),
    };
    let mut solution = solved.map_err(failed)?;
    for derivative in solution.answers.iter_mut().flat_map(|answer| &mut answer.gradient) {
        if derivative.place.is_known() {
            derivative.place.line = derivative.place.line.saturating_add(program.lines_before());
        }
    }
    let refusals: Vec<(String, Failure)> = std::mem::take(&mut solution.refusals)
        .into_iter()
        .map(|Refusal { atom, error }| (atom.to_string(), failed(error)))
        .collect();
    report(args, program, &solution, &refusals, [parsing, clock.elapsed()])?;
    Ok(refusals.into_iter().map(|(_, failure)| failure).collect())
}

/// Queries or evidence given as flags.
fn statements(
    name: &str,
    texts: &[String],
    part: impl Fn(Program) -> Vec<Goal>,
) -> Result<Vec<Goal>, Failure> {
    let one = |text: &String| -> Result<Goal, Failure> {
        let bad = |reason: String| Failure::from(BadQuery { text: text.clone(), reason });
        let trimmed = text.trim().trim_end_matches('.');
        let program = Program::parse(&format!("{name}({trimmed})."));
        let program = program.map_err(|error| bad(error.problem().to_string()))?;
        let found: Result<[Goal; 1], _> = part(program).try_into();
        let [goal] = found.map_err(|_| bad("it is not one atom".to_owned()))?;
        // It stands in no file.
        Ok(Goal { place: SourcePlace::default(), ..goal })
    };
    texts.iter().map(one).collect()
}

impl Args {
    /// The error with the limits as they were given: reading took its share of them.
    fn in_their_words(&self, error: Error) -> Error {
        match error {
            Error::Timeout { .. } => Error::Timeout { limit: self.timeout },
            Error::Memory { what, .. } => self.memory_error(what),
            other => other,
        }
    }

    fn memory_error(&self, what: &'static str) -> Error {
        Error::Memory { limit: self.memory, what }
    }
}

/// The place of a mistake that `check` finds, too: a number that is no probability.
fn mistake(error: &Error, program: &ProgramText) -> Option<Failure> {
    let Error::BuiltIn { reason, .. } = error else { return None };
    let found = Dialect::ProbLog.parse(program.text()).err()?;
    (found.problem().to_string() == *reason).then(|| program.not_parsed(found))
}

fn report(
    args: &Args,
    program: &ProgramText,
    solution: &Solution,
    refusals: &[(String, Failure)],
    times: [Duration; 2],
) -> Result<(), Failure> {
    if args.explain {
        say(&explanation(&solution.relevance));
        if args.engine == Algorithm::Exact {
            say(&attempts(&solution.effort));
        }
    }
    if args.format == Format::Json {
        let mut answers = answers(args, solution, times[0]);
        answers["refusals"] = refusals
            .iter()
            .map(|(atom, failure)| json!({ "atom": atom, "error": json::error(failure) }))
            .collect();
        return print(&json::about(program.about(), answers));
    }
    let rows: Vec<Vec<String>> = solution.answers.iter().flat_map(rows).collect();
    print(&aligned(&rows, |_| Side::Left))?;
    if rows.is_empty() && refusals.is_empty() {
        note!("no instance of the queries can be true");
    }
    if args.verbose {
        say(&summary(solution, times));
    }
    Ok(())
}

/// An answer, and below it its derivatives.
fn rows(answer: &Answer) -> Vec<Vec<String>> {
    let derivative = |one: &Derivative| {
        let line =
            if one.place.is_known() { format!("line {}", one.place.line) } else { String::new() };
        vec![format!("  by {}:", one.head), number(one.value, one.fraction.as_ref()), line]
    };
    let mut rows = vec![vec![
        format!("{}:", answer.atom),
        number(answer.probability, answer.fraction.as_ref()),
    ]];
    rows.extend(answer.gradient.iter().map(derivative));
    rows
}

fn number(value: f64, fraction: Option<&RBig>) -> String {
    match fraction {
        Some(fraction) => fraction.to_string(),
        // Without a row of zeros.
        None if value != 0.0 && value.abs() < 1e-5 => format!("{value:e}"),
        None => value.to_string(),
    }
}

/// How long each step took.
fn phases(solution: &Solution, parsing: Duration) -> impl Iterator<Item = (&str, Duration)> {
    let solving = solution.phases.iter().map(|(phase, time)| (phase.name(), *time));
    [("parse", parsing)].into_iter().chain(solving)
}

fn names(predicates: &[Predicate]) -> Vec<String> {
    predicates.iter().map(Predicate::to_string).collect()
}

/// How long and how large, for people.
fn summary(solution: &Solution, [parsing, solving]: [Duration; 2]) -> String {
    let phases: Vec<String> =
        phases(solution, parsing).map(|(name, time)| format!("{name} {time:.1?}")).collect();
    let Sizes { ground_atoms, ground_clauses, choices, .. } = solution.sizes;
    let how = ways(&solution.sizes);
    format!(
        "{:.1?}: {}\n{ground_atoms} ground atoms, {ground_clauses} ground clauses, {choices} \
         random choices; {how}\n",
        parsing + solving,
        phases.join(", ")
    )
}

/// How the parts were solved.
fn ways(sizes: &Sizes) -> String {
    let Sizes { parts, join_trees, join_width, join_states, diagrams, .. } = *sizes;
    let Sizes { diagram_nodes: nodes, diagram_variables: variables, worlds, .. } = *sizes;
    if worlds > 0 {
        return format!("{worlds} worlds");
    }
    let mut ways = vec![format!("{parts} part{}", if parts == 1 { "" } else { "s" })];
    if join_trees > 0 {
        ways.push(format!(
            "{join_trees} by join trees of width {join_width} or less, with {join_states} states at most"
        ));
    }
    if diagrams > 0 {
        ways.push(format!(
            "{diagrams} by decision diagrams of {nodes} nodes and at most {variables} variables"
        ));
    }
    ways.join(", ")
}

/// How the hardest part was solved, for people.
fn attempts(effort: &Effort) -> String {
    let Effort { gates, events, attempts } = effort;
    if attempts.is_empty() {
        return "all parts are independent: sums and products suffice\n".to_owned();
    }
    let mut text = format!("the hardest part: {gates} gates over {events} random events\n");
    for attempt in attempts {
        let (method, steps, outcome) = (&attempt.method, attempt.steps, attempt.outcome.name());
        text += &format!("  {method}; {steps} steps: {outcome}\n");
    }
    text
}

/// Which part of a program mattered, for people.
fn explanation(relevance: &Relevance) -> String {
    let Relevance { predicates, irrelevant, clauses, of_clauses } = relevance;
    let list = names(predicates).join(", ");
    let mut text = format!("relevant: {clauses} of {of_clauses} clauses, of {list}\n");
    if !irrelevant.is_empty() {
        text += &format!("not relevant: {}\n", names(irrelevant).join(", "));
    }
    text
}

fn answers(args: &Args, solution: &Solution, parsing: Duration) -> Value {
    let answers: Vec<Value> = solution
        .answers
        .iter()
        .map(|answer| {
            let mut fields = json!({
                "atom": answer.atom.to_string(),
                "probability": answer.probability,
                "complement": answer.complement,
            });
            if let Some(fraction) = &answer.fraction {
                fields["fraction"] = json!(fraction.to_string());
            }
            if args.task == Task::Gradient {
                fields["gradient"] = answer.gradient.iter().map(derivative).collect();
            }
            fields
        })
        .collect();
    let phases: Map<String, Value> = phases(solution, parsing)
        .map(|(name, time)| (format!("{name}_us"), json!(time.as_micros() as u64)))
        .collect();
    let (sizes, relevance) = (solution.sizes, &solution.relevance);
    json!({
        "engine": args.engine.name(),
        "answers": answers,
        "phases": phases,
        "sizes": {
            "ground_atoms": sizes.ground_atoms,
            "ground_clauses": sizes.ground_clauses,
            "choices": sizes.choices,
            "parts": sizes.parts,
            "join_trees": sizes.join_trees,
            "join_width": sizes.join_width,
            "join_states": sizes.join_states,
            "diagrams": sizes.diagrams,
            "diagram_variables": sizes.diagram_variables,
            "diagram_nodes": sizes.diagram_nodes,
            "worlds": sizes.worlds,
        },
        "relevance": {
            "predicates": names(&relevance.predicates),
            "irrelevant": names(&relevance.irrelevant),
            "clauses": relevance.clauses,
            "of_clauses": relevance.of_clauses,
        },
    })
}

fn derivative(one: &Derivative) -> Value {
    let line = one.place.is_known().then_some(one.place.line);
    let mut fields = json!({ "head": one.head.to_string(), "line": line, "derivative": one.value });
    if let Some(fraction) = &one.fraction {
        fields["fraction"] = json!(fraction.to_string());
    }
    fields
}
