//! Findings: whole directories, told apart, read back.

use std::fs;

use randlog_engines::FailureKind;
use randlog_engines::known::KnownFaults;
use randlog_faults::finding::{BadFindings, Filed, Findings};
use randlog_faults::{Fault, FaultKind};

fn finding(engine: &str, kind: FaultKind, message: &str, program: &str) -> Fault {
    Fault {
        program: program.into(),
        original: format!("% from far away\n{program}").into(),
        engine: engine.to_owned(),
        oracle: "reference".to_owned(),
        kind,
        message: message.to_owned(),
        version: "2.3.0".to_owned(),
        expected: "p: 0.75".to_owned(),
        answered: "p: 0.5".to_owned(),
        also: vec!["bdd".to_owned()],
        variants: Vec::new(),
        compared: vec!["p.\n".into()],
        unreduced: false,
        unconfirmed: false,
        cut_short: false,
        frequency: None,
        before: Vec::new(),
        command: Some("randlog fuzz --seed 18446744073709551615".to_owned()),
        seed: Some(u64::MAX),
        index: Some(3),
    }
}

const PROGRAM: &str = "0.5::a. 0.5::a. p :- a. query(p).\n";

#[test]
fn what_makes_two_findings_one() {
    let directory = tempfile::tempdir().unwrap();
    let mut findings = Findings::open(directory.path(), KnownFaults::default()).unwrap();
    let crash = FaultKind::Failure(FailureKind::Crash);
    let mut file = |engine, kind, words, program| {
        let filed = findings.file(&finding(engine, kind, words, program)).unwrap();
        match filed {
            Filed::New(name) => format!("new {name}"),
            Filed::Variant(name) => format!("variant of {name}"),
            Filed::Again(name) => format!("again {name}"),
            Filed::Known(fault) => format!("known {}", fault.name),
        }
    };
    let renamed = "q :- c. 0.5::c. query(q). 0.5::c.";
    assert_eq!(file("sdd", FaultKind::WrongAnswer, "", PROGRAM), "new sdd-wrong-answer-1");
    assert_eq!(file("sdd", FaultKind::WrongAnswer, "", renamed), "again sdd-wrong-answer-1");
    let smaller = "p. query(p).";
    assert_eq!(file("sdd", FaultKind::WrongAnswer, "", smaller), "variant of sdd-wrong-answer-1");
    assert_eq!(file("sdd", FaultKind::WrongAnswer, "", smaller), "again sdd-wrong-answer-1");
    assert_eq!(file("sdd", FaultKind::WrongAnswer, "", renamed), "again sdd-wrong-answer-1");
    let cycle = "p :- p. query(p).";
    assert_eq!(file("sdd", FaultKind::WrongAnswer, "", cycle), "new sdd-wrong-answer-2");
    assert_eq!(file("bdd", FaultKind::WrongAnswer, "", PROGRAM), "new bdd-wrong-answer-1");
    assert_eq!(file("sdd", crash, "KeyError", PROGRAM), "new sdd-crash-1");
    assert_eq!(file("sdd", crash, "AssertionError", PROGRAM), "new sdd-crash-2");
    assert_eq!(file("sdd", crash, "AssertionError", renamed), "again sdd-crash-2");
    assert_eq!(file("a/../b c", crash, "", PROGRAM), "new a----b-c-crash-1");
    // Even what cannot be read is told apart.
    assert_eq!(file("sdd", crash, "", "p :- ."), "new sdd-crash-3");
    assert_eq!(file("sdd", crash, "", "p :- ."), "again sdd-crash-3");
}

#[test]
fn findings_are_read_back_as_they_were() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("not/there/yet");
    let first = finding("sdd", FaultKind::WrongAnswer, "", PROGRAM);
    let second = Fault {
        answered: "several\nlines \"with\" 'quotes'".to_owned(),
        compared: Vec::new(),
        also: Vec::new(),
        unconfirmed: true,
        cut_short: true,
        frequency: Some("2 of 40".to_owned()),
        before: vec!["q.\n".into(), "r.\n".into()],
        command: None,
        seed: None,
        index: None,
        ..finding("sdd", FaultKind::Failure(FailureKind::NegativeCycle), "NegativeCycle", PROGRAM)
    };
    let mut findings = Findings::open(&place, KnownFaults::default()).unwrap();
    assert!(findings.is_empty() && !place.exists());
    for finding in [&first, &second] {
        assert!(matches!(findings.file(finding), Ok(Filed::New(_))));
    }
    let mut again = Findings::open(&place, KnownFaults::default()).unwrap();
    let read: Vec<(&str, &Fault)> = again.iter().collect();
    assert_eq!(read, [("sdd-negative-cycle-1", &second), ("sdd-wrong-answer-1", &first)]);
    assert_eq!(again.file(&first).unwrap(), Filed::Again("sdd-wrong-answer-1".to_owned()));
}

