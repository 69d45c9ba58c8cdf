//! Programs as test cases.

use std::sync::OnceLock;

use randlog_logic::wide::{Source, WideProgram};
use randlog_logic::{Dialect, Program};

/// A program that engines are asked about: its tree and its text.
///
/// Whichever it was not made from is made from the other, once, when somebody needs it. So a program that
/// goes from a generator through oracles, reduction and a report is printed once, and read never.
///
/// ```
/// use randlog_engines::TestCase;
///
/// let case = TestCase::from("0.5::p. query(p).");
/// assert_eq!(case.tree().unwrap().clauses.len(), 1);
/// let same = TestCase::from(case.program().unwrap().clone());
/// assert_eq!(same.text(), "0.5::p.\nquery(p).\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TestCase {
    text: OnceLock<String>,
    tree: OnceLock<Option<WideProgram>>,
    program: OnceLock<Option<Program>>,
}

impl TestCase {
    /// The program as engines read it. Empty if it cannot be printed.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| match (self.program.get(), self.tree.get()) {
            (_, Some(Some(tree))) => tree.to_string(),
            (Some(Some(program)), _) => {
                Dialect::ProbLog.print(program).map(|text| text.to_string()).unwrap_or_default()
            }
            _ => String::new(),
        })
    }

    /// The program as a tree of the wide language, if the text is a program at all.
    pub fn tree(&self) -> Option<&WideProgram> {
        let tree = self.tree.get_or_init(|| match self.program.get() {
            Some(Some(program)) => {
                // The text is that of what the test case was made from.
                self.text();
                Some(WideProgram::from(program))
            }
            _ => WideProgram::parse(self.text()).ok(),
        });
        tree.as_ref()
    }

    /// The program as a flat one, if it uses nothing that only the wide language has.
    pub fn program(&self) -> Option<&Program> {
        let program = self.program.get_or_init(|| match self.tree.get() {
            Some(tree) => tree.as_ref().and_then(WideProgram::flat),
            None => match Source::read(self.text()) {
                Ok(Source::Flat(program)) => Some(program),
                Ok(Source::Wide(_)) | Err(_) => None,
            },
        });
        program.as_ref()
    }

    /// The program up to names and the order of its clauses, as a text.
    pub fn canonical(&self) -> String {
        self.tree().map_or_else(|| self.text().to_owned(), |tree| tree.canonical().to_string())
    }

    /// The program as the built-in engines take it. `None` if the text is no program.
    pub fn source(&self) -> Option<Source> {
        let flat = self.program().cloned().map(Source::Flat);
        flat.or_else(|| self.tree().cloned().map(Source::Wide))
    }
}

impl From<Program> for TestCase {
    fn from(program: Program) -> TestCase {
        let program = OnceLock::from(Some(program));
        TestCase { text: OnceLock::new(), tree: OnceLock::new(), program }
    }
}

impl From<WideProgram> for TestCase {
    fn from(tree: WideProgram) -> TestCase {
        let tree = OnceLock::from(Some(tree));
        TestCase { text: OnceLock::new(), tree, program: OnceLock::new() }
    }
}

impl From<String> for TestCase {
    fn from(text: String) -> TestCase {
        let text = OnceLock::from(text);
        TestCase { text, tree: OnceLock::new(), program: OnceLock::new() }
    }
}

impl From<&str> for TestCase {
    fn from(text: &str) -> TestCase {
        TestCase::from(text.to_owned())
    }
}

impl PartialEq for TestCase {
    /// Two test cases are the same if engines read the same.
    fn eq(&self, other: &TestCase) -> bool {
        self.text() == other.text()
    }
}

impl Eq for TestCase {}
