//! Programs as test cases.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use randlog_logic::{Dialect, Program};

use super::{FailureKind, NoAnswer};

/// A program that engines are asked about: its file, if it has one, its text and its tree.
///
/// What it was not made from is made from the rest, once, when somebody needs it. So a program that
/// goes from a generator through oracles, reduction and a report is printed once, and read never.
///
/// ```
/// use randlog_engines::TestCase;
///
/// let case = TestCase::from("0.5::p. query(p).");
/// assert_eq!(case.tree().unwrap().clauses.len(), 1);
/// let same = TestCase::from(case.tree().unwrap().clone());
/// assert_eq!(same.text(), "0.5::p.\nquery(p).\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TestCase {
    file: Option<PathBuf>,
    /// A failure if there is no text.
    text: OnceLock<Result<String, NoAnswer>>,
    /// A failure if the text is no program.
    tree: OnceLock<Result<Program, NoAnswer>>,
}

impl TestCase {
    /// The program as engines read it; empty if there is no text.
    pub fn text(&self) -> &str {
        self.written().unwrap_or_default()
    }

    /// The program as a tree, if the text is a program at all.
    pub fn tree(&self) -> Option<&Program> {
        self.read().ok()
    }

    /// The program without function symbols and built-in predicates, if it can do without.
    pub fn program(&self) -> Option<Cow<'_, Program>> {
        self.tree().and_then(Program::function_free)
    }

    /// The program up to names and the order of its clauses, as a text.
    pub fn canonical(&self) -> String {
        self.tree().map_or_else(|| self.text().to_owned(), |tree| tree.canonical().to_string())
    }

    /// The text, or why there is none.
    pub(super) fn written(&self) -> Result<&str, NoAnswer> {
        let text = self.text.get_or_init(|| match (&self.file, self.tree.get()) {
            (Some(file), _) => fs::read_to_string(file).map_err(|error| self.rejected(&error)),
            (None, Some(Ok(tree))) => {
                let text = Dialect::ProbLog.print(tree).map(|text| text.to_string());
                text.map_err(|error| self.rejected(&error))
            }
            (None, _) => Ok(String::new()),
        });
        text.as_deref().map_err(Clone::clone)
    }

    /// The tree, or why there is none.
    pub(super) fn read(&self) -> Result<&Program, NoAnswer> {
        let parse = || Program::parse(self.written()?).map_err(|error| self.rejected(&error));
        self.tree.get_or_init(parse).as_ref().map_err(Clone::clone)
    }

    /// Has somebody needed the tree before?
    pub(super) fn is_read(&self) -> bool {
        self.tree.get().is_some()
    }

    /// The program for engines that read function-free programs only.
    pub(super) fn function_free(&self) -> Result<Program, NoAnswer> {
        let words = "built-in predicates, compound terms and the like cannot be translated";
        let free = self.read()?.function_free();
        let free = free.ok_or_else(|| FailureKind::Untranslated.because(words))?;
        // Directives that change no answer are of no use to others.
        Ok(Program { directives: Vec::new(), ..free.into_owned() })
    }

    /// A file with the program: its own, or one of this name among the temporary files of a command.
    pub(super) fn placed(&self, scratch: &Path, name: &str) -> Result<PathBuf, NoAnswer> {
        let file = match &self.file {
            Some(file) => std::path::absolute(file),
            None => {
                let file = scratch.join(name);
                fs::write(&file, self.written()?).map(|()| file)
            }
        };
        file.map_err(|error| {
            let words = format!("the program cannot be written to a temporary file: {error}");
            FailureKind::Missing.because(words)
        })
    }

    fn rejected(&self, error: &dyn Display) -> NoAnswer {
        FailureKind::Rejected.because(match &self.file {
            Some(file) => format!("`{}`: {error}", file.display()),
            None => error.to_string(),
        })
    }
}

impl From<Program> for TestCase {
    fn from(program: Program) -> TestCase {
        TestCase { tree: OnceLock::from(Ok(program)), ..TestCase::default() }
    }
}

impl From<String> for TestCase {
    fn from(text: String) -> TestCase {
        TestCase { text: OnceLock::from(Ok(text)), ..TestCase::default() }
    }
}

impl From<&str> for TestCase {
    fn from(text: &str) -> TestCase {
        TestCase::from(text.to_owned())
    }
}

/// The program in a file. Engines read it there, since what it loads may lie beside it.
impl From<&Path> for TestCase {
    fn from(file: &Path) -> TestCase {
        TestCase { file: Some(file.to_owned()), ..TestCase::default() }
    }
}

impl PartialEq for TestCase {
    /// Two test cases are the same if engines read the same.
    fn eq(&self, other: &TestCase) -> bool {
        self.text() == other.text()
    }
}

impl Eq for TestCase {}
