//! What Heddle has to do with the machine it runs on: files, the terminal, signals, time and memory.

pub(crate) mod checkpoint;
pub(crate) mod depot;
pub(crate) mod given;
pub(crate) mod guard;
pub(crate) mod jvm;
pub(crate) mod output;
pub(crate) mod process;
pub(crate) mod progress;
pub(crate) mod project;
pub(crate) mod record;
