//! All engines, by name.

use std::path::PathBuf;

use miette::Diagnostic;
use randlog_infer::Algorithm;

use super::adapter::Adapter;
use super::builtin::BuiltIn;
use super::python::Environment;
use super::swipl::Swipl;
use super::{Engine, Lack, Status, aspmc, clingo, external, language, problog};

/// Where engines are found.
#[derive(Clone, Debug)]
pub struct Catalogue {
    executable: Option<PathBuf>,
    environment: Environment,
    is_trusting: bool,
    is_walled: bool,
}

/// What the name of an engine stands for, for lists. `worlds` is not among them: it is for those who
/// know what they ask for.
const DESCRIPTIONS: [(&str, &str); 10] = [
    ("exact", "built in"),
    ("sdd", "ProbLog, sentential decision diagrams of what is relevant to the query"),
    ("sddx", "ProbLog, sentential decision diagrams of the whole program"),
    ("bdd", "ProbLog, binary decision diagrams"),
    ("ddnnf", "ProbLog, d-DNNF; `nnf` is the same under another name"),
    ("kbest", "ProbLog, the k best proofs; may answer with an interval"),
    ("fsdd", "ProbLog, forward compilation to sentential decision diagrams"),
    ("clingo", "all stable models, for small programs"),
    ("aspmc", "algebraic model counting"),
    (PLAIN, "SWI-Prolog with tabling, for programs without probabilities"),
];

/// The engine that knows nothing of probabilities.
const PLAIN: &str = "swipl";

/// Why names do not stand for engines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
pub enum BadEngineName {
    /// No engine has it.
    #[error("there is no engine `{0}`")]
    #[diagnostic(help(
        "the engines are {}, {}; one of your own is written NAME=COMMAND",
        Catalogue::names().join(", "),
        Algorithm::Worlds.name()
    ))]
    NoSuch(String),

    /// The user's own engine would be taken for one of ours: in tables, and as the reference.
    #[error("`{0}` is the name of another engine")]
    #[diagnostic(help("choose another name for your own, such as `my-{0}=COMMAND`"))]
    Taken(String),

    /// Two answers of one engine are not two opinions.
    #[error("the engine `{0}` is asked for twice")]
    #[diagnostic(help("give each engine a name of its own; `nnf` is another name of `ddnnf`"))]
    Twice(String),
}

/// Engines that were asked for by name.
#[derive(Debug, Default)]
pub struct Selection {
    /// Those that can be run, in the order of their names.
    pub engines: Vec<Box<dyn Engine>>,
    /// What each of these was called by whoever asked for it.
    pub names: Vec<String>,
    /// The names of the others, and what they lack.
    pub missing: Vec<(String, Lack)>,
}

impl Catalogue {
    /// The built-in engines, in this process, and those in an environment.
    pub fn new(environment: Environment) -> Catalogue {
        Catalogue { executable: None, environment, is_trusting: false, is_walled: true }
    }

    /// Start the built-in engines as processes, each of this `randlog` executable: so that they are
    /// run under the same conditions as all others.
    pub fn with_executable(self, executable: impl Into<PathBuf>) -> Catalogue {
        Catalogue { executable: Some(executable.into()), ..self }
    }

    /// Let programs load other files, and code that engines execute ([`loading`](crate::loading)), wherever it is:
    /// [without a wall](Catalogue::without_wall).
    pub fn trusting_programs(self) -> Catalogue {
        Catalogue { is_trusting: true, is_walled: false, ..self }
    }

    /// Let engines do whatever this process may, instead of putting a [wall](crate::Wall) around them.
    pub fn without_wall(self) -> Catalogue {
        Catalogue { is_walled: false, ..self }
    }

    /// Where the engines from Python are.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The names of all engines.
    pub fn names() -> [&'static str; 10] {
        DESCRIPTIONS.map(|(name, _)| name)
    }

