//! Persistent sets, from what is known of all threads (Godefroid, *Partial-Order Methods*, 1996).
//!
//! A set of threads is *persistent* in a state if what the threads outside can do, before one inside
//! moves, depends on nothing that those inside are about to do: then it is enough to take the choices of
//! the set. Here a set is closed under *dependents*: with each thread it has all threads that may do
//! something on which that thread's next operation depends (see `dependents.rs`). In each state the set
//! with the fewest choices is taken, the one of the lowest thread if there are several; if no set is
//! smaller than all threads, all choices stay.
//!
//! For example, thread 0 is about to write `x`, which thread 1 may read later and thread 2 never touches;
//! thread 1 is about to lock `m`, and so is thread 2. The set of thread 0 needs 1, whose set needs 2: all
//! choices stay. Were thread 1 never to read `x`, `{0}` would be persistent, and thread 0 go alone.
//!
//! The *cycle proviso* (see `reduction.rs`): no thread of the set that can move may stand at a *proviso
//! site*, an instruction that some thread has reached by a backward jump. Backward jumps of counting loops
//! need not count: a register that each round changes in one direction only can't come back to what it
//! was without another backward jump outside of the loop. In place of the site that the jump led to, the one
//! from which that transition began will do, since a cycle with the jump has both; where only a few layers
//! are on, that is taken if a monitor is wanted there, because all choices stay there anyway. Nor does a site
//! where a thread is started: no cycle has such a step. (Where the places of ended threads are taken again,
//! cycles have them; there all choices stay.)
//!
//! A transition has more than its operation: the local steps after it. They concern nobody, but for
//! the clock ([`machine::Ambient`]). A site after which a thread once read the clock is a proviso site.
//! Where a thread stands can be asked for (`getState`, stack traces): once somebody has, all choices stay.

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::{Choice, Machine, Operation, Place};

use super::Reduction;
use super::dependents::{Learned, Question, waits};
use super::foreseen::{Doubt, Foreseen, FutureCheck};
use super::futures::Site;
use super::guards::{Facts, Threads, Use, WrongFact};
use super::layers::{Layer, Layers};
use super::reach::{Cut, Reach};
use crate::independence::{AFTER, CLASS_USE, Footprint, Variable, View, of_class_uses};

/// What a decision needs to know of one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadFacts {
    /// The threads on whose steps its next operation depends, one bit each; `None` if on any.
    pub dependents: Option<u64>,
    /// Whether it may move without the others moving.
    pub satisfies_proviso: bool,
}

/// The persistent set to go on with: the smallest closed one. `None` if all choices have to be taken.
pub fn persistent_set(facts: &[ThreadFacts], choices: &[Choice]) -> Option<u64> {
    let enabled = choices.iter().fold(0u64, |all, it| all | 1 << it.thread);
    let count = |set: u64| {
        let of_set = choices.iter().filter(|it| set & 1 << it.thread != 0);
        of_set.count()
    };
    let mut best: Option<(usize, u64)> = None;
    for first in 0..facts.len() {
        if enabled & 1 << first == 0 {
            continue;
        }
        let Some(set) = closure(facts, enabled, first) else {
            continue;
        };
        let size = count(set);
        if size < best.map_or(choices.len(), |(least, _)| least) {
            best = Some((size, set));
        }
    }
    best.map(|(_, set)| set)
}

fn closure(facts: &[ThreadFacts], enabled: u64, first: usize) -> Option<u64> {
    let mut set = 0u64;
    let mut left = 1u64 << first;
    while left != 0 {
        let thread = left.trailing_zeros() as usize;
        left &= left - 1;
        let of_thread = facts.get(thread)?;
        if enabled & 1 << thread != 0 && !of_thread.satisfies_proviso {
            return None;
        }
        set |= 1 << thread;
        left |= of_thread.dependents? & !set;
    }
    Some(set)
}

/// Lets the threads of persistent sets go on without the others. See the head of the file.
#[derive(Debug)]
pub struct Persistent<'p> {
    layers: Layers,
    /// What threads may still do, by the program text, if that is known.
    sight: Option<FutureCheck<'p>>,
    facts: Facts,
    /// Who can come to which object, if that is asked for.
    reach: Option<Reach>,
    learned: Learned,
    /// Sites from which no thread goes on without the others.
    proviso_sites: HashSet<Site, FixedState>,
    /// Sites from which some thread has gone on without the others in this round.
    used: HashSet<Site, FixedState>,
    /// Whether somebody has asked where a thread stands.
    inspected: bool,
    /// Whether something was given up that mattered.
    given_up: bool,
    /// The steps after which a round ends in which something was given up.
    scouting: Option<u64>,
    /// Steps of this round.
    steps: u64,
    /// Rounds so far.
    rounds: u32,
    /// Whether nothing is learned any more.
    frozen: bool,
    /// The site at which the step being taken began.
    origin: Site,
    /// Whether it was one where a monitor was taken.
    wanted: bool,
    /// Whether a thread that wants a monitor hardly ever goes on without the others, for want of layers.
    stops_at_locks: bool,
    /// The owner word that the step being taken writes.
    owned: Option<Place>,
    /// Per thread, in the state being looked at.
    threads: Vec<ThreadFacts>,
    /// The accesses whose facts those rely on, with their threads.
    relied: Vec<Use>,
    /// The edges that those rely on being cut.
    cut: Vec<Cut>,
    footprint: Footprint,
    /// For tests: a layer that takes its fact for granted.
    lie: Option<Layer>,
}

