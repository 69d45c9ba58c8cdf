//! `randlog instance`.

use super::{Desk, assert_snapshot, programs};

#[test]
fn an_instance_has_rules_facts_and_a_query() {
    let desk = Desk::with_spec();
    let output = desk.output("instance spec.toml --safe=false --seed 7 --domain 3 --facts 5");
    assert_snapshot("instance", &output);
}

#[test]
fn an_instance_says_how_to_make_it_again() {
    let desk = Desk::with_spec();
    let flags = "-n 3 --domain 20 --facts 50 --facts-by predicates --probabilistic 12.5% \
                 --fact-probabilities 0.25,1/3 --safe";
    let first = desk.output(&format!("instance spec.toml {flags}"));
    desk.write("first.pl", &first);
    let recipe =
        first.lines().find_map(|line| line.strip_prefix("% # randlog instance SPEC ")).unwrap();
    assert_eq!(desk.output(&format!("instance first.pl {recipe}")), first);
}

#[test]
fn the_rules_are_those_of_sample() {
    let desk = Desk::with_spec();
    let sampled = desk.output("sample spec.toml --safe --seed 4 --index 2");
    let rules = programs(&sampled).split_once('\n').unwrap().1;
    assert!(desk.output("instance spec.toml --seed 4 --index 2").contains(rules));
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let desk = Desk::with_spec();
    let run = |threads: &str| {
        desk.output(&format!("instance spec.toml -n 40 --seed 7 --threads {threads}"))
    };
    assert_eq!(run("1"), run("5"));
}

#[test]
fn there_are_never_facts_for_more_than_three_quarters_of_all_atoms() {
    let desk = Desk::with_spec();
    // p/1 and q/2 over four constants: twenty atoms.
    let outcome = desk.run("instance spec.toml --seed 1 --domain 4 --facts 100");
    let note = "15 facts, not 100: 75 % of 20 ground atoms";
    assert_eq!(outcome.code, 0);
    assert!(outcome.stderr.contains(note), "{}", outcome.stderr);
    assert!(outcome.stdout.contains(&format!("% {note}\n")), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("facts: 15 over 4 constants, 8 of them probabilistic\n"));
}

#[test]
fn a_directory_gets_a_file_per_instance() {
    let desk = Desk::with_spec();
    desk.output("instance spec.toml -n 2 --seed 1 --output-dir made");
    assert_eq!(desk.files("made"), ["instance-000000.pl", "instance-000001.pl"]);
    let text = desk.read("made/instance-000001.pl");
    assert!(text.contains("--seed 1 --index 1 --count 1 "));
    let checked = desk.output("check made/instance-000001.pl");
    assert!(checked.starts_with("made/instance-000001.pl: parses\n"), "{checked}");
}

