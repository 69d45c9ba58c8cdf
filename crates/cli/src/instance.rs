//! `randlog instance`: rules that meet a spec, facts, and a query.

use std::cell::Cell;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use randlog_recipe::Product;
use randlog_recipe::instance::{Instances, Setting};

use crate::drawing::Drawing;
use crate::failure::Failure;
use crate::output::note;
use crate::spec_args::SpecArgs;

/// Draw instances for inference engines: random rules that meet a spec, random facts, and a query
///
/// Rules are safe (range-restricted) unless the spec or `--safe=false` says otherwise, because most engines cannot
/// answer a query if a variable stays unbound.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    drawing: Drawing,

    // Before the flags below, whose heading would hold for its argument, too.
    #[command(flatten)]
    spec: SpecArgs,

    #[command(flatten)]
    instances: InstanceFlags,
}

const EXAMPLES: &str = "\
Examples:
  One instance with 1000 facts about 100 constants; a hundred of them, one file each:
    randlog instance spec.toml
    randlog instance spec.toml --count 100 --seed 42 --output-dir instances
  Facts as in the paper, a quarter of them probabilistic:
    randlog instance spec.toml --domain 400 --facts 100000 --facts-by predicates --probabilistic 25%
  A query that needs a rule and has an uncertain answer:
    randlog instance spec.toml --query derived
  A query whose shallowest proof has 2 to 5 rules on a branch, and whose answer depends on 3 random choices or more:
    randlog instance spec.toml --depth 2..5 --events 3..
  As many queries of depth 1 as of depths 2 and 3:
    randlog instance spec.toml --count 300 --depth 1..3 --balance depth
  Rules that need not be safe:
    randlog instance spec.toml --safe=false";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.drawing.watch();
    let chosen = Cell::new(false);
    let spec = args.spec.spec_to_draw(&args.drawing, |draft| {
        chosen.set(!draft.has("safe"));
        if chosen.get() { draft.safe(true) } else { draft }
    })?;
    if chosen.get() {
        note!(
            "rules are safe, because the spec does not say otherwise; `--safe=false` allows unsafe ones"
        );
    }
    args.drawing.run(spec, Product::Instances(args.instances.0.clone()))
}

/// What is added to the rules: a flag for each setting.
#[derive(Debug)]
struct InstanceFlags(Instances);

impl clap::Args for InstanceFlags {
    fn augment_args(command: Command) -> Command {
        let defaults = Instances::default();
        let argument = |setting: Setting| {
            let check = move |text: &str| {
                (setting.set)(&mut Instances::default(), text).map(|()| text.to_owned())
            };
            let default = Some((setting.get)(&defaults)).filter(|value| !value.is_empty());
            Arg::new(setting.name)
                .long(setting.name.replace('_', "-"))
                .help(setting.help)
                .value_name(setting.placeholder)
                .value_parser(check)
                .default_values(default)
        };
        command.next_help_heading("Facts and query").args(Instances::SETTINGS.map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        InstanceFlags::augment_args(command)
    }
}

impl FromArgMatches for InstanceFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<InstanceFlags, clap::Error> {
        let mut instances = Instances::default();
        for setting in Instances::SETTINGS {
            let is_given = matches.value_source(setting.name) != Some(ValueSource::DefaultValue);
            let text = matches.get_one::<String>(setting.name).filter(|_| is_given);
            if let Some(text) = text {
                (setting.set)(&mut instances, text).map_err(|reason| {
                    clap::Error::raw(clap::error::ErrorKind::ValueValidation, reason)
                })?;
            }
        }
        Ok(InstanceFlags(instances))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = InstanceFlags::from_arg_matches(matches)?;
        Ok(())
    }
}
