//! Programs on their way into one stream, or into a file each.

use std::mem;
use std::path::{Path, PathBuf};

use randlog_base::files::{self, Filling};
use randlog_logic::Dialect;
use randlog_recipe::header;

use crate::failure::Failure;
use crate::output::{self, Stream};

/// Where programs go.
#[derive(Debug, clap::Args)]
pub(crate) struct OutputFlags {
    /// Write all programs to this file, which appears when all are done
    #[arg(short, long, value_name = "FILE", conflicts_with = "output_dir")]
    pub(crate) output: Option<PathBuf>,

    /// Write one file per program into this directory, which must be empty or absent
    #[arg(long, value_name = "DIR")]
    pub(crate) output_dir: Option<PathBuf>,
}

impl OutputFlags {
    pub(crate) fn is_stdout(&self) -> bool {
        self.output.is_none() && self.output_dir.is_none()
    }
}

/// Writes programs under headers that say how they were made.
pub(crate) struct ProgramWriter<'p> {
    sink: Sink<'p>,
    /// What the names of files begin with: `program` or `instance`.
    thing: &'static str,
    dialect: Dialect,
    /// What is written next. One buffer serves all programs.
    text: String,
    pub(crate) written: u64,
}

enum Sink<'p> {
    Stream(Stream),
    /// It is made, and held, with its first file if it is not there.
    Directory(&'p Path, Option<Filling>),
}

impl<'p> ProgramWriter<'p> {
    /// Open a stream, or a directory, which must be empty unless it is gone on with.
    pub(crate) fn open(
        flags: &'p OutputFlags,
        is_resumed: bool,
        thing: &'static str,
        dialect: Dialect,
    ) -> Result<ProgramWriter<'p>, Failure> {
        let sink = match flags.output_dir.as_deref() {
            None => Sink::Stream(Stream::create(flags.output.as_deref())?),
            Some(path) => {
                let filling = path.is_dir().then(|| output::fill(path)).transpose()?;
                files::clear(path);
                if !is_resumed {
                    output::check_empty(path)?;
                }
                Sink::Directory(path, filling)
            }
        };
        Ok(ProgramWriter { sink, thing, dialect, text: String::new(), written: 0 })
    }

    /// The name of the file of a program, in a directory.
    pub(crate) fn name(&self, index: u64) -> String {
        format!("{}-{index:06}.{}", self.thing, self.dialect.extension())
    }

    /// Add a program, which `write` appends to a text. In a directory, each file has its header; a stream has
    /// that of the first program.
    pub(crate) fn add(
        &mut self,
        index: u64,
        header: impl FnOnce() -> String,
        write: impl FnOnce(&mut String) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.text.clear();
        match &self.sink {
            Sink::Stream(_) if self.written > 0 => self.text.push('\n'),
            _ => self.text += &header(),
        }
        if let Sink::Stream(_) = &self.sink {
            header::separate(&mut self.text, index);
        }
        write(&mut self.text)?;
        self.text = header::commented(mem::take(&mut self.text), self.dialect);
        match &mut self.sink {
            Sink::Stream(stream) => stream.write(&self.text)?,
            Sink::Directory(path, filling) => {
                let path = *path;
                if filling.is_none() {
                    *filling = Some(output::fill(path)?);
                    output::check_empty(path)?;
                }
                output::write_into(path, &self.name(index), &self.text)?;
            }
        }
        self.written += 1;
        Ok(())
    }

    /// Let a file appear, if there is anything in it.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.sink {
            Sink::Stream(stream) if self.written > 0 => stream.finish(),
            _ => Ok(()),
        }
    }
}
