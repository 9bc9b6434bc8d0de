//! The class path: an ordered list of directories and jars, with the JDK behind them.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::{Error, Jar, Jdk};

/// Where classes come from.
#[derive(Debug)]
pub struct ClassPath {
    entries: Vec<Entry>,
    jdk: Option<Jdk>,
}

#[derive(Debug)]
enum Entry {
    Directory { path: PathBuf, is_library: bool },
    Jar { jar: Jar, is_library: bool },
}

/// The bytes of a class.
#[derive(Debug)]
pub struct Found<'a> {
    /// The class file, not looked at beyond its first four bytes.
    pub bytes: Cow<'a, [u8]>,
    /// Whether it belongs to the JDK or to Heddle, and not to the user.
    pub is_library: bool,
}

impl ClassPath {
    /// A class path of directories and jars, in this order, before the JDK. An entry that ends in
    /// `*` means all jars of that directory. Entries that do not exist are passed over, as `java`
    /// does.
    pub fn new(entries: &[PathBuf], jdk: Option<Jdk>) -> Result<ClassPath, Error> {
        let mut classes = ClassPath {
            entries: Vec::new(),
            jdk,
        };
        for entry in entries {
            classes.add(entry, false)?;
        }
        Ok(classes)
    }

    /// A class path without a JDK: nothing is found but what is defined later.
    pub fn empty() -> ClassPath {
        ClassPath {
            entries: Vec::new(),
            jdk: None,
        }
    }

    /// Splits a class path as it is written on a command line (`:` or `;` by platform).
    pub fn split(text: &str) -> Vec<PathBuf> {
        std::env::split_paths(text)
            .filter(|path| !path.as_os_str().is_empty())
            .collect()
    }

    /// Appends a directory or jar. Classes of a library entry count as Heddle's own.
    pub fn add(&mut self, path: &Path, is_library: bool) -> Result<(), Error> {
        if path.file_name().is_some_and(|name| name == "*") {
            for jar in jars_in(path.parent().unwrap_or(Path::new("")))? {
                self.add(&jar, is_library)?;
            }
            return Ok(());
        }
        if path.is_dir() {
            self.entries.push(Entry::Directory {
                path: path.to_path_buf(),
                is_library,
            });
        } else if path.exists() && !path.is_file() {
            // Reading a pipe may take for ever.
            let reason = "it is neither a directory nor a file".to_owned();
            return Err(Error::Unreadable(path.to_path_buf(), reason));
        } else if path.exists() && !self.has_jar(path) {
            let jar = Jar::open(path, self.jdk.as_ref().map_or(8, Jdk::version))?;
            let more = jar.class_path();
            self.entries.push(Entry::Jar { jar, is_library });
            for path in more {
                self.add(&path, is_library)?;
            }
        }
        Ok(())
    }

    fn has_jar(&self, path: &Path) -> bool {
        self.entries
            .iter()
            .any(|entry| matches!(entry, Entry::Jar { jar, .. } if jar.path() == path))
    }

    /// The JDK behind the entries.
    pub fn jdk(&self) -> Option<&Jdk> {
        self.jdk.as_ref()
    }

