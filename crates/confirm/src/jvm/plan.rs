//! Makes an [`Itinerary`] from a schedule, by running it in Heddle's machine.
//!
//! In: a program at its start, a schedule in every-access terms, and what it shows. Out: the itinerary.
//!
//! The schedule is run twice: first to see where each thread stands whenever the schedule turns to another
//! one, then to count how often the thread comes there on its way.
//!
//! Where a thread stands is told by the innermost call that a JVM has, too. A synchronized method is locked
//! before its first instruction, so the thread stands before the call. Methods that Heddle runs by itself and
//! what it makes of lambdas have no bytecode; there, too, the thread stands before the call.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use explore::java::Java;
use explore::java::describe::thread_name;
use explore::{Finding, Schedule, replay};
use machine::thread::Status;
use machine::{Choice, Machine, Operation};
use program::{Body, Instruction, MethodCode, MethodId};
use property::FindingKind;

use crate::Trial;
use crate::jvm::itinerary::{Block, Evidence, Freedom, Itinerary, Leg, Position, Stop, ThreadNote};
use crate::jvm::stacks::{is_glue, is_model};

/// Lists in it have random levels, and what threads do there depends on these.
const LEVELS: &str = "java/util/concurrent/ConcurrentSkipList";

/// What is in it is ordered by hash codes that every JVM gives as it likes.
const BY_IDENTITY: &str = "java/util/IdentityHashMap";

/// A stack of the machine's calls, outermost first.
type Stack = Vec<(MethodId, u32)>;

/// The offsets in bytecode of a method's instructions, if it has bytecode that a JVM has, too.
type Offsets = BTreeMap<MethodId, Option<Vec<u32>>>;

/// Works out what to force. Fails with the reason if the schedule does not fit the program.
pub fn plan(
    trial: &mut Trial<'_, '_>,
    schedule: &Schedule,
    finding: &Finding,
) -> Result<Itinerary, String> {
    let mut survey = Survey::default();
    restart(trial);
    survey.begin(trial.machine());
    survey.before(trial.machine(), schedule.choices.first().copied());
    let replayed = replay(
        trial.java,
        schedule,
        |java: &mut Java<'_>, index, choice| {
            let next = schedule.choices.get(index + 1).copied();
            survey.after(java.machine(), choice, next);
            survey.before(java.machine(), next);
        },
    );
    replayed.map_err(|error| error.to_string())?;
    survey.end(trial.machine(), finding);
    let recorder = trial.java.take_record().unwrap_or_default();
    if !recorder.early.is_empty() {
        survey.freedoms.push((0, Freedom::Time));
    }
    restart(trial);
    survey.count(trial, schedule);
    trial.machine().count_no_visits();
    trial.java.take_record();
    Ok(survey.itinerary(trial.machine()))
}

fn restart(trial: &mut Trial<'_, '_>) {
    use explore::System;
    trial.java.load(trial.initial);
    trial.machine().release_brakes();
    // Every step is really run.
    trial.java.record();
}

/// A leg, with the machine's own places.
#[derive(Default)]
struct Way {
    leg: Leg,
    /// How many choices of the schedule have been taken when it is over.
    over: usize,
    stack: Option<Stack>,
}

/// What is found out on the first run.
#[derive(Default)]
struct Survey {
    offsets: Offsets,
    begin: Stop,
    threads: Vec<ThreadNote>,
    ways: Vec<Way>,
    current: Way,
    /// Choices taken.
    taken: usize,
    /// Steps told.
    step: usize,
    /// The threads in wait sets, by when they began to wait.
    waiting: Vec<usize>,
    /// The calls of the thread looked at that run other code than their methods', by depth.
    replaced: Vec<usize>,
    /// Those that have called another method than the one whose call is next.
    skipping: Vec<usize>,
    freedoms: Vec<(usize, Freedom)>,
    evidence: Evidence,
}

impl Survey {
    fn begin(&mut self, machine: &mut Machine<'_>) {
        (self.begin, _) = self.stop(machine, 0);
        self.meet(machine);
    }

    /// Takes down the names of new threads.
    fn meet(&mut self, machine: &mut Machine<'_>) {
        for number in self.threads.len()..machine.threads().len() {
            let label = thread_name(machine, number);
            let is_virtual = machine.is_virtual(machine.threads()[number].object);
            // Virtual threads have no name by default.
            let is_nameless = is_virtual && label == format!("thread {number}");
            let name = match is_nameless {
                true => String::new(),
                false => label.clone(),
            };
            self.threads.push(ThreadNote {
                name,
                label,
                is_virtual,
            });
        }
    }

