//! The form of candidates before they are judged.
//!
//! A fault rarely depends on names, and often not on the order of clauses either. As long as that holds, the judge sees all
//! candidates in canonical form: the result is canonical without a further question, and candidates that
//! differ in nothing else are judged once.

use randlog_base::Stopped;
use randlog_engines::TestCase;
use randlog_logic::Program;

use super::judge::Verdicts;

/// What is made canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// Names and order.
    Canonical,
    /// Names.
    Named,
    /// Nothing.
    Plain,
}

impl Form {
    pub(super) const ALL: [Form; 3] = [Form::Canonical, Form::Named, Form::Plain];

    /// The program in this form.
    pub(super) fn apply(self, program: &Program) -> Program {
        match self {
            Form::Canonical => program.canonical(),
            Form::Named => program.with_canonical_names(),
            Form::Plain => program.clone(),
        }
    }

    /// A better form in which the program is interesting.
    pub(super) fn improve(
        self,
        program: &TestCase,
        verdicts: &Verdicts<'_>,
    ) -> Result<Option<(Form, TestCase)>, Stopped> {
        for form in Form::ALL.into_iter().filter(|form| *form < self) {
            let improved = program.tree().map(|tree| TestCase::from(form.apply(tree)));
            let improved = improved.unwrap_or_default();
            if verdicts.judge(&improved)? {
                return Ok(Some((form, improved)));
            }
        }
        Ok(None)
    }
}
