//! How a run of Heddle ends.

use std::process::ExitCode;

/// The exit codes of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The properties hold, or what was expected was found.
    Success,
    /// A property is violated, or something else than expected was found.
    Violated,
    /// The input or the flags are wrong.
    Input,
    /// Not everything was covered.
    Unknown,
    /// A bug in Heddle.
    Bug,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Success => 0,
            Exit::Violated => 1,
            Exit::Input => 2,
            Exit::Unknown => 3,
            Exit::Bug => 4,
        })
    }
}

/// Why there is no verdict: something is wrong with the input or the flags.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// What, and what to do about it.
    pub(crate) message: String,
    /// Whether nothing is wrong: a limit was reached before there was anything to search.
    pub(crate) is_limit: bool,
}

impl Failure {
    /// The input or the flags are wrong.
    pub(crate) fn input(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            is_limit: false,
        }
    }

    /// A limit was reached before there was anything to search.
    pub(crate) fn limit(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            is_limit: true,
        }
    }
}
