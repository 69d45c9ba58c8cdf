//! A directory per finding, whole or not at all.

use std::path::Path;
use std::time::{Duration, SystemTime};
use std::{fs, io};

use super::{BadFindings, Finding, record, report};

/// What directories are called before they are whole.
const PREFIX: &str = ".randlog-finding-";

/// What is half written and older than this was left behind.
const ABANDONED: Duration = Duration::from_secs(60);

/// Writes a finding, and lets it appear.
pub(super) fn write(directory: &Path, name: &str, finding: &Finding) -> io::Result<()> {
    let whole = tempfile::Builder::new().prefix(PREFIX).tempdir_in(directory)?;
    let put = |file: &str, text: &str| fs::write(whole.path().join(file), text);
    put("program.pl", &finding.program)?;
    put("original.pl", &finding.original)?;
    for (index, compared) in finding.compared.iter().enumerate() {
        put(&format!("compared-{}.pl", index + 1), compared)?;
    }
    put("fault.toml", &record::write(finding))?;
    put("REPORT.md", &report::write(finding))?;
    #[cfg(unix)]
    {
        // Unlike other temporary directories, this one becomes an ordinary one.
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(whole.path(), fs::Permissions::from_mode(0o755))?;
    }
    fs::rename(whole.path(), directory.join(name))?;
    // There is nothing left to remove.
    let _ = whole.keep();
    Ok(())
}

/// Removes what was left half written.
pub(super) fn tidy(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let changed = entry.metadata().and_then(|data| data.modified()).ok();
        let age = changed.and_then(|time| SystemTime::now().duration_since(time).ok());
        if is_ours && age.is_none_or(|age| age > ABANDONED) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
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
        .filter(|name| !name.starts_with(PREFIX))
        .collect();
    // By number, not by digit.
    names.sort_by_key(|name| {
        let (start, number) = name.rsplit_once('-').unwrap_or((name, ""));
        (start.to_owned(), number.parse::<usize>().unwrap_or(0), name.clone())
    });
    Ok(names)
}

/// Reads a finding back.
pub(super) fn read(place: &Path) -> Result<Finding, BadFindings> {
    let get = |file: &str| {
        let path = place.join(file);
        fs::read_to_string(&path).map_err(|source| BadFindings::File { path, source })
    };
    let compared = (1..)
        .map(|index| place.join(format!("compared-{index}.pl")))
        .map_while(|path| fs::read_to_string(path).ok())
        .collect();
    let bad = |message| BadFindings::Record { path: place.join("fault.toml"), message };
    let record = record::read(&get("fault.toml")?).map_err(bad)?;
    Ok(Finding { program: get("program.pl")?, original: get("original.pl")?, compared, ..record })
}
