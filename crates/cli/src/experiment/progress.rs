//! Progress for people: a bar on a terminal, else a line a minute.

use std::sync::mpsc::Sender;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget};

use crate::output::note;
use crate::progress::{bar, every};

const MINUTE: Duration = Duration::from_secs(60);

/// How far an experiment has come.
pub(crate) struct Progress {
    bar: ProgressBar,
    _alive: Option<Sender<()>>,
}

impl Progress {
    /// Of `total` runs, `before` were done before.
    pub(crate) fn new(total: usize, before: usize) -> Progress {
        let bar =
            bar("{wide_bar} {human_pos}/{human_len} runs, {per_sec:0}, {eta} left, {msg} timeouts");
        bar.set_length(total as u64);
        bar.set_position(before as u64);
        // The rate is that of this time alone.
        bar.reset_eta();
        bar.set_message("0");
        bar.set_draw_target(ProgressDrawTarget::stderr());
        let shown = bar.clone();
        let tell = move || {
            note!("{}", line(&shown, total, before));
            true
        };
        let alive = bar.is_hidden().then(|| every(MINUTE, tell));
        Progress { bar, _alive: alive }
    }

    /// A way to say something without spoiling the bar, from any thread.
    pub(crate) fn printer(&self) -> impl Fn(&str) + Send + 'static {
        let bar = self.bar.clone();
        move |message| bar.suspend(|| note!("{message}"))
    }

    /// So many runs are done, and so many of those since the start have timed out.
    pub(crate) fn set(&self, done: usize, timeouts: usize) {
        self.bar.set_position(done as u64);
        self.bar.set_message(timeouts.to_string());
    }
}

/// What a bar would show, without a terminal.
fn line(bar: &ProgressBar, total: usize, before: usize) -> String {
    let (done, timeouts) = (bar.position() as usize, bar.message());
    let rate = (done - before) as f64 / bar.elapsed().as_secs_f64();
    let left = Duration::try_from_secs_f64((total - done) as f64 / rate);
    let left = left.map_or("unknown time".to_owned(), |left| HumanDuration(left).to_string());
    let rate = match rate {
        slow if slow < 1.0 => format!("{:.1} a minute", slow * 60.0),
        _ => format!("{rate:.0} a second"),
    };
    format!("{done} of {total} runs, {rate}, {left} left, {timeouts} timeouts")
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