#[test]
fn designs_that_make_no_sense_are_bad_usage() {
    let desk = Desk::with_spec();
    for flags in [
        "--domain 1",
        "--fact-probabilities 0.5,1",
        "--facts 100000000 --domain 100000",
        "--probabilistic 101%",
        "--depth 5..2",
        "--depth 0.5..",
        "--events many",
        "--probability 2",
        "--depth 2.. --query unlisted",
        "--depth 2.. --balance depth",
        "--balance height",
    ] {
        let outcome = desk.run(&format!("instance spec.toml {flags} --output out.pl"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{flags}");
        assert_eq!(desk.files(""), ["spec.toml"]);
    }
}

const DERIVED: &str = "instance spec.toml --safe --domain 9 --facts 30 --query derived";

#[test]
fn a_derived_query_needs_a_rule() {
    let desk = Desk::with_spec();
    desk.output(&format!("{DERIVED} -n 20 --seed 3 --output-dir made"));
    let mut later_attempts = 0;
    for file in desk.files("made") {
        let text = desk.read(&format!("made/{file}"));
        assert!(text.contains("% query: derived, a ground atom that is not among the facts, with"));
        later_attempts += usize::from(text.contains("% attempt "));
        let (_, query) = text.trim_end().rsplit_once("query(").unwrap();
        let query = query.strip_suffix(").").unwrap();
        let mut facts = text.lines().filter(|line| !line.contains(":-"));
        assert!(
            !facts.any(|fact| fact.rsplit("::").next() == Some(&format!("{query}."))),
            "{text}"
        );
        let answer = desk.output(&format!("infer made/{file}"));
        let probability: f64 = answer.split_whitespace().last().unwrap().parse().unwrap();
        assert!(0.0 < probability && probability < 1.0, "{text}{answer}");
    }
    assert!(later_attempts > 0, "every program had a query: that shows nothing of attempts");
}

#[test]
fn a_derived_query_depends_on_seed_and_index_alone() {
    let desk = Desk::with_spec();
    let run = |flags: &str| desk.output(&format!("{DERIVED} --seed 3 {flags}"));
    assert_eq!(run("-n 20 --threads 1"), run("-n 20 --threads 4"));
    let all = run("-n 20");
    for index in [0, 7, 19] {
        let alone = run(&format!("--index {index}"));
        assert!(all.contains(programs(&alone).trim_end()), "{alone}");
    }
}

#[test]
fn conditions_are_told_in_the_header_and_found_again_by_check_and_describe() {
    let desk = Desk::with_spec();
    let flags = "--safe --domain 9 --facts 30 --seed 3 --depth 1..2 --events 2.. --balance depth";
    desk.output(&format!("instance spec.toml {flags} -n 4 --output made.pl"));
    let made = desk.read("made.pl");
    let conditions = "--depth 1..2 --events 2.. --balance depth --query derived";
    assert!(made.lines().nth(1).unwrap().ends_with(conditions), "{made}");
    let told: Vec<&str> = made.lines().filter(|line| line.starts_with("% depth: ")).collect();
    assert_eq!(told.len(), 4, "{made}");
    let checked = desk.output("check made.pl");
    for (index, line) in told.into_iter().enumerate() {
        let depth = 1 + index % 2;
        assert!(line.starts_with(&format!("% depth: {depth}, events: ")), "{line}");
        let (measures, _) = line[2..]
            .replace(": ", " ")
            .split_once(", probability")
            .map(|(measures, rest)| (measures.to_owned(), rest.to_owned()))
            .unwrap();
        assert!(checked.contains(&format!(": {measures}, probability 0.")), "{checked}");
    }
    let described = desk.output("describe made.pl");
    assert!(described.contains("\n4 queries "), "{described}");
    assert!(described.contains("\nshare with at most one event  0.000"), "{described}");
}

#[test]
fn where_nothing_can_be_derived_that_is_said() {
    let desk = Desk::new();
    let spec = "--predicates p/1 --variables 1 --max-nodes 1 --max-clauses 1 --empty-bodies false";
    let outcome = desk.run(&format!("instance {spec} --domain 5 --facts 3 --query derived"));
    assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
    assert!(outcome.stderr.contains("no query for index 0"), "{}", outcome.stderr);
}

#[test]
fn rules_are_safe_unless_something_else_is_said() {
    let desk = Desk::with_spec();
    let outcome = desk.run("instance spec.toml --seed 4");
    assert!(outcome.stdout.contains("% safe = true\n"), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("rules are safe, because the spec does not say"));
    for (flag, safe) in [("--safe", true), ("--safe=false", false)] {
        let outcome = desk.run(&format!("instance spec.toml --seed 4 {flag}"));
        assert!(outcome.stdout.contains(&format!("% safe = {safe}\n")), "{}", outcome.stdout);
        assert!(!outcome.stderr.contains("rules are safe"), "{}", outcome.stderr);
    }
    // What a file says holds, be it a spec or the header of an instance.
    desk.output("instance spec.toml --seed 4 --safe=false --output loose.pl");
    let again = desk.run("instance loose.pl --seed 4");
    assert!(again.stdout.contains("% safe = false\n"), "{}", again.stdout);
    assert!(!again.stderr.contains("rules are safe"), "{}", again.stderr);
}
