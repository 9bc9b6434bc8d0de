//! Objects, and the write barrier that everything else stands on.
//!
//! Every change to an object goes through [`Heap::change`] or its callers here.
//! They keep three things true:
//! - the list of objects changed since the last save or load is complete, so that saving and
//!   loading cost what changed;
//! - the original of every base object that was ever changed is kept, so that it can go back;
//! - an object that another thread can reach has its [`SHARED`] bit set: storing a reference into a
//!   shared object shares everything reachable from it (see `operation.rs` for why that is enough).
//!
//! *Base* objects existed when the first state was saved, or are a function of the program text
//! (constants, statics); they are named by their `Ref` in every state. *Young* objects came later
//! and get canonical names when a state is saved.

mod constants;
mod object;
mod reads;

use std::sync::Arc;

use program::{ClassId, ClassShape, Kind, Program};

use crate::execution::initialize::IN_PROGRESS;
use crate::monitor::Monitor;
use crate::statespace::parts::Pool;
use crate::statespace::unwritten::Unwritten;
use crate::value::{Ref, Space, narrow};
use object::zeros;
pub use object::{Layout, Object, array_words};
pub(crate) use reads::{Read, Reads};

/// Another thread may reach the object.
pub const SHARED: u8 = 1;
/// The object was published while its constructor ran: its final fields are treated like any other.
pub const LEAKED: u8 = 2;
/// An array that nobody writes any more: the text of a shared string, or a constant table.
pub const FROZEN: u8 = 4;
/// Changed since the last save or load. Not part of the state.
pub const DIRTY: u8 = 8;
/// Older than the first saved state. Not part of the state.
pub const BASE: u8 = 16;
/// Made since the last save or load. Not part of the state.
pub const FRESH: u8 = 32;
/// The flags that are part of the state.
pub const STATE_FLAGS: u8 = SHARED | LEAKED | FROZEN;

/// A base object that has been changed at some time, with what it was.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The object.
    pub object: Ref,
    /// What it was in the base.
    pub original: Object,
}

/// All objects.
#[derive(Clone)]
pub struct Heap<'p> {
    program: &'p Program,
    objects: Vec<Option<Object>>,
    free: Vec<u32>,
    statics: Vec<Option<Box<Object>>>,
    strings: Vec<Option<Box<Object>>>,
    string_bytes: Vec<Option<Box<Object>>>,
    mirrors: Vec<Option<Box<Object>>>,
    singletons: Vec<Option<Box<Object>>>,
    classes: WellKnown,
    /// Whether a reference to a young object was stored into, or removed from, an object that is
    /// older than this transition and that others may reach.
    pub(crate) structure_changed: bool,
    /// The same for an older object that only the running thread can reach.
    pub(crate) private_changed: bool,
    /// Whether a base object gave up or got back a reference that it had in the base, or a base
    /// object that only registers refer to was changed: see `garbage.rs`.
    pub(crate) base_changed: bool,
    /// Whether a reference to a loose object was removed, or an object went away that had one.
    pub(crate) base_touched: bool,
    /// Base objects that only a walk could find, by name: see `garbage.rs`.
    pub(crate) loose: Vec<Ref>,
    /// Heap indices from here on are young.
    first_young: usize,
    /// Objects changed since the last save or load.
    pub(crate) dirty: Vec<Ref>,
    /// Objects that became shared since the last save or load.
    pub(crate) published: Vec<Ref>,
    /// Young objects made since the last save or load.
    pub(crate) fresh: Vec<Ref>,
    /// Base objects ever changed; a position here is a position in every state vector.
    pub(crate) slots: Vec<Slot>,
    slot_of: hashbrown::HashMap<Ref, u32, foldhash::fast::FixedState>,
    /// Whether the base exists: before the first save nothing is tracked.
    pub(crate) frozen: bool,
    /// Bytes of all live objects' data, for the memory limit of the checked program.
    pub(crate) words: usize,
    /// Counts changes, to notice a loop that makes none.
    pub(crate) version: u64,
    /// Whether new objects count as shared from the start: for the oracle.
    pub(crate) all_shared: bool,
    pub(crate) unwritten: Unwritten<'p>,
    /// By heap index: references inside the base, see `garbage.rs`.
    pub(crate) base_references: Vec<u32>,
    pub(crate) reads: Reads,
    /// Who else gives places to base objects, if anybody does.
    pub(crate) pool: Option<Arc<Pool>>,
}

