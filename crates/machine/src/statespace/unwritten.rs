//! Fields of the library that are never written once their object is shared.
//!
//! The JDK keeps books: a new thread reads its parent's group, priority and class loader, and so on.
//! Nobody writes most of these fields while threads run, so no thread can notice when another reads
//! them. Which fields those are is not guessed but found out: at first a library field counts as
//! unwritten, and reading it is no operation. The first write to it on a shared object, by bytecode
//! or by a native, makes it an ordinary field for good and is *learned*. Whoever searches must then
//! begin again, because states were passed in which a read should have been an operation. What a class's
//! initialiser stores in the statics of that class is no such write: whoever else wants to read them
//! waits for its end (`operation.rs`), and passing an initialised class is noted (`initialize.rs`).
//!
//! Why that is sound: a search that ends without having learned anything has seen no write to any
//! field it held for unwritten. Suppose some real run writes one. Take the first such write of the
//! run. Up to it, reads of unwritten fields commute with every step of other threads, so the run is
//! equivalent to one that the search went through, up to a state in which the same thread is about
//! to write. The search took that step too, and would have learned. The set learned in the end is
//! that of all fields written in any run; it does not depend on the order of search.
//!
//! Some other steps are treated alike: they are no operations until somebody is seen who could notice
//! them ([`Noticed`]). Nobody can notice when a thread ends unless somebody asks whether a thread
//! lives, locks a `Thread` or waits on it (as `join` does), runs as a daemon and so until the last
//! other thread ends, or has asked for a shutdown hook. Nobody can notice in which order numbers for
//! threads are taken while one thread takes them all, that printing locks the console while nobody
//! else locks it and no code of the program runs inside, or what threads say they are parked for
//! while nobody asks.
//!
//! So are final fields of the program: reading one is no operation, until it is seen to be written, by
//! reflection or `Unsafe`, on an object that is shared. The same goes for `System.in`, `out` and `err`,
//! which are final and can be set all the same (JLS 17.5.4).
//!
//! The bytes of a string are a case of their own: an array stored into `String.value` is never
//! written again, so it is marked as constant there and then.

use program::{ClassId, FieldAccess, FieldId, Program};

use crate::heap::Layout;
use crate::machine::Machine;

/// What is known of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knowledge {
    Unknown,
    Unwritten,
    Ordinary,
}

/// Steps that are no operations until somebody could notice them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// The end of a thread.
    Ends,
    /// Taking the next number for a thread's name or id.
    Numbers,
    /// Locking the console to print.
    Console,
    /// Looking whether a member may be accessed by reflection.
    Accessibility,
}

impl Noticed {
    /// All, each with its name in what is written down of a search.
    pub(crate) const ALL: [(Noticed, &'static str); 4] = [
        (Noticed::Ends, "ends"),
        (Noticed::Numbers, "numbers"),
        (Noticed::Console, "console"),
        (Noticed::Accessibility, "accessibility"),
    ];
}

/// A kind of fact that is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Somebody could notice such steps.
    Noticed(Noticed),
    /// A field of the library is written.
    Fields,
    /// A final field of the program is written.
    Finals,
}

impl Fact {
    /// All kinds.
    pub fn all() -> Vec<Fact> {
        let noticed = Noticed::ALL.map(|(what, _)| Fact::Noticed(what));
        let fields = [Fact::Fields, Fact::Finals];
        noticed.into_iter().chain(fields).collect()
    }
}

/// What has been learned so far.
#[derive(Clone, Debug)]
pub(crate) struct Unwritten<'p> {
    program: &'p Program,
    fields: Vec<Knowledge>,
    /// By class: the field of each instance slot.
    instance: Vec<Option<Box<[FieldId]>>>,
    /// Final fields that were written while their object was shared.
    finals: Vec<FieldId>,
    /// The final fields of the library that can be written then: the streams of `System`.
    streams: Vec<FieldId>,
    enabled: bool,
    /// By [`Noticed`]. A machine that learns nothing takes everything for noticed.
    noticed: [bool; 4],
    /// Whether the console was locked before the base existed.
    locked: bool,
    /// The thread that takes all numbers for threads, as far as is known.
    numberer: Option<usize>,
    learned: bool,
    /// For tests of the tests: what is never learned.
    pub(crate) overlooked: Option<Fact>,
}