    fn before(&mut self, machine: &mut Machine<'_>, choice: Option<Choice>) {
        let Some(choice) = choice else { return };
        let thread = usize::from(choice.thread);
        let Some(operation) = machine.operation(thread) else {
            return;
        };
        if !machine.reads_constant(operation) {
            self.step += 1;
        }
        self.current.leg.thread = thread;
        self.current.leg.operation = format!("{operation:?}");
        let freedom = match operation {
            Operation::Wait(_) => {
                self.waiting.retain(|it| *it != thread);
                self.waiting.push(thread);
                None
            }
            Operation::Notify(object) => {
                let waiters: Vec<usize> = machine.waiters(object).collect();
                let meant = waiters.get(usize::from(choice.variant));
                let first = self.waiting.iter().find(|it| waiters.contains(it));
                (meant != first).then_some(Freedom::NotifyChoice)
            }
            Operation::Choose(_) => {
                let method = machine
                    .program()
                    .method(machine.threads()[thread].top().method);
                let class = &machine.program().class(method.class).name;
                if &**class == "heddle/Heddle" {
                    self.current.leg.picks.push(choice.variant);
                    None
                } else {
                    Some(Freedom::Random)
                }
            }
            Operation::Look => Some(Freedom::Time),
            Operation::Suspend(_) | Operation::Resume(_) | Operation::Stop(_) => {
                Some(Freedom::Suspension)
            }
            _ if choice.variant == Choice::SPURIOUS => Some(Freedom::SpuriousWakeUp),
            _ if choice.is_unlikely() => Some(Freedom::Time),
            _ => None,
        };
        self.freedoms.extend(freedom.map(|it| (self.step, it)));
    }

    fn after(&mut self, machine: &mut Machine<'_>, choice: Choice, next: Option<Choice>) {
        self.taken += 1;
        let known = self.threads.len();
        self.meet(machine);
        let leg = &mut self.current.leg;
        leg.starts.extend(known..self.threads.len());
        leg.time += Duration::from_nanos(machine.passed_nanos().unsigned_abs());
        if next.is_some_and(|next| next.thread == choice.thread) {
            return;
        }
        let (stop, stack) = self.stop(machine, usize::from(choice.thread));
        let way = &mut self.current;
        (way.leg.to, way.stack) = (stop, stack);
        (way.leg.step, way.over) = (self.step, self.taken);
        self.ways.push(std::mem::take(way));
    }

    /// Where a thread stands, for the JVM and in the machine.
    fn stop(&mut self, machine: &mut Machine<'_>, thread: usize) -> (Stop, Option<Stack>) {
        // It is run up to its operation.
        let operation = machine.operation(thread);
        let it = &machine.threads()[thread];
        if it.has_ended() {
            return (Stop::Ended, None);
        }
        if operation == Some(Operation::End) {
            return (Stop::Ending, None);
        }
        let mut frames: Stack = it.frames.iter().map(|it| (it.method, it.pc)).collect();
        let bodies: Vec<&Body> = it.frames.iter().map(|it| it.body).collect();
        let replaced = |depth: usize| {
            let method = frames[depth].0;
            machine.has_method(method) && !is_own(machine, method, bodies[depth])
        };
        self.replaced = (0..frames.len()).filter(|it| replaced(*it)).collect();
        let skips = |depth: &usize| skips_a_call(machine, &frames, bodies[*depth], *depth);
        self.skipping = (0..frames.len()).filter(skips).collect();
        let is_waiting = matches!(it.status, Status::Waiting(_));
        let outside = outside_models(machine, &frames);
        if let Some((method, _)) = frames.get(outside) {
            let class = machine.program().method(*method).class;
            if machine.program().class(class).name.starts_with(BY_IDENTITY) {
                self.freedoms.push((self.step, Freedom::Random));
            }
        }
        frames.truncate(outside);
        while let Some((method, pc)) = frames.last().copied() {
            let offset = self.offset(machine, method, pc);
            let offset = offset.filter(|_| !self.replaced.contains(&(frames.len() - 1)));
            let instruction = bodies[frames.len() - 1].code.get(pc as usize);
            let is_prologue =
                offset == Some(0) && matches!(instruction, Some(Instruction::MonitorEnter { .. }));
            if offset.is_some() && !is_prologue {
                break;
            }
            frames.pop();
        }
        let positions = self.positions(machine, &frames);
        let wants_back = match operation {
            Some(Operation::Reacquire(object)) => machine.monitor(object).owner().is_some(),
            _ => false,
        };
        let stop = match (positions.is_empty(), is_waiting) {
            (true, _) => Stop::Start,
            (false, true) if wants_back => Stop::WantsBack(positions),
            (false, true) => Stop::InWait(positions),
            (false, false) => Stop::At(positions),
        };
        let in_levels = |it: &Position| it.class.starts_with(LEVELS);
        if matches!(&stop, Stop::At(positions) if positions.iter().any(in_levels)) {
            self.freedoms.push((self.step, Freedom::Random));
        }
        let stack = matches!(stop, Stop::At(_)).then_some(frames);
        (stop, stack)
    }

