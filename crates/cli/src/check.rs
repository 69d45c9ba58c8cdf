//! `randlog check`: what is there to say about a program, and does it belong to a space?

use std::path::{Path, PathBuf};

use randlog_generate::Spec;
use randlog_generate::membership::{self, Violation};
use randlog_generate::spec::SourceText;
use randlog_logic::{Dialect, Idle, Predicate, Program};
use randlog_recipe::header;
use serde_json::{Value, json};

use crate::failure::{FAILED, Failure};
use crate::idle;
use crate::input::ProgramText;
use crate::json::{self, Complaints, Format};
use crate::limits::Limits;
use crate::measures::{self, Measured};
use crate::options;
use crate::output::{note, print, visible};
use crate::paths;
use crate::report::{Facts, SHOWN};
use crate::spec_args::SpecFlags;

/// Parse programs, report their properties, and check them against a spec
///
/// For each program, `check` prints its size, its strata or a cycle through negation, its independent pairs of
/// predicates, whether it is safe, and what does nothing in it. With a spec, it also says whether the program meets the
/// spec, and lists the rules that the program breaks. For several programs, a summary goes to standard error.
///
/// A program is *clean* if no clause is redundant (a tautology, a contradictory body, a repeated literal, subsumed by
/// another clause) and every predicate is derivable from facts and from predicates without clauses. A predicate is unused
/// if no goal of the spec, or no query, depends on it.
///
/// Of each query, `check` prints the depth of a shallowest proof, the number of random events that the answer depends on, the
/// width of the circuit that computes it, and the probability (docs/glossary.md defines these).
///
/// Without `--spec`, a program is checked against the spec in its header, if it has one.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Program files (`-` for standard input), or directories of them. A file may hold several programs
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The spec: a TOML file, or a program file whose header holds a spec
    #[arg(long, value_name = "SPEC")]
    spec: Option<PathBuf>,

    /// The language of the programs
    #[arg(long, value_name = "LANGUAGE", value_parser = options::readable_dialect(), default_value_t = Dialect::ProbLog)]
    language: Dialect,

    /// Print only programs that do not pass, and no summary
    #[arg(short, long)]
    quiet: bool,

    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    flags: SpecFlags,
}

const EXAMPLES: &str = "\
Examples:
  Properties of a program:
    randlog check program.pl
  Does it meet a spec?
    randlog check program.pl --spec spec.toml
  Which programs of a directory do not, and why:
    randlog check programs --spec spec.toml --quiet
  Check programs against the spec in their header:
    randlog sample spec.toml --count 5 | randlog check -

Exit codes: 0 if every program meets its spec (if it has one), 1 if one does not, 2 for bad usage, a file \
that cannot be read, or a program that does not parse.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.format.begin("check");
    args.limits.watch();
    let spec = args.spec.as_ref().map(|path| args.flags.spec(Some(path))).transpose()?;
    let (mut tally, mut complaints) = (CheckTally::default(), Complaints::default());
    for path in &paths::files(&args.files)? {
        let checked = check_file(args, path, spec.as_ref(), (&mut tally, &mut complaints));
        if let Err(failure) = checked {
            tally.unreadable += 1;
            complaints.add((&path.display().to_string(), None), failure)?;
        }
    }
    if !args.quiet && tally.programs() + tally.unreadable > 1 {
        note!("{}", tally.text());
    }
    if tally.violate > 0 {
        complaints.exit_code = complaints.exit_code.max(FAILED);
    }
    complaints.end()
}

/// How many programs there were of each kind.
#[derive(Default)]
struct CheckTally {
    /// Those that parse, and have no space to belong to.
    parse: u64,
    belong: u64,
    violate: u64,
    unparsed: u64,
    /// Files, of nobody knows how many programs.
    unreadable: u64,
}

impl CheckTally {
    fn programs(&self) -> u64 {
        self.parse + self.belong + self.violate + self.unparsed
    }

    fn text(&self) -> String {
        let kinds = [
            (self.belong, "belongs to its space", "belong to their space"),
            (self.violate, "does not belong to its space", "do not belong to their space"),
            (self.parse, "parses", "parse"),
            (self.unparsed, "does not parse", "do not parse"),
        ];
        let met = kinds.iter().filter(|(count, ..)| *count > 0);
        let words = |one: &'static str, many, count| if count == 1 { one } else { many };
        let part = |(count, one, many): &(u64, &'static str, &'static str)| {
            format!("{count} {}", words(one, many, *count))
        };
        let mut parts: Vec<String> = met.map(part).collect();
        if self.unreadable > 0 {
            let files = options::counted(self.unreadable, "file");
            parts.push(format!("{files} cannot be checked"));
        }
        format!("{}: {}", options::counted(self.programs(), "program"), parts.join(", "))
    }
}

