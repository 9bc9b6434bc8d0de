//! Atomic calls: calls of the library's synchronizers that are one step.
//!
//! `ReentrantLock`, `ReentrantReadWriteLock`, `Semaphore`, `CountDownLatch`, the locks of a pool's
//! workers and all that is built on them (queues, barriers, executors) rest on one class,
//! `AbstractQueuedSynchronizer`: a word of state, a queue of waiting threads, and conditions with queues
//! of their own. Its methods are correct under any interleaving, and what they cost a search is the
//! product of the places in them at which several threads can stand. Here a call is one step: the
//! library's own code runs, instruction by instruction, but from the first access to a synchronizer to
//! the end of the call, or to where the thread parks in it, no other thread moves. A thread that is
//! unparked goes on likewise to the end of the call, or until it parks again.
//!
//! # Why that loses nothing
//!
//! The claim is that for every run there is one in which all such calls are atomic, in which every thread
//! does and sees the same outside of them: calls return the same, or throw the same, in the same order
//! in each thread, and who waits for ever waits for ever. Only the code of these classes touches their
//! fields and nodes (they are private to the package, and user code between is excluded below), so what
//! is needed is that each call takes effect at one moment, between two waits:
//!
//! - *Taking* (`acquire`, shared or not, timed, interruptible) takes effect at the compare-and-set of the
//!   state that succeeds. Before that it may have joined the queue, which takes effect at the
//!   compare-and-set of `tail`; from there on whoever lets go finds it. Between joining and parking it
//!   tries again, so that a release that came before it was seen to wait is not missed; that try is a
//!   step of its own only if it succeeds, and then the call might as well have begun after that release.
//! - *Letting go* (`release`) takes effect when the state is written; waking the first of the queue after
//!   that makes a thread try again, which it could do at any time.
//! - *Waiting at a condition* takes effect when the lock is let go, *signalling* when the bit that says
//!   "waits" of the waiter's node is cleared; a waiter that leaves by time or interrupt clears the same
//!   bit, so one of the two comes first. All else in between is done under the lock.
//!   A wait with a limit may find that no time is left before it has parked. It has two moments then: it
//!   lets go of its lock, and takes it again, and others may come between (`is_reacquiring`).
//! - *Giving up* (by time, by interrupt) marks the node; that others unlink it is their business only.
//!
//! Retries (a compare-and-set that fails because another thread was faster, a queue that is found in the
//! middle of a change) have no effect. What an atomic call does after its moment can be done at once, because
//! no call waits for another inside (`park` is where atomic calls end), and what it does before can be put off
//! until then. Steps of other calls in between, of other threads, concern other synchronizers, or are
//! themselves moved to their own moments.
//!
//! What could tell the difference, and is looked out for; the first time it is seen, calls are run in
//! steps from then on, and the search begins again (*learned*, as in `unwritten.rs`: up to that step
//! the run that shows it has an equal one with atomic calls):
//! - code of the program that runs inside of a call: its own synchronizer, or a class of threads that
//!   overrides `interrupt` or `isInterrupted`, which the library calls there;
//! - methods that look at the queues (`hasQueuedThreads` and its kin), which are estimates by their
//!   documentation;
//! - `park` called by the program: an atomic call never leaves a permit behind that its thread did not need,
//!   which the library's own loops around `park` don't notice;
//! - the program's own looks whether another thread is interrupted: a call that takes note of an
//!   interrupt clears the flag some time before it decides what to do about it. (The library looks only
//!   in order not to interrupt twice, which is no different from once.);
//! - threads that are stopped or suspended, wherever they are, or asked for their state or stack;
//! - a call that does not end.
//!
//! Where a call accesses anything but its synchronizer, its nodes and its own thread (a class that has to
//! be initialised), others may come between.
//!
//! # Who has to wait is not let in
//!
//! A `ReentrantLock` that is not fair goes to whoever tries first, and its queue changes nothing about
//! that. So a thread that calls `lock` while another has it is *held back*: it stays before the call until
//! the lock is free, as at a monitor, and its stay in the queue is not gone through. Every run in which
//! it takes the lock at some moment is one in which it called `lock` only then. The same is true of one
//! that was unparked and would have to park again at once. An interrupt lets a thread into
//! `lockInterruptibly` all the same; a timed wait is never held back, since it may give up, and where
//! nobody else can move, those held back may, so that what is stuck is stuck where Java has it. Fair
//! locks, and the read-write lock, ask their queues who is first: nobody is held back there.
//!
//! `--reduction none` runs every call in steps. The reports of reduced searches say that calls were atomic.

