//! Heap names and the words that registers and fields hold.

use program::{ClassId, Kind, StringId};

/// The name of a heap object, 0 is null.
///
/// The top three bits say where the object lives. Objects that are a function of the program text
/// alone (string constants, class mirrors, static storage) have names made from the program's ids,
/// so that they are the same in every state and on every worker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref(pub u32);

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Space {
    /// The ordinary heap.
    Heap = 0,
    /// Never a live object: the canonical name of a young object inside a stored part.
    Name = 1,
    /// The static fields of a class.
    Statics = 2,
    /// An interned string.
    String = 4,
    /// The `value` array of an interned string.
    StringBytes = 5,
    /// A `java.lang.Class` object.
    Mirror = 6,
    /// The only instance of a class without state.
    Singleton = 7,
}

const SHIFT: u32 = 29;
const INDEX: u32 = (1 << SHIFT) - 1;

impl Ref {
    /// The null reference.
    pub const NULL: Ref = Ref(0);

    /// A name in a space.
    pub fn new(space: Space, index: u32) -> Ref {
        debug_assert!(index <= INDEX);
        Ref((space as u32) << SHIFT | index)
    }

    /// The static fields of a class.
    pub fn statics(class: ClassId) -> Ref {
        Ref::new(Space::Statics, class.0)
    }

    /// An interned string.
    pub fn string(string: StringId) -> Ref {
        Ref::new(Space::String, string.0)
    }

    /// A class mirror.
    pub fn mirror(class: ClassId) -> Ref {
        Ref::new(Space::Mirror, class.0)
    }

    /// Where the object lives.
    pub fn space(self) -> Space {
        match self.0 >> SHIFT {
            0 => Space::Heap,
            1 => Space::Name,
            2 => Space::Statics,
            4 => Space::String,
            5 => Space::StringBytes,
            6 => Space::Mirror,
            7 => Space::Singleton,
            _ => unreachable!("no object has a name in space 3"),
        }
    }

    /// Whether this is the name of a young object in a part. Any number may be asked.
    #[inline]
    pub(crate) fn is_name(self) -> bool {
        self.0 >> SHIFT == Space::Name as u32
    }

    /// The position in its space.
    pub fn index(self) -> usize {
        (self.0 & INDEX) as usize
    }

    /// Whether this is null.
    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// Whether the object lives in the ordinary heap.
    pub fn is_heap(self) -> bool {
        self.0 >> SHIFT == 0
    }

    /// As a register word.
    pub fn word(self) -> u64 {
        u64::from(self.0)
    }

    /// From a register word.
    pub fn from_word(word: u64) -> Ref {
        Ref(word as u32)
    }

    /// The class whose mirror (or statics or singleton) this is.
    pub fn class_id(self) -> Option<ClassId> {
        matches!(
            self.space(),
            Space::Mirror | Space::Statics | Space::Singleton
        )
        .then(|| ClassId(self.0 & INDEX))
    }
}

impl std::fmt::Debug for Ref {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}#{}", self.space(), self.index())
    }
}

/// An int as a word.
pub fn int(value: i32) -> u64 {
    i64::from(value) as u64
}

/// A boolean as a word.
pub fn boolean(value: bool) -> u64 {
    u64::from(value)
}

/// A float as a word.
pub fn float(value: f32) -> u64 {
    u64::from(value.to_bits())
}

/// A double as a word.
pub fn double(value: f64) -> u64 {
    value.to_bits()
}

/// The float in a word.
pub fn to_float(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

/// The double in a word.
pub fn to_double(word: u64) -> f64 {
    f64::from_bits(word)
}

/// What a field or array element of this kind keeps of a register word.
pub fn narrow(kind: Kind, word: u64) -> u64 {
    match kind {
        Kind::Boolean => word & 1,
        Kind::Byte => int(i32::from(word as i8)),
        Kind::Char => word & 0xffff,
        Kind::Short => int(i32::from(word as i16)),
        Kind::Int => int(word as i32),
        Kind::Float | Kind::Reference => word & 0xffff_ffff,
        Kind::Long | Kind::Double => word,
    }
}
