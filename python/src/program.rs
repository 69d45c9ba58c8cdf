//! Programs.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use randlog_generate::spec;
use randlog_logic as logic;
use randlog_logic::{
    Clause, DependencyGraph, Dialect, Formula, Goal, Predicate, Sign, Term, Unprintable,
};

use randlog_recipe::header;

use crate::errors::{Exception, unparsed};
use crate::parts;
use crate::syntax::{self, ToPython, tuple};

/// A program.
#[pyclass(frozen, module = "randlog._randlog")]
pub(crate) struct Program {
    pub(crate) program: Arc<logic::Program>,
    /// The same for all programs that differ in the order of statements and in names of variables only.
    canonical: OnceLock<String>,
}

impl From<logic::Program> for Program {
    fn from(program: logic::Program) -> Program {
        Program { program: Arc::new(program), canonical: OnceLock::new() }
    }
}

/// The dialect of this name.
pub(crate) fn dialect(name: &str) -> Result<Dialect, Exception> {
    Dialect::ALL.into_iter().find(|dialect| dialect.name() == name).ok_or_else(|| {
        let names = Dialect::ALL.map(Dialect::name).join("`, `");
        Exception::setting(
            format!("there is no language `{name}`"),
            format!("give one of `{names}`"),
        )
    })
}

#[pymethods]
impl Program {
    /// Read a text.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str, name: &str, language: &str) -> PyResult<Program> {
        let dialect = dialect(language)?;
        let parsed = py.detach(|| dialect.parse(text));
        parsed.map(Program::from).map_err(|error| unparsed(name, text, &error).into())
    }

    /// Put parts together.
    #[staticmethod]
    fn build(
        py: Python<'_>,
        clauses: &Bound<'_, PyAny>,
        evidence: &Bound<'_, PyAny>,
        queries: &Bound<'_, PyAny>,
        directives: Vec<String>,
    ) -> PyResult<Program> {
        let program = logic::Program {
            directives: directives.iter().map(|text| directive(text)).collect::<Result<_, _>>()?,
            clauses: all(clauses, parts::clause)?.into(),
            evidence: all(evidence, parts::evidence)?,
            queries: all(queries, |query| parts::atom(query).map(Goal::new))?,
        };
        let written_and_read = || {
            let text = Dialect::ProbLog.print(&program)?.to_string();
            Ok((Dialect::ProbLog.parse(&text), text))
        };
        let (read, text) =
            py.detach(written_and_read).map_err(|error: Unprintable| Exception::from(error))?;
        match read {
            Ok(again) if again == program => Ok(Program::from(program)),
            Ok(_) => Err(PyErr::from(Exception::setting(
                "these parts cannot be written as a program",
                "what is written would be read as something else: look at names and formulas",
            ))),
            Err(error) => Err(PyErr::from(unparsed("the program", &text, &error))),
        }
    }

    /// The text in a language.
    fn text(&self, py: Python<'_>, language: &str) -> Result<String, Exception> {
        let dialect = dialect(language)?;
        Ok(py.detach(|| dialect.print(&self.program).map(|printed| printed.to_string()))?)
    }

    /// A text that is the same for all programs that differ in the order of statements and in the names of variables
    /// only.
    fn canonical(&self) -> &str {
        self.canonical.get_or_init(|| canonical(&self.program))
    }

    /// The same of its rules alone, without facts, evidence and queries.
    fn canonical_rules(&self) -> String {
        let rules = self.program.clauses.iter().filter(|clause| !clause.is_fact());
        canonical(&logic::Program { clauses: rules.cloned().collect(), ..Default::default() })
    }

    /// The program in which these clauses never apply.
    fn disabled(&self, positions: Vec<usize>) -> Program {
        let mut program = logic::Program::clone(&self.program);
        for position in positions {
            if let Some(clause) = program.clauses.get_mut(position) {
                clause.body = Formula::Not(Box::new(Formula::True));
            }
        }
        program.into()
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.canonical().hash(&mut hasher);
        hasher.finish()
    }

    fn equals(&self, other: &Bound<'_, Program>) -> bool {
        let other = other.get();
        Arc::ptr_eq(&self.program, &other.program) || self.canonical() == other.canonical()
    }

    fn directives(&self) -> Vec<String> {
        let written = |directive: &Term| {
            let directives = vec![directive.clone()];
            let alone = logic::Program { directives, ..Default::default() };
            let text = Dialect::ProbLog.print(&alone).map(|text| text.to_string());
            let text = text.unwrap_or_default();
            text.trim_start_matches(":- ").trim_end().trim_end_matches('.').trim_end().to_owned()
        };
        self.program.directives.iter().map(written).collect()
    }

    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.program.clauses)
    }

    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let seen: Vec<_> = self
            .program
            .evidence
            .iter()
            .map(|it| syntax::evidence(py, it))
            .collect::<PyResult<_>>()?;
        PyTuple::new(py, seen)
    }

    fn queries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let asked: Vec<_> =
            self.program.queries.iter().map(|it| it.atom.to_python(py)).collect::<PyResult<_>>()?;
        PyTuple::new(py, asked)
    }

    /// How many clauses there are.
    fn size(&self) -> usize {
        self.program.clauses.len()
    }

    /// The predicates, and the edges from those in bodies to those of heads, each with whether it is negative.
    fn graph(&self) -> (Vec<String>, Vec<(String, String, bool)>) {
        let graph = DependencyGraph::new(&self.program.clauses);
        let edge = |edge: logic::Edge| {
            (edge.from.to_string(), edge.to.to_string(), edge.sign == Sign::Negative)
        };
        (names(graph.predicates()), graph.edges().map(edge).collect())
    }

    /// The predicates of each stratum from below, or a cycle through a negation in words.
    fn strata(&self) -> (Option<Vec<Vec<String>>>, Option<String>) {
        let graph = DependencyGraph::new(&self.program.clauses);
        match graph.strata() {
            Ok(strata) => {
                let layers = strata.layers().into_iter();
                (Some(layers.map(names).collect()), None)
            }
            Err(cycle) => (None, Some(cycle.to_string())),
        }
    }

    /// A cycle among predicates in words, if there is one.
    fn cycle(&self) -> Option<String> {
        let graph = DependencyGraph::new(&self.program.clauses);
        graph.check_acyclic().err().map(|cycle| cycle.to_string())
    }

    /// The clauses that are not safe from left to right, by position, and why.
    fn unsafe_clauses(&self) -> Vec<(usize, String)> {
        let reason = |(position, clause): (usize, &Clause)| {
            clause.check_safety().err().map(|reason| (position, reason.to_string()))
        };
        self.program.clauses.iter().enumerate().filter_map(reason).collect()
    }

    /// The positions of the clauses that queries and evidence do not depend on.
    fn irrelevant(&self) -> Vec<usize> {
        let relevant: Vec<*const Clause> =
            self.program.relevant().clauses.into_iter().map(std::ptr::from_ref).collect();
        let mut relevant = relevant.into_iter().peekable();
        let is_irrelevant = |&(_, clause): &(usize, &Clause)| {
            relevant.next_if(|next| std::ptr::eq(*next, clause)).is_none()
        };
        let clauses = self.program.clauses.iter().enumerate();
        clauses.filter(is_irrelevant).map(|(position, _)| position).collect()
    }

    /// How much there is of what.
    fn measures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let clauses = &self.program.clauses;
        let sum = |size: fn(&Clause) -> usize| clauses.iter().map(size).sum::<usize>();
        let measures = PyDict::new(py);
        measures.set_item("clauses", clauses.len())?;
        measures.set_item("facts", sum(|clause| clause.is_fact().into()))?;
        measures.set_item("probabilistic", sum(|clause| (!clause.is_certain()).into()))?;
        measures.set_item("predicates", DependencyGraph::new(clauses).predicates().len())?;
        measures.set_item("nodes", sum(|clause| clause.body.nodes()))?;
        measures.set_item("atoms", sum(|clause| clause.body.atoms().count()))?;
        measures.set_item("negations", sum(|clause| clause.body.negations()))?;
        measures.set_item("disjunctions", sum(|clause| clause.body.disjunctions()))?;
        Ok(measures)
    }
}

