//! Why a call is refused: the clause, the call, and the way from the query to it.

use super::Resolution;
use crate::exact::resolve::compile::PredicateId;
use crate::exact::resolve::table::Site;
use crate::exact::resolve::terms::{TermId, Unmade};
use crate::prepared::written;
use crate::{Error, Quotation};
use randlog_logic::Atom;

impl Resolution<'_> {
    /// What was made of terms in an instance of this rule, or the error.
    pub(in crate::exact::resolve) fn made<T>(
        &self,
        found: Result<T, Unmade>,
        rule: u32,
    ) -> Result<T, Error> {
        self.compiler.made(found, self.compiler.rules[rule as usize].clause as usize)
    }

    pub(in crate::exact::resolve) fn clause(&self, rule: u32) -> Quotation {
        self.compiler.prepared.quotation(self.compiler.rules[rule as usize].clause as usize)
    }

    /// A goal as text; variables as `_`.
    pub(in crate::exact::resolve) fn text(
        &self,
        predicate: PredicateId,
        args: &[TermId],
    ) -> Option<String> {
        let name = self.compiler.predicates[predicate as usize].name.clone()?;
        let args = self.compiler.store.terms(args).ok()?;
        let atom = self.compiler.prepared.reserved.known(&Atom::new(name, args));
        Some(crate::prepared::with_blanks(&atom).to_string())
    }

    /// The error for a variable without a value, with the way from the query to the call.
    pub(in crate::exact::resolve) fn unbound(&self, site: Site, reason: &str) -> Error {
        let mut path = Vec::new();
        let mut next = site.table;
        while let Some(table) = next {
            let (predicate, args) = self.tables.goal(table);
            path.extend(self.text(predicate, args));
            next = self.tables.all[table as usize].parent;
        }
        path.reverse();
        let reached = match &path[..] {
            [] => String::new(),
            [only] => format!(", called as `{only}`"),
            [.., last] => {
                let ways = path.len() - 1;
                let way = if ways > 6 {
                    format!("{} -> … -> {}", path[..3].join(" -> "), path[ways - 2..].join(" -> "))
                } else {
                    path.join(" -> ")
                };
                format!(", called as `{last}` by way of `{way}`")
            }
        };
        Error::Unsafe { clause: self.clause(site.rule), reason: format!("{reason}{reached}") }
    }

    /// The name of a variable of a rule.
    pub(super) fn variable_name(&self, rule: u32, variable: u32) -> String {
        let names = &self.compiler.rules[rule as usize].names;
        names.get(variable as usize).map_or_else(|| "_".to_owned(), |name| written(name).to_owned())
    }
}