impl<'p> Persistent<'p> {
    /// For a machine whose first state has been saved.
    pub fn new(machine: &Machine<'_>, layers: Layers) -> Persistent<'p> {
        Persistent {
            layers,
            sight: None,
            facts: Facts::new(layers, machine),
            reach: layers.has(Layer::Owned).then(|| Reach::new(machine)),
            learned: Learned::default(),
            proviso_sites: HashSet::with_hasher(FixedState::default()),
            used: HashSet::with_hasher(FixedState::default()),
            inspected: false,
            given_up: false,
            scouting: None,
            steps: 0,
            rounds: 0,
            frozen: false,
            origin: 0,
            wanted: false,
            stops_at_locks: layers.has(Layer::Protected) && !layers.has(Layer::Persistent),
            owned: None,
            threads: Vec::new(),
            relied: Vec::new(),
            cut: Vec::new(),
            footprint: Footprint::default(),
            lie: None,
        }
    }

    /// With static futures, for [`Layer::Foreseen`].
    pub fn foreseeing(mut self, foreseen: Box<dyn Foreseen + 'p>, doubt: Doubt) -> Persistent<'p> {
        self.sight = Some(FutureCheck::new(foreseen, doubt));
        self
    }

    /// For tests of the tests: this layer takes its fact for granted, wrongly.
    pub fn lying(mut self, layer: Layer) -> Persistent<'p> {
        self.lie = Some(layer);
        self.facts.lie = Some(layer);
        self
    }

    /// For tests of the tests: this is taken for granted, wrongly.
    pub fn believing(mut self, wrong: WrongFact) -> Persistent<'p> {
        self.facts.wrong = Some(wrong);
        self
    }