    /// The calls that a JVM has, too.
    fn positions(&mut self, machine: &Machine<'_>, frames: &[(MethodId, u32)]) -> Vec<Position> {
        let program = machine.program();
        let mut positions = Vec::new();
        // What calls the outermost one is the JVM's own matter.
        let (mut after_gap, mut in_model) = (true, false);
        for (depth, (method, pc)) in frames.iter().enumerate() {
            if !machine.has_method(*method) {
                after_gap = true;
                continue;
            }
            let data = program.method(*method);
            let class = program.class(data.class);
            // A main that is no static method is called when its object is made.
            let mut inner = frames[depth + 1..].iter().map(|it| it.0);
            let next = inner.find(|it| machine.has_method(*it));
            let is_made = next.is_some_and(|it| &*program.method(it).name == "<init>");
            if depth == 0 && is_made && !data.is_static() && &*data.name == "main" && *pc == 0 {
                continue;
            }
            in_model = is_model(&class.name) || (in_model && class.is_library);
            let index = self.offset(machine, *method, *pc);
            let is_replaced = self.replaced.contains(&depth);
            let Some(mut index) = index.filter(|_| !in_model && !is_replaced) else {
                after_gap = true;
                continue;
            };
            if &*class.name == "java/lang/Thread" && &*data.name == "interrupt" {
                index = self.after_flag(machine, *method, *pc).unwrap_or(index);
            }
            positions.push(Position {
                class: class.name.to_string(),
                method: data.name.to_string(),
                descriptor: data.descriptor.to_string(),
                index,
                after_gap,
            });
            after_gap = self.skipping.contains(&depth);
        }
        positions
    }

    /// In `Thread.interrupt` the machine wakes whoever waits by writing the flag, and a JVM by the call that
    /// follows: the index of the instruction behind that call, for a thread that stands before it.
    fn after_flag(&mut self, machine: &Machine<'_>, method: MethodId, pc: u32) -> Option<u32> {
        let body = machine.program().body(method);
        let Instruction::Invoke { method: called, .. } = body.code.get(pc as usize)? else {
            return None;
        };
        let is_it = &*machine.program().method(*called).name == "interrupt0";
        let offsets = self.offsets.get(&method).filter(|_| is_it)?.as_ref()?;
        let here = *offsets.get(pc as usize)?;
        offsets.iter().copied().filter(|it| *it > here).min()
    }

    fn offset(&mut self, machine: &Machine<'_>, method: MethodId, pc: u32) -> Option<u32> {
        let find = || {
            let program = machine.program();
            let class = &program.class(program.method(method).class).name;
            match is_glue(class) {
                true => None,
                false => program.bytecode_offsets(method),
            }
        };
        if !machine.has_method(method) {
            return None;
        }
        let offsets = self.offsets.entry(method).or_insert_with(find);
        offsets.as_ref()?.get(pc as usize).copied()
    }

    /// What has to be seen in the state that the schedule leads to.
    fn end(&mut self, machine: &mut Machine<'_>, finding: &Finding) {
        let is_meant = |label: &str| finding.threads.iter().any(|it| it == label);
        let meant = (0..self.threads.len()).filter(|it| is_meant(&self.threads[*it].label));
        let meant: Vec<usize> = meant.collect();
        self.evidence = match finding.kind {
            FindingKind::Race => Evidence::Race(meant.clone()),
            FindingKind::Assertion
            | FindingKind::Exception
            | FindingKind::IllegalMonitor
            | FindingKind::IllegalThreadState
            | FindingKind::Linearizable => {
                let class = finding.about.classes.first();
                match (meant.first(), class) {
                    (Some(thread), Some(class)) => Evidence::Exception {
                        thread: *thread,
                        class: class.replace('.', "/"),
                    },
                    _ => Evidence::Nothing,
                }
            }
            FindingKind::Deadlock
            | FindingKind::PartialDeadlock
            | FindingKind::LostNotification
            | FindingKind::NestedMonitor => {
                let stuck = meant
                    .iter()
                    .filter_map(|it| Some((*it, block(machine, *it)?)));
                Evidence::Stuck(stuck.collect())
            }
            FindingKind::LockOrder => Evidence::Nothing,
            FindingKind::NonTermination
            | FindingKind::Ltl
            | FindingKind::Starvation
            | FindingKind::Termination
            | FindingKind::Progress => {
                self.freedoms.push((self.step, Freedom::NoEnd));
                Evidence::Nothing
            }
        };
        match &self.evidence {
            // Who has only run up to its first operation has to be brought there.
            Evidence::Race(_) => {
                for thread in meant {
                    if self.ways.iter().all(|it| it.leg.thread != thread) {
                        let (to, stack) = self.stop(machine, thread);
                        let leg = Leg {
                            thread,
                            to,
                            step: self.step,
                            ..Leg::default()
                        };
                        let over = self.taken;
                        self.ways.push(Way { leg, over, stack });
                    }
                }
            }
            Evidence::Exception { .. } => {
                if let Some(last) = self.ways.last_mut() {
                    (last.leg.to, last.stack) = (Stop::Open, None);
                }
            }
            Evidence::Stuck(_) | Evidence::Nothing => {}
        }
    }

