//! Clauses up to the names of their variables.

use crate::{Atom, Clause, Formula, Symbol, Term};

impl Clause {
    /// This clause with its variables renamed: the first one used (in the heads, then in the body,
    /// in the order they are written) gets the first name, the next new one the second, and so on.
    /// Every `_` is a variable of its own and gets a name as well.
    ///
    /// Two clauses differ by the names of their variables only, exactly if their canonical forms
    /// are equal. `None` if there are more variables than names.
    ///
    /// ```
    /// use randlog_logic::{Dialect, Symbol};
    ///
    /// let program = Dialect::Prolog.parse("p(Y, X) :- q(X, _), r(Y).")?;
    /// let names = ["A", "B", "C"].map(Symbol::new);
    /// let canonical = program.clauses[0].canonical(&names).unwrap();
    /// assert_eq!(canonical.to_string(), "p(A, B) :- q(B, C), r(A).");
    /// assert_eq!(program.clauses[0].canonical(&names[..2]), None);
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn canonical(&self, names: &[Symbol]) -> Option<Clause> {
        let mut renaming = Renaming { names, seen: Vec::new() };
        // The old names are borrowed from the clause itself, the new ones go into its copy.
        let mut copy = self.clone();
        let old_heads = self.heads.iter().map(|head| &head.atom);
        for (old, new) in old_heads.zip(&mut copy.heads) {
            renaming.atom(old, &mut new.atom)?;
        }
        renaming.formula(&self.body, &mut copy.body)?;
        Some(copy)
    }
}

struct Renaming<'a> {
    names: &'a [Symbol],
    /// The old name of each new one handed out so far; `None` for `_`.
    seen: Vec<Option<&'a Symbol>>,
}

impl<'a> Renaming<'a> {
    fn formula(&mut self, old: &'a Formula, new: &mut Formula) -> Option<()> {
        match (old, new) {
            (Formula::Atom(old), Formula::Atom(new)) => self.atom(old, new),
            (Formula::Not(old), Formula::Not(new)) => self.formula(old, new),
            (Formula::And(old), Formula::And(new)) | (Formula::Or(old), Formula::Or(new)) => {
                old.iter().zip(new).try_for_each(|(old, new)| self.formula(old, new))
            }
            _ => Some(()),
        }
    }

    fn atom(&mut self, old: &'a Atom, new: &mut Atom) -> Option<()> {
        old.args.iter().zip(&mut new.args).try_for_each(|(old, new)| {
            match old {
                Term::Variable(name) => *new = Term::Variable(self.rename(name)?),
                Term::Anonymous => *new = Term::Variable(self.fresh(None)?),
                Term::Constant(_) | Term::Number(_) => {}
            }
            Some(())
        })
    }

    /// A linear search: there are rarely more than a handful of variables, and never more than names.
    fn rename(&mut self, old: &'a Symbol) -> Option<Symbol> {
        match self.seen.iter().position(|&seen| seen == Some(old)) {
            Some(index) => Some(self.names[index].clone()),
            None => self.fresh(Some(old)),
        }
    }

    fn fresh(&mut self, old: Option<&'a Symbol>) -> Option<Symbol> {
        let name = self.names.get(self.seen.len())?;
        self.seen.push(old);
        Some(name.clone())
    }
}
