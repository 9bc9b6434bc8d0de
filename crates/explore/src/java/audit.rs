//! Tests of the independence relation by what steps really do.
//!
//! In: a machine in its first state. Out: what is wrong with the footprints of its steps
//! (`independence.rs`), in words. The states of the program are gone through breadth-first, without
//! reductions, up to a number; in each, every step is taken and looked at:
//!
//! - *Complete*: what the step changed in objects that others can reach, in classes, monitors and
//!   other threads, its footprint has.
//! - *Stable*: if it depended on what another thread was about to do, it would still if that came after
//!   it.
//! - *Independent*: two steps of different threads whose footprints don't conflict lead to the same
//!   state in both orders, and neither keeps the other from being taken.
//!
//! A step is as long as it is for the search: an atomic call of a synchronizer, if the machine has them,
//! is taken up to where it ends or parks, with what all its operations access.
//!
//! - *Complete in what it reads*: see `audit/reads.rs`.

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::heap::Layout;
use machine::monitor::Monitor;
use machine::thread::{Status, Wake};
use machine::{Ambient, Choice, ClassState, Event, Machine, Operation, Place, Ref};

mod reads;

use crate::independence::{Access, ELEMENTS, Footprint, Variable, of_class_uses};

/// What was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Steps that were taken and looked at.
    pub steps: u64,
    /// Pairs of steps that were taken in both orders.
    pub pairs: u64,
    /// Steps that were taken with a word changed that they should not look at.
    pub changes: u64,
    /// What is wrong.
    pub faults: Vec<String>,
}

/// Goes through up to so many states of the program. Stops at the first few faults.
pub fn audit(machine: &mut Machine<'_>, states: usize) -> Audit {
    let mut audit = Audit::default();
    let mut first = Vec::new();
    machine.save(&mut first);
    // What counts as an operation is learned: then all begins again.
    while !Round::new(machine, &mut audit).run(&first, states) {
        audit = Audit::default();
    }
    audit
}

/// Faults after which nothing more is looked for.
const ENOUGH: usize = 5;

struct Round<'a, 'm, 'p> {
    machine: &'m mut Machine<'p>,
    audit: &'a mut Audit,
    seen: HashSet<Vec<u32>, FixedState>,
    queue: std::collections::VecDeque<Vec<u32>>,
}

/// A step that was taken.
struct Taken {
    choice: Choice,
    /// In the names of the state from which it was taken: the machine's own are those of one visit.
    footprint: Footprint,
    after: Vec<u32>,
}

impl<'a, 'm, 'p> Round<'a, 'm, 'p> {
    fn new(machine: &'m mut Machine<'p>, audit: &'a mut Audit) -> Round<'a, 'm, 'p> {
        Round {
            machine,
            audit,
            seen: HashSet::with_hasher(FixedState::default()),
            queue: std::collections::VecDeque::new(),
        }
    }

    /// False if something was learned.
    fn run(&mut self, first: &[u32], states: usize) -> bool {
        self.seen.insert(first.to_vec());
        self.queue.push_back(first.to_vec());
        while let Some(state) = self.queue.pop_front() {
            if self.audit.faults.len() >= ENOUGH {
                break;
            }
            let Some(taken) = self.take_all(&state) else {
                return false;
            };
            for (index, one) in taken.iter().enumerate() {
                for other in &taken[index + 1..] {
                    let is_other = one.choice.thread != other.choice.thread;
                    if is_other && !one.footprint.conflicts(&other.footprint) {
                        self.exchange(&state, one, other);
                        if self.machine.take_learned() {
                            return false;
                        }
                    }
                }
            }
            for step in taken {
                if self.seen.len() < states && self.seen.insert(step.after.clone()) {
                    self.queue.push_back(step.after);
                }
            }
        }
        true
    }

    fn choices(&mut self) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.machine.choices(&mut choices);
        choices
    }

    fn footprint(&mut self, thread: usize) -> Option<Footprint> {
        let operation = self.machine.operation(thread)?;
        let mut footprint = Footprint::default();
        footprint.find(self.machine, thread, operation);
        Some(footprint)
    }

