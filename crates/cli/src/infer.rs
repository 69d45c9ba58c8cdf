//! `randlog infer`: the probabilities of a program's queries.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use randlog_generate::spec::Source;
use randlog_infer::{Algorithm, Error, Limits, Relevance, Solution, solve_in_time};
use randlog_logic::{Atom, Dialect, Predicate};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output::print;
use crate::{input, method, options};

/// Compute the probabilities of queries, exactly
///
/// The program is read as ProbLog. It may have probabilistic facts and clauses, annotated
/// disjunctions, nested negation and disjunction, positive cycles, evidence, and queries with
/// variables. Only what the queries reach is looked at.
///
/// Answers go to stdout; how long each step took and how large things were goes to stderr.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A program; `-` is standard input
    file: PathBuf,

    /// Ask this instead of the program's own queries; may be given several times
    #[arg(long, value_name = "ATOM")]
    query: Vec<String>,

    /// Relevant grounding and decision diagrams, or all worlds one by one (small programs only)
    #[arg(long, value_name = "ENGINE", value_parser = options::engine(), default_value = "exact")]
    engine: Algorithm,

    /// How to print the answers
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Tell which part of the program mattered
    #[arg(long)]
    explain: bool,

    /// Give up after this many seconds
    #[arg(long, value_name = "SECS", value_parser = options::seconds)]
    timeout: Option<Duration>,

    /// Give up when about this much memory is needed
    #[arg(long, value_name = "SIZE", value_parser = method::bytes, default_value = "4GiB")]
    memory: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

const EXAMPLES: &str = "\
Examples:
  Answer the queries of a program:
    randlog infer program.pl
  Ask for all instances of an atom, and see what mattered:
    randlog infer program.pl --query 'path(a,X)' --explain
  For other programs to read:
    randlog infer program.pl --format json

Exit codes: 0 answered, 1 no answer (out of time or memory, or the program has no meaning for one),
2 bad usage or a program that does not parse.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut clock = Instant::now();
    let file = Source::new(args.file.display().to_string(), input::text(&args.file)?);
    let asked = args.query.iter().map(|text| query(text)).collect::<Result<Vec<Atom>, _>>()?;
    let mut program = match Dialect::ProbLog.parse(file.text()) {
        Ok(program) => program,
        Err(error) => {
            if args.format == Format::Json {
                let place = format!("{}:{}:{}", file.name(), error.line(), error.column());
                print_json(&failure(args.engine, "parse", &format!("{place}: {error}")))?;
            }
            eprintln!("{:?}", input::parse_report(&file, 0, &error));
            return Err(Failure::Checked { exit_code: 2 });
        }
    };
    if !asked.is_empty() {
        program.queries = asked;
    }
    let parsing = clock.elapsed();
    clock = Instant::now();
    let memory = usize::try_from(args.memory).unwrap_or(usize::MAX);
    let limits = Limits { memory, timeout: args.timeout, ..Limits::default() };
    match solve_in_time(program, args.engine, &limits) {
        Ok(solution) => report(args, &solution, parsing, clock.elapsed()),
        Err(error) => {
            if args.format == Format::Json {
                print_json(&failure(args.engine, error.kind(), &error.to_string()))?;
            }
            Err(Failure::Infer(error))
        }
    }
}

/// An atom to ask for.
fn query(text: &str) -> Result<Atom, Failure> {
    let trimmed = text.trim().trim_end_matches('.');
    let program = Dialect::ProbLog.parse(&format!("query({trimmed})."));
    let queries = program.map(|program| program.queries);
    match queries.as_deref() {
        Ok([atom]) => Ok(atom.clone()),
        Ok(_) => Err(Failure::BadQuery {
            text: text.to_owned(),
            reason: "it is not one atom".to_owned(),
        }),
        Err(error) => {
            Err(Failure::BadQuery { text: text.to_owned(), reason: error.problem().to_string() })
        }
    }
}

/// What to do about an error, in terms of the command line.
pub(crate) fn help(error: &Error) -> &'static str {
    match error {
        Error::NoQuery => "add `query(atom).` to the program, or ask with `--query`",
        Error::TooManyWorlds { .. } => "use `--engine exact`, or a smaller program",
        other => other.help(),
    }
}

