//! The keys of a spec, one entry each: what it is called, what it takes, and how a spec gets and gives
//! its value. The TOML reader, the short form for command lines, the printer, the setters of [`Draft`]
//! and the table in `docs/spec.md` follow from these entries.
//!
//! # A new key
//!
//! A field of [`Spec`] with its accessor and its default (`mod.rs`); here, an entry and a setter; what
//! contradicts other keys, in `rules.rs`. Then its rule, where programs are made and judged.

use std::fmt;

use super::draft::Draft;
use super::place::{Located, Source};
use super::problem::SpecError;
use super::table::{AVERAGES, Averages, Cell, Row, Table, WEIGHTS, Weights};
use super::value::{Form, Value};
use super::{Bodies, Connective, Cycles, Required, Spec, print, read, toml};

/// A key of the spec: everything about it.
pub struct Key {
    /// Its name in a file.
    pub name: &'static str,
    /// What it is for, in one line.
    pub help: &'static str,
    /// What its value looks like in short: a placeholder.
    pub placeholder: &'static str,
    /// A value, as a file has it.
    pub example: &'static str,
    pub(super) form: Form,
    pub(super) get: fn(&Spec) -> Value,
    pub(super) set: fn(&mut Spec, &Located<Value>) -> Result<(), SpecError>,
}

/// The keys, in the order in which a spec is read and printed.
static KEYS: [Key; 14] = [
    Key {
        name: "predicates",
        form: Form::Strings { what: "`name/arity`", min: 1, max: 256 },
        help: "Predicates with their arities; each heads at least one clause",
        placeholder: "NAME/ARITY,…",
        example: r#"["p/1", "q/2"]"#,
        get: |spec| Value::words(&spec.predicates),
        set: |spec, value| read::predicates(value).map(|read| spec.predicates = read),
    },
    Key {
        name: "variables",
        form: Form::Names { max: 10_000 },
        help: "Variables: how many, or their names",
        placeholder: "N|NAME,…",
        example: r#"["X", "Y"]"#,
        get: |spec| Value::words(&spec.variables),
        set: |spec, value| read::variables(value).map(|read| spec.variables = read),
    },
    Key {
        name: "constants",
        form: Form::Names { max: 10_000 },
        help: "Constants: how many, or their names",
        placeholder: "N|NAME,…",
        example: "2",
        get: |spec| Value::words(&spec.constants),
        set: |spec, value| read::constants(value).map(|read| spec.constants = read),
    },
    Key {
        name: "max_nodes",
        // A body of so many nodes is never nested too deeply to be read back.
        form: Form::Count { min: 1, max: 256 },
        help: "The most nodes a body may have: atoms, negations, conjunctions, disjunctions",
        placeholder: "N",
        example: "5",
        get: |spec| Value::Count(spec.max_nodes),
        set: |spec, value| value.count().map(|read| spec.max_nodes = read),
    },
    Key {
        name: "max_clauses",
        form: Form::Count { min: 1, max: 10_000 },
        help: "The most clauses a program may have",
        placeholder: "N",
        example: "5",
        get: |spec| Value::Count(spec.max_clauses),
        set: |spec, value| value.count().map(|read| spec.max_clauses = read),
    },
    Key {
        name: "probabilities",
        form: Form::Numbers { min: 1, max: 10_000 },
        help: "The list that the probability of each clause is drawn from",
        placeholder: "P,…",
        example: "[0.1, 0.5, 1]",
        get: |spec| Value::words(&spec.probabilities),
        set: |spec, value| read::probabilities(value).map(|read| spec.probabilities = read),
    },
    Key {
        name: "cycles",
        form: Form::Choice(&["any", "stratified", "acyclic"]),
        help: "Which cycles may occur among predicates: any, stratified (no negation in a cycle) or \
               acyclic",
        placeholder: "RULE",
        example: "\"stratified\"",
        get: |spec| choice(&Cycles::ALL, spec.cycles),
        set: |spec, value| value.choice(&Cycles::ALL).map(|read| spec.cycles = read),
    },
    Key {
        name: "bodies",
        form: Form::Choice(&["formula", "conjunction"]),
        help: "What bodies look like: formula (any tree) or conjunction (of literals)",
        placeholder: "FORM",
        example: "\"conjunction\"",
        get: |spec| choice(&Bodies::ALL, spec.bodies),
        set: |spec, value| value.choice(&Bodies::ALL).map(|read| spec.bodies = read),
    },
    Key {
        name: "empty_bodies",
        form: Form::Truth,
        help: "Whether clauses without a body may occur",
        placeholder: "BOOL",
        example: "false",
        get: |spec| Value::Truth(spec.empty_bodies),
        set: |spec, value| value.truth().map(|read| spec.empty_bodies = read),
    },
    Key {
        name: "safe",
        form: Form::Truth,
        help: "Only clauses that are safe from left to right",
        placeholder: "BOOL",
        example: "true",
        get: |spec| Value::Truth(spec.safe),
        set: |spec, value| value.truth().map(|read| spec.safe = read),
    },
    Key {
        name: "independent",
        form: Form::Pairs,
        help: "Pairs of predicates that must not share a dependency",
        placeholder: "P:Q,…",
        example: r#"[["p", "q"]]"#,
        get: |spec| {
            let pair = |&(p, q): &(usize, usize)| (spec.reference(p), spec.reference(q));
            Value::pairs(spec.independent.iter().map(pair))
        },
        set: |spec, value| read::pairs(value, &spec.predicates).map(|read| spec.independent = read),
    },
    Key {
        name: "required",
        form: Form::Formula,
        help: "Some clause must hold a conjunction (and) or disjunction (or) of these predicates, or \
               `none`",
        placeholder: "and:P,Q,…",
        example: r#"{ and = ["p", "q"] }"#,
        get: |spec| match &spec.required {
            None => Value::Formula(None),
            Some(Required { connective, predicates }) => {
                Value::formula(*connective, predicates.iter().map(|&p| spec.reference(p)))
            }
        },
        set: |spec, value| read::required(value, &spec.predicates).map(|read| spec.required = read),
    },
    Key {
        name: "weights",
        form: Form::Table(&WEIGHTS),
        help: "What pieces of a program weigh: programs are drawn in proportion to the product",
        placeholder: "PIECE=W,…",
        example: "{ negation = 5, body = { p = 3 } }",
        get: |spec| cells(spec, &spec.weights.0, &WEIGHTS),
        set: |spec, value| {
            read::weights(value, &spec.predicates).map(|read| spec.weights = Weights(read))
        },
    },
    Key {
        name: "averages",
        form: Form::Table(&AVERAGES),
        help: "What programs should be like on average: weights are fitted to it",
        placeholder: "WHAT=A,…",
        example: "{ nodes = 3, negations = 0.5 }",
        get: |spec| cells(spec, &spec.averages.0, &AVERAGES),
        set: |spec, value| {
            read::averages(value, &spec.predicates).map(|read| spec.averages = Averages(read))
        },
    },
];

