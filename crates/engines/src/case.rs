//! Programs as test cases.

use std::borrow::Cow;
use std::sync::OnceLock;

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
/// let same = TestCase::from(case.tree().unwrap().clone());
/// assert_eq!(same.text(), "0.5::p.\nquery(p).\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TestCase {
    text: OnceLock<String>,
    tree: OnceLock<Option<Program>>,
}

impl TestCase {
    /// The program as engines read it.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| match self.tree.get() {
            Some(Some(tree)) => match Dialect::ProbLog.print(tree) {
                Ok(text) => text.to_string(),
                Err(_) => tree.to_string(),
            },
            _ => String::new(),
        })
    }

    /// The program as a tree, if the text is a program at all.
    pub fn tree(&self) -> Option<&Program> {
        self.tree.get_or_init(|| Program::parse(self.text()).ok()).as_ref()
    }

    /// The program without function symbols and built-in predicates, if it can do without.
    pub fn program(&self) -> Option<Cow<'_, Program>> {
        self.tree().and_then(Program::function_free)
    }

    /// The program up to names and the order of its clauses, as a text.
    pub fn canonical(&self) -> String {
        self.tree().map_or_else(|| self.text().to_owned(), |tree| tree.canonical().to_string())
    }
}

impl From<Program> for TestCase {
    fn from(program: Program) -> TestCase {
        TestCase { text: OnceLock::new(), tree: OnceLock::from(Some(program)) }
    }
}

impl From<String> for TestCase {
    fn from(text: String) -> TestCase {
        let text = OnceLock::from(text);
        TestCase { text, tree: OnceLock::new() }
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
