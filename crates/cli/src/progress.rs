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
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let template = match total {
            Some(_) => "{wide_bar} {human_pos}/{human_len} programs, {eta} left",
            None => "{spinner} {human_pos} programs in {elapsed} ({per_sec})",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        // A bar in between lines of data would spoil both.
        let visible = io::stderr().is_terminal() && !(data_on_stdout && io::stdout().is_terminal());
        let alive = visible.then(|| show_later(bar.clone()));
        Progress { bar, _alive: alive }
    }

    /// So many programs are done.
    pub(crate) fn set(&self, done: u64) {
        self.bar.set_position(done);
    }
}

/// Show the bar after [`PATIENCE`], unless what is returned is dropped before.
fn show_later(bar: ProgressBar) -> Sender<()> {
    let (alive, dropped) = mpsc::channel();
    thread::spawn(move || {
        if dropped.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(200));
        }
    });
    alive
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