fn report(
    args: &Args,
    solution: &Solution,
    parsing: Duration,
    solving: Duration,
) -> Result<(), Failure> {
    if args.explain {
        eprint!("{}", Explanation(&solution.relevance));
    }
    if args.format == Format::Json {
        return print_json(&answers(args.engine, solution, parsing));
    }
    let names: Vec<String> = solution.answers.iter().map(|a| format!("{}:", a.atom)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, answer) in names.iter().zip(&solution.answers) {
        let _ = writeln!(text, "{name:width$}  {}", Decimal(answer.probability));
    }
    print(&text)?;
    eprint!("{}", summary(solution, parsing, solving));
    Ok(())
}

/// A probability, without a row of zeros.
struct Decimal(f64);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 > 0.0 && self.0 < 1e-5 { write!(f, "{:e}", self.0) } else { self.0.fmt(f) }
    }
}

/// How long and how large, for people.
fn summary(solution: &Solution, parsing: Duration, solving: Duration) -> String {
    let mut text = String::new();
    if solution.answers.is_empty() {
        let _ = writeln!(text, "no instance of the queries can be true");
    }
    let _ = write!(text, "{:.1?}: parse {parsing:.1?}", parsing + solving);
    for (phase, time) in &solution.phases {
        let _ = write!(text, ", {} {time:.1?}", phase.name());
    }
    let sizes = solution.sizes;
    let _ = write!(
        text,
        "\n{} ground atoms, {} ground clauses, {} random choices",
        sizes.ground_atoms, sizes.ground_clauses, sizes.choices
    );
    let _ = match (sizes.worlds, sizes.diagrams) {
        (0, 0) => write!(text, "; {} parts, no decision diagram needed", sizes.parts),
        (0, _) => write!(
            text,
            "; {} parts, {} of them by decision diagrams of {} nodes and at most {} variables",
            sizes.parts, sizes.diagrams, sizes.diagram_nodes, sizes.diagram_variables
        ),
        (worlds, _) => write!(text, "; {worlds} worlds"),
    };
    text.push('\n');
    text
}

/// Which part of a program mattered, for people.
struct Explanation<'r>(&'r Relevance);

impl std::fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Relevance { predicates, irrelevant, clauses, of_clauses } = self.0;
        writeln!(f, "relevant: {clauses} of {of_clauses} clauses, of {}", List(predicates))?;
        if !irrelevant.is_empty() {
            writeln!(f, "not relevant: {}", List(irrelevant))?;
        }
        Ok(())
    }
}

struct List<'p>(&'p [Predicate]);

impl std::fmt::Display for List<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, predicate) in self.0.iter().enumerate() {
            write!(f, "{}{predicate}", if index > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

fn answers(engine: Algorithm, solution: &Solution, parsing: Duration) -> Value {
    let answers: Vec<Value> = solution
        .answers
        .iter()
        .map(|answer| json!({ "atom": answer.atom.to_string(), "probability": answer.probability }))
        .collect();
    let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    let mut phases = Map::new();
    phases.insert("parse_us".to_owned(), micros(parsing).into());
    for (phase, time) in &solution.phases {
        phases.insert(format!("{}_us", phase.name()), micros(*time).into());
    }
    let sizes = solution.sizes;
    let names = |predicates: &[Predicate]| -> Vec<String> {
        predicates.iter().map(Predicate::to_string).collect()
    };
    json!({
        "engine": engine.name(),
        "answers": answers,
        "phases": phases,
        "sizes": {
            "ground_atoms": sizes.ground_atoms,
            "ground_clauses": sizes.ground_clauses,
            "choices": sizes.choices,
            "parts": sizes.parts,
            "diagrams": sizes.diagrams,
            "diagram_variables": sizes.diagram_variables,
            "diagram_nodes": sizes.diagram_nodes,
            "worlds": sizes.worlds,
        },
        "relevance": {
            "predicates": names(&solution.relevance.predicates),
            "irrelevant": names(&solution.relevance.irrelevant),
            "clauses": solution.relevance.clauses,
            "of_clauses": solution.relevance.of_clauses,
        },
    })
}

fn failure(engine: Algorithm, kind: &str, message: &str) -> Value {
    json!({ "engine": engine.name(), "error": { "kind": kind, "message": message } })
}

fn print_json(value: &Value) -> Result<(), Failure> {
    print(&format!("{value}\n"))
}
