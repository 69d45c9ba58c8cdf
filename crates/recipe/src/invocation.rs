//! What a command was asked to do, as a value.

use std::num::ParseIntError;

use miette::Diagnostic;
use randlog_base::text::{shell_split, shell_word};
use randlog_generate::Spec;
use randlog_generate::spec::{Draft, SourcePlace, SourceText, SpecError};
use serde::{Deserialize, Serialize};

use crate::header;

/// Everything that the output of a command depends on.
///
/// The header of a file, the command line that repeats it, and what is stored of a run follow from this
/// value, and it is read back from each of them.
///
/// ```
/// use randlog_recipe::Invocation;
///
/// let invocation = Invocation::new("experiment scaling", "DIR").with("seed", 7).with_switch("resume");
/// assert_eq!(invocation.line(), "randlog experiment scaling DIR --seed 7 --resume");
/// assert_eq!(Invocation::from_line(&invocation.line()).unwrap(), invocation);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invocation {
    /// The words that name the command: `sample`, or `experiment scaling`.
    pub command: String,
    /// What stands for the file or directory that it is about: `SPEC`, `DIR`, or nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub operand: String,
    /// The spec that `SPEC` stands for.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "as_text")]
    pub spec: Option<Spec>,
    /// The flags, in order.
    pub flags: Vec<Flag>,
}

/// A flag of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flag {
    /// Its name, without dashes in front.
    pub name: String,
    /// Its value; a switch has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Why a file does not say how it was made.
#[derive(Clone, Debug, thiserror::Error, Diagnostic)]
pub enum BadHeader {
    /// It does not start like a file that a command wrote.
    #[error("there is no header that says how the programs were made")]
    #[diagnostic(help("the first line would start with `% # randlog`"))]
    NoHeader,
    /// The command in the header is damaged.
    #[error("`{word}` in the header is not part of a command that makes programs")]
    #[diagnostic(help(
        "{}the second line would be `% # randlog sample SPEC --method …`",
        at(place)
    ))]
    Command {
        /// What is not understood.
        word: String,
        /// Where it is.
        place: Option<SourcePlace>,
    },
    /// The spec in the header lacks something.
    #[error("the header is not complete: {0}")]
    #[diagnostic(help("restore the header: it holds the whole spec, line by line"))]
    Incomplete(Box<SpecError>),
    /// The spec in the header is not valid.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Spec(#[from] Box<SpecError>),
}

/// What is wrong with a flag: nobody knows it, or it cannot have this value.
pub(crate) enum BadFlag {
    Name,
    Value,
}

impl From<ParseIntError> for BadFlag {
    fn from(_: ParseIntError) -> BadFlag {
        BadFlag::Value
    }
}

fn at(place: &Option<SourcePlace>) -> String {
    place.as_ref().map_or(String::new(), |place| format!("{place}: "))
}

impl BadHeader {
    pub(crate) fn word(word: impl Into<String>) -> BadHeader {
        BadHeader::Command { word: word.into(), place: None }
    }

    /// The same with the place of the word in a file, which its second line should hold.
    pub fn in_file(self, file: &SourceText) -> BadHeader {
        let BadHeader::Command { word, .. } = self else { return self };
        let start = file.text().find('\n').map_or(0, |end| end + 1);
        let line = file.text()[start..].lines().next().unwrap_or_default();
        // A word of the command is nowhere else in the line.
        let (offset, length) = match line.find(&word) {
            Some(offset) => (offset, word.len()),
            None => (0, line.len()),
        };
        let place = file.place(start + offset..start + offset + length);
        BadHeader::Command { word, place: Some(place) }
    }
}

impl Invocation {
    /// A command about a file or directory, without flags yet.
    pub fn new(command: &str, operand: &str) -> Invocation {
        let (command, operand) = (command.to_owned(), operand.to_owned());
        Invocation { command, operand, spec: None, flags: Vec::new() }
    }

    /// A command about a spec, without flags yet.
    pub fn about(command: &str, spec: Spec) -> Invocation {
        Invocation { spec: Some(spec), ..Invocation::new(command, "SPEC") }
    }

    /// The same with a further flag.
    pub fn with(mut self, name: &str, value: impl ToString) -> Invocation {
        let value = Some(value.to_string());
        self.flags.push(Flag { name: name.replace('_', "-"), value });
        self
    }

    /// The same with a further flag, unless it has its default.
    pub fn with_unless<T: ToString + PartialEq>(
        self,
        default: T,
        name: &str,
        value: T,
    ) -> Invocation {
        if value == default { self } else { self.with(name, value) }
    }

    /// The same with a further switch.
    pub fn with_switch(mut self, name: &str) -> Invocation {
        self.flags.push(Flag { name: name.to_owned(), value: None });
        self
    }

