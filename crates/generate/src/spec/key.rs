//! The keys of a spec: names in a TOML file and, with dashes, on the command line.

use std::fmt;

/// A key of the spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The predicates with their arities.
    Predicates,
    /// The variables, or how many.
    Variables,
    /// The constants, or how many.
    Constants,
    /// The largest number of nodes in a body.
    MaxNodes,
    /// The largest number of clauses.
    MaxClauses,
    /// The probabilities to draw from.
    Probabilities,
    /// Which cycles are allowed.
    Cycles,
    /// What bodies look like.
    Bodies,
    /// Whether bodies may be empty.
    EmptyBodies,
    /// Whether clauses must be safe.
    Safe,
    /// The independent pairs.
    Independent,
    /// The required formula.
    Required,
}

impl Key {
    /// All keys, in the order in which a spec is printed.
    pub const ALL: [Key; 12] = [
        Key::Predicates,
        Key::Variables,
        Key::Constants,
        Key::MaxNodes,
        Key::MaxClauses,
        Key::Probabilities,
        Key::Cycles,
        Key::Bodies,
        Key::EmptyBodies,
        Key::Safe,
        Key::Independent,
        Key::Required,
    ];

    /// The name in a file.
    pub fn name(self) -> &'static str {
        self.texts().name
    }

    /// The name on the command line.
    pub fn flag(self) -> &'static str {
        let usage = self.usage();
        usage.split_once(' ').map_or(usage, |(flag, _)| flag)
    }

    /// What kind of value it takes, for error messages.
    pub fn takes(self) -> &'static str {
        self.texts().takes
    }

    /// A value, as a file has it.
    pub fn example(self) -> &'static str {
        self.texts().example
    }

    /// The flag with a value, as a command has it.
    pub fn usage(self) -> &'static str {
        self.texts().usage
    }

    fn texts(self) -> Texts {
        let (name, takes, example, usage) = match self {
            Key::Predicates => (
                "predicates",
                "a list of strings `name/arity`",
                r#"["p/1", "q/2"]"#,
                "--predicates p/1,q/2",
            ),
            Key::Variables => (
                "variables",
                "a whole number or a list of names",
                r#"["X", "Y"]"#,
                "--variables X,Y",
            ),
            Key::Constants => {
                ("constants", "a whole number or a list of names", "2", "--constants 2")
            }
            Key::MaxNodes => ("max_nodes", "a whole number", "5", "--max-nodes 5"),
            Key::MaxClauses => ("max_clauses", "a whole number", "5", "--max-clauses 5"),
            Key::Probabilities => (
                "probabilities",
                "a list of numbers or strings such as \"1/3\"",
                "[0.1, 0.5, 1]",
                "--probabilities 0.1,0.5,1",
            ),
            Key::Cycles => (
                "cycles",
                "\"any\", \"stratified\" or \"acyclic\"",
                "\"stratified\"",
                "--cycles stratified",
            ),
            Key::Bodies => (
                "bodies",
                "\"formula\" or \"conjunction\"",
                "\"conjunction\"",
                "--bodies conjunction",
            ),
            Key::EmptyBodies => ("empty_bodies", "true or false", "false", "--empty-bodies false"),
            Key::Safe => ("safe", "true or false", "true", "--safe"),
            Key::Independent => (
                "independent",
                "a list of pairs of predicates",
                r#"[["p", "q"]]"#,
                "--independent p:q",
            ),
            Key::Required => (
                "required",
                "one connective, `and` or `or`, with a list of predicates",
                r#"{ and = ["p", "q"] }"#,
                "--required and:p,q",
            ),
        };
        Texts { name, takes, example, usage }
    }
}

/// How a key is spoken of.
struct Texts {
    name: &'static str,
    takes: &'static str,
    example: &'static str,
    usage: &'static str,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
