//! Progress for people: a bar on a terminal, else a line a minute.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

const MINUTE: Duration = Duration::from_secs(60);

/// How far an experiment has come.
pub(crate) enum Progress {
    Bar(ProgressBar),
    Lines { counts: Arc<Counts>, _alive: Sender<()> },
}

/// What the lines tell.
pub(crate) struct Counts {
    done: AtomicUsize,
    timeouts: AtomicUsize,
    total: usize,
    before: usize,
    started: Instant,
}

impl Progress {
    /// Of `total` runs, `before` were done before.
    pub(crate) fn new(total: usize, before: usize) -> Progress {
        if io::stderr().is_terminal() {
            let bar = ProgressBar::new(total as u64).with_position(before as u64);
            let template = "{wide_bar} {human_pos}/{human_len} runs, {per_sec:0}, {eta} left {msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            // The rate is that of this time alone.
            bar.reset_eta();
            return Progress::Bar(bar);
        }
        let (done, timeouts) = (AtomicUsize::new(before), AtomicUsize::new(0));
        let counts = Arc::new(Counts { done, timeouts, total, before, started: Instant::now() });
        let (alive, dropped) = mpsc::channel();
        let ticking = counts.clone();
        thread::spawn(move || {
            while dropped.recv_timeout(MINUTE) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{}", ticking.line());
            }
        });
        Progress::Lines { counts, _alive: alive }
    }

    /// A way to say something without spoiling the bar, from any thread.
    pub(crate) fn printer(&self) -> impl Fn(&str) + Send + 'static {
        let bar = match self {
            Progress::Bar(bar) => Some(bar.clone()),
            Progress::Lines { .. } => None,
        };
        move |message| match &bar {
            Some(bar) => bar.println(message),
            None => eprintln!("{message}"),
        }
    }

    /// So many runs are done, and so many of those since the start have timed out.
    pub(crate) fn set(&self, done: usize, timeouts: usize) {
        match self {
            Progress::Bar(bar) => {
                bar.set_position(done as u64);
                if timeouts > 0 {
                    bar.set_message(format!("({timeouts} timeouts)"));
                }
            }
            Progress::Lines { counts, .. } => {
                counts.done.store(done, Ordering::Relaxed);
                counts.timeouts.store(timeouts, Ordering::Relaxed);
            }
        }
    }
}

impl Counts {
    fn line(&self) -> String {
        let (done, timeouts) =
            (self.done.load(Ordering::Relaxed), self.timeouts.load(Ordering::Relaxed));
        let rate = (done - self.before) as f64 / self.started.elapsed().as_secs_f64();
        let left = Duration::try_from_secs_f64((self.total - done) as f64 / rate);
        let left = left.map_or("unknown time".to_owned(), |left| HumanDuration(left).to_string());
        let rate = match rate {
            slow if slow < 1.0 => format!("{:.1} a minute", slow * 60.0),
            _ => format!("{rate:.0} a second"),
        };
        format!("{done} of {} runs, {rate}, {left} left, {timeouts} timeouts", self.total)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
