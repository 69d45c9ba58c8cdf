//! `randlog completions` and `randlog man`: what shells and `man` want to know about the command line.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

const COMPLETIONS: &str = "\
Examples:
  bash:
    randlog completions bash > ~/.local/share/bash-completion/completions/randlog
  zsh, with a directory of yours in $fpath:
    randlog completions zsh > ~/.zfunc/_randlog
  fish:
    randlog completions fish > ~/.config/fish/completions/randlog.fish";

/// Write manual pages, one per command
#[derive(Debug, clap::Args)]
#[command(after_help = MAN)]
pub(crate) struct Man {
    /// The directory for the pages; it is created if it does not exist
    directory: PathBuf,
}

const MAN: &str = "\
Example:
  randlog man ~/.local/share/man/man1 && man randlog-sample";

pub(crate) fn completions(args: &Completions, cli: &mut Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, cli, "randlog", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

pub(crate) fn man(args: &Man, cli: Command) -> Result<(), Failure> {
    let mut cli = cli.disable_help_subcommand(true);
    cli.build();
    pages(cli, &args.directory)
}

/// Write the pages of a command and of all below it, each whole.
fn pages(command: Command, directory: &Path) -> Result<(), Failure> {
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        pages(below.clone(), directory)?;
    }
    let (page, mut text) = (clap_mangen::Man::new(command), Vec::new());
    let path = || directory.join(page.get_filename());
    page.render(&mut text).map_err(|source| Failure::WriteFailed { path: path(), source })?;
    output::write_into(directory, &page.get_filename(), &String::from_utf8_lossy(&text))
}
