//! A jar: an index of its entries, read once, and their bytes on demand.
//!
//! In a multi-release jar the entry of the highest version not above the JDK's hides the others,
//! so that the names in the index are plain class-path names. Sizes are taken from what was
//! actually inflated, bounded by what the directory promises, so that a damaged or hostile jar
//! costs an error and not the memory.

use std::io::Read;
use std::path::{Path, PathBuf};

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};

use crate::Error;
use crate::manifest::Manifest;

/// No class file and no sensible resource is larger.
const LARGEST_ENTRY: u64 = 1 << 28;

/// An open jar.
pub struct Jar {
    path: PathBuf,
    archive: ZipSliceArchive<Vec<u8>>,
    entries: HashMap<Box<str>, Entry, FixedState>,
    manifest: Manifest,
}

#[derive(Clone, Copy)]
struct Entry {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    size: u64,
    /// The multi-release version; 0 outside `META-INF/versions`.
    version: u32,
}

impl std::fmt::Debug for Jar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jar")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl Jar {
    /// Opens a jar as a JDK of feature version `version` sees it.
    pub fn open(path: &Path, version: u32) -> Result<Jar, Error> {
        let bytes = std::fs::read(path)
            .map_err(|error| Error::Unreadable(path.to_path_buf(), error.to_string()))?;
        let bad = |error: rawzip::Error| Error::BadJar(path.to_path_buf(), error.to_string());
        let archive = ZipArchive::from_slice(bytes).map_err(bad)?;
        let mut entries = HashMap::with_hasher(FixedState::default());
        let mut directory = archive.entries();
        while let Some(record) = directory.next_entry().map_err(bad)? {
            let path = record.file_path();
            let Ok(name) = std::str::from_utf8(path.as_bytes()) else {
                continue;
            };
            if name.ends_with('/') {
                continue;
            }
            let entry = Entry {
                place: record.wayfinder(),
                method: record.compression_method(),
                size: record.uncompressed_size_hint(),
                version: 0,
            };
            entries.insert(name.into(), entry);
        }
        let mut jar = Jar {
            path: path.to_path_buf(),
            archive,
            entries,
            manifest: Manifest::default(),
        };
        if let Some(text) = jar.file("META-INF/MANIFEST.MF")? {
            jar.manifest = Manifest::parse(&String::from_utf8_lossy(&text));
        }
        if jar.manifest.multi_release {
            jar.apply_versions(version);
        }
        Ok(jar)
    }

    /// Puts the versioned entries in the place of the plain ones.
    fn apply_versions(&mut self, limit: u32) {
        let mut versioned: Vec<(u32, Box<str>, Entry)> = Vec::new();
        for (name, entry) in &self.entries {
            let Some(rest) = name.strip_prefix("META-INF/versions/") else {
                continue;
            };
            let Some((version, plain)) = rest.split_once('/') else {
                continue;
            };
            let Ok(version) = version.parse::<u32>() else {
                continue;
            };
            if (9..=limit).contains(&version) && !plain.starts_with("META-INF/") {
                versioned.push((version, plain.into(), Entry { version, ..*entry }));
            }
        }
        for (version, name, entry) in versioned {
            let newest = self
                .entries
                .get(&name)
                .is_none_or(|old| old.version < version);
            if newest {
                self.entries.insert(name, entry);
            }
        }
    }

    /// The bytes of an entry, if there is one of this name.
    pub fn file(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(entry) = self.entries.get(name) else {
            return Ok(None);
        };
        let bad = |reason: String| Error::BadJar(self.path.clone(), format!("{name}: {reason}"));
        if entry.size > LARGEST_ENTRY {
            return Err(bad(format!("{} bytes are too many", entry.size)));
        }
        let local = self
            .archive
            .get_entry(entry.place)
            .map_err(|error| bad(error.to_string()))?;
        let mut bytes = Vec::new();
        let limit = entry.size + 1;
        let read = match entry.method {
            CompressionMethod::STORE => local
                .verifying_reader(local.data())
                .take(limit)
                .read_to_end(&mut bytes),
            CompressionMethod::DEFLATE => {
                let inflate = flate2::bufread::DeflateDecoder::new(local.data());
                local
                    .verifying_reader(inflate)
                    .take(limit)
                    .read_to_end(&mut bytes)
            }
            other => {
                return Err(bad(format!(
                    "compression method {other:?} is not supported"
                )));
            }
        };
        read.map_err(|error| bad(error.to_string()))?;
        Ok(Some(bytes))
    }

    /// The class that `java -jar` would run, in internal form.
    pub fn main_class(&self) -> Option<String> {
        self.manifest
            .main_class
            .as_ref()
            .map(|name| name.replace('.', "/"))
    }

    /// The jars and directories that the manifest adds to the class path.
    pub fn class_path(&self) -> Vec<PathBuf> {
        let base = self.path.parent().unwrap_or(Path::new(""));
        let local = |entry: &&String| !entry.contains(':');
        self.manifest
            .class_path
            .iter()
            .filter(local)
            .map(|entry| base.join(entry))
            .collect()
    }

    /// Where the jar is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Internal names of all classes, sorted.
    pub fn classes(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .entries
            .keys()
            .filter(|name| !name.starts_with("META-INF/"))
            .filter_map(|name| name.strip_suffix(".class"))
            .filter(|name| *name != "module-info" && !name.ends_with("/module-info"))
            .map(str::to_owned)
            .collect();
        names.sort_unstable();
        names
    }
}
