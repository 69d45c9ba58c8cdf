//! `randlog sample`: random programs that meet a spec.

use randlog_logic::Dialect;
use randlog_recipe::{Product, Programs};

use crate::drawing::Drawing;
use crate::failure::Failure;
use crate::options;
use crate::spec_args::SpecArgs;

/// Draw random programs that meet a spec
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    drawing: Drawing,

    /// The language to write
    #[arg(long, value_name = "LANGUAGE", value_parser = options::dialect(), default_value_t = Dialect::ProbLog)]
    format: Dialect,

    /// Draw no program twice. Programs that differ only in the names of variables, the order of clauses or the
    /// probabilities count as one; each keeps the index of its first occurrence
    #[arg(long, conflicts_with = "resume")]
    distinct: bool,

    /// Add this query to every program. May be repeated
    #[arg(long, value_name = "ATOM")]
    query: Vec<String>,

    #[command(flatten)]
    spec: SpecArgs,
}

const EXAMPLES: &str = "\
Examples:
  One program, from flags alone:
    randlog sample --predicates p/1,q/2 --variables X,Y --constants 2 --max-nodes 3 --max-clauses 4
  A thousand programs from a spec file, one file each, reproducible:
    randlog sample spec.toml --count 1000 --seed 42 --output-dir programs
  Only program 17 of that run:
    randlog sample spec.toml --seed 42 --index 17
  Continue the run after it was stopped:
    randlog sample spec.toml --count 1000 --seed 42 --output-dir programs --resume
  A hundred distinct programs with a query:
    randlog sample spec.toml --count 100 --distinct --query 'p(X)'
  Programs of all sizes, instead of mostly the largest:
    randlog sample spec.toml --count 100 --spread clauses,nodes
  Programs with the averages of your own, and their spec:
    randlog sample --like mine.pl yours.pl --count 100 --save-spec like.toml
  Plain Prolog with safe clauses only:
    randlog sample spec.toml --probabilities 1 --safe --format prolog";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.drawing.watch();
    let spec = args.spec.spec_to_draw(&args.drawing, |draft| draft)?;
    options::expressible(args.format, &spec)?;
    let mut programs = Programs { distinct: args.distinct, ..args.format.into() };
    args.query.iter().try_for_each(|text| programs.ask(&spec, text))?;
    args.drawing.run(spec, Product::Programs(programs))
}
