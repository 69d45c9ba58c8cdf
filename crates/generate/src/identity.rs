//! When are two programs of a space the same?

use randlog_logic::{Annotation, Clause, Program};

use crate::Spec;

/// A text that two programs of a space share exactly if they are the same one: up to the names of variables,
/// the order of clauses, and the probabilities. So it is how [spaces are counted](crate::exact::count).
///
/// ```
/// use randlog_generate::{Spec, identity};
/// use randlog_logic::Dialect;
///
/// let spec = Spec::from_toml("spec.toml", "predicates = [\"p/1\", \"q/0\"]\nvariables = 2\nmax_nodes = 2\nmax_clauses = 2")?;
/// let [one, other] = ["0.5::p(X) :- p(Y). q.", "q. p(Y) :- p(X)."].map(|text| Dialect::ProbLog.parse(text).unwrap());
/// assert_eq!(identity(&spec, &one), identity(&spec, &other));
/// # Ok::<(), randlog_generate::spec::SpecError>(())
/// ```
pub fn identity(spec: &Spec, program: &Program) -> String {
    let line = |clause: &Clause| {
        let mut clause = clause.canonical(spec.variables()).unwrap_or_else(|| clause.clone());
        clause.heads.iter_mut().for_each(|head| head.probability = Annotation::ONE);
        clause.to_string()
    };
    let mut lines: Vec<String> = program.clauses.iter().map(line).collect();
    lines.sort_unstable();
    lines.join("\n")
}
