//! What commands do to files: to those of the user, and to directories that two of them want to fill.

use std::fs;
use std::process::{Command, Output, Stdio};

use randlog_base::files::Filling;

use super::Desk;

const ANSWER: &str = "{\"answers\":[{\"atom\":\"p\",\"probability\":0.5}]}";

#[test]
fn an_engine_cannot_damage_the_file_of_the_program() {
    let desk = Desk::new();
    let program = "0.5::p. query(p).\n";
    desk.write("coin.pl", program);
    desk.write("other.pl", program);
    desk.write("append.sh", format!("echo damaged >> \"$1\"; echo '{ANSWER}'\n"));
    let answer = "while read -r file; do echo damaged >> \"$file\"; echo '{ANSWER}'; done\n";
    desk.write("worker.sh", answer.replace("{ANSWER}", ANSWER));
    for arguments in ["coin.pl", "coin.pl other.pl", "coin.pl other.pl --fresh", "coin.pl --trust"]
    {
        let mut command = desk.command(&format!("compare {arguments} --engines exact"));
        command.args(["--engines", "once=sh append.sh,worker:kept=sh worker.sh"]);
        let outcome = super::Outcome::of(&mut command);
        assert_eq!(outcome.code, 0, "{arguments}: {}{}", outcome.stdout, outcome.stderr);
        assert_eq!(desk.read("coin.pl") + &desk.read("other.pl"), program.repeat(2), "{arguments}");
    }
}

#[test]
fn a_trusted_program_finds_what_it_loads() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("theory/main")).unwrap();
    let engine = format!("grep -q '0.5::p' \"${{1%/*}}/FILE\" && echo '{ANSWER}'\n");
    for (number, file) in
        ["facts.pl", "../facts.pl", "../../data.pl", "../main/more.pl"].iter().enumerate()
    {
        desk.write(&format!("theory/main/{file}"), "0.5::p.\n");
        desk.write("theory/main/main.pl", format!(":- consult('{file}').\nquery(p).\n"));
        desk.write(&format!("{number}.sh"), engine.replace("FILE", file));
        let mut command = desk.command("compare theory/main/main.pl --trust --format json");
        let engines = format!("one=sh ./{number}.sh,two=sh ./{number}.sh");
        let outcome = super::Outcome::of(command.args(["--engines", &engines]));
        assert_eq!(outcome.code, 0, "{file}: {}{}", outcome.stdout, outcome.stderr);
    }
}

/// Commands that fill the directory `out`, for a seed.
const FILLING: [&str; 4] = [
    "sample spec.toml -n 200 --seed SEED --output-dir out",
    "instance spec.toml -n 60 --seed SEED --output-dir out",
    "enumerate spec.toml --limit 200 --output-dir out",
    "fuzz --engines worlds --programs 20 --seed SEED --output out",
];

#[test]
fn a_directory_that_another_process_fills_is_left_alone() {
    let desk = Desk::with_spec();
    let held = Filling::begin(&desk.path("out")).unwrap();
    let resumed = FILLING[0].to_owned() + " --resume";
    for command in FILLING.into_iter().chain([resumed.as_str()]) {
        let outcome = desk.run(&command.replace("SEED", "1"));
        let words = "another process is writing to the directory `out`";
        assert!(outcome.code == 1 && outcome.stderr.contains(words), "{command}: {outcome:?}");
        assert_eq!(desk.files("out"), [""; 0], "{command}");
    }
    drop(held);
    desk.output(&resumed.replace("SEED", "1"));
}

