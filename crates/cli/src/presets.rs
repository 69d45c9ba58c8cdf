//! `randlog presets`: named fragments of a spec.

use clap::builder::PossibleValuesParser;
use randlog_generate::spec::Preset;

use crate::failure::Failure;
use crate::output;

/// List presets, or show one
///
/// A preset gives values to keys of a spec, so that a few words describe a whole space. Name it in a spec (`preset = "written"`)
/// or with a flag (`--preset written`). The keys that you give yourself override it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The preset to show, as a part of a spec in TOML; without it, all are listed
    #[arg(value_parser = PossibleValuesParser::new(Preset::ALL.map(|preset| preset.name)))]
    name: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  randlog presets
  randlog presets written
  randlog sample --preset written --predicates path/2 --data edge/2 --count 5";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let listed = |preset: &Preset| format!("{:<10} {}\n", preset.name, preset.summary());
    let text = match &args.name {
        None => Preset::ALL.iter().map(listed).collect(),
        Some(name) => {
            let shown = Preset::ALL.iter().find(|preset| preset.name == name);
            shown.map_or_else(String::new, |preset| preset.text.to_owned())
        }
    };
    output::print(&text)
}