use jdk::synchronizer::{Role, is_listed, role_of};
use program::{ClassId, MethodId};

use crate::machine::Machine;
use crate::operation::Operation;
use crate::options::Granularity;
use crate::statespace::state::each_live;
use crate::thread::{Frame, Status};
use crate::value::Ref;

/// What a call does to a synchronizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Takes a lock that is free: it is held back until then.
    Lock,
    /// The same, unless it is interrupted.
    LockInterruptibly,
    /// Lets go of a lock.
    Unlock,
    /// Anything but waiting, whether it was interrupted or not.
    Try,
    /// Lets go of a lock and waits at a condition.
    Await,
    /// Wakes who waits at a condition.
    Signal,
    /// Anything.
    Any,
}

/// The call that a thread is about to make, or to go on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SynchronizerCall {
    /// The `AbstractQueuedSynchronizer`, if that can be told.
    pub synchronizer: Option<Ref>,
    /// What it does there.
    pub does: Use,
    /// Whether the next operation is about something else beside: it parks, or what the call uses is not
    /// its synchronizer's.
    pub beside: bool,
    /// Whether it is in the middle of an atomic call: what that does to its synchronizer was said where it began,
    /// or went on after a wait.
    pub inside: bool,
}

/// For tests of the tests: what is overlooked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oversight {
    /// That the program's own code runs inside of a call.
    OwnCode,
    /// That somebody looks at queues.
    Looking,
    /// That the program parks by itself.
    OwnParking,
    /// That the program looks whether another thread is interrupted.
    Flags,
    /// That locks may be fair, or shared.
    Queues,
}

/// Whether calls are atomic, and what is known of methods.
#[derive(Clone, Debug, Default)]
pub(crate) struct Synchronizers {
    on: bool,
    learned: bool,
    /// Whether there was an atomic call.
    used: bool,
    overlooks: Option<Oversight>,
    roles: Vec<Option<Role>>,
    known: Option<Known>,
}

/// Classes and slots.
#[derive(Clone, Copy, Debug)]
struct Known {
    queued: ClassId,
    queued_long: ClassId,
    condition: ClassId,
    unfair: ClassId,
    state: usize,
    owner: usize,
    /// The slot of a condition's synchronizer.
    outer: usize,
    /// The fields of a synchronizer come before those of its subclasses.
    fields: u32,
}

impl Synchronizers {
    /// Something was seen that could tell atomic calls from steps.
    pub(crate) fn give_up(&mut self) {
        self.learned |= self.on;
        self.on = false;
    }

    /// The same, unless that is to be overlooked.
    fn give_up_for(&mut self, sight: Oversight) {
        if self.overlooks != Some(sight) {
            self.give_up();
        }
    }

