//! Every complaint about a spec, as people see it. The snapshots are the gallery.

use std::fmt::Write;

use miette::{GraphicalReportHandler, GraphicalTheme};
use randlog_generate::Spec;
use randlog_generate::spec::{Connective, Draft, Key, SourceText, SpecError};

/// A spec without fault.
const FINE: &str = r#"predicates = ["p/0", "q/1", "q/0"]
variables = 1
max_nodes = 3
max_clauses = 3
"#;

fn render(error: &SpecError) -> String {
    let mut text = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(100)
        .render_report(&mut text, error)
        .unwrap();
    text
}

fn of_file(text: &str) -> String {
    let built =
        Draft::from_toml(&SourceText::new("spec.toml", text)).and_then(|draft| draft.build());
    render(&built.expect_err(text))
}

/// Set a key in short, as a command line does.
fn set(draft: &mut Draft, key: &str, value: &str) -> Result<(), SpecError> {
    let source = SourceText::new(format!("--{}", key.replace('_', "-")), value);
    draft.set_short(Key::named(key).expect("a key"), &source)
}

fn in_short(values: &[(&str, &str)]) -> String {
    let mut draft = Draft::default();
    let outcome = values.iter().try_for_each(|(key, value)| set(&mut draft, key, value));
    render(&outcome.and_then(|()| draft.build()).expect_err("bad values"))
}

/// A spec with one line added, or put in the place of the line with the same key.
fn with(spec: &str, line: &str) -> String {
    let key = |line: &str| line.split('=').next().map(str::to_owned);
    let lines = spec.lines().filter(|other| key(other) != key(line)).chain([line]);
    lines.map(|line| format!("{line}\n")).collect()
}

/// Compare with the snapshot of this name.
fn show(name: &str, errors: impl IntoIterator<Item = String>) {
    let gallery = errors.into_iter().fold(String::new(), |mut gallery, error| {
        writeln!(gallery, "{}\n", error.trim_end()).unwrap();
        gallery
    });
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!(name, gallery);
    });
}

#[test]
fn texts_that_are_not_specs() {
    show(
        "texts_that_are_not_specs",
        [
            "",
            r#"predicates = ["p/1""#,
            "predicates = [\"p/1\"]\npredicates = [\"q/1\"]",
            "max_nodes 5",
            "= 5",
            r#"predicats = ["p/1"]"#,
            "wibble = 1",
            "[limits]\nmax_nodes = 5",
            r#"predicates = ["p/0"]"#,
            "predicates = [\"p/0\"]\nmax_nodes = 1",
        ]
        .map(of_file),
    );
}

#[test]
fn bytes_that_are_not_text() {
    let not_text =
        SourceText::from_bytes("spec.toml", b"max_nodes = 3\nname = \"caf\xe9\"\n".to_vec());
    let too_long = SourceText::from_bytes("movie.mp4", vec![b' '; 5 << 20]);
    show(
        "bytes_that_are_not_text",
        [not_text, too_long].map(|source| render(&source.unwrap_err())),
    );
}

#[test]
fn values_of_the_wrong_type() {
    show(
        "values_of_the_wrong_type",
        [
            r#"predicates = "p/1""#,
            "predicates = [1]",
            r#"variables = "X""#,
            "constants = true",
            r#"max_nodes = "5""#,
            "max_clauses = 5.5",
            "probabilities = 0.5",
            "probabilities = [true]",
            "cycles = 1",
            r#"cycles = "stratfied""#,
            r#"bodies = "conjunctions""#,
            r#"empty_bodies = "false""#,
            "safe = 1979-05-27",
            r#"independent = ["p", "q"]"#,
            r#"independent = [["p", "q", "p"]]"#,
            r#"required = ["p", "q"]"#,
            r#"required = { xor = ["p", "q"] }"#,
            r#"required = { and = ["p"], or = ["q"] }"#,
        ]
        .map(|line| of_file(&with(FINE, line))),
    );
}

#[test]
fn numbers_out_of_range() {
    show(
        "numbers_out_of_range",
        [
            "max_nodes = 0",
            "max_nodes = -1",
            "max_nodes = 99999999999999999999999999",
            "max_clauses = 0",
            "max_clauses = 10_001",
            "variables = 100_000",
            "constants = -2",
            "predicates = []",
            r#"predicates = ["p/101"]"#,
            r#"predicates = ["p/99999999999999999999999999"]"#,
            "probabilities = []",
            "probabilities = [0.5, 0]",
            "probabilities = [-0.5]",
            "probabilities = [0.5, 1.01]",
            "probabilities = [nan]",
            "probabilities = [0x1]",
            r#"probabilities = ["1/0"]"#,
            r#"probabilities = ["4/3"]"#,
            r#"probabilities = ["one half"]"#,
            "probabilities = [1e-9999]",
        ]
        .map(|line| of_file(&with(FINE, line))),
    );
}

