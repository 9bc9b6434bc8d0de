//! Who can come to an object: ownership by the heap of the state itself.
//!
//! Corbett asks his storage structure graphs which threads can reach an object at a statement, because he
//! has no heap. In a state there is one, with the objects that were made during the run, too. So what his
//! graphs approximate is looked up here: a thread that holds a reference that nobody else can come to owns
//! the object *at this point*, whoever made it and however often it has changed hands. What the heap of one
//! state can't tell is which of its references a thread will still follow. That is a fact of the program,
//! learned as all facts of `guards.rs` are: an edge that no other thread has followed yet leads nobody
//! there. This is his change of ownership: that `main` can still get from the `Thread` that it joins to the
//! request that it has handed over does no harm, as long as it never does.
//!
//! # Who may come to an object before `p` moves
//!
//! A thread `q` other than `p` *reaches* what its calls may still read, every `java.lang.Thread` (natives
//! list them), all constants and statics, and on from there along edges that are not *cut for `p`*. Edges
//! that can be cut are fields of the program's classes, elements of arrays of these, and what a `Thread` is
//! to run; only in shared objects, because reads of others are seen by nobody. All reads of these are known:
//! they are operations, or the machine tells of them ([`machine::Machine::followed`]). An edge is cut if
//! - *no other thread that lives has read that field*, of this object of the base, or of young ones of the
//!   class (elements by their index); or
//! - *no other thread will access it any more*, by static futures, if they are asked for (`foreseen.rs`); or
//! - *`p` owns a guard* that all accesses to the field had in common: until `p` moves, nobody can follow it.
//!   This is Corbett's containment: the array of a buffer that is only read under the buffer's lock.
//!
//! *Claim*: let `T` be a set of threads with `p` and all who reach `o`. Before one of `T` moves, nobody
//! outside comes to hold `o`, and so nobody accesses it. What threads outside hold, at first or later, is
//! within what they reach in this state, or new: by a read they get what lies behind an edge that is not
//! cut, from an object within; by a store they make an edge between two within. So `o` stays without.
//! (Edges are cut for all threads but `p` alike, so it does not matter which of them follows one, and who
//! hands what to whom.) A thread that is started meanwhile was reached by who starts it.
//!
//! So those who reach `o` are dependents of an access to it, *all* of them: it would be wrong to leave out
//! one who never accesses `o` itself, because it could hand `o` to another. That is why they are not
//! intersected with the users that `guards.rs` knows: one set or the other is taken.
//!
//! # Why a contradiction is not hidden
//!
//! That a thread follows an edge is a matter of its own past, as any access is, and so are the monitors that
//! it owns there (see `guards.rs`). Whether the object is shared then is, too: as long as it is not, only
//! this thread can share it.

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use machine::heap::{FROZEN, Layout, Position, reference_at, references};
use machine::{Machine, Place, Ref};
use program::{ClassId, ClassShape, Kind, Program};

use super::foreseen::{FutureCheck, static_access};
use super::guards::{Facts, Follow, Threads, Use};
use crate::independence::Variable;

/// Everybody.
const ALL: Threads = Threads::MAX;

/// Who reaches what, in the state that is being looked at.
#[derive(Debug)]
pub(super) struct Reach {
    /// Objects of the base that everybody reaches by edges that are never cut.
    public: HashSet<Ref, FixedState>,
    /// Edges out of them that can be cut.
    border: Vec<(Ref, Position)>,
    /// Whether a slot of a class is an edge that can be cut.
    slots: HashMap<(ClassId, u32), bool, FixedState>,
    /// What the threads hold in this state, once somebody has asked.
    held: HashMap<Ref, Threads, FixedState>,
    /// What else everybody reaches in this state by edges that are never cut, and edges from there that can
    /// be cut; found once somebody has asked.
    beyond: Vec<Ref>,
    border_now: Vec<(Ref, Position)>,
    /// What was found in this state, by who asked.
    found: Vec<(usize, Found)>,
}

/// Who reaches what, for one thread that asks.
#[derive(Debug, Default)]
struct Found {
    reached: HashMap<Ref, Threads, FixedState>,
    /// Edges that were cut.
    cut: Vec<Cut>,
}

/// An edge that nobody but the thread that asks follows before that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// The edge, as an access of that thread.
    pub(super) edge: Use,
    /// Whether that is so because of a guard.
    pub(super) guarded: bool,
}