/// Check every program of a file.
fn check_file(
    args: &Args,
    path: &Path,
    spec: Option<&Spec>,
    (tally, complaints): (&mut CheckTally, &mut Complaints),
) -> Result<(), Failure> {
    let given = spec.map(|spec| (spec, "the spec"));
    let mut own = None;
    for text in &ProgramText::all(path)? {
        // Joined files have a header each.
        if spec.is_none() && own.as_ref().is_none_or(|(header, _)| *header != text.header) {
            own = Some((text.header, own_spec(args, text)?));
        }
        let own = own.as_ref().and_then(|(_, spec)| spec.as_ref());
        let space = given.or(own.map(|(spec, from)| (spec, *from)));
        match args.language.parse(text.text()) {
            Ok(program) => check_program(args, text, program, space, tally)?,
            Err(error) => {
                tally.unparsed += 1;
                if args.format == Format::Text {
                    print(&format!("{}: does not parse\n", visible(&text.title, false)))?;
                }
                complaints.add(text.about(), text.not_parsed(error))?;
            }
        }
    }
    Ok(())
}

/// How to call the spec that a program brings along.
const OWN: &str = "the spec in its header";

/// The spec that a program brings along, or that the flags make up alone; and how to call it.
fn own_spec(args: &Args, program: &ProgramText) -> Result<Option<(Spec, &'static str)>, Failure> {
    let text = program.with_header();
    // The spec of an instance is about its rules alone.
    if !header::has_facts(text)
        && let Some(bytes) = header::spec_bytes(text.as_bytes())
    {
        let source = SourceText::from_bytes(program.file.name(), bytes)?;
        return Ok(Some((args.flags.over(&source)?, OWN)));
    }
    if args.flags.is_empty() { Ok(None) } else { Ok(Some((args.flags.spec(None)?, "the spec"))) }
}

/// Check one program and print what was found.
fn check_program(
    args: &Args,
    text: &ProgramText,
    mut program: Program,
    space: Option<(&Spec, &str)>,
    tally: &mut CheckTally,
) -> Result<(), Failure> {
    let mut goals: Vec<Predicate> =
        program.queries.iter().map(|query| query.atom.predicate()).collect();
    let queries = program.queries.clone();
    // What programs were made to ask is no part of their shape.
    if space.is_some_and(|(_, from)| from == OWN) {
        program.queries.clear();
    }
    let broken = |spec| membership::violations(spec, &program).collect();
    let checked: Option<(Vec<Violation>, &str)> = space.map(|(spec, from)| (broken(spec), from));
    match &checked {
        None => tally.parse += 1,
        Some((broken, _)) if broken.is_empty() => tally.belong += 1,
        Some(_) => tally.violate += 1,
    }
    let passes = checked.as_ref().is_none_or(|(broken, _)| broken.is_empty());
    if passes && args.quiet {
        return Ok(());
    }
    if let Some((spec, _)) = space.filter(|(spec, _)| !spec.goals().is_empty()) {
        goals = spec.goals().iter().map(|&goal| spec.heads()[goal].clone()).collect();
    }
    let idle = idle::of(&program.clauses, goals);
    program.queries = queries;
    let asked = measures::of(&program);
    let found = Found { checked, program, idle, asked };
    match args.format {
        Format::Text => print(&visible(&format!("{}: {}", text.title, in_words(&found)), false)),
        Format::Json => print(&json::about(text.about(), value(&found))),
    }
}

/// What was found out about a program.
struct Found<'a> {
    /// The rules that it breaks, if there is a spec, and how to call that.
    checked: Option<(Vec<Violation>, &'a str)>,
    program: Program,
    idle: Idle,
    asked: Option<Measured>,
}

/// The verdict and the facts, for people.
fn in_words(Found { checked, program, idle, asked }: &Found<'_>) -> String {
    let mut rows = Vec::new();
    let verdict = match checked {
        None => "parses".to_owned(),
        Some((broken, from)) if broken.is_empty() => format!("belongs to the space of {from}"),
        Some((broken, from)) => {
            rows.extend(broken.iter().take(SHOWN).map(|rule| ("broken rule", rule.to_string())));
            if let more @ 1.. = broken.len().saturating_sub(SHOWN) {
                rows.push(("broken rule", format!("and {more} more")));
            }
            format!("does not belong to the space of {from}")
        }
    };
    rows.extend(Facts::of(program).rows());
    rows.extend(idle::rows(idle, &program.clauses));
    rows.extend(asked.iter().flat_map(Measured::rows));
    let rows = rows.iter().map(|(name, value)| format!("  {name:<17}  {value}\n"));
    format!("{verdict}\n{}", rows.collect::<String>())
}

/// The same for programs.
fn value(Found { checked, program, idle, asked }: &Found<'_>) -> Value {
    let violation = |violation: &Violation| json!({ "clause": violation.clause(), "message": violation.to_string() });
    let violations: Option<Vec<Value>> =
        checked.as_ref().map(|(broken, _)| broken.iter().map(violation).collect());
    let verdict = match &violations {
        None => "parses",
        Some(broken) if broken.is_empty() => "belongs",
        Some(_) => "violates",
    };
    json!({
        "verdict": verdict,
        "violations": violations,
        "facts": Facts::of(program),
        "idle": idle::value(idle),
        "asked": asked.as_ref().map(Measured::value),
    })
}
