//! `randlog check`: what is there to say about a program, and does it belong to a space?

use std::path::{Path, PathBuf};

use randlog_generate::Spec;
use randlog_generate::membership::{self, Violation};
use randlog_generate::spec::SourceText;
use randlog_logic::{Dialect, Idle, Program};
use randlog_recipe::header::{self, Section};
use serde_json::{Value, json};

use crate::failure::{BAD_INPUT, FAILED, Failure};
use crate::idle;
use crate::input::{self, NotParsed};
use crate::json::{self, Format};
use crate::limits::Limits;
use crate::options;
use crate::output::{complain, note, print};
use crate::paths;
use crate::report::{Facts, SHOWN};
use crate::spec_args::SpecFlags;

/// Tell what holds of programs, and whether they belong to the space of a spec
///
/// Each program is parsed; then come its size, its strata or a cycle through a negation, its
/// independent pairs, its safety, what does nothing in it, and, if there is a spec, whether it belongs
/// to the spec's space or else every rule it breaks. For several programs, a summary goes to stderr.
///
/// A program is *clean* if no clause is redundant (a tautology, a contradictory body, a repeated
/// literal, subsumed by another clause) and every predicate is derivable from facts and from predicates
/// without clauses. A predicate is unused if no goal of the spec, or no query, depends on it.
///
/// Without `--spec`, a program that carries a spec in its header is checked against that one.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Program files, or directories of them; `-` is standard input. A file of several programs is taken
    /// apart
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The spec as a TOML file, or a program that carries its spec in its header
    #[arg(long, value_name = "SPEC")]
    spec: Option<PathBuf>,

    /// The language to read
    #[arg(long, value_name = "LANGUAGE", value_parser = options::readable_dialect(), default_value_t = Dialect::ProbLog)]
    language: Dialect,

    /// Print nothing about programs that pass, and no summary
    #[arg(short, long)]
    quiet: bool,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    flags: SpecFlags,
}

const EXAMPLES: &str = "\
Examples:
  What is known about a program:
    randlog check program.pl
  Does it belong to the space of a spec?
    randlog check program.pl --spec spec.toml
  Which programs of a directory do not, and why?
    randlog check programs --spec spec.toml --quiet
  Check programs against the spec they were made from:
    randlog sample spec.toml --count 5 | randlog check -

Exit codes: 0 if every program belongs to its spec's space (if there is one), 1 if one does not, 2 for
bad usage, files that cannot be read, or programs that do not parse.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.limits.watch();
    let spec = args.spec.as_ref().map(|path| args.flags.spec(Some(path))).transpose()?;
    let (mut tally, mut exit_code) = (Tally::default(), 0);
    for path in &paths::files(&args.files)? {
        match check_file(args, path, spec.as_ref(), &mut tally) {
            Ok(()) => {}
            Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
            // One bad file is no reason not to look at the others.
            Err(failure) => {
                tally.unreadable += 1;
                exit_code = exit_code.max(failure.exit_code());
                if args.format.is_json() {
                    let file = path.display().to_string();
                    let error = json!({ "error": json::error(&failure) });
                    print(&json::about("check", (&file, None), error))?;
                }
                complain(&miette::Report::new(failure));
            }
        }
    }
    if !args.quiet && tally.programs() + tally.unreadable > 1 {
        note!("{}", tally.text());
    }
    let codes = [(tally.violate, FAILED), (tally.unparsed, BAD_INPUT)];
    let found = codes.into_iter().filter(|(count, _)| *count > 0).map(|(_, code)| code);
    exit_code = found.fold(exit_code, u8::max);
    if exit_code == 0 { Ok(()) } else { Err(Failure::Checked { exit_code }) }
}

/// How many programs there were of each kind.
#[derive(Default)]
struct Tally {
    /// Those that parse, and have no space to belong to.
    parse: u64,
    belong: u64,
    violate: u64,
    unparsed: u64,
    /// Files, of nobody knows how many programs.
    unreadable: u64,
}

