//! `randlog infer`.

use super::{Desk, Outcome, assert_snapshot};

/// Paths in a graph with a cycle, and something that they do not depend on.
const PROGRAM: &str = "\
0.5::edge(a, b). 0.5::edge(b, a). 0.25::edge(b, c).
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
0.3::rain; 0.2::snow.
wet :- rain; snow.
unsafe(X) :- \\+ rain.
query(path(a, c)).
";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("program.pl", PROGRAM);
    desk
}

#[test]
fn answers_are_data_and_the_rest_is_for_people() {
    let answer = "path(a, c):  0.125\n";
    let quiet = desk().run("infer program.pl");
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (0, answer, ""));
    let outcome = desk().run("infer program.pl --verbose");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, answer));
    for word in ["parse", "relevance", "load", "ground", "compile", "count", "ground atoms"] {
        assert!(outcome.stderr.contains(word), "no {word}: {}", outcome.stderr);
    }
}

#[test]
fn both_engines_answer_the_queries_of_the_command_line() {
    for engine in ["exact", "worlds"] {
        let output = desk()
            .output(&format!("infer program.pl --engine {engine} --query wet --query path(X,X)"));
        assert_eq!(output, "wet:         0.5\npath(a, a):  0.25\npath(b, b):  0.25\n", "{engine}");
    }
}

#[test]
fn evidence_of_the_command_line_adds_to_that_of_the_program() {
    let desk = desk();
    for engine in ["exact", "worlds"] {
        let flags = format!("infer program.pl --engine {engine} --query rain --query snow");
        let mut command = desk.command(&flags);
        let outcome = super::Outcome::of(command.args(["--evidence", "\\+ snow"]));
        let (rain, snow) = outcome.stdout.split_once('\n').unwrap();
        let rain: f64 = rain.trim_start_matches("rain:").trim().parse().unwrap();
        assert!(
            (rain - 0.375).abs() < 1e-12 && snow == "snow:  0\n",
            "{engine}: {}",
            outcome.stdout
        );
    }
}

#[test]
fn terms_lists_and_built_in_predicates_are_read() {
    let desk = Desk::new();
    desk.write("wide.pl", "P::p(X) :- member(X-P, [a-0.5, b-0.25]), X \\= b. query(p(X)).");
    for engine in ["exact", "worlds"] {
        assert_eq!(desk.output(&format!("infer wide.pl --engine {engine}")), "p(a):  0.5\n");
        let mut command = desk.command(&format!("infer wide.pl --engine {engine}"));
        let outcome = super::Outcome::of(command.args(["--query", "\\+ p(a)"]));
        assert_eq!(outcome.stdout, "\\+p(a):  0.5\n", "{engine}");
    }
}

#[test]
fn a_refused_query_leaves_the_others_their_answers() {
    let desk = desk();
    desk.write(
        "some.pl",
        "0.4::a.\nquery(a).\np(X) :- \\+ q(X).\n0.2::q(1).\nquery(p(Y)).\nquery(q(1)).\n",
    );
    let outcome = desk.run("infer some.pl");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (1, "a:     0.4\nq(1):  0.2\n"));
    assert!(outcome.stderr.contains("the variable `X`"), "{}", outcome.stderr);
    let line = desk.run("infer some.pl --format json").stdout;
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["answers"].as_array().unwrap().len(), 2);
    assert_eq!(line["refusals"].as_array().unwrap().len(), 1);
    let serde_json::Value::Object(refusal) = &line["refusals"][0] else { panic!("{line}") };
    assert_eq!(refusal["atom"], "p(Y)");
    assert_eq!(refusal["error"]["kind"], "non-ground");
    assert_eq!(refusal["error"]["place"], "some.pl:3:1");
}

#[test]
fn standard_input_is_read() {
    let desk = desk();
    let mut command = desk.command("infer -");
    let outcome = super::Outcome::of(command.write_stdin("0.5::p. query(p)."));
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, "p:  0.5\n"));
}

#[test]
fn an_explanation_says_what_mattered() {
    let outcome = desk().run("infer program.pl --explain");
    let expected = "relevant: 5 of 8 clauses, of edge/2, path/2\n\
                    not relevant: rain/0, snow/0, wet/0, unsafe/1\n";
    assert!(outcome.stderr.starts_with(expected), "{}", outcome.stderr);
}

#[test]
fn an_explanation_says_how_the_hardest_part_was_solved() {
    let desk = Desk::new();
    desk.write("shared.pl", "0.5::s. 0.5::a. 0.5::b. p :- a, s. p :- b, \\+ s. query(p).");
    let said = desk.run("infer shared.pl --explain").stderr;
    assert!(said.contains("the hardest part: 3 gates over 3 random events"), "{said}");
    assert!(said.contains("a join tree of width 2, "), "{said}");
    assert!(said.contains(" steps: solved\n"), "{said}");
}