    /// The names of the engines that know of probabilities.
    pub fn probabilistic_names() -> Vec<&'static str> {
        Catalogue::names().into_iter().filter(|name| *name != PLAIN).collect()
    }

    /// Does the engine of this name, or of the user's own, read programs without probabilities only?
    pub fn is_plain(name: &str) -> bool {
        name == PLAIN || language::split(name.trim_start_matches(external::WORKER)).0.is_some()
    }

    /// What an engine is, in words.
    pub fn description(name: &str) -> &'static str {
        DESCRIPTIONS.iter().find(|(known, _)| *known == name).map_or("", |(_, words)| words)
    }

    /// All engines, installed or not.
    pub fn all(&self) -> Vec<Box<dyn Engine>> {
        Catalogue::names().into_iter().filter_map(|name| self.known(name)).collect()
    }

    /// The engine of this name; or an engine of the user's own, `NAME=COMMAND`.
    pub fn engine(&self, name: &str) -> Result<Box<dyn Engine>, BadEngineName> {
        match (self.known(name), name.parse::<external::Command>()) {
            (Some(engine), _) => Ok(engine),
            (None, Ok(own)) if self.known(own.name()).is_some() => {
                Err(BadEngineName::Taken(own.name().to_owned()))
            }
            (None, Ok(own)) if self.is_walled => Ok(Box::new(own)),
            (None, Ok(own)) => Ok(Box::new(own.without_wall())),
            (None, Err(_)) => Err(BadEngineName::NoSuch(name.to_owned())),
        }
    }

    /// The names in a list of engines, such as `exact,mine=./my-engine --fast`.
    ///
    /// A command may have commas of its own. So a comma in it ends it only outside of quotes, and only if the name
    /// of another engine follows.
    ///
    /// ```
    /// use randlog_engines::Catalogue;
    ///
    /// let names = Catalogue::listed("exact,mine=./my-engine -s 1,2,sdd");
    /// assert_eq!(names, ["exact", "mine=./my-engine -s 1,2", "sdd"]);
    /// ```
    pub fn listed(text: &str) -> Vec<String> {
        let catalogue = Catalogue::new(Environment::new(""));
        let (mut names, mut start) = (Vec::new(), 0);
        for comma in commas(text) {
            if !text[start..comma].contains('=') || catalogue.names_engine(&text[comma + 1..]) {
                names.push(text[start..comma].trim().to_owned());
                start = comma + 1;
            }
        }
        names.push(text[start..].trim().to_owned());
        names
    }

    /// The engines of these names, those that can be run apart from those that are missing.
    pub fn select(&self, names: &[impl AsRef<str>]) -> Result<Selection, BadEngineName> {
        let mut selection = Selection::default();
        let mut seen: Vec<String> = Vec::new();
        for name in names.iter().map(AsRef::as_ref) {
            let engine = self.engine(name)?;
            if seen.iter().any(|other| other == engine.name()) {
                return Err(BadEngineName::Twice(engine.name().to_owned()));
            }
            seen.push(engine.name().to_owned());
            match engine.status() {
                Status::Installed(_) => {
                    selection.engines.push(engine);
                    selection.names.push(name.to_owned());
                }
                Status::Missing(lack) => selection.missing.push((engine.name().to_owned(), lack)),
            }
        }
        Ok(selection)
    }

    /// Does a text start with the name of an engine, or with an engine of the user's own?
    fn names_engine(&self, text: &str) -> bool {
        let first = text.split(',').next().unwrap_or(text).trim();
        let own = first.split_once('=').map(|(name, _)| name.trim_start_matches(external::WORKER));
        let own = own.map(|name| language::split(name).1);
        let is_part = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        own.is_some_and(|name| name.starts_with(char::is_alphabetic) && name.chars().all(is_part))
            || self.known(first).is_some()
    }

    /// What a name stands for, unless it is that of an engine of the user's own.
    fn known(&self, name: &str) -> Option<Box<dyn Engine>> {
        let from_python = |engine: fn(Environment) -> Adapter| engine(self.environment.clone());
        let problog =
            |back_end| problog::engine(back_end, self.environment.clone(), self.is_trusting);
        let is_walled = self.is_walled;
        let adapter = match name {
            PLAIN => return Some(Box::new(Swipl { command: PLAIN, is_walled })),
            "clingo" => from_python(clingo::engine),
            "aspmc" => from_python(aspmc::engine),
            "nnf" => problog("ddnnf"),
            _ => match Algorithm::ALL.into_iter().find(|known| known.name() == name) {
                Some(algorithm) => {
                    let executable = self.executable.clone();
                    return Some(Box::new(BuiltIn { algorithm, executable }));
                }
                None => problog(problog::BACK_ENDS.into_iter().find(|it| *it == name)?),
            },
        };
        Some(Box::new(Adapter { is_walled, ..adapter }))
    }
}

/// Where the commas outside of quotes are.
fn commas(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut quote = None;
    let mut characters = text.char_indices();
    while let Some((place, character)) = characters.next() {
        match (quote, character) {
            // The shell knows no escapes between single quotes.
            (None | Some('"'), '\\') => drop(characters.next()),
            (None, '\'' | '"') => quote = Some(character),
            (None, ',') => found.push(place),
            (Some(open), end) if open == end => quote = None,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_have_commas() {
        for (text, expected) in [
            ("exact,sdd", vec!["exact", "sdd"]),
            ("exact, sdd,typo", vec!["exact", "sdd", "typo"]),
            ("mine=python3 -c \"print(1,2)\"", vec!["mine=python3 -c \"print(1,2)\""]),
            ("exact,mine=./run 1,2,sdd", vec!["exact", "mine=./run 1,2", "sdd"]),
            ("mine=./run,worker:other=./run a,b", vec!["mine=./run", "worker:other=./run a,b"]),
            ("asp:a=./run 1,2,prolog:b=./run", vec!["asp:a=./run 1,2", "prolog:b=./run"]),
            ("a=x,b=y,nnf,worlds", vec!["a=x", "b=y", "nnf", "worlds"]),
            // Within quotes, no engine is meant.
            ("a=f 'x,b=1,sdd' \"y,exact\",sdd", vec!["a=f 'x,b=1,sdd' \"y,exact\"", "sdd"]),
            ("a=f x\\',sdd", vec!["a=f x\\'", "sdd"]),
            ("a=--for=x,y z=1", vec!["a=--for=x,y z=1"]),
            ("", vec![""]),
        ] {
            assert_eq!(Catalogue::listed(text), expected, "{text}");
        }
    }
}
