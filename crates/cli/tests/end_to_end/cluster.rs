//! Experiments on a real Slurm, of one node with two processors on the loopback, and with GNU parallel.
//!
//! The programs are those of Debian, which `tests/cluster/slurm.sh` unpacks below `target/`, unless they are
//! installed. Where neither can be had, the tests are left out, and `./test` says so.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Desk, is_alive};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cluster/slurm.sh");

/// A Slurm that ends with the test.
struct Cluster {
    desk: Desk,
}

impl Cluster {
    /// Start one, if it can be had.
    fn start() -> Option<Cluster> {
        let packages = fetched("slurm")?;
        if !has_an_address() {
            left_out(
                "an address beside that of the loopback: without one, slurmctld does not start",
            );
            return None;
        }
        let cluster = Cluster { desk: Desk::new() };
        fs::create_dir(cluster.desk.path("tmp")).unwrap();
        let mut start = Command::new("bash");
        start.args([SCRIPT, "start"]).arg(cluster.place()).arg(packages).env("MAX_ARRAY", "7");
        let output = start.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(cluster)
    }

    fn place(&self) -> PathBuf {
        self.desk.path("cluster")
    }

    /// Run a line of shell where Slurm is known.
    fn shell(&self, line: &str) -> Output {
        let line = format!(". '{}/environment'; {line}", self.place().display());
        let randlog = assert_cmd::cargo::cargo_bin!("randlog");
        let path = std::env::var("PATH").unwrap();
        let path = format!("{}:{path}", randlog.parent().unwrap().display());
        let mut command = Command::new("sh");
        command.args(["-c", &line]).current_dir(self.desk.path("")).env("PATH", path);
        command.env("TMPDIR", self.desk.path("tmp")).env("NO_COLOR", "1").output().unwrap()
    }

    /// What a line of shell says on both streams, if it succeeds.
    fn said(&self, line: &str) -> String {
        let output = self.shell(line);
        let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(output.status.success(), "{line}: {}", said.concat());
        said.concat()
    }

    /// The jobs and tasks in the queue that are in this state, as Slurm names them.
    fn queue(&self, state: &str) -> Vec<String> {
        let said = self.said(&format!("squeue --noheader --array --states {state} --format %i"));
        said.split_whitespace().map(str::to_owned).collect()
    }

    fn wait_until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(240);
        while !is_so() {
            let queue = || self.said("squeue");
            assert!(Instant::now() < deadline, "not within four minutes: {what}\n{}", queue());
            sleep(Duration::from_millis(100));
        }
    }

    fn wait_for_the_end(&self) {
        self.wait_until("the queue is empty", || {
            self.queue("pending,running,completing").is_empty()
        });
    }

    /// The engines that were started when they were to wait.
    fn waiting(&self) -> Vec<String> {
        let pids = fs::read_to_string(self.desk.path("pids")).unwrap_or_default();
        pids.lines().map(str::to_owned).collect()
    }

    /// The last word of the gathering job.
    fn gathered(&self, directory: &str) -> String {
        let logs = self.desk.files(&format!("{directory}/slurm"));
        let number =
            |name: &String| name.strip_prefix("gather-")?.strip_suffix(".log")?.parse::<u64>().ok();
        let last = logs.iter().filter_map(number).max().unwrap();
        self.desk.read(&format!("{directory}/slurm/gather-{last}.log"))
    }

    /// The records of a directory without what depends on the machine, sorted.
    fn records(&self, directory: &str) -> Vec<String> {
        let text = self.desk.read(&format!("{directory}/records.jsonl"));
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let records = lines.filter(|line| line.get("id").is_some()).map(|mut record| {
            forget_measurements(&mut record);
            record.to_string()
        });
        let mut records: Vec<String> = records.collect();
        records.sort();
        records
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = Command::new("bash").args([SCRIPT, "stop"]).arg(self.place()).output();
    }
}

fn forget_measurements(value: &mut Value) {
    if let Value::Object(fields) = value {
        fields.retain(|key, _| !key.ends_with("_us") && !key.ends_with("_bytes"));
        fields.values_mut().for_each(forget_measurements);
    } else if let Value::Array(values) = value {
        values.iter_mut().for_each(forget_measurements);
    }
}

