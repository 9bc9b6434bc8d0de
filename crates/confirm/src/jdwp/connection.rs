//! A connection to a JVM: commands go out, answers and events come in.
//!
//! Events may come at any time, also before the answer to a command; they are kept until somebody asks for
//! the next one.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use crate::jdwp::Error;
use crate::jdwp::events::{self, Composite};
use crate::jdwp::packet::{self, Packet, Reader, Widths, Writer};

/// What both sides say first.
const GREETING: &[u8] = b"JDWP-Handshake";
/// A JVM that answers no command for so long does not answer any more.
const ANSWER: Duration = Duration::from_secs(5);

/// What the JVM talks on.
pub trait Stream: Read + Write {
    /// How long a read waits before it fails with `WouldBlock` or `TimedOut`.
    fn set_patience(&mut self, patience: Duration) -> std::io::Result<()>;
}

/// A connection.
pub struct Connection<S> {
    stream: S,
    pub(crate) widths: Widths,
    buffer: Vec<u8>,
    last_id: u32,
    events: VecDeque<Composite>,
}

impl<S: Stream> Connection<S> {
    /// Greets the JVM and learns how wide its numbers are.
    pub fn open(stream: S) -> Result<Connection<S>, Error> {
        let mut connection = Connection {
            stream,
            widths: Widths::USUAL,
            buffer: Vec::new(),
            last_id: 0,
            events: VecDeque::new(),
        };
        connection.send(GREETING)?;
        let until = Instant::now() + ANSWER;
        while connection.buffer.len() < GREETING.len() {
            connection.receive(until)?;
        }
        if !connection.buffer.starts_with(GREETING) {
            return Err(Error::Malformed("its first words"));
        }
        connection.buffer.drain(..GREETING.len());
        connection.widths = connection.id_sizes()?;
        Ok(connection)
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let sent = self.stream.write_all(bytes);
        sent.and_then(|()| self.stream.flush())
            .map_err(|error| match error.kind() {
                ErrorKind::BrokenPipe | ErrorKind::ConnectionReset => Error::Closed,
                _ => Error::Broken(error.to_string()),
            })
    }

