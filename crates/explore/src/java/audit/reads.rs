//! What steps read, found out by changing it.
//!
//! A step that looks at a variable which its footprint lacks would be called independent of those who
//! write it. So of each step that was taken, some fields and elements of the objects that it looked at
//! are changed, one at a time, and the step is taken again: it must do the same. What nobody writes while
//! others can reach it, as far as is known, is left alone (whoever does write it makes the step another
//! one, see `unwritten.rs` of the machine); so is what the machine keeps of threads, and what is part of
//! an atomic call.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use machine::heap::Layout;
use machine::{Choice, ClassState, Machine, Place, Ref};
use program::Kind;

use super::{Round, advance, is_seed, is_thread_keeping};
use crate::independence::{ELEMENTS, Footprint, Variable};

/// Arrays of `long`.
const LONGS: Layout = Layout::Array(Kind::Long);
/// Words that are changed of one object.
const OF_ONE: usize = 12;
/// Words that are changed for one step.
const OF_ALL: usize = 32;

impl Round<'_, '_, '_> {
    /// Takes a step again, each time with another word changed. In: the state before it, its footprint
    /// in the names of that state, the state after it.
    pub(super) fn reads_only(
        &mut self,
        state: &[u32],
        choice: Choice,
        footprint: &Footprint,
        after: &[u32],
    ) {
        self.machine.load(state);
        let operation = self.machine.operation(usize::from(choice.thread));
        // Who is held back may move only where nobody else can, which depends on all.
        if self.is_on_disk(operation) || self.machine.is_kept_out(usize::from(choice.thread)) {
            return;
        }
        let objects = self.read_by(choice);
        self.machine.load(after);
        let mut expected = Vec::new();
        self.machine.save(&mut expected);
        self.machine.load(state);
        let mut places = Vec::new();
        let mut own = self.own_statics(usize::from(choice.thread));
        own.extend(self.backtraces());
        for object in self.machine.heap().all() {
            let name = canonical(self.machine, object);
            if !objects.contains(&name) || own.contains(&object) {
                continue;
            }
            let of_object = self.written_places(object);
            let is_told = |slot: u32| {
                let mut accesses = footprint.accesses.iter().chain(&footprint.effects);
                accesses.any(|it| {
                    it.variable == Variable::Slot(name, slot)
                        || slot >= ELEMENTS && it.variable == Variable::Slot(name, ELEMENTS)
                })
            };
            let untold = of_object.into_iter().filter(|it| !is_told(it.0));
            places.extend(untold.map(|(slot, kind)| (Place { object: name, slot }, kind)));
        }
        // Another part of them each time, if they are many.
        let stride = places.len().div_ceil(OF_ALL).max(1);
        let first = self.audit.steps as usize % stride;
        for (place, kind) in places.into_iter().skip(first).step_by(stride) {
            self.change_one(state, choice, (place, kind), &expected);
        }
    }

    /// The objects that a step from the current state looks at, by their names in that state.
    fn read_by(&mut self, choice: Choice) -> Vec<Ref> {
        let known = self.machine.heap().all();
        let names = known.iter().map(|it| canonical(self.machine, *it));
        let names: HashMap<Ref, Ref, FixedState> = known.iter().copied().zip(names).collect();
        self.machine.watch_reads();
        self.machine.choices(&mut Vec::new());
        advance(self.machine, choice);
        match self.machine.take_reads() {
            Some(objects) => objects
                .iter()
                .filter_map(|it| names.get(it))
                .copied()
                .collect(),
            None => names.into_values().collect(),
        }
    }

    /// The statics that nobody but this thread can get at, with the arrays in them: those of classes that it
    /// initialises, or would begin to.
    fn own_statics(&mut self, thread: usize) -> Vec<Ref> {
        let mut found = Vec::new();
        for name in self.machine.heap().all() {
            let data = self.machine.heap().object(name);
            let (layout, class) = (data.layout, data.class);
            let is_own = layout == Layout::Statics
                && (self.machine.initializer(class) == Some(thread)
                    || self.machine.class_state(class) == ClassState::Untouched);
            if is_own {
                found.push(name);
                let heap = self.machine.heap();
                heap.each_reference(name, |held| found.push(held));
            }
        }
        let heap = self.machine.heap();
        let is_own = |it: &Ref| heap.has(*it) && heap.object(*it).layout != Layout::Fields;
        found.into_iter().filter(is_own).collect()
    }

    /// The arrays in which throwables keep their stacks: no code has them.
    fn backtraces(&mut self) -> Vec<Ref> {
        let program = self.machine.program();
        let Some(throwable) = program.loaded("java/lang/Throwable") else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let heap = self.machine.heap();
        for object in heap.all() {
            if program.is_subtype(heap.object(object).class, throwable) {
                heap.each_reference(object, |held| found.push(held));
            }
        }
        let is_longs = |it: &Ref| heap.has(*it) && heap.object(*it).layout == LONGS;
        found.into_iter().filter(is_longs).collect()
    }

    /// The fields and elements of an object that others can reach and write.
    fn written_places(&mut self, object: Ref) -> Vec<(u32, Kind)> {
        let machine = &mut *self.machine;
        let data = machine.heap().object(object);
        if !data.is_shared()
            || is_thread_keeping(machine, object)
            || is_destroyer(machine, object)
            || machine.is_in_atomic_calls(object)
        {
            return Vec::new();
        }
        let is_thread = machine.is_thread(object);
        // Why its initialisation failed belongs to the state of a class, which uses of classes tell.
        let is_mirror = object.class_id().map(Ref::mirror) == Some(object);
        let failure = is_mirror.then(|| machine.failure_slot() as u32);
        let count = machine.heap().object(object).words().len() as u32;
        let stamps = machine
            .heap()
            .object(object)
            .stamps
            .iter()
            .flat_map(|it| it.iter());
        let stamped: Vec<u32> = stamps.map(|it| it.0).collect();
        let mut out = Vec::new();
        for slot in 0..count {
            let place = Place { object, slot };
            let is_kept = is_thread && machine.is_kept_by_natives(slot)
                || is_seed(machine, object, slot)
                || failure == Some(slot)
                || stamped.contains(&slot);
            if out.len() < OF_ONE
                && !is_kept
                && let Some(kind) = machine.written_kind(place)
            {
                out.push((slot, kind));
            }
        }
        out
    }

    /// Takes the step with one word changed. All else must be as it was.
    fn change_one(
        &mut self,
        state: &[u32],
        choice: Choice,
        (place, kind): (Place, Kind),
        expected: &[u32],
    ) {
        for number in 0..MOST_OTHERS {
            self.machine.load(state);
            let all = self.machine.heap().all();
            let is_meant = |it: &Ref| canonical(self.machine, *it) == place.object;
            let Some(object) = all.into_iter().find(is_meant) else {
                return;
            };
            let place = Place { object, ..place };
            let word = self.machine.word(place);
            let Some(other) = others(kind, word, object).get(number).copied() else {
                return;
            };
            let mut choices = Vec::new();
            self.machine.choices(&mut choices);
            let operation = self.machine.operation(usize::from(choice.thread));
            self.machine.disturb(place, kind, other);
            choices.clear();
            self.machine.choices(&mut choices);
            let mut after = Vec::new();
            if choices.contains(&choice) {
                advance(self.machine, choice);
                self.machine.disturb(place, kind, word);
                self.machine.save(&mut after);
            }
            self.audit.changes += 1;
            if after != expected {
                let class = self.machine.heap().object(place.object).class;
                let class = &self.machine.program().class(class).name;
                let field = self.machine.field_at(place);
                let field = field.map_or("", |it| &self.machine.program().field(it).name);
                self.audit.faults.push(format!(
                    "{operation:?} of thread {} depends on {place:?} of {class} {field}, which \
                     its footprint lacks",
                    choice.thread
                ));
            }
        }
    }
}

/// Whether an object is the thread that runs the shutdown hooks: no program can get hold of it before it
/// runs.
fn is_destroyer(machine: &Machine<'_>, object: Ref) -> bool {
    let class = machine.heap().object(object).class;
    &*machine.program().class(class).name == "heddle/runtime/Destroyer"
}

/// The most of other values that are tried of a word.
const MOST_OTHERS: usize = 2;

/// Other values than the one that a word has.
fn others(kind: Kind, word: u64, object: Ref) -> Vec<u64> {
    match kind {
        Kind::Reference if word == Ref::NULL.word() => vec![object.word()],
        Kind::Reference => vec![Ref::NULL.word()],
        Kind::Boolean => vec![word ^ 1],
        Kind::Float => vec![word ^ 1, u64::from(1.5f32.to_bits())],
        Kind::Double => vec![word ^ 1, 1.5f64.to_bits()],
        Kind::Char => vec![word ^ 1, word ^ 0x7fff],
        _ => vec![word ^ 1, !word],
    }
}

/// The name of an object in the state that the machine is in.
fn canonical(machine: &Machine<'_>, object: Ref) -> Ref {
    machine.young_name(object).map_or(object, Ref)
}
