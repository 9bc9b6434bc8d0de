//! What of the host the checked program gets to see: files that `--allow` names, and the input of
//! `--stdin`. They are read once, before the program starts; what it writes never leaves its state.

use std::path::{Component, Path, PathBuf};

use machine::Given;

use crate::exit::Failure;
use crate::flags::Options;

/// All files together may have this many bytes: they are part of the program's memory.
const MAX_BYTES: usize = 64 << 20;

/// Reads what the options name.
pub(crate) fn read(options: &Options) -> Result<Given, Failure> {
    let mut given = Given::default();
    if let Some(path) = &options.stdin {
        given.input = content("--stdin", path)?;
    }
    let allowed = options.allow.as_deref();
    let allowed = allowed.map(classpath::ClassPath::split).unwrap_or_default();
    if allowed.is_empty() {
        return Ok(given);
    }
    let here = std::env::current_dir()
        .map_err(|error| Failure::input(format!("--allow: no working directory: {error}")))?;
    let mut total = 0;
    for path in allowed {
        for name in names(&here, &path) {
            add(&mut given, &path, &name, &mut total)?;
        }
    }
    given.files.sort();
    given.files.dedup();
    Ok(given)
}

/// Where the program finds a path: its working directory is the root, so what is below ours is
/// there under its relative name. An absolute name, or one of elsewhere, stays what it is.
fn names(here: &Path, path: &Path) -> Vec<PathBuf> {
    let absolute = plain(&here.join(path));
    let relative = absolute.strip_prefix(plain(here)).ok();
    let mut names: Vec<PathBuf> = relative
        .map(|inside| Path::new("/").join(inside))
        .into_iter()
        .collect();
    if path.is_absolute() || names.is_empty() {
        names.push(absolute);
    }
    names
}

/// Without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Adds a file, or a directory with all that is in it.
fn add(given: &mut Given, path: &Path, name: &Path, total: &mut usize) -> Result<(), Failure> {
    let text = name.to_str().ok_or_else(|| {
        Failure::input(format!(
            "--allow: the name of {} is no text",
            path.display()
        ))
    })?;
    if !path.is_dir() {
        let bytes = content("--allow", path)?;
        *total += bytes.len();
        if *total > MAX_BYTES {
            let most = MAX_BYTES >> 20;
            return Err(Failure::input(format!(
                "--allow: the files have more than {most} MB together"
            )));
        }
        given.files.push((text.to_owned(), Some(bytes)));
        return Ok(());
    }
    given.files.push((text.to_owned(), None));
    let unreadable =
        |error| Failure::input(format!("--allow: can't read {}: {error}", path.display()));
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let kind = entry.file_type().map_err(unreadable)?;
        // Links may lead anywhere, also back.
        if kind.is_file() || kind.is_dir() {
            add(given, &entry.path(), &name.join(entry.file_name()), total)?;
        }
    }
    Ok(())
}

fn content(option: &str, path: &Path) -> Result<Vec<u8>, Failure> {
    let failure = |why: String| Failure::input(format!("{option}: {}: {why}", path.display()));
    let data = std::fs::metadata(path).map_err(|error| failure(error.to_string()))?;
    if !data.is_file() {
        return Err(failure("is no file".to_owned()));
    }
    std::fs::read(path).map_err(|error| failure(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_allowed_paths() {
        let here = Path::new("/srv/my/project");
        let found = |path: &str| -> Vec<String> {
            let names = names(here, Path::new(path)).into_iter();
            names.map(|it| it.to_string_lossy().into_owned()).collect()
        };
        assert_eq!(found("a.txt"), ["/a.txt"]);
        assert_eq!(found("./conf/../a.txt"), ["/a.txt"]);
        assert_eq!(found("/etc/hosts"), ["/etc/hosts"]);
        assert_eq!(
            found("/srv/my/project/a.txt"),
            ["/a.txt", "/srv/my/project/a.txt"]
        );
        assert_eq!(found("../b.txt"), ["/srv/my/b.txt"]);
    }
}