#[test]
fn too_much_of_everything() {
    let names = |count| (0..count).map(|i| format!("\"a{i}\"")).collect::<Vec<_>>().join(", ");
    let predicates = names(1025).replace(r#"","#, r#"/0","#);
    show(
        "too_much_of_everything",
        [
            of_file(&with(FINE, &format!("predicates = [{predicates}]"))),
            of_file(&with(FINE, &format!("constants = [{}]", names(10_001)))),
            of_file(&with(FINE, &format!("constants = [{}]", names(10_001).replace(' ', "\n")))),
            of_file(&with(FINE, &format!("constants = [\"{}\"]", "A".repeat(100_000)))),
            of_file(&with(FINE, "independent = [[\n\"p\",\n\"q\",\n\"r\"]]")),
            of_file(
                "predicates = [\"p/50\"]\nvariables = 10_000\nmax_nodes = 100\nmax_clauses = 10_000",
            ),
        ],
    );
}

#[test]
fn names_that_are_not_legal() {
    show(
        "names_that_are_not_legal",
        [
            r#"predicates = ["p"]"#,
            r#"predicates = ["p/"]"#,
            r#"predicates = ["p/x"]"#,
            r#"predicates = ["p/+1"]"#,
            r#"predicates = ["p/1/2"]"#,
            r#"predicates = ["Parent/2"]"#,
            r#"predicates = ["/2"]"#,
            r#"predicates = ["two words/2"]"#,
            r#"predicates = ["true/0"]"#,
            r#"predicates = ["query/1"]"#,
            r#"predicates = ["evidence/2"]"#,
            r#"predicates = ["not/1"]"#,
            r#"predicates = ["p/1", "q/1", "p/1"]"#,
            r#"variables = ["X", "y"]"#,
            r#"variables = ["_"]"#,
            r#"variables = ["X", "Y", "X"]"#,
            r#"constants = ["a", "B"]"#,
            r#"constants = ["1"]"#,
            r#"constants = ["mod"]"#,
            r#"constants = ["a", "a"]"#,
        ]
        .map(|line| of_file(&with(FINE, line))),
    );
}

#[test]
fn predicates_that_are_not_there() {
    let family = with(FINE, r#"predicates = ["parent/2", "likes/1", "age/1", "age/2"]"#);
    let family = with(&family, "max_clauses = 4");
    let errors = [
        r#"independent = [["parnet", "likes"]]"#,
        r#"independent = [["zzz", "likes"]]"#,
        r#"independent = [["parent/3", "likes"]]"#,
        r#"independent = [["likes/1", "likes/1"]]"#,
        r#"independent = [["parent", "likes"], ["likes", "parent"]]"#,
        r#"independent = [["parent", "age"]]"#,
        r#"required = { and = ["parent", "age"] }"#,
        r#"required = { and = ["parent", "parent"] }"#,
    ];
    show("predicates_that_are_not_there", errors.map(|line| of_file(&with(&family, line))));
}

#[test]
fn rules_that_contradict_each_other() {
    let base = with(FINE, r#"predicates = ["r/0", "p/1"]"#);
    let lines = |lines: &[&str]| lines.iter().fold(base.clone(), |spec, line| with(&spec, line));
    let errors = [
        &["max_clauses = 1"][..],
        &["variables = 0"],
        &["variables = []", "constants = 0"],
        &[r#"required = { and = ["p"] }"#],
        &[r#"bodies = "conjunction""#, r#"required = { or = ["p", "r"] }"#],
        &["max_nodes = 2", r#"required = { or = ["p", "r"] }"#],
    ];
    show("rules_that_contradict_each_other", errors.map(|added| of_file(&lines(added))));
}

#[test]
fn values_in_short() {
    show(
        "values_in_short",
        [
            &[("predicates", "p/1, Q/2")][..],
            &[("predicates", "")],
            &[("predicates", "p/1,,q/2")],
            &[("max_nodes", "five")],
            &[("max_nodes", "0")],
            &[("variables", "-1")],
            &[("variables", "X,y")],
            &[("probabilities", "0.5,2")],
            &[("cycles", "none")],
            &[("safe", "yes")],
            &[("independent", "p-q")],
            &[("independent", "p:q:r")],
            &[("independent", "p:r")],
            &[("required", "p,q")],
            &[("required", "xor:p,q")],
            &[("required", "and:p")],
            &[("required", "and:p,r")],
        ]
        .map(|bad| {
            let fine = [("predicates", "p/0,q/0"), ("max_nodes", "3"), ("max_clauses", "3")];
            in_short(&[&fine[..], bad].concat())
        }),
    );
}

#[test]
fn an_override_is_blamed_on_the_flag_and_the_rest_on_the_file() {
    let file = "predicates = [\"p/1\", \"q/1\"]\nvariables = 1\nmax_nodes = 3\nmax_clauses = 2\n";
    let with = |key, value| {
        let mut flags = Draft::default();
        set(&mut flags, key, value).unwrap();
        let draft = Draft::from_toml(&SourceText::new("spec.toml", file)).unwrap();
        render(&draft.overridden_by(flags).build().unwrap_err())
    };
    show(
        "an_override_is_blamed_on_the_flag_and_the_rest_on_the_file",
        [with("max_clauses", "1"), with("variables", "0")],
    );
}

#[test]
fn values_that_were_set() {
    let fine =
        || Spec::builder().predicates(["p/1", "q/2"]).variables(2).max_nodes(3).max_clauses(3);
    let none: [&str; 0] = [];
    show(
        "values_that_were_set",
        [
            Spec::builder(),
            fine().predicates(none),
            fine().predicates(["p"]),
            fine().variables(["X", "y"]),
            fine().variables(20_000),
            fine().max_nodes(0),
            fine().max_clauses(1),
            fine().probabilities(none),
            fine().probabilities([0.5, 1.5]),
            fine().probabilities([f64::NAN]),
            fine().independent([("p", "r")]),
            fine().required(Connective::Or, ["p"]),
            fine().variables(0),
        ]
        .map(|draft| render(&draft.build().expect_err("a bad spec"))),
    );
}

#[test]
fn weights_and_averages() {
    let weights = [
        "weights = 5",
        "weights = { negatoin = 5 }",
        "weights = { xyz = 5 }",
        "weights = { negation = 0 }",
        "weights = { negation = -1 }",
        "weights = { negation = 1e301 }",
        "weights = { negation = nan }",
        "weights = { negation = \"many\" }",
        "weights = { negation = [1] }",
        "weights = { negation = { p = 1 } }",
        "weights = { body = 2 }",
        "weights = { body = { r = 2 } }",
        "weights = { body = { q = 2 } }",
        "weights = { body = { p = 2, \"p/0\" = 3 } }",
        "weights = { body = { \"q/1\" = { p = 2, \"p/0\" = 3 } } }",
        "weights = { body = { \"q/1\" = { r = 2 } } }",
        "weights = { body = { \"q/1\" = { p = { p = 2 } } } }",
        "weights = { head = { \"q/1\" = { p = 2 } } }",
        "averages = { nodes = -0.5 }",
        "averages = { constants = 1.5 }",
        "averages = { clause = 2 }",
        "averages = { body = { p = 0.7, \"q/1\" = 0.7 } }",
    ];
    show("weights_and_averages", weights.iter().map(|line| of_file(&with(FINE, line))));
    let fine = [("predicates", "p/0"), ("max_nodes", "2"), ("max_clauses", "2")];
    let short = ["negation", "negation=1=2", "body.p.q=3", "=3", "body.=3", "negation=,"];
    let with_weights = |value| in_short(&[&fine[..], &[("weights", value)]].concat());
    show("weights_in_short", short.map(with_weights));
}

/// A spec with data, without fault.
const SMOKERS: &str = r#"predicates = ["smokes/1", "asthma/1", "age/2"]
data = ["person/1", "friend/2", "age/1"]
variables = 2
max_nodes = 5
max_clauses = 5
"#;

#[test]
fn data_and_goals() {
    let errors = [
        r#"data = "person/1""#,
        r#"data = ["person"]"#,
        r#"data = ["person/1", "friend/2", "person/1"]"#,
        r#"data = ["person/1", "smokes/1"]"#,
        r#"data = ["edge/0", "edge/1", "true/0"]"#,
        r#"goals = "smokes""#,
        r#"goals = ["smoke"]"#,
        r#"goals = ["age"]"#,
        r#"goals = ["smokes", "smokes/1"]"#,
        r#"goals = ["smokes", "friend"]"#,
        r#"weights = { head = { friend = 2 } }"#,
        r#"averages = { head = { person = 2 } }"#,
        r#"weights = { head = { "age/1" = 2 } }"#,
        "derivable = 1",
        r#"redundant = "no""#,
        "connected = [true]",
    ];
    show("data_and_goals", errors.map(|line| of_file(&with(SMOKERS, line))));
}

#[test]
fn numbers_of_clauses() {
    let lines = |lines: &[&str]| lines.iter().fold(SMOKERS.to_owned(), |s, line| with(&s, line));
    let errors = [
        &["clauses = 2"][..],
        &["clauses = { smokes = 2.5 }"],
        &["clauses = { smokes = 0 }"],
        &["clauses = { smokes = 10_001 }"],
        &["clauses = { smoke = 2 }"],
        &["clauses = { age = 2 }"],
        &["clauses = { friend = 2 }"],
        &["clauses = { smokes = 2, \"smokes/1\" = 2 }"],
        &["clauses = { smokes = 4 }"],
        &["clauses = { smokes = 4, asthma = 1 }"],
        &["clauses = { smokes = 4, asthma = 1, \"age/2\" = 1 }"],
        &["min_clauses = 4", "clauses = { smokes = 1, asthma = 1, \"age/2\" = 1 }"],
        &["min_clauses = 0"],
        &["min_clauses = 6"],
        &["max_clauses = 2"],
    ];
    show("numbers_of_clauses", errors.map(|added| of_file(&lines(added))));
    let fine = [("predicates", "p/0"), ("max_nodes", "2"), ("max_clauses", "2")];
    let short = ["p", "p=two", "p=1=2", "p=3", "=1", "q=1"];
    let with_clauses = |value| in_short(&[&fine[..], &[("clauses", value)]].concat());
    show("numbers_of_clauses_in_short", short.map(with_clauses));
}

#[test]
fn what_stands_in_bodies() {
    let lines = |lines: &[&str]| lines.iter().fold(SMOKERS.to_owned(), |s, line| with(&s, line));
    let errors = [
        &["uses = [\"friend\"]"][..],
        &["uses = { smokes = \"friend\" }"],
        &["uses = { smokes = [2] }"],
        &["uses = { smokes = [\"fiend\"] }"],
        &["uses = { smokes = [\"not\"] }"],
        &["uses = { smokes = [\"age\"] }"],
        &["uses = { friend = [\"smokes\"] }"],
        &["uses = { smokes = [\"friend\"], \"smokes/1\" = [\"person\"] }"],
        &["uses = { smokes = [] }"],
        &["uses = { smokes = [\"true\"] }", "empty_bodies = false"],
        &["uses = { smokes = [\"0 friend\"] }"],
        &["uses = { smokes = [\"99999 friend\"] }"],
        &["uses = { smokes = [\"friend\"] }", "clauses = { smokes = 2 }"],
        &["uses = { smokes = [\"2 friend\"] }", "max_nodes = 2", "max_clauses = 3"],
        &["uses = { smokes = [\"smokes\"] }", "cycles = \"acyclic\""],
    ];
    show("what_stands_in_bodies", errors.map(|added| of_file(&lines(added))));
    let fine = [("predicates", "p/0,q/0"), ("max_nodes", "2"), ("max_clauses", "3")];
    let short = ["p", "p=q", "p:r", "p:not", "p:q,r:p", "p:"];
    let with_uses = |value| in_short(&[&fine[..], &[("uses", value)]].concat());
    show("what_stands_in_bodies_in_short", short.map(with_uses));
}

#[test]
fn rules_that_contradict_data() {
    let lines = |lines: &[&str]| lines.iter().fold(SMOKERS.to_owned(), |s, line| with(&s, line));
    let no_data = ["data = []", "derivable = true", "empty_bodies = false"];
    let errors = [
        vec![r#"bodies = "set""#, r#"required = { or = ["smokes", "friend"] }"#],
        no_data.to_vec(),
        [&no_data[..], &[r#"cycles = "any""#, "max_nodes = 1"]].concat(),
        vec![r#"predicates = ["p/0"]"#, "variables = 0"],
    ];
    show("rules_that_contradict_data", errors.map(|added| of_file(&lines(&added))));
    for fine in [
        [&no_data[..], &[r#"cycles = "any""#]].concat(),
        vec!["derivable = true", "empty_bodies = false"],
        vec!["clauses = { smokes = 3 }", "min_clauses = 5"],
    ] {
        Spec::from_toml("fine", &lines(&fine)).unwrap();
    }
}
