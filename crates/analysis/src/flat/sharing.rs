//! Which accesses other threads could notice: where a thread of a model has to let others go first.
//!
//! In: points-to sets, calls, locks, and what matters to the model. Out: [`Sharing`].
//!
//! These are the owned and the protected variables of Corbett's virtual coarsening (Using shape analysis to
//! reduce finite-state models of concurrent Java programs): an access needs no stop if nobody writes what it reads, if only one
//! thread ever gets at it, or if every access to it happens under one and the same lock. Why: such an
//! access commutes with every step that other threads take before this thread's next stop. With no writer
//! there is no conflict; what one thread gets at no other thread's step touches; and whoever holds the lock
//! keeps the others from all accesses, so that they meet at the lock, which is a stop. Objects are known by
//! where they are made, so a lock counts only as seen from the accessed object ([`Lock`]), or as a single
//! one. Threads are known by what they run: a place that only threads of one kind access is shared unless
//! there is just one such thread.
//!
//! For example, in `synchronized (this) { count++; }` the monitor is a stop if two threads can meet there,
//! and `count` is none if no code accesses it without that monitor: the section is one step of the model.

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, FieldAccess, FieldId, Instruction, MethodId, Program, Register};

use super::calls::{Calls, ProcessKind, callees};
use super::locks::FlatLocks;
use super::{AccessTarget, Callee, FlatPoints, Node, Object, ObjectId};
use crate::code;
use crate::intrinsic::Intrinsic;
use crate::locks::Lock;

/// What of a program matters to who asks: a model leaves out what can't influence what it shows.
pub trait Interest {
    /// Whether a register of a method matters.
    fn has(&self, method: MethodId, register: Register) -> bool;
    /// Whether a field matters.
    fn has_field(&self, field: FieldId) -> bool;
}

/// Something that is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A field of an object.
    Field(ObjectId, FieldId),
    /// A static field.
    Static(FieldId),
    /// The elements of an array.
    Elements(ObjectId),
    /// The monitor and wait set of an object.
    Monitor(ObjectId),
}

#[derive(Debug, Default)]
struct Traffic {
    writers: BTreeSet<ProcessKind>,
    readers: BTreeSet<ProcessKind>,
    /// Locks that every access so far was made under; `None` before the first one.
    locks: Option<BTreeSet<Lock>>,
    /// Whether threads wait there: then who owns the monitor matters even to a single thread.
    waited: bool,
}

/// Who accesses what.
#[derive(Debug, Default)]
pub struct Sharing {
    traffic: BTreeMap<Place, Traffic>,
    escaping: BTreeSet<ObjectId>,
    single: BTreeSet<ProcessKind>,
    /// Fields that reachable code writes.
    pub written: BTreeSet<FieldId>,
    /// Array classes whose elements reachable code writes.
    pub written_elements: BTreeSet<ClassId>,
    leaky: BTreeSet<ClassId>,
    /// Monitors that are only entered under another.
    protected: BTreeSet<ObjectId>,
}

/// What an instruction accesses: the places by object, and whether it writes.
pub struct Accessed {
    /// The object's register; `None` for statics.
    pub object: Option<Register>,
    /// The field; `None` for elements.
    pub field: Option<FieldId>,
    /// Whether it writes.
    pub writes: bool,
}

