//! Progress for people: on a terminal, and only when a run takes long enough to wonder.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Nothing is shown before this.
const PATIENCE: Duration = Duration::from_secs(1);

/// A count of programs that shows up on stderr after a while, and vanishes at the end.
pub(crate) struct Progress {
    bar: ProgressBar,
    _alive: Option<Sender<()>>,
}

impl Progress {
    /// Progress towards a known number of programs, or an unknown one.
    pub(crate) fn new(total: Option<u64>, data_on_stdout: bool) -> Progress {
        let bar = bar(match total {
            Some(_) => "{wide_bar} {human_pos}/{human_len} programs, {eta} left",
            None => "{spinner} {human_pos} programs in {elapsed} ({per_sec})",
        });
        if let Some(total) = total {
            bar.set_length(total);
        }
        // A bar in between lines of data would spoil both.
        Progress::shown(bar, !(data_on_stdout && io::stdout().is_terminal()))
    }

    /// Do something to a terminal that the count is shown on, such as writing to it.
    pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// How much of the time that is allowed has gone by.
    pub(crate) fn clock(limit: Duration) -> Progress {
        let bar = bar("{spinner} {elapsed} of at most {msg}");
        bar.set_message(format!("{limit:.0?}"));
        Progress::shown(bar, true)
    }

    /// A bar that shows up after a while, on a terminal.
    fn shown(bar: ProgressBar, visible: bool) -> Progress {
        let visible = visible && io::stderr().is_terminal();
        let shown = bar.clone();
        let alive = visible.then(|| {
            every(PATIENCE, move || {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(200));
                false
            })
        });
        Progress { bar, _alive: alive }
    }

    /// So many programs are done.
    pub(crate) fn set(&self, done: u64) {
        self.bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A bar that nobody sees yet.
pub(crate) fn bar(template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    ProgressStyle::with_template(template).map_or(bar.clone(), |style| bar.with_style(style))
}

/// Do something again and again, as long as it says so, until what is returned is dropped.
pub(crate) fn every(
    period: Duration,
    mut act: impl FnMut() -> bool + Send + 'static,
) -> Sender<()> {
    let (alive, dropped) = mpsc::channel();
    thread::spawn(move || {
        let is_time = || dropped.recv_timeout(period) == Err(RecvTimeoutError::Timeout);
        while is_time() && act() {}
    });
    alive
}
