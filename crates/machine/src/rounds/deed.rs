//! Whether a step changes anything for good.
//!
//! A thread that goes round a loop for ever and changes nothing is stuck as much as one that waits for
//! ever: it looks at a flag, tries to set a word or to get a lock, and nobody will ever let it go on.
//! So a step counts as a *deed* only if another thread could see afterwards, for good, that it was
//! taken. No deeds are:
//!
//! - reads, looks at clocks and at other threads, sleeps, parks and yields;
//! - writes and updates that leave the word as it was, and comparing and setting that fails;
//! - taking, trying to take and giving back locks, also those of `java.util.concurrent.locks` with
//!   their queues, and letting the next thread of such a queue go on: in a loop they are free again at
//!   its end; saying what one is parked for, which is taken back, too;
//! - entering and leaving the queue of any synchronizer, whose number (permits, a count) stays as it is, and
//!   whatever else a thread writes to say that it waits and takes back when it gives up (a node in a
//!   `SynchronousQueue`, the slot of an `Exchanger`, who waits for a future: `jdk::synchronizer::ENROLMENTS`);
//!   handing over what another waits for is a deed;
//! - entering and leaving wait sets, and notifying where nobody waits.
//!
//! The end of a thread is one.
//!
//! # Loops that are meant to go on
//!
//! Philosophers that think and eat for ever do nothing else than take locks and give them back. A loop
//! without a way out is meant to go on for ever, and so *coming round it* is a deed: taking a backward
//! jump to its head. A thread that stays for ever in an inner loop, in the same method or in one that
//! is called, does not come round the outer one:
//!
//! ```java
//! while (true) { while (!flag) { Thread.onSpinWait(); } served++; flag = false; }   // stuck if flag is never set
//! while (true) { for (Object fork : forks) { synchronized (fork) { } } }            // comes round
//! ```
//!
//! In bytecode the inner loop of the first line and `if (flag) { served++; … } else { onSpinWait(); }`
//! are the same: several rounds of one loop, of which a branch chooses one. Coming round by such a
//! branch is a deed only if the branch goes by what nobody else can change, see `turning.rs`. A loop
//! whose branches join before its end (`while (true) { if (flag) { … } sleep(10); }`) has one round, and
//! is meant.
//!
//! A thread that is in no loop at all does deeds with every step. Loops count from the first call of
//! the program's own on: that of a pool's worker or of a timer that calls it does not, and one of the
//! library that it has called does.

mod turning;

pub use turning::polls;

use jdk::synchronizer::{ENROLMENTS, Enrolment, LOCKS, Methods, RELEASES, SIGNALS};
use std::collections::BTreeSet;

use program::{Body, ClassId, MethodId, Program};

use crate::choice::Choice;
use crate::machine::Machine;
use crate::operation::{Operation, Place};
use crate::value::Ref;

/// What is known of a step before it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prospect {
    /// It changes nothing.
    Idle,
    /// It changes something.
    Deed,
    /// It does if this place holds another word after it.
    Write(Place, u64),
    /// It does if this place holds another word after it, and not the object that it is a place of.
    Hand(Place, u64),
}

/// A field in which those enrol who wait.
#[derive(Clone)]
pub(crate) struct EnrolledField {
    slot: u32,
    enrolment: &'static Enrolment,
    /// Whether it is one in which others hand over what is waited for.
    is_handed: bool,
}

/// What writing to a place is to those who wait.
enum Keeping {
    /// Who waits says so, or takes it back.
    Enrols,
    /// What is waited for is handed over, or somebody gives up waiting for it.
    Hands,
    /// Something else.
    Other,
}

