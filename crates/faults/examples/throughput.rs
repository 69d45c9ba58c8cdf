//! How many programs per second: drawn, answered by the reference, by a worker, by a process for each; and by all of
//! `fuzz` on two threads, with what it finds looked into.
//!
//! `cargo run --release -p randlog-faults --example throughput -- [--environment DIR] [--engine NAME] [--programs N]
//! [--seconds S]`

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use randlog_base::Stop;
use randlog_engines::known::KnownFaults;
use randlog_engines::python::Environment;
use randlog_engines::{Catalogue, Engine, EngineLimits};
use randlog_faults::campaign::Campaign;
use randlog_faults::campaign::classes::Classes;
use randlog_faults::campaign::filing::{Event, Filing};
use randlog_faults::campaign::statistics::Counts;
use randlog_faults::draw::{Drawing, Features};
use randlog_faults::finding::Findings;
use randlog_faults::oracle::{Oracle, Reference};
use randlog_infer::Inference;
use randlog_logic::{Dialect, Program};

const THREADS: usize = 2;
const LIMITS: EngineLimits = EngineLimits { time: Duration::from_secs(2), memory: 4 << 30 };

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        words.get(place + 1).cloned()
    };
    let number = |name, default| flag(name).and_then(|it| it.parse().ok()).unwrap_or(default);
    let (programs, seconds) = (number("--programs", 2000), number("--seconds", 30));
    let place = flag("--environment").map(|it| Environment::new(PathBuf::from(it)));
    let catalogue = Catalogue::new(place.unwrap_or_default());
    let name = flag("--engine").unwrap_or_else(|| "sdd".to_owned());
    let engine = catalogue.engine(&name).expect("there is such an engine");

    let drawing = Drawing::new(1, Features::all());
    let started = Instant::now();
    let mut drawer = drawing.drawer();
    let drawn: Vec<Program> =
        (0..programs).filter_map(|index| Some(drawer.draw(index, &Stop::NEVER)?.program)).collect();
    told("drawing, one thread", drawn.len(), started);

    let reference = Reference::default();
    let started = Instant::now();
    for program in &drawn {
        let _ = Inference::new(program).limits(reference.limits).solve();
    }
    told("exact, one thread", drawn.len(), started);
    let started = Instant::now();
    drawn.iter().for_each(|program| drop(reference.truth(&program.clone().into(), &Stop::NEVER)));
    told("exact and worlds, one thread", drawn.len(), started);

    let texts: Vec<String> = drawn.iter().map(printed).collect();
    // What takes too long tells of limits, not of speed.
    let quick = Mutex::new(Vec::new());
    let fast = in_parallel(&texts, &format!("{name}, a worker for each thread"), || {
        let mut worker = engine.worker();
        let quick = &quick;
        move |text: &String| {
            let run = worker.answer(&text.as_str().into(), &LIMITS, &Stop::NEVER);
            if run.expect("nobody stops it").wall < Duration::from_millis(200) {
                quick.lock().expect("nobody panics").push(text.clone());
            }
        }
    });
    let quick = quick.into_inner().expect("nobody panics");
    println!("{:<44} {:>8}", "  of these within 200 ms", quick.len());
    let small = in_parallel(&quick, &format!("{name}, a worker, those alone"), || {
        let mut worker = engine.worker();
        move |text: &String| drop(worker.answer(&text.as_str().into(), &LIMITS, &Stop::NEVER))
    });
    let some: Vec<String> = quick.iter().take(100).cloned().collect();
    let slow = in_parallel(&some, &format!("{name}, a process for each, 100 of those"), || {
        |text: &String| drop(engine.answer(&text.as_str().into(), &LIMITS, &Stop::NEVER))
    });
    println!("{:<44} {:>8.1}", "worker against process, small programs", small / slow);
    println!("{:<44} {:>8.1}", "worker against process, all programs", fast / slow);
    whole_runs(&drawing, vec![engine], Duration::from_secs(seconds));
}

fn printed(program: &Program) -> String {
    Dialect::ProbLog.print(program).map(|text| text.to_string()).unwrap_or_default()
}

/// Print how many per second, and tell.
fn told(what: &str, count: usize, started: Instant) -> f64 {
    let rate = count as f64 / started.elapsed().as_secs_f64();
    println!("{what:<44} {rate:>8.1} per second");
    rate
}

/// All of these, on two threads, each with something of its own.
fn in_parallel<F: FnMut(&String)>(texts: &[String], what: &str, own: impl Fn() -> F + Sync) -> f64 {
    let next = AtomicUsize::new(0);
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let mut ask = own();
                while let Some(text) = texts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    ask(text);
                }
            });
        }
    });
    told(what, texts.len(), started)
}

/// All of `fuzz`: with the reference alone, and with all oracles.
fn whole_runs(drawing: &Drawing, engines: Vec<Box<dyn Engine>>, time: Duration) {
    for (what, oracles) in [
        ("fuzz, by the reference", vec![Oracle::Reference]),
        ("fuzz, by all oracles", Oracle::all()),
    ] {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let findings = Findings::open(directory.path(), KnownFaults::default());
        let mut tell = |event: Event<'_>| {
            if let Event::OwnFault(fault) = event {
                eprintln!("{fault:?}");
            }
        };
        let mut filing = Filing::new(findings.expect("it is empty"), &engines, 1, &mut tell);
        let stop = Stop::NEVER;
        let started = Instant::now();
        let campaign = Campaign {
            drawing,
            counts: Counts::default(),
            met: Classes::default(),
            programs: None,
            deadline: Some(started + time),
            engines: &engines,
            limits: LIMITS,
            oracles: &oracles,
            reference: Reference::default(),
            threads: NonZero::new(THREADS).expect("it is more than none"),
            patience: Duration::from_secs(60),
            stop: &stop,
        };
        let counts = campaign.run(&mut filing).counts;
        told(what, counts.programs as usize, started);
        println!("{:<44} {:>8} of {} looked into", "  findings", filing.new, counts.investigated);
    }
}
