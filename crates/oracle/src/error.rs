//! What can go wrong when programs are run on a JVM.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a batch of programs gave no outcomes.
#[derive(Debug)]
pub enum Error {
    /// A file could not be written or read.
    File {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A tool of the JDK could not be started.
    Tool {
        /// `javac` or `java`.
        tool: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The compiler refused the programs.
    Compile {
        /// What it printed.
        messages: String,
    },
    /// The runs did not end as they should.
    Harness {
        /// What is wrong, and what the JVM printed.
        message: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::File { path, cause } => write!(f, "{}: {cause}", path.display()),
            Error::Tool { tool, cause } => write!(f, "can't run {}: {cause}", tool.display()),
            Error::Compile { messages } => write!(f, "javac refused the programs:\n{messages}"),
            Error::Harness { message } => write!(f, "the runs failed: {message}"),
        }
    }
}

impl std::error::Error for Error {}