/// Two processes begin to fill one directory at the same time, as often as said: one of them does, and no file is the
/// other's.
fn pairs(number: usize) {
    let desk = Desk::with_spec();
    let mut losers = 0;
    for pair in 0..number {
        let command = FILLING[pair % 3];
        let start = |seed: usize| {
            let mut process = Command::new(assert_cmd::cargo::cargo_bin!("randlog"));
            let words = command.replace("SEED", &seed.to_string());
            process.args(words.split_whitespace()).current_dir(desk.path(""));
            process.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        // Half of them find the directory there, as after an earlier failure.
        if pair % 2 == 0 {
            fs::create_dir(desk.path("out")).unwrap();
        }
        let both = [1, 2].map(start).map(|child| child.wait_with_output().unwrap());
        let won = both.each_ref().map(|output| output.status.success());
        assert_ne!(won[0], won[1], "{command}: {both:?}");
        let loser: &Output = both.iter().find(|output| !output.status.success()).unwrap();
        let words = String::from_utf8_lossy(&loser.stderr).into_owned();
        let is_told = ["another process is writing", "already holds"].map(|it| words.contains(it));
        assert!(is_told.contains(&true), "{command}: {words}");
        losers += usize::from(is_told[0]);
        let seed = if won[0] { "--seed 1" } else { "--seed 2" };
        let files = desk.files("out");
        assert_eq!(
            files.len(),
            if command.starts_with("instance") { 60 } else { 200 },
            "{command}"
        );
        for file in files.iter().filter(|_| command.contains("--seed")) {
            assert!(desk.read(&format!("out/{file}")).contains(seed), "{command}: {file}");
        }
        fs::remove_dir_all(desk.path("out")).unwrap();
    }
    println!("{number} pairs: {losers} losers found the directory in use, the others full");
}

#[test]
fn of_two_processes_one_fills_a_directory() {
    pairs(3);
}

#[test]
#[ignore = "a matter of chance, so it is tried more often"]
fn of_many_pairs_of_processes_one_fills_a_directory() {
    pairs(20);
}

/// Runs a command of the shell before `randlog`.
fn after(desk: &Desk, preparation: &str, arguments: &str) -> Output {
    let randlog = assert_cmd::cargo::cargo_bin!("randlog").display().to_string();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{preparation}; exec {randlog} {arguments}")]);
    shell.current_dir(desk.path("")).env("NO_COLOR", "1").output().unwrap()
}

#[test]
fn the_largest_file_that_may_be_written_is_as_a_full_disk() {
    let desk = Desk::with_spec();
    let output = after(&desk, "ulimit -f 40", "sample spec.toml -n 3000 -o out.pl");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(words.contains("writing `out.pl` failed") && words.contains("ulimit -f"), "{words}");
    assert_eq!(desk.files(""), ["spec.toml"]);
    // Engines do as they do without us.
    let engine = "big=head -c 100000 /dev/zero > $TMPDIR/big; echo";
    desk.write("coin.pl", "0.5::p. query(p).\n");
    let output =
        after(&desk, "ulimit -f 40", &format!("compare coin.pl --engines exact,'{engine}'"));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("File size limit exceeded"), "{output:?}");
}

#[test]
fn no_room_for_temporary_files_is_no_fault_of_an_engine() {
    let desk = Desk::new();
    desk.write("coin.pl", "0.5::p. query(p).\n");
    // Directories cannot be made in the one; they can in the other, but no file can be written.
    for preparation in ["export TMPDIR=/proc", "ulimit -f 0"] {
        let output = after(&desk, preparation, "compare coin.pl --engines exact,worlds");
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{preparation}: {words}");
        assert!(words.contains("no temporary files can be made in `/"), "{preparation}: {words}");
        assert!(words.contains("set TMPDIR") && !words.contains("its command"), "{words}");
    }
}

#[test]
fn a_full_disk_fails_a_campaign_and_is_told_once() {
    let desk = Desk::new();
    // There is room for programs and for an empty record of the campaign, and for no more.
    let output = after(&desk, "ulimit -f 1", "fuzz --engines worlds --programs 3 -o out");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert_eq!(words.matches("File too large").count(), 1, "{words}");
    assert!(words.contains("cannot read or write"), "{words}");
}
