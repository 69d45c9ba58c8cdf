//! The file of a run of `fuzz`, `run.toml`: the command that repeats the run, and the spec in it.

use std::fs;
use std::path::Path;

use randlog_faults::campaign::session::{FILE, Search};
use randlog_recipe::Invocation;
use serde::Deserialize;

/// What `again` needs of a run. Its other counts differ from version to version.
#[derive(Deserialize)]
pub(crate) struct FuzzRun {
    pub(crate) search: Search,
    #[serde(default)]
    pub(crate) counts: FuzzCounts,
}

#[derive(Default, Deserialize)]
pub(crate) struct FuzzCounts {
    #[serde(default)]
    pub(crate) next: u64,
}

/// The command of a run: the lists of engines as they were given, what it looks for, and where its spec is.
pub(crate) fn invocation(lists: &[String], search: &Search, spec: Option<&Path>) -> Invocation {
    let with_engines = |it: Invocation, list: &String| it.with("engines", list);
    let invocation = lists.iter().fold(Invocation::new("fuzz", ""), with_engines);
    let invocation = invocation
        .with("seed", &search.seed)
        .with("oracles", search.oracles.join(","))
        .with_unless(String::new(), "without", search.without.join(","));
    let invocation = match spec {
        Some(path) => invocation.with("spec", path.display()),
        None => invocation,
    };
    search.corpus.iter().fold(invocation, |it, path| it.with("corpus", path))
}

/// The spec of a run of `fuzz`, if the file is one and has a spec.
pub(crate) fn spec(path: &Path) -> Option<Vec<u8>> {
    let is_run = path.file_name().is_some_and(|name| name == FILE);
    let text = is_run.then(|| fs::read_to_string(path).ok())??;
    Some(toml::from_str::<FuzzRun>(&text).ok()?.search.spec?.into_bytes())
}
