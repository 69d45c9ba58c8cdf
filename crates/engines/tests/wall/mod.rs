//! Programs that execute what they like, and what they reach: nothing, behind the wall.
//!
//! Each trick is a line of Python, which ProbLog executes, or a goal, which SWI-Prolog does. It is tried behind the wall
//! and, to see that it is one, without it.

mod tricks;

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use randlog_base::Stop;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, EngineLimits, TestCase, Wall, external};
use tempfile::TempDir;

use crate::common::{catalogue, left_out, target, without_engines};
use tricks::{DAEMON, Language, Trick};

/// What nobody may tell.
const SECRET: &str = "the-secret-of-the-user";

/// What a trick says if it did what it wanted, and it cannot be seen in any other way.
const REACHED: &str = "reached-it";

const LIMITS: EngineLimits = EngineLimits { time: Duration::from_secs(60), memory: 4 << 30 };

/// Everything that a trick may want to reach: files, a process, sockets.
struct World {
    desk: TempDir,
    victim: Child,
    tcp: TcpListener,
    udp: UdpSocket,
    unix: UnixListener,
    hidden: UnixListener,
    /// What tricks make that has a place of its own.
    mark: String,
}

impl World {
    fn new() -> World {
        let desk = tempfile::Builder::new().prefix("world-").tempdir_in(target()).unwrap();
        let place = |name: &str| desk.path().join(name);
        fs::create_dir(place("home")).unwrap();
        for (file, text) in [("secret.txt", SECRET), ("victim.txt", "as it was"), ("home/a", "")] {
            fs::write(place(file), text).unwrap();
        }
        let script = format!("#!/bin/sh\necho executed > {}\n", place("executed").display());
        fs::write(place("run.sh"), script).unwrap();
        assert!(Command::new("chmod").arg("+x").arg(place("run.sh")).status().unwrap().success());
        // It has the secret in its environment, its memory, its directory and its files.
        let mut victim = Command::new("sleep");
        victim.arg("1000").env_clear().env("SECRET", SECRET).current_dir(desk.path());
        victim.stdin(fs::File::open(place("secret.txt")).unwrap());
        let victim = victim.stdout(Stdio::null()).spawn().unwrap();
        let mark = format!("randlog-trick-{}", victim.id());
        let (tcp, udp) = (TcpListener::bind("127.0.0.1:0"), UdpSocket::bind("127.0.0.1:0"));
        let (tcp, udp) = (tcp.unwrap(), udp.unwrap());
        let unix = UnixListener::bind(place("socket")).unwrap();
        let address = SocketAddr::from_abstract_name(&mark).unwrap();
        let hidden = UnixListener::bind_addr(&address).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        unix.set_nonblocking(true).unwrap();
        hidden.set_nonblocking(true).unwrap();
        World { desk, victim, tcp, udp, unix, hidden, mark }
    }

    /// A trick about this world.
    fn told(&self, text: &str) -> String {
        let port =
            |address: std::io::Result<std::net::SocketAddr>| address.unwrap().port().to_string();
        let place = self.desk.path().display().to_string();
        text.replace("WORLD", &place)
            .replace("TCP", &port(self.tcp.local_addr()))
            .replace("UDP", &port(self.udp.local_addr()))
            .replace("VICTIM", &self.victim.id().to_string())
            .replace("MARK", &self.mark)
            .replace("REACHED", REACHED)
    }

