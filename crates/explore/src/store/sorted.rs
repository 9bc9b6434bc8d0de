//! States outside of memory: sorted runs of records.
//!
//! In: records of words, in any order. Out: the same in order, however many there are. What does not
//! fit into the room in memory is written in sorted runs, which are read again side by side. This room
//! opens no files: whoever can gives a [`Depot`].
//!
//! A record is written as its length, a checksum and its words. One that does not have its checksum is an
//! error and not a state.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

/// Something to write to and to read from.
pub trait Spool: Read + Write + Seek + Send {}

impl<T: Read + Write + Seek + Send> Spool for T {}

/// Opens something empty to write to.
pub type Opener = Arc<dyn Fn() -> io::Result<Box<dyn Spool>> + Send + Sync>;

/// Where states go that memory has no room for.
#[derive(Clone)]
pub struct Depot {
    /// Opens a spool; what it holds is gone when it is dropped.
    pub open: Opener,
    /// Words that are sorted in memory.
    pub room: usize,
}

impl fmt::Debug for Depot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depot = f.debug_struct("Depot");
        { depot }.field("room", &self.room).finish_non_exhaustive()
    }
}

/// Runs that are read side by side at most; more are made one first.
const MOST_RUNS: usize = 64;

/// The longest record that is believed.
const LONGEST: u32 = 1 << 24;

/// Writes records one after the other.
pub(crate) struct Writer {
    spool: BufWriter<Box<dyn Spool>>,
    count: u64,
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn new(depot: &Depot) -> io::Result<Writer> {
        Ok(Writer {
            spool: BufWriter::with_capacity(BUFFER, (depot.open)()?),
            count: 0,
            bytes: Vec::new(),
        })
    }

    pub(crate) fn push(&mut self, record: &[u32]) -> io::Result<()> {
        self.bytes.clear();
        let words = record.iter().flat_map(|word| word.to_le_bytes());
        self.bytes.extend(words);
        let check = xxh3_64(&self.bytes) as u32;
        self.spool.write_all(&(record.len() as u32).to_le_bytes())?;
        self.spool.write_all(&check.to_le_bytes())?;
        self.spool.write_all(&self.bytes)?;
        self.count += 1;
        Ok(())
    }

    pub(crate) fn finish(self) -> io::Result<Run> {
        let spool = self.spool.into_inner().map_err(|it| it.into_error())?;
        Ok(Run {
            spool,
            count: self.count,
        })
    }
}

/// Bytes that are written or read at once.
const BUFFER: usize = 1 << 16;

/// Records that have been written.
pub(crate) struct Run {
    spool: Box<dyn Spool>,
    count: u64,
}

impl Run {
    pub(crate) fn len(&self) -> u64 {
        self.count
    }

    pub(crate) fn read(mut self) -> io::Result<Reader> {
        self.spool.seek(SeekFrom::Start(0))?;
        Ok(Reader {
            spool: BufReader::with_capacity(BUFFER, self.spool),
            count: self.count,
            left: self.count,
            bytes: Vec::new(),
        })
    }
}

/// Reads records in the order in which they were written.
pub(crate) struct Reader {
    spool: BufReader<Box<dyn Spool>>,
    count: u64,
    left: u64,
    bytes: Vec<u8>,
}

impl Reader {
    /// Reads the next record, if there is one.
    pub(crate) fn next(&mut self, record: &mut Vec<u32>) -> io::Result<bool> {
        record.clear();
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        let (length, check) = (self.word()?, self.word()?);
        if length > LONGEST {
            return Err(damaged());
        }
        self.bytes.resize(length as usize * 4, 0);
        self.spool.read_exact(&mut self.bytes)?;
        if xxh3_64(&self.bytes) as u32 != check {
            return Err(damaged());
        }
        let words = self.bytes.chunks_exact(4);
        record.extend(words.map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])));
        Ok(true)
    }

    fn word(&mut self) -> io::Result<u32> {
        let mut bytes = [0; 4];
        self.spool.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// To the first record again.
    pub(crate) fn rewind(&mut self) -> io::Result<()> {
        self.spool.rewind()?;
        self.left = self.count;
        Ok(())
    }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "states were damaged there")
}

/// Sorts records.
pub(crate) struct Sorter<'a> {
    depot: &'a Depot,
    words: Vec<u32>,
    /// Where each record in memory begins and ends.
    places: Vec<(usize, usize)>,
    runs: Vec<Run>,
}

