//! How hard the search works for a random program, key by key: the table in `docs/model.md`.
//!
//! For each spec and each key that makes programs do something, this searches for one program for each of 50
//! seeds, and prints the median and the largest numbers of nodes and failures.
//!
//! `cargo run --release -p randlog-generate --example effort`

use randlog_generate::search::Searcher;
use randlog_generate::spec::{Bodies, Cycles, Draft};
use randlog_generate::{Spec, Stop};

const SEEDS: u64 = 50;
/// No search may need more nodes.
const MOST_NODES: u64 = 100_000;

/// The heads of a spec, and its data.
type Predicates = (&'static [&'static str], &'static [&'static str]);

/// What a row adds to a spec. Data is what is left of the predicates.
type Row = (&'static str, fn(Draft, Predicates) -> Draft);

const ROWS: [Row; 13] = [
    ("none", |draft, _| draft),
    ("`data`", with_data),
    ("`min_clauses`", |draft, _| draft.min_clauses(10)),
    ("`clauses`", |draft, (heads, data)| draft.clauses(heads.iter().chain(data).map(|p| (p, 2)))),
    ("`bodies = \"set\"`", |draft, _| draft.bodies(Bodies::Set)),
    ("… and `safe`", |draft, _| draft.bodies(Bodies::Set).safe(true)),
    ("`connected`", |draft, _| draft.connected(true)),
    ("`repeated_variables = false`", |draft, _| draft.repeated_variables(false)),
    ("`redundant = false`", |draft, _| draft.redundant(false)),
    ("`derivable`", |draft, _| draft.derivable(true)),
    ("`goals`", |draft, (heads, _)| draft.goals(&heads[..1])),
    ("`uses`", |draft, (heads, data)| {
        let used = [heads[1], heads[2], data[0]].map(str::to_owned);
        draft.uses([(
            heads[0],
            used.into_iter().chain([format!("not {}", data[0])]).collect::<Vec<_>>(),
        )])
    }),
    ("all of them", |draft, (heads, data)| {
        let draft = with_data(draft, (heads, data)).min_clauses(8).clauses([(heads[0], 2)]);
        let draft = draft.bodies(Bodies::Set).safe(true).connected(true).redundant(false);
        draft.derivable(true).goals(&heads[..1])
    }),
];

fn with_data(draft: Draft, (heads, data): Predicates) -> Draft {
    draft.predicates(heads).data(data)
}

fn main() {
    let specs: [(&str, Predicates, usize); 3] = [
        ("A", (&["p/1", "q/2", "r/2"], &["e/2"]), 5),
        ("B", (&["p/1", "q/1", "r/2"], &["e/2", "f/1"]), 8),
        ("C", (&["p/0", "q/1", "r/2", "s/1"], &["e/2", "f/0"]), 6),
    ];
    println!(
        "| key | {} |",
        specs.map(|(name, ..)| format!("nodes, {name} | failures, {name}")).join(" | ")
    );
    println!("|---|{}", "---|---|".repeat(specs.len()));
    for (name, change) in ROWS {
        let cells = specs.map(|(_, predicates, nodes)| cell(&spec(predicates, nodes, change)));
        println!("| {name} | {} |", cells.join(" | "));
    }
}

fn spec(predicates: Predicates, nodes: usize, change: fn(Draft, Predicates) -> Draft) -> Spec {
    let (heads, data) = predicates;
    let draft = Spec::builder().predicates(heads.iter().chain(data)).variables(4).constants(2);
    let draft = draft.max_nodes(nodes).max_clauses(12).cycles(Cycles::Stratified);
    change(draft, predicates).build().expect("a valid spec")
}

/// Median and largest numbers of nodes, then of failures.
fn cell(spec: &Spec) -> String {
    let mut searcher = Searcher::new(spec);
    let (mut nodes, mut failures) = (Vec::new(), Vec::new());
    for seed in 0..SEEDS {
        let found = searcher.sample(seed, 0, &Stop::NEVER.with_steps(MOST_NODES));
        assert!(matches!(found, Ok(Some(_))), "seed {seed} finds nothing: {found:?}");
        nodes.push(searcher.statistics().nodes);
        failures.push(searcher.statistics().failures);
    }
    [nodes, failures].map(middle_and_most).join(" | ")
}

fn middle_and_most(mut numbers: Vec<u64>) -> String {
    numbers.sort_unstable();
    format!("{} / {}", numbers[numbers.len() / 2], numbers[numbers.len() - 1])
}