impl<'p> Unwritten<'p> {
    pub(crate) fn new(program: &'p Program) -> Unwritten<'p> {
        Unwritten {
            program,
            fields: Vec::new(),
            instance: Vec::new(),
            finals: Vec::new(),
            streams: Vec::new(),
            enabled: false,
            noticed: [true; 4],
            locked: false,
            numberer: None,
            learned: false,
            overlooked: None,
        }
    }

    /// From here on library fields count as unwritten until the contrary is seen.
    pub(crate) fn enable(&mut self) {
        self.enabled = true;
        self.noticed = [false; 4];
        self.noticed[Noticed::Console as usize] = self.locked;
        self.fields.clear();
    }

    /// Whether anything is learned at all.
    pub(crate) fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Whether no write to the field has been seen, and reading it is therefore no operation.
    #[inline]
    pub(crate) fn holds(&mut self, field: FieldId) -> bool {
        match self.fields.get(field.index()) {
            Some(Knowledge::Unwritten) => true,
            Some(Knowledge::Ordinary) => false,
            _ => self.first_look(field) == Knowledge::Unwritten,
        }
    }

    /// Whether no write to a final field has been seen, and reading it is therefore no operation. Those of
    /// the library count as never written.
    #[inline]
    pub(crate) fn is_constant(&self, field: FieldId) -> bool {
        match self.enabled {
            true => self.finals.is_empty() || !self.finals.contains(&field),
            false => !self.can_be_set(field),
        }
    }

    /// Whether a final field is one that can be written later: one of the program, or a stream of
    /// `System`.
    pub(crate) fn can_be_set(&self, field: FieldId) -> bool {
        let class = self.program.field(field).class;
        !self.program.class(class).is_library || self.streams.contains(&field)
    }

    /// Says which are the streams of `System`.
    pub(crate) fn set_streams(&mut self, streams: Vec<FieldId>) {
        self.streams = streams;
    }

    /// Whether a field is one of the streams of `System`.
    pub(crate) fn is_stream(&self, field: FieldId) -> bool {
        self.streams.contains(&field)
    }

    /// A final field is written after its object was shared.
    #[cold]
    fn note_final(&mut self, field: FieldId) {
        let is_new = self.can_be_set(field) && !self.finals.contains(&field);
        if is_new && self.overlooked != Some(Fact::Finals) {
            self.finals.push(field);
            self.learned |= self.enabled;
        }
    }

    #[cold]
    fn first_look(&mut self, field: FieldId) -> Knowledge {
        let class = self.program.field(field).class;
        let is_library = self.program.class(class).is_library;
        let knowledge = if self.enabled && is_library {
            Knowledge::Unwritten
        } else {
            Knowledge::Ordinary
        };
        if self.fields.len() <= field.index() {
            self.fields.resize(field.index() + 1, Knowledge::Unknown);
        }
        self.fields[field.index()] = knowledge;
        knowledge
    }

    /// A shared object is written; `leaked` if it was while its constructor ran.
    pub(crate) fn note_write(&mut self, class: ClassId, layout: Layout, slot: usize, leaked: bool) {
        let field = match layout {
            Layout::Array(_) => return,
            Layout::Fields => self.instance_field(class, slot),
            Layout::Statics => {
                let class = self.program.class(class);
                class.fields.iter().copied().find(|field| {
                    let field = self.program.field(*field);
                    field.is_static && field.slot as usize == slot
                })
            }
        };
        let Some(field) = field else {
            return;
        };
        if self.enabled && self.holds(field) && self.overlooked != Some(Fact::Fields) {
            self.fields[field.index()] = Knowledge::Ordinary;
            self.learned = true;
        }
        let is_final = self.program.field(field).access == FieldAccess::Final;
        if is_final && !leaked && (layout == Layout::Fields || self.is_stream(field)) {
            self.note_final(field);
        }
    }

    fn instance_field(&mut self, class: ClassId, slot: usize) -> Option<FieldId> {
        if self.instance.len() <= class.index() {
            self.instance.resize_with(class.index() + 1, || None);
        }
        let program = self.program;
        let table =
            self.instance[class.index()].get_or_insert_with(|| instance_fields(program, class));
        table.get(slot).copied()
    }

    /// Whether somebody could notice such a step.
    #[inline]
    pub(crate) fn is_noticed(&self, what: Noticed) -> bool {
        self.noticed[what as usize]
    }

    /// Somebody could notice such a step.
    pub(crate) fn notice(&mut self, what: Noticed) {
        if self.overlooked == Some(Fact::Noticed(what)) {
            return;
        }
        self.learned |= !self.noticed[what as usize];
        self.noticed[what as usize] = true;
        self.locked |= what == Noticed::Console;
    }

    /// Whether somebody could notice when a thread ends.
    pub(crate) fn ends_are_observed(&self) -> bool {
        self.is_noticed(Noticed::Ends)
    }

    /// Somebody could notice when a thread ends.
    pub(crate) fn observe_ends(&mut self) {
        self.notice(Noticed::Ends);
    }

    /// A thread takes a number. That is noticed once two do.
    pub(crate) fn take_number(&mut self, thread: usize) {
        if self.numberer.is_some_and(|it| it != thread) {
            self.notice(Noticed::Numbers);
        }
        self.numberer = Some(thread);
    }

    /// The library fields that were seen to be written.
    pub(crate) fn written(&self) -> impl Iterator<Item = FieldId> {
        let ids = (0..self.fields.len()).map(|index| FieldId(index as u32));
        ids.filter(|id| {
            let is_ordinary = self.fields[id.index()] == Knowledge::Ordinary;
            is_ordinary && self.program.class(self.program.field(*id).class).is_library
        })
    }

    /// The final fields of the program that were seen to be written.
    pub(crate) fn finals(&self) -> &[FieldId] {
        &self.finals
    }

    /// A final field is known to be written. That is no news to those who search.
    pub(crate) fn set_final_written(&mut self, field: FieldId) {
        if !self.finals.contains(&field) {
            self.finals.push(field);
        }
    }

    /// A field is known to be written. That is no news to those who search.
    pub(crate) fn set_written(&mut self, field: FieldId) {
        if self.holds(field) {
            self.fields[field.index()] = Knowledge::Ordinary;
        }
    }

    /// The same for steps that somebody could notice.
    pub(crate) fn set_noticed(&mut self, what: Noticed) {
        self.noticed[what as usize] = true;
    }

    /// Learns what another machine has learned. True if that was news.
    pub(crate) fn absorb(&mut self, other: &Unwritten<'_>) -> bool {
        let before = self.noticed;
        for (what, _) in Noticed::ALL {
            self.noticed[what as usize] |= other.is_noticed(what);
        }
        if let Some(thread) = other.numberer {
            self.take_number(thread);
        }
        let mut news = before != self.noticed;
        for (index, knowledge) in other.fields.iter().enumerate() {
            let field = FieldId(index as u32);
            if *knowledge == Knowledge::Ordinary && self.holds(field) {
                self.fields[index] = Knowledge::Ordinary;
                news = true;
            }
        }
        for field in &other.finals {
            if !self.finals.contains(field) {
                self.finals.push(*field);
                news = true;
            }
        }
        self.learned |= news;
        news
    }

    /// Whether something was learned, and nobody has asked yet.
    pub(crate) fn has_learned(&self) -> bool {
        self.learned
    }

    /// Whether something was learned since the last question.
    pub(crate) fn take_learned(&mut self) -> bool {
        std::mem::take(&mut self.learned)
    }
}

impl Machine<'_> {
    /// For tests of the tests: never learns facts of this kind.
    pub fn overlook_fact(&mut self, fact: Fact) {
        self.heap.unwritten.overlooked = Some(fact);
    }
}

/// The fields of a class's instances, by slot.
fn instance_fields(program: &Program, class: ClassId) -> Box<[FieldId]> {
    let count = program.class(class).instance_slots.len();
    let mut fields = vec![FieldId(0); count];
    let mut next = Some(class);
    while let Some(id) = next {
        let data = program.class(id);
        for field in &data.fields {
            let field = program.field(*field);
            if !field.is_static {
                fields[field.slot as usize] = field.id;
            }
        }
        next = data.superclass;
    }
    fields.into_boxed_slice()
}
