//! What a command needs to start: the files that it names, each with what is installed beside it.
//!
//! A program in a directory `bin` is installed with what else is beside that directory, as in `/opt/engine/bin/engine`; any other
//! one with what is in its own directory. A link leads from one installation to another, as a virtual environment of Python
//! does to the Python that it was made by, and so do a first line `#!` and the programs that a script names.
//!
//! A home directory is no installation. If a program lies right there, it is visible, and its neighbours are not.

use std::collections::HashSet;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Variables that name directories with libraries and the like.
const VARIABLES: [&str; 9] = [
    "CONDA_PREFIX",
    "JAVA_HOME",
    "LD_LIBRARY_PATH",
    "NODE_PATH",
    "PYENV_ROOT",
    "PYTHONHOME",
    "PYTHONPATH",
    "SWI_HOME_DIR",
    "VIRTUAL_ENV",
];

/// Programs that start others by `#!`, one after the other.
const STEPS: usize = 4;

/// How much of a script is looked at.
const LONGEST: u64 = 1 << 16;

/// The installation of a program.
pub(super) fn of_program(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    add_file(path, STEPS, &mut found);
    tidy(found)
}

/// The files that a command for the shell names, with their installations, and the user's own packages of Python.
pub(super) fn of_command(command: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = home().map(|home| home.join(".local/lib")).into_iter().collect();
    let set = VARIABLES.iter().filter_map(env::var_os);
    let directories: Vec<PathBuf> =
        set.flat_map(|it| env::split_paths(&it).collect::<Vec<_>>()).collect();
    found.extend(directories.into_iter().filter(|directory| directory.is_absolute()));
    let home = home().unwrap_or_default().display().to_string();
    let command = command.replace("${HOME}", &home).replace("$HOME", &home);
    add_words(&command, STEPS, &mut found);
    tidy(found)
}

fn tidy(mut found: Vec<PathBuf>) -> Vec<PathBuf> {
    found.sort();
    found.dedup();
    found
}

fn home() -> Option<PathBuf> {
    env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute())
}

/// All words of a command that name a file, a directory or a program.
fn add_words(command: &str, steps: usize, found: &mut Vec<PathBuf>) {
    for word in words(command) {
        let path = match (word.strip_prefix("~/"), home()) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(word),
        };
        let path = if path.exists() || word.contains('/') { Some(path) } else { program(word) };
        match path.and_then(|path| std::path::absolute(path).ok()) {
            Some(directory) if directory.is_dir() && !is_wide(&directory) => found.push(directory),
            Some(file) if file.is_file() => add_file(&file, steps, found),
            _ => {}
        }
    }
}

/// The programs that a script names, by their paths or, outside of the system's own directories, by their names.
fn programs(script: &str) -> Vec<PathBuf> {
    let (paths, names): (Vec<&str>, Vec<&str>) = words(script).partition(|word| word.contains('/'));
    let names: HashSet<&OsStr> = names.into_iter().map(OsStr::new).collect();
    let mut found: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    found.retain(|path| path.is_absolute());
    let path = env::var_os("PATH").unwrap_or_default();
    let is_system = |directory: &PathBuf| {
        ["/usr", "/bin", "/sbin"].iter().any(|system| directory.starts_with(system))
    };
    for directory in env::split_paths(&path).filter(|directory| !is_system(directory)) {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let named = entries.filter(|entry| names.contains(&*entry.file_name()));
        found.extend(named.map(|entry| entry.path()));
    }
    found.retain(|file| is_executable(file));
    found
}

/// What stands between blanks, quotes and signs.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || "'\"`;&|()<>=$,:".contains(c);
    text.split(is_between).filter(|word| !word.is_empty())
}

/// Where the system finds a program.
fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// A file, what is installed beside it, and what it is started by.
fn add_file(file: &Path, steps: usize, found: &mut Vec<PathBuf>) {
    found.extend(neighbourhood(file));
    match fs::canonicalize(file) {
        Ok(real) if real != file => found.extend(neighbourhood(&real)),
        _ => {}
    }
    if let (Some(fewer), Some(text)) = (steps.checked_sub(1), script(file)) {
        let starter = text.strip_prefix("#!").and_then(|rest| rest.lines().next());
        add_words(starter.unwrap_or_default(), fewer, found);
        for program in programs(&text) {
            add_file(&program, fewer, found);
        }
    }
}