    /// The files and what is told of them, but for when they were read.
    fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        for directory in [self.desk.path().to_owned(), self.desk.path().join("home")] {
            for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
                let (path, data) = (entry.path(), entry.path().symlink_metadata().unwrap());
                let content =
                    if data.is_file() { fs::read(&path).unwrap_or_default() } else { vec![] };
                let (times, owner) = ((data.mtime(), data.mtime_nsec()), (data.uid(), data.gid()));
                let told = (data.mode(), data.nlink(), times, owner, attributes(&path));
                found.push(format!("{}: {told:?} {content:?}", path.display()));
            }
        }
        found.sort();
        found
    }

    /// The process, as others could have changed it.
    fn process(&self) -> String {
        let told = |name: &str| {
            fs::read_to_string(format!("/proc/{}/{name}", self.victim.id())).unwrap_or_default()
        };
        let (status, stat) = (told("status"), told("stat"));
        let is_stopped = status.contains("(stopped)") || status.contains("(zombie)");
        let processors = status.lines().find(|line| line.starts_with("Cpus_allowed_list:"));
        // Other numbers come from elsewhere: some systems change them on their own.
        let is_nice = stat.rsplit(") ").next().is_some_and(|it| it.split(' ').nth(16) == Some("7"));
        format!("{is_stopped} {processors:?} {is_nice} {}", told("limits"))
    }

    /// What was reached of it since `before`.
    fn reached(&self, before: &(Vec<String>, String), said: &str) -> Vec<String> {
        let mut reached = Vec::new();
        let mut note = |what: &str, is_reached: bool| {
            if is_reached {
                reached.push(what.to_owned());
            }
        };
        note("told the secret", said.contains(SECRET) || said.contains("secret.txt-was-listed"));
        note("says so", said.contains(REACHED));
        note("files", self.files() != before.0);
        note("process", self.process() != before.1);
        note("tcp", self.tcp.accept().is_ok());
        note("udp", self.udp.recv(&mut [0; 9]).is_ok());
        note("unix", self.unix.accept().is_ok());
        note("abstract", self.hidden.accept().is_ok());
        let home = std::env::var("HOME").unwrap_or_default();
        for place in ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", &home] {
            let mark = Path::new(place).join(&self.mark);
            note(place, mark.exists());
            let _ = fs::remove_file(mark);
        }
        reached
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = self.victim.kill().and_then(|()| self.victim.wait());
    }
}

/// The extended attributes of a file, as far as Python tells.
fn attributes(path: &Path) -> String {
    if path.file_name().is_none_or(|name| name != "victim.txt") {
        return String::new();
    }
    let script = "import os, sys; print(os.listxattr(sys.argv[1]))";
    let told = Command::new("/usr/bin/env").args(["python3", "-c", script]).arg(path).output();
    told.map_or(String::new(), |told| String::from_utf8_lossy(&told.stdout).into_owned())
}

/// The engines that execute programs: each as one of the user's own, and what it is called with.
struct Engines {
    problog: String,
    /// Where ProbLog finds the tricks, which are installed with it.
    library: TempDir,
    has_swipl: bool,
}

impl Engines {
    fn new() -> Option<Engines> {
        if without_engines() {
            return None;
        }
        if Wall::here() != Wall::WHOLE {
            left_out(&format!(
                "a kernel with Landlock and seccomp; here, a wall is: {}",
                Wall::here()
            ));
            return None;
        }
        let library = tempfile::Builder::new().prefix("tricks-").tempdir_in(target()).unwrap();
        let python = catalogue().environment().python();
        let problog = python.with_file_name("problog").display().to_string();
        let problog = format!("PYTHONPATH='{}' '{problog}'", library.path().display());
        let has_swipl = Command::new("swipl").arg("--version").output().is_ok();
        if !has_swipl {
            left_out("SWI-Prolog");
        }
        Some(Engines { problog, library, has_swipl })
    }

