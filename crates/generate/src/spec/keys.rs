//! The keys of a spec, one entry each: what it is called, what it takes, and how a spec gets and gives
//! its value. TOML, the short form for command lines, the printer, the arguments of Python and the table
//! in `docs/spec.md` follow from these entries.
//!
//! # A new key
//!
//! A field of [`Spec`] with its accessor and its default (`contents.rs`); here, an entry; a setter
//! (`draft.rs`); what contradicts other keys, in `rules.rs`. Then its rule, where programs are made and
//! judged.

use randlog_logic::Probability;

use super::contents::{Bodies, Connective, Cycles, Required, Spec, Used};
use super::key::{Form, Key};
use super::read;
use super::table::{
    AVERAGES, Averages, Cell, Column, Columns, OTHERS, Row, Table, WEIGHTS, Weights,
};
use super::value::Value;

/// The keys, in the order in which a spec is read and printed.
static KEYS: [Key; 24] = [
    Key {
        name: "preset",
        form: Form::Preset,
        help: "A preset: values for keys that are not given (`randlog presets` lists them), or `none`",
        placeholder: "NAME",
        example: "\"written\"",
        // A finished spec holds the values, however they came about.
        get: |_| Value::Nothing,
        set: |_, _| Ok(()),
    },
    Key {
        name: "predicates",
        form: Form::Strings { what: "`name/arity`", min: 1, max: 1024 },
        help: "Predicates with their arities; each heads at least one clause",
        placeholder: "NAME/ARITY,…",
        example: r#"["p/1", "q/2"]"#,
        get: |spec| Value::texts(spec.heads()),
        set: |spec, value| {
            let read = read::predicates(value)?;
            (spec.heads, spec.predicates) = (read.len(), read);
            Ok(())
        },
    },
    Key {
        name: "data",
        form: Form::Strings { what: "`name/arity`", min: 0, max: 1024 },
        help: "Predicates with their arities that head no clause and may stand in bodies",
        placeholder: "NAME/ARITY,…",
        example: r#"["edge/2"]"#,
        get: |spec| Value::texts(spec.data()),
        set: |spec, value| read::data(value, spec).map(|read| spec.predicates.extend(read)),
    },
    Key {
        name: "variables",
        form: Form::Names { max: 10_000 },
        help: "Variables: how many, or their names",
        placeholder: "N|NAME,…",
        example: r#"["X", "Y"]"#,
        get: |spec| Value::texts(&spec.variables),
        set: |spec, value| read::variables(value).map(|read| spec.variables = read),
    },
    Key {
        name: "constants",
        form: Form::Names { max: 10_000 },
        help: "Constants: how many, or their names",
        placeholder: "N|NAME,…",
        example: "2",
        get: |spec| Value::texts(&spec.constants),
        set: |spec, value| read::constants(value).map(|read| spec.constants = read),
    },
    Key {
        name: "max_nodes",
        // A body of so many nodes is never nested too deeply to be read back.
        form: Form::Count { min: 1, max: 256 },
        help: "The most nodes a body may have: atoms, negations, conjunctions, disjunctions",
        placeholder: "N",
        example: "5",
        get: |spec| Value::Integer(spec.max_nodes.to_string()),
        set: |spec, value| read::count(value).map(|read| spec.max_nodes = read),
    },
    Key {
        name: "max_clauses",
        form: Form::CountOrRate { min: 1, max: 10_000 },
        help: "The most clauses a program may have",
        placeholder: "N",
        example: "5",
        get: |spec| Value::Integer(spec.max_clauses.to_string()),
        set: |spec, value| {
            read::count_or_rate(value, spec.heads).map(|read| spec.max_clauses = read)
        },
    },
    Key {
        name: "min_clauses",
        form: Form::Count { min: 1, max: 10_000 },
        help: "The fewest clauses a program may have",
        placeholder: "N",
        example: "4",
        get: |spec| Value::Integer(spec.min_clauses.to_string()),
        set: |spec, value| read::count(value).map(|read| spec.min_clauses = read),
    },
    Key {
        name: "clauses",
        form: Form::Counts { min: 1, max: 10_000 },
        help: "How many clauses a predicate heads, exactly",
        placeholder: "P=N,…",
        example: "{ p = 2 }",
        get: |spec| {
            let count = |&(head, count): &(usize, usize)| {
                (spec.reference(head), Value::Integer(count.to_string()))
            };
            Value::table(spec.clauses.iter().map(count))
        },
        set: |spec, value| read::clauses(value, spec).map(|read| spec.clauses = read),
    },
    Key {
        name: "probabilities",
        form: Form::Numbers { min: 1, max: 10_000 },
        help: "The list that the probability of each clause is drawn from, or lists for heads",
        placeholder: "P,…|HEAD:P,…",
        example: "[0.1, 0.5, 1]",
        get: probabilities,
        set: |spec, value| {
            let (general, own) = read::probabilities(value, spec)?;
            (spec.probabilities, spec.own_probabilities) = (general, own);
            Ok(())
        },
    },
    Key {
        name: "cycles",
        form: Form::Choice(&Cycles::NAMES),
        help: "Which cycles may occur among predicates: any, stratified (no negation in a cycle) or \
               acyclic",
        placeholder: "RULE",
        example: "\"stratified\"",
        get: |spec| Value::text(Cycles::NAMES[spec.cycles as usize]),
        set: |spec, value| {
            read::choice(value, &Cycles::NAMES, &Cycles::ALL).map(|read| spec.cycles = read)
        },
    },
    Key {
        name: "bodies",
        form: Form::Choice(&Bodies::NAMES),
        help: "What bodies look like: formula (any tree), conjunction (of literals) or set (of literals)",
        placeholder: "FORM",
        example: "\"conjunction\"",
        get: |spec| Value::text(Bodies::NAMES[spec.bodies as usize]),
        set: |spec, value| {
            read::choice(value, &Bodies::NAMES, &Bodies::ALL).map(|read| spec.bodies = read)
        },
    },
    Key {
        name: "empty_bodies",
        form: Form::Truth,
        help: "Whether clauses without a body may occur",
        placeholder: "BOOL",
        example: "false",
        get: |spec| Value::Truth(spec.empty_bodies),
        set: |spec, value| read::truth(value).map(|read| spec.empty_bodies = read),
    },
    Key {
        name: "safe",
        form: Form::Truth,
        help: "Only clauses that are safe, from left to right or, in sets, in any order",
        placeholder: "BOOL",
        example: "true",
        get: |spec| Value::Truth(spec.safe),
        set: |spec, value| read::truth(value).map(|read| spec.safe = read),
    },
    Key {
        name: "connected",
        form: Form::Truth,
        help: "Only clauses whose atoms hang together by shared variables",
        placeholder: "BOOL",
        example: "true",
        get: |spec| Value::Truth(spec.connected),
        set: |spec, value| read::truth(value).map(|read| spec.connected = read),
    },
    Key {
        name: "repeated_variables",
        form: Form::Truth,
        help: "Whether a variable may occur several times in one atom, as in `p(X, X)`",
        placeholder: "BOOL",
        example: "false",
        get: |spec| Value::Truth(spec.repeated_variables),
        set: |spec, value| read::truth(value).map(|read| spec.repeated_variables = read),
    },
    Key {
        name: "redundant",
        form: Form::Truth,
        help: "Whether clauses may be tautologies, contradict themselves, repeat a literal or be subsumed by \
               another clause",
        placeholder: "BOOL",
        example: "false",
        get: |spec| Value::Truth(spec.redundant),
        set: |spec, value| read::truth(value).map(|read| spec.redundant = read),
    },
    Key {
        name: "derivable",
        form: Form::Truth,
        help: "Only programs in which every predicate can follow from data and facts",
        placeholder: "BOOL",
        example: "true",
        get: |spec| Value::Truth(spec.derivable),
        set: |spec, value| read::truth(value).map(|read| spec.derivable = read),
    },
    Key {
        name: "goals",
        form: Form::Strings { what: "naming predicates", min: 0, max: 1024 },
        help: "Predicates by one of which every predicate must be used, directly or not",
        placeholder: "P,…",
        example: r#"["p"]"#,
        get: |spec| Value::texts(spec.goals.iter().map(|&goal| spec.reference(goal))),
        set: |spec, value| read::goals(value, spec).map(|read| spec.goals = read),
    },
    Key {
        name: "uses",
        form: Form::Lists,
        help: "What stands in the bodies of a head, exactly: `p`, `3 p` if thrice, `not p` if negated, `true` for an empty body",
        placeholder: "HEAD:P,…",
        example: r#"{ p = ["2 q", "not q"] }"#,
        get: |spec| {
            let names = |(head, used): &(usize, Vec<Used>)| {
                let runs = used.chunk_by(|one, other| one == other).map(|run| {
                    let name = spec.reference_to(run[0]);
                    if run.len() > 1 { format!("{} {name}", run.len()) } else { name }
                });
                (spec.reference(*head), Value::texts(runs))
            };
            Value::table(spec.uses.iter().map(names))
        },
        set: |spec, value| read::uses(value, spec).map(|read| spec.uses = read),
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
        set: |spec, value| read::pairs(value, spec).map(|read| spec.independent = read),
    },
    Key {
        name: "required",
        form: Form::Formula,
        help: "Some clause must hold a conjunction (and) or disjunction (or) of these predicates, or \
               `none`",
        placeholder: "and:P,Q,…",
        example: r#"{ and = ["p", "q"] }"#,
        get: |spec| match &spec.required {
            None => Value::Nothing,
            Some(Required { connective, predicates }) => {
                formula(*connective, predicates.iter().map(|&p| spec.reference(p)))
            }
        },
        set: |spec, value| read::required(value, spec).map(|read| spec.required = read),
    },
    Key {
        name: "weights",
        form: Form::Table(&WEIGHTS),
        help: "Weights of the parts of a program: its probability is proportional to their product",
        placeholder: "PIECE=W,…",
        example: "{ negation = 5, body = { p = 3 } }",
        get: |spec| cells(spec, &spec.weights.0, &WEIGHTS),
        set: |spec, value| {
            read::weights(value, spec).map(|read| spec.weights = Weights(read).short())
        },
    },
    Key {
        name: "averages",
        form: Form::Table(&AVERAGES),
        help: "Averages that the random programs should have: weights are fitted to them",
        placeholder: "WHAT=A,…",
        example: "{ nodes = 3, negations = 0.5 }",
        get: |spec| cells(spec, &spec.averages.0, &AVERAGES),
        set: |spec, value| read::averages(value, spec).map(|read| spec.averages = Averages(read)),
    },
];