/// What is installed with a file.
fn neighbourhood(file: &Path) -> Vec<PathBuf> {
    let Some(directory) = file.parent() else { return Vec::new() };
    let is_bin = ["bin", "sbin", "shims"].iter().any(|name| directory.ends_with(name));
    match directory.parent().filter(|_| is_bin) {
        // Where users' own programs are, other data of theirs are, too.
        Some(prefix) if is_wide(prefix) || prefix.ends_with(".local") => {
            vec![directory.to_owned(), prefix.join("lib")]
        }
        Some(prefix) => vec![prefix.to_owned()],
        None if is_wide(directory) => vec![file.to_owned()],
        None => vec![directory.to_owned()],
    }
}

/// Does a directory hold what is not one program's: a home directory, the temporary files of all, or `/etc`?
fn is_wide(directory: &Path) -> bool {
    let places = [home(), Some(env::temp_dir())];
    let is_above = places.into_iter().flatten().any(|place| place.starts_with(directory));
    is_above || directory.components().count() <= 2
}

/// A script, if the file is one: it is a text.
fn script(file: &Path) -> Option<String> {
    let mut text = String::new();
    File::open(file).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_visible_with_its_installation() {
        let desk = tempfile::Builder::new().prefix("desk").tempdir().unwrap();
        let place = |name: &str| desk.path().join(name);
        for directory in ["one/bin", "two/bin", "three"] {
            fs::create_dir_all(place(directory)).unwrap();
        }
        fs::write(place("one/bin/tool"), "").unwrap();
        fs::write(place("three/script"), format!("#!{} -x\n", place("one/bin/tool").display()))
            .unwrap();
        assert_eq!(of_program(&place("one/bin/tool")), [place("one")]);
        assert_eq!(of_program(&place("three/script")), [place("one"), place("three")]);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(place("one/bin/tool"), place("two/bin/tool")).unwrap();
            assert_eq!(of_program(&place("two/bin/tool")), [place("one"), place("two")]);
        }
        let command =
            format!("X={} sh '{}' --fast", place("two").display(), place("three/script").display());
        let found = of_command(&command);
        assert!(
            [place("one"), place("two"), place("three")].iter().all(|it| found.contains(it)),
            "{found:?}"
        );
    }

    #[test]
    #[cfg(unix)]
    fn what_a_script_starts_is_visible_and_what_else_it_names_is_not() {
        use std::os::unix::fs::PermissionsExt;
        let desk = tempfile::Builder::new().prefix("desk").tempdir().unwrap();
        let place = |name: &str| desk.path().join(name);
        for directory in ["tool/bin", "data", "scripts"] {
            fs::create_dir_all(place(directory)).unwrap();
        }
        fs::write(place("tool/bin/run"), [0x7f, 0xff]).unwrap();
        fs::set_permissions(place("tool/bin/run"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(place("data/file"), "").unwrap();
        let [run, file] =
            ["tool/bin/run", "data/file"].map(|name| place(name).display().to_string());
        fs::write(place("scripts/engine.sh"), format!("exec '{run}' < {file}\n")).unwrap();
        let found = of_command(&format!("sh {}", place("scripts/engine.sh").display()));
        let is_found = ["tool", "scripts", "data"].map(|name| found.contains(&place(name)));
        assert_eq!(is_found, [true, true, false], "{found:?}");
    }

    #[test]
    fn a_place_for_everything_is_no_installation() {
        // All directories above the desk hold more than one program.
        let file = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(of_program(file.path()), [file.path()]);
        let found = of_command(&format!("cd / && cat {} ~ .. ~/", env::temp_dir().display()));
        for wide in [Path::new("/"), &env::temp_dir(), &home().unwrap_or_else(|| "/".into())] {
            assert!(!found.iter().any(|it| it == wide), "{found:?}");
        }
    }
}