#[derive(Clone, Debug, Default)]
struct WellKnown {
    string: Option<StringLayout>,
    mirror: Option<(ClassId, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct StringLayout {
    class: ClassId,
    bytes: ClassId,
    fields: usize,
    value: usize,
    coder: usize,
}

impl<'p> Heap<'p> {
    /// An empty heap.
    pub fn new(program: &'p Program) -> Heap<'p> {
        Heap {
            program,
            objects: vec![None],
            free: Vec::new(),
            statics: Vec::new(),
            strings: Vec::new(),
            string_bytes: Vec::new(),
            mirrors: Vec::new(),
            singletons: Vec::new(),
            classes: WellKnown::default(),
            structure_changed: false,
            private_changed: false,
            base_changed: false,
            base_touched: false,
            loose: Vec::new(),
            first_young: usize::MAX,
            dirty: Vec::new(),
            published: Vec::new(),
            fresh: Vec::new(),
            slots: Vec::new(),
            slot_of: hashbrown::HashMap::with_hasher(foldhash::fast::FixedState::default()),
            frozen: false,
            words: 0,
            version: 0,
            all_shared: false,
            unwritten: Unwritten::new(program),
            base_references: Vec::new(),
            reads: Reads::default(),
            pool: None,
        }
    }

    /// The object of this name. Constants must have been materialised.
    #[inline]
    pub fn object(&self, name: Ref) -> &Object {
        let object = self.find(name);
        if self.reads.on() && object.flags & FRESH == 0 {
            self.reads.note(Read::Object(name));
        }
        object
    }

    /// The same for those who look at nothing but what never changes: its class, its layout, and whether
    /// it is of the base. A name of the base always means the same object; another may be taken by an
    /// object of another class in another state, so that it has been read all the same.
    #[inline]
    pub fn lasting(&self, name: Ref) -> &Object {
        let object = self.find(name);
        match object.flags & BASE {
            0 => self.object(name),
            _ => object,
        }
    }

    #[inline]
    fn find(&self, name: Ref) -> &Object {
        if name.is_heap() {
            self.objects[name.index()]
                .as_ref()
                .expect("a live reference names a live object")
        } else {
            self.constant(name)
        }
    }

    /// Whether a thread could enter the monitor of an object now.
    pub(crate) fn is_open_to(&self, name: Ref, thread: usize) -> bool {
        let object = self.find(name);
        if self.reads.on() && object.flags & FRESH == 0 {
            self.reads.note(Read::Open(name, thread as u16));
        }
        Monitor(object.monitor).is_open_to(thread)
    }

    /// Whether the name stands for an object now.
    pub fn has(&self, name: Ref) -> bool {
        !name.is_null() && (!name.is_heap() || self.is_live(name))
    }

    fn constant(&self, name: Ref) -> &Object {
        let table = match name.space() {
            Space::Statics => &self.statics,
            Space::String => &self.strings,
            Space::StringBytes => &self.string_bytes,
            Space::Mirror => &self.mirrors,
            Space::Singleton => &self.singletons,
            Space::Heap | Space::Name => unreachable!("not a constant"),
        };
        table
            .get(name.index())
            .and_then(Option::as_deref)
            .expect("constants are materialised")
    }

    #[inline]
    fn raw(&mut self, name: Ref) -> &mut Object {
        if name.is_heap() {
            self.objects[name.index()]
                .as_mut()
                .expect("a live reference names a live object")
        } else {
            let table = match name.space() {
                Space::Statics => &mut self.statics,
                Space::String => &mut self.strings,
                Space::StringBytes => &mut self.string_bytes,
                Space::Mirror => &mut self.mirrors,
                Space::Singleton => &mut self.singletons,
                Space::Heap | Space::Name => unreachable!("not a constant"),
            };
            table[name.index()]
                .as_deref_mut()
                .expect("constants are materialised")
        }
    }

    /// The object, to be changed in any way but storing references: the change is recorded.
    #[inline]
    pub fn change(&mut self, name: Ref) -> &mut Object {
        self.version += 1;
        let object = self.raw(name);
        if object.flags & DIRTY == 0 && self.frozen {
            self.record_change(name);
        }
        self.raw(name)
    }

    #[cold]
    fn record_change(&mut self, name: Ref) {
        let object = self.raw(name);
        let is_base = object.flags & BASE != 0;
        let is_fresh = object.flags & FRESH != 0;
        object.flags |= DIRTY;
        self.dirty.push(name);
        if !is_fresh {
            self.reads.note(Read::Object(name));
        }
        if !is_base {
            return;
        }
        self.base_changed |= self.loose_by_nature(name);
        if self.slot_of.contains_key(&name) {
            return;
        }
        let Some(pool) = self.pool.clone() else {
            self.add_slot(name);
            return;
        };
        let mut common = pool.lock();
        self.follow(&common.slots);
        if !self.slot_of.contains_key(&name) {
            common.slots.push(name);
            self.add_slot(name);
        }
    }

    /// Gives a base object that is as in the base (but for its mark) the next place in the vector.
    fn add_slot(&mut self, name: Ref) {
        let mut original = self.raw(name).clone();
        original.flags &= !DIRTY;
        self.slot_of.insert(name, self.slots.len() as u32);
        self.slots.push(Slot {
            object: name,
            original,
        });
    }

    /// Takes over the places that others have given. Who changed nothing there has what the base had.
    fn follow(&mut self, slots: &[Ref]) {
        for name in slots.iter().skip(self.slots.len()) {
            self.ensure(*name);
            self.add_slot(*name);
        }
    }

    /// Makes sure that so many places are known.
    pub(crate) fn catch_up(&mut self, slots: usize) {
        if slots > self.slots.len()
            && let Some(pool) = self.pool.clone()
        {
            self.follow(&pool.lock().slots);
        }
    }

    /// The slot of a base object that was ever changed.
    pub fn slot_of(&self, name: Ref) -> Option<usize> {
        self.slot_of.get(&name).map(|slot| *slot as usize)
    }

    /// The base objects that some state has changed.
    pub fn changed_base(&self) -> impl Iterator<Item = Ref> + '_ {
        self.slots.iter().map(|slot| slot.object)
    }

    /// Stores a word that is no reference into a field.
    #[inline]
    pub fn set_word(&mut self, object: Ref, slot: usize, word: u64) {
        self.note_write(object, slot);
        let object = self.change(object);
        object.data[slot] = word;
        if object.stamps.is_some() {
            object.set_stamp(slot, None);
        }
    }

    /// Keeps track of what names and reachability depend on.
    #[inline]
    fn note_structure(&mut self, object: Ref, position: Position, old: Ref, new: Ref) {
        let flags = self.object(object).flags;
        if old == new || !self.frozen || flags & FRESH != 0 {
            return;
        }
        let is_private = flags & (SHARED | BASE) == 0;
        for target in [old, new] {
            if target.is_null() || !target.is_heap() {
                continue;
            }
            if target.index() >= self.first_young {
                self.structure_changed |= !is_private;
                self.private_changed |= is_private;
            } else {
                self.base_touched |= target == old && self.is_loose(old);
                self.base_changed |=
                    flags & BASE != 0 && self.is_counted(object, position, old, target);
            }
        }
    }

    /// Whether a base object is one of the loose ones.
    #[inline]
    pub(crate) fn is_loose(&self, name: Ref) -> bool {
        !self.loose.is_empty() && self.loose.binary_search(&name).is_ok()
    }

    /// Counts an object as changed though it was not.
    pub(crate) fn mark_dirty(&mut self, name: Ref) {
        let object = self.raw(name);
        if object.flags & DIRTY == 0 {
            object.flags |= DIRTY;
            self.dirty.push(name);
        }
    }

    /// Whether a reference that a base object gives up or gets back was there in the base.
    fn is_counted(&self, object: Ref, position: Position, old: Ref, target: Ref) -> bool {
        match self.slot_of(object) {
            None => target == old,
            Some(slot) => reference_at(&self.slots[slot].original, position) == target,
        }
    }

    #[inline]
    fn note_write(&mut self, name: Ref, slot: usize) {
        if self.frozen && self.object(name).is_shared() {
            let object = self.object(name);
            let (class, layout) = (object.class, object.layout);
            let leaked = object.flags & LEAKED != 0;
            // Nobody else can read the statics of a class before its initialiser has ended.
            let is_kept = layout == Layout::Statics && object.length >= IN_PROGRESS && !leaked;
            if !is_kept {
                self.unwritten.note_write(class, layout, slot, leaked);
            }
        }
    }

    /// Stores a reference into a field. The caller publishes the value first if the object is
    /// shared, see [`Heap::needs_publication`].
    #[inline]
    pub fn set_reference(&mut self, object: Ref, slot: usize, value: Ref) {
        debug_assert!(
            !self.needs_publication(object, value),
            "published before it is stored"
        );
        self.note_write(object, slot);
        let old = Ref::from_word(self.object(object).data[slot]);
        self.note_structure(object, Position::Field(slot), old, value);
        self.change(object).data[slot] = value.word();
    }

    /// Stores into an array element; references as for [`Heap::set_reference`].
    #[inline]
    pub fn set_element(&mut self, array: Ref, kind: Kind, index: usize, word: u64) {
        if kind == Kind::Reference {
            let old = Ref::from_word(self.object(array).element(kind, index));
            self.note_structure(array, Position::Element(index), old, Ref::from_word(word));
        }
        let array = self.change(array);
        array.set_element(kind, index, narrow(kind, word));
        if array.stamps.is_some() {
            array.set_stamp(index, None);
        }
    }

    /// A reference field.
    #[inline]
    pub fn reference(&self, object: Ref, slot: usize) -> Ref {
        Ref::from_word(self.object(object).data[slot])
    }

    /// Whether storing `value` into `object` makes it reachable for other threads.
    #[inline]
    pub fn needs_publication(&self, object: Ref, value: Ref) -> bool {
        self.frozen
            && !value.is_null()
            && self.object(object).is_shared()
            && !self.object(value).is_shared()
    }

    /// Marks everything reachable from `root` as shared. `constructing` are the objects whose
    /// constructors are running: those leak.
    pub fn publish(&mut self, root: Ref, constructing: &[Ref]) {
        let mut work = vec![root];
        while let Some(name) = work.pop() {
            if name.is_null() || self.object(name).is_shared() {
                continue;
            }
            let leaks = constructing.contains(&name);
            self.published.push(name);
            let object = self.change(name);
            object.flags |= SHARED;
            if leaks {
                object.flags |= LEAKED;
            }
            self.freeze_text(name);
            self.each_reference(name, |target| work.push(target));
        }
    }

    /// If the object is a string, nobody writes its bytes any more.
    pub(crate) fn freeze_text(&mut self, name: Ref) {
        if let Some(bytes) = self.text_bytes(name) {
            self.freeze_array(bytes);
        }
    }

    /// The bytes of a string; `None` for other objects, and for a string that has none yet.
    pub(crate) fn text_bytes(&mut self, name: Ref) -> Option<Ref> {
        let layout = self.string_layout();
        let object = self.object(name);
        let is_string = object.class == layout.class && object.layout == Layout::Fields;
        let bytes = is_string.then(|| Ref::from_word(object.data[layout.value]));
        bytes.filter(|it| !it.is_null())
    }

    /// Nobody writes this array, nor arrays in it, any more.
    pub(crate) fn freeze_array(&mut self, name: Ref) {
        if name.is_null() || self.is_frozen(name) {
            return;
        }
        let Layout::Array(kind) = self.object(name).layout else {
            return;
        };
        self.change(name).flags |= FROZEN;
        if kind == Kind::Reference {
            let mut inner = Vec::new();
            self.each_reference(name, |target| inner.push(target));
            inner.into_iter().for_each(|array| self.freeze_array(array));
        }
    }

    /// Whether nobody writes the array any more.
    #[inline]
    pub(crate) fn is_frozen(&self, name: Ref) -> bool {
        self.object(name).flags & FROZEN != 0
    }

    /// Calls `f` with each reference (null too) that the object holds, in slot order.
    pub fn each_reference(&self, name: Ref, mut f: impl FnMut(Ref)) {
        let object = self.object(name);
        references(self.program, object, |position| {
            f(reference_at(object, position))
        });
    }

    /// Makes an object with zeroed fields.
    pub fn new_object(&mut self, class: ClassId) -> Ref {
        let fields = self.program.class(class).instance_slots.len();
        self.add(Object {
            class,
            length: 0,
            monitor: 0,
            hash: 0,
            layout: Layout::Fields,
            flags: 0,
            data: vec![0; fields].into_boxed_slice(),
            stamps: None,
        })
    }

    /// Makes an array with zeroed elements; `class` is the array's class.
    pub fn new_array(&mut self, class: ClassId, length: usize) -> Ref {
        let ClassShape::Array { kind, .. } = self.program.class(class).shape else {
            unreachable!("arrays are made of array classes")
        };
        self.add(Object {
            class,
            length: length as u32,
            monitor: 0,
            hash: 0,
            layout: Layout::Array(kind),
            flags: 0,
            data: zeros(array_words(kind, length)),
            stamps: None,
        })
    }

    /// Puts an object into the heap.
    pub fn add(&mut self, mut object: Object) -> Ref {
        self.words += object.data.len() + 4;
        self.version += 1;
        if self.all_shared {
            object.flags |= SHARED | LEAKED;
        }
        let index = match self.free.pop() {
            Some(index) => {
                self.objects[index as usize] = Some(object);
                index
            }
            None => {
                self.objects.push(Some(object));
                (self.objects.len() - 1) as u32
            }
        };
        let name = Ref(index);
        if self.frozen {
            self.raw(name).flags |= FRESH;
            self.fresh.push(name);
        }
        name
    }

    /// Makes room for an object that is filled next.
    pub(crate) fn add_blank(&mut self) -> Ref {
        let name = self.add(Object {
            class: ClassId(0),
            length: 0,
            monitor: 0,
            hash: 0,
            layout: Layout::Fields,
            flags: 0,
            data: Box::new([]),
            stamps: None,
        });
        self.fresh.pop();
        self.raw(name).flags = 0;
        name
    }

    /// Gives an object new data words when a state is loaded; the caller sets the rest.
    pub(crate) fn refill(&mut self, name: Ref, words: &[u64]) -> &mut Object {
        let before = self.object(name).data.len();
        if before == words.len() {
            self.raw(name).data.copy_from_slice(words);
        } else {
            self.words = self.words + words.len() - before;
            self.raw(name).data = words.into();
        }
        self.raw(name)
    }

    /// The data words of an object when a state is loaded.
    pub(crate) fn data(&mut self, name: Ref) -> &mut [u64] {
        &mut self.raw(name).data
    }

    /// Puts the object of a slot back to what it was in the base.
    pub(crate) fn restore(&mut self, slot: usize) {
        let Slot { object, original } = &self.slots[slot];
        let (name, original) = (*object, original.clone());
        *self.raw(name) = original;
    }

    /// Frees a young object.
    pub(crate) fn remove(&mut self, name: Ref) {
        if !self.loose.is_empty() && self.is_live(name) {
            let mut holds = false;
            self.each_reference(name, |target| holds |= self.is_loose(target));
            self.base_touched |= holds;
        }
        if let Some(object) = self.objects[name.index()].take() {
            self.words -= object.data.len() + 4;
            self.free.push(name.0);
        }
    }

    /// Whether the name stands for an object at this moment.
    pub(crate) fn is_live(&self, name: Ref) -> bool {
        self.objects.get(name.index()).is_some_and(Option::is_some)
    }

    /// Takes flags off that are no part of the state.
    pub(crate) fn clear_flags(&mut self, name: Ref, flags: u8) {
        self.raw(name).flags &= !flags;
    }

    /// Whether nothing in the base refers to a base object: only registers do.
    fn loose_by_nature(&self, name: Ref) -> bool {
        name.is_heap()
            && self
                .base_references
                .get(name.index())
                .is_none_or(|count| *count == 0)
    }

    /// One more than the greatest heap index in use.
    pub(crate) fn capacity(&self) -> usize {
        self.objects.len()
    }

    /// How many objects of a class were made since then and are still there.
    pub(crate) fn count_young(&self, class: ClassId) -> usize {
        let young = self.objects.iter().skip(self.first_young).flatten();
        young.filter(|it| it.class == class).count()
    }

    /// From here on changes are tracked, and indices below [`Heap::capacity`] are never given to
    /// new objects.
    pub(crate) fn freeze(&mut self) {
        self.free.clear();
        self.first_young = self.objects.len();
        self.frozen = true;
    }

    /// All names in use, for the moment in which the base is made.
    pub fn all(&self) -> Vec<Ref> {
        let spaces = [
            (Space::Statics, &self.statics),
            (Space::String, &self.strings),
            (Space::StringBytes, &self.string_bytes),
            (Space::Mirror, &self.mirrors),
            (Space::Singleton, &self.singletons),
        ];
        let mut all = Vec::with_capacity(self.objects.len());
        for (index, object) in self.objects.iter().enumerate() {
            if object.is_some() {
                all.push(Ref(index as u32));
            }
        }
        for (space, table) in spaces {
            for (index, object) in table.iter().enumerate() {
                if object.is_some() {
                    all.push(Ref::new(space, index as u32));
                }
            }
        }
        all
    }

    /// Sets flags on an object outside of any state, when the base is made.
    pub(crate) fn set_base_flags(&mut self, name: Ref, flags: u8) {
        self.raw(name).flags |= flags;
    }
}

/// The place of a reference inside an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// A field.
    Field(usize),
    /// An array element.
    Element(usize),
}

/// The reference at a position.
pub fn reference_at(object: &Object, position: Position) -> Ref {
    match position {
        Position::Field(slot) => Ref::from_word(object.data[slot]),
        Position::Element(index) => Ref::from_word(object.element(Kind::Reference, index)),
    }
}

/// Calls `f` with each place of the object that holds references, in order.
pub fn references(program: &Program, object: &Object, mut f: impl FnMut(Position)) {
    let kinds = match object.layout {
        Layout::Fields => &program.class(object.class).instance_slots,
        Layout::Statics => &program.class(object.class).static_slots,
        Layout::Array(Kind::Reference) => {
            (0..object.length as usize).for_each(|index| f(Position::Element(index)));
            return;
        }
        Layout::Array(_) => return,
    };
    for (slot, kind) in kinds.iter().enumerate() {
        if *kind == Kind::Reference {
            f(Position::Field(slot));
        }
    }
}
