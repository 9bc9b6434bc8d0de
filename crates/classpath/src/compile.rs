//! Compiles `.java` files with the JDK's `javac`, once for each content.
//!
//! The classes go to a directory of the cache whose name is a hash of everything that matters: the
//! sources, the class path, and the compiler's version. `javac` writes into a fresh directory
//! beside it, which is renamed when it is complete; so a cached directory is always whole, and two
//! runs at once do no harm.

use std::path::{Path, PathBuf};
use std::process::Command;

use xxhash_rust::xxh3::Xxh3;

use crate::{Error, Jdk};

/// What `compile` gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compilation {
    /// The directory with the classes, to be put on the class path.
    pub classes: PathBuf,
    /// Warnings of the compiler; empty if the cache answered.
    pub warnings: String,
}

/// Compiles sources, or finds them compiled in the cache.
pub fn compile(jdk: &Jdk, sources: &[PathBuf], path: &[PathBuf]) -> Result<Compilation, Error> {
    let cache = cache_directory();
    compile_into(jdk, sources, path, &cache)
}

/// A directory with these classes, so that sources can be compiled against them. Made once, and
/// found again by what is in it.
pub fn class_directory(classes: &[(&str, &[u8])]) -> Result<PathBuf, Error> {
    let mut hash = Xxh3::new();
    for (name, bytes) in classes {
        hash.update(name.as_bytes());
        hash.update(bytes);
    }
    let cache = cache_directory();
    let directory = cache.join(format!("{:032x}", hash.digest128()));
    if directory.is_dir() {
        return Ok(directory);
    }
    let fresh = cache.join(format!("new-{}-{:x}", std::process::id(), fresh_number()));
    let unwritable = |error: std::io::Error| Error::Unreadable(fresh.clone(), error.to_string());
    for (name, bytes) in classes {
        let file = fresh.join(format!("{name}.class"));
        let parent = file.parent().unwrap_or(&fresh);
        std::fs::create_dir_all(parent).map_err(unwritable)?;
        std::fs::write(&file, bytes).map_err(unwritable)?;
    }
    if let Err(error) = std::fs::rename(&fresh, &directory) {
        let _ = std::fs::remove_dir_all(&fresh);
        if !directory.is_dir() {
            return Err(Error::Unreadable(directory, error.to_string()));
        }
    }
    Ok(directory)
}

/// Like [`compile`], with a cache directory of the caller's choice.
pub fn compile_into(
    jdk: &Jdk,
    sources: &[PathBuf],
    path: &[PathBuf],
    cache: &Path,
) -> Result<Compilation, Error> {
    let classes = cache.join(format!("{:032x}", content_hash(jdk, sources, path)?));
    if classes.is_dir() {
        return Ok(Compilation {
            classes,
            warnings: String::new(),
        });
    }
    let fresh = cache.join(format!("new-{}-{:x}", std::process::id(), fresh_number()));
    std::fs::create_dir_all(&fresh)
        .map_err(|error| Error::Unreadable(fresh.clone(), error.to_string()))?;
    let result = run_javac(jdk, sources, path, &fresh);
    let warnings = match result {
        Ok(warnings) => warnings,
        Err(error) => {
            let _ = std::fs::remove_dir_all(&fresh);
            return Err(error);
        }
    };
    if std::fs::rename(&fresh, &classes).is_err() {
        let _ = std::fs::remove_dir_all(&fresh);
        if !classes.is_dir() {
            return Err(Error::Unreadable(
                classes,
                "the cache can't be written".into(),
            ));
        }
    }
    Ok(Compilation { classes, warnings })
}

/// Runs the compiler; its warnings, or its complaint.
fn run_javac(
    jdk: &Jdk,
    sources: &[PathBuf],
    path: &[PathBuf],
    output: &Path,
) -> Result<String, Error> {
    let javac = jdk.javac();
    let mut command = Command::new(&javac);
    // A small heap and the serial collector halve the compiler's start-up on a small machine.
    command.args([
        "-J-XX:+UseSerialGC",
        "-J-XX:TieredStopAtLevel=1",
        "-J-Xshare:auto",
    ]);
    command
        .args(["-g", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(output);
    let joined = std::env::join_paths(path)
        .map_err(|error| Error::Compiler(format!("bad class path: {error}")))?;
    command.arg("-cp").arg(joined);
    command.args(sources);
    let result = command.output().map_err(|error| {
        Error::BadJdk(
            jdk.home().to_path_buf(),
            format!("javac can't be run ({error})"),
        )
    })?;
    let message = String::from_utf8_lossy(&result.stderr).into_owned();
    if result.status.success() {
        Ok(message)
    } else {
        Err(Error::Compiler(message))
    }
}

fn content_hash(jdk: &Jdk, sources: &[PathBuf], path: &[PathBuf]) -> Result<u128, Error> {
    let mut hash = Xxh3::new();
    let mut add = |bytes: &[u8]| {
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(jdk.version_text().as_bytes());
    add(jdk.home().as_os_str().as_encoded_bytes());
    for entry in path {
        add(entry.as_os_str().as_encoded_bytes());
        add(&modified(entry).to_le_bytes());
    }
    for source in sources {
        let text = std::fs::read(source)
            .map_err(|error| Error::Unreadable(source.clone(), error.to_string()))?;
        add(source.as_os_str().as_encoded_bytes());
        add(&text);
    }
    Ok(hash.digest128())
}

/// When a class-path entry last changed, so that a rebuilt jar is noticed.
fn modified(path: &Path) -> u64 {
    let time = std::fs::metadata(path).and_then(|data| data.modified());
    let since = time
        .ok()
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    since.map_or(0, |duration| duration.as_nanos() as u64)
}

fn fresh_number() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The directory for what can be made again.
fn cache_directory() -> PathBuf {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = match (given("XDG_CACHE_HOME"), given("HOME")) {
        (Some(cache), _) => PathBuf::from(cache),
        (None, Some(home)) => PathBuf::from(home).join(".cache"),
        (None, None) => std::env::temp_dir(),
    };
    let cache = base.join("heddle").join("classes");
    if std::fs::create_dir_all(&cache).is_ok() {
        cache
    } else {
        std::env::temp_dir().join("heddle").join("classes")
    }
}
