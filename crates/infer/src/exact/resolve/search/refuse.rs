//! Why a call is refused: the clause, the call, and the way from the query to it.

use super::Search;
use crate::Error;
use crate::exact::resolve::compile::PredicateId;
use crate::exact::resolve::terms::{MAX_DEPTH, TermId, TooDeep};
use crate::prepared::written;
use randlog_logic::Atom;

impl Search<'_> {
    /// The error for a term that got too deep in an instance of this rule.
    pub(in crate::exact::resolve) fn deep<T>(
        &self,
        found: Result<T, TooDeep>,
        rule: u32,
    ) -> Result<T, Error> {
        found.map_err(|TooDeep| Error::Depth { limit: MAX_DEPTH, clause: self.clause(rule) })
    }

    pub(in crate::exact::resolve) fn clause(&self, rule: u32) -> String {
        let clause = self.compiler.rules.get(rule as usize).map(|rule| rule.clause);
        clause.map(|clause| self.compiler.prepared.text(clause as usize)).unwrap_or_default()
    }

    /// A goal as text; variables as `_`.
    pub(in crate::exact::resolve) fn text(
        &self,
        predicate: PredicateId,
        args: &[TermId],
    ) -> Option<String> {
        let name = self.compiler.predicates[predicate as usize].name.clone()?;
        let args = args.iter().map(|&arg| self.compiler.store.term(arg)).collect();
        let atom = self.compiler.prepared.reserved.known(&Atom::new(name, args));
        Some(crate::prepared::with_blanks(&atom).to_string())
    }

    /// The error for a variable without a value, with the way from the query to the call.
    pub(in crate::exact::resolve) fn unbound(
        &self,
        rule: u32,
        table: Option<u32>,
        reason: &str,
    ) -> Error {
        let mut path = Vec::new();
        let mut next = table;
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
        Error::Unsafe { clause: self.clause(rule), reason: format!("{reason}{reached}") }
    }

    /// The name of a variable of a rule.
    pub(super) fn variable_name(&self, rule: u32, variable: u32) -> String {
        let names = &self.compiler.rules[rule as usize].names;
        names.get(variable as usize).map_or_else(|| "_".to_owned(), |name| written(name).to_owned())
    }
}