impl Reach {
    /// For a machine in its first state.
    pub(super) fn new(machine: &Machine<'_>) -> Reach {
        let mut reach = Reach {
            public: HashSet::with_hasher(FixedState::default()),
            border: Vec::new(),
            slots: HashMap::with_hasher(FixedState::default()),
            held: HashMap::with_hasher(FixedState::default()),
            beyond: Vec::new(),
            border_now: Vec::new(),
            found: Vec::new(),
        };
        let heap = machine.heap();
        let mut pending: Vec<Ref> = heap.all();
        pending.retain(|it| !it.is_heap());
        while let Some(name) = pending.pop() {
            if !reach.public.insert(name) {
                continue;
            }
            let object = heap.object(name);
            references(machine.program(), object, |position| {
                let target = reference_at(object, position);
                if target.is_null() {
                } else if reach.can_be_cut(machine, name, position) {
                    reach.border.push((name, position));
                } else if heap.has(target) {
                    pending.push(target);
                }
            });
        }
        reach
    }

    /// Another state is looked at.
    pub(super) fn look(&mut self) {
        self.found.clear();
        self.held.clear();
    }

    /// Finds out where everybody begins in this state.
    fn begin(&mut self, machine: &Machine<'_>) {
        if !self.held.is_empty() {
            return;
        }
        self.beyond.clear();
        self.border_now.clone_from(&self.border);
        let threads = machine.threads().iter().enumerate();
        for (number, thread) in threads.filter(|(_, it)| !it.has_ended()) {
            self.beyond.push(thread.object);
            machine.each_held(number, |it| {
                if it.is_heap() && !it.is_null() {
                    *self.held.entry(it).or_insert(0) |= 1 << number;
                }
            });
        }
        for object in machine.heap().changed_base() {
            if object.is_heap() && !self.public.contains(&object) {
                continue;
            }
            let data = machine.heap().object(object);
            references(machine.program(), data, |position| {
                let target = reference_at(data, position);
                if target.is_null() || !target.is_heap() || self.public.contains(&target) {
                } else if self.can_be_cut(machine, object, position) {
                    self.border_now.push((object, position));
                } else {
                    self.beyond.push(target);
                }
            });
        }
    }

    /// The threads that can come to the object of an access before its thread moves, and the edges that were
    /// cut; `None` if anybody can, or at least all of those of whom it is enough to know that one can.
    pub(super) fn dependents(
        &mut self,
        machine: &Machine<'_>,
        facts: &Facts,
        sight: Option<&mut FutureCheck<'_>>,
        (access, enough): (Use, Threads),
    ) -> Option<(Threads, &[Cut])> {
        let object = match access.variable {
            Variable::Slot(object, _) | Variable::Monitor(object) | Variable::WaitSet(object) => {
                object
            }
            _ => return None,
        };
        if !object.is_heap() || self.public.contains(&object) || is_text(machine, object) {
            return None;
        }
        // What the library shares between threads by itself is hardly ever owned, and looking is dear.
        let class = machine.heap().object(object).class;
        if is_for_sharing(machine.program(), class) {
            return None;
        }
        self.begin(machine);
        let holders = self.held.get(&object).copied().unwrap_or(0) & !(1 << access.thread);
        if holders & enough != 0 {
            return None;
        }
        let known = self.found.iter().position(|(by, _)| *by == access.thread);
        let index = known.unwrap_or_else(|| {
            let mut walk = Walk {
                machine,
                facts,
                sight,
                by: access.thread,
                pending: Vec::new(),
                found: Found::default(),
            };
            walk.go(self);
            let found = walk.found;
            self.found.push((access.thread, found));
            self.found.len() - 1
        });
        let found = &self.found[index].1;
        let reached = found.reached.get(&object).copied().unwrap_or(0);
        let others = reached & !(1 << access.thread);
        (reached != ALL).then_some((others, &found.cut))
    }

    /// Whether a read of such a field is known of.
    pub(super) fn is_edge(&mut self, machine: &Machine<'_>, place: Place) -> bool {
        self.can_be_cut(machine, place.object, Position::Field(place.slot as usize))
    }

    /// Whether all reads of a place are known, so that nobody else reads it as long as none was seen.
    fn can_be_cut(&mut self, machine: &Machine<'_>, object: Ref, position: Position) -> bool {
        let program = machine.program();
        let data = machine.heap().object(object);
        if !data.is_shared() {
            return false;
        }
        match (data.layout, position) {
            // Elements of a frozen array are read without a stop.
            (Layout::Array(Kind::Reference), Position::Element(_)) => {
                data.flags & FROZEN == 0 && is_own_array(program, data.class)
            }
            (Layout::Fields, Position::Field(slot)) => {
                let slot = slot as u32;
                let class = data.class;
                *self.slots.entry((class, slot)).or_insert_with(|| {
                    let field = machine.field_at(Place { object, slot });
                    field.is_some_and(|it| is_own_field(machine, it))
                })
            }
            _ => false,
        }
    }
}