    /// For tests of the tests: footprints are seen in this way.
    pub fn through(mut self, view: View) -> Persistent<'p> {
        self.footprint.view = view;
        self
    }

    /// What a decision needs to know of a thread in this state.
    fn facts(&mut self, machine: &mut Machine<'_>, thread: usize) -> ThreadFacts {
        let mut question = Question {
            machine,
            layers: self.layers,
            facts: &mut self.facts,
            learned: &self.learned,
            sight: self.sight.as_mut(),
            reach: self.reach.as_mut(),
            cut: &mut self.cut,
            relied: &mut self.relied,
            lie: self.lie,
        };
        let dependents = question.dependents(thread, &mut self.footprint);
        let site = self.facts.site(machine, thread);
        let starts = matches!(machine.operation(thread), Some(Operation::Start(_)));
        let satisfies_proviso = starts || !self.proviso_sites.contains(&site);
        ThreadFacts {
            dependents,
            satisfies_proviso,
        }
    }

    /// Remembers that a persistent set relies on what is known of its threads.
    fn rely(&mut self, machine: &Machine<'_>, set: Threads, choices: &[Choice]) {
        for access in &self.relied {
            if set & 1 << access.thread != 0 {
                self.facts.note_use(machine, *access);
            }
        }
        for cut in &self.cut {
            if set & 1 << cut.edge.thread == 0 {
            } else if cut.guarded {
                self.facts.note_use(machine, cut.edge);
            } else {
                self.facts.note_unfollowed(machine, cut.edge);
            }
        }
        let moving = choices.iter().filter(|it| set & 1 << it.thread != 0);
        for choice in moving {
            let site = self.facts.site(machine, choice.thread as usize);
            self.used.insert(site);
        }
    }

    /// From this site no thread goes on without the others any more.
    fn unfit_from(&mut self, site: Site) {
        if self.proviso_sites.insert(site) {
            self.given_up |= self.used.contains(&site);
        }
    }

    fn note_interrupt(&mut self) {
        self.given_up |= !self.learned.interrupts;
        self.learned.interrupts = true;
    }

    /// Notes what is special about some fields.
    fn note_special(&mut self, machine: &Machine<'_>, thread: usize, place: Place) {
        let Place { object, slot } = place;
        if self.facts.is_owner_word(machine, object, slot) {
            let word = machine.heap().object(object).data[slot as usize];
            self.facts.note_owner(machine, thread, object, word);
            self.owned = Some(place);
        } else if slot == machine.interrupted_slot() && machine.is_thread(object) {
            self.note_interrupt();
        }
    }

    /// Notes what a thread accesses that stands where it may have to wait. That is noted there, and not
    /// only when it goes on: others could keep it from ever doing so.
    fn note_want(&mut self, machine: &mut Machine<'_>, thread: usize, operation: Operation) {
        if matches!(
            operation,
            Operation::Lock(_)
                | Operation::Reacquire(_)
                | Operation::Start(_)
                | Operation::End
                | Operation::Initialize(_)
        ) {
            self.note_accesses(machine, thread, operation);
        }
    }

    /// Notes what an operation accesses. Who is in a wait set, and whom the time and the own interrupt
    /// flag concern, is known without that.
    fn note_accesses(&mut self, machine: &mut Machine<'_>, thread: usize, operation: Operation) {
        let mut footprint = std::mem::take(&mut self.footprint);
        footprint.find(machine, thread, operation);
        if footprint.everything && operation.accesses().next().is_some() {
            self.given_up |= self.learned.touchers & 1 << thread == 0;
            self.learned.touchers |= 1 << thread;
        }
        for access in &footprint.accesses {
            let is_noted = match access.variable {
                Variable::Slot(..) => !waits(operation),
                Variable::Monitor(_)
                | Variable::Started(_)
                | Variable::Ended(_)
                | Variable::Permit(_)
                | Variable::Class(_)
                | Variable::Threads
                | Variable::Console => true,
                Variable::Places
                | Variable::WaitSet(_)
                | Variable::Clock
                | Variable::Running
                | Variable::Daemons => false,
            };
            if is_noted {
                let mut noted = Use::new(thread, *access);
                // Whether it sets depends on others.
                noted.writes |= matches!(operation, Operation::Exchange(..));
                self.facts.note_access(machine, noted);
                let gets = matches!(
                    operation,
                    Operation::Update(_) | Operation::Exchange(..) | Operation::Copy(..)
                );
                if self.reach.is_some() && (gets || !access.writes) {
                    self.facts.note_follower(machine, thread, access.variable);
                }
            }
        }
        self.footprint = footprint;
    }

    /// Notes the edges that threads have followed without a stop.
    fn note_followed(&mut self, machine: &Machine<'_>) {
        let Some(reach) = &mut self.reach else {
            return;
        };
        for (thread, place) in machine.followed() {
            if !machine.heap().has(place.object) || !reach.is_edge(machine, *place) {
                continue;
            }
            let followed = Use {
                thread: usize::from(*thread),
                variable: Variable::Slot(place.object, place.slot),
                writes: false,
            };
            self.facts.note_access_at(machine, followed, self.origin);
            self.facts
                .note_follower(machine, followed.thread, followed.variable);
            if let Some(sight) = &mut self.sight {
                self.given_up |= sight.followed(machine, followed.thread, *place);
            }
        }
    }

    /// Once a thread stands before suspending, resuming or stopping another, all choices stay: such a step concerns everything that the other is about to do.
    fn note_force(&mut self, operation: Operation) {
        if matches!(
            operation,
            Operation::Suspend(_) | Operation::Resume(_) | Operation::Stop(_)
        ) {
            self.given_up |= !self.inspected;
            self.inspected = true;
        }
    }

    /// Another round begins.
    fn begin(&mut self) {
        self.given_up = false;
        self.scouting = None;
        self.steps = 0;
        self.rounds += 1;
        self.used.clear();
        self.facts.begin();
    }
}

