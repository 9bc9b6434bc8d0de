//! The class path of a project as its build tool lays it out.
//!
//! In: a directory, or the entries of a class path. Out: entries that the user need not type. Nothing
//! here starts a build: what was compiled is where the build tool puts it, and the libraries are those
//! that its last run of the tests has written down.

use std::fs;
use std::path::{Path, PathBuf};

/// What was found for a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Project {
    /// The class path.
    pub(crate) entries: Vec<PathBuf>,
    /// Where the libraries were found, for the user.
    pub(crate) libraries: String,
}

/// Where build tools put what they compile, tests first.
const MAVEN: [&str; 2] = ["target/test-classes", "target/classes"];
const GRADLE: [&str; 8] = [
    "build/classes/java/test",
    "build/classes/kotlin/test",
    "build/classes/scala/test",
    "build/resources/test",
    "build/classes/java/main",
    "build/classes/kotlin/main",
    "build/classes/scala/main",
    "build/resources/main",
];

/// Files into which a class path is commonly written.
const WRITTEN: [&str; 3] = [
    "target/classpath.txt",
    "target/classpath",
    "build/classpath.txt",
];

/// Properties under which Surefire writes the class path of tests into its reports.
const PROPERTIES: [&str; 2] = ["surefire.test.class.path", "java.class.path"];

/// The class path of the project in a directory, if there is one that was compiled.
pub(crate) fn find(directory: &Path) -> Option<Project> {
    let has = |names: &[&str]| names.iter().any(|it| directory.join(it).is_file());
    let layout: &[&str] = if has(&["pom.xml"]) {
        &MAVEN
    } else if has(&["build.gradle", "build.gradle.kts"]) {
        &GRADLE
    } else {
        return None;
    };
    let places = layout.iter().map(|it| directory.join(it));
    let mut entries: Vec<PathBuf> = places.filter(|it| it.is_dir()).collect();
    if entries.is_empty() {
        return None;
    }
    let (written, libraries) = libraries(directory);
    let real = |path: &Path| fs::canonicalize(path).ok();
    let own: Vec<Option<PathBuf>> = entries.iter().map(|it| real(it)).collect();
    entries.extend(
        written
            .into_iter()
            .filter(|it| it.exists() && !own.contains(&real(it))),
    );
    Some(Project { entries, libraries })
}

/// The libraries, and where they are written down.
fn libraries(directory: &Path) -> (Vec<PathBuf>, String) {
    for name in WRITTEN {
        if let Ok(text) = fs::read_to_string(directory.join(name)) {
            return (classpath::ClassPath::split(text.trim()), name.to_owned());
        }
    }
    let reports = directory.join("target/surefire-reports");
    let mut files = files(&reports, "xml");
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let found = PROPERTIES.iter().find_map(|it| property(&text, it));
        if let Some(path) = found {
            let entries = classpath::ClassPath::split(&path);
            return (entries, "target/surefire-reports".to_owned());
        }
    }
    let mut jars = Vec::new();
    for name in ["lib", "libs"] {
        jars.extend(self::files(&directory.join(name), "jar"));
    }
    jars.sort();
    match jars.is_empty() {
        true => (jars, String::new()),
        false => (jars, "lib".to_owned()),
    }
}

fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|it| it == extension))
        .collect()
}

/// The value of a property in a report of Surefire.
fn property(text: &str, name: &str) -> Option<String> {
    let start = text.find(&format!("<property name=\"{name}\" value=\""))?;
    let value = text[start..].split('"').nth(3)?;
    let value = value.replace("&quot;", "\"").replace("&amp;", "&");
    // A jar that only names others, which Surefire may start its JVM with, says nothing.
    let is_whole = value.contains("classes") || value.contains(':');
    is_whole.then_some(value)
}

/// Adds Jupiter's engine where the class path has its API alone: from beside the API's jar, or from
/// its place in a repository of Maven's.
pub(crate) fn add_engine(entries: &mut Vec<PathBuf>) {
    for (api, engine) in [
        ("junit-jupiter-api", "junit-jupiter-engine"),
        ("junit-platform-commons", "junit-platform-engine"),
    ] {
        let named = |name: &str| {
            let of = |it: &&PathBuf| version(it, name).is_some();
            entries.iter().find(of).cloned()
        };
        if named(engine).is_some() {
            continue;
        }
        let Some(jar) = named(api) else { continue };
        let version = version(&jar, api).expect("it was found by that");
        let file = format!("{engine}{version}.jar");
        let beside = jar.with_file_name(&file);
        let number = version.trim_start_matches('-');
        let repository = jar.ancestors().nth(3);
        let apart = repository.map(|it| it.join(engine).join(number).join(&file));
        let found = [Some(beside), apart].into_iter().flatten();
        entries.extend(found.into_iter().find(|it| it.is_file()));
    }
}

/// What follows an artifact's name in the name of its jar: `-5.9.2`, or nothing.
fn version(jar: &Path, artifact: &str) -> Option<String> {
    let name = jar.file_name()?.to_str()?.strip_suffix(".jar")?;
    let rest = name.strip_prefix(artifact)?;
    (rest.is_empty() || rest.starts_with('-')).then(|| rest.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_told_from_other_artifacts() {
        let of = |name: &str| version(Path::new(name), "junit-platform-engine");
        assert_eq!(
            of("a/junit-platform-engine-1.9.2.jar"),
            Some("-1.9.2".to_owned())
        );
        assert_eq!(of("a/junit-platform-engine.jar"), Some(String::new()));
        assert_eq!(of("a/junit-platform-engineering.jar"), None);
        assert_eq!(of("junit-platform-engine"), None);
    }

    #[test]
    fn reports_of_surefire_tell_the_class_path() {
        let text = "<properties>\n<property name=\"java.class.path\" value=\"/x/surefire.jar\"/>\n\
                    <property name=\"surefire.test.class.path\" value=\"/p/target/classes:/m/a&amp;b.jar\"/>";
        assert_eq!(property(text, "java.class.path"), None);
        let found = property(text, "surefire.test.class.path");
        assert_eq!(found.as_deref(), Some("/p/target/classes:/m/a&b.jar"));
    }
}