    /// Reads some bytes; fails with [`Error::Late`] if none come in time.
    fn receive(&mut self, until: Instant) -> Result<(), Error> {
        let left = until.saturating_duration_since(Instant::now());
        // A patience of nothing would be one without end.
        let left = left.max(Duration::from_micros(100));
        self.stream
            .set_patience(left)
            .map_err(|error| Error::Broken(error.to_string()))?;
        let mut bytes = [0; 4096];
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(Error::Closed),
            Ok(count) => {
                self.buffer.extend(&bytes[..count]);
                Ok(())
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut => Err(Error::Late),
                ErrorKind::Interrupted => Ok(()),
                ErrorKind::ConnectionReset => Err(Error::Closed),
                _ => Err(Error::Broken(error.to_string())),
            },
        }
    }

    /// Begins the data of a command.
    pub(crate) fn data(&self) -> Writer {
        Writer::new(self.widths)
    }

    /// Sends a command and gives what `read` makes of the answer's data.
    pub(crate) fn command<T>(
        &mut self,
        (set, command): (u8, u8),
        data: Writer,
        read: impl FnOnce(&mut Reader<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.last_id = self.last_id.wrapping_add(1);
        let sent = self.last_id;
        self.send(&packet::command(sent, set, command, &data.bytes))?;
        let until = Instant::now() + ANSWER;
        loop {
            match packet::take(&mut self.buffer)? {
                Some(Packet::Reply { id, error, data }) if id == sent => {
                    return match error {
                        0 => read(&mut Reader::new(self.widths, &data)),
                        code => Err(Error::Refused(code)),
                    };
                }
                // The answer to a command that was given up.
                Some(Packet::Reply { .. }) => {}
                Some(Packet::Command { set, command, data }) => self.keep(set, command, &data)?,
                None => self.receive(until)?,
            }
        }
    }

    /// The next events, if there are some before this time.
    pub fn event(&mut self, until: Instant) -> Result<Option<Composite>, Error> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(Some(event));
            }
            match packet::take(&mut self.buffer)? {
                Some(Packet::Command { set, command, data }) => self.keep(set, command, &data)?,
                Some(Packet::Reply { .. }) => {}
                None => match self.receive(until) {
                    Ok(()) => {}
                    Err(Error::Late) => return Ok(None),
                    Err(error) => return Err(error),
                },
            }
        }
    }

    fn keep(&mut self, set: u8, command: u8, data: &[u8]) -> Result<(), Error> {
        if (set, command) == events::COMPOSITE {
            let event = events::read(&mut Reader::new(self.widths, data))?;
            self.events.push_back(event);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A JVM that says the same whatever it is asked.
    struct Recorded {
        said: std::io::Cursor<Vec<u8>>,
        heard: Vec<u8>,
    }

    impl Read for Recorded {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            // In small pieces, as a network may give them.
            let length = buffer.len().min(5);
            self.said.read(&mut buffer[..length])
        }
    }

    impl Write for Recorded {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.heard.extend(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Stream for Recorded {
        fn set_patience(&mut self, _: Duration) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn recorded(packets: &[&[u8]]) -> Recorded {
        Recorded {
            said: std::io::Cursor::new(packets.concat()),
            heard: Vec::new(),
        }
    }

    /// As OpenJDK 17 sends them: its start, and the widths of its numbers.
    const START: &[u8] = &[
        0, 0, 0, 29, 0, 0, 0, 0, 0, 64, 100, 2, 0, 0, 0, 1, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
    ];
    const SIZES: &[u8] = &[
        0, 0, 0, 31, 0, 0, 0, 1, 0x80, 0, 0, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0,
        0, 8,
    ];

    #[test]
    fn events_before_an_answer_are_kept() {
        let stream = recorded(&[GREETING, START, SIZES]);
        let mut connection = Connection::open(stream).unwrap();
        let heard = &connection.stream.heard;
        assert_eq!(heard[..14], *GREETING);
        assert_eq!(heard[14..], [0, 0, 0, 11, 0, 0, 0, 1, 0, 1, 7]);
        let event = connection.event(Instant::now()).unwrap().unwrap();
        assert_eq!(event.policy, events::Policy::All);
        let started = events::Event::Started(crate::jdwp::ThreadId(1));
        assert_eq!(event.events, [(crate::jdwp::RequestId(0), started)]);
        assert_eq!(connection.event(Instant::now()), Err(Error::Closed));
    }

    #[test]
    fn another_greeting_is_refused() {
        let stream = recorded(&[b"HTTP/1.1 400 Bad"]);
        assert!(matches!(
            Connection::open(stream).err(),
            Some(Error::Malformed(_))
        ));
    }

    #[test]
    fn nonsense_after_a_greeting_ends_in_an_error() {
        // A generator of Lehmer's: all that matters is that bytes differ.
        let mut number = 1u64;
        for _ in 0..200 {
            let mut noise = Vec::new();
            for _ in 0..60 {
                number = number * 48_271 % 2_147_483_647;
                // Short packets, so that their contents are looked at.
                noise.extend([0, 0, 0, 11 + (number % 40) as u8]);
                noise.extend((number as u32).to_be_bytes());
                noise.extend([0, 64, 100, 1, 0, 0, 0, (number >> 8) as u8 % 4]);
                noise.extend((number << 7).to_le_bytes());
            }
            let stream = recorded(&[GREETING, SIZES, &noise]);
            let Ok(mut connection) = Connection::open(stream) else {
                continue;
            };
            while let Ok(Some(_)) = connection.event(Instant::now()) {}
            assert!(connection.frames(crate::jdwp::ThreadId(1)).is_err());
        }
    }

    #[test]
    fn refusals_have_their_code() {
        let refusal = [0, 0, 0, 11, 0, 0, 0, 2, 0x80, 0, 10];
        let stream = recorded(&[GREETING, SIZES, &refusal]);
        let mut connection = Connection::open(stream).unwrap();
        let error = connection.resume(crate::jdwp::ThreadId(3)).unwrap_err();
        assert_eq!(error, Error::Refused(10));
        assert!(error.is_gone());
    }
}