/// The accesses of an instruction to fields and elements that matter.
pub fn accesses(
    program: &Program,
    points: &FlatPoints,
    interest: &dyn Interest,
    method: MethodId,
    pc: u32,
) -> Vec<Accessed> {
    let body = program.body(method);
    let wanted = |target: Register| interest.has(method, target);
    let one = |object: Option<Register>, field: Option<FieldId>, writes: bool| {
        vec![Accessed {
            object,
            field,
            writes,
        }]
    };
    match body.code[pc as usize] {
        Instruction::GetField {
            target,
            object,
            field,
            ..
        } if wanted(target) => one(Some(object), Some(field), false),
        Instruction::PutField { object, field, .. } if interest.has_field(field) => {
            one(Some(object), Some(field), true)
        }
        Instruction::GetStatic { target, field, .. } if wanted(target) => {
            one(None, Some(field), false)
        }
        Instruction::PutStatic { field, .. } if interest.has_field(field) => {
            one(None, Some(field), true)
        }
        Instruction::ArrayLoad { target, array, .. } if wanted(target) => {
            one(Some(array), None, false)
        }
        Instruction::ArrayStore { array, .. } => one(Some(array), None, true),
        Instruction::InvokePolymorphic { .. } => atomic(points, interest, method, pc),
        Instruction::Invoke {
            arguments, target, ..
        } => {
            let arguments = body.argument_registers(arguments);
            let mut found = Vec::new();
            for callee in callees(program, points, method, pc) {
                let Callee::Intrinsic(_, known) = callee else {
                    continue;
                };
                match known {
                    Intrinsic::Unsafe(_) => found.extend(atomic(points, interest, method, pc)),
                    Intrinsic::Clone if wanted(target) => {
                        found.extend(one(Some(arguments[0]), None, false));
                    }
                    Intrinsic::ArrayCopy => {
                        found.extend(one(Some(arguments[0]), None, false));
                        found.extend(one(Some(arguments[2]), None, true));
                    }
                    Intrinsic::RefersTo if wanted(target) => {
                        found.extend(one(Some(arguments[0]), code::referent(program), false));
                    }
                    Intrinsic::Forget => {
                        let field = code::referent(program);
                        if field.is_some_and(|field| interest.has_field(field)) {
                            found.extend(one(Some(arguments[0]), field, true));
                        }
                    }
                    Intrinsic::Interrupt => {
                        let field = code::thread_field(program, "interrupted").map(|it| it.id);
                        found.extend(one(Some(arguments[0]), field, true));
                    }
                    Intrinsic::InitThread => {
                        for name in ["target", "daemon"] {
                            let field = code::thread_field(program, name).map(|it| it.id);
                            if field.is_some_and(|field| interest.has_field(field)) {
                                found.extend(one(Some(arguments[0]), field, true));
                            }
                        }
                    }
                    _ => {}
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

fn atomic(
    points: &FlatPoints,
    interest: &dyn Interest,
    method: MethodId,
    pc: u32,
) -> Vec<Accessed> {
    let Some(access) = points.accesses.get(&(method, pc)) else {
        return Vec::new();
    };
    let (object, field) = match access.target {
        AccessTarget::Field(object, field) => (Some(object), field),
        AccessTarget::Static(field) => (None, field),
        AccessTarget::Element(array, _) => {
            return vec![Accessed {
                object: Some(array),
                field: None,
                writes: access.access.writes(),
            }];
        }
    };
    if !interest.has_field(field) {
        return Vec::new();
    }
    vec![Accessed {
        object,
        field: Some(field),
        writes: access.access.writes(),
    }]
}

impl Sharing {
    /// Looks at all reachable code; `entered` are the monitors that the main thread owns in the
    /// initial state.
    pub fn new(
        program: &Program,
        points: &FlatPoints,
        interest: &dyn Interest,
        calls: &Calls,
        locks: &FlatLocks,
        entered: &BTreeSet<ObjectId>,
    ) -> Sharing {
        let mut sharing = Sharing {
            single: calls.single.clone(),
            ..Sharing::default()
        };
        sharing.find_escaping(program, points);
        let nobody = BTreeSet::new();
        for (method, pcs) in &points.code {
            let runners = calls.runners.get(method).unwrap_or(&nobody);
            for pc in pcs {
                for accessed in accesses(program, points, interest, *method, *pc) {
                    sharing.note(program, points, *method, *pc, &accessed, runners, locks);
                }
                sharing.note_monitors(program, points, *method, *pc, runners);
            }
        }
        for object in entered {
            let traffic = sharing.traffic.entry(Place::Monitor(*object)).or_default();
            traffic.writers.insert(ProcessKind::Main);
            traffic.locks = Some(BTreeSet::new());
        }
        sharing.find_protected(program, points, entered);
        sharing
    }

    #[expect(clippy::too_many_arguments, reason = "one call, in the loop above")]
    fn note(
        &mut self,
        program: &Program,
        points: &FlatPoints,
        method: MethodId,
        pc: u32,
        accessed: &Accessed,
        runners: &BTreeSet<ProcessKind>,
        locks: &FlatLocks,
    ) {
        if accessed.writes {
            self.written.extend(accessed.field);
            if let (None, Some(array)) = (accessed.field, accessed.object) {
                let objects = points.register(method, array).iter();
                self.written_elements
                    .extend(objects.map(|it| points.classes[*it as usize]));
            }
        }
        // A constructor that keeps its object to itself writes before anybody can look.
        let quiet = accessed.writes
            && accessed
                .object
                .is_some_and(|object| is_construction(program, method, object))
            && code::keeps_this(program, method);
        for place in places(program, points, method, accessed) {
            if is_kept_with_thread(program, points, place) {
                continue;
            }
            let owned = locks.at(program, points, method, pc, accessed);
            let traffic = self.traffic.entry(place).or_default();
            if quiet
                && let Place::Field(object, _) = place
                && matches!(points.objects[object as usize], Object::Site(..))
            {
                continue;
            }
            match &mut traffic.locks {
                Some(locks) => locks.retain(|lock| owned.contains(lock)),
                None => traffic.locks = Some(owned),
            }
            if accessed.writes {
                traffic.writers.extend(runners);
            } else {
                traffic.readers.extend(runners);
            }
        }
    }

    fn note_monitors(
        &mut self,
        program: &Program,
        points: &FlatPoints,
        method: MethodId,
        pc: u32,
        runners: &BTreeSet<ProcessKind>,
    ) {
        let body = program.body(method);
        let mut used = Vec::new();
        match body.code[pc as usize] {
            // The main thread may have entered one before the model begins.
            Instruction::MonitorEnter { object } | Instruction::MonitorExit { object } => {
                used.push((object, false));
            }
            Instruction::Invoke { arguments, .. } => {
                let arguments = body.argument_registers(arguments);
                for callee in callees(program, points, method, pc) {
                    match callee {
                        Callee::Intrinsic(
                            _,
                            Intrinsic::Wait
                            | Intrinsic::Notify
                            | Intrinsic::NotifyAll
                            | Intrinsic::HoldsLock,
                        ) => used.push((arguments[0], true)),
                        // A thread is started under the lock of its `Thread`.
                        Callee::Intrinsic(_, Intrinsic::Start) => used.push((arguments[0], false)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        for (register, waits) in used {
            for object in points.register(method, register) {
                let traffic = self.traffic.entry(Place::Monitor(*object)).or_default();
                traffic.writers.extend(runners);
                traffic.locks = Some(BTreeSet::new());
                traffic.waited |= waits;
            }
        }
    }

    /// Monitors that are only entered under another. Threads that are started enter their own, and the
    /// main thread has entered some before: these are not.
    fn find_protected(
        &mut self,
        program: &Program,
        points: &FlatPoints,
        entered: &BTreeSet<ObjectId>,
    ) {
        let thread = program.loaded("java/lang/Thread");
        let mut candidates = BTreeSet::new();
        let mut waited = BTreeSet::new();
        for (place, traffic) in &self.traffic {
            let Place::Monitor(object) = place else {
                continue;
            };
            let class = points.classes[*object as usize];
            let is_thread = thread.is_some_and(|it| program.is_subtype(class, it));
            if traffic.waited || is_thread {
                waited.insert(*object);
            } else if !entered.contains(object) {
                candidates.insert(*object);
            }
        }
        self.protected = super::protection::protected(program, points, &candidates, &waited);
    }

    /// Objects that more than one thread may get at: reachable from statics, from the initial heap,
    /// or from threads.
    fn find_escaping(&mut self, program: &Program, points: &FlatPoints) {
        let thread = program.loaded("java/lang/Thread");
        let mut inside: BTreeMap<ObjectId, Vec<ObjectId>> = BTreeMap::new();
        let mut pending: Vec<ObjectId> = Vec::new();
        for (node, set) in points.nodes() {
            match node {
                Node::Static(..) => pending.extend(set),
                Node::Field(object, _) | Node::Elements(object) => {
                    inside.entry(object).or_default().extend(set);
                }
                Node::Register(..) | Node::Return(_) | Node::Raised(_) => {}
            }
        }
        for (index, object) in points.objects.iter().enumerate() {
            let class = points.classes[index];
            let is_thread = thread.is_some_and(|thread| program.is_subtype(class, thread));
            if is_thread || !matches!(object, Object::Site(..)) {
                pending.push(index as ObjectId);
            }
        }
        while let Some(object) = pending.pop() {
            if self.escaping.insert(object) {
                pending.extend(inside.get(&object).into_iter().flatten());
            }
        }
    }

    /// Whether other threads could notice the access.
    pub fn is_visible(
        &self,
        program: &Program,
        points: &FlatPoints,
        method: MethodId,
        accessed: &Accessed,
    ) -> bool {
        let quiet = accessed.writes
            && accessed
                .object
                .is_some_and(|object| is_construction(program, method, object))
            && code::keeps_this(program, method);
        if !accessed.writes
            && let Some(field) = accessed.field
            && self.is_settled(program, field)
        {
            return false;
        }
        places(program, points, method, accessed)
            .into_iter()
            .any(|place| {
                let fresh = match place {
                    Place::Field(object, _) => {
                        quiet && matches!(points.objects[object as usize], Object::Site(..))
                    }
                    _ => false,
                };
                !fresh && self.is_contended(place)
            })
    }

    /// A final field of objects whose constructors keep them to themselves.
    fn is_settled(&self, program: &Program, field: FieldId) -> bool {
        let field = program.field(field);
        if field.access != FieldAccess::Final || field.is_static {
            return false;
        }
        let class = program.class(field.class);
        !self.leaky.contains(&class.id)
            && class.methods.iter().all(|method| {
                &*program.method(*method).name != "<init>" || code::keeps_this(program, *method)
            })
    }

    /// Whether more than one thread may get at an object.
    pub fn escapes(&self, object: ObjectId) -> bool {
        self.escaping.contains(&object)
    }

    /// Whether threads may wait at the monitor of an object.
    pub fn is_waited_for(&self, object: ObjectId) -> bool {
        let traffic = self.traffic.get(&Place::Monitor(object));
        traffic.is_some_and(|traffic| traffic.waited)
    }

    /// Objects whose monitors are used.
    pub fn monitored(&self) -> impl Iterator<Item = ObjectId> {
        self.traffic.keys().filter_map(|place| match place {
            Place::Monitor(object) => Some(*object),
            _ => None,
        })
    }

    /// Whether two threads may meet at a place.
    pub fn is_contended(&self, place: Place) -> bool {
        if self
            .traffic
            .get(&place)
            .is_some_and(|traffic| traffic.waited)
        {
            return true;
        }
        if let Place::Monitor(object) = place
            && self.protected.contains(&object)
        {
            return false;
        }
        let object = match place {
            Place::Field(object, _) | Place::Elements(object) | Place::Monitor(object) => {
                Some(object)
            }
            Place::Static(_) => None,
        };
        if object.is_some_and(|object| !self.escaping.contains(&object)) {
            return false;
        }
        let Some(traffic) = self.traffic.get(&place) else {
            return false;
        };
        let is_protected = traffic
            .locks
            .as_ref()
            .is_some_and(|locks| !locks.is_empty());
        if traffic.writers.is_empty() || is_protected {
            return false;
        }
        let all: BTreeSet<ProcessKind> = traffic.writers.union(&traffic.readers).copied().collect();
        all.len() > 1 || all.iter().any(|kind| !self.single.contains(kind))
    }
}

/// Whether only the thread itself gets at a place: its thread-local variables.
fn is_kept_with_thread(program: &Program, points: &FlatPoints, place: Place) -> bool {
    match place {
        Place::Field(object, field) => {
            let own = ["threadLocals", "inheritableThreadLocals"];
            let fields = own.map(|name| code::thread_field(program, name).map(|it| it.id));
            fields.contains(&Some(field))
                || code::is_thread_local(program, points.classes[object as usize])
        }
        Place::Elements(object) => code::is_thread_local(program, points.classes[object as usize]),
        Place::Static(_) | Place::Monitor(_) => false,
    }
}

/// Whether the register is the object under construction.
fn is_construction(program: &Program, method: MethodId, register: Register) -> bool {
    &*program.method(method).name == "<init>"
        && code::is_this(program, method, program.body(method), register)
}

/// The places that an access may mean.
pub fn places(
    program: &Program,
    points: &FlatPoints,
    method: MethodId,
    accessed: &Accessed,
) -> Vec<Place> {
    match (accessed.object, accessed.field) {
        (None, Some(field)) => vec![Place::Static(field)],
        (None, None) => Vec::new(),
        (Some(object), field) => points
            .register(method, object)
            .iter()
            .filter(|object| {
                let class = points.classes[**object as usize];
                match field {
                    Some(field) => program.is_subtype(class, program.field(field).class),
                    None => matches!(
                        program.class(class).shape,
                        program::ClassShape::Array { .. }
                    ),
                }
            })
            .map(|object| match field {
                Some(field) => Place::Field(*object, field),
                None => Place::Elements(*object),
            })
            .collect(),
    }
}
