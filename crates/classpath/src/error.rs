//! What can go wrong while reading input, each with a message that says what to do about it.

use std::fmt;
use std::path::PathBuf;

/// Why input could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No JDK was found; what was tried.
    NoJdk(String),
    /// A directory that was named as a JDK is none; the reason.
    BadJdk(PathBuf, String),
    /// A class-path entry or source file does not exist or can't be read; the reason.
    Unreadable(PathBuf, String),
    /// A jar that is damaged; the reason.
    BadJar(PathBuf, String),
    /// A file that should be a class file and is not; the reason.
    NotAClass(PathBuf, String),
    /// `javac` refused the sources; its message.
    Compiler(String),
    /// Somebody asked to stop while `javac` was at work.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoJdk(tried) => write!(
                f,
                "no JDK found ({tried}); install a JDK 17 or later, set JAVA_HOME, or give --jdk"
            ),
            Error::BadJdk(path, reason) => {
                write!(
                    f,
                    "{} is not a usable JDK: {reason}; give --jdk the home of a JDK 17 or later",
                    path.display()
                )
            }
            Error::Unreadable(path, reason) => {
                write!(f, "can't read {}: {reason}", path.display())
            }
            Error::BadJar(path, reason) => {
                write!(
                    f,
                    "{} is not a usable jar: {reason}; build it again",
                    path.display()
                )
            }
            Error::NotAClass(path, reason) => {
                write!(f, "{} is not a class file: {reason}", path.display())
            }
            Error::Stopped => f.write_str("stopped while javac was at work"),
            Error::Compiler(message) => write!(f, "javac failed:\n{}", message.trim_end()),
        }
    }
}

impl std::error::Error for Error {}
