//! The flags of a grid, made from its axes.

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use randlog_experiment::grid::{Grid, Point, Sampled};

use crate::options;

/// What the flags of a grid stand under.
pub(crate) const HEADING: &str = "Grid (the experiment runs all combinations of these values)";

/// A grid as flags ask for it.
#[derive(Debug)]
pub(crate) struct Args<P>(pub(crate) Grid<P>);

impl<P: Point> clap::Args for Args<P> {
    fn augment_args(command: Command) -> Command {
        let default = Grid::<P>::default();
        let axes = P::settings().into_iter().map(|(_, axis, setting)| {
            let help = format!("{} [default: {}]", setting.help, axis.default_in_words());
            let values = flag(setting.flag, "N,…", help).value_delimiter(',');
            values.value_parser(options::whole::<usize>(0..))
        });
        let repeats = format!(
            "The number of runs per combination, each with its own arities and pairs [default: {}]",
            default.repeats
        );
        let sample = match P::SAMPLED {
            Sampled::Runs => "Execute only N runs, drawn at random from the grid",
            Sampled::Combinations => "Execute only N combinations, drawn at random from the grid",
        };
        let seed = format!("The random seed [default: {}]", default.seed);
        command.args(axes).args([
            flag("repeats", "N", repeats).value_parser(options::whole::<usize>(0..)),
            flag("sample", "N", sample.to_owned()).value_parser(options::whole::<u64>(1..)),
            flag("seed", "S", seed).value_parser(options::whole::<u64>(0..)),
        ])
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn flag(name: &'static str, value_name: &'static str, help: String) -> Arg {
    Arg::new(name).long(name).value_name(value_name).help(help).help_heading(HEADING)
}

impl<P: Point> FromArgMatches for Args<P> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Args<P>, clap::Error> {
        let mut grid = Grid::default();
        for (_, _, setting) in P::settings() {
            if let Some(values) = matches.get_many::<usize>(setting.flag) {
                let grown = grid.with(setting.key, values.copied().collect::<Vec<_>>());
                grid = grown.map_err(|error| clap::Error::raw(ErrorKind::InvalidValue, error))?;
            }
        }
        grid.repeats = matches.get_one("repeats").copied().unwrap_or(grid.repeats);
        grid.seed = matches.get_one("seed").copied().unwrap_or(grid.seed);
        grid.sample = matches.get_one("sample").copied();
        Ok(Args(grid))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Args::from_arg_matches(matches)?;
        Ok(())
    }
}