impl Key {
    /// All keys, in the order in which a spec is printed.
    pub fn all() -> std::slice::Iter<'static, Key> {
        KEYS.iter()
    }

    /// The key of this name, if there is one.
    pub fn named(name: &str) -> Option<&'static Key> {
        Key::all().find(|key| key.name == name)
    }
}

/// Keys that a file only mentions if they have not their default: files that were written before there
/// were these keys stay as they are.
const UNMENTIONED: [&str; 9] = [
    "data",
    "min_clauses",
    "clauses",
    "connected",
    "repeated_variables",
    "redundant",
    "derivable",
    "goals",
    "uses",
];

impl Spec {
    /// The lines of a TOML file that holds this spec.
    pub fn to_toml(&self) -> String {
        let default = Spec::blank();
        let is_mentioned = |key: &&Key| {
            let value = |spec| (key.get)(spec).to_short();
            !UNMENTIONED.contains(&key.name) || value(self) != value(&default)
        };
        let line = |key: &Key| Some(format!("{key} = {}\n", (key.get)(self).to_toml()?));
        Key::all().filter(is_mentioned).filter_map(line).collect()
    }

    /// The keys whose values are not the default, each with its value in short.
    pub fn to_short(&self) -> Vec<(&'static Key, String)> {
        let default = Spec::blank();
        Key::all()
            .map(|key| (key, (key.get)(self).to_short()))
            .filter(|(key, text)| key.is_required() || *text != (key.get)(&default).to_short())
            .collect()
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
        let default = match (key.get)(&Spec::blank()).to_toml() {
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

/// One list, or one for each of some heads and another one for all others, if that is not `[1]`.
fn probabilities(spec: &Spec) -> Value {
    let list = |list: &[Probability]| Value::list(list.iter().map(Value::number));
    let own = spec.own_probabilities.iter().map(|(head, own)| (spec.reference(*head), list(own)));
    let general = list(&spec.probabilities);
    if spec.own_probabilities.is_empty() {
        return general;
    }
    let is_told = spec.probabilities != [Probability::ONE];
    Value::table(own.chain(is_told.then(|| (OTHERS.to_owned(), general))))
}

/// A connective with the predicates that it joins.
pub(super) fn formula<T: ToString>(
    connective: Connective,
    predicates: impl IntoIterator<Item = T>,
) -> Value {
    Value::table([(Connective::NAMES[connective as usize].to_owned(), Value::texts(predicates))])
}

fn cells(spec: &Spec, table: &Table, rows: &[Row]) -> Value {
    let has_own = |head: usize| {
        table
            .cells()
            .iter()
            .any(|cell| matches!(cell.1, Column::Under { head: of, .. } if of == head))
    };
    let name = |&(row, column, number): &Cell| {
        let name = rows[row].name;
        let of = match column {
            Column::Alone => String::new(),
            // Under the name of a head are those of its bodies.
            Column::Of(position)
                if has_own(position) && rows[row].columns == Columns::Predicates =>
            {
                format!(".{OTHERS}.{}", spec.reference(position))
            }
            Column::Of(position) => format!(".{}", spec.reference(position)),
            Column::Under { head, predicate } => {
                format!(".{}.{}", spec.reference(head), spec.reference(predicate))
            }
        };
        (format!("{name}{of}"), number)
    };
    Value::cells(table.cells().iter().map(name))
}