impl Machine<'_> {
    /// Looks at what the chosen thread is about to do.
    pub(crate) fn before_deed(&mut self, choice: Choice) -> Prospect {
        let thread = choice.thread as usize;
        // Asking is not running.
        let instructions = self.instructions;
        let operation = self.operation(thread);
        self.instructions = instructions;
        let Some(operation) = operation else {
            return Prospect::Deed;
        };
        match operation {
            Operation::Read(..)
            | Operation::Lock(_)
            | Operation::Unlock(_)
            | Operation::Wait(_)
            | Operation::Waiting(_)
            | Operation::Reacquire(_)
            | Operation::Park
            | Operation::Observe(_)
            | Operation::Sleep
            | Operation::Yield
            | Operation::Look
            | Operation::Pause => Prospect::Idle,
            Operation::Copy(_, to) if to.length == 0 => Prospect::Idle,
            Operation::Write(place, _)
            | Operation::Update(place)
            | Operation::Exchange(place, ..) => match self.keeping(thread, place) {
                Keeping::Enrols => Prospect::Idle,
                Keeping::Hands => Prospect::Hand(place, self.word(place)),
                Keeping::Other => Prospect::Write(place, self.word(place)),
            },
            Operation::Notify(object) | Operation::NotifyAll(object) => {
                match self.waiters(object).next() {
                    Some(_) => Prospect::Deed,
                    None => Prospect::Idle,
                }
            }
            Operation::Unpark(target) => match self.thread_of(target) {
                // Who lets go of a synchronizer has said so before.
                _ if self.is_inside(thread, RELEASES) => Prospect::Idle,
                Some(number) if !self.threads[number].permit => Prospect::Deed,
                _ => Prospect::Idle,
            },
            Operation::Copy(..)
            | Operation::Start(_)
            | Operation::Interrupt(_)
            | Operation::Stop(_)
            | Operation::Suspend(_)
            | Operation::Resume(_)
            | Operation::Choose(_)
            | Operation::Initialize(_)
            | Operation::End
            | Operation::Exit
            | Operation::Print => Prospect::Deed,
        }
    }

    /// Whether the step that was just taken changed something.
    pub(crate) fn is_deed(&mut self, choice: Choice, prospect: Prospect) -> bool {
        let changed = match prospect {
            Prospect::Idle => false,
            Prospect::Deed => true,
            Prospect::Write(place, word) => {
                !self.heap.has(place.object) || self.word(place) != word
            }
            Prospect::Hand(place, word) => {
                let now = self.heap.has(place.object).then(|| self.word(place));
                now.is_none_or(|now| now != word && now != place.object.word())
            }
        };
        let thread = choice.thread as usize;
        changed
            || self.exit.is_some()
            || self.threads[thread].has_ended()
            || self.came_round
            || !self.is_in_loop(thread)
    }

    /// Whether a thread is in a loop, at least of what the program's own code has called.
    fn is_in_loop(&mut self, thread: usize) -> bool {
        let frames = &self.threads[thread].frames;
        let is_own = |method| self.has_method(method) && !self.is_of_library(method);
        let first = frames.iter().position(|it| is_own(it.method));
        let Some(first) = first else {
            return false;
        };
        for depth in first..frames.len() {
            let frame = &self.threads[thread].frames[depth];
            let (method, pc, body) = (frame.method, frame.pc, frame.body);
            if !self.has_method(method) {
                continue;
            }
            let loops = &mut self.loops;
            let is_inside = loops.entry((method, pc));
            if *is_inside.or_insert_with(|| reaches_itself(body, pc)) {
                return true;
            }
        }
        false
    }

    /// A thread takes a backward jump of a loop without a way out.
    #[cold]
    pub(crate) fn come_round(&mut self, method: MethodId, body: &Body, jump: u32) {
        let program = self.program;
        let rounds = self.rounds.entry((method, jump));
        self.came_round |= !*rounds.or_insert_with(|| polls(program, body, jump));
    }

    /// What writing to a place is to those who wait.
    fn keeping(&mut self, thread: usize, place: Place) -> Keeping {
        if self.is_lock(place.object) && !self.is_inside(thread, SIGNALS) || self.is_blocker(place)
        {
            return Keeping::Enrols;
        }
        let class = self.heap.lasting(place.object).class;
        let program = self.program;
        let enrolments = self.enrolments.entry(class);
        let enrolments = enrolments.or_insert_with(|| enrolments_of(program, class));
        let Some(field) = enrolments.iter().find(|it| it.slot == place.slot) else {
            return Keeping::Other;
        };
        let (calls, is_handed) = (field.enrolment.calls, field.is_handed);
        let is_meant = calls.is_empty() || calls.iter().any(|it| self.is_inside(thread, *it));
        match (is_meant, is_handed) {
            (false, _) => Keeping::Other,
            (true, false) => Keeping::Enrols,
            (true, true) => Keeping::Hands,
        }
    }

    fn is_lock(&self, object: Ref) -> bool {
        let name = &self.program.class(self.heap.lasting(object).class).name;
        LOCKS.iter().any(|it| name.starts_with(it))
    }

    /// Whether a place is where a thread says what it is parked for.
    fn is_blocker(&mut self, place: Place) -> bool {
        let slot = self.find_field_slot("java/lang/Thread", "parkBlocker");
        slot == Some(place.slot as usize) && self.is_thread(place.object)
    }

    /// Whether a thread is inside a call of one of these methods.
    fn is_inside(&self, thread: usize, (class, names): Methods) -> bool {
        let mut frames = self.threads[thread].frames.iter().rev();
        frames.any(|it| {
            self.has_method(it.method) && {
                let method = self.program.method(it.method);
                &*self.program.class(method.class).name == class
                    && (names.is_empty() || names.contains(&&*method.name))
            }
        })
    }
}

/// The fields of a class in which those enrol who wait.
fn enrolments_of(program: &Program, class: ClassId) -> Vec<EnrolledField> {
    let mut found = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        let data = program.class(class);
        for enrolment in ENROLMENTS.iter().filter(|it| *it.class == *data.name) {
            for field in data.fields.iter().map(|it| program.field(*it)) {
                let is_handed = enrolment.handed.contains(&&*field.name);
                if !field.is_static && (is_handed || enrolment.fields.contains(&&*field.name)) {
                    found.push(EnrolledField {
                        slot: u32::from(field.slot),
                        enrolment,
                        is_handed,
                    });
                }
            }
        }
        next = data.superclass;
    }
    found
}

/// Whether an instruction can follow itself.
fn reaches_itself(body: &Body, pc: u32) -> bool {
    let mut seen = BTreeSet::new();
    let mut left = vec![pc];
    while let Some(pc) = left.pop() {
        let mut add = |next: u32| {
            if seen.insert(next) {
                left.push(next);
            }
        };
        body.for_each_successor(pc, &mut add);
        body.handlers_at(pc).for_each(|it| add(it.target));
    }
    seen.contains(&pc)
}