/// Finds out what all threads but one reach.
struct Walk<'a, 'm, 'f> {
    machine: &'a Machine<'m>,
    facts: &'a Facts,
    sight: Option<&'a mut FutureCheck<'f>>,
    /// That one.
    by: usize,
    pending: Vec<Ref>,
    found: Found,
}

impl Walk<'_, '_, '_> {
    fn go(&mut self, reach: &mut Reach) {
        for index in 0..reach.beyond.len() {
            self.add(reach, reach.beyond[index], ALL);
        }
        let itself = 1 << self.by;
        for (object, who) in &reach.held {
            if who & !itself != 0 {
                self.add(reach, *object, who & !itself);
            }
        }
        for index in 0..reach.border_now.len() {
            let (object, position) = reach.border_now[index];
            self.cross(reach, object, position, ALL);
        }
        while let Some(object) = self.pending.pop() {
            let who = self.found.reached[&object];
            self.leave(reach, object, who);
        }
    }

    /// These threads reach this object.
    fn add(&mut self, reach: &Reach, object: Ref, who: Threads) {
        if object.is_null() || !object.is_heap() || reach.public.contains(&object) {
            return;
        }
        let reached = self.found.reached.entry(object).or_insert(0);
        if *reached | who != *reached {
            *reached |= who;
            self.pending.push(object);
        }
    }

    /// These threads go on from an object.
    fn leave(&mut self, reach: &mut Reach, object: Ref, who: Threads) {
        let data = self.machine.heap().object(object);
        references(self.machine.program(), data, |position| {
            self.cross(reach, object, position, who);
        });
    }

    /// These threads go along an edge, unless it is cut.
    fn cross(&mut self, reach: &mut Reach, object: Ref, position: Position, who: Threads) {
        let target = reference_at(self.machine.heap().object(object), position);
        if target.is_null() || !target.is_heap() {
            return;
        }
        if !reach.can_be_cut(self.machine, object, position) {
            return self.add(reach, target, who);
        }
        let slot = match position {
            Position::Field(slot) => slot,
            Position::Element(index) => index,
        };
        let edge = Use {
            thread: self.by,
            variable: Variable::Slot(object, slot as u32),
            writes: true,
        };
        let guarded = match self.facts.follow(self.machine, edge) {
            Follow::Nobody => false,
            Follow::Guarded => true,
            Follow::Others if self.is_foreseen(edge) => return self.add(reach, target, who),
            Follow::Others => return,
        };
        self.found.cut.push(Cut { edge, guarded });
    }

    /// Whether others may still follow an edge, by the program text, if that is known.
    fn is_foreseen(&mut self, edge: Use) -> bool {
        let Some(sight) = &mut self.sight else {
            return true;
        };
        let accessed = static_access(self.machine, edge);
        accessed.is_none_or(|it| sight.may_follow(self.by, it.memory))
    }
}

/// Whether objects of a class are there for several threads, and the like: threads, synchronizers, the
/// library's own books; or arrays of these. Those of the program are not, nor what collects.
fn is_for_sharing(program: &Program, class: ClassId) -> bool {
    let data = program.class(class);
    match data.shape {
        ClassShape::Array { element, .. } => is_for_sharing(program, element),
        // Numbers are in no package.
        _ if !data.is_library || !data.name.contains('/') => false,
        _ => {
            let is_kept =
                data.name.starts_with("java/util/") || data.name.starts_with("java/lang/");
            !is_kept
                || data.name.starts_with("java/util/concurrent/")
                || data.name.starts_with("java/lang/Thread")
                || data.name.starts_with("java/lang/ref/")
        }
    }
}

/// Whether it is an array of objects of the program's classes.
fn is_own_array(program: &Program, class: ClassId) -> bool {
    match program.class(class).shape {
        ClassShape::Array { element, .. } => match program.class(element).shape {
            ClassShape::Array { .. } => is_own_array(program, element),
            _ => !program.class(element).is_library,
        },
        _ => false,
    }
}

/// Whether it is a field of the program's classes, or what a thread is to run.
fn is_own_field(machine: &Machine<'_>, field: program::FieldId) -> bool {
    let program = machine.program();
    let data = program.field(field);
    let class = program.class(data.class);
    match (&*class.name, &*data.name) {
        ("java/lang/Thread", "target") => !machine.is_kept_by_natives(u32::from(data.slot)),
        ("java/lang/Thread$FieldHolder", "task") => true,
        _ => !class.is_library,
    }
}

/// Whether it is a string: the machine may make it a constant, which others get without following an edge.
fn is_text(machine: &Machine<'_>, object: Ref) -> bool {
    let class = machine.heap().object(object).class;
    &*machine.program().class(class).name == "java/lang/String"
}