    /// Takes every step of a state. `None` if something was learned.
    fn take_all(&mut self, state: &[u32]) -> Option<Vec<Taken>> {
        self.machine.load(state);
        let mut taken = Vec::new();
        for choice in self.choices() {
            self.machine.load(state);
            let footprint = self.take(choice);
            if self.machine.take_learned() {
                return None;
            }
            let (footprint, ends) = footprint;
            if ends {
                continue;
            }
            let mut after = Vec::new();
            self.machine.save(&mut after);
            if !footprint.everything {
                self.reads_only(state, choice, &footprint, &after);
                if self.machine.take_learned() {
                    return None;
                }
            }
            taken.push(Taken {
                choice,
                footprint,
                after,
            });
        }
        Some(taken)
    }

    /// Takes a step and looks at it. Gives its footprint, with what it turned out to do beside its
    /// operation; and whether the run is over with it.
    fn take(&mut self, choice: Choice) -> (Footprint, bool) {
        self.audit.steps += 1;
        let thread = usize::from(choice.thread);
        let operation = self.machine.operation(thread);
        let mut footprint = self.footprint(thread).unwrap_or_default();
        let count = self.machine.threads().len();
        let others: Vec<_> = (0..count)
            .map(|it| (it != thread).then(|| self.footprint(it)).flatten())
            .collect();
        let before = self.machine.clone();
        let mut beside = Vec::new();
        let mut next = Some(choice);
        while let Some(choice) = next {
            self.machine.advance(choice);
            if is_over(self.machine) {
                return (footprint, true);
            }
            let ambient = self.machine.ambient();
            footprint.everything |= ambient.inspection;
            beside.extend(of_class_uses(self.machine.class_uses()));
            add_ambient(&mut footprint, ambient);
            next = continuation(self.machine, choice);
            if next.is_some()
                && let Some(inside) = self.footprint(thread)
            {
                footprint.accesses.extend(inside.accesses);
                footprint.effects.extend(inside.effects);
                footprint.everything |= inside.everything;
            }
        }
        if !footprint.everything {
            self.is_stable(operation, thread, &footprint, &others);
        }
        footprint.effects.extend(beside);
        if !footprint.everything && !self.is_on_disk(operation) {
            self.is_complete(&before, operation, thread, &footprint);
        }
        let name = |it: Ref| before.young_name(it).map_or(it, Ref);
        let accesses = footprint.accesses.iter_mut();
        for access in accesses.chain(&mut footprint.effects) {
            access.variable = access.variable.of(name);
        }
        (footprint, false)
    }

    /// Whether an operation is one on files: one variable stands for all of them, with their contents.
    fn is_on_disk(&self, operation: Option<Operation>) -> bool {
        let access = operation.and_then(|it| it.access());
        access.is_some_and(|(place, _, _)| {
            let object = self.machine.heap().object(place.object);
            &*self.machine.program().class(object.class).name == "heddle/runtime/Disk"
        })
    }

    /// What the step depended on of what others were about to do, it must still depend on.
    fn is_stable(
        &mut self,
        operation: Option<Operation>,
        thread: usize,
        footprint: &Footprint,
        others: &[Option<Footprint>],
    ) {
        let wakes = matches!(
            operation,
            Some(Operation::Notify(_) | Operation::NotifyAll(_) | Operation::End)
        );
        for (other, before) in others.iter().enumerate() {
            let Some(before) = before else { continue };
            if !footprint.depends_on(before) {
                continue;
            }
            // Nobody can have joined the wait set while this thread owned the monitor.
            let woken = matches!(
                self.machine.threads()[other].status,
                Status::Waiting(waiting) if waiting.wake != Wake::Not
            );
            let after = self.footprint(other);
            let still = after.as_ref().is_some_and(|it| footprint.depends_on(it));
            if !(still || wakes && woken) {
                self.fault(format!(
                    "{operation:?} of thread {thread} depends on thread {other} before it, and not \
                     after it: {footprint:?}; {before:?}, then {after:?}"
                ));
            }
        }
    }

