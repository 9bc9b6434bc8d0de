//! The text of source lines, for traces.
//!
//! In: where sources may be. Out: lines; an empty one where the source is not found. Each file is
//! looked for once.

use std::path::{Path, PathBuf};

use crate::settings::Target;

/// Source files found so far.
#[derive(Debug)]
pub(super) struct Sources {
    /// The files that were compiled.
    given: Vec<PathBuf>,
    /// Directories under which packages are directories.
    roots: Vec<PathBuf>,
    /// Lines of the files asked for, by package and file name.
    known: Vec<(String, Vec<String>)>,
}

/// Where builds keep sources, seen from the working directory.
const USUAL: [&str; 6] = [
    "src/main/java",
    "src/test/java",
    "src",
    "java",
    "app/src/main/java",
    ".",
];

impl Sources {
    pub(super) fn new(target: &Target) -> Sources {
        let mut roots = target.sourcepath.clone();
        roots.extend(classpath::source_roots(&target.sources));
        roots.extend(USUAL.iter().map(PathBuf::from));
        roots.extend(
            target
                .classpath
                .iter()
                .filter(|path| path.is_dir())
                .cloned(),
        );
        Sources {
            given: target.sources.clone(),
            roots,
            known: Vec::new(),
        }
    }

    /// A line (from 1) of the file in which a class is written.
    pub(super) fn line(&mut self, class: &str, file: &str, line: u32) -> String {
        if file.is_empty() || line == 0 {
            return String::new();
        }
        let package = class
            .rsplit_once('.')
            .map_or("", |(package, _)| package)
            .replace('.', "/");
        let key = format!("{package}/{file}");
        let index = self
            .known
            .iter()
            .position(|(known, _)| *known == key)
            .unwrap_or_else(|| {
                let lines = self.find(&package, file).unwrap_or_default();
                self.known.push((key, lines));
                self.known.len() - 1
            });
        self.known[index]
            .1
            .get(line as usize - 1)
            .cloned()
            .unwrap_or_default()
    }

    fn find(&self, package: &str, file: &str) -> Option<Vec<String>> {
        // Several given files may have the same name, in different packages.
        let named = |path: &&PathBuf| path.file_name().is_some_and(|name| name == file);
        let given: Vec<&PathBuf> = self.given.iter().filter(named).collect();
        let by_package = given.iter().find(|path| {
            path.parent()
                .is_some_and(|parent| parent.ends_with(package))
        });
        if let Some(path) = by_package.or(given.first()) {
            return read(path);
        }
        let inside = Path::new(package).join(file);
        self.roots.iter().find_map(|root| read(&root.join(&inside)))
    }
}

fn read(path: &Path) -> Option<Vec<String>> {
    let bytes = std::fs::read(path).ok()?;
    Some(
        String::from_utf8_lossy(&bytes)
            .lines()
            .map(str::to_owned)
            .collect(),
    )
}