#[test]
fn known_faults_are_not_filed() {
    let directory = tempfile::tempdir().unwrap();
    let mut findings = Findings::open(directory.path(), KnownFaults::shipped().clone()).unwrap();
    for fault in KnownFaults::shipped().iter() {
        let mut finding = finding(&fault.engines[0], fault.effect, "", &fault.example);
        finding.answered = fault.message.clone().unwrap_or_default();
        let filed = findings.file(&finding).unwrap();
        assert!(matches!(&filed, Filed::Known(found) if found.name == fault.name), "{filed:?}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn a_report_says_all_that_is_needed() {
    let directory = tempfile::tempdir().unwrap();
    let mut findings = Findings::open(directory.path(), KnownFaults::default()).unwrap();
    findings.file(&finding("sdd", FaultKind::WrongAnswer, "", PROGRAM)).unwrap();
    let place = directory.path().join("sdd-wrong-answer-1");
    let report = fs::read_to_string(place.join("REPORT.md")).unwrap();
    for part in [
        "# sdd: a wrong answer on a program of 4 lines\n",
        "```prolog\n0.5::a. 0.5::a. p :- a. query(p).\n```\n",
        "**Expected:** p: 0.75\n",
        "**sdd 2.3.0 says:** p: 0.5\n\n`bdd` shows the same.\n",
        "| not `a`, not `a` | 0.25 | false |\n",
        "So `p` has probability 0.75.\n",
        "pip install problog==2.3.0\nPYTHONHASHSEED=0 problog -k sdd program.pl\n",
        "It is program 3 of seed 18446744073709551615",
    ] {
        assert!(report.contains(part), "{part}\nis not in\n{report}");
    }
    let mut files: Vec<_> =
        fs::read_dir(place).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["REPORT.md", "compared-1.pl", "fault.toml", "original.pl", "program.pl"]);
}

#[test]
fn the_smallest_form_is_shown_and_others_are_listed() {
    let directory = tempfile::tempdir().unwrap();
    let mut findings = Findings::open(directory.path(), KnownFaults::default()).unwrap();
    let cycle = |length: usize| {
        let rule = |at: usize| format!("p{at} :- p{}. ", (at + 1) % length);
        (0..length).map(rule).collect::<String>() + "query(p0)."
    };
    for length in (2..30).rev() {
        findings.file(&finding("sdd", FaultKind::WrongAnswer, "", &cycle(length))).unwrap();
    }
    assert_eq!(findings.len(), 1);
    let mut again = Findings::open(directory.path(), KnownFaults::default()).unwrap();
    let variants = {
        let (name, kept) = again.iter().next().unwrap();
        let report = fs::read_to_string(directory.path().join(name).join("REPORT.md")).unwrap();
        assert!(kept.variants.iter().all(|variant| report.contains(variant)), "{report}");
        assert_eq!(kept.program.text(), cycle(2));
        assert_eq!(kept.variants, (3..11).map(cycle).collect::<Vec<_>>());
        kept.variants.len()
    };
    // There are enough of them by now, but what is smaller is always welcome.
    let filed = again.file(&finding("sdd", FaultKind::WrongAnswer, "", &cycle(20))).unwrap();
    assert!(matches!(filed, Filed::Again(_)));
    let filed = again.file(&finding("sdd", FaultKind::WrongAnswer, "", &cycle(1))).unwrap();
    assert!(matches!(filed, Filed::Variant(_)));
    assert_eq!(again.iter().next().unwrap().1.variants.len(), variants);
}

#[test]
fn what_is_not_reduced_is_taken_for_what_fails_in_the_same_way() {
    let directory = tempfile::tempdir().unwrap();
    let mut findings = Findings::open(directory.path(), KnownFaults::default()).unwrap();
    let crash = FaultKind::Failure(FailureKind::Crash);
    let large = "p :- p, q. q :- p, q. q. p. 0.5::q. evidence(q). query(p).";
    let large = Fault { unreduced: true, ..finding("sdd", crash, "KeyError", large) };
    assert!(matches!(findings.file(&large), Ok(Filed::New(_))));
    let small = finding("sdd", crash, "KeyError", PROGRAM);
    assert!(matches!(findings.file(&small), Ok(Filed::Variant(_))));
    assert!(matches!(findings.file(&large), Ok(Filed::Again(_))));
    let cycle = finding("sdd", crash, "KeyError", "p :- p. query(p).");
    assert!(matches!(findings.file(&cycle), Ok(Filed::New(_))));
    let again = Findings::open(directory.path(), KnownFaults::default()).unwrap();
    assert_eq!(again.iter().map(|it| it.1).collect::<Vec<_>>(), [&small, &cycle]);
}

#[test]
fn what_is_reduced_takes_the_place_of_what_is_not_however_small_that_is() {
    let mut findings = Findings::in_memory(KnownFaults::default());
    let open = finding("sdd", FaultKind::WrongAnswer, "", "query(p).");
    let open = Fault { unreduced: true, ..open };
    let [one, other] =
        [PROGRAM, "p :- p. query(p)."].map(|it| finding("sdd", FaultKind::WrongAnswer, "", it));
    assert!(matches!(findings.file(&open), Ok(Filed::New(_))));
    assert!(matches!(findings.file(&one), Ok(Filed::Variant(_))));
    assert!(matches!(findings.file(&other), Ok(Filed::New(_))));
    assert!(matches!(findings.file(&open), Ok(Filed::Again(_))));
    assert_eq!(findings.iter().map(|it| it.1).collect::<Vec<_>>(), [&one, &other]);
}

#[test]
fn a_command_shows_the_fault_with_nothing_but_the_engine() {
    let directory = tempfile::tempdir().unwrap();
    let mut findings = Findings::open(directory.path(), KnownFaults::default()).unwrap();
    let mut command = |engine: &str, version: &str, program: &str| {
        let version = version.to_owned();
        let found = Fault { version, ..finding(engine, FaultKind::WrongAnswer, "", program) };
        let Ok(Filed::New(name)) = findings.file(&found) else { panic!("{engine} is new") };
        let report = fs::read_to_string(directory.path().join(name).join("REPORT.md")).unwrap();
        report.split("```sh\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
    };
    let plain = "p(X) :- q(X), \\+ r(X). q(a). r(b). query(p(_)).";
    let aspmc = command("aspmc", "aspmc 1.1.1", PROGRAM);
    assert!(aspmc.ends_with("aspmc -m problog -c -g none -k d4 -v result program.pl\n"), "{aspmc}");
    let clingo = command("clingo", "clingo 5.8.2", plain);
    assert!(
        clingo.starts_with("pip install clingo==5.8.2\ncat > program.lp <<'END'\n"),
        "{clingo}"
    );
    assert!(clingo.contains("p(X) :- q(X), not r(X)."), "{clingo}");
    let swipl = command("swipl", "9.0.4", plain);
    assert!(swipl.contains(":- table "), "{swipl}");
    assert!(swipl.contains("forall(member(Q, [p(_)])"), "{swipl}");
    assert_eq!(command("mine", "./my-engine -q", plain), "./my-engine -q program.pl\n");
    assert_eq!(command("ours", "worker:./ours", plain), "echo program.pl | ./ours\n");
    let compared = "randlog compare program.pl --engines exact,clingo\n";
    let cycle = "0.5::p :- p. query(p).";
    assert_eq!(command("clingo", "clingo 5.8.2", cycle), compared);
}

#[test]
fn what_was_about_to_be_replaced_is_put_back() {
    let directory = tempfile::tempdir().unwrap();
    let mut findings = Findings::open(directory.path(), KnownFaults::default()).unwrap();
    findings.file(&finding("sdd", FaultKind::WrongAnswer, "", PROGRAM)).unwrap();
    let place = directory.path().join("sdd-wrong-answer-1");
    let replaced = directory.path().join(".randlog-replaced-sdd-wrong-answer-1");
    fs::rename(&place, &replaced).unwrap();
    assert_eq!(Findings::open(directory.path(), KnownFaults::default()).unwrap().len(), 1);
    assert!(place.exists() && !replaced.exists());
    // Once the new one is there, the old one goes.
    fs::create_dir(&replaced).unwrap();
    assert_eq!(Findings::open(directory.path(), KnownFaults::default()).unwrap().len(), 1);
    assert!(place.exists() && !replaced.exists());
}

#[test]
fn what_is_half_written_or_broken_is_no_finding() {
    let directory = tempfile::tempdir().unwrap();
    let half = directory.path().join(".randlog-finding-x");
    fs::create_dir(&half).unwrap();
    fs::write(half.join("fault.toml"), "").unwrap();
    fs::create_dir(directory.path().join("notes")).unwrap();
    assert!(Findings::open(directory.path(), KnownFaults::default()).unwrap().is_empty());
    let broken = directory.path().join("sdd-crash-1");
    fs::create_dir(&broken).unwrap();
    fs::write(broken.join("fault.toml"), "engine = 3\n").unwrap();
    let error = Findings::open(directory.path(), KnownFaults::default()).unwrap_err();
    assert!(
        matches!(&error, BadFindings::Record { path, .. } if path.ends_with("sdd-crash-1/fault.toml"))
    );
}
