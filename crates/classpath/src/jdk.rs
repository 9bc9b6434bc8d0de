//! The JDK: where it is, which version it is, and the classes in its `lib/modules`.
//!
//! A class is looked for in `java.base` first. Any other package is found by asking the image for
//! the name in each module; the answer is remembered by package. That costs microseconds, where an
//! index of the whole image would cost milliseconds at every start.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::RwLock;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use jimage_rs::JImage;

use crate::Error;

/// An installed JDK.
#[derive(Debug)]
pub struct Jdk {
    home: PathBuf,
    version: u32,
    version_text: String,
    modules: Vec<String>,
    image: JImage,
    packages: RwLock<HashMap<Box<str>, usize, FixedState>>,
}

impl Jdk {
    /// The JDK at `explicit` if given, else at `JAVA_HOME`, else that of `javac` or `java` on the
    /// `PATH`.
    pub fn find(explicit: Option<&Path>) -> Result<Jdk, Error> {
        if let Some(home) = explicit {
            return Jdk::open(home);
        }
        if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            return Jdk::open(Path::new(&home));
        }
        for tool in ["javac", "java"] {
            if let Some(home) = home_of_tool(tool) {
                return Jdk::open(&home);
            }
        }
        Err(Error::NoJdk(
            "JAVA_HOME is not set, and neither javac nor java is on the PATH".into(),
        ))
    }

    /// JDKs in the places where packages of Linux distributions put them, oldest version first, one
    /// of each version. For tests, which run on several.
    pub fn installed() -> Vec<Jdk> {
        let entries = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten();
        let homes = entries.flatten().map(|entry| entry.path());
        let mut jdks: Vec<Jdk> = homes.filter_map(|home| Jdk::open(&home).ok()).collect();
        jdks.sort_by(|one, other| (one.version, &one.home).cmp(&(other.version, &other.home)));
        jdks.dedup_by_key(|jdk| jdk.version);
        jdks
    }

    /// The JDK with this home directory.
    pub fn open(home: &Path) -> Result<Jdk, Error> {
        let bad = |reason: String| Error::BadJdk(home.to_path_buf(), reason);
        let home = home
            .canonicalize()
            .map_err(|error| bad(error.to_string()))?;
        let release = std::fs::read_to_string(home.join("release"))
            .map_err(|error| bad(format!("its file `release` can't be read ({error})")))?;
        let version_text = release_value(&release, "JAVA_VERSION")
            .ok_or_else(|| bad("its file `release` names no JAVA_VERSION".into()))?
            .to_owned();
        let version = feature_version(&version_text)
            .ok_or_else(|| bad(format!("JAVA_VERSION `{version_text}` is not a version")))?;
        let image = JImage::open(home.join("lib").join("modules"))
            .map_err(|error| bad(format!("its lib/modules can't be read ({error})")))?;
        if let Some(fault) = crate::image::fault(image.raw().as_slice()) {
            return Err(bad(format!("its lib/modules can't be read: {fault}")));
        }
        let modules = match release_value(&release, "MODULES") {
            Some(list) => list.split_whitespace().map(str::to_owned).collect(),
            None => modules_of(&image),
        };
        let packages = RwLock::new(HashMap::with_hasher(FixedState::default()));
        let jdk = Jdk {
            home,
            version,
            version_text,
            modules,
            image,
            packages,
        };
        if jdk.file("java/lang/Object.class").is_none() {
            return Err(bad("its lib/modules lacks java.lang.Object".into()));
        }
        Ok(jdk)
    }

    /// The feature version: 17, 21, 25.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The whole version, such as `17.0.15`.
    pub fn version_text(&self) -> &str {
        &self.version_text
    }

    /// The home directory.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The `javac` of this JDK.
    pub fn javac(&self) -> PathBuf {
        self.home
            .join("bin")
            .join(if cfg!(windows) { "javac.exe" } else { "javac" })
    }

    /// The bytes of a file in the image, such as `java/lang/Object.class`.
    pub fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        if let Some(bytes) = self.in_module("java.base", name) {
            return Some(bytes);
        }
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        let known = self
            .packages
            .read()
            .expect("no holder panics")
            .get(package)
            .copied();
        if let Some(module) = known
            && let Some(bytes) = self.in_module(&self.modules[module], name)
        {
            return Some(bytes);
        }
        for (index, module) in self.modules.iter().enumerate() {
            if let Some(bytes) = self.in_module(module, name) {
                self.packages
                    .write()
                    .expect("no holder panics")
                    .insert(package.into(), index);
                return Some(bytes);
            }
        }
        None
    }

    /// The names of all modules.
    pub fn modules(&self) -> &[String] {
        &self.modules
    }

    /// The module that holds this class (internal name), if the JDK has it.
    pub fn module_of(&self, class: &str) -> Option<&str> {
        let name = format!("{class}.class");
        if self.in_module("java.base", &name).is_some() {
            return Some("java.base");
        }
        self.modules
            .iter()
            .find(|module| self.in_module(module, &name).is_some())
            .map(String::as_str)
    }

    /// Internal names of all classes of one module, sorted.
    pub fn classes_of_module(&self, module: &str) -> Vec<String> {
        let mut names: Vec<String> = self
            .image
            .resource_names_iter()
            .filter_map(Result::ok)
            .filter(|name| name.module == module && name.extension == "class")
            .filter(|name| name.base != "module-info")
            .map(|name| format!("{}/{}", name.parent, name.base))
            .collect();
        names.sort_unstable();
        names
    }

    fn in_module(&self, module: &str, name: &str) -> Option<Cow<'_, [u8]>> {
        let mut path = String::with_capacity(module.len() + name.len() + 2);
        path.push('/');
        path.push_str(module);
        path.push('/');
        path.push_str(name);
        self.image.find_resource(&path).ok().flatten()
    }
}