#[test]
fn fractions_are_exact() {
    let desk = Desk::new();
    desk.write("dice.pl", "1/3::p. 1/7::q. r :- p. r :- q. evidence(r). query(p).");
    for engine in ["exact", "worlds"] {
        let output = desk.output(&format!("infer dice.pl --fractions --engine {engine}"));
        assert_eq!(output, "p:  7/9\n", "{engine}");
    }
    desk.write("wide.pl", "1/N::p(X) :- member(X-N, [a-3, b-7]). r :- p(_). query(\\+ r).");
    for engine in ["exact", "worlds"] {
        let output = desk.output(&format!("infer wide.pl --fractions --engine {engine}"));
        assert_eq!(output, "\\+r:  4/7\n", "{engine}");
    }
    let json = desk.output("infer dice.pl --fractions --format json");
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["answers"][0]["fraction"], "7/9");
    assert_eq!(value["answers"][0]["complement"], 2.0 / 9.0);
}

#[test]
fn json_has_answers_phases_and_sizes() {
    let value: serde_json::Value =
        serde_json::from_str(&desk().output("infer program.pl --format json")).unwrap();
    assert_eq!(value["engine"], "exact");
    assert_eq!(value["answers"][0]["atom"], "path(a, c)");
    assert_eq!(value["answers"][0]["probability"], 0.125);
    for phase in ["parse", "relevance", "load", "ground", "compile", "count"] {
        assert!(value["phases"][format!("{phase}_us")].is_u64(), "{phase}: {value}");
    }
    // That there is an edge back makes no difference.
    assert_eq!(value["sizes"]["choices"], 2);
    assert_eq!(value["relevance"]["of_clauses"], 8);
}

#[test]
fn a_query_that_nothing_can_answer_says_so() {
    let outcome = desk().run("infer program.pl --query edge(c,X)");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, ""));
    assert!(outcome.stderr.contains("no instance of the queries can be true"));
}

#[test]
fn tiny_probabilities_are_readable() {
    let desk = Desk::new();
    let facts: String = (0..40).map(|i| format!("1/1000::a({i}). ")).collect();
    let all: Vec<String> = (0..40).map(|i| format!("a({i})")).collect();
    desk.write("tiny.pl", format!("{facts} all :- {}. query(all).", all.join(", ")));
    let output = desk.output("infer tiny.pl");
    let value: f64 = output.trim_start_matches("all:").trim().parse().unwrap();
    assert!(output.len() < 40 && (value / 1e-120 - 1.0).abs() < 1e-9, "{output}");
}