/// The texts of the programs in a file that holds one or several.
#[pyfunction]
pub(crate) fn sections(text: &str) -> Vec<&str> {
    header::sections(text).into_iter().map(|section| section.text).collect()
}

fn all<T>(
    parts: &Bound<'_, PyAny>,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    parts.try_iter()?.map(|part| read(&part?)).collect()
}

/// What stands between `:-` and the full stop.
fn directive(text: &str) -> Result<Term, Exception> {
    let read = Dialect::ProbLog.parse(&format!(":- {text} ."));
    let found = read.map(|program| {
        let is_alone = program.clauses.is_empty() && program.queries.is_empty();
        <[Term; 1]>::try_from(program.directives).ok().filter(|_| is_alone)
    });
    match found {
        Ok(Some([directive])) => Ok(directive),
        _ => Err(Exception::setting(
            format!("`{text}` is not a directive"),
            "leave out `:-` and the full stop, and check its quotes and brackets",
        )),
    }
}

fn names<'p>(predicates: impl IntoIterator<Item = &'p Predicate>) -> Vec<String> {
    predicates.into_iter().map(Predicate::to_string).collect()
}

fn canonical(program: &logic::Program) -> String {
    let variables = |clause: &Clause| {
        let args = clause.atoms().flat_map(|atom| &atom.args);
        spec::variables(args.filter(|term| !term.is_ground()).count())
    };
    let renamed = |clause: &Clause| {
        let canonical = clause.canonical(&variables(clause));
        canonical.unwrap_or_else(|| clause.clone()).to_string()
    };
    let fact =
        |atom: &logic::Atom| Clause::new(logic::Probability::ONE, atom.clone(), Formula::True);
    let sorted = |mut lines: Vec<String>| {
        lines.sort_unstable();
        lines.join("\n")
    };
    let seen = |seen: &Goal| format!("{} {}", renamed(&fact(&seen.atom)), !seen.negated);
    [
        program.directives.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        sorted(program.clauses.iter().map(renamed).collect()),
        sorted(program.evidence.iter().map(seen).collect()),
        sorted(program.queries.iter().map(|query| renamed(&fact(&query.atom))).collect()),
    ]
    .join("\n\n")
}
