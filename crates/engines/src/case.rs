//! Programs as test cases.

use std::borrow::Cow;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

use randlog_logic::{Dialect, Program};

use super::{FailureKind, NoAnswer, loading};

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

    /// A copy of the program in a file of this name, among the temporary files of a command: whatever the command does
    /// to it, the user's own file stays as it is.
    pub(super) fn placed(&self, scratch: &Path, name: &str) -> Result<PathBuf, NoAnswer> {
        let text = self.written()?;
        let place = match &self.file {
            Some(own) if loading::check(text).is_err() => Surroundings::of(own, scratch),
            _ => Ok(Surroundings { twins: vec![], place: scratch.to_owned() }),
        };
        // The copy comes first: a link of its name would lead to the original.
        let written = place.and_then(|it| {
            let file = it.place.join(name);
            fs::write(&file, text)?;
            it.link().map(|()| file)
        });
        written.map_err(NoAnswer::without_scratch)
    }

    fn rejected(&self, error: &dyn Display) -> NoAnswer {
        FailureKind::Rejected.because(match &self.file {
            Some(file) => format!("`{}`: {error}", file.display()),
            None => error.to_string(),
        })
    }
}

/// A directory for a copy of a file that loads others. By relative paths, such as `facts.pl` and `../facts.pl`, the copy finds
/// what the original finds: each directory above the original has a twin, with links to all else that is in it.
struct Surroundings {
    /// The directories above the original, outermost first, with their twins.
    twins: Vec<(PathBuf, PathBuf)>,
    /// The twin of the innermost one, where the copy lies.
    place: PathBuf,
}

impl Surroundings {
    /// Links are for administrators on other systems.
    #[cfg(not(unix))]
    fn of(_: &Path, scratch: &Path) -> io::Result<Surroundings> {
        Ok(Surroundings { twins: vec![], place: scratch.to_owned() })
    }

    /// Make the directories, still empty.
    #[cfg(unix)]
    fn of(original: &Path, scratch: &Path) -> io::Result<Surroundings> {
        let original = std::path::absolute(original)?;
        let directory = fs::canonicalize(original.parent().unwrap_or(&original))?;
        let mut place = scratch.to_owned();
        let mut above: Vec<&Path> = directory.ancestors().collect();
        above.reverse();
        let mut twins = vec![];
        for directory in above {
            place.push(directory.file_name().unwrap_or_default());
            fs::create_dir_all(&place)?;
            twins.push((directory.to_owned(), place.clone()));
        }
        Ok(Surroundings { twins, place })
    }

    /// Link what is in the directories, as far as it may be read, unless something of that name is there.
    fn link(&self) -> io::Result<()> {
        for (directory, twin) in &self.twins {
            for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
                let link = twin.join(entry.file_name());
                if link.symlink_metadata().is_err() {
                    #[cfg(unix)]
                    std::os::unix::fs::symlink(entry.path(), link)?;
                }
            }
        }
        Ok(())
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

/// The program in a file. What it loads may lie beside it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_never_the_original() {
        let own = tempfile::tempdir().unwrap();
        let original = own.path().join("program.pl");
        fs::write(&original, ":- consult('facts.pl').").unwrap();
        fs::write(own.path().join("facts.pl"), "a.").unwrap();
        let scratch = tempfile::tempdir().unwrap();
        let copy = TestCase::from(original.as_path()).placed(scratch.path(), "program.pl").unwrap();
        fs::write(&copy, "damaged").unwrap();
        assert_eq!(fs::read_to_string(&original).unwrap(), ":- consult('facts.pl').");
        #[cfg(unix)]
        assert_eq!(fs::read_to_string(copy.with_file_name("facts.pl")).unwrap(), "a.");
    }
}