/// Setters that read like the file. Whatever is wrong with a value, [`Draft::build`] says it.
impl Draft {
    /// The predicates, as `name/arity`: each heads at least one clause.
    pub fn predicates<T: ToString>(self, predicates: impl IntoIterator<Item = T>) -> Draft {
        self.with("predicates", Value::words(predicates))
    }

    /// Predicates `p1`, `p2`, … of these arities.
    pub fn arities<'a>(self, arities: impl IntoIterator<Item = &'a usize>) -> Draft {
        let named = (1..).zip(arities).map(|(number, arity)| format!("p{number}/{arity}"));
        self.predicates(named)
    }

    /// How many variables a clause may have, or their names.
    pub fn variables(self, variables: impl Into<Names>) -> Draft {
        self.with("variables", variables.into().0)
    }

    /// How many constants there are, or their names.
    pub fn constants(self, constants: impl Into<Names>) -> Draft {
        self.with("constants", constants.into().0)
    }

    /// The most nodes a body may have.
    pub fn max_nodes(self, nodes: usize) -> Draft {
        self.with("max_nodes", Value::Count(nodes))
    }

    /// The most clauses a program may have.
    pub fn max_clauses(self, clauses: usize) -> Draft {
        self.with("max_clauses", Value::Count(clauses))
    }

    /// What the probability of each clause is drawn from: numbers, or texts such as `1/3`.
    pub fn probabilities<T: ToString>(self, probabilities: impl IntoIterator<Item = T>) -> Draft {
        self.with("probabilities", Value::words(probabilities))
    }

    /// Which cycles may occur among predicates.
    pub fn cycles(self, cycles: Cycles) -> Draft {
        self.with("cycles", choice(&Cycles::ALL, cycles))
    }

    /// What bodies look like.
    pub fn bodies(self, bodies: Bodies) -> Draft {
        self.with("bodies", choice(&Bodies::ALL, bodies))
    }

    /// Whether clauses without a body may occur.
    pub fn empty_bodies(self, allowed: bool) -> Draft {
        self.with("empty_bodies", Value::Truth(allowed))
    }

    /// Whether clauses must be safe from left to right.
    pub fn safe(self, safe: bool) -> Draft {
        self.with("safe", Value::Truth(safe))
    }

    /// Pairs of predicates that must not share a dependency, by name or `name/arity`.
    pub fn independent<P: ToString, Q: ToString>(
        self,
        pairs: impl IntoIterator<Item = (P, Q)>,
    ) -> Draft {
        self.with("independent", Value::pairs(pairs))
    }

    /// Some clause must hold a formula of these predicates, by name or `name/arity`.
    pub fn required<T: ToString>(
        self,
        connective: Connective,
        predicates: impl IntoIterator<Item = T>,
    ) -> Draft {
        self.with("required", Value::formula(connective, predicates))
    }

    /// What pieces of a program weigh: rows such as `negation`, or `body.p` for an atom of `p` in a body,
    /// each with a positive number.
    pub fn weights<R: ToString, N: ToString>(
        self,
        weights: impl IntoIterator<Item = (R, N)>,
    ) -> Draft {
        self.with("weights", Value::cells(weights))
    }

    /// What programs should be like on average: rows such as `nodes`, or `head.q` for the clauses of `q`.
    pub fn averages<R: ToString, N: ToString>(
        self,
        averages: impl IntoIterator<Item = (R, N)>,
    ) -> Draft {
        self.with("averages", Value::cells(averages))
    }
}