    /// The program of a trick, and the engine that executes it; nothing without that.
    fn of(
        &self,
        world: &World,
        trick: &Trick,
        number: usize,
    ) -> Option<(String, external::Command)> {
        let text = world.told(trick.text);
        let (command, program) = match trick.language {
            Language::Python => {
                let module = self.library.path().join(format!("trick{number}.py"));
                fs::write(
                    &module,
                    world.told(tricks::PYTHON) + &indented(&text) + tricks::PYTHON_END,
                )
                .unwrap();
                let program =
                    format!(":- use_module('{}').\n0.5::p. query(p).\n", module.display());
                (self.problog.clone(), program)
            }
            Language::Prolog => {
                let program = format!(
                    ":- initialization((catch(({text}), E, true) -> true ; true)).\n\
                     :- initialization((print_message_lines(user_error, '', []), \
                     format(user_error, \"executed ~w~n\", [E]))).\np.\n"
                );
                ("swipl -q -f none -g true -t halt".to_owned(), program)
            }
            Language::Text => ("swipl -q -f none -g true -t halt".to_owned(), text),
        };
        let is_there = trick.language == Language::Python || self.has_swipl;
        is_there.then(|| (program, format!("own={command}").parse().unwrap()))
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// What an engine says about a program, whatever that is.
fn said(engine: &dyn Engine, program: &str) -> String {
    let run = engine.answer(&TestCase::from(program), &LIMITS, &Stop::NEVER).unwrap();
    format!("{:?}", run.outcome)
}

/// Tries tricks for which there is an engine: how many there are, and how many of them reach something without the wall.
fn check(chosen: &[Trick], engines: &Engines) -> (usize, usize) {
    let own = Catalogue::new(Environment::new("/nowhere"));
    let own = ["exact", "worlds"].map(|name| own.engine(name).unwrap());
    let (mut tried, mut reaching) = (0, 0);
    for (number, trick) in chosen.iter().enumerate() {
        let world = World::new();
        let Some((program, engine)) = engines.of(&world, trick, number) else { continue };
        tried += 1;
        let before = (world.files(), world.process());
        let mut words: String = own.iter().map(|engine| said(&**engine, &program)).collect();
        assert_eq!(world.reached(&before, &words), [""; 0], "built in: {program}");
        words = said(&engine, &program);
        let is_late = trick.text.contains(DAEMON);
        if is_late {
            sleep(Duration::from_secs(1));
        }
        assert_eq!(world.reached(&before, &words), [""; 0], "{}\n{words}", trick.text);
        // That it was executed at all.
        let is_told = trick.language != Language::Text;
        assert!(!is_told || words.contains("executed"), "{}\n{words}", trick.text);
        if trick.is_harmless {
            let words = said(&engine.without_wall(), &program);
            if is_late {
                sleep(Duration::from_secs(1));
            }
            let reached = world.reached(&before, &words);
            if reached.is_empty() {
                println!(
                    "without the wall, this reaches nothing either: {}\n  {words}",
                    trick.text
                );
            }
            reaching += usize::from(!reached.is_empty());
        }
    }
    (tried, reaching)
}

#[test]
fn a_few_tricks_reach_nothing_behind_the_wall() {
    let Some(engines) = Engines::new() else { return };
    let few: Vec<Trick> = tricks::all().into_iter().step_by(11).collect();
    let (tried, reaching) = check(&few, &engines);
    assert!(reaching * 2 > tried, "only {reaching} of {tried} reach anything");
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_tricks_reach_nothing_behind_the_wall() {
    let Some(engines) = Engines::new() else { return };
    let all = tricks::all();
    let (tried, reaching) = check(&all, &engines);
    println!("{tried} tricks reach nothing behind the wall, {reaching} reach something without it");
    assert!(all.len() >= 100 && reaching * 5 >= tried * 4, "{reaching} of {tried}");
}

/// How many processes an engine of one's own can be a second, with a wall and without, as a ratio.
#[test]
#[ignore = "a measurement"]
fn what_the_wall_costs() {
    let engine = || "own=echo '{\"answers\": []}';".parse::<external::Command>().unwrap();
    let (walled, open) = (engine(), engine().without_wall());
    let mut times = [Duration::ZERO; 2];
    for _ in 0..300 {
        for (time, engine) in times.iter_mut().zip([&walled, &open]) {
            let started = std::time::Instant::now();
            said(engine, "0.5::p. query(p).");
            *time += started.elapsed();
        }
    }
    let [walled, open] = times.map(|time| time.as_secs_f64() / 300.0 * 1e3);
    println!("{walled:.2} ms with, {open:.2} ms without the wall: {:.3}", walled / open);
}
