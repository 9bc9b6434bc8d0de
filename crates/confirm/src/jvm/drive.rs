//! Drives a JVM along an itinerary.
//!
//! In: an [`Itinerary`] and a connection to a JVM that has started and stands still. Out: an [`Outcome`].
//!
//! Invariant: between legs each thread of the program that lives is suspended exactly once, either by the
//! event that it was stopped by or by a command.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use crate::jdwp::{
    Composite, Connection, Error, Event, Frame, Kind, Location, Method, Modifier, ObjectId, Policy,
    RequestId, Status, Stream, ThreadId, TypeId,
};
use crate::jvm::itinerary::{Evidence, Itinerary, Leg, Position, Stop, ThreadNote};
use crate::jvm::stacks::{agree, agree_below, is_glue};

/// How long things may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// All of it.
    pub whole: Duration,
    /// One leg, beside the time that the program itself waits.
    pub leg: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            whole: Duration::from_secs(20),
            leg: Duration::from_secs(4),
        }
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The version of the JVM, or nothing if it did not get so far.
    pub jvm: String,
    /// What was seen, or where it went another way.
    pub result: Result<String, Divergence>,
}

/// Where and why a JVM did not follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The step of the trace, from 1; 0 if it did not come to the first.
    pub step: usize,
    /// Why.
    pub reason: String,
}

/// How long a thread has to be blocked until that counts.
const BLOCKED: Duration = Duration::from_millis(500);
/// How often it is looked whether a thread waits.
const GLANCE: Duration = Duration::from_millis(2);

/// Forces the itinerary on the JVM.
pub fn confirm<S: Stream>(stream: S, itinerary: &Itinerary, limits: Limits) -> Outcome {
    let mut jvm = String::new();
    let result = Connection::open(stream)
        .map_err(|error| Halt::Error(error.to_string()))
        .and_then(|connection| {
            let mut driver = Driver::new(connection, itinerary, limits);
            let result = driver.whole(&mut jvm);
            // Whoever started the JVM ends it; this is only quicker.
            let _ = driver.jvm.exit(0);
            result.map_err(|halt| match halt {
                Halt::Error(reason) | Halt::Other(reason) => {
                    Halt::At(driver.step, driver.with_freedom(reason))
                }
                it => it,
            })
        });
    let result = result.map_err(|halt| match halt {
        Halt::Error(reason) | Halt::Other(reason) => Divergence { step: 0, reason },
        Halt::At(step, reason) => Divergence { step, reason },
    });
    Outcome { jvm, result }
}

/// Why driving ends.
pub(crate) enum Halt {
    /// The connection.
    Error(String),
    /// The program did something else.
    Other(String),
    /// The same, at a step.
    At(usize, String),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        match error {
            Error::Closed => Halt::Other("the program has ended".to_owned()),
            error => Halt::Error(error.to_string()),
        }
    }
}

pub(crate) type Driven<T> = Result<T, Halt>;

/// What the thread that goes has come to.
enum Arrival {
    /// A breakpoint.
    Breakpoint,
    /// Its end.
    Ending,
    /// Nothing in the time given.
    Nothing,
}

/// A thread's way to a place.
struct Sought {
    thread: ThreadId,
    stack: Vec<Position>,
    requests: Vec<RequestId>,
    /// Class loads are waited for by this request.
    prepare: RequestId,
}

pub(crate) struct Driver<'a, S> {
    pub(crate) jvm: Connection<S>,
    pub(crate) itinerary: &'a Itinerary,
    limits: Limits,
    pub(crate) deadline: Instant,
    /// The threads by number, as far as they have been started.
    pub(crate) threads: BTreeMap<usize, ThreadId>,
    held: BTreeSet<ThreadId>,
    /// Threads that have been let go on to their end.
    ended: BTreeSet<ThreadId>,
    /// The numbers of threads that are about to begin.
    expected: VecDeque<usize>,
    classes: BTreeMap<TypeId, (String, Vec<Method>)>,
    sought: Option<Sought>,
    picks: BTreeMap<ThreadId, VecDeque<u16>>,
    pick_requests: BTreeSet<RequestId>,
    /// What threads have thrown that nothing catches.
    pub(crate) thrown: Vec<(ThreadId, String)>,
    step: usize,
}

