//! Stepping through a run: forwards, backwards, and off its way.
//!
//! In: a program at its start and a schedule. Out: a [`Session`], which can be moved and looked at; and two
//! ways to talk with one: words and keys in a terminal ([`console`]), and the protocol that editors speak
//! with debuggers ([`dap`]).
//!
//! The room reads no files and opens no connections: it is given what it reads from and writes to.

pub mod console;
pub mod dap;
pub mod session;

pub use session::{Session, Stop};

/// The sources of the program, wherever they are.
pub trait Sources {
    /// The text of a line (from 1) of the file in which a class is written; empty if it is not found.
    fn line(&mut self, class: &str, file: &str, line: u32) -> String;

    /// The absolute path of that file, if it is found.
    fn path(&mut self, class: &str, file: &str) -> Option<String>;
}
