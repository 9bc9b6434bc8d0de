//! What the threads of a state are about to do, for searches that find out by themselves which
//! choices matter.
//!
//! The answers are remembered by where a thread stands and what was looked at, so in most states
//! nothing is worked out.
//!
//! A step has more than its operation: the local steps after it. They concern nobody, but for the
//! clock ([`machine::Ambient`]). That a thread reads the clock after the operation at a certain site is
//! learned: the search begins again, and from then on the operation accesses the clock. That does not
//! depend on the other threads (where a thread stands is a matter of its own), so it is learned on some
//! run of the reduced graph if there is any run on which it happens: see `reduction.rs` on facts that are
//! learned. A read conflicts with nothing as long as no thread has been about to take a step in which
//! time may pass; until then such sites are remembered, and the search goes on.
//!
//! In the same way it is learned, where places of ended threads are taken again, that a thread just ends after
//! the operation at a site: from then on the operation reads `Variable::Places`.
//!
//! Where a thread stands can be asked for (`getState`, stack traces), and threads can be suspended,
//! resumed and stopped: once somebody has, or is about to, nothing is told any more.

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use machine::{Ambient, Answers, ClassUsesId, Machine, Operation, Renaming, StepCache};
use program::MethodId;

use crate::footprints::{FootprintId, NumberedAccess, NumberedFootprint};
use crate::independence::{
    AFTER, Access, CLASS_USE, Footprint, Lasting, Variable, View, of_class_uses,
};
use crate::java::rush::Rush;
use crate::java::watch::Seen;

/// What is known of the threads' next operations.
#[derive(Debug, Default)]
pub(super) struct FootprintCache {
    answers: Answers<FootprintId>,
    /// What was told of the current state, by thread.
    here: Vec<Option<FootprintId>>,
    told: Told,
    /// Whether somebody asks where threads stand.
    inspected: bool,
    learned: bool,
}

/// Numbers for variables.
#[derive(Debug, Default)]
struct Variables {
    numbers: HashMap<Lasting, u32, FixedState>,
}

impl Variables {
    fn number(&mut self, variable: Lasting) -> u32 {
        if variable == Lasting::One(Variable::Threads) {
            return NumberedAccess::STARTS;
        }
        let next = self.numbers.len() as u32 + NumberedAccess::STARTS + 1;
        *self.numbers.entry(variable).or_insert(next)
    }

    /// An access of a thread to a variable of the current state.
    fn numbered(&mut self, machine: &Machine<'_>, thread: usize, access: Access) -> NumberedAccess {
        let lasting = Lasting::of(machine, access.variable);
        let name = match (lasting, access.variable.object()) {
            (Lasting::Of(..), Some(object)) => machine.young_name(object),
            _ => None,
        };
        let name = name.unwrap_or(Renaming::ANY);
        NumberedAccess::of(name, thread, self.number(lasting), access.writes)
    }
}

/// What has been told of threads so far.
#[derive(Debug, Default)]
struct Told {
    variables: Variables,
    footprint: Footprint,
    /// What steps have accessed beside their operations, by thread and uses of classes.
    beside: HashMap<(usize, ClassUsesId), FootprintId, FixedState>,
    footprints: Vec<NumberedFootprint>,
    numbers: HashMap<NumberedFootprint, FootprintId, FixedState>,
    sites: HashMap<Box<[(MethodId, u32)]>, u32, FixedState>,
    calls: Vec<(MethodId, u32)>,
    /// Sites after which the clock was read.
    clocks: HashSet<u32, FixedState>,
    /// Sites after whose operation a thread has just ended, where that concerns starts.
    ends: HashSet<u32, FixedState>,
    /// Whether time may pass in some step.
    passes_time: bool,
    /// Whether that is news, and somebody has read the clock before.
    learned: bool,
    forced: bool,
    /// What somebody outside looks at.
    seen: Option<Seen>,
}

impl FootprintCache {
    /// For tests of the tests: footprints are seen in this way.
    pub(super) fn through(view: View) -> FootprintCache {
        let mut ahead = FootprintCache::default();
        ahead.told.footprint.view = view;
        ahead
    }

    /// Somebody outside looks at this.
    pub(super) fn watch(&mut self, seen: Seen) {
        self.told.seen = Some(seen);
    }