impl Reduction for Persistent<'_> {
    fn reduce(&mut self, machine: &mut Machine<'_>, choices: &mut Vec<Choice>) {
        let count = machine.threads().len();
        if self.inspected || count > MOST_THREADS || machine.recycles_places() {
            return;
        }
        // Also where there is nothing to decide: who wants a lock may be kept from it for ever.
        for thread in 0..count {
            if !self.frozen
                && !is_by_itself(machine, thread)
                && let Some(operation) = machine.operation(thread)
            {
                self.note_want(machine, thread, operation);
                self.note_force(operation);
            }
        }
        let Some(first) = choices.first() else {
            return;
        };
        let is_only = choices.iter().all(|choice| choice.thread == first.thread);
        if self.inspected || is_only {
            return;
        }
        self.relied.clear();
        self.cut.clear();
        self.threads.clear();
        if let Some(reach) = &mut self.reach {
            reach.look();
        }
        if let Some(sight) = &mut self.sight {
            sight.look(machine);
        }
        for thread in 0..count {
            let facts = match machine.threads()[thread].has_ended() {
                true => ThreadFacts::default(),
                false => self.facts(machine, thread),
            };
            self.threads.push(facts);
        }
        if let Some(set) = persistent_set(&self.threads, choices) {
            self.rely(machine, set, choices);
            choices.retain(|choice| set & 1 << choice.thread != 0);
        }
    }

    fn before(&mut self, machine: &mut Machine<'_>, choice: Choice) {
        if self.reach.is_some() {
            machine.record_followed();
        }
        self.steps += 1;
        let thread = choice.thread as usize;
        self.origin = self.facts.site(machine, thread);
        self.owned = None;
        let count = machine.threads().len();
        self.wanted = false;
        let Some(operation) = machine.operation(thread) else {
            return;
        };
        if self.frozen || count > MOST_THREADS {
            return;
        }
        if let Some(sight) = &mut self.sight {
            self.footprint.find(machine, thread, operation);
            let accesses = &self.footprint.accesses;
            self.given_up |= sight.before(machine, thread, Some(operation), accesses);
        }
        self.wanted = matches!(operation, Operation::Lock(_) | Operation::Reacquire(_));
        self.note_force(operation);
        if let Operation::Interrupt(_) = operation {
            self.note_interrupt();
        }
        for (span, writes, _) in operation.accesses() {
            if writes {
                self.note_special(machine, thread, span.first);
            }
        }
        if let Operation::Lock(object) | Operation::Reacquire(object) = operation {
            self.facts.note_lock(machine, object);
        }
        if is_by_itself(machine, thread) {
            let is_last = count > 1 && self.learned.survivors & 1 << thread == 0;
            if is_last {
                self.learned.survivors |= 1 << thread;
                self.given_up = true;
            }
            return;
        }
        self.note_accesses(machine, thread, operation);
    }

    fn after(&mut self, machine: &mut Machine<'_>, choice: Choice) {
        if self.frozen || machine.threads().len() > MOST_THREADS {
            return;
        }
        let thread = choice.thread as usize;
        if let Some(sight) = &mut self.sight {
            self.given_up |= sight.after(machine, thread);
        }
        if machine.has_looped_freely() {
            let site = match self.stops_at_locks && self.wanted {
                true => self.origin,
                false => self.facts.site(machine, thread),
            };
            self.unfit_from(site);
        }
        let view = &self.footprint.view;
        let uses = of_class_uses(machine.class_uses());
        for access in uses.filter_map(|it| view.beside(CLASS_USE, it)) {
            let class_use = Use::new(thread, access);
            self.facts.note_access_at(machine, class_use, self.origin);
        }
        self.note_followed(machine);
        if let Some(Place { object, slot }) = self.owned {
            let word = machine.heap().object(object).data[slot as usize];
            self.facts.note_owner(machine, thread, object, word);
        }
        let ambient = machine.ambient();
        if ambient.clock && self.footprint.view.notes(AFTER, "Clock") {
            self.unfit_from(self.origin);
            self.given_up |= !self.learned.clock;
            self.learned.clock = true;
        }
        if ambient.inspection && self.footprint.view.notes(AFTER, "Sites") {
            self.given_up |= !self.inspected;
            self.inspected = true;
        }
    }

    fn take_learned(&mut self) -> bool {
        self.given_up |= self.facts.take_learned();
        if !self.given_up || self.frozen {
            return false;
        }
        let patience = SCOUTING << self.rounds.min(40);
        let end = *self.scouting.get_or_insert(2 * self.steps + patience);
        let is_over = self.steps >= end;
        if is_over {
            self.begin();
        }
        is_over
    }

    fn end_round(&mut self) -> bool {
        let given_up = self.given_up | self.facts.take_learned();
        if given_up {
            self.begin();
        }
        given_up && !self.frozen
    }

    fn relearn(&mut self) {
        self.frozen = false;
        // Which accesses there are, and which of them count, is not what it was. What was learned would
        // still be true, but it would depend on the order of the search how much that is.
        self.begin();
        self.facts.forget();
        self.learned = Learned::default();
        self.proviso_sites.clear();
        self.inspected = false;
    }

    fn remarks(&self) -> Vec<String> {
        let refuted = self.sight.as_ref().and_then(FutureCheck::refuted);
        let refuted = refuted.map(|it| format!("{it}: searched without static futures"));
        refuted.into_iter().collect()
    }

    fn freeze(&mut self) {
        self.frozen = true;
    }
}

/// More threads than this are not told apart, so nothing is reduced where there are.
const MOST_THREADS: usize = 64;

/// The least steps that a round goes on for after something was learned, to learn more at once.
const SCOUTING: u64 = 200;

/// Whether no other thread lives that could be about to do anything, and the thread knows it.
fn is_by_itself(machine: &Machine<'_>, thread: usize) -> bool {
    let threads = machine.threads();
    let others = || threads.iter().enumerate().filter(|(it, _)| *it != thread);
    others().next().is_none()
        || (machine.ends_are_operations() && others().all(|(_, other)| other.has_ended()))
}