impl<'a, S: Stream> Driver<'a, S> {
    fn new(jvm: Connection<S>, itinerary: &'a Itinerary, limits: Limits) -> Driver<'a, S> {
        Driver {
            jvm,
            itinerary,
            limits,
            deadline: Instant::now() + limits.whole,
            threads: BTreeMap::new(),
            held: BTreeSet::new(),
            ended: BTreeSet::new(),
            expected: VecDeque::new(),
            classes: BTreeMap::new(),
            sought: None,
            picks: BTreeMap::new(),
            pick_requests: BTreeSet::new(),
            thrown: Vec::new(),
            step: 0,
        }
    }

    fn whole(&mut self, version: &mut String) -> Driven<String> {
        *version = self.jvm.version()?;
        let main = self.started()?;
        self.threads.insert(0, main);
        self.ask()?;
        self.set_off(main)?;
        let itinerary = self.itinerary;
        for leg in &itinerary.legs {
            self.step = leg.step;
            self.travel(leg)?;
        }
        self.step = itinerary.steps;
        match &itinerary.evidence {
            Evidence::Exception { thread, class } => self.see_exception(*thread, class),
            Evidence::Stuck(stuck) => self.see_stuck(stuck),
            Evidence::Race(threads) => self.see_race(threads),
            Evidence::Nothing => Err(Halt::Other("there is nothing that a JVM could show".into())),
        }
    }

    /// The reason, and what the JVM is free to do, if that comes up on the way.
    fn with_freedom(&self, reason: String) -> String {
        let mut freedoms = self.itinerary.freedoms.iter();
        match freedoms.rfind(|it| it.0 <= self.step) {
            Some((_, freedom)) => format!("{reason}; {}", freedom.reason()),
            None => reason,
        }
    }

    /// Waits for the start of the JVM.
    fn started(&mut self) -> Driven<ThreadId> {
        while let Some(composite) = self.jvm.event(self.deadline)? {
            for (_, event) in composite.events {
                if let Event::Started(thread) = event {
                    return Ok(thread);
                }
            }
        }
        Err(Halt::Error("the JVM does not start".to_owned()))
    }

    fn ask(&mut self) -> Driven<()> {
        self.jvm.request(Kind::ThreadStart, Policy::Thread, &[])?;
        self.jvm.request(Kind::ThreadDeath, Policy::Thread, &[])?;
        let uncaught = Modifier::Exceptions {
            caught: false,
            uncaught: true,
        };
        self.jvm
            .request(Kind::Exception, Policy::Thread, &[uncaught])?;
        if self.itinerary.legs.iter().any(|it| !it.picks.is_empty()) {
            let class = Modifier::ClassNamed("heddle.Heddle".to_owned());
            self.jvm
                .request(Kind::ClassPrepare, Policy::Thread, &[class])?;
        }
        Ok(())
    }

    /// Lets main go to where the schedule begins. All threads of the JVM have been suspended since it started.
    fn set_off(&mut self, main: ThreadId) -> Driven<()> {
        let begin = match &self.itinerary.begin {
            Stop::At(stack) => stack,
            // It is waited for in the first leg, or in the end.
            _ => {
                self.jvm.resume_all()?;
                return Ok(());
            }
        };
        self.seek(main, begin)?;
        self.jvm.resume_all()?;
        // The JVM has to start first.
        let until = Instant::now() + self.limits.leg * 2;
        self.arrive(main, begin, 1, until, Duration::ZERO)
    }

    pub(crate) fn label(&self, number: usize) -> String {
        let note = self.itinerary.threads.get(number);
        note.map_or_else(|| format!("thread {number}"), |it| it.label.clone())
    }

    fn number(&self, thread: ThreadId) -> Option<usize> {
        let mut threads = self.threads.iter();
        threads.find(|it| *it.1 == thread).map(|it| *it.0)
    }

    /// Lets one thread go as far as the leg says.
    fn travel(&mut self, leg: &Leg) -> Driven<()> {
        let label = self.label(leg.thread);
        let Some(&thread) = self.threads.get(&leg.thread) else {
            return Err(Halt::Other(format!("{label} has not been started")));
        };
        let starts = leg.starts.iter();
        self.expected
            .extend(starts.filter(|it| !self.threads.contains_key(it)));
        self.picks.entry(thread).or_default().extend(&leg.picks);
        let time = leg.time.min(self.limits.whole);
        let until = Instant::now() + self.limits.leg + time;
        match &leg.to {
            Stop::At(_) if leg.visits == 0 => {}
            Stop::At(stack) => {
                self.seek(thread, stack)?;
                self.release(thread)?;
                self.arrive(thread, stack, leg.visits, until, time)?;
            }
            Stop::InWait(stack) => self.enter_wait(thread, stack, until)?,
            Stop::WantsBack(stack) => self.leave_wait(thread, stack, until)?,
            Stop::Ending => {
                self.release(thread)?;
                self.run_to_end(thread, until, time)?;
            }
            Stop::Ended => {
                self.release(thread)?;
                self.run_to_death(thread, until, time)?;
            }
            Stop::Open => self.release(thread)?,
            Stop::Start => {}
        }
        if leg.to != Stop::Open {
            self.meet_expected(&label)?;
        }
        Ok(())
    }

    /// Waits until all threads that the leg starts have begun.
    fn meet_expected(&mut self, by: &str) -> Driven<()> {
        let until = Instant::now() + self.limits.leg;
        while let Some(number) = self.expected.front().copied() {
            if Instant::now() >= until {
                let label = self.label(number);
                return Err(Halt::Other(format!("{by} has not started {label}")));
            }
            self.attend(ThreadId(0), until)?;
        }
        Ok(())
    }

    /// Lets a thread go.
    pub(crate) fn release(&mut self, thread: ThreadId) -> Driven<()> {
        if self.held.remove(&thread) {
            match self.jvm.resume(thread) {
                Err(error) if !error.is_gone() => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn release_all(&mut self) -> Driven<()> {
        for thread in self.held.clone() {
            self.release(thread)?;
        }
        Ok(())
    }

    /// Sets breakpoints for a thread at the place of its innermost call, now or when the class is loaded.
    fn seek(&mut self, thread: ThreadId, stack: &[Position]) -> Driven<()> {
        let Some(innermost) = stack.last() else {
            return Ok(());
        };
        let name = Modifier::ClassNamed(innermost.class.replace('/', "."));
        let prepare = self
            .jvm
            .request(Kind::ClassPrepare, Policy::Thread, &[name])?;
        self.sought = Some(Sought {
            thread,
            stack: stack.to_vec(),
            requests: Vec::new(),
            prepare,
        });
        let classes = self.jvm.classes(&format!("L{};", innermost.class))?;
        for class in classes.into_iter().filter(|it| it.is_prepared) {
            self.set_breakpoint(class.id, class.tag)?;
        }
        Ok(())
    }

    fn set_breakpoint(&mut self, class: TypeId, tag: u8) -> Driven<()> {
        let Some(sought) = &self.sought else {
            return Ok(());
        };
        let Some(position) = sought.stack.last().cloned() else {
            return Ok(());
        };
        let thread = sought.thread;
        let (_, methods) = self.class(class)?;
        let method = methods
            .iter()
            .find(|it| it.name == position.method && it.descriptor == position.descriptor);
        let Some(method) = method.map(|it| it.id) else {
            return Err(Halt::Other(format!("the JVM's {position} is other code")));
        };
        let location = Location {
            tag,
            class,
            method,
            index: u64::from(position.index),
        };
        let modifiers = [Modifier::Thread(thread), Modifier::At(location)];
        let request = self
            .jvm
            .request(Kind::Breakpoint, Policy::Thread, &modifiers)?;
        if let Some(sought) = &mut self.sought {
            sought.requests.push(request);
        }
        Ok(())
    }

    fn seek_no_more(&mut self) -> Driven<()> {
        if let Some(sought) = self.sought.take() {
            self.jvm.clear(Kind::ClassPrepare, sought.prepare)?;
            for request in sought.requests {
                self.jvm.clear(Kind::Breakpoint, request)?;
            }
        }
        Ok(())
    }

    /// The name and the methods of a class.
    fn class(&mut self, class: TypeId) -> Driven<&(String, Vec<Method>)> {
        if !self.classes.contains_key(&class) {
            let signature = self.jvm.signature(class)?;
            let name = signature
                .strip_prefix('L')
                .and_then(|it| it.strip_suffix(';'));
            let name = name.unwrap_or(&signature).to_owned();
            let methods = self.jvm.methods(class)?;
            self.classes.insert(class, (name, methods));
        }
        Ok(&self.classes[&class])
    }

    /// The calls of a suspended thread, innermost first.
    pub(crate) fn stack(&mut self, thread: ThreadId) -> Driven<Vec<Position>> {
        let frames = self.jvm.frames(thread)?;
        let mut positions = Vec::new();
        for Frame { location, .. } in frames {
            let (class, methods) = self.class(location.class)?;
            let method = methods.iter().find(|it| it.id == location.method);
            let (name, descriptor) = method.map_or(("?", ""), |it| (&it.name, &it.descriptor));
            positions.push(Position {
                class: class.clone(),
                method: name.to_owned(),
                descriptor: descriptor.to_owned(),
                index: u32::try_from(location.index).unwrap_or(u32::MAX),
                after_gap: false,
            });
        }
        Ok(positions)
    }

    /// Waits until a thread has come to a stack so many times.
    fn arrive(
        &mut self,
        thread: ThreadId,
        stack: &[Position],
        visits: u32,
        until: Instant,
        time: Duration,
    ) -> Driven<()> {
        let mut left = visits;
        let mut blocked = None;
        loop {
            match self.attend(thread, (Instant::now() + BLOCKED / 3).min(until))? {
                Arrival::Breakpoint => {
                    blocked = None;
                    let found = self.stack(thread)?;
                    if agree(&found, stack) {
                        left -= 1;
                    }
                    if left == 0 {
                        return self.seek_no_more();
                    }
                    self.release(thread)?;
                }
                Arrival::Ending => return Err(self.went_elsewhere(thread, stack, "it has ended")),
                Arrival::Nothing => {
                    self.look_whether_blocked(thread, stack, &mut blocked, until, time)?;
                }
            }
        }
    }

    /// Gives up on a thread that is blocked, or takes too long.
    fn look_whether_blocked(
        &mut self,
        thread: ThreadId,
        stack: &[Position],
        blocked: &mut Option<Instant>,
        until: Instant,
        time: Duration,
    ) -> Driven<()> {
        let status = self.jvm.status(thread)?;
        let now = Instant::now();
        let is_blocked = match status {
            Status::Monitor => true,
            Status::Waiting => time.is_zero(),
            Status::Ended | Status::Running | Status::Sleeping => false,
        };
        if !is_blocked {
            *blocked = None;
        }
        let since = *blocked.get_or_insert(now);
        let gives_up = is_blocked && now - since >= BLOCKED;
        if gives_up || now >= until {
            let what = match status {
                Status::Monitor => "it wants a monitor that another thread has",
                Status::Waiting => "it waits",
                Status::Sleeping => "it sleeps",
                Status::Ended => "it has ended",
                Status::Running => "it still runs",
            };
            return Err(self.went_elsewhere(thread, stack, what));
        }
        Ok(())
    }

    fn went_elsewhere(&mut self, thread: ThreadId, sought: &[Position], what: &str) -> Halt {
        let label = self
            .number(thread)
            .map_or_else(String::new, |it| self.label(it));
        let place = sought.last();
        let place = place.map_or_else(|| "its end".to_owned(), ToString::to_string);
        let mut at = String::new();
        if self.jvm.suspend(thread).is_ok() {
            let stack = self.stack(thread).unwrap_or_default();
            // Names of hidden classes differ from run to run.
            let shown = stack.iter().filter(|it| !is_glue(&it.class)).take(4);
            let shown: Vec<String> = shown.map(ToString::to_string).collect();
            if !shown.is_empty() {
                at = format!(", in {}", shown.join(" called from "));
            }
        }
        Halt::Other(format!("{label} does not come to {place}: {what}{at}"))
    }

    /// Lets a thread go into `Object.wait`, or leaves it there.
    fn enter_wait(&mut self, thread: ThreadId, stack: &[Position], until: Instant) -> Driven<()> {
        if self.held.contains(&thread)
            && self.jvm.status(thread)? == Status::Waiting
            && agree_below(&self.stack(thread)?, stack)
        {
            // It has been woken, and gets the monitor when it goes on.
            return Ok(());
        }
        self.release(thread)?;
        loop {
            if let Arrival::Ending = self.attend(thread, Instant::now() + GLANCE)? {
                return Err(self.went_elsewhere(thread, stack, "it has ended"));
            }
            if self.jvm.status(thread)? == Status::Waiting {
                self.jvm.suspend(thread)?;
                self.held.insert(thread);
                if agree_below(&self.stack(thread)?, stack) {
                    return Ok(());
                }
                self.release(thread)?;
            }
            if Instant::now() >= until {
                return Err(self.went_elsewhere(thread, stack, "it does not wait there"));
            }
        }
    }

    /// Lets a thread leave a wait set, so that it wants the monitor, which another thread has.
    fn leave_wait(&mut self, thread: ThreadId, stack: &[Position], until: Instant) -> Driven<()> {
        self.release(thread)?;
        while self.jvm.status(thread)? != Status::Monitor {
            if Instant::now() >= until {
                return Err(self.went_elsewhere(thread, stack, "its wait does not end"));
            }
            self.attend(thread, Instant::now() + GLANCE)?;
        }
        self.jvm.suspend(thread)?;
        self.held.insert(thread);
        Ok(())
    }

    /// Lets a thread go to its end, where it is still alive.
    fn run_to_end(&mut self, thread: ThreadId, until: Instant, time: Duration) -> Driven<()> {
        let mut blocked = None;
        loop {
            match self.attend(thread, (Instant::now() + BLOCKED / 3).min(until))? {
                Arrival::Ending => return Ok(()),
                Arrival::Breakpoint => self.release(thread)?,
                Arrival::Nothing => {
                    self.look_whether_blocked(thread, &[], &mut blocked, until, time)?;
                }
            }
        }
    }

    /// Lets a thread end.
    fn run_to_death(&mut self, thread: ThreadId, until: Instant, time: Duration) -> Driven<()> {
        if !self.ended.contains(&thread) {
            self.run_to_end(thread, until, time)?;
            self.release(thread)?;
        }
        loop {
            match self.jvm.status(thread) {
                Ok(Status::Ended) => return Ok(()),
                Err(error) if error.is_gone() => return Ok(()),
                Err(error) => return Err(error.into()),
                Ok(_) => {}
            }
            if Instant::now() >= until {
                return Err(self.went_elsewhere(thread, &[], "it does not end"));
            }
            self.attend(ThreadId(0), Instant::now() + GLANCE)?;
        }
    }

    /// Attends to events until the thread has come to something, or until then.
    pub(crate) fn attend_all(&mut self, until: Instant) -> Driven<()> {
        self.attend(ThreadId(0), until).map(|_| ())
    }

    fn attend(&mut self, goes: ThreadId, until: Instant) -> Driven<Arrival> {
        if Instant::now() >= self.deadline {
            return Err(Halt::Other("it takes too long".to_owned()));
        }
        let Some(composite) = self.jvm.event(until)? else {
            return Ok(Arrival::Nothing);
        };
        let thread = composite.events.iter().find_map(|(_, it)| it.thread());
        if let Some(thread) = thread
            && composite.policy == Policy::Thread
        {
            self.held.insert(thread);
        }
        self.heed(&composite, goes)
    }

    /// Does what an event asks for. Its thread is held, and let go unless it is to stay.
    fn heed(&mut self, composite: &Composite, goes: ThreadId) -> Driven<Arrival> {
        let mut arrival = Arrival::Nothing;
        for (request, event) in &composite.events {
            match event {
                Event::Breakpoint(thread, _) if self.pick_requests.contains(request) => {
                    self.pick(*thread)?;
                    self.release(*thread)?;
                }
                Event::Breakpoint(thread, _) if *thread == goes => arrival = Arrival::Breakpoint,
                Event::Breakpoint(thread, _) => self.release(*thread)?,
                Event::ThreadStart(thread) => self.greet(*thread)?,
                Event::ThreadDeath(thread) => {
                    self.ended.insert(*thread);
                    if *thread == goes {
                        arrival = Arrival::Ending;
                    } else {
                        self.release(*thread)?;
                    }
                }
                Event::ClassPrepare(thread, class, name) => {
                    self.prepared(*class, name)?;
                    self.release(*thread)?;
                }
                Event::Exception {
                    thread, exception, ..
                } => {
                    self.note_exception(*thread, *exception)?;
                    self.release(*thread)?;
                }
                Event::Started(_) => {}
                Event::Death => return Err(Halt::Other("the program has ended".to_owned())),
            }
        }
        Ok(arrival)
    }

    /// A thread begins: it is one that the schedule knows, or one of the JVM's own.
    fn greet(&mut self, thread: ThreadId) -> Driven<()> {
        let is_awaited = self.itinerary.threads.len() > self.threads.len();
        if is_awaited {
            let name = self.jvm.thread_name(thread)?;
            let is_virtual = self.jvm.is_virtual(thread)?;
            let is_it = |number: &usize| {
                let note = self.itinerary.threads.get(*number);
                note.is_some_and(|it| it.name == name && it.is_virtual == is_virtual)
            };
            if let Some(place) = self.expected.iter().position(is_it)
                && let Some(number) = self.expected.remove(place)
            {
                self.threads.insert(number, thread);
                return Ok(());
            }
            // What was main waits for the others in this new guise; in a schedule it begins after them.
            let is_last = |note: &ThreadNote| note.name == name && name == "DestroyJavaVM";
            if let Some(number) = self.itinerary.threads.iter().position(is_last) {
                self.threads.insert(number, thread);
                return Ok(());
            }
        }
        self.release(thread)
    }

    fn prepared(&mut self, class: TypeId, signature: &str) -> Driven<()> {
        if signature == "Lheddle/Heddle;" && self.pick_requests.is_empty() {
            self.intercept_picks(class)?;
        }
        let is_sought = self.sought.as_ref().is_some_and(|it| {
            let innermost = it.stack.last();
            innermost.is_some_and(|it| signature == format!("L{};", it.class))
        });
        match is_sought {
            // What has bytecode is a class or an interface, and either tag does.
            true => self.set_breakpoint(class, 1),
            false => Ok(()),
        }
    }

    /// From now on the values of `Heddle.choose` are those of the schedule.
    fn intercept_picks(&mut self, class: TypeId) -> Driven<()> {
        let (_, methods) = self.class(class)?;
        let Some(method) = methods.iter().find(|it| it.name == "pick").map(|it| it.id) else {
            return Ok(());
        };
        let location = Location {
            tag: 1,
            class,
            method,
            index: 0,
        };
        let request =
            self.jvm
                .request(Kind::Breakpoint, Policy::Thread, &[Modifier::At(location)])?;
        self.pick_requests.insert(request);
        Ok(())
    }

    /// Has `Heddle.pick(low, high)`, which the thread has just entered, return the schedule's value.
    fn pick(&mut self, thread: ThreadId) -> Driven<()> {
        let Some(frame) = self.jvm.frames(thread)?.first().copied() else {
            return Ok(());
        };
        let low = self.jvm.local_int(thread, frame.id, 0)?;
        let high = self.jvm.local_int(thread, frame.id, 1)?;
        if low >= high {
            // There is nothing to choose from, and the schedule has no step for it.
            return Ok(());
        }
        let picks = self.picks.get_mut(&thread);
        match picks.and_then(VecDeque::pop_front) {
            Some(pick) => Ok(self
                .jvm
                .return_int(thread, low.wrapping_add(i32::from(pick)))?),
            None => Ok(()),
        }
    }

    fn note_exception(&mut self, thread: ThreadId, exception: ObjectId) -> Driven<()> {
        let class = self.jvm.class_of(exception)?;
        let (name, _) = self.class(class)?;
        let name = name.clone();
        self.thrown.push((thread, name));
        Ok(())
    }
}
