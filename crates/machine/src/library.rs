//! Small things the machine needs to know of the JDK's classes, by name, looked up once.

use program::{ClassId, FieldId, Kind, StringId};

use crate::heap::Layout;
use crate::machine::Machine;
use crate::operation::Place;
use crate::value::Ref;

impl Machine<'_> {
    /// The slot of an instance field that the JDK in use has.
    pub(crate) fn field_slot(&mut self, class: &str, field: &str) -> usize {
        self.find_field_slot(class, field)
            .unwrap_or_else(|| unreachable!("this JDK has no field {class}.{field}"))
    }

    /// The group of a thread, also if it has ended; none for a virtual one.
    pub(crate) fn thread_group_of(&mut self, thread: Ref) -> Ref {
        if let Some(slot) = self.find_field_slot("java/lang/Thread", "group") {
            return self.heap.reference(thread, slot);
        }
        let slot = self.field_slot("java/lang/Thread", "holder");
        let holder = self.heap.reference(thread, slot);
        if holder.is_null() {
            return Ref::NULL;
        }
        let slot = self.field_slot("java/lang/Thread$FieldHolder", "group");
        self.heap.reference(holder, slot)
    }

    /// The thread that owns a lock of `java.util.concurrent` exclusively, as that lock notes it.
    pub fn owner_of(&mut self, lock: Ref) -> Option<Ref> {
        const OWNABLE: &str = "java/util/concurrent/locks/AbstractOwnableSynchronizer";
        let class = self.program.loaded(OWNABLE)?;
        if lock.is_null() || !self.program.is_subtype(self.heap.object(lock).class, class) {
            return None;
        }
        let slot = self.find_field_slot(OWNABLE, "exclusiveOwnerThread")?;
        let owner = self.heap.reference(lock, slot);
        (!owner.is_null()).then_some(owner)
    }

    /// The same for a lock that has a synchronizer in its field `sync`, as the library's locks do.
    pub fn owner_of_lock(&mut self, lock: Ref) -> Option<Ref> {
        const LOCKS: [&str; 2] = [
            "java/util/concurrent/locks/ReentrantLock",
            "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
        ];
        for name in LOCKS {
            let Some(class) = self.program.loaded(name) else {
                continue;
            };
            if self.program.is_subtype(self.heap.object(lock).class, class) {
                let slot = self.find_field_slot(name, "sync")?;
                let sync = self.heap.reference(lock, slot);
                return self.owner_of(sync);
            }
        }
        None
    }

    /// The first of the threads that hold a lock of the library for reading, if it is one for readers
    /// and writers, and there is one.
    pub fn first_reader_of(&mut self, lock: Ref) -> Option<Ref> {
        const SYNC: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$Sync";
        let class = self.program.loaded(SYNC)?;
        if lock.is_null() || !self.program.is_subtype(self.heap.object(lock).class, class) {
            return None;
        }
        let slot = self.find_field_slot(SYNC, "firstReader")?;
        let reader = self.heap.reference(lock, slot);
        (!reader.is_null()).then_some(reader)
    }

    /// The slot of an instance field, if this JDK has it.
    pub(crate) fn find_field_slot(&mut self, class: &str, field: &str) -> Option<usize> {
        use hashbrown::Equivalent;
        #[derive(Hash)]
        struct Key<'a>(&'a str, &'a str);
        impl Equivalent<(Box<str>, Box<str>)> for Key<'_> {
            fn equivalent(&self, key: &(Box<str>, Box<str>)) -> bool {
                *self.0 == *key.0 && *self.1 == *key.1
            }
        }
        if let Some(slot) = self.known.slots.get(&Key(class, field)) {
            return *slot;
        }
        let id = self.program.load(class).ok();
        let slot = id.and_then(|id| {
            let found = self.program.class(id).fields.iter().find(|candidate| {
                let data = self.program.field(**candidate);
                !data.is_static && &*data.name == field
            });
            found.map(|field| self.program.field(*field).slot as usize)
        });
        self.known.slots.insert((class.into(), field.into()), slot);
        slot
    }

    /// A class that the JDK in use has, or that Heddle ships.
    pub(crate) fn library_class(&self, name: &str) -> ClassId {
        let loaded = self.program.load(name);
        loaded.unwrap_or_else(|error| unreachable!("the library's class {name}: {error}"))
    }

    /// The place of a static field of the library.
    pub(crate) fn static_place(&mut self, class: &str, field: &str) -> Option<(Ref, usize)> {
        let class = self.program.load(class).ok()?;
        let field = self.program.resolve_field(class, field).ok()?;
        let slot = self.program.field(field).slot as usize;
        Some((self.heap.statics(class), slot))
    }

    /// Sets a static reference field of the library, while the machine boots.
    pub(crate) fn set_static_reference(&mut self, class: &str, field: &str, value: Ref) {
        if let Some((statics, slot)) = self.static_place(class, field) {
            self.heap.set_reference(statics, slot, value);
        }
    }

    /// A static reference field of the JDK.
    pub(crate) fn static_reference(&mut self, class: &str, field: &str) -> Ref {
        let class = self.program.load(class).expect("the JDK's class");
        let field = self
            .program
            .resolve_field(class, field)
            .expect("the JDK's field");
        let slot = self.program.field(field).slot as usize;
        let statics = self.heap.statics(class);
        self.heap.reference(statics, slot)
    }

    /// The mirror of a class.
    pub(crate) fn mirror(&mut self, class: ClassId) -> Ref {
        self.heap.mirror(class)
    }

    /// The field at a place; `None` for array elements.
    pub fn field_at(&self, place: Place) -> Option<FieldId> {
        let object = self.heap.object(place.object);
        let statics = match object.layout {
            Layout::Array(_) => return None,
            Layout::Statics => true,
            Layout::Fields => false,
        };
        let mut class = Some(object.class);
        while let Some(id) = class {
            let data = self.program.class(id);
            let found = data.fields.iter().copied().find(|field| {
                let field = self.program.field(*field);
                field.is_static == statics && u32::from(field.slot) == place.slot
            });
            if found.is_some() {
                return found;
            }
            class = if statics { None } else { data.superclass };
        }
        None
    }

    /// What a field or element holds, as a register does.
    pub fn word(&self, place: Place) -> u64 {
        let object = self.heap.object(place.object);
        match object.layout {
            Layout::Array(kind) => object.element(kind, place.slot as usize),
            Layout::Fields | Layout::Statics => object.data[place.slot as usize],
        }
    }

    /// The identity hash code of an object, given at the first call and kept.
    ///
    /// Nobody stops before this call, so the code must not depend on which of several threads is
    /// first, nor on how far others are. An object of the base has the code of its name. A younger one
    /// that only this thread can reach gets the next of sixteen of the thread's. One that others
    /// reach, too, has the code of its class. Codes of classes are those of their names: their numbers
    /// depend on what else was loaded before, in a replay less than in many checks.
    pub(crate) fn identity_hash(&mut self, thread: usize, object: Ref) -> i32 {
        let known = self.heap.object(object).hash;
        if known != 0 {
            return known as i32;
        }
        let of_name = |class: ClassId| {
            let name = self.program.class(class).name.bytes();
            name.fold(0, |sum: u32, byte| {
                sum.wrapping_mul(0x0100_0193) ^ u32::from(byte)
            })
        };
        let seed = if let Some(class) = object.class_id() {
            of_name(class)
        } else if self.names.is_base(object) || self.free {
            object.0
        } else if self.heap.object(object).is_shared() {
            0x4000_0000 ^ of_name(self.heap.object(object).class)
        } else {
            let data = &mut self.threads[thread];
            data.hashes = (data.hashes + 1) % 16;
            // Where threads are interchangeable, their numbers must not show.
            let number = if self.interchange.is_on() { 0 } else { thread };
            0x2000_0000 | (number as u32) << 4 | u32::from(data.hashes)
        };
        let mut mixed = seed.wrapping_mul(0x9e37_79b9) ^ 0x5bd1_e995;
        mixed ^= mixed >> 15;
        let hash = (mixed & 0x7fff_ffff).max(1);
        self.heap.change(object).hash = hash;
        hash as i32
    }

    /// Concatenates strings after a recipe in which U+0001 stands for the next of them.
    pub(crate) fn concatenate(&mut self, recipe: StringId, parts: &[Ref]) -> Ref {
        let mut parts = parts.iter();
        let mut units = Vec::new();
        for unit in self.program.string(recipe) {
            if *unit != 1 {
                units.push(*unit);
            } else if let Some(part) = parts.next() {
                units.extend(self.heap.text(*part));
            }
        }
        self.heap.new_string(&units)
    }

    /// Copies a `byte[]` out of the heap.
    pub(crate) fn bytes(&self, array: Ref) -> Vec<u8> {
        let object = self.heap.object(array);
        (0..object.length as usize)
            .map(|index| object.element(Kind::Byte, index) as u8)
            .collect()
    }

    /// The text of a `java.lang.String`.
    pub fn text(&mut self, string: Ref) -> String {
        String::from_utf16_lossy(&self.heap.text(string))
    }

    /// The name of a thread. Of one that has ended the object may be gone.
    pub fn thread_name(&mut self, thread: usize) -> String {
        let object = self.threads[thread].object;
        if !self.heap.has(object) {
            return format!("thread {thread}");
        }
        self.thread_label(object)
    }

    /// The name of the thread whose `java.lang.Thread` this is.
    pub fn thread_label(&mut self, object: Ref) -> String {
        let slot = self.field_slot("java/lang/Thread", "name");
        let name = self.heap.reference(object, slot);
        if name.is_null() {
            "a thread".to_owned()
        } else if self.heap.object(name).data.is_empty() || self.text(name).is_empty() {
            // Virtual threads have no name by default.
            match self.thread_of(object) {
                Some(number) => format!("thread {number}"),
                None => "a thread".to_owned(),
            }
        } else {
            self.text(name)
        }
    }

    /// Where a throwable was made: methods and pcs, innermost first.
    pub fn backtrace(&mut self, exception: Ref) -> Vec<(program::MethodId, u32)> {
        let slot = self.field_slot("java/lang/Throwable", "backtrace");
        self.frames_in(self.heap.reference(exception, slot))
    }

    /// The frames that such an array names. The program can write into it, by `Unsafe`.
    pub(crate) fn frames_in(&self, array: Ref) -> Vec<(program::MethodId, u32)> {
        let is_array = |it: Ref| self.heap.object(it).layout == Layout::Array(Kind::Long);
        if array.is_null() || !is_array(array) {
            return Vec::new();
        }
        let object = self.heap.object(array);
        let words = (0..object.length as usize).map(|index| object.element(Kind::Long, index));
        let frames = words.map(|word| (program::MethodId((word >> 32) as u32), word as u32));
        let is_code = |(method, _): &(program::MethodId, u32)| {
            method.index() < self.program.method_count()
                && self.program.method(*method).code != program::MethodCode::Abstract
        };
        frames.filter(is_code).collect()
    }
}
