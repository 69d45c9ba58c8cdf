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
        let mut copy = self.clone();
        copy.heads.iter_mut().try_for_each(|head| renaming.atom(&mut head.atom))?;
        renaming.formula(&mut copy.body)?;
        Some(copy)
    }
}

struct Renaming<'n> {
    names: &'n [Symbol],
    /// The old name of each new one handed out so far; `None` for `_`.
    seen: Vec<Option<Symbol>>,
}

impl Renaming<'_> {
    fn formula(&mut self, formula: &mut Formula) -> Option<()> {
        match formula {
            Formula::True => Some(()),
            Formula::Atom(atom) => self.atom(atom),
            Formula::Not(child) => self.formula(child),
            Formula::And(children) | Formula::Or(children) => {
                children.iter_mut().try_for_each(|child| self.formula(child))
            }
        }
    }

    fn atom(&mut self, atom: &mut Atom) -> Option<()> {
        atom.args.iter_mut().filter(|term| !term.is_ground()).try_for_each(|term| {
            let old = term.variable().cloned();
            // A linear search: there are rarely more than a handful of variables.
            let known = self.seen.iter().position(|seen| seen.is_some() && *seen == old);
            let index = known.unwrap_or(self.seen.len());
            *term = Term::Variable(self.names.get(index)?.clone());
            if known.is_none() {
                self.seen.push(old);
            }
            Some(())
        })
    }
}
