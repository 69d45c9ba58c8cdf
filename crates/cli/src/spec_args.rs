//! The flags that make up a spec, the same for every command: one for each key.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, FromArgMatches};
use randlog_generate::exact::SizeSpread;
use randlog_generate::profile::Profile;
use randlog_generate::spec::{Draft, Key, SourceText, SpecError};
use randlog_generate::{Spec, Stop};
use randlog_recipe::header;

use crate::drawing::Drawing;
use crate::failure::Failure;
use crate::options::flag;
use crate::output::note;
use crate::{fuzz_run, input, like, output};

/// Where a spec comes from: a file or programs, and flags over it.
#[derive(Debug, clap::Args)]
pub(crate) struct SpecArgs {
    /// The spec: a TOML file, or a program file whose header holds a spec
    spec: Option<PathBuf>,

    /// Take the spec from these programs: the smallest spec that contains them, with their averages. Predicates that only
    /// have ground facts are data, and every head has as many clauses as in the programs
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "spec", help_heading = HEADING)]
    like: Vec<PathBuf>,

    /// With `--like`, keep the numbers of clauses on average only
    #[arg(long, requires = "like", conflicts_with = "spec", help_heading = HEADING)]
    loose: bool,

    /// Write the complete spec to this file
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    save_spec: Option<PathBuf>,

    #[command(flatten)]
    flags: SpecFlags,
}

const HEADING: &str = "Spec (a flag overrides the same key in the file)";

impl SpecArgs {
    /// The spec, in which flags have the last word.
    pub(crate) fn spec(&self) -> Result<Spec, Failure> {
        let Some(profile) = self.profile()? else { return self.without_like(|draft| draft) };
        let spec = profile.draft().overridden_by(self.flags.draft()?).build()?;
        self.tell(&profile, &spec)?;
        Ok(spec)
    }

    /// A spec to draw programs from, where `complete` may add to what was given, before it becomes a spec. Averages of
    /// given programs are fitted already.
    pub(crate) fn spec_to_draw(
        &self,
        drawing: &Drawing,
        complete: impl Fn(Draft) -> Draft,
    ) -> Result<Spec, Failure> {
        let Some(mut profile) = self.profile()? else { return self.without_like(complete) };
        let flags = self.flags.draft()?;
        let stop = Stop::NEVER.with_memory(drawing.memory);
        let relatives = profile
            .relatives(&stop, |draft| complete(draft.overridden_by(flags.clone())).build())?;
        self.tell(&profile, &relatives.spec)?;
        // A spread over sizes is refused where there are averages.
        let is_spread = drawing.spread != SizeSpread::default();
        Ok(if is_spread { relatives.spec } else { relatives.fitted })
    }

    /// What the programs are like that `--like` names.
    fn profile(&self) -> Result<Option<Profile>, Failure> {
        if self.like.is_empty() {
            return Ok(None);
        }
        let profile = like::profile(&self.like)?;
        Ok(Some(if self.loose { profile.loosened()? } else { profile }))
    }

    fn without_like(&self, complete: impl Fn(Draft) -> Draft) -> Result<Spec, Failure> {
        let spec = complete(self.flags.over_file(self.spec.as_deref())?).build()?;
        if let Some(path) = &self.save_spec {
            output::write_whole(path, &spec.to_toml())?;
        }
        Ok(spec)
    }

    /// Save what was derived, if that is wanted, and tell from what.
    fn tell(&self, profile: &Profile, spec: &Spec) -> Result<(), Failure> {
        if let Some(path) = &self.save_spec {
            output::write_whole(path, &profile.toml(spec))?;
        }
        profile.summary().iter().for_each(|line| note!("{line}"));
        Ok(())
    }
}

/// The spec as flags. Each overrides the key of the same name in the file.
///
/// Values are read by the library, which knows the rules and can point at the offending part.
#[derive(Debug)]
pub(crate) struct SpecFlags {
    values: Vec<(&'static Key, String)>,
}

fn argument(key: &'static Key) -> Arg {
    let name = key.name;
    let argument = Arg::new(name).long(name.replace('_', "-")).value_name(key.placeholder);
    if key.is_switch() {
        let help = format!("{} (`{}=false` overrides a file)", key.help, flag(key));
        return argument
            .help(help)
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true");
    }
    let default = key.default_value().map_or(String::new(), |value| format!(" [default: {value}]"));
    argument.help(key.help.to_owned() + &default).allow_hyphen_values(true)
}

impl clap::Args for SpecFlags {
    fn augment_args(command: Command) -> Command {
        command.next_help_heading(HEADING).args(Key::all().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        SpecFlags::augment_args(command)
    }
}

impl FromArgMatches for SpecFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SpecFlags, clap::Error> {
        let given = |key: &'static Key| Some((key, matches.get_one::<String>(key.name)?.clone()));
        Ok(SpecFlags { values: Key::all().filter_map(given).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = SpecFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

impl SpecFlags {
    /// The spec from a file, if there is one, and the flags. The file may also be a program that
    /// carries its spec in its header.
    pub(crate) fn spec(&self, file: Option<&Path>) -> Result<Spec, Failure> {
        Ok(self.over_file(file)?.build()?)
    }

    fn over_file(&self, file: Option<&Path>) -> Result<Draft, Failure> {
        let base = match file {
            Some(path) => Draft::from_toml(&spec_source(path)?)?,
            None => Draft::default(),
        };
        Ok(base.overridden_by(self.draft()?))
    }

    /// The spec that a program file carries in its header, with the flags over it.
    pub(crate) fn over(&self, source: &SourceText) -> Result<Spec, SpecError> {
        Draft::from_toml(source)?.overridden_by(self.draft()?).build()
    }

    /// Has any flag been given?
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn draft(&self) -> Result<Draft, SpecError> {
        let mut draft = Draft::default();
        for (key, value) in &self.values {
            draft.set_short(key, &SourceText::new(flag(key), value.as_str()))?;
        }
        Ok(draft)
    }
}

/// The spec in a file, which may also be a program that carries it in its header.
pub(crate) fn from_file(path: &Path) -> Result<Spec, Failure> {
    Ok(Draft::from_toml(&spec_source(path)?)?.build()?)
}

fn spec_source(path: &Path) -> Result<SourceText, Failure> {
    let bytes = input::read_at_most(path, SourceText::MAX_BYTES + 1)?;
    let carried = header::spec_bytes(&bytes).or_else(|| fuzz_run::spec(path));
    let bytes = carried.unwrap_or(bytes);
    Ok(SourceText::from_bytes(path.display().to_string(), bytes)?)
}