/// Where Debian's programs are, unless they are installed; nothing if they cannot be had.
fn fetched(what: &str) -> Option<PathBuf> {
    let place = target().join(what);
    let fetched = Command::new("bash").args([SCRIPT, "fetch", what]).arg(&place).output().unwrap();
    if !fetched.status.success() {
        left_out(&format!("{what}, installed or from Debian by `apt-get download`"));
        return None;
    }
    Some(place)
}

/// Is there a way to anywhere but here?
fn has_an_address() -> bool {
    let routes = fs::read_to_string("/proc/net/route").unwrap_or_default();
    routes.lines().skip(1).any(|route| !route.trim().is_empty())
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// Notes that the test of this thread is left out, because it needs something that is not here.
fn left_out(needs: &str) {
    let file = OpenOptions::new().append(true).create(true).open(target().join("left-out.txt"));
    let test = thread::current();
    writeln!(file.unwrap(), "{}: needs {needs}", test.name().unwrap_or("a test")).unwrap();
}

const SCALING: &str =
    "randlog experiment scaling NAME --predicates 2,4 --variables 2 --constants 1 --repeats 1";

const INFERENCE: &str = "randlog experiment inference NAME --predicates 2 --variables 2 --nodes 2,4 --arity 2 --domain 9 \
     --facts 20,40 --probabilistic 50 --sample 6 --repeats 4 --timeout 200 --memory 1GiB \
     --engines 'exact,slow=sh slow.sh' --environment none --no-wall";

/// An engine that waits as long as there is a file, and then asks ours.
const SLOW: &str = "if [ -e hold ]; then echo $$ >> pids; fi\n\
                    while [ -e hold ]; do sleep 0.1; done\n\
                    exec randlog infer --format json \"$1\"\n";

/// Nothing is left of tasks: no process, no temporary file.
fn check_that_nothing_is_left(cluster: &Cluster) {
    cluster.wait_until("no engine is left", || !cluster.waiting().iter().any(|pid| is_alive(pid)));
    assert_eq!(cluster.desk.files("tmp"), Vec::<String>::new());
    for directory in ["out", "scaling"] {
        let files = cluster.desk.files(directory);
        let odd = |name: &&String| name.starts_with("running") || name.starts_with('.');
        assert_eq!(files.iter().find(odd), None, "{files:?}");
    }
}

#[test]
fn an_array_of_tasks_survives_what_befalls_it() {
    if let Some(cluster) = Cluster::start() {
        suffer(&cluster, Patience::Enough);
    }
}

#[test]
#[ignore = "takes two minutes: Slurm counts the time of a task in minutes"]
fn an_array_of_tasks_survives_the_end_of_its_time_too() {
    if let Some(cluster) = Cluster::start() {
        suffer(&cluster, Patience::OneMinute);
    }
}

/// How long a task may take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    /// Long enough.
    Enough,
    /// Not long enough for two of them.
    OneMinute,
}