impl Tally {
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
    tally: &mut Tally,
) -> Result<(), Failure> {
    let file = SourceText::new(path.display().to_string(), input::text(path)?);
    let given = spec.map(|spec| (spec, "the spec"));
    let mut own = None;
    for section in &header::sections(file.text()) {
        // Joined files have a header each.
        if spec.is_none() && own.as_ref().is_none_or(|(header, _)| *header != section.header) {
            own = Some((section.header, own_spec(args, &file, section)?));
        }
        let own = own.as_ref().and_then(|(_, spec)| spec.as_ref());
        let space = given.or(own.map(|(spec, from)| (spec, *from)));
        check_section(args, &file, section, space, tally)?;
    }
    Ok(())
}

/// How to call the spec that a program brings along.
const OWN: &str = "the spec in its header";

/// The spec that a program brings along, or that the flags make up alone; and how to call it.
fn own_spec(
    args: &Args,
    file: &SourceText,
    section: &Section<'_>,
) -> Result<Option<(Spec, &'static str)>, Failure> {
    let text = &file.text()[section.header..];
    // The spec of an instance is about its rules alone.
    if !header::has_facts(text)
        && let Some(bytes) = header::spec_bytes(text.as_bytes())
    {
        let source = SourceText::from_bytes(file.name(), bytes)?;
        return Ok(Some((args.flags.over(&source)?, OWN)));
    }
    if args.flags.is_empty() { Ok(None) } else { Ok(Some((args.flags.spec(None)?, "the spec"))) }
}

/// Check one program and print what was found.
fn check_section(
    args: &Args,
    file: &SourceText,
    section: &Section<'_>,
    space: Option<(&Spec, &str)>,
    tally: &mut Tally,
) -> Result<(), Failure> {
    let title = section.title(file.name());
    let line = |fields| json::about("check", (file.name(), section.index), fields);
    let mut goals = Vec::new();
    let program = match args.language.parse(section.text) {
        Ok(mut program) => {
            goals.extend(program.queries.iter().map(|query| query.atom.predicate()));
            // What programs were made to ask is no part of their shape.
            if space.is_some_and(|(_, from)| from == OWN) {
                program.queries.clear();
            }
            program
        }
        Err(error) => {
            tally.unparsed += 1;
            let failure = Failure::from(NotParsed::new(file, section.offset, error));
            let error = || json!({ "error": json::error(&failure) });
            print(&match args.format {
                Format::Text => format!("{title}: does not parse\n"),
                Format::Json => line(error()),
            })?;
            complain(&miette::Report::new(failure));
            return Ok(());
        }
    };
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
    print(&match args.format {
        Format::Text => format!("{title}: {}", text(checked.as_ref(), &program, &idle)),
        Format::Json => line(value(checked.as_ref(), &program, &idle)),
    })
}

/// The verdict and the facts, for people.
fn text(checked: Option<&(Vec<Violation>, &str)>, program: &Program, idle: &Idle) -> String {
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
    let rows = rows.iter().map(|(name, value)| format!("  {name:<17}  {value}\n"));
    format!("{verdict}\n{}", rows.collect::<String>())
}

/// The same for programs.
fn value(checked: Option<&(Vec<Violation>, &str)>, program: &Program, idle: &Idle) -> Value {
    let violation = |violation: &Violation| json!({ "clause": violation.clause(), "message": violation.to_string() });
    let violations: Option<Vec<Value>> =
        checked.map(|(broken, _)| broken.iter().map(violation).collect());
    let verdict = match &violations {
        None => "parses",
        Some(broken) if broken.is_empty() => "belongs",
        Some(_) => "violates",
    };
    json!({
        "verdict": verdict,
        "violations": violations,
        "facts": Facts::of(program).value(),
        "idle": idle::value(idle),
    })
}