/// What cannot be answered: exit code 1, and in JSON the kind of the failure.
#[test]
fn refusals_name_the_place_and_a_remedy() {
    let desk = desk();
    let cases = [
        ("non-ground", "p(X) :- \\+ q(X), r(X). q(a). r(a). query(p(X)).", ""),
        ("negative-cycle", "p :- \\+ q. q :- \\+ (p, p). query(p).", ""),
        ("unknown-clause", "p :- q. query(p).", ""),
        ("no-query", "0.5::p.", ""),
        ("open-evidence", "0.5::p(a). evidence(p(X)). query(p(a)).", ""),
        ("impossible-evidence", "p. 0.5::q. evidence(p, false). query(q).", ""),
        ("memory", "0.5::p :- q(X), q(Y), q(Z). Q query(p).", "--memory 1MiB"),
        ("timeout", "0.5::p :- q(X), q(Y), q(Z). Q query(p).", "--timeout 0.001"),
        ("too-many-worlds", "Q p :- q(X). query(p).", "--engine worlds"),
    ];
    let facts: String = (0..300).map(|i| format!("0.5::q({i}).\n")).collect();
    let mut shown = String::new();
    for (kind, program, flags) in cases {
        desk.write("case.pl", program.replace('Q', &facts));
        let outcome = desk.run(&format!("infer case.pl {flags}"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""), "{kind}: {}", outcome.stderr);
        shown += &format!("{kind}\n{}\n", outcome.stderr);
        let outcome = desk.run(&format!("infer case.pl --format json {flags}"));
        let value: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
        assert_eq!((outcome.code, value["error"]["kind"].as_str()), (1, Some(kind)));
    }
    for (arguments, program) in [
        ("infer case.pl", "p :- q(f(X)), !. query(p)."),
        ("infer case.pl --query p(X):-q", "p."),
        ("infer nowhere.pl", ""),
    ] {
        desk.write("case.pl", program);
        let outcome = desk.run(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{arguments}");
        shown += &format!("$ randlog {arguments}\n{}\n", outcome.stderr);
    }
    assert_snapshot("infer_refusals", &shown);
}

#[test]
fn a_query_given_as_a_flag_has_no_place_in_the_file() {
    let desk = Desk::new();
    desk.write("p.pl", "p(X) :- X is 1 + 1.\nq(a).\n");
    let outcome = desk.run("infer p.pl --query wrong(X)");
    assert!(outcome.stderr.contains("`query(wrong(X)).`"), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("p.pl:1"), "{}", outcome.stderr);
}

#[test]
fn refusals_name_the_line_in_a_file_of_several_programs() {
    let desk = Desk::with_spec();
    desk.output("sample spec.toml --seed 7 --count 2 --output two.pl");
    let text = desk.read("two.pl") + "wrong(Y) :- X is Y + 1.\nquery(wrong(_)).\n";
    desk.write("two.pl", &text);
    let line = text.lines().count() - 1;
    let outcome = desk.run("infer two.pl");
    assert!(outcome.stderr.contains(&format!("(two.pl:{line})")), "{}", outcome.stderr);
    let json = desk.run("infer two.pl --format json").stdout;
    assert!(json.contains(&format!("\"place\":\"two.pl:{line}:1\"")), "{json}");
}

#[test]
fn a_spec_is_no_program() {
    let desk = Desk::with_spec();
    desk.write("spec.txt", desk.read("spec.toml"));
    for file in ["spec.toml", "spec.txt"] {
        for command in ["infer", "check", "describe"] {
            let outcome = desk.run(&format!("{command} {file}"));
            let message = format!("`{file}` is a spec, not a program");
            assert_eq!(outcome.code, 2);
            assert!(outcome.stderr.contains(&message), "{command}: {}", outcome.stderr);
            assert!(outcome.stderr.contains(&format!("randlog sample {file}")), "{command}");
        }
    }
}

#[test]
fn several_files_and_directories_are_answered_one_by_one() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("many/below")).unwrap();
    desk.write("many/b.pl", "0.25::p. query(p).\n");
    desk.write("many/below/a.pl", "0.75::p. query(p).\n");
    desk.write("one.pl", "0.5::p. query(p).\n");
    let expected = "one.pl:\np:  0.5\nmany/b.pl:\np:  0.25\nmany/below/a.pl:\np:  0.75\n";
    assert_eq!(desk.output("infer one.pl many"), expected);
    let with_input = Outcome::of(desk.command("infer - one.pl").write_stdin("p. query(p)."));
    assert_eq!(with_input.stdout, "-:\np:  1\none.pl:\np:  0.5\n");
    let evidence = Outcome::of(desk.command("infer one.pl --evidence").arg("\\+ p"));
    assert_eq!(evidence.stdout, "p:  0\n");
}

#[test]
fn numbers_read_back_as_themselves() {
    let desk = Desk::new();
    desk.write(
        "third.pl",
        "1/3::p. 1e-7::q. 0.1::r. 0.2::r. s :- p, q. query(p). query(q). query(r). query(s).",
    );
    for engine in ["exact", "worlds"] {
        let text = desk.output(&format!("infer third.pl --engine {engine}"));
        let json = desk.output(&format!("infer third.pl --engine {engine} --format json"));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        for (line, answer) in text.lines().zip(json["answers"].as_array().unwrap()) {
            let number: f64 = line.split_whitespace().last().unwrap().parse().unwrap();
            assert_eq!(Some(number), answer["probability"].as_f64(), "{line}");
        }
        let fractions = desk.output(&format!("infer third.pl --engine {engine} --fractions"));
        let last =
            |text: &str| text.lines().last().unwrap().split_whitespace().last().unwrap().to_owned();
        assert_eq!(last(&fractions), "1/30000000");
    }
}

/// The limit is of what is counted, and of the memory that the process has in use, but for 32 MiB.
#[test]
#[cfg(target_os = "linux")]
fn a_wide_join_stays_within_its_memory() {
    let desk = Desk::new();
    let facts: String = (0..300).map(|number| format!("0.5::a({number}). b({number}). ")).collect();
    desk.write(
        "wide.pl",
        facts + "p(X, Y, Z) :- a(X), b(Y), a(Z), b(X), a(Y). query(p(_, _, _)).\n",
    );
    for mebibytes in [64, 256] {
        let mut randlog = std::process::Command::new(assert_cmd::cargo::cargo_bin!("randlog"));
        randlog.args(["infer", "wide.pl", "--memory", &format!("{mebibytes}MiB")]);
        randlog.current_dir(desk.path("")).stdout(std::process::Stdio::null());
        let mut child = randlog.stderr(std::process::Stdio::null()).spawn().unwrap();
        let mut peak = 0;
        let status = loop {
            peak = peak.max(randlog_base::process::peak(child.id()).unwrap_or(0));
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
        };
        println!("{mebibytes} MiB: {} MiB in use at most", peak >> 20);
        assert_eq!(status.code(), Some(1));
        // What it may take until the next glance.
        assert!(peak < (mebibytes + 32 + 48) << 20, "{mebibytes} MiB: {peak}");
    }
}
