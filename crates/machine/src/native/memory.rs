//! Fields, statics and array elements that code names at run time: by `Unsafe` offsets, variable
//! handles, reflection. Every access here stops before shared memory as an instruction would.

use program::{BinaryOperator, ClassShape, FieldAccess, FieldId, Kind};

use super::{Call, Interruption, Outcome};
use crate::heap::Layout;
use crate::machine::Machine;
use crate::operation::{Operation, Ordering, Place, Span};
use crate::time::clock::{self, Stamp};
use crate::time::stamps::is_stampable;
use crate::value::{Ref, Space, double, float, int, narrow, to_double, to_float};
use crate::weak::window::{Fence, Mode};

/// A place and the kind of what it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Location {
    pub(crate) place: Place,
    pub(crate) kind: Kind,
}

/// What an atomic update makes of the old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Set,
    Add,
    Or,
    And,
    Xor,
}

impl Location {
    /// A field of an object, or a static of static storage.
    pub(crate) fn new(object: Ref, slot: usize, kind: Kind) -> Location {
        Location {
            place: Place {
                object,
                slot: slot as u32,
            },
            kind,
        }
    }
}

impl Machine<'_> {
    /// What is at a location now.
    pub(crate) fn peek(&self, at: Location) -> u64 {
        let object = self.heap.object(at.place.object);
        match object.layout {
            Layout::Array(kind) => object.element(kind, at.place.slot as usize),
            Layout::Fields | Layout::Statics => object.data[at.place.slot as usize],
        }
    }

    /// Puts a word there; references are published first if need be.
    pub(crate) fn poke(&mut self, thread: usize, at: Location, word: u64) {
        let Place { object, slot } = at.place;
        let layout = self.heap.object(object).layout;
        if let Layout::Array(kind) = layout {
            if kind == Kind::Reference {
                self.publish_into(thread, object, Ref::from_word(word));
            }
            self.heap.set_element(object, kind, slot as usize, word);
        } else {
            self.store(thread, at.place, at.kind, word);
        }
    }
}

impl Machine<'_> {
    /// Whether an operation that compares first would set nothing, in this state.
    pub fn would_fail(&self, operation: Operation) -> bool {
        match operation {
            Operation::Exchange(place, kind, expected) => {
                let at = Location { place, kind };
                !same(kind, self.peek(at), expected)
            }
            _ => false,
        }
    }
}

impl Call<'_, '_> {
    /// Stops before an access to a location, unless it concerns nobody else.
    pub(crate) fn before(
        &mut self,
        at: Location,
        operation: Operation,
    ) -> Result<(), Interruption> {
        let object = at.place.object;
        self.machine.look_at(at.place);
        if object.space() == Space::Statics {
            let class = object.class_id().expect("static storage has a class");
            let writes = operation.access().is_some_and(|(_, writes, _)| writes);
            let field = self.machine.field_at(at.place).filter(|_| writes);
            if let Some(field) = field
                && self.machine.sees_native_write(field)
            {
                return match !self.machine.free && self.machine.allow() {
                    true => Ok(()),
                    false => Err(Interruption::Stop(operation)),
                };
            }
            if self.machine.keeps_statics(class, self.thread) {
                return Ok(());
            }
            if let Some(field) = field {
                self.refuses_constant(field)?;
            }
        }
        self.visible_on(object, operation)
    }

    /// Reading a static final field is no operation. Who changes one after all, by `Unsafe`, changes what
    /// others may just be reading.
    fn refuses_constant(&self, field: FieldId) -> Result<(), Interruption> {
        let program = self.machine.program;
        let data = program.field(field);
        if data.access != FieldAccess::Final || self.machine.heap.unwritten.is_stream(field) {
            return Ok(());
        }
        let class = program.class(data.class).name.replace('/', ".");
        Err(Interruption::Unsupported(format!(
            "the static final field {class}.{} is written after its class was initialised",
            data.name
        )))
    }

    /// Reads by a mode that is acquire or stronger.
    pub(crate) fn load(&mut self, at: Location, ordering: Ordering) -> Outcome {
        self.load_by(at, ordering, Mode::Strong)
    }