/// The home of the JDK that a tool on the `PATH` belongs to.
fn home_of_tool(tool: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .filter_map(|directory| directory.join(tool).canonicalize().ok())
        .filter_map(|file| Some(file.parent()?.parent()?.to_path_buf()))
        .find(|home| home.join("lib").join("modules").is_file())
}

/// The value of `key="value"` in a `release` file.
fn release_value<'a>(release: &'a str, key: &str) -> Option<&'a str> {
    release.lines().find_map(|line| {
        let value = line.strip_prefix(key)?.strip_prefix('=')?;
        Some(value.trim().trim_matches('"'))
    })
}

/// `17` of `17.0.15`, `8` of `1.8.0_401`, `26` of `26-ea`.
fn feature_version(text: &str) -> Option<u32> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    match numbers.next()?.ok()? {
        1 => numbers.next()?.ok(),
        version => Some(version),
    }
}

/// Modules of an image whose `release` file does not list them.
fn modules_of(image: &JImage) -> Vec<String> {
    let mut modules: Vec<String> = image
        .resource_names_iter()
        .filter_map(Result::ok)
        .map(|name| name.module.into_owned())
        .collect();
    modules.sort_unstable();
    modules.dedup();
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_in_all_spellings() {
        assert_eq!(feature_version("17.0.15"), Some(17));
        assert_eq!(feature_version("1.8.0_401"), Some(8));
        assert_eq!(feature_version("26-ea"), Some(26));
        assert_eq!(feature_version("x"), None);
    }

    #[test]
    fn release_values_are_unquoted() {
        let release = "JAVA_VERSION=\"21.0.1\"\nMODULES=\"java.base java.xml\"\n";
        assert_eq!(release_value(release, "JAVA_VERSION"), Some("21.0.1"));
        assert_eq!(
            release_value(release, "MODULES"),
            Some("java.base java.xml")
        );
        assert_eq!(release_value(release, "JAVA"), None);
    }

    #[test]
    fn the_installed_jdk_is_found_and_read() {
        let jdk = Jdk::find(None).unwrap();
        assert!(jdk.version() >= 17);
        assert!(
            jdk.file("java/lang/Object.class")
                .unwrap()
                .starts_with(b"\xca\xfe\xba\xbe")
        );
        assert!(jdk.file("java/util/logging/Logger.class").is_some());
        assert!(jdk.file("no/such/Thing.class").is_none());
        assert_eq!(
            jdk.module_of("java/util/logging/Logger"),
            Some("java.logging")
        );
    }

    #[test]
    fn a_directory_without_a_jdk_is_refused_with_advice() {
        let error = Jdk::open(&std::env::temp_dir()).unwrap_err();
        assert!(error.to_string().contains("--jdk"), "{error}");
    }
}
