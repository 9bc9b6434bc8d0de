//! The text of source lines, for traces.
//!
//! In: where sources may be. Out: lines; an empty one where the source is not found. Each file is
//! looked for once.

use std::path::{Path, PathBuf};

use crate::settings::Target;

/// Source files found so far.
#[derive(Debug)]
pub(crate) struct Sources {
    /// The files that were compiled.
    given: Vec<PathBuf>,
    /// Directories under which packages are directories.
    roots: Vec<PathBuf>,
    /// The files asked for, by package and file name; none where it was not found.
    known: Vec<(String, Option<Source>)>,
}

/// A source file.
#[derive(Debug)]
struct Source {
    path: PathBuf,
    lines: Vec<String>,
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
        let lines = self.source(class, file).map(|it| &it.lines);
        let text = lines.and_then(|it| it.get((line as usize).checked_sub(1)?));
        text.cloned().unwrap_or_default()
    }

    /// The path of the file in which a class is written, with `/` between its parts; empty if it was not
    /// found.
    pub(super) fn path(&mut self, class: &str, file: &str) -> String {
        let path = self.source(class, file).map(|it| written(&it.path));
        path.unwrap_or_default()
    }

    /// The files that were asked for and found: their paths and texts.
    pub(super) fn texts(&self) -> Vec<(String, String)> {
        let found = self.known.iter().filter_map(|(_, source)| source.as_ref());
        found
            .map(|it| (written(&it.path), it.lines.join("\n")))
            .collect()
    }

    fn source(&mut self, class: &str, file: &str) -> Option<&Source> {
        if file.is_empty() {
            return None;
        }
        let package = class
            .rsplit_once('.')
            .map_or("", |(package, _)| package)
            .replace('.', "/");
        let key = format!("{package}/{file}");
        let known = self.known.iter().position(|(known, _)| *known == key);
        let index = known.unwrap_or_else(|| {
            let source = self.find(&package, file);
            self.known.push((key, source));
            self.known.len() - 1
        });
        self.known[index].1.as_ref()
    }

    fn find(&self, package: &str, file: &str) -> Option<Source> {
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

impl debug::Sources for Sources {
    fn line(&mut self, class: &str, file: &str, line: u32) -> String {
        Sources::line(self, class, file, line)
    }

    fn path(&mut self, class: &str, file: &str) -> Option<String> {
        let path = &self.source(class, file)?.path;
        Some(std::path::absolute(path).ok()?.display().to_string())
    }
}

fn read(path: &Path) -> Option<Source> {
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    Some(Source {
        path: path.to_owned(),
        lines: text.lines().map(str::to_owned).collect(),
    })
}

fn written(path: &Path) -> String {
    let parts = path.strip_prefix(".").unwrap_or(path).to_string_lossy();
    match std::path::MAIN_SEPARATOR {
        '/' => parts.into_owned(),
        other => parts.replace(other, "/"),
    }
}
