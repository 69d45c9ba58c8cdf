//! Which programs have a meaning.

use crate::{Error, Quotation};
use randlog_logic::{Clause, Program, is_harmless};

/// Is anything asked, and is only what is ground observed?
pub(crate) fn check_goals(program: &Program) -> Result<(), Error> {
    if program.queries.is_empty() {
        return Err(Error::NoQuery);
    }
    match program.evidence.iter().find(|evidence| !evidence.atom.is_ground()) {
        Some(open) => Err(Error::open_evidence(open)),
        None => Ok(()),
    }
}

/// Can the program be understood without its directives?
pub(crate) fn check_directives(program: &Program) -> Result<(), Error> {
    match program.directives.iter().find(|directive| !is_harmless(directive)) {
        Some(directive) => Err(Error::Directive { text: directive.to_string() }),
        None => Ok(()),
    }
}

/// Does every variable have a value before one is needed? If not, which one is the first?
pub(crate) fn check(clause: &Clause) -> Result<(), Error> {
    clause.check_safety_in_scope().map_err(|variable| Error::Unsafe {
        clause: Quotation::new(clause.to_string(), clause.place),
        reason: variable.to_string(),
    })
}