/// One task is cancelled, one requeued, two see the daemon of their node die, and perhaps their time end.
fn suffer(cluster: &Cluster, patience: Patience) {
    let desk = &cluster.desk;
    let minutes = if patience == Patience::Enough { 5 } else { 1 };
    desk.write("slow.sh", SLOW);
    desk.write("hold", "");
    let submit = |experiment: &str, name: &str, tasks: u64| {
        let flags = format!("--slurm {tasks} --task-time {minutes}m --task-memory 100MiB");
        format!("{} {flags}", experiment.replace("NAME", name))
    };
    // Two of ten shards have no run.
    let said = cluster.said(&submit(INFERENCE, "out", 10));
    assert!(said.contains("submitted 24 missing runs in 8 tasks"), "{said}");
    let again = cluster.shell(&submit(INFERENCE, "out", 10));
    let again = String::from_utf8(again.stderr).unwrap();
    assert!(again.contains("tasks of this experiment are in the queue"), "{again}");

    cluster.wait_until("two tasks wait", || cluster.waiting().len() == 2);
    let status = cluster.said("randlog experiment status out");
    assert!(status.contains("0 of 24 runs finished (0.0 %), 2 running, 0 failed, 22"), "{status}");
    let tasks = cluster.queue("running");
    cluster.said(&format!("scancel {}", tasks[0]));
    cluster.said(&format!("scontrol requeue {}", tasks[1]));
    cluster.wait_until("two others wait", || cluster.waiting().len() == 4);
    cluster.said(&format!("bash '{SCRIPT}' restart-node '{}'", cluster.place().display()));
    if patience == Patience::OneMinute {
        cluster.wait_until("their time is up", || cluster.waiting().len() >= 6);
        let logs = desk.files("out/slurm");
        let logs: String = logs.iter().map(|log| desk.read(&format!("out/slurm/{log}"))).collect();
        assert!(logs.contains("finishing the runs in progress"), "{logs}");
    }
    fs::remove_file(desk.path("hold")).unwrap();
    cluster.said(&submit(SCALING, "scaling", 9));
    cluster.wait_for_the_end();

    let log = cluster.gathered("out");
    assert!(log.contains("Runs are missing. This goes on with them:\n  randlog "), "{log}");
    assert!(log.contains("missing: shard ") && !log.contains("twice"), "{log}");
    assert!(desk.files("out").contains(&"report.html".to_owned()));
    let part = cluster.records("out").len();
    assert!((1..24).contains(&part), "{part}");
    let said = cluster.said(&submit(INFERENCE, "out", 5));
    assert!(said.contains(&format!("submitted {} missing runs in ", 24 - part)), "{said}");
    cluster.wait_for_the_end();
    let said = cluster.said(&submit(INFERENCE, "out", 7));
    assert!(said.starts_with("no run is missing"), "{said}");
    assert!(
        cluster.gathered("out").contains("24 of 24 runs finished"),
        "{}",
        cluster.gathered("out")
    );

    for (experiment, name) in [(INFERENCE, "out"), (SCALING, "scaling")] {
        cluster.said(&experiment.replace("NAME", "whole"));
        assert_eq!(cluster.records(name), cluster.records("whole"), "{name}");
        fs::remove_dir_all(desk.path("whole")).unwrap();
    }
    check_that_nothing_is_left(cluster);
}

#[test]
fn shards_that_gnu_parallel_runs_make_up_the_whole() {
    let Some(place) = fetched("parallel") else { return };
    let desk = Desk::new();
    let randlog = assert_cmd::cargo::cargo_bin!("randlog");
    let path = [randlog.parent().unwrap(), &place.join("usr/bin")].map(|p| p.display().to_string());
    let path = format!("{}:{}", path.join(":"), std::env::var("PATH").unwrap());
    let scaling = "scaling out --sample 60";
    let line = format!(
        "parallel --jobs 2 'randlog experiment {scaling} --shard {{}}/5 --resume --threads 1' ::: $(seq 5)"
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).current_dir(desk.path("")).env("PATH", path);
    let output = shell.env("HOME", desk.path("")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    desk.output("experiment merge out");
    assert!(desk.output("experiment status out").starts_with("scaling: 60 of 60 runs finished"));
}

#[test]
fn an_awkward_directory_and_awkward_options_are_passed_on_by_slurm() {
    let Some(cluster) = Cluster::start() else { return };
    let desk = &cluster.desk;
    for (number, name) in AWKWARD.into_iter().enumerate() {
        let place = format!("w{number} {name}");
        let flags = format!("--sbatch=--comment=it\\'s\\ \\#{number}\\ \\\"%A\\\"");
        fs::create_dir(desk.path(&place)).unwrap();
        fs::write(desk.path("name"), name).unwrap();
        let line = format!(
            "cd w{number}*; {} --slurm 2 --task-time 5m --task-memory 100MiB {flags}",
            SCALING.replace("NAME", "\"out $(cat ../name)\"")
        );
        let said = cluster.said(&line);
        assert!(said.contains("submitted "), "{said}");
        // Slurm lists jobs for a while after they have ended.
        let jobs = cluster.said("scontrol --oneliner show jobs");
        assert!(jobs.contains(&format!("Comment=it's #{number} \"%A\" ")), "{jobs}");
        cluster.wait_for_the_end();
        let out = format!("{place}/out {name}");
        assert!(
            cluster.gathered(&out).contains("runs finished (100.0 %)"),
            "{}",
            cluster.gathered(&out)
        );
        assert_eq!(desk.files(&place), [format!("out {name}")], "nothing beside it");
        let logs = desk.files(&format!("{out}/slurm"));
        assert!(
            logs.iter().all(|log| log.starts_with("task-")
                || log.starts_with("gather")
                || log == "array.sh"),
            "{logs:?}"
        );
    }
}

/// Names of directories that mean something to shells and to Slurm.
const AWKWARD: [&str; 5] = ["it's", "#5", "100%A %j", "\"quoted\" $HOME `id`", "a;b&c|d*?"];

#[test]
fn what_no_script_can_express_is_refused() {
    let desk = Desk::new();
    for arguments in [
        &["out\n#SBATCH --evil", "--slurm", "3", "--dry-run"][..],
        &["out", "--slurm", "3", "--dry-run", "--sbatch=--comment=a\nrm -rf /"],
        &["out", "--slurm", "3", "--dry-run", "--partition=a\nb"],
        &["out\nb", "--tasks", "tasks.txt"],
        &["back\\slash", "--slurm", "3", "--dry-run"],
    ] {
        let mut command = desk.command("experiment scaling --sample 5");
        let outcome = super::Outcome::of(command.args(arguments));
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("rename what has a line break"), "{}", outcome.stderr);
        assert!(!desk.path("tasks.txt").exists() && !desk.path("out/slurm/array.sh").exists());
    }
}