    /// Finds a class by its internal name, such as `java/lang/Object`. Classes of `java.*`
    /// packages come from the JDK alone.
    pub fn find(&self, name: &str) -> Result<Option<Found<'_>>, Error> {
        let file = format!("{name}.class");
        let jdk_only = name.starts_with("java/");
        if !jdk_only && let Some(found) = self.find_in_entries(&file)? {
            return Ok(Some(found));
        }
        let found = self.jdk.as_ref().and_then(|jdk| jdk.file(&file));
        Ok(found.map(|bytes| Found {
            bytes,
            is_library: true,
        }))
    }

    fn find_in_entries(&self, file: &str) -> Result<Option<Found<'_>>, Error> {
        for entry in &self.entries {
            let (bytes, is_library, origin) = match entry {
                Entry::Directory { path, is_library } => {
                    (read_below(path, file)?, *is_library, path.join(file))
                }
                Entry::Jar { jar, is_library } => {
                    (jar.file(file)?, *is_library, jar.path().join(file))
                }
            };
            if let Some(bytes) = bytes {
                if !bytes.starts_with(b"\xca\xfe\xba\xbe") {
                    return Err(Error::NotAClass(
                        origin,
                        "it does not start with CAFEBABE".into(),
                    ));
                }
                return Ok(Some(Found {
                    bytes: bytes.into(),
                    is_library,
                }));
            }
        }
        Ok(None)
    }

    /// The bytes of a resource, such as `messages.properties` or `META-INF/services/a.B`.
    pub fn resource(&self, name: &str) -> Option<Vec<u8>> {
        self.resource_from(name, 0).map(|(_, bytes)| bytes)
    }

    /// The same from the first entry that has it, from that of this number on; with its number. The JDK
    /// comes after all entries.
    pub fn resource_from(&self, name: &str, first: usize) -> Option<(usize, Vec<u8>)> {
        for (index, entry) in self.entries.iter().enumerate().skip(first) {
            let bytes = match entry {
                Entry::Directory { path, .. } => read_below(path, name).ok().flatten(),
                Entry::Jar { jar, .. } => jar.file(name).ok().flatten(),
            };
            if let Some(bytes) = bytes {
                return Some((index, bytes));
            }
        }
        if first > self.entries.len() {
            return None;
        }
        let found = self.jdk.as_ref()?.file(name).map(Cow::into_owned);
        found.map(|bytes| (self.entries.len(), bytes))
    }

    /// How many entries there are beside the JDK.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Internal names of all classes of the user's entries, sorted, each once.
    pub fn classes(&self) -> Vec<String> {
        let mut names = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Directory {
                    path,
                    is_library: false,
                } => {
                    names.extend(classes_in_directory(path));
                }
                Entry::Jar {
                    jar,
                    is_library: false,
                } => names.extend(jar.classes()),
                Entry::Directory { .. } | Entry::Jar { .. } => {}
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The same of directories alone: what the user compiled, not what it is used with.
    pub fn classes_of_directories(&self) -> Vec<String> {
        let directories = self.entries.iter().filter_map(|entry| match entry {
            Entry::Directory {
                path,
                is_library: false,
            } => Some(classes_in_directory(path)),
            Entry::Directory { .. } | Entry::Jar { .. } => None,
        });
        let mut names: Vec<String> = directories.flatten().collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The `Main-Class` of the first jar that has one, in internal form.
    pub fn main_class(&self) -> Option<String> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Jar {
                jar,
                is_library: false,
            } => jar.main_class(),
            Entry::Directory { .. } | Entry::Jar { .. } => None,
        })
    }
}

/// Reads a file below a directory; `None` if there is none. Names that would leave the directory
/// are not found.
fn read_below(directory: &Path, name: &str) -> Result<Option<Vec<u8>>, Error> {
    if name
        .split('/')
        .any(|part| part.is_empty() || part == "." || part == "..")
    {
        return Ok(None);
    }
    let path = directory.join(name);
    if !path.is_file() {
        return Ok(None);
    }
    match std::fs::read(&path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) => Err(Error::Unreadable(path, error.to_string())),
    }
}

/// Internal names of all classes below a directory, unsorted.
fn classes_in_directory(root: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut pending = vec![(root.to_path_buf(), String::new())];
    while let Some((directory, prefix)) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&directory) else {
            continue;
        };
        for entry in entries.filter_map(Result::ok) {
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let Ok(file_type) = entry.file_type() else {
                continue;
            };
            if file_type.is_dir() {
                pending.push((entry.path(), format!("{prefix}{name}/")));
            } else if let Some(class) = name.strip_suffix(".class")
                && class != "module-info"
            {
                names.push(format!("{prefix}{class}"));
            }
        }
    }
    names
}

/// All jars directly in a directory, sorted.
fn jars_in(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = std::fs::read_dir(directory)
        .map_err(|error| Error::Unreadable(directory.to_path_buf(), error.to_string()))?;
    let mut jars: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("jar"))
        })
        .collect();
    jars.sort_unstable();
    Ok(jars)
}
