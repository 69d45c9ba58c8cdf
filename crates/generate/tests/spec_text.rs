//! A spec survives being written down: as TOML, and as flags over other TOML.

use proptest::prelude::*;
use proptest::sample::subsequence;
use randlog_generate::Spec;
use randlog_generate::spec::{
    Bodies, Connective, Cycles, Draft, Key, Preset, Required, SourceText,
};
use randlog_logic::{Predicate, Probability, Symbol};

fn names(pool: &'static [&'static str], max: usize) -> impl Strategy<Value = Vec<Symbol>> {
    subsequence(pool, 0..=max).prop_map(|names| names.into_iter().map(Symbol::from).collect())
}

fn predicates() -> impl Strategy<Value = Vec<Predicate>> {
    let all: Vec<Predicate> = ["p", "q", "edge", "r_2"]
        .into_iter()
        .flat_map(|name| (0..3).map(move |arity| Predicate { name: name.into(), arity }))
        .collect();
    subsequence(all, 1..=6).prop_shuffle()
}

fn probability() -> impl Strategy<Value = Probability> {
    (1u128..200, 0u128..200).prop_map(|(a, b)| Probability::new(a, a + b).unwrap())
}

fn required(predicates: usize) -> impl Strategy<Value = Option<Required>> {
    let connective = prop_oneof![Just(Connective::And), Just(Connective::Or)];
    let positions: Vec<usize> = (0..predicates).collect();
    let chosen = subsequence(positions, predicates.min(2)..=predicates).prop_shuffle();
    prop::option::of(
        (connective, chosen)
            .prop_map(|(connective, predicates)| Required { connective, predicates }),
    )
    .prop_map(|required| required.filter(|required| required.predicates.len() > 1))
}

/// The rules that programs do something, for so many heads.
#[derive(Clone, Debug)]
struct Alive {
    data: Vec<&'static str>,
    switches: [bool; 3],
    goals: Vec<usize>,
    clauses: Vec<(usize, usize)>,
    min_clauses: usize,
}

fn alive(heads: usize) -> impl Strategy<Value = Alive> {
    let positions: Vec<usize> = (0..heads).collect();
    let goals = subsequence(positions.clone(), 0..=heads).prop_shuffle();
    let data = subsequence(vec!["p/3", "d/1", "d/2", "edge/3"], 0..=4).prop_shuffle();
    let clauses = subsequence(positions, 0..heads);
    (data, any::<[bool; 3]>(), goals, clauses, 1..6usize).prop_map(
        |(data, switches, goals, clauses, min_clauses)| {
            let clauses = clauses.into_iter().map(|head| (head, 1)).collect();
            Alive { data, switches, goals, clauses, min_clauses }
        },
    )
}

fn pairs(predicates: usize) -> impl Strategy<Value = Vec<(usize, usize)>> {
    let all: Vec<_> = (0..predicates).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
    let most = all.len();
    subsequence(all, 0..=most).prop_shuffle()
}

fn spec() -> impl Strategy<Value = Spec> {
    let rules = (0..3usize, any::<bool>(), any::<bool>(), 0..3usize);
    let sizes = (7..20usize, 6..20usize);
    let terms = (
        names(&["X", "Y", "Z", "_Rest", "X1"], 5),
        names(&["a", "b", "c1", "the_end", "p"], 5),
        prop::collection::vec(probability(), 1..5),
    );
    (predicates(), terms, sizes, rules).prop_flat_map(|(predicates, terms, sizes, rules)| {
        let count = predicates.len();
        let parts = (Just((predicates, terms, sizes, rules)), required(count), pairs(count));
        (parts, alive(count)).prop_map(
            |(((predicates, terms, sizes, rules), required, independent), alive)| {
                let (form, empty_bodies, safe, cycles) = rules;
                let (mut variables, constants, probabilities) = terms;
                if variables.is_empty() && constants.is_empty() {
                    variables.push("V".into());
                }
                let disjunction = required.as_ref().is_some_and(|r| r.connective == Connective::Or);
                let bodies = Bodies::ALL[if disjunction { 0 } else { form }];
                let reference = |position: usize| predicates[position].to_string();
                let draft = Spec::builder()
                    .predicates(&predicates)
                    .data(&alive.data)
                    .min_clauses(alive.min_clauses)
                    .clauses(alive.clauses.iter().map(|&(head, count)| (reference(head), count)))
                    .goals(alive.goals.iter().map(|&goal| reference(goal)))
                    .connected(alive.switches[0])
                    .redundant(alive.switches[1])
                    .derivable(alive.switches[2] && empty_bodies)
                    .variables(variables)
                    .constants(constants)
                    .max_nodes(sizes.0)
                    .max_clauses(sizes.1)
                    .probabilities(probabilities)
                    .cycles(Cycles::ALL[cycles])
                    .bodies(bodies)
                    .empty_bodies(empty_bodies)
                    .safe(safe)
                    .independent(
                        independent.into_iter().map(|(p, q)| (reference(p), reference(q))),
                    );
                let draft = match required {
                    Some(Required { connective, predicates }) => {
                        draft.required(connective, predicates.into_iter().map(reference))
                    }
                    None => draft,
                };
                draft.build().expect("a valid spec")
            },
        )
    })
}

