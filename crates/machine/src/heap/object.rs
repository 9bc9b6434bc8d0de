//! One object: its header and its words.

use program::{ClassId, Kind};

use super::{SHARED, STATE_FLAGS};
use crate::time::clock::Stamp;

/// What an object's data words mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One word a field, kinds by the class.
    Fields,
    /// The static fields of the class; `length` is the class's initialisation state.
    Statics,
    /// An array, packed.
    Array(Kind),
}

/// One object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its class (for static storage: whose).
    pub class: ClassId,
    /// Elements of an array; initialisation state of static storage.
    pub length: u32,
    /// Owner and depth of its monitor, see `monitor.rs`.
    pub monitor: u32,
    /// The identity hash code, 0 if nobody asked yet.
    pub hash: u32,
    /// What the words mean.
    pub layout: Layout,
    /// `SHARED`, `LEAKED`, `FROZEN`, `DIRTY`, `BASE`.
    pub flags: u8,
    /// Fields or packed elements.
    pub data: Box<[u64]>,
    /// The slots or elements that hold numbers from a clock, in order; `None` for none.
    pub stamps: Option<Box<Vec<(u32, Stamp)>>>,
}

impl Object {
    /// Whether another thread may reach it.
    pub fn is_shared(&self) -> bool {
        self.flags & SHARED != 0
    }

    /// Whether it holds the same as `other` as far as states are concerned.
    pub fn same_state(&self, other: &Object) -> bool {
        self.class == other.class
            && self.length == other.length
            && self.monitor == other.monitor
            && self.hash == other.hash
            && self.flags & STATE_FLAGS == other.flags & STATE_FLAGS
            && self.data == other.data
            && self.stamps == other.stamps
    }

    /// Calls `f` with each slot or element that holds a number from a clock.
    pub(crate) fn each_stamp(&self, mut f: impl FnMut(usize, Stamp)) {
        for (slot, stamp) in self.stamps.iter().flat_map(|stamps| stamps.iter()) {
            f(*slot as usize, *stamp);
        }
    }

    /// What is known of the number in a slot or element.
    pub(crate) fn stamp(&self, slot: usize) -> Option<Stamp> {
        let stamps = self.stamps.as_ref()?;
        let place = stamps
            .binary_search_by_key(&(slot as u32), |it| it.0)
            .ok()?;
        Some(stamps[place].1)
    }

    /// Sets what is known of the number in a slot or element.
    pub(crate) fn set_stamp(&mut self, slot: usize, stamp: Option<Stamp>) {
        let mut stamps = self.stamps.take().unwrap_or_default();
        let place = stamps.binary_search_by_key(&(slot as u32), |it| it.0);
        match (place, stamp) {
            (Ok(place), Some(stamp)) => stamps[place].1 = stamp,
            (Ok(place), None) => {
                stamps.remove(place);
            }
            (Err(place), Some(stamp)) => stamps.insert(place, (slot as u32, stamp)),
            (Err(_), None) => {}
        }
        self.stamps = (!stamps.is_empty()).then_some(stamps);
    }

    /// Takes all stamps off.
    pub(crate) fn take_stamps(&mut self) -> Vec<(u32, Stamp)> {
        self.stamps.take().map_or_else(Vec::new, |it| *it)
    }

    /// All fields or elements as register words.
    pub fn words(&self) -> Vec<u64> {
        match self.layout {
            Layout::Array(kind) => (0..self.length as usize)
                .map(|index| self.element(kind, index))
                .collect(),
            Layout::Fields | Layout::Statics => self.data.to_vec(),
        }
    }

    /// An array element as a register word.
    pub fn element(&self, kind: Kind, index: usize) -> u64 {
        match kind {
            Kind::Boolean | Kind::Byte => {
                let byte = (self.data[index >> 3] >> ((index & 7) * 8)) as i8;
                i64::from(byte) as u64
            }
            Kind::Char => (self.data[index >> 2] >> ((index & 3) * 16)) & 0xffff,
            Kind::Short => {
                let short = (self.data[index >> 2] >> ((index & 3) * 16)) as i16;
                i64::from(short) as u64
            }
            Kind::Int => {
                let int = (self.data[index >> 1] >> ((index & 1) * 32)) as i32;
                i64::from(int) as u64
            }
            Kind::Float | Kind::Reference => {
                (self.data[index >> 1] >> ((index & 1) * 32)) & 0xffff_ffff
            }
            Kind::Long | Kind::Double => self.data[index],
        }
    }

    /// Stores a register word into an array element.
    pub fn set_element(&mut self, kind: Kind, index: usize, word: u64) {
        let (per_word_log, bits) = packing(kind);
        if bits == 64 {
            self.data[index] = word;
            return;
        }
        let shift = (index & ((1 << per_word_log) - 1)) * bits;
        let mask = ((1u64 << bits) - 1) << shift;
        let cell = &mut self.data[index >> per_word_log];
        *cell = (*cell & !mask) | ((word << shift) & mask);
    }
}

/// `(log2 of elements per word, bits per element)`
fn packing(kind: Kind) -> (usize, usize) {
    match kind {
        Kind::Boolean | Kind::Byte => (3, 8),
        Kind::Char | Kind::Short => (2, 16),
        Kind::Int | Kind::Float | Kind::Reference => (1, 32),
        Kind::Long | Kind::Double => (0, 64),
    }
}

/// Words that an array of this length takes.
pub fn array_words(kind: Kind, length: usize) -> usize {
    length.div_ceil(1 << packing(kind).0)
}

/// Memory that the process really holds: pages that were never written would be so all at once later,
/// when nobody looks at the limit.
pub(super) fn zeros(words: usize) -> Box<[u64]> {
    let mut zeros = vec![0; words].into_boxed_slice();
    zeros
        .iter_mut()
        .step_by(512)
        .skip(1)
        .for_each(|word| *word = std::hint::black_box(0));
    zeros
}
