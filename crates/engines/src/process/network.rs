//! Commands without network, if the system allows it to those who are not its administrators.

use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Ways to start a command without network, by util-linux. The first one is for administrators, whom
/// a namespace of users would keep from the files of others.
const WAYS: [&[&str]; 3] =
    [&["unshare", "-n"], &["unshare", "-U", "-n", "-c"], &["unshare", "-U", "-n", "-r"]];

/// What to write before a command, so that it has no network; nothing if that cannot be had.
pub(crate) fn without() -> &'static [&'static str] {
    static WAY: OnceLock<&[&str]> = OnceLock::new();
    WAY.get_or_init(|| WAYS.into_iter().find(|way| works(way)).unwrap_or_default())
}

/// Try it once.
fn works(way: &[&str]) -> bool {
    let [name, options @ ..] = way else { return false };
    let mut trial = Command::new(name);
    trial.args(options).arg("true");
    trial.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    trial.status().is_ok_and(|status| status.success())
}
