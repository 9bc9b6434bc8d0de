//! A client of the Java Debug Wire Protocol, as far as holding threads needs it.
//!
//! In: a stream that a JVM talks on. Out: typed commands and events. It knows nothing of schedules or of
//! Heddle, and opens nothing.
//!
//! The protocol is that of the Java Platform Debugger Architecture: packets with a length, a number and
//! either a command or an error code; both sides may send commands, and the JVM sends events in that way
//! (`jdwp/packet.rs`, `jdwp/events.rs`). All that comes from the stream is checked: a JVM that talks nonsense
//! gives an [`Error`], never a panic.

mod commands;
mod connection;
mod events;
mod packet;

pub use commands::{Class, Frame, Location, Method, Status};
pub use connection::{Connection, Stream};
pub use events::{Composite, Event, Kind, Modifier, Policy};

/// The number of a thread in a JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u64);

/// The number of a class in a JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u64);

/// The number of a method in its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodNumber(pub u64);

/// The number of an object in a JVM; 0 is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u64);

/// The number of a request for events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

/// Why a command has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The JVM has closed the connection.
    Closed,
    /// The connection is broken; how.
    Broken(String),
    /// What came is no packet of the protocol; what was wrong with it.
    Malformed(&'static str),
    /// The JVM refuses the command, with this code of the protocol.
    Refused(u16),
    /// There was no answer in time.
    Late,
}

impl Error {
    /// The codes that say that a thread, or another object, is no more.
    pub fn is_gone(&self) -> bool {
        // INVALID_THREAD, THREAD_NOT_ALIVE, INVALID_OBJECT.
        matches!(self, Error::Refused(10 | 15 | 20))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Closed => f.write_str("the JVM has ended"),
            Error::Broken(how) => write!(f, "the connection to the JVM is broken: {how}"),
            Error::Malformed(what) => write!(f, "the JVM sent something odd: {what}"),
            Error::Refused(code) => {
                write!(
                    f,
                    "the JVM refuses a command of its debug interface (error {code})"
                )
            }
            Error::Late => f.write_str("the JVM does not answer"),
        }
    }
}

impl std::error::Error for Error {}
