//! What an interrupt does: end the command with nothing half-written, or stop work that can be stopped.

use std::process;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use randlog_base::{Stop, files};

use crate::failure::INTERRUPTED;

/// How to stop the work in progress, if it can be stopped.
static STOP: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Listen for interrupts, the wish to terminate, and the end of the terminal.
pub(crate) fn listen() {
    // Otherwise the first byte beyond the largest file that may be written (`ulimit -f`) would end the process without
    // a word. So it is an error, as a full disk is. Nobody reads the flag.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    // A system without signals is no reason not to run.
    let _ = ctrlc::set_handler(|| {
        let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner).take();
        match stop {
            Some(stop) => stop(),
            None => end(INTERRUPTED),
        }
    });
}

/// End at once, and leave nothing half-written behind.
pub(crate) fn end(exit_code: u8) -> ! {
    files::abandon();
    process::exit(exit_code.into());
}

/// What the first interrupt stops; the second ends the process.
pub(crate) fn stop_on_interrupt(say: impl Fn() + Send + 'static) -> Stop {
    let stop = Stop::new();
    let token = stop.clone();
    let act = move || {
        token.interrupt();
        say();
    };
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(act));
    stop
}
