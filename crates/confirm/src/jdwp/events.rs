//! Events: how to ask for them, and how they come.

use crate::jdwp::commands::{Location, read_location, write_location};
use crate::jdwp::connection::{Connection, Stream};
use crate::jdwp::packet::{Reader, Writer};
use crate::jdwp::{Error, ObjectId, RequestId, ThreadId, TypeId};

/// The command by which a JVM tells of events.
pub(crate) const COMPOSITE: (u8, u8) = (64, 100);
const SET: (u8, u8) = (15, 1);
const CLEAR: (u8, u8) = (15, 2);

/// What may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A thread comes to a place.
    Breakpoint = 2,
    /// A thread throws.
    Exception = 4,
    /// A thread begins.
    ThreadStart = 6,
    /// A thread ends.
    ThreadDeath = 7,
    /// A class has its methods and is about to be used.
    ClassPrepare = 8,
}

/// Who is suspended when the event comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Policy {
    /// Nobody.
    Nobody = 0,
    /// The thread that it is about.
    Thread = 1,
    /// All threads.
    All = 2,
}

/// Which events count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// Those of this thread.
    Thread(ThreadId),
    /// Those at this place.
    At(Location),
    /// Those of the class with this name, as `java.util.List`.
    ClassNamed(String),
    /// Exceptions, whatever their class: caught ones, uncaught ones.
    Exceptions {
        /// Those that some method of the thread will catch.
        caught: bool,
        /// The others.
        uncaught: bool,
    },
}

/// What has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The JVM has started, with this thread for `main`.
    Started(ThreadId),
    /// A thread has come to a place that was asked for.
    Breakpoint(ThreadId, Location),
    /// A thread throws.
    Exception {
        /// Who.
        thread: ThreadId,
        /// Where.
        at: Location,
        /// What.
        exception: ObjectId,
        /// Where it will be caught, if it will.
        caught: Option<Location>,
    },
    /// A thread begins.
    ThreadStart(ThreadId),
    /// A thread ends.
    ThreadDeath(ThreadId),
    /// A class can be used; with the thread that loads it and its name as `Ljava/util/List;`.
    ClassPrepare(ThreadId, TypeId, String),
    /// The JVM ends.
    Death,
}

impl Event {
    /// The thread that it is about.
    pub fn thread(&self) -> Option<ThreadId> {
        match self {
            Event::Started(thread)
            | Event::Breakpoint(thread, _)
            | Event::Exception { thread, .. }
            | Event::ThreadStart(thread)
            | Event::ThreadDeath(thread)
            | Event::ClassPrepare(thread, ..) => Some(*thread),
            Event::Death => None,
        }
    }
}

/// Events that come together, of one thread at one place. The thread is suspended once for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composite {
    /// Who is suspended.
    pub policy: Policy,
    /// What was asked for, and what happened.
    pub events: Vec<(RequestId, Event)>,
}

/// Reads what a JVM tells.
pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Composite, Error> {
    let policy = match reader.byte()? {
        0 => Policy::Nobody,
        1 => Policy::Thread,
        _ => Policy::All,
    };
    let events = reader.list(|reader| {
        let kind = reader.byte()?;
        let request = RequestId(reader.int()?);
        Ok((request, read_event(kind, reader)?))
    })?;
    Ok(Composite { policy, events })
}

fn read_event(kind: u8, reader: &mut Reader<'_>) -> Result<Event, Error> {
    if kind == 99 {
        return Ok(Event::Death);
    }
    let thread = ThreadId(reader.object()?);
    Ok(match kind {
        90 => Event::Started(thread),
        2 => Event::Breakpoint(thread, read_location(reader)?),
        4 => {
            let at = read_location(reader)?;
            let _tag = reader.byte()?;
            let exception = ObjectId(reader.object()?);
            let caught = read_location(reader)?;
            Event::Exception {
                thread,
                at,
                exception,
                caught: Some(caught).filter(|it| it.class.0 != 0),
            }
        }
        6 => Event::ThreadStart(thread),
        7 => Event::ThreadDeath(thread),
        8 => {
            let _tag = reader.byte()?;
            let class = TypeId(reader.class()?);
            let name = reader.text()?;
            let _status = reader.int()?;
            Event::ClassPrepare(thread, class, name)
        }
        _ => return Err(Error::Malformed("an event that was not asked for")),
    })
}

fn write_modifier(writer: Writer, modifier: &Modifier) -> Writer {
    match modifier {
        Modifier::Thread(thread) => writer.byte(3).object(thread.0),
        Modifier::At(location) => write_location(writer.byte(7), location),
        Modifier::ClassNamed(name) => writer.byte(5).text(name),
        Modifier::Exceptions { caught, uncaught } => writer
            .byte(8)
            .class(0)
            .byte(u8::from(*caught))
            .byte(u8::from(*uncaught)),
    }
}

impl<S: Stream> Connection<S> {
    /// Asks for events.
    pub fn request(
        &mut self,
        kind: Kind,
        policy: Policy,
        modifiers: &[Modifier],
    ) -> Result<RequestId, Error> {
        let count = modifiers.len() as u32;
        let data = self.data().byte(kind as u8).byte(policy as u8).int(count);
        let data = modifiers.iter().fold(data, write_modifier);
        self.command(SET, data, |reader| Ok(RequestId(reader.int()?)))
    }

    /// Asks for these events no more.
    pub fn clear(&mut self, kind: Kind, request: RequestId) -> Result<(), Error> {
        let data = self.data().byte(kind as u8).int(request.0);
        self.command(CLEAR, data, |_| Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jdwp::MethodNumber;
    use crate::jdwp::packet::Widths;

    #[test]
    fn a_breakpoint_as_a_jvm_sends_it() {
        let mut bytes = vec![1, 0, 0, 0, 1, 2, 0, 0, 0, 7];
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 5]);
        bytes.extend([1, 0, 0, 0, 0, 0, 0, 0, 9]);
        bytes.extend([0, 0, 0x7f, 1, 2, 3, 4, 5]);
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 12]);
        let read = read(&mut Reader::new(Widths::USUAL, &bytes)).unwrap();
        let location = Location {
            tag: 1,
            class: TypeId(9),
            method: MethodNumber(0x7f01_0203_0405),
            index: 12,
        };
        assert_eq!(read.policy, Policy::Thread);
        let event = Event::Breakpoint(ThreadId(5), location);
        assert_eq!(read.events, [(RequestId(7), event)]);
    }

    #[test]
    fn an_uncaught_exception_has_no_place_where_it_is_caught() {
        let mut bytes = vec![0, 0, 0, 0, 1, 4, 0, 0, 0, 1];
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 5]);
        let place = [&[1][..], &[0, 0, 0, 0, 0, 0, 0, 9], &[0; 8], &[0; 8]].concat();
        bytes.extend(&place);
        bytes.push(b'L');
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 77]);
        bytes.extend([0; 25]);
        let read = read(&mut Reader::new(Widths::USUAL, &bytes)).unwrap();
        assert!(matches!(
            read.events[0].1,
            Event::Exception {
                exception: ObjectId(77),
                caught: None,
                ..
            }
        ));
    }

    #[test]
    fn a_cut_event_is_an_error() {
        let bytes = [1, 0, 0, 0, 1, 2, 0, 0, 0, 7, 0];
        assert!(read(&mut Reader::new(Widths::USUAL, &bytes)).is_err());
    }
}
