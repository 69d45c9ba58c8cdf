//! The commands of Slurm.

use std::process::Command;

use crate::failure::Failure;

/// How many numbers an array has at a site that has not changed this.
pub(super) const BY_DEFAULT: u64 = 1001;

/// What a command says, if it ends well.
fn call(name: &str, arguments: &[String]) -> Result<String, Failure> {
    let failed = |words: String| Failure::Slurm { command: name.to_owned(), words };
    let output = Command::new(name).args(arguments).output();
    let output = output.map_err(|error| failed(error.to_string()))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        false => Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
    }
}

/// Submit a script, for the number of its job.
pub(super) fn sbatch(arguments: &[String]) -> Result<String, Failure> {
    let parsable = ["--parsable".to_owned()];
    let said = call("sbatch", &[&parsable, arguments].concat())?;
    // The name of the cluster may follow.
    Ok(said.split(';').next().unwrap_or_default().to_owned())
}

/// Numbers of tasks are below this.
pub(super) fn max_array_size() -> Result<u64, Failure> {
    let said = call("scontrol", &["show", "config"].map(str::to_owned))?;
    let size = said.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "MaxArraySize").then(|| value.trim().parse().ok())?
    });
    Ok(size.unwrap_or(BY_DEFAULT))
}

/// Tasks that wait or run would do the same again.
pub(super) fn refuse_if_queued(name: &str) -> Result<(), Failure> {
    let format = ["--noheader", "--format=%F", "--name", name].map(str::to_owned);
    let said = call("squeue", &format)?;
    let mut jobs: Vec<&str> = said.split_whitespace().collect();
    jobs.sort_unstable();
    jobs.dedup();
    match jobs.is_empty() {
        true => Ok(()),
        false => Err(Failure::Queued { jobs: jobs.join(",") }),
    }
}