    /// Reads by a mode that is plain or opaque.
    pub(crate) fn load_weakly(&mut self, at: Location, ordering: Ordering) -> Outcome {
        self.load_by(at, ordering, Mode::Weak)
    }

    fn load_by(&mut self, at: Location, ordering: Ordering, mode: Mode) -> Outcome {
        self.before(at, Operation::Read(at.place, ordering))?;
        self.machine.load_after_stores(self.thread, at.place);
        self.machine.pass(self.thread, at.place, mode, false);
        self.give_stamp(at);
        Ok(self.machine.peek(at))
    }

    /// Writes.
    pub(crate) fn store(&mut self, at: Location, ordering: Ordering, word: u64) -> Outcome {
        self.before(at, Operation::Write(at.place, ordering))?;
        self.publish(at, word);
        self.order_stores(at, false);
        self.machine.poke(self.thread, at, word);
        self.put_stamp(at, self.stamp_of(word));
        Ok(0)
    }

    /// What others may get to know by a store is written down before it.
    fn publish(&mut self, at: Location, word: u64) {
        if at.kind == Kind::Reference {
            self.machine
                .note_publication(self.thread, Ref::from_word(word));
        }
    }

    /// A volatile store or an atomic update.
    fn order_stores(&mut self, at: Location, updates: bool) {
        let object = at.place.object;
        if updates {
            // What is weaker than volatile keeps no later load behind earlier stores.
            let is_weak = self.machine.known.heeds_modes
                && self.machine.update_orders(self.thread) != (true, true);
            if !is_weak {
                self.machine.order_stores_at(self.thread, object);
            }
            self.machine.note_update(self.thread, at.place);
            self.machine.remember_update(self.thread, at.place);
            return;
        }
        self.machine.order_stores_at(self.thread, object);
        self.machine.pass(self.thread, at.place, Mode::Strong, true);
        if self.machine.known.heeds_modes && self.machine.heap.object(object).is_shared() {
            self.machine.pass_fence(self.thread, Fence::Full);
        }
    }

    /// Writes by a release mode.
    pub(crate) fn store_release(&mut self, at: Location, ordering: Ordering, word: u64) -> Outcome {
        self.store_by(at, ordering, Mode::Strong, word)
    }

    /// Writes by a mode that is plain or opaque.
    pub(crate) fn store_weakly(&mut self, at: Location, ordering: Ordering, word: u64) -> Outcome {
        self.store_by(at, ordering, Mode::Weak, word)
    }

    fn store_by(&mut self, at: Location, ordering: Ordering, mode: Mode, word: u64) -> Outcome {
        self.before(at, Operation::Write(at.place, ordering))?;
        self.publish(at, word);
        self.machine.store_weakly(self.thread, at.place);
        if mode == Mode::Weak && at.kind == Kind::Reference {
            self.machine
                .pass_publication(self.thread, Ref::from_word(word));
        }
        self.machine.pass(self.thread, at.place, mode, true);
        self.machine.poke(self.thread, at, word);
        self.put_stamp(at, self.stamp_of(word));
        Ok(0)
    }

    /// What is at a location is the native's result.
    fn give_stamp(&mut self, at: Location) {
        let object = self.machine.heap.object(at.place.object);
        self.machine.times.result = object.stamp(at.place.slot as usize);
    }

    /// What was just put there comes from a clock, or not.
    fn put_stamp(&mut self, at: Location, stamp: Option<Stamp>) {
        if is_stampable(at.kind) {
            self.machine
                .stamp_slot(at.place.object, at.place.slot as usize, stamp);
        }
    }

    /// Compares and, if equal, sets; gives what was there.
    pub(crate) fn exchange(&mut self, at: Location, expected: u64, word: u64) -> Outcome {
        self.before(at, Operation::Exchange(at.place, at.kind, expected))?;
        self.publish(at, word);
        self.order_stores(at, true);
        let old = self.machine.peek(at);
        self.give_stamp(at);
        if same(at.kind, old, expected) {
            self.machine.poke(self.thread, at, word);
            self.put_stamp(at, self.stamp_of(word));
        }
        Ok(old)
    }