    /// What each thread is about to do in the current state, by number. `false` if it can't be told.
    pub(super) fn look(
        &mut self,
        step_cache: &mut StepCache<'_>,
        out: &mut Vec<FootprintId>,
    ) -> bool {
        let count = step_cache.threads();
        if self.inspected || count > NumberedAccess::THREADS {
            return false;
        }
        let told = &mut self.told;
        step_cache.ask_all(&mut self.answers, out, |machine, thread| {
            told.work_out(machine, thread)
        });
        self.here.clear();
        self.here.extend(out.iter().copied().map(Some));
        self.can_tell()
    }

    /// The same for one thread.
    pub(super) fn one(
        &mut self,
        step_cache: &mut StepCache<'_>,
        thread: usize,
    ) -> Option<FootprintId> {
        if self.inspected || step_cache.threads() > NumberedAccess::THREADS {
            return None;
        }
        let footprint = self.of(step_cache, thread);
        self.can_tell().then_some(footprint)
    }

    /// Whether what was told last counts.
    fn can_tell(&mut self) -> bool {
        if self.told.forced {
            self.inspected = true;
            self.learned = true;
        }
        !self.inspected
    }

    /// What a thread is about to do in the current state.
    pub(super) fn of(&mut self, step_cache: &mut StepCache<'_>, thread: usize) -> FootprintId {
        if let Some(Some(known)) = self.here.get(thread) {
            return *known;
        }
        let told = &mut self.told;
        let footprint = step_cache.ask(&mut self.answers, thread, |machine| {
            told.work_out(machine, thread)
        });
        if self.here.len() <= thread {
            self.here.resize(thread + 1, None);
        }
        self.here[thread] = Some(footprint);
        footprint
    }

    /// The state is another one.
    pub(super) fn leave(&mut self) {
        self.here.clear();
    }

    /// All footprints so far, by number.
    pub(super) fn all_footprints(&self) -> &[NumberedFootprint] {
        &self.told.footprints
    }

    /// What the last step, of this thread, has accessed beside its operation.
    pub(super) fn beside(
        &mut self,
        step_cache: &mut StepCache<'_>,
        thread: usize,
    ) -> Option<FootprintId> {
        let uses = step_cache.summary().class_uses;
        let is_told = uses != 0 && thread < NumberedAccess::THREADS;
        is_told.then(|| self.told.beside(step_cache, thread, uses))
    }

    /// A step was taken from where a thread was about to do something.
    /// `recycles` says whether the place of an ended thread is free then.
    pub(super) fn took(&mut self, id: FootprintId, ambient: Ambient, recycles: bool) {
        let site = self.told.footprints[id as usize].site;
        let view = &self.told.footprint.view;
        if ambient.clock && view.notes(AFTER, "Clock") {
            let is_new = self.told.clocks.insert(site);
            self.learned |= is_new && self.told.passes_time;
        }
        if ambient.ends && recycles && view.notes(AFTER, "Places") {
            self.learned |= self.told.ends.insert(site);
        }
        if ambient.inspection && view.notes(AFTER, "Sites") {
            self.learned |= !self.inspected;
            self.inspected = true;
        }
    }

    /// Begins a rush of a thread, see `rush.rs`. `None` if what its steps depend on is more than their accesses.
    pub(super) fn begin_rush(&mut self, machine: &mut Machine<'_>, thread: usize) -> Option<Rush> {
        let told = &self.told;
        let is_plain = matches!(told.footprint.view, View::Plain);
        let by_site = !told.ends.is_empty() || (told.passes_time && !told.clocks.is_empty());
        let count = machine.threads().len();
        let may = is_plain && !by_site && !self.inspected && count <= NumberedAccess::THREADS;
        (may && thread < count).then(Rush::default)
    }

    /// What all steps of a rush depend on and do. The machine has not been saved since it began.
    pub(super) fn end_rush(
        &mut self,
        machine: &mut Machine<'_>,
        thread: usize,
        rush: &Rush,
        ambient: Ambient,
    ) -> FootprintId {
        let site = self.told.site_of(&rush.calls);
        let told = &mut self.told;
        let mut number = |access: &Access| told.variables.numbered(machine, thread, *access);
        let mut accesses: Vec<NumberedAccess> = rush.accesses.iter().map(&mut number).collect();
        let mut effects: Vec<NumberedAccess> = rush.effects.iter().map(&mut number).collect();
        for numbers in [&mut accesses, &mut effects] {
            numbers.sort_unstable();
            numbers.dedup();
        }
        let footprint = told.number(NumberedFootprint {
            accesses,
            effects,
            site,
            ..NumberedFootprint::default()
        });
        self.took(footprint, ambient, machine.recycles_places());
        footprint
    }

