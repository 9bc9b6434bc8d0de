//! Compiles `.java` files with the JDK's `javac`, once for each content.
//!
//! The classes go to a directory of the cache whose name is a hash of everything that matters: the
//! sources, the class path, and the compiler's version. `javac` writes into a fresh directory
//! beside it, which is renamed when it is complete; so two runs at once do no harm. A file beside the
//! directory has a hash of all that is in it: classes that were damaged since are made again.
//!
//! Sources that don't compile alone are compiled with those they need beside them, where `javac` finds
//! them by the names of their classes, and with preview features if the compiler asks for that. Which
//! other sources there were is noted in the cache, so that a change of one of them is noticed.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

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

/// Compiles sources, or finds them compiled in the cache. The compiler is ended when `stop` says so.
pub fn compile(
    jdk: &Jdk,
    sources: &[PathBuf],
    path: &[PathBuf],
    stop: &dyn Fn() -> bool,
) -> Result<Compilation, Error> {
    let cache = cache_directory();
    compile_until(jdk, sources, path, &cache, stop)
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
    let is_whole = |(name, bytes): &(&str, &[u8])| {
        std::fs::read(directory.join(format!("{name}.class"))).is_ok_and(|found| found == *bytes)
    };
    if directory.is_dir() {
        if classes.iter().all(is_whole) {
            return Ok(directory);
        }
        let _ = std::fs::remove_dir_all(&directory);
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

/// Like [`compile`], with a cache directory of the caller's choice, and to the end.
pub fn compile_into(
    jdk: &Jdk,
    sources: &[PathBuf],
    path: &[PathBuf],
    cache: &Path,
) -> Result<Compilation, Error> {
    compile_until(jdk, sources, path, cache, &|| false)
}

fn compile_until(
    jdk: &Jdk,
    sources: &[PathBuf],
    path: &[PathBuf],
    cache: &Path,
    stop: &dyn Fn() -> bool,
) -> Result<Compilation, Error> {
    let key = content_hash(jdk, sources, path)?;
    let note = cache.join(format!("{key:032x}.sources"));
    let known = noted(&note);
    let mut classes = cache.join(named(key, &known));
    if classes.is_dir() {
        if std::fs::read_to_string(sum_of(&classes)).is_ok_and(|sum| sum == digest(&classes)) {
            return Ok(Compilation {
                classes,
                warnings: String::new(),
            });
        }
        let _ = std::fs::remove_dir_all(&classes);
    }
    let fresh = cache.join(format!("new-{}-{:x}", std::process::id(), fresh_number()));
    std::fs::create_dir_all(&fresh)
        .map_err(|error| Error::Unreadable(fresh.clone(), error.to_string()))?;
    let job = Job {
        jdk,
        sources,
        path,
        output: &fresh,
        stop,
    };
    let result = run_javac(&job);
    let warnings = match result {
        Ok(warnings) => warnings,
        Err(error) => {
            let _ = std::fs::remove_dir_all(&fresh);
            return Err(error);
        }
    };
    let others = found_beside(sources, &fresh);
    if others != known {
        let text: Vec<String> = others.iter().map(|it| it.display().to_string()).collect();
        if std::fs::write(&note, text.join("\n")).is_err() {
            return Err(Error::Unreadable(note, "the cache can't be written".into()));
        }
        classes = cache.join(named(key, &others));
    }
    // Without it the classes are made again the next time.
    let _ = std::fs::write(sum_of(&classes), digest(&fresh));
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

/// Where the hash of a directory's content is kept.
fn sum_of(directory: &Path) -> PathBuf {
    directory.with_extension("sum")
}

/// A hash of the names and contents of all files below a directory.
fn digest(directory: &Path) -> String {
    let mut files = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        let entries = std::fs::read_dir(directory.join(&below));
        for entry in entries.into_iter().flatten().flatten() {
            let path = below.join(entry.file_name());
            match entry.path().is_dir() {
                true => open.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort_unstable();
    let mut hash = Xxh3::new();
    for file in files {
        let bytes = std::fs::read(directory.join(&file)).unwrap_or_default();
        hash.update(file.as_os_str().as_encoded_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(&bytes);
    }
    format!("{:032x}", hash.digest128())
}

/// The name of the directory for classes of these sources and of others found beside them.
fn named(key: u128, others: &[PathBuf]) -> String {
    if others.is_empty() {
        return format!("{key:032x}");
    }
    let mut hash = Xxh3::new();
    hash.update(&key.to_le_bytes());
    for source in others {
        let text = std::fs::read(source).unwrap_or_default();
        hash.update(source.as_os_str().as_encoded_bytes());
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(&text);
    }
    format!("{:032x}", hash.digest128())
}

/// The other sources of the last compilation, if there were any.
fn noted(note: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(note).unwrap_or_default();
    text.lines().map(PathBuf::from).collect()
}

/// The sources that were compiled because others need them: each has the name of a class that is
/// there now.
fn found_beside(sources: &[PathBuf], classes: &Path) -> Vec<PathBuf> {
    let given: Vec<PathBuf> = sources
        .iter()
        .filter_map(|it| it.canonicalize().ok())
        .collect();
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        let entries = std::fs::read_dir(classes.join(&below));
        for entry in entries.into_iter().flatten().flatten() {
            let path = below.join(entry.file_name());
            if entry.path().is_dir() {
                open.push(path);
                continue;
            }
            let source = path.with_extension("java");
            let found_at = source_roots(sources)
                .into_iter()
                .map(|root| root.join(&source));
            let other = found_at.filter_map(|it| it.canonicalize().ok()).next();
            found.extend(other.filter(|it| !given.contains(it)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The directories in which the packages of the sources begin.
pub fn source_roots(sources: &[PathBuf]) -> Vec<PathBuf> {
    let mut roots = Vec::new();
    for source in sources {
        let text = std::fs::read_to_string(source).unwrap_or_default();
        let mut root = source.parent().map(Path::to_path_buf).unwrap_or_default();
        if root.as_os_str().is_empty() {
            root = PathBuf::from(".");
        }
        let Ok(root) = root.canonicalize() else {
            continue;
        };
        let package = package_of(&text).replace('.', "/");
        let mut above = root.as_path();
        if root.ends_with(&package) && !package.is_empty() {
            for _ in package.split('/') {
                above = above.parent().unwrap_or(above);
            }
        }
        if !roots.iter().any(|it| it == above) {
            roots.push(above.to_path_buf());
        }
    }
    roots
}

/// The package that a source declares: the first word of its code is `package` then.
fn package_of(text: &str) -> String {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let after = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|end| end + 2)
        } else {
            break;
        };
        rest = &rest[after.unwrap_or(rest.len())..];
    }
    let Some(name) = rest.strip_prefix("package") else {
        return String::new();
    };
    let name = name.split(';').next().unwrap_or_default();
    name.split_whitespace().collect()
}

/// What the compiler has to do.
struct Job<'a> {
    jdk: &'a Jdk,
    sources: &'a [PathBuf],
    path: &'a [PathBuf],
    output: &'a Path,
    stop: &'a dyn Fn() -> bool,
}

/// Time between two looks whether it is ready, or to stop.
const LOOK: Duration = Duration::from_millis(5);

/// Runs the compiler; its warnings, or its complaint. What does not compile is tried again with
/// what the compiler may have lacked.
fn run_javac(job: &Job<'_>) -> Result<String, Error> {
    let mut options = Vec::new();
    let mut result = call_javac(job, &options);
    if matches!(&result, Err(Error::Compiler(_))) {
        let roots = std::env::join_paths(source_roots(job.sources));
        if let Ok(roots) = roots.map(|it| it.to_string_lossy().into_owned()) {
            options.extend(["-sourcepath".to_owned(), roots]);
            result = call_javac(job, &options);
        }
    }
    if matches!(&result, Err(Error::Compiler(message)) if message.contains("--enable-preview")) {
        let version = job.jdk.version().to_string();
        options.extend([
            "--enable-preview".to_owned(),
            "--release".to_owned(),
            version,
        ]);
        result = call_javac(job, &options);
    }
    result
}

fn call_javac(job: &Job<'_>, options: &[String]) -> Result<String, Error> {
    let javac = job.jdk.javac();
    let mut command = Command::new(&javac);
    // A small heap and the serial collector halve the compiler's start-up on a small machine.
    command.args([
        "-J-XX:+UseSerialGC",
        "-J-XX:TieredStopAtLevel=1",
        "-J-Xshare:auto",
    ]);
    command
        .args(["-g", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(job.output);
    let joined = std::env::join_paths(job.path)
        .map_err(|error| Error::Compiler(format!("bad class path: {error}")))?;
    command.arg("-cp").arg(joined);
    command.args(options).args(job.sources);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let failed = |error: std::io::Error| {
        Error::BadJdk(
            job.jdk.home().to_path_buf(),
            format!("javac can't be run ({error})"),
        )
    };
    let mut javac = command.stderr(Stdio::piped()).spawn().map_err(failed)?;
    let complaints = javac.stderr.take();
    // Read beside, or the compiler would wait for it.
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut complaints) = complaints {
            let _ = complaints.read_to_end(&mut text);
        }
        text
    });
    let status = loop {
        if let Some(status) = javac.try_wait().map_err(failed)? {
            break status;
        }
        if (job.stop)() {
            let _ = javac.kill();
            let _ = javac.wait();
            return Err(Error::Stopped);
        }
        std::thread::sleep(LOOK);
    };
    let message = reader.join().unwrap_or_default();
    let message = String::from_utf8_lossy(&message).into_owned();
    if status.success() {
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
        if source.exists() && !source.is_file() {
            let reason = "it is not a file".to_owned();
            return Err(Error::Unreadable(source.clone(), reason));
        }
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