    /// Sets what the flags say, one after the other: by its name and its value, which is empty for a switch.
    pub(crate) fn read_flags(
        &self,
        mut set: impl FnMut(&str, &str) -> Result<(), BadFlag>,
    ) -> Result<(), BadHeader> {
        self.flags.iter().try_for_each(|Flag { name, value }| {
            let value = value.as_deref().unwrap_or_default();
            set(name, value).map_err(|bad| match bad {
                BadFlag::Value if value.is_empty() => BadHeader::word(name),
                BadFlag::Value => BadHeader::word(value),
                BadFlag::Name => BadHeader::word(format!("--{name}")),
            })
        })
    }

    /// The command line, in which the operand has its placeholder.
    pub fn line(&self) -> String {
        self.line_about(&self.operand)
    }

    /// The command line that is complete in itself: the spec as flags.
    pub fn complete_line(&self) -> String {
        let Some(spec) = &self.spec else { return self.line() };
        let mut words = Vec::new();
        for (key, value) in spec.to_short() {
            words.push(format!("--{}", key.name.replace('_', "-")));
            words.extend((!key.is_switch()).then(|| shell_word(&value)));
        }
        // Instances are safe where nothing is said.
        if self.command == "instance" && !spec.safe() {
            words.push("--safe=false".to_owned());
        }
        self.line_about(&words.join(" "))
    }

    /// The command line with something in place of the operand, as a shell reads it.
    pub fn line_about(&self, operand: &str) -> String {
        let mut words = vec!["randlog".to_owned(), self.command.clone(), operand.to_owned()];
        words.retain(|word| !word.is_empty());
        for Flag { name, value } in &self.flags {
            words.push(format!("--{name}"));
            words.extend(value.as_deref().map(shell_word));
        }
        words.join(" ")
    }

    /// Read a command line, which has a placeholder for its operand.
    pub fn from_line(line: &str) -> Result<Invocation, BadHeader> {
        let words = shell_split(line).ok_or_else(|| BadHeader::word(line))?;
        let [first, words @ ..] = &words[..] else { return Err(BadHeader::word(line)) };
        let names = words.iter().take_while(|word| !word.starts_with("--")).count();
        let (names, flags) = words.split_at(names);
        let is_placeholder = |word: &&String| word.bytes().all(|byte| byte.is_ascii_uppercase());
        let (command, operand) = match names {
            [command @ .., operand] if is_placeholder(&operand) => (command, operand.as_str()),
            command => (command, ""),
        };
        if first != "randlog" || command.is_empty() {
            return Err(BadHeader::word(line));
        }
        let mut invocation = Invocation::new(&command.join(" "), operand);
        for word in flags {
            let last = invocation.flags.last_mut();
            match (word.strip_prefix("--"), last) {
                (Some(name), _) => invocation = invocation.with_switch(name),
                (None, Some(flag @ Flag { value: None, .. })) => flag.value = Some(word.clone()),
                (None, _) => return Err(BadHeader::word(word)),
            }
        }
        Ok(invocation)
    }

    /// Read the header of a file, which errors call by its name.
    pub fn from_header(name: &str, file: &str) -> Result<Invocation, BadHeader> {
        let bytes = header::spec_bytes(file.as_bytes()).ok_or(BadHeader::NoHeader)?;
        let source = SourceText::from_bytes(name, bytes).map_err(Box::new)?;
        let line =
            source.text().lines().nth(1).and_then(|line| line.trim_start().strip_prefix("# "));
        let invocation = Invocation::from_line(line.ok_or(BadHeader::NoHeader)?);
        let invocation = invocation.map_err(|error| error.in_file(&source))?;
        let spec = Draft::from_toml(&source).and_then(|draft| draft.build());
        let spec = spec.map_err(Box::new).map_err(|problem| match problem.place {
            Some(_) => BadHeader::Spec(problem),
            None => BadHeader::Incomplete(problem),
        })?;
        Ok(Invocation { spec: Some(spec), ..invocation })
    }

    /// The header of a file that the command wrote, by a method of drawing or listing programs.
    pub fn header(&self, method: &str) -> String {
        header::text(&self.line(), method, self.spec.as_ref())
    }
}

/// A spec in a file that holds other things, too: as the text of its own file.
mod as_text {
    use randlog_generate::Spec;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(spec: &Option<Spec>, to: S) -> Result<S::Ok, S::Error> {
        spec.as_ref().map(Spec::to_toml).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Spec>, D::Error> {
        let text: Option<String> = Option::deserialize(from)?;
        let spec = text.map(|text| Spec::from_toml("the spec", &text)).transpose();
        spec.map_err(D::Error::custom)
    }
}