#[test]
fn a_list_of_tasks_makes_up_the_whole() {
    let desk = Desk::new();
    let line = "experiment scaling --sample 40 --task-count 5 --tasks";
    let list = || super::Outcome::of(desk.command(line).args(["tasks of it's.txt", "out #1 'a'"]));
    let outcome = list();
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("wrote 40 missing runs in 5 tasks"), "{}", outcome.stderr);
    let tasks = desk.read("tasks of it's.txt");
    assert_eq!(tasks.lines().count(), 5, "{tasks}");
    for task in tasks.lines().skip(1) {
        assert!(Command::new("sh").args(["-c", task]).status().unwrap().success(), "{task}");
    }
    // What is missing is one task of as many, or of fewer if these take no time.
    assert_eq!(list().code, 0);
    for task in desk.read("tasks of it's.txt").lines() {
        assert!(Command::new("sh").args(["-c", task]).status().unwrap().success(), "{task}");
    }
    assert!(list().stderr.contains("no run is missing"));
    let mut merge = desk.command("experiment merge");
    assert_eq!(super::Outcome::of(merge.arg("out #1 'a'")).code, 0);
}

#[test]
fn hyperqueue_executes_a_list_of_tasks() {
    let Some(hyperqueue) = HyperQueue::find() else { return };
    let desk = Desk::new();
    let outcome = desk.run("experiment scaling out --sample 40 --tasks tasks.txt --task-count 6");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    hyperqueue.execute(&desk);
    desk.output("experiment merge out");
    assert!(desk.output("experiment status out").starts_with("scaling: 40 of 40 runs finished"));
}

/// Where tasks are submitted to a server of HyperQueue, with one worker.
enum HyperQueue {
    /// By its command `hq`, as `randlog` says.
    Installed,
    /// By the Python of an environment with HyperQueue from PyPI, which has no `hq`.
    Python(PathBuf),
}

impl HyperQueue {
    /// The one that is installed, or else the one from PyPI.
    fn find() -> Option<HyperQueue> {
        let succeeds =
            |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
        if succeeds(Command::new("hq").arg("--version")) {
            return Some(HyperQueue::Installed);
        }
        let place = target().join("hyperqueue");
        let python = place.join("bin/python");
        let is_there = || succeeds(Command::new(&python).args(["-c", "import hyperqueue"]));
        if !is_there() && std::env::var_os("RANDLOG_OFFLINE").is_none() {
            let _ = Command::new("python3").args(["-m", "venv"]).arg(&place).output();
            let install = ["-m", "pip", "install", "--quiet", "hyperqueue"];
            let _ = Command::new(&python).args(install).output();
        }
        if !is_there() {
            left_out("HyperQueue, installed or from PyPI");
            return None;
        }
        Some(HyperQueue::Python(python))
    }