impl<'a> Sorter<'a> {
    pub(crate) fn new(depot: &'a Depot) -> Sorter<'a> {
        Sorter {
            depot,
            words: Vec::new(),
            places: Vec::new(),
            runs: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, parts: &[&[u32]]) -> io::Result<()> {
        let begin = self.words.len();
        parts
            .iter()
            .for_each(|part| self.words.extend_from_slice(part));
        self.places.push((begin, self.words.len()));
        // A place takes as much as four words.
        if self.words.len() + 4 * self.places.len() >= self.depot.room {
            self.spill()?;
        }
        Ok(())
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * 4 + self.places.capacity() * size_of::<(usize, usize)>()
    }

    fn sort(&mut self) {
        let words = &self.words;
        self.places
            .sort_unstable_by(|a, b| words[a.0..a.1].cmp(&words[b.0..b.1]));
    }

    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut writer = Writer::new(self.depot)?;
        for (begin, end) in self.places.drain(..) {
            writer.push(&self.words[begin..end])?;
        }
        self.words.clear();
        self.runs.push(writer.finish()?);
        if self.runs.len() >= MOST_RUNS {
            let mut merge = Sorted::of_runs(std::mem::take(&mut self.runs))?;
            let mut writer = Writer::new(self.depot)?;
            let mut record = Vec::new();
            while merge.next(&mut record)? {
                writer.push(&record)?;
            }
            self.runs.push(writer.finish()?);
        }
        Ok(())
    }

    /// All of them, in order.
    pub(crate) fn sorted(mut self) -> io::Result<Sorted> {
        if self.runs.is_empty() {
            self.sort();
            return Ok(Sorted::Memory {
                words: self.words,
                places: self.places.into_iter(),
            });
        }
        if !self.places.is_empty() {
            self.spill()?;
        }
        Sorted::of_runs(self.runs)
    }
}

/// Records in order.
pub(crate) enum Sorted {
    Memory {
        words: Vec<u32>,
        places: std::vec::IntoIter<(usize, usize)>,
    },
    Runs {
        readers: Vec<Reader>,
        /// The next record of each reader that has one.
        heads: BinaryHeap<Reverse<(Vec<u32>, usize)>>,
    },
}

impl Sorted {
    fn of_runs(runs: Vec<Run>) -> io::Result<Sorted> {
        let readers: io::Result<Vec<Reader>> = runs.into_iter().map(Run::read).collect();
        let mut readers = readers?;
        let mut heads = BinaryHeap::new();
        for (index, reader) in readers.iter_mut().enumerate() {
            let mut record = Vec::new();
            if reader.next(&mut record)? {
                heads.push(Reverse((record, index)));
            }
        }
        Ok(Sorted::Runs { readers, heads })
    }

    /// Reads the next record, if there is one.
    pub(crate) fn next(&mut self, record: &mut Vec<u32>) -> io::Result<bool> {
        match self {
            Sorted::Memory { words, places } => {
                record.clear();
                let Some((begin, end)) = places.next() else {
                    return Ok(false);
                };
                record.extend_from_slice(&words[begin..end]);
                Ok(true)
            }
            Sorted::Runs { readers, heads } => {
                let Some(Reverse((mut head, index))) = heads.pop() else {
                    record.clear();
                    return Ok(false);
                };
                std::mem::swap(record, &mut head);
                if readers[index].next(&mut head)? {
                    heads.push(Reverse((head, index)));
                }
                Ok(true)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::depot;
    use std::io::Cursor;

    fn sorted(room: usize, records: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let depot = depot(room);
        let mut sorter = Sorter::new(&depot);
        for record in records {
            sorter.push(&[record]).unwrap();
        }
        let mut sorted = sorter.sorted().unwrap();
        let (mut all, mut record) = (Vec::new(), Vec::new());
        while sorted.next(&mut record).unwrap() {
            all.push(record.clone());
        }
        all
    }

    #[test]
    fn records_come_in_order_however_little_room_there_is() {
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 24
        };
        let records: Vec<Vec<u32>> = (0..1000)
            .map(|_| (0..random() % 5).map(|_| random() % 7).collect())
            .collect();
        let mut expected = records.clone();
        expected.sort();
        // One run for each record, so that runs become one on the way; some runs; none.
        for room in [1, 700, 1 << 20] {
            assert_eq!(sorted(room, &records), expected, "{room}");
        }
    }

    #[test]
    fn damaged_records_are_errors() {
        let written = {
            let depot = depot(1);
            let mut writer = Writer::new(&depot).unwrap();
            writer.push(&[1, 2, 3]).unwrap();
            let mut spool = writer.finish().unwrap().spool;
            let mut bytes = Vec::new();
            spool.rewind().unwrap();
            spool.read_to_end(&mut bytes).unwrap();
            bytes
        };
        let read = |bytes: Vec<u8>| {
            let run = Run {
                spool: Box::new(Cursor::new(bytes)),
                count: 1,
            };
            run.read().unwrap().next(&mut Vec::new())
        };
        assert!(read(written.clone()).unwrap());
        for place in 0..written.len() {
            let mut changed = written.clone();
            changed[place] ^= 0x80;
            assert!(read(changed).is_err(), "byte {place}");
            assert!(read(written[..place].to_vec()).is_err(), "cut at {place}");
        }
    }
}