    /// Runs the schedule once more, and counts.
    fn count(&mut self, trial: &mut Trial<'_, '_>, schedule: &Schedule) {
        let mut ahead: BTreeMap<usize, VecDeque<usize>> = BTreeMap::new();
        for (index, way) in self.ways.iter().enumerate() {
            ahead.entry(way.leg.thread).or_default().push_back(index);
        }
        let ways = &mut self.ways;
        let look_out = |machine: &mut Machine<'_>, way: &Way| {
            let stack = way.stack.clone().unwrap_or_default();
            machine.count_visits(way.leg.thread, stack);
        };
        for queue in ahead.values() {
            if let Some(first) = queue.front() {
                look_out(trial.machine(), &ways[*first]);
            }
        }
        let mut taken = 0;
        let mut settle = |machine: &mut Machine<'_>, ways: &mut Vec<Way>, taken: usize| {
            for index in 0..ways.len() {
                let thread = ways[index].leg.thread;
                let is_next = ahead.get(&thread).and_then(|it| it.front()) == Some(&index);
                if ways[index].over != taken || !is_next {
                    continue;
                }
                if thread < machine.threads().len() {
                    machine.operation(thread);
                }
                ways[index].leg.visits = machine.visits(thread);
                let queue = ahead.entry(thread).or_default();
                queue.pop_front();
                if let Some(next) = queue.front() {
                    look_out(machine, &ways[*next]);
                }
            }
        };
        settle(trial.machine(), ways, 0);
        let again = replay(trial.java, schedule, |java: &mut Java<'_>, _, _| {
            taken += 1;
            settle(java.machine(), ways, taken);
        });
        debug_assert!(again.is_ok(), "the schedule has been run before");
    }

    fn itinerary(self, _: &mut Machine<'_>) -> Itinerary {
        Itinerary {
            threads: self.threads,
            begin: self.begin,
            legs: self.ways.into_iter().map(|it| it.leg).collect(),
            evidence: self.evidence,
            freedoms: self.freedoms,
            steps: self.step,
        }
    }
}

/// Whether a method runs its own code, and not what Heddle has instead.
fn is_own(machine: &Machine<'_>, method: MethodId, body: &Body) -> bool {
    let has_code = machine.program().method(method).code == MethodCode::Bytecode;
    has_code && std::ptr::eq(machine.program().body(method), body)
}

/// Whether the call at a depth has called a method that Heddle runs by itself, and that has called the next.
fn skips_a_call(
    machine: &Machine<'_>,
    frames: &[(MethodId, u32)],
    body: &Body,
    depth: usize,
) -> bool {
    let Some((next, _)) = frames.get(depth + 1) else {
        return false;
    };
    let called = match body.code.get(frames[depth].1 as usize) {
        Some(Instruction::Invoke { method, .. }) if machine.has_method(*next) => *method,
        _ => return false,
    };
    let program = machine.program();
    let (called, next) = (program.method(called), program.method(*next));
    let is_it = (&called.name, &called.descriptor) == (&next.name, &next.descriptor);
    !is_it || !program.is_subtype(next.class, called.class)
}

/// How many calls, from the outermost, are outside of what Heddle has instead of a part of the library.
/// A call of the program from inside of that counts as outside.
fn outside_models(machine: &Machine<'_>, frames: &[(MethodId, u32)]) -> usize {
    let program = machine.program();
    let mut outside = frames.len();
    for (depth, (method, _)) in frames.iter().enumerate().rev() {
        if !machine.has_method(*method) {
            continue;
        }
        let class = program.class(program.method(*method).class);
        if is_model(&class.name) {
            outside = depth;
        } else if !class.is_library && !class.name.starts_with("heddle/") {
            break;
        }
    }
    outside
}

/// What keeps a thread from going on in the current state.
fn block(machine: &mut Machine<'_>, thread: usize) -> Option<Block> {
    Some(match machine.operation(thread)? {
        Operation::Lock(_) | Operation::Start(_) | Operation::Reacquire(_) => Block::Monitor,
        Operation::Waiting(_) | Operation::Park => Block::Wait,
        Operation::Initialize(_) => Block::Other,
        _ if machine.threads()[thread].is_suspended() => Block::Other,
        _ => return None,
    })
}
