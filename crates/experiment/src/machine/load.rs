//! What others do on our cores meanwhile.

use std::fs;
use std::time::Duration;

use randlog_base::process::TICK_US;

use super::cores::allowed;

/// How long the processors of this thread have been at work, at some time.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    processors: Vec<usize>,
    busy: Duration,
}

impl Load {
    /// Now, if this thread is bound to a core. One that is not may be anywhere, and so may other runs of
    /// ours: then nothing can be told.
    pub(crate) fn now() -> Option<Load> {
        let processors = allowed("/proc/thread-self/status")?;
        let is_bound = processors.len() == 1 || allowed("/proc/self/status")? != processors;
        let busy = is_bound.then(|| busy(&processors))??;
        Some(Load { processors, busy })
    }

    /// How long others have been at work on these processors since then, if we were for so long.
    pub(crate) fn of_others(&self, ours: Duration) -> Option<Duration> {
        let since = busy(&self.processors)?.saturating_sub(self.busy);
        Some(since.saturating_sub(ours))
    }
}

/// How long some processors have been at work since the machine was started; or would have been, if the
/// one that pretends to be the machine had let them.
fn busy(processors: &[usize]) -> Option<Duration> {
    busy_in(&fs::read_to_string("/proc/stat").ok()?, processors)
}

fn busy_in(told: &str, processors: &[usize]) -> Option<Duration> {
    let mut ticks = 0_u64;
    for processor in processors {
        let name = format!("cpu{processor} ");
        let line = told.lines().find_map(|line| line.strip_prefix(&name))?;
        let counts: Option<Vec<u64>> = line.split_whitespace().map(|n| n.parse().ok()).collect();
        // User, nice, system, idle, waiting for a disk, interrupts of two kinds, stolen.
        let [user, nice, system, _, _, irq, softirq, stolen, ..] = counts?[..] else { return None };
        ticks += user + nice + system + irq + softirq + stolen;
    }
    Some(Duration::from_micros(ticks.saturating_mul(TICK_US)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_at_work_is_read_for_some_processors() {
        let told = "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 1 2 3 1000 1000 4 5 6 0 0\n\
                    cpu1 10 0 0 50 0 0 0 0 0 0\ncpu10 7 0 0 0 0 0 0 0 0 0\n\
                    cpu11 9000000000 0 0 0 0 0 0 0 0 0\nintr 5\n";
        let ticks = |number: u64| Some(Duration::from_millis(10 * number));
        assert_eq!(busy_in(told, &[0]), ticks(21));
        assert_eq!(busy_in(told, &[0, 1]), ticks(31));
        assert_eq!(busy_in(told, &[10]), ticks(7));
        assert_eq!(busy_in(told, &[11]), ticks(9_000_000_000), "three years of it");
        assert_eq!(busy_in(told, &[2]), None);
    }
}