    /// Learns what another machine has learned.
    pub(crate) fn absorb(&mut self, other: &Synchronizers) {
        self.used |= other.used;
        if !other.on {
            self.give_up();
        }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    pub(crate) fn take_learned(&mut self) -> bool {
        std::mem::take(&mut self.learned)
    }

    pub(crate) fn has_learned(&self) -> bool {
        self.learned
    }
}

/// Whether a wait at a condition that may not have waited takes its lock again: others may come before. A
/// wait without a limit has parked, which ended what was atomic.
fn is_reacquiring(frames: &[Frame<'_>]) -> bool {
    let mut roles = frames.iter().map(|it| it.role);
    roles.any(|it| it == Role::AwaitTimed) && roles.any(|it| it == Role::Acquire)
}

impl<'p> Machine<'p> {
    /// Runs calls of synchronizers atomically from here on, as far as nothing tells the difference.
    pub fn run_calls_atomically(&mut self) {
        const LOCKS: &str = "java/util/concurrent/locks/";
        let class = |name: &str| self.program.load(&format!("{LOCKS}{name}")).ok();
        let classes = [
            class("AbstractQueuedSynchronizer"),
            class("AbstractQueuedLongSynchronizer"),
            class("AbstractQueuedSynchronizer$ConditionObject"),
            class("ReentrantLock$NonfairSync"),
        ];
        let slots = [
            ("AbstractQueuedSynchronizer", "state"),
            ("AbstractOwnableSynchronizer", "exclusiveOwnerThread"),
            ("AbstractQueuedSynchronizer$ConditionObject", "this$0"),
        ];
        let slots =
            slots.map(|(class, field)| self.find_field_slot(&format!("{LOCKS}{class}"), field));
        let (
            [
                Some(queued),
                Some(queued_long),
                Some(condition),
                Some(unfair),
            ],
            [Some(state), Some(owner), Some(outer)],
        ) = (classes, slots)
        else {
            return;
        };
        let fields = [queued, queued_long].map(|it| self.program.class(it).instance_slots.len());
        self.synchronizers.known = Some(Known {
            fields: fields[0].max(fields[1]) as u32,
            queued,
            queued_long,
            condition,
            unfair,
            state,
            owner,
            outer,
        });
        self.synchronizers.on = true;
    }

    /// Whether some call was an atomic call.
    pub fn has_run_atomic_calls(&self) -> bool {
        self.synchronizers.on && self.synchronizers.used
    }

    /// For tests of the tests: overlooks something.
    pub fn overlook(&mut self, oversight: Oversight) {
        self.synchronizers.overlooks = Some(oversight);
    }

    /// Runs calls of synchronizers in steps, which is learned.
    pub fn run_calls_in_steps(&mut self) {
        self.synchronizers.give_up();
    }

    /// What a method is to atomic calls.
    pub(crate) fn role(&mut self, method: MethodId) -> Role {
        if !self.has_method(method) {
            return Role::Library;
        }
        let index = method.0 as usize;
        if let Some(Some(role)) = self.synchronizers.roles.get(index) {
            return *role;
        }
        let data = self.program.method(method);
        let class = self.program.class(data.class);
        let role = match class.is_library {
            true => role_of(&class.name, &data.name, &data.descriptor),
            false => Role::Program,
        };
        let roles = &mut self.synchronizers.roles;
        if roles.len() <= index {
            roles.resize(index + 1, None);
        }
        roles[index] = Some(role);
        role
    }

    /// The outermost call of a synchronizer that a thread is in.
    fn atomic_call(&self, thread: usize) -> Option<usize> {
        let applies = self.synchronizers.on && self.options.granularity == Granularity::Operation;
        let frames = &self.threads[thread].frames;
        applies
            .then(|| frames.iter().position(|it| it.role.is_atomic_call()))
            .flatten()
    }

    /// A thread is about to take a step. If that is one of a call, the call has begun.
    pub(crate) fn begin_unit(&mut self, thread: usize) {
        let Some(depth) = self.atomic_call(thread) else {
            self.notice_flag(thread);
            return;
        };
        let operation = self.operation(thread);
        let frames = &self.threads[thread].frames;
        if frames[depth..].iter().any(|it| it.role == Role::Program) {
            self.synchronizers.give_up_for(Oversight::OwnCode);
        }
        if !self.synchronizers.on {
            return;
        }
        let is_first = !frames[depth].begun;
        if is_first && !operation.is_some_and(|it| self.is_of_synchronizer(it)) {
            return;
        }
        self.synchronizers.used = true;
        // The frames above hold the parts of those below.
        for frame in &mut self.threads[thread].frames[depth..] {
            if frame.role.is_atomic_call() {
                frame.begun = true;
            }
            frame.part = 0;
        }
    }

    /// The same, for its next operation.
    pub fn is_inside_call(&mut self, thread: usize) -> bool {
        let operation = self.operation(thread);
        self.synchronizers.on && operation.is_some_and(|it| self.is_inside_atomic_call(thread, it))
    }

    /// Whether a thread is inside of an atomic call, so that its next operation is done at once.
    pub(crate) fn is_inside_atomic_call(&self, thread: usize, operation: Operation) -> bool {
        let Some(depth) = self.atomic_call(thread) else {
            return false;
        };
        let frames = &self.threads[thread].frames;
        frames[depth].begun
            && self.threads[thread].status == Status::Ready
            && self.goes_on(thread, operation)
            && !is_reacquiring(&frames[depth..])
            && (self.synchronizers.overlooks == Some(Oversight::OwnCode)
                || !frames[depth..].iter().any(|it| it.role == Role::Program))
    }

    /// Whether an operation of an atomic call is one of those that it goes on with.
    fn goes_on(&self, thread: usize, operation: Operation) -> bool {
        match operation {
            Operation::Unpark(_) => true,
            Operation::Interrupt(object) => object == self.threads[thread].object,
            _ => self.is_of_synchronizer(operation) || self.is_of_thread(thread, operation),
        }
    }

    /// Whether an object is a synchronizer whose calls are atomic, a condition or a node of one.
    pub fn is_in_atomic_calls(&self, object: Ref) -> bool {
        self.synchronizers.on && {
            let class = self.heap.lasting(object).class;
            self.known_synchronizer(object).is_some() || is_listed(&self.program.class(class).name)
        }
    }

    /// Whether an operation accesses a synchronizer, a condition or a node.
    fn is_of_synchronizer(&self, operation: Operation) -> bool {
        let Some((place, _, _)) = operation.access() else {
            return false;
        };
        self.known_synchronizer(place.object).is_some() || {
            let class = self.heap.lasting(place.object).class;
            is_listed(&self.program.class(class).name)
        }
    }

    /// Whether an operation accesses what is a thread's own: its `Thread` and its local variables.
    fn is_of_thread(&self, thread: usize, operation: Operation) -> bool {
        let Some((place, _, _)) = operation.access() else {
            return false;
        };
        let class = self.heap.lasting(place.object).class;
        let name = &self.program.class(class).name;
        place.object == self.threads[thread].object || name.contains("java/lang/ThreadLocal")
    }

    /// The synchronizer that an object is, or that a condition is of.
    fn known_synchronizer(&self, object: Ref) -> Option<Ref> {
        let known = self.synchronizers.known?;
        if object.is_null() || !object.is_heap() {
            return None;
        }
        let data = self.heap.lasting(object);
        let is = |class| self.program.is_subtype(data.class, class);
        if data.class == known.condition {
            return Some(Ref::from_word(self.heap.object(object).data[known.outer]));
        }
        (is(known.queued) || is(known.queued_long)).then_some(object)
    }

    /// The call of a synchronizer that a thread is about to make or to go on with, if its next operation
    /// is one of it.
    pub fn synchronizer_call(
        &self,
        thread: usize,
        operation: Operation,
    ) -> Option<SynchronizerCall> {
        let Some(depth) = self.atomic_call(thread) else {
            return self.access_outside(operation);
        };
        let begun = self.threads[thread].frames[depth].begun;
        if !begun && !self.is_of_synchronizer(operation) {
            return None;
        }
        let accessed = operation.access().map(|(place, _, _)| place.object);
        let accessed = accessed.and_then(|it| self.known_synchronizer(it));
        let frames = &self.threads[thread].frames;
        let synchronizer = accessed.or_else(|| {
            let mut depths = (depth..frames.len()).rev();
            depths.find_map(|it| self.known_synchronizer(self.receiver(thread, it)?))
        });
        let known = self.synchronizers.known?;
        let class = synchronizer.map(|it| self.heap.lasting(it).class);
        let overlooks = self.synchronizers.overlooks == Some(Oversight::Queues);
        let is_unfair = class == Some(known.unfair) || overlooks;
        let does = match frames[depth].role {
            _ if begun => Use::Any,
            Role::Lock if is_unfair => Use::Lock,
            Role::LockInterruptibly if is_unfair => Use::LockInterruptibly,
            Role::Unlock => Use::Unlock,
            Role::Word => Use::Try,
            Role::Await | Role::AwaitTimed => Use::Await,
            Role::Signal => Use::Signal,
            _ => Use::Any,
        };
        Some(SynchronizerCall {
            synchronizer,
            does,
            beside: !self.is_of_synchronizer(operation),
            inside: self.is_inside_atomic_call(thread, operation),
        })
    }

    /// An access to a synchronizer's own fields that is part of no atomic call: subclasses in the library, like a
    /// pool's worker, do that.
    fn access_outside(&self, operation: Operation) -> Option<SynchronizerCall> {
        let (place, _, _) = operation.access()?;
        let known = self.synchronizers.known.filter(|_| self.synchronizers.on)?;
        let synchronizer = self.known_synchronizer(place.object);
        let is_own = synchronizer == Some(place.object) && place.slot < known.fields;
        is_own.then_some(SynchronizerCall {
            synchronizer,
            does: Use::Any,
            beside: false,
            inside: false,
        })
    }

    /// The receiver of a call, if it may still be read.
    fn receiver(&self, thread: usize, depth: usize) -> Option<Ref> {
        let data = &self.threads[thread];
        let frame: &Frame<'p> = &data.frames[depth];
        let register = frame.body.parameters.first()?.index();
        let mut is_live = register < frame.body.references as usize;
        if is_live {
            is_live = false;
            each_live(frame, data.is_before_instruction(depth), |it| {
                is_live |= it == register;
            });
        }
        is_live.then(|| Ref::from_word(data.registers[frame.base as usize + register]))
    }

    /// Whether a thread that could take its next step would only begin to wait, or wait on, for a lock
    /// that goes to whoever tries first.
    pub(crate) fn is_held_back(&self, thread: usize, operation: Operation) -> bool {
        let Some(call) = self.synchronizer_call(thread, operation) else {
            return false;
        };
        let (Some(known), Some(lock)) = (self.synchronizers.known, call.synchronizer) else {
            return false;
        };
        let data = &self.threads[thread];
        // What an interrupt does to `lock` is done when it has the lock.
        let is_patient = data.frames.iter().any(|it| it.role == Role::Lock);
        let waits = match operation {
            Operation::Park => data.deadline == 0 && (data.permit || is_patient),
            _ => matches!(call.does, Use::Lock | Use::LockInterruptibly),
        };
        if !waits || data.stopped {
            return false;
        }
        let lock = self.heap.object(lock);
        let overlooks = self.synchronizers.overlooks == Some(Oversight::Queues);
        if (lock.class != known.unfair && !overlooks)
            || lock.data[known.state] == 0
            || Ref::from_word(lock.data[known.owner]) == data.object
        {
            return false;
        }
        is_patient || !self.is_interrupted(thread)
    }

    /// Whether a thread is held back, see the head of the file.
    pub fn is_kept_out(&mut self, thread: usize) -> bool {
        let operation = self.operation(thread);
        operation.is_some_and(|it| self.is_held_back(thread, it))
    }

    /// A method is called. What looks at a queue need not come to an operation: where nobody has ever
    /// joined the queue, there is nothing that anybody writes.
    pub(crate) fn notice_call(&mut self, thread: usize, role: Role) {
        if role == Role::Looking && self.atomic_call(thread).is_none() {
            self.synchronizers.give_up_for(Oversight::Looking);
        }
    }

    /// A thread is about to take a step outside of atomic calls. If the program itself looks whether another
    /// thread is interrupted, it matters when a call takes note of that.
    fn notice_flag(&mut self, thread: usize) {
        if !self.synchronizers.on {
            return;
        }
        let Some(Operation::Read(place, _)) = self.operation(thread) else {
            return;
        };
        let data = &self.threads[thread];
        if place.slot as usize != self.known.interrupted
            || place.object == data.object
            || !self.is_thread(place.object)
        {
            return;
        }
        let mut frames = data.frames.iter().rev();
        let asking = frames.find(|it| {
            let class = self.program.method(it.method).class;
            &*self.program.class(class).name != "java/lang/Thread"
        });
        if asking.is_some_and(|it| it.role == Role::Program) {
            self.synchronizers.give_up_for(Oversight::Flags);
        }
    }

    /// A thread is started. If the program overrides what the library calls inside of calls, it matters
    /// when that is called, and whether.
    pub(crate) fn notice_thread(&mut self, object: Ref) {
        if !self.synchronizers.on {
            return;
        }
        for method in self.known.called_inside {
            let called = method.and_then(|it| self.dispatch(object, it));
            if called.is_some_and(|it| self.role(it) == Role::Program) {
                self.synchronizers.give_up_for(Oversight::OwnCode);
            }
        }
    }

    /// A thread is about to park. If the program itself wants that, permits that others leave behind
    /// matter.
    pub(crate) fn notice_park(&mut self, thread: usize) {
        let mut roles = self.threads[thread].frames.iter().rev().map(|it| it.role);
        if roles.find(|it| *it != Role::Parking) == Some(Role::Program) {
            self.synchronizers.give_up_for(Oversight::OwnParking);
        }
    }
}
