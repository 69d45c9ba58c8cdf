//! Progress for people, on standard error: a bar on a terminal, else a line a minute where a command takes hours.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::output::note;

/// A short command shows nothing before this.
const UNTIL_SHOWN: Duration = Duration::from_secs(1);

/// How often a spinner turns.
const TICK: Duration = Duration::from_millis(200);

const MINUTE: Duration = Duration::from_secs(60);

/// How far a command has come. It vanishes at the end.
pub(crate) struct Progress {
    bar: ProgressBar,
    _alive: Option<Sender<()>>,
}

impl Progress {
    /// Progress towards a known number of programs, or an unknown one.
    pub(crate) fn programs(total: Option<u64>, data_on_stdout: bool) -> Progress {
        let template = match total {
            Some(_) => "{wide_bar} {human_pos}/{human_len} programs, {left}",
            None => "{spinner} {human_pos} programs in {elapsed} ({per_sec})",
        };
        // A bar in between lines of data would spoil both.
        let is_visible = !(data_on_stdout && io::stdout().is_terminal());
        Progress::later(bar(template, total, 0), is_visible)
    }

    /// How much of the time that is allowed has gone by.
    pub(crate) fn clock(limit: Duration) -> Progress {
        let bar = bar("{spinner} {elapsed} of at most {msg}", None, 0);
        bar.set_message(format!("{limit:.0?}"));
        Progress::later(bar, true)
    }

    /// A bar that shows up after a while, on a terminal.
    fn later(bar: ProgressBar, is_visible: bool) -> Progress {
        let shown = bar.clone();
        let show = move || {
            shown.set_draw_target(ProgressDrawTarget::stderr());
            shown.enable_steady_tick(TICK);
            false
        };
        let is_visible = is_visible && io::stderr().is_terminal();
        Progress { bar, _alive: is_visible.then(|| every(UNTIL_SHOWN, show)) }
    }

    /// A message that changes, on a terminal.
    pub(crate) fn message() -> Progress {
        let bar = bar("{spinner} {msg}", None, 0);
        if io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TICK);
        }
        Progress { bar, _alive: None }
    }

    /// The runs of an experiment, of which some were done before. Without a terminal, there is a line a minute.
    pub(crate) fn runs(total: usize, before: usize) -> Progress {
        let template = "{wide_bar} {human_pos}/{human_len} runs, {per_sec:0}, {left}, {msg}";
        let (total, before) = (total as u64, before as u64);
        let bar = bar(template, Some(total), before);
        bar.set_position(before);
        // The rate is that of this time alone.
        bar.reset_eta();
        bar.set_draw_target(ProgressDrawTarget::stderr());
        let shown = bar.clone();
        let tell = move || {
            note!("{}", in_words(&shown, total, before));
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

    /// Do something to a terminal that the count is shown on, such as writing to it.
    pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// So many programs or runs are done.
    pub(crate) fn set(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// What there is to say besides.
    pub(crate) fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A bar that nobody sees yet. Of its length, some was done before.
fn bar(template: &str, length: Option<u64>, before: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
    let left = move |state: &ProgressState, text: &mut dyn fmt::Write| {
        let rest = state.len().unwrap_or(0).saturating_sub(state.pos());
        let words = time_left(state.pos().saturating_sub(before), rest, state.elapsed());
        // A bar without this is still a bar.
        let _ = text.write_str(&words);
    };
    let style = ProgressStyle::with_template(template);
    style.map_or(bar.clone(), |style| bar.with_style(style.with_key("left", left)))
}

/// How long the rest will take, if it takes as long on average as what is done.
fn time_left(done: u64, rest: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64() / done as f64 * rest as f64;
    let left = Duration::try_from_secs_f64(seconds).ok();
    left.map_or("time left unknown".to_owned(), |left| format!("{} left", HumanDuration(left)))
}

/// What the bar of an experiment would show, without a terminal.
fn in_words(bar: &ProgressBar, total: u64, before: u64) -> String {
    let (done, elapsed) = (bar.position(), bar.elapsed());
    let rate = (done - before) as f64 / elapsed.as_secs_f64();
    let rate = match rate {
        slow if slow < 1.0 => format!("{:.1} a minute", slow * 60.0),
        _ => format!("{rate:.0} a second"),
    };
    let left = time_left(done - before, total - done, elapsed);
    format!("{done} of {total} runs, {rate}, {left}, {}", bar.message())
}

/// Do something again and again, as long as it says so, until what is returned is dropped.
fn every(period: Duration, mut act: impl FnMut() -> bool + Send + 'static) -> Sender<()> {
    let (alive, dropped) = mpsc::channel();
    thread::spawn(move || {
        let is_time = || dropped.recv_timeout(period) == Err(RecvTimeoutError::Timeout);
        while is_time() && act() {}
    });
    alive
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    #[test]
    fn the_time_left_follows_from_the_average() {
        let minute = Duration::from_secs(60);
        assert_eq!(time_left(0, 10, minute), "time left unknown");
        // One slow program says no more than that all may be so slow.
        assert_eq!(time_left(1, 10, minute), "10 minutes left");
        assert_eq!(time_left(11, 0, minute), "0 seconds left");
        assert_eq!(time_left(1, u64::MAX, Duration::MAX), "time left unknown");
    }

    /// Keeps what is written.
    #[derive(Clone, Debug, Default)]
    struct Paper(Arc<Mutex<String>>);

    impl TermLike for Paper {
        fn width(&self) -> u16 {
            200
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, line: &str) -> io::Result<()> {
            self.write_str(line)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn bars_show_the_time_left_that_follows_from_the_average() {
        for progress in [Progress::programs(Some(101), false), Progress::runs(101, 0)] {
            let paper = Paper::default();
            // A first program that took ten minutes.
            let bar = progress.bar.clone().with_elapsed(Duration::from_secs(600));
            bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(paper.clone())));
            bar.set_position(1);
            bar.tick();
            let shown = paper.0.lock().unwrap();
            assert!(shown.contains("1/101") && shown.contains("17 hours left"), "{shown}");
        }
    }
}