    /// Compares and sets; gives whether it did.
    pub(crate) fn compare_and_set(&mut self, at: Location, expected: u64, word: u64) -> Outcome {
        let old = self.exchange(at, expected, word)?;
        self.machine.times.result = None;
        Ok(u64::from(same(at.kind, old, expected)))
    }

    /// Changes in one step; gives what was there.
    pub(crate) fn update(&mut self, at: Location, change: Change, operand: u64) -> Outcome {
        self.before(at, Operation::Update(at.place))?;
        self.publish(at, operand);
        self.order_stores(at, true);
        let old = self.machine.peek(at);
        self.give_stamp(at);
        let stamps = (self.machine.times.result, self.stamp_of(operand));
        let stamp = match change {
            Change::Set => stamps.1,
            Change::Add if at.kind == Kind::Long || at.kind == Kind::Int => {
                let (old, operand) = ((old, stamps.0), (operand, stamps.1));
                clock::combine(BinaryOperator::LAdd, old, operand, self.machine.shift())
            }
            Change::Add | Change::Or | Change::And | Change::Xor => None,
        };
        self.machine
            .poke(self.thread, at, changed(at.kind, change, old, operand));
        self.put_stamp(at, stamp);
        Ok(old)
    }

    /// Stops before a copy, unless it concerns nobody else.
    pub(crate) fn copy_visibly(&mut self, from: Span, to: Span) -> Result<(), Interruption> {
        self.machine.copied += from.length.max(to.length) as usize;
        let machine = &self.machine;
        let noticed = |span: Span| {
            let object = span.first.object;
            let shared = !object.is_null() && machine.heap.object(object).is_shared();
            if shared && !machine.heap.is_frozen(object) {
                span
            } else {
                Span::NONE
            }
        };
        let (from, to) = (noticed(from), noticed(to));
        if from.length == 0 && to.length == 0 {
            return Ok(());
        }
        self.visible(Operation::Copy(from, to))
    }

    /// The location of an array's element.
    pub(crate) fn element(&mut self, array: Ref, index: i32) -> Result<Location, Interruption> {
        let object = self.machine.heap.object(array);
        let Layout::Array(kind) = object.layout else {
            return Err(super::exception(
                "java/lang/IllegalArgumentException",
                "Argument is not an array",
            ));
        };
        if index < 0 || index as u32 >= object.length {
            let message = format!("Index {index} out of bounds for length {}", object.length);
            return Err(super::exception(
                "java/lang/ArrayIndexOutOfBoundsException",
                message,
            ));
        }
        Ok(Location::new(array, index as usize, kind))
    }

    /// Throws `ArrayStoreException` unless the array may hold the value.
    pub(crate) fn check_store(&mut self, array: Ref, value: Ref) -> Result<(), Interruption> {
        let program = self.machine.program;
        let class = self.machine.heap.object(array).class;
        if let ClassShape::Array {
            element,
            kind: Kind::Reference,
        } = program.class(class).shape
            && !value.is_null()
        {
            let of = self.machine.heap.object(value).class;
            if !program.is_subtype(of, element) {
                let name = program.class(of).name.replace('/', ".");
                return Err(super::exception("java/lang/ArrayStoreException", name));
            }
        }
        Ok(())
    }
}

fn same(kind: Kind, old: u64, expected: u64) -> bool {
    narrow(kind, old) == narrow(kind, expected)
}

fn changed(kind: Kind, change: Change, old: u64, operand: u64) -> u64 {
    match (change, kind) {
        (Change::Set, _) => operand,
        (Change::Add, Kind::Float) => float(to_float(old) + to_float(operand)),
        (Change::Add, Kind::Double) => double(to_double(old) + to_double(operand)),
        (Change::Add, Kind::Long) => old.wrapping_add(operand),
        (Change::Add, _) => int((old as i32).wrapping_add(operand as i32)),
        (Change::Or, _) => old | operand,
        (Change::And, _) => old & operand,
        (Change::Xor, _) => old ^ operand,
    }
}
