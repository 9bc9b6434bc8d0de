//! Packets as bytes.
//!
//! All numbers are big-endian. Numbers of threads, classes and so on have the widths that the JVM has said
//! ([`Widths`]); until it has, 8 bytes, which every 64-bit JVM uses.

use crate::jdwp::Error;

/// The length of a packet's head.
pub(crate) const HEAD: usize = 11;
/// No packet that is asked for here comes near this.
const LONGEST: usize = 64 << 20;
const REPLY: u8 = 0x80;

/// How many bytes numbers of several sorts have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Widths {
    pub(crate) method: usize,
    pub(crate) object: usize,
    pub(crate) class: usize,
    pub(crate) frame: usize,
}

impl Widths {
    pub(crate) const USUAL: Widths = Widths {
        method: 8,
        object: 8,
        class: 8,
        frame: 8,
    };
}

/// A packet that has come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Packet {
    /// What the JVM wants us to know.
    Command { set: u8, command: u8, data: Vec<u8> },
    /// The answer to the command of this number.
    Reply { id: u32, error: u16, data: Vec<u8> },
}

/// A command as bytes.
pub(crate) fn command(id: u32, set: u8, command: u8, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + data.len());
    let length = u32::try_from(HEAD + data.len()).unwrap_or(u32::MAX);
    bytes.extend(length.to_be_bytes());
    bytes.extend(id.to_be_bytes());
    bytes.extend([0, set, command]);
    bytes.extend(data);
    bytes
}

/// Takes the first packet off a buffer; `None` if it is not whole yet.
pub(crate) fn take(buffer: &mut Vec<u8>) -> Result<Option<Packet>, Error> {
    let Some(head) = buffer.first_chunk::<HEAD>() else {
        return Ok(None);
    };
    let [l0, l1, l2, l3, i0, i1, i2, i3, flags, first, second] = *head;
    let length = u32::from_be_bytes([l0, l1, l2, l3]) as usize;
    if !(HEAD..=LONGEST).contains(&length) {
        return Err(Error::Malformed("a packet of an impossible length"));
    }
    if buffer.len() < length {
        return Ok(None);
    }
    let data = buffer[HEAD..length].to_vec();
    buffer.drain(..length);
    Ok(Some(match flags & REPLY {
        0 => Packet::Command {
            set: first,
            command: second,
            data,
        },
        _ => Packet::Reply {
            id: u32::from_be_bytes([i0, i1, i2, i3]),
            error: u16::from_be_bytes([first, second]),
            data,
        },
    }))
}

/// Puts the data of a command together.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    widths: Widths,
    pub(crate) bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn new(widths: Widths) -> Writer {
        Writer {
            widths,
            bytes: Vec::new(),
        }
    }

    pub(crate) fn byte(mut self, value: u8) -> Writer {
        self.bytes.push(value);
        self
    }

    pub(crate) fn int(mut self, value: u32) -> Writer {
        self.bytes.extend(value.to_be_bytes());
        self
    }

    pub(crate) fn long(mut self, value: u64) -> Writer {
        self.bytes.extend(value.to_be_bytes());
        self
    }

    pub(crate) fn text(mut self, text: &str) -> Writer {
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        self.bytes.extend(length.to_be_bytes());
        self.bytes.extend(text.as_bytes());
        self
    }

    pub(crate) fn object(self, id: u64) -> Writer {
        let width = self.widths.object;
        self.number(id, width)
    }

    pub(crate) fn class(self, id: u64) -> Writer {
        let width = self.widths.class;
        self.number(id, width)
    }

    pub(crate) fn method(self, id: u64) -> Writer {
        let width = self.widths.method;
        self.number(id, width)
    }

    pub(crate) fn frame(self, id: u64) -> Writer {
        let width = self.widths.frame;
        self.number(id, width)
    }

    fn number(mut self, id: u64, width: usize) -> Writer {
        self.bytes.extend(&id.to_be_bytes()[8 - width.min(8)..]);
        self
    }
}

/// Takes the data of a packet apart.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    widths: Widths,
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(widths: Widths, bytes: &'a [u8]) -> Reader<'a> {
        Reader { widths, bytes }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let (taken, rest) = self
            .bytes
            .split_at_checked(length)
            .ok_or(Error::Malformed("a packet that ends too early"))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn number(&mut self, width: usize) -> Result<u64, Error> {
        let bytes = self.take(width)?;
        Ok(bytes
            .iter()
            .fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Error> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn int(&mut self) -> Result<u32, Error> {
        Ok(self.number(4)? as u32)
    }

    pub(crate) fn long(&mut self) -> Result<u64, Error> {
        self.number(8)
    }

    pub(crate) fn text(&mut self) -> Result<String, Error> {
        let length = self.int()? as usize;
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    pub(crate) fn object(&mut self) -> Result<u64, Error> {
        self.number(self.widths.object)
    }

    pub(crate) fn class(&mut self) -> Result<u64, Error> {
        self.number(self.widths.class)
    }

    pub(crate) fn method(&mut self) -> Result<u64, Error> {
        self.number(self.widths.method)
    }

    pub(crate) fn frame(&mut self) -> Result<u64, Error> {
        self.number(self.widths.frame)
    }

    /// As many things as the next number says.
    pub(crate) fn list<T>(
        &mut self,
        mut one: impl FnMut(&mut Reader<'a>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let count = self.int()?;
        (0..count).map(|_| one(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_its_length_number_and_name() {
        let bytes = command(7, 1, 7, &[9]);
        assert_eq!(bytes, [0, 0, 0, 12, 0, 0, 0, 7, 0, 1, 7, 9]);
    }

    #[test]
    fn packets_are_taken_when_they_are_whole() {
        // The answer of a JVM to IDSizes (five times 8), and the head of what follows.
        let mut all = vec![0, 0, 0, 31, 0, 0, 0, 1, 0x80, 0, 0];
        all.extend([0, 0, 0, 8].repeat(5));
        all.extend([0, 0, 0, 54]);
        let mut buffer = all[..20].to_vec();
        assert_eq!(take(&mut buffer), Ok(None));
        let mut buffer = all.clone();
        let Ok(Some(Packet::Reply { id, error, data })) = take(&mut buffer) else {
            panic!("a reply");
        };
        assert_eq!((id, error, data.len()), (1, 0, 20));
        assert_eq!(buffer, [0, 0, 0, 54]);
        assert_eq!(take(&mut buffer), Ok(None));
    }

    #[test]
    fn nonsense_is_no_packet() {
        for length in [0u32, 10, u32::MAX] {
            let mut buffer = length.to_be_bytes().to_vec();
            buffer.extend([0; 7]);
            assert!(take(&mut buffer).is_err(), "{length}");
        }
        let mut reader = Reader::new(Widths::USUAL, &[0, 0, 0, 9, b'a']);
        assert!(reader.text().is_err());
        let mut reader = Reader::new(Widths::USUAL, &[0xff, 0xff, 0xff, 0xff]);
        assert!(reader.list(Reader::byte).is_err());
    }
}