/// Names, or how many of them.
#[derive(Clone, Debug)]
pub struct Names(Value);

impl From<usize> for Names {
    fn from(count: usize) -> Names {
        Names(Value::Count(count))
    }
}

impl<T: ToString, const N: usize> From<[T; N]> for Names {
    fn from(names: [T; N]) -> Names {
        Names(Value::words(names))
    }
}

impl<T: ToString> From<Vec<T>> for Names {
    fn from(names: Vec<T>) -> Names {
        Names(Value::words(names))
    }
}

impl Key {
    /// All keys, in the order in which a spec is printed.
    pub fn all() -> std::slice::Iter<'static, Key> {
        KEYS.iter()
    }

    /// The key of this name, if there is one.
    pub fn named(name: &str) -> Option<&'static Key> {
        Key::all().find(|key| key.name == name)
    }

    /// What kind of value it takes, in words.
    pub fn takes(&self) -> String {
        self.form.takes()
    }

    /// Whether every spec must have it, having no default that is in range.
    pub fn is_required(&'static self) -> bool {
        Located::unplaced((self.get)(&Spec::blank())).check(self).is_err()
    }

    /// The example in short.
    pub fn short_example(&'static self) -> String {
        let file = Source::new("an example", format!("{} = {}", self.name, self.example));
        let values = toml::read(&file).unwrap_or_default();
        values.iter().map(|(_, value)| print::short(self.form, &value.value)).collect()
    }

    /// Whether it is true or false, and false unless it is given.
    pub fn is_switch(&self) -> bool {
        matches!((self.get)(&Spec::blank()), Value::Truth(false))
    }

    /// The value of a spec that does not mention it, in short; `None` if there is none, or nothing to
    /// show.
    pub fn default_value(&'static self) -> Option<String> {
        let default = print::short(self.form, &(self.get)(&Spec::blank()));
        (!self.is_required() && !default.is_empty()).then_some(default)
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.name == other.name
    }
}

impl Eq for Key {}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The table of keys in Markdown, for the documentation.
pub fn table() -> String {
    let row = |key: &'static Key| {
        let Key { name, form, example, .. } = key;
        let range = match form {
            Form::Count { min, max } => format!(" from {min} to {max}"),
            _ => String::new(),
        };
        let default = match print::toml(*form, &(key.get)(&Spec::blank())) {
            _ if key.is_required() => "required".to_owned(),
            Some(default) => format!("`{default}`"),
            None => "none".to_owned(),
        };
        let flag = name.replace('_', "-");
        let short =
            if key.is_switch() { String::new() } else { format!(" {}", key.short_example()) };
        format!(
            "| [`{name}`](#{name}) | {}{range} | {default} | `{example}` | `--{flag}{short}` |\n",
            key.takes(),
        )
    };
    let head = "| key | takes | default | in a file | as a flag |\n|---|---|---|---|---|\n";
    head.to_owned() + &Key::all().map(row).collect::<String>()
}

fn cells(spec: &Spec, table: &Table, rows: &[Row]) -> Value {
    let name = |&(row, predicate, number): &Cell| {
        let name = rows[row].name;
        let of =
            predicate.map_or(String::new(), |position| format!(".{}", spec.reference(position)));
        (format!("{name}{of}"), number)
    };
    Value::cells(table.cells().iter().map(name))
}

fn choice<C: Copy + PartialEq>(all: &[C], one: C) -> Value {
    Value::Choice(all.iter().position(|other| *other == one).unwrap_or_default())
}
