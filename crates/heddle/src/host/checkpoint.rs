//! Checkpoints on disk: a search that was interrupted goes on where it was.
//!
//! A checkpoint is one file, `DIR/checkpoint`: a line that says what it is, a line of JSON with what it
//! belongs to and what was learned, the codes of all transitions (see `explore`'s journal), and a hash
//! of all that. It is written under another name, flushed to the disk and renamed, so a run that is
//! killed at any moment leaves a whole one. What is damaged, or belongs to another check, is refused.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use explore::{Checkpoint, Keeper};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::exit::Failure;
use crate::host::output;
use crate::settings::Settings;

const MAGIC: &[u8] = b"heddle checkpoint 1\n";

/// The time between two checkpoints if none is given.
const EVERY: Duration = Duration::from_secs(120);

/// What the flags say about checkpoints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checkpoints {
    directory: PathBuf,
    every: Duration,
    resumes: bool,
}

/// What stands before the codes.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    /// The check it belongs to.
    check: String,
    knowledge: Vec<String>,
    transitions: u64,
    cyclic: bool,
}

impl Checkpoints {
    /// None if the flags ask for none.
    pub(crate) fn new(
        directory: Option<PathBuf>,
        every: Option<Duration>,
        resumes: bool,
    ) -> Result<Option<Checkpoints>, Failure> {
        match directory {
            Some(directory) => Ok(Some(Checkpoints {
                directory,
                every: every.unwrap_or(EVERY),
                resumes,
            })),
            None if resumes => Err(Failure::input("--resume goes with --checkpoint DIR")),
            None if every.is_some() => Err(Failure::input(
                "--checkpoint-every goes with --checkpoint DIR",
            )),
            None => Ok(None),
        }
    }

    /// Who writes the checkpoints of this check, and where it goes on. `classes` are the user's, with
    /// their hashes.
    pub(crate) fn keeper(
        &self,
        settings: &Settings,
        classes: &[(String, u64)],
    ) -> Result<Keeper, Failure> {
        let path = self.directory.join("checkpoint");
        let check = identity(settings, classes);
        let from = match self.resumes {
            true => Some(Arc::new(read(&path, &check)?)),
            false => None,
        };
        let unwritable = |error: std::io::Error| {
            Failure::input(format!("can't write {}: {error}", path.display()))
        };
        std::fs::create_dir_all(&self.directory).map_err(unwritable)?;
        if !self.resumes {
            write(&path, &check, &Checkpoint::default()).map_err(unwritable)?;
        }
        let keep = move |checkpoint: &Checkpoint| {
            if let Err(error) = write(&path, &check, checkpoint) {
                // The one before is still there.
                output::complain(&format!("can't write {}: {error}", path.display()));
            }
        };
        Ok(Keeper {
            every: self.every,
            keep: Arc::new(keep),
            from,
        })
    }
}

/// What makes two checks explore the same states in the same order.
fn identity(settings: &Settings, classes: &[(String, u64)]) -> String {
    let target = &settings.target;
    let machine = machine::Options {
        // How much is remembered changes nothing.
        remembered_bytes: 0,
        ..settings.machine
    };
    let properties: Vec<&str> = settings.selection.kinds().map(|it| it.name()).collect();
    let text = format!(
        "{} {:?} {:?} {machine:?} {properties:?} {} {:?} {:?} {classes:?}",
        env!("CARGO_PKG_VERSION"),
        target.main,
        target.arguments,
        settings.plan.all,
        settings.plan.limits.states,
        settings.plan.limits.depth,
    );
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

fn write(path: &Path, check: &str, checkpoint: &Checkpoint) -> std::io::Result<()> {
    let header = Header {
        check: check.to_owned(),
        knowledge: checkpoint.knowledge.clone(),
        transitions: checkpoint.transitions,
        cyclic: checkpoint.cyclic,
    };
    let mut bytes = MAGIC.to_vec();
    serde_json::to_writer(&mut bytes, &header)?;
    bytes.push(b'\n');
    let codes = checkpoint.codes.iter().flat_map(|code| code.to_le_bytes());
    bytes.extend(codes);
    bytes.extend_from_slice(&xxh3_64(&bytes).to_le_bytes());
    let fresh = path.with_extension("new");
    let mut file = std::fs::File::create(&fresh)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&fresh, path)
}

fn read(path: &Path, check: &str) -> Result<Checkpoint, Failure> {
    let bytes = std::fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::input(format!(
            "there is no checkpoint in {}; begin without --resume",
            path.parent().unwrap_or(path).display()
        )),
        _ => Failure::input(format!("can't read {}: {error}", path.display())),
    })?;
    let (header, checkpoint) = understand(&bytes).ok_or_else(|| {
        Failure::input(format!(
            "the checkpoint {} is damaged; begin without --resume",
            path.display()
        ))
    })?;
    if header.check != check {
        return Err(Failure::input(format!(
            "the checkpoint {} is of another check: the program, its arguments, the options or \
             Heddle have changed",
            path.display()
        )));
    }
    Ok(checkpoint)
}

/// The parts of a checkpoint; `None` if it is not whole.
fn understand(bytes: &[u8]) -> Option<(Header, Checkpoint)> {
    let (content, hash) = bytes.split_last_chunk::<8>()?;
    if xxh3_64(content).to_le_bytes() != *hash {
        return None;
    }
    let rest = content.strip_prefix(MAGIC)?;
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let header: Header = serde_json::from_slice(&rest[..end]).ok()?;
    let (codes, odd) = rest[end + 1..].as_chunks::<8>();
    let checkpoint = Checkpoint {
        knowledge: header.knowledge.clone(),
        codes: codes.iter().map(|code| u64::from_le_bytes(*code)).collect(),
        transitions: header.transitions,
        cyclic: header.cyclic,
    };
    (odd.is_empty() && checkpoint.is_sound()).then_some((header, checkpoint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_seen() {
        let directory = std::env::temp_dir().join(format!("heddle-test-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let path = directory.join("checkpoint");
        let checkpoint = Checkpoint {
            knowledge: vec!["ends".to_owned(), "field a/B.c".to_owned()],
            codes: vec![1, u64::MAX, 7],
            transitions: 70,
            cyclic: true,
        };
        write(&path, "x", &checkpoint).unwrap();
        assert_eq!(read(&path, "x").unwrap(), checkpoint);
        assert!(
            read(&path, "y")
                .unwrap_err()
                .message
                .contains("another check")
        );
        let whole = std::fs::read(&path).unwrap();
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            assert!(understand(&damaged).is_none(), "{place}");
            assert!(understand(&whole[..place]).is_none(), "{place}");
        }
        std::fs::remove_dir_all(&directory).unwrap();
        assert!(
            read(&path, "x")
                .unwrap_err()
                .message
                .contains("no checkpoint")
        );
    }
}
