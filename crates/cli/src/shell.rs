//! `randlog completions` and `randlog man`: what shells and `man` want to know about the command line.

use std::fs;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::failure::Failure;
use crate::output;

/// Print the completions of a shell
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

/// Write man pages, one for each command
#[derive(Debug, clap::Args)]
#[command(after_help = MAN)]
pub(crate) struct Man {
    /// The directory to write to; it is made if it does not exist
    directory: PathBuf,
}

const MAN: &str = "\
Example:
  randlog man ~/.local/share/man/man1 && man randlog-sample";

pub(crate) fn completions(args: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "randlog", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

pub(crate) fn man(args: &Man) -> Result<(), Failure> {
    let path = || args.directory.clone();
    fs::create_dir_all(&args.directory)
        .map_err(|source| Failure::CannotCreate { path: path(), source })?;
    clap_mangen::generate_to(Cli::command(), &args.directory)
        .map_err(|source| Failure::WriteFailed { path: path(), source })
}