    /// Execute `tasks.txt`, a task a line, and wait for the end.
    fn execute(&self, desk: &Desk) {
        let server = desk.path("server").display().to_string();
        match self {
            HyperQueue::Installed => by_command(desk, &server),
            HyperQueue::Python(python) => {
                let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cluster/tasks.py");
                let mut command = Command::new(python);
                command.arg(script).args(["tasks.txt", &server]).current_dir(desk.path(""));
                let output = command.output().unwrap();
                assert!(output.status.success(), "{output:?}");
            }
        }
    }
}

/// Start a server and a worker, submit the tasks as the message of `--tasks` says, and stop both.
fn by_command(desk: &Desk, server: &str) {
    let call = |arguments: &[&str]| {
        let mut command = Command::new("hq");
        command.args(["--server-dir", server]).args(arguments).current_dir(desk.path(""));
        command
    };
    let mut server = call(&["server", "start"]).stdout(Stdio::null()).spawn().unwrap();
    super::wait_until("the server answers", || {
        call(&["server", "info"]).output().is_ok_and(|output| output.status.success())
    });
    let mut worker =
        call(&["worker", "start", "--cpus", "2"]).stdout(Stdio::null()).spawn().unwrap();
    let submit =
        ["submit", "--wait", "--each-line", "tasks.txt", "--", "sh", "-c", "eval \"$HQ_ENTRY\""];
    let submitted = call(&submit).output().unwrap();
    let ended = [
        call(&["server", "stop"]).status().unwrap(),
        server.wait().unwrap(),
        worker.wait().unwrap(),
    ];
    assert!(submitted.status.success(), "{submitted:?} {ended:?}");
}

#[test]
fn scripts_are_written_and_nothing_is_submitted() {
    let desk = Desk::new();
    let line = "experiment scaling out --sample 50 --check-every 7 --slurm 3 --dry-run --task-time 90m \
                --threads 2 --partition batch --account mine --sbatch=--exclusive";
    let outcome = desk.run(line);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let place = fs::canonicalize(desk.path("out")).unwrap();
    let place = place.display();
    assert_eq!(
        outcome.stderr,
        format!(
            "sbatch --array=1-3 {place}/slurm/array.sh\n\
             sbatch --dependency=afterany:JOBS {place}/slurm/gather.sh\n"
        )
    );
    assert_eq!(desk.files("out"), ["slurm"]);
    let script = desk.read("out/slurm/array.sh");
    let options: BTreeSet<&str> =
        script.lines().filter_map(|line| line.strip_prefix("#SBATCH --")).collect();
    for option in [
        "time=1:30:00",
        "mem=3072M",
        "cpus-per-task=2",
        "signal=B:TERM@120",
        "partition=batch",
        "account=mine",
        "exclusive",
        "requeue",
        "open-mode=append",
    ] {
        assert!(options.contains(option), "{option}: {script}");
    }
    assert!(
        script.contains("--sample 50 --seed 1 --check-every 7 --threads 2 --resume"),
        "{script}"
    );
    for name in ["array.sh", "gather.sh"] {
        let path = desk.path("out/slurm").join(name);
        assert!(Command::new("sh").arg("-n").arg(path).status().unwrap().success());
    }
}

#[test]
fn where_there_is_no_slurm_nothing_is_written() {
    let desk = Desk::new();
    let mut randlog = Command::new(assert_cmd::cargo::cargo_bin!("randlog"));
    randlog.args(["experiment", "scaling", "out", "--sample", "5", "--slurm", "3"]);
    let output = randlog.current_dir(desk.path("")).env("PATH", desk.path("")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("scontrol"), "{said}");
    assert_eq!(desk.files(""), Vec::<String>::new());
}

#[test]
fn records_of_something_else_are_refused_before_anything_is_submitted() {
    let desk = Desk::new();
    desk.output("experiment scaling out --sample 5 --shard 2/3");
    let outcome = desk.run("experiment scaling out --sample 6 --slurm 3");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("records-2-of-3.jsonl"), "{}", outcome.stderr);
    assert_eq!(desk.files("out"), ["records-2-of-3.jsonl"]);
}
