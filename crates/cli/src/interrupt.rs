//! What an interrupt does to work that can be stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by the first interrupt; the second ends the process.
pub(crate) fn stop_on_interrupt(say: impl Fn() + Send + 'static) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // A system without signals is no reason not to run.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        say();
    });
    stop
}
