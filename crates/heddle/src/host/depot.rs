//! Files for states that memory has no room for (`--store disk`).
//!
//! Each file loses its name as soon as it is open: what it holds is gone when the process ends, however
//! that happens, and nobody else can open it.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use explore::store::Depot;

use crate::exit::Failure;

/// Of the memory that a search may take, one part in so many is for sorting. States are sorted twice, and
/// half of what is left should do for all else.
const PART: u64 = 8;

/// Memory for sorting if there is no limit.
const USUAL: u64 = 256 << 20;

/// Files in this directory, or where temporary files go.
pub(crate) fn depot(directory: Option<&Path>, memory: Option<u64>) -> Result<Depot, Failure> {
    let directory = directory.map_or_else(std::env::temp_dir, Path::to_owned);
    // What can't be written is better known at once.
    open(&directory).map_err(|error| {
        let name = directory.display();
        Failure::input(format!("can't keep states in {name}: {error}"))
    })?;
    let bytes = memory.map_or(USUAL, |it| (it / PART).min(USUAL));
    Ok(Depot {
        open: Arc::new(move || Ok(Box::new(open(&directory)?))),
        room: usize::try_from(bytes / 4).unwrap_or(usize::MAX),
    })
}

/// A new file without a name.
fn open(directory: &Path) -> io::Result<File> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("heddle-states-{}-{number}", std::process::id());
        let path: PathBuf = directory.join(name);
        let mut options = OpenOptions::new();
        match options.read(true).write(true).create_new(true).open(&path) {
            Ok(file) => {
                std::fs::remove_file(&path)?;
                return Ok(file);
            }
            // Of a process that had the same number, and was killed at this moment.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
