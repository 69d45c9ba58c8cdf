//! A directory per finding, whole or not at all.

use std::path::Path;
use std::time::{Duration, SystemTime};
use std::{fs, io};

use super::BadFindings;
use crate::{Fault, TestCase};

/// What directories are called before they are whole.
const PREFIX: &str = ".randlog-finding-";

/// What a finding is called while another one takes its place.
const OLD: &str = ".randlog-replaced-";

/// What is half written and older than this was left behind.
const ABANDONED: Duration = Duration::from_secs(60);

/// Writes a finding, and lets it appear.
pub(super) fn write(directory: &Path, name: &str, fault: &Fault) -> io::Result<()> {
    let whole = temporary(directory, fault)?;
    fs::rename(whole.path(), directory.join(name))?;
    // There is nothing left to remove.
    let _ = whole.keep();
    Ok(())
}

/// Writes a finding in place of the one of this name. A process that is killed in between leaves the old one under
/// another name, by which [`tidy`] puts it back.
pub(super) fn replace(directory: &Path, name: &str, fault: &Fault) -> io::Result<()> {
    let whole = temporary(directory, fault)?;
    let (place, old) = (directory.join(name), directory.join(format!("{OLD}{name}")));
    fs::rename(&place, &old)?;
    fs::rename(whole.path(), &place)?;
    let _ = whole.keep();
    fs::remove_dir_all(old)
}

/// A whole finding in a directory that says whose it is.
fn temporary(directory: &Path, fault: &Fault) -> io::Result<tempfile::TempDir> {
    let prefix = format!("{PREFIX}new-{}-", std::process::id());
    let whole = tempfile::Builder::new().prefix(&prefix).tempdir_in(directory)?;
    let put = |file: &str, text: &str| fs::write(whole.path().join(file), text);
    put("program.pl", fault.program.text())?;
    put("original.pl", fault.original.text())?;
    for (index, compared) in fault.compared.iter().enumerate() {
        put(&format!("compared-{}.pl", index + 1), compared.text())?;
    }
    for (index, before) in fault.before.iter().enumerate() {
        put(&format!("before-{}.pl", index + 1), before.text())?;
    }
    // Texts and nothing else: there is nothing that TOML could not hold.
    put("fault.toml", &toml::to_string(fault).unwrap_or_default())?;
    put("REPORT.md", &fault.report())?;
    #[cfg(unix)]
    {
        // Unlike other temporary directories, this one becomes an ordinary one.
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(whole.path(), fs::Permissions::from_mode(0o755))?;
    }
    Ok(whole)
}

/// Puts right what a killed process left behind.
pub(super) fn tidy(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if let Some(name) = file.strip_prefix(OLD) {
            let place = directory.join(name);
            // A process at work on it has the new one in place in no time.
            let _ = match place.exists() {
                true => fs::remove_dir_all(entry.path()),
                false => fs::rename(entry.path(), place),
            };
        } else if let Some(rest) = file.strip_prefix(PREFIX) {
            let owner = rest.split('-').find_map(|part| part.parse::<u32>().ok());
            let changed = entry.metadata().and_then(|data| data.modified()).ok();
            let age = changed.and_then(|time| SystemTime::now().duration_since(time).ok());
            if owner.is_some_and(has_ended) || age.is_none_or(|age| age > ABANDONED) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// Has a process ended, as far as the system tells?
fn has_ended(process: u32) -> bool {
    let processes = Path::new("/proc");
    processes.join("self").exists() && !processes.join(process.to_string()).exists()
}

/// The names of the findings there, in order.
pub(super) fn names(directory: &Path) -> Result<Vec<String>, BadFindings> {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(BadFindings::File { path: directory.to_owned(), source }),
    };
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join("fault.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with(PREFIX) && !name.starts_with(OLD))
        .collect();
    // By number, not by digit.
    names.sort_by_key(|name| {
        let (start, number) = name.rsplit_once('-').unwrap_or((name, ""));
        (start.to_owned(), number.parse::<usize>().unwrap_or(0), name.clone())
    });
    Ok(names)
}

/// Reads a finding back.
pub(super) fn read(place: &Path) -> Result<Fault, BadFindings> {
    let get = |file: &str| {
        let path = place.join(file);
        fs::read_to_string(&path).map_err(|source| BadFindings::File { path, source })
    };
    let numbered = |stem: &str| -> Vec<TestCase> {
        let paths = (1..).map(|index| place.join(format!("{stem}-{index}.pl")));
        paths.map_while(|path| fs::read_to_string(path).ok().map(TestCase::from)).collect()
    };
    let (compared, before) = (numbered("compared"), numbered("before"));
    let path = place.join("fault.toml");
    let fault: Fault = toml::from_str(&get("fault.toml")?)
        .map_err(|error| BadFindings::Record { path, message: error.message().to_owned() })?;
    let (program, original) = (get("program.pl")?.into(), get("original.pl")?.into());
    Ok(Fault { program, original, compared, before, ..fault })
}