    /// Nothing that was told of any state counts any more.
    pub(super) fn forget(&mut self) {
        self.answers.clear();
        self.leave();
    }

    /// Whether something was learned, so that the search must begin again.
    pub(super) fn take_learned(&mut self) -> bool {
        let learned = std::mem::take(&mut self.learned) | std::mem::take(&mut self.told.learned);
        if learned {
            self.forget();
        }
        learned
    }
}

impl Told {
    fn work_out(&mut self, machine: &mut Machine<'_>, thread: usize) -> FootprintId {
        let mut numbered = NumberedFootprint {
            site: self.site(machine, thread),
            ..NumberedFootprint::default()
        };
        let operation = machine.operation(thread);
        self.forced |= matches!(
            operation,
            Some(Operation::Suspend(_) | Operation::Resume(_) | Operation::Stop(_))
        );
        if let Some(operation) = operation {
            self.footprint.find(machine, thread, operation);
            if !self.passes_time && (self.footprint.passes_time() || self.footprint.everything) {
                self.passes_time = true;
                self.learned = !self.clocks.is_empty();
            }
            let (footprint, variables) = (&self.footprint, &mut self.variables);
            let mut number = |access: &Access| variables.numbered(machine, thread, *access);
            numbered
                .accesses
                .extend(footprint.accesses.iter().map(&mut number));
            numbered
                .effects
                .extend(footprint.effects.iter().map(number));
            numbered.waits = footprint.waits;
            numbered.visible = self.seen.as_ref().is_some_and(|seen| {
                let all = footprint.accesses.iter().chain(&footprint.effects);
                footprint.everything || all.clone().any(|it| seen.notices(machine, it))
            });
            if footprint.everything {
                let everything = NumberedAccess::new(thread, NumberedAccess::EVERYTHING, true);
                numbered.accesses.push(everything);
            }
        }
        if self.passes_time && self.clocks.contains(&numbered.site) {
            let clock = Lasting::One(Variable::Clock);
            let number = self.variables.number(clock);
            numbered
                .accesses
                .push(NumberedAccess::new(thread, number, false));
        }
        if self.ends.contains(&numbered.site) {
            let places = self.variables.number(Lasting::One(Variable::Places));
            numbered
                .accesses
                .push(NumberedAccess::new(thread, places, false));
        }
        self.number(numbered)
    }

    /// What a step of a thread has accessed beside its operation.
    fn beside(
        &mut self,
        step_cache: &mut StepCache<'_>,
        thread: usize,
        uses: ClassUsesId,
    ) -> FootprintId {
        if let Some(known) = self.beside.get(&(thread, uses)) {
            return *known;
        }
        let view = &self.footprint.view;
        let accesses = of_class_uses(step_cache.class_uses(uses));
        let accesses: Vec<Access> = accesses
            .filter_map(|it| view.beside(CLASS_USE, it))
            .collect();
        let (variables, machine) = (&mut self.variables, step_cache.machine());
        let accesses = accesses.into_iter();
        let effects = accesses.map(|access| variables.numbered(machine, thread, access));
        let number = NumberedFootprint {
            effects: effects.collect(),
            ..NumberedFootprint::default()
        };
        let number = self.number(number);
        self.beside.insert((thread, uses), number);
        number
    }

    fn number(&mut self, footprint: NumberedFootprint) -> FootprintId {
        if let Some(known) = self.numbers.get(&footprint) {
            return *known;
        }
        let number = self.footprints.len() as FootprintId;
        self.footprints.push(footprint.clone());
        self.numbers.insert(footprint, number);
        number
    }

    /// Where a thread stands in its calls.
    fn site(&mut self, machine: &Machine<'_>, thread: usize) -> u32 {
        self.calls.clear();
        let frames = machine.threads()[thread].frames.iter();
        self.calls.extend(frames.map(|it| (it.method, it.pc)));
        let calls = std::mem::take(&mut self.calls);
        let number = self.site_of(&calls);
        self.calls = calls;
        number
    }

    fn site_of(&mut self, calls: &[(MethodId, u32)]) -> u32 {
        if let Some(known) = self.sites.get(calls) {
            return *known;
        }
        let number = self.sites.len() as u32;
        self.sites.insert(calls.into(), number);
        number
    }
}
