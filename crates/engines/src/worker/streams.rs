//! What goes to a worker and comes from it.
//!
//! Its standard input and output are the two directions of one stream. (A process gets three streams
//! when it is started. The first one is the lifeline, see [`group`](crate::process::group).) Threads
//! of their own read what it says, so that nobody waits longer than wanted. Of its errors, only the
//! end is kept.

#[cfg(not(unix))]
use std::net::TcpStream as Stream;
#[cfg(unix)]
use std::os::unix::net::UnixStream as Stream;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use randlog_base::{Stop, Stopped};

/// The longest line, in bytes. No engine has more to say.
const MAX_LINE: u64 = 64 << 20;

/// How many lines are read ahead. A worker that says more has to wait.
const LINES_AHEAD: usize = 16;

/// What is kept of errors, in bytes.
const ERRORS_KEPT: usize = 16 << 10;

#[derive(Debug)]
pub(super) struct Streams {
    requests: Stream,
    lines: Receiver<Vec<u8>>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Hears when there will be no more errors.
    no_more_errors: Receiver<()>,
}

impl Streams {
    /// Our end of a stream in both directions, and the worker's.
    #[cfg(unix)]
    pub(super) fn pair() -> io::Result<(Stream, Stdio)> {
        let (ours, theirs) = Stream::pair()?;
        Ok((ours, Stdio::from(std::os::fd::OwnedFd::from(theirs))))
    }

    /// Nothing of the kind is known here.
    #[cfg(not(unix))]
    pub(super) fn pair() -> io::Result<(Stream, Stdio)> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn new(
        stream: Stream,
        stderr: Option<impl Read + Send + 'static>,
    ) -> io::Result<Streams> {
        let output = stream.try_clone()?;
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::Builder::new().spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(line) = line(&mut output)
                && !line.is_empty()
                && sender.send(line).is_ok()
            {}
        })?;
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (kept, (sender, no_more_errors)) = (Arc::clone(&errors), mpsc::channel());
        thread::Builder::new().spawn(move || {
            if let Some(stderr) = stderr {
                keep_the_end(stderr, &kept);
            }
            sender.send(())
        })?;
        Ok(Streams { requests: stream, lines, errors, no_more_errors })
    }

    /// Has everything been read that it said, at least up to now?
    pub(super) fn are_silent(&self) -> bool {
        self.lines.try_recv().is_err()
    }

    /// Name a file.
    pub(super) fn tell(&mut self, file: &Path) -> io::Result<()> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let mut line = file.as_os_str().as_encoded_bytes().to_vec();
        line.push(b'\n');
        self.requests.write_all(&line)
    }

    /// The next line, or the rest of the last one.
    pub(super) fn line(
        &self,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Result<String, RecvTimeoutError>, Stopped> {
        // A line that is there already would be taken even when no time is left.
        if patience.is_zero() {
            return Ok(Err(RecvTimeoutError::Timeout));
        }
        let line = stop.received(&self.lines, patience)?;
        Ok(line.map(|line| String::from_utf8_lossy(&line).into_owned()))
    }

    /// The end of its errors since it was told something.
    pub(super) fn errors(&self) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&errors).into_owned()
    }

    /// Wait for the last of its errors, when it has ended.
    pub(super) fn wait_for_errors(&self, patience: Duration) {
        let _ = self.no_more_errors.recv_timeout(patience);
    }
}

/// The next line, with its end; empty at the end of all.
fn line(output: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    output.take(MAX_LINE).read_until(b'\n', &mut line).map(|_| line)
}

fn keep_the_end(mut stream: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4 << 10];
    loop {
        let read = match stream.read(&mut chunk) {
            Ok(0) => return,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&chunk[..read]);
        let surplus = kept.len().saturating_sub(ERRORS_KEPT);
        kept.drain(..surplus);
    }
}