    /// All that changed is in the footprint.
    fn is_complete(
        &mut self,
        before: &Machine<'_>,
        operation: Option<Operation>,
        thread: usize,
        footprint: &Footprint,
    ) {
        let mut changes = Vec::new();
        let names = before.heap().all();
        // What a loader has made is one variable, its `classes`; the `Class` that is made is part of that.
        let is_made = |name: &Ref| {
            let class = name.class_id();
            class.is_some_and(|it| before.program().class(it).is_given)
        };
        for name in names.iter().filter(|it| !is_made(it)) {
            if before.heap().object(*name).is_shared() {
                self.changes_of(before, (thread, footprint), *name, &mut changes);
            }
        }
        let known: HashSet<Ref, FixedState> = names.into_iter().collect();
        for name in self.machine.heap().all() {
            let object = self.machine.heap().object(name);
            if object.layout == Layout::Statics && object.length != 0 && !known.contains(&name) {
                changes.push(Variable::Class(object.class));
            }
        }
        for (number, old) in before.threads().iter().enumerate() {
            let new = &self.machine.threads()[number];
            if number == thread {
                continue;
            }
            if old.permit != new.permit {
                changes.push(Variable::Permit(number as u16));
            }
            if old.status != new.status
                && let Status::Waiting(waiting) = old.status
            {
                changes.push(Variable::WaitSet(waiting.object));
            }
        }
        if before.threads().len() != self.machine.threads().len() {
            changes.push(Variable::Threads);
        }
        for change in changes {
            let touched = footprint.accesses.iter().chain(&footprint.effects);
            let is_told = |it: &Access| {
                // Giving a permit is like reading it.
                it.variable == change && (it.writes || matches!(change, Variable::Permit(_)))
            };
            if !touched.clone().any(is_told) {
                self.fault(format!(
                    "{operation:?} of thread {thread} changes {change:?}, which its footprint \
                     lacks: {footprint:?}"
                ));
            }
        }
    }

    /// What has changed of an object that others can reach, but for what the machine keeps of threads,
    /// for the statics of a class that this thread initialises, and for time stamps, which are relative. What belongs to
    /// a synchronizer whose calls are atomic goes by its monitor and its wait set.
    fn changes_of(
        &self,
        before: &Machine<'_>,
        (thread, footprint): (usize, &Footprint),
        name: Ref,
        changes: &mut Vec<Variable>,
    ) {
        let (old, new) = (before.heap().object(name), self.machine.heap().object(name));
        let owners = [old, new].map(|it| Monitor(it.monitor).owner());
        if owners[0] != owners[1] {
            changes.push(Variable::Monitor(name));
        }
        if old.layout == Layout::Statics {
            if old.length != new.length {
                changes.push(Variable::Class(old.class));
            }
            let own = [before, self.machine].map(|it| it.initializer(old.class));
            let ended = self.machine.class_uses().iter();
            let ended = ended.filter(|it| it.ends).any(|it| it.class == old.class);
            if own.contains(&Some(thread)) || ended {
                return;
            }
        }
        // Why its initialisation failed belongs to the state of a class.
        let mut ended = self.machine.class_uses().iter().filter(|it| it.ends);
        if ended.any(|it| Ref::mirror(it.class) == name) {
            return;
        }
        let time_passes = footprint.passes_time();
        let is_kept =
            is_thread_keeping(self.machine, name) || self.machine.is_in_atomic_calls(name);
        if old.data == new.data || is_kept || time_passes {
            return;
        }
        let is_array = matches!(old.layout, Layout::Array(_));
        let is_young = old.flags & machine::heap::BASE == 0;
        let words = old.words().into_iter().zip(new.words()).enumerate();
        for (slot, _) in words.filter(|(_, (old, new))| old != new) {
            let slot = slot as u32;
            // Where nobody can notice the end of a thread, it is part of its last step.
            let is_local = self.machine.local_slots().contains(&slot)
                && !self.machine.threads()[thread].has_ended();
            let is_kept =
                self.machine.is_thread(name) && self.machine.is_kept_by_natives(slot) && !is_local;
            let slot = match is_array && is_young {
                true => slot.min(ELEMENTS),
                false => slot,
            };
            let own = self.machine.threads()[thread].object;
            let is_seed = name == own && is_seed(self.machine, name, slot);
            if !is_kept && !is_seed {
                changes.push(Variable::Slot(name, slot));
            }
        }
    }