proptest! {
    #[test]
    fn toml_reads_back_as_the_same_spec(spec in spec()) {
        let toml = spec.to_toml();
        prop_assert_eq!(Spec::from_toml("spec.toml", &toml)?, spec);
    }

    #[test]
    fn a_draft_of_a_spec_builds_the_same_spec(spec in spec()) {
        prop_assert_eq!(spec.to_draft().build().unwrap(), spec);
    }

    #[test]
    fn what_is_given_in_short_is_enough(spec in spec()) {
        let mut draft = Draft::default();
        for (key, value) in spec.to_short() {
            draft.set_short(key, &SourceText::new("a flag", value))?;
        }
        prop_assert_eq!(draft.build().unwrap(), spec);
    }

    #[test]
    fn values_in_short_override_every_key_of_a_file(file in spec(), wanted in spec()) {
        let mut over = Draft::default();
        let given = wanted.to_short();
        for key in Key::all() {
            let value = given.iter().find(|(other, _)| *other == key).map(|(_, value)| value.clone());
            let value = value.or(key.default_value()).unwrap_or_default();
            over.set_short(key, &SourceText::new("a flag", value))?;
        }
        let file = Draft::from_toml(&SourceText::new("spec.toml", file.to_toml())).unwrap();
        prop_assert_eq!(file.overridden_by(over).build().unwrap(), wanted);
    }
}

#[test]
fn what_is_left_out_has_its_default() {
    let text = "predicates = [\"p/0\"]\nmax_nodes = 2\nmax_clauses = 3";
    let spec = Spec::from_toml("spec.toml", text).unwrap();
    let expected = "\
predicates = [\"p/0\"]
variables = []
constants = []
max_nodes = 2
max_clauses = 3
probabilities = [1]
cycles = \"stratified\"
bodies = \"formula\"
empty_bodies = true
safe = false
independent = []
";
    assert_eq!(spec.to_toml(), expected);
}

#[test]
fn probabilities_are_read_as_written() {
    let text = "predicates = [\"p/0\"]\nmax_nodes = 2\nmax_clauses = 3\n\
                probabilities = [0.1, 1e-1, 0.10, \"1/3\", 1, 1.0, +0.5, 0.1]";
    let spec = Spec::from_toml("spec.toml", text).unwrap();
    let fractions: Vec<_> = spec.probabilities().iter().filter_map(|p| p.fraction()).collect();
    assert_eq!(fractions, [(1, 10), (1, 10), (1, 10), (1, 3), (1, 1), (1, 1), (1, 2), (1, 10)]);
}

#[test]
fn counts_stand_for_generated_names() {
    let text =
        "predicates = [\"p/1\"]\nvariables = 4\nconstants = 27\nmax_nodes = 2\nmax_clauses = 3";
    let spec = Spec::from_toml("spec.toml", text).unwrap();
    assert_eq!(spec.variables(), ["X", "Y", "Z", "X1"]);
    assert_eq!(spec.constants()[25..], ["z", "a1"]);
}

#[test]
fn a_preset_gives_values_to_keys_that_are_not_given() {
    let text =
        "preset = \"written\"\npredicates = [\"p/1\", \"q/2\"]\ndata = [\"e/2\"]\nmax_nodes = 7\n";
    let spec = Spec::from_toml("a preset", text).unwrap();
    assert!(spec.safe() && spec.connected() && spec.derivable() && !spec.redundant());
    assert_eq!((spec.max_nodes(), spec.max_clauses()), (7, 4));
    let draft = Spec::builder().preset("written");
    assert!(draft.has("safe") && !draft.has("constants"));
    // A finished spec names its values, not where they came from.
    assert!(!spec.to_toml().contains("preset"));
    assert_eq!(Spec::from_toml("the same", &spec.to_toml()).unwrap(), spec);
}

#[test]
fn all_presets_are_parts_of_specs() {
    for preset in Preset::ALL {
        let draft = Spec::builder().preset(preset.name).predicates(["p/1"]).data(["e/2"]);
        draft.build().unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        assert!(preset.summary().ends_with('.'), "{}", preset.summary());
    }
}

#[test]
fn clauses_may_be_given_per_predicate() {
    let draft = Spec::builder().predicates(["p/0", "q/0", "r/0"]).max_nodes(1);
    let build = |text: &str| {
        let mut draft = draft.clone();
        let key = Key::named("max_clauses").unwrap();
        draft.set_short(key, &SourceText::new("--max-clauses", text))?;
        draft.build()
    };
    assert_eq!(build("2 per predicate").unwrap().max_clauses(), 6);
    for bad in ["0 per predicate", "per predicate", "2 per clause", "-1 per predicate"] {
        assert!(build(bad).is_err(), "{bad}");
    }
}

#[test]
fn numbers_may_be_those_of_the_bodies_of_one_head() {
    let text = r#"
        predicates = ["p/1", "q/2"]
        data = ["r/1"]
        variables = 2
        max_nodes = 3
        max_clauses = 4
        [weights]
        body = { r = 0.3, p = { q = 2, r = 1 }, "*" = { p = 5, q = 1 }, q = { r = "0.3" } }
    "#;
    let spec = Spec::from_toml("a file", text).unwrap();
    let weight = |head, predicate| spec.weights().of_atom(head, predicate).to_string();
    assert_eq!([0, 1, 2].map(|predicate| weight(0, predicate)), ["5", "2", "1"]);
    // What is no different for a head is not told.
    assert_eq!([0, 1, 2].map(|predicate| weight(1, predicate)), ["5", "1", "0.3"]);
    let line = r#"weights = { body = { "*" = { p = 5 }, r = 0.3, p = { q = 2, r = 1 } } }"#;
    assert_eq!(spec.to_toml().lines().last(), Some(line));
    let short = spec.to_short().into_iter().find(|(key, _)| key.name == "weights").unwrap().1;
    assert_eq!(short, "body.*.p=5,body.r=0.3,body.p.q=2,body.p.r=1");
    let mut draft = spec.to_draft();
    draft.set_short(Key::named("weights").unwrap(), &SourceText::new("a flag", short)).unwrap();
    assert_eq!(draft.build().unwrap(), spec);
    assert_eq!(Spec::from_toml("a file", &spec.to_toml()).unwrap(), spec);
}
