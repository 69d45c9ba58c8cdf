//! `randlog check`: what is there to say about a program, and does it belong to a space?

use std::path::{Path, PathBuf};

use randlog_generate::spec::Source;
use randlog_generate::{Spec, membership};
use randlog_logic::Dialect;
use randlog_recipe::header::{self, Section};

use crate::failure::{BAD_INPUT, FAILED, Failure};
use crate::limits::Limits;
use crate::output::{complain, print};
use crate::report;
use crate::spec_args::SpecFlags;
use crate::{input, options};

/// Tell what holds of programs, and whether they belong to the space of a spec
///
/// Each program is parsed; then come its size, its strata or a cycle through a negation, its
/// independent pairs, its safety, and, if there is a spec, whether it belongs to the spec's space
/// or else the first rule it breaks.
///
/// Without `--spec`, a program that carries a spec in its header is checked against that one.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Program files; `-` is standard input. A file of several programs is taken apart
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The spec as a TOML file, or a program that carries its spec in its header
    #[arg(long, value_name = "SPEC")]
    spec: Option<PathBuf>,

    /// The language to read
    #[arg(long, value_name = "LANGUAGE", value_parser = options::readable_dialect(), default_value_t = Dialect::ProbLog)]
    format: Dialect,

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
  Check programs against the spec they were made from:
    randlog sample spec.toml --count 5 | randlog check -

Exit codes: 0 if every program belongs to its spec's space (if there is one), 1 if one does not, 2 for
bad usage, files that cannot be read, or programs that do not parse.";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.limits.watch();
    let spec = args.spec.as_ref().map(|path| args.flags.spec(Some(path))).transpose()?;
    // One bad file is no reason not to look at the others.
    let mut exit_code = 0;
    for path in &args.files {
        match check_file(args, path, spec.as_ref()) {
            Ok(code) => exit_code = exit_code.max(code),
            Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
            Err(failure) => {
                exit_code = exit_code.max(failure.exit_code());
                complain(&miette::Report::new(failure));
            }
        }
    }
    if exit_code == 0 { Ok(()) } else { Err(Failure::Checked { exit_code }) }
}

/// Check every program of a file, for the exit code.
fn check_file(args: &Args, path: &Path, spec: Option<&Spec>) -> Result<u8, Failure> {
    let file = Source::new(path.display().to_string(), input::text(path)?);
    let given = spec.map(|spec| (spec, "the spec"));
    let (mut code, mut own) = (0, None);
    for section in header::sections(file.text()) {
        // Joined files have a header each.
        if spec.is_none() && own.as_ref().is_none_or(|(header, _)| *header != section.header) {
            own = Some((section.header, own_spec(args, &file, &section)?));
        }
        let own = own.as_ref().and_then(|(_, spec)| spec.as_ref());
        let spec = given.or(own.map(|(spec, from)| (spec, *from)));
        code = code.max(check_section(args, &file, &section, spec)?);
    }
    Ok(code)
}

/// The spec that a program brings along, or that the flags make up alone; and how to call it.
fn own_spec(
    args: &Args,
    file: &Source,
    section: &Section<'_>,
) -> Result<Option<(Spec, &'static str)>, Failure> {
    let text = &file.text()[section.header..];
    // The spec of an instance is about its rules alone.
    if !header::has_facts(text)
        && let Some(bytes) = header::spec_bytes(text.as_bytes())
    {
        let source = Source::from_bytes(file.name(), bytes)?;
        return Ok(Some((args.flags.over(&source)?, "the spec in its header")));
    }
    if args.flags.is_empty() { Ok(None) } else { Ok(Some((args.flags.spec(None)?, "the spec"))) }
}

/// Check one program and print what was found, for the exit code.
fn check_section(
    args: &Args,
    file: &Source,
    section: &Section<'_>,
    spec: Option<(&Spec, &str)>,
) -> Result<u8, Failure> {
    let title = section.title(file.name());
    let program = match args.format.parse(section.text) {
        Ok(program) => program,
        Err(error) => {
            print(&format!("{title}: does not parse\n"))?;
            complain(&input::parse_report(file, section.offset, &error));
            return Ok(BAD_INPUT);
        }
    };
    let checked = spec.map(|(spec, from)| (membership::check(spec, &program), from));
    let verdict = match &checked {
        None => "parses".to_owned(),
        Some((Ok(()), from)) => format!("belongs to the space of {from}"),
        Some((Err(violation), from)) => {
            format!("does not belong to the space of {from}: {violation}")
        }
    };
    print(&format!("{title}: {verdict}\n{}", report::facts(&program)))?;
    Ok(if checked.is_none_or(|(verdict, _)| verdict.is_ok()) { 0 } else { FAILED })
}