    /// Takes two steps in both orders.
    fn exchange(&mut self, state: &[u32], one: &Taken, other: &Taken) {
        let first = self.after(state, one.choice, other.choice);
        let second = self.after(state, other.choice, one.choice);
        if let (Some(first), Some(second)) = (first, second) {
            self.audit.pairs += 1;
            // Where time passes, what lies further apart than the program can tell is cut off, as far as
            // anybody remembers it at that moment: the two states may differ in that.
            let passes = |it: &Taken| it.footprint.passes_time();
            let told = first.is_ok() != second.is_ok() || !(passes(one) || passes(other));
            if first != second && told {
                let tell = |it: &Taken| format!("{:?} {:?}", it.choice, it.footprint);
                let (one, other) = (tell(one), tell(other));
                let (first, second) = (self.tell(first), self.tell(second));
                self.fault(format!(
                    "two steps are called independent and are not: {one}; {other}: {first}, \
                     or {second}"
                ));
            }
        }
    }

    /// The state after two steps, or that the second can't be taken. `None` if there is no saying.
    fn after(&mut self, state: &[u32], one: Choice, other: Choice) -> Option<Result<Vec<u32>, ()>> {
        self.machine.load(state);
        self.choices();
        advance(self.machine, one);
        let choices = self.choices();
        if !choices.contains(&other) {
            // Where a value has to be picked, nobody else has a choice.
            let picks = choices.iter().all(|it| it.thread == one.thread) && !choices.is_empty();
            return (!picks).then_some(Err(()));
        }
        advance(self.machine, other);
        for thread in 0..self.machine.threads().len() {
            self.catch_up(thread);
        }
        let mut after = Vec::new();
        self.machine.save(&mut after);
        Some(Ok(after))
    }

    /// Who stands before a class that is initialised by now goes on: had that come first, it would have
    /// passed.
    fn catch_up(&mut self, thread: usize) {
        while let Some(Operation::Initialize(class)) = self.machine.operation(thread) {
            let is_busy = self.machine.initializer(class).is_some();
            if is_busy || self.machine.class_state(class) == ClassState::Untouched {
                break;
            }
            advance(self.machine, Choice::run(thread as u16));
        }
    }

    fn tell(&mut self, state: Result<Vec<u32>, ()>) -> String {
        match state {
            Ok(state) => {
                self.machine.load(&state);
                let threads = 0..self.machine.threads().len();
                let operations: Vec<_> = threads.map(|it| self.machine.operation(it)).collect();
                format!("{state:?} {operations:?}")
            }
            Err(()) => "the second can't be taken".to_owned(),
        }
    }

    fn fault(&mut self, fault: String) {
        self.audit.faults.push(fault);
    }
}

/// Whether the run has come to its end with the last step.
fn is_over(machine: &Machine<'_>) -> bool {
    let mut events = machine.events().iter();
    let cut = |it: &Event| matches!(it, Event::Pruned | Event::Unsupported { .. });
    events.any(cut) || machine.exit_status().is_some()
}

/// The next step, if it belongs to the one just taken.
fn continuation(machine: &mut Machine<'_>, last: Choice) -> Option<Choice> {
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    let is_inside = machine.is_inside_call(usize::from(last.thread));
    choices.first().copied().filter(|_| is_inside)
}

/// Takes a step with all that belongs to it.
fn advance(machine: &mut Machine<'_>, choice: Choice) {
    let mut next = Some(choice);
    while let Some(choice) = next {
        machine.advance(choice);
        next = match is_over(machine) {
            true => None,
            false => continuation(machine, choice),
        };
    }
}

/// Whether a field of a `java.lang.Thread` is one of those with which its thread makes random numbers for
/// itself.
fn is_seed(machine: &Machine<'_>, object: Ref, slot: u32) -> bool {
    let field = machine.field_at(Place { object, slot });
    let name = field.map(|it| &*machine.program().field(it).name);
    name.is_some_and(|it| it.starts_with("threadLocalRandom"))
}

/// Whether an object holds what the machine keeps of threads: counters for their names, their state.
fn is_thread_keeping(machine: &Machine<'_>, name: Ref) -> bool {
    let class = machine.heap().object(name).class;
    let class = &*machine.program().class(class).name;
    class.starts_with("java/lang/Thread$")
        || class == "java/lang/ThreadGroup"
        || class == "heddle/runtime/Fixed"
}

/// What a step turned out to use beside its operation. The search learns that, and begins again.
fn add_ambient(footprint: &mut Footprint, ambient: Ambient) {
    if ambient.clock {
        let (variable, writes) = (Variable::Clock, false);
        footprint.accesses.push(Access { variable, writes });
    }
}
