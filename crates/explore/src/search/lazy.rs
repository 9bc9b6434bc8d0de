//! Depth-first search that takes more choices of a state only once they turn out to matter.
//!
//! In: a system that tells what its threads are about to access ([`crate::system::Footprints`]).
//! Out: as for every search; but of the choices of a state, those of some threads only are taken, by
//! what is found after them.
//!
//! # What is known of a state
//!
//! For a state `s` and a thread `p`, let `M(s, p)` be what the other threads may access from `s` on
//! before `p` moves: the next accesses of all others in each state that they can reach without `p`,
//! also of those that can't move there. Let `T` be the threads whose choices are taken in `s`. They
//! are enough (they are a persistent set) if no run of others from `s` comes to a step that conflicts
//! with what one of `T` is about to do. Let `w c` be such a run, `c` the first such step, and `p` one
//! of `T`. Then `w` is possible after `p`'s step as well, and `c` is about to be done after it:
//! so its access is in `M(s p, p)`, where `s p` is the state after `p`'s step. That state has been
//! visited. So the test is, for each `p` of `T`, whether its access conflicts with one of a thread
//! outside `T` in `M(s p, p)`, or in what others are about to do in `s`. If so, that thread becomes
//! one of `T`, and all do if it can't move in `s`.
//!
//! `M` follows from what has been visited. Let `w` be a run without `p` from `s`. If it has a step of
//! `T`, the first of those can be moved to the front, because what comes before it is of others; if it
//! has none, it is possible after any step of `T`. So either way its accesses are in
//! `M(s r, p)`, or are `r`'s own, for some `r` of `T` other than `p`; and if `p` is the only one of
//! `T`, they are in `M(s p, p)`. `M` of a state is the union of those over the steps that were taken,
//! with what is about to be done in `s` itself.
//!
//! The steps of a run get fewer in the first case, and not in the second. The second can't go on for
//! ever: on each cycle of the graph there is a state in which all choices are taken, so the next step
//! of the run is one of them. The search sees to that when all else is done ([`unfold`]), and such a
//! state keeps all its choices, whatever else would be enough. (Every cycle has a stored state: see
//! below.)
//!
//! *Names.* Objects have names of one state, and a step may give them others. So that two accesses can
//! be compared, what is known after a step is put in the names from before it ([`machine::Renaming`]);
//! an access to what did not exist then is left out, as nobody was about to access that.
//!
//! *Who sleeps.* A thread that can't move in `s`, and that only a step conflicting with what it is
//! about to do could let go on (it waits for a lock, a permit, a notification), is in `M(s, p)` with
//! more than its next access only if another than `p` may take such a step before `p` moves. Else what
//! it does after `s p` was made possible by `p`, and can't come before. So from what follows the steps
//! taken, that is left out which such threads do; which those are is found by going out from the
//! threads that can move, over the conflicts with what sleepers wait for. A thread that does not exist
//! in `s` sleeps likewise, until another than `p` starts a thread.
//!
//! *What is done beside an operation.* Between two operations a thread may look at something that can't
//! change any more, or let others go on (`Footprints::beside`). Such a step could be one of its own, taken
//! alone, in a state that was passed through. So its accesses are part of `M` like those of operations.
//!
//! That a persistent set in each state, and such a state on each cycle, is enough for all that is
//! looked for is said in `reduction.rs`. What `T` begins with does not matter for that; it is what has
//! the fewest choices.
//!
//! # States that are passed through
//!
//! Where one thread is likely to be enough, the search takes its step and goes on without storing the
//! state. It is likely if nothing that the others are about to do conflicts with it, and nothing did,
//! last time, that a thread did later that stood where another stands now. Whether it was enough is
//! looked at afterwards, by the same test, with what those were about to do who could not move there (a
//! step may wake them, and they do something else); if not, the state is marked, the transition is void
//! and is taken again, and stops there. A state in which one thread alone can move is always passed through;
//! then `M` of that thread is what is about to be done there, and nothing after it. A thread that goes
//! round a loop and stands where it stood before on the transition, with the same registers and objects
//! of its own, ends it, so that a cycle can't be passed through as a whole: on a cycle all of that comes
//! again. A loop that counts in an object of its own, as an iterator does, is passed through.
//!
//! Where a thread has to pick a value, no other is given a choice. That is no matter of conflicts: the
//! picking belongs to the step before it, and the others could move all the same.
//!
//! On a long transition a thread may take many steps at once that are accesses to memory and concern nobody:
//! they count as one (*rush*, see `java/rush.rs`). If one of them turns out to conflict with what another thread
//! does later, the transition is taken again, and nobody rushes any more.
//!
//! Taking a step that turns out not to be enough costs the states that follow it. So a search begins
//! with a small one that is only there to find out what is likely, and then begins again, if there was
//! anything in vain.
//!
//! # How
//!
//! All stored states and transitions are kept. A state is left when its `T` is enough, by what is
//! known of its successors. Where those are not left yet (on a cycle), or come to know more later, it
//! is looked at again, until nothing changes. What is known of a state is only ever added to.

use std::cell::Cell;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use machine::Choice;

use self::graph::{End, Found, Graph, NONE, Passed, Threads, Why};
pub(super) use self::hints::Hints;
use self::sufficiency::Need;
use super::random_probes::RandomProbes;
use super::size_estimator::SizeEstimator;
use super::{Ledger, Moved, Open};
use crate::footprints::FootprintId;
use crate::observer::{Flow, Phase};
use crate::plan::{EndsSought, Plan};
use crate::schedule::Schedule;
use crate::store::{StateId, Store};
use crate::stuck;
use crate::system::{LONGEST_TRANSITION, System};

mod ends;
mod formulas;
mod graph;
mod hints;
mod sets;
mod sufficiency;
#[cfg(test)]
mod tests;
mod unfold;

/// The states of a search that is only to find out what is likely.
const SCOUTED: usize = 2000;

/// A state on the stack.
#[derive(Clone, Copy, Debug)]
struct Frame {
    node: u32,
    /// The next of its choices.
    next: u32,
    /// The threads whose choices were taken before.
    before: Threads,
}

/// Explores everything within the limits.
pub(super) fn search<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    store: &mut dyn Store,
    hints: &mut Hints,
) {
    let mut lazy = Lazy::new(ledger.plan, hints);
    lazy.words.clone_from(&ledger.initial);
    store.insert(&lazy.words);
    if ledger.examine(system, |_| Schedule::default()) == Flow::Stop {
        return;
    }
    lazy.look(system);
    lazy.letter = system.letter();
    lazy.enter(ledger, 0, 0);
    loop {
        if lazy.walk(system, ledger, store) == Flow::Stop {
            return;
        }
        if let Some((node, news)) = lazy.graph.next_stale() {
            match lazy.graph.examine(node, news) {
                Need::Nothing => lazy.graph.settle(node, news),
                Need::More(before) => lazy.again(node, before),
                Need::Again(choice) => {
                    lazy.again(node, lazy.graph.explored(node));
                    lazy.retry.push((node, choice));
                }
            }
            continue;
        }
        lazy.is_first_walk = false;
        let unfolded = unfold::unfold(&mut lazy.graph);
        if unfolded.is_empty() {
            break;
        }
        if lazy.has_cycle(ledger) {
            return;
        }
        for (node, before) in unfolded {
            lazy.again(node, before);
        }
    }
    #[cfg(test)]
    assert!(lazy.graph.rests(), "what is said to be enough is enough");
    if lazy.is_scouting && lazy.graph.is_wasteful() {
        lazy.graph.hints.scouted = true;
        ledger.begin_again();
        return;
    }
    if lazy.tell_ends(system, ledger, store) == Flow::Stop {
        return;
    }
    if ledger.plan.stuck {
        lazy.report_stuck(system, ledger, store);
    }
}

struct Lazy<'a> {
    graph: Graph<'a>,
    /// Whether the search is to begin again after so many states.
    is_scouting: bool,
    /// Whether the stack is still the way from the first state to the one on top.
    is_first_walk: bool,
    stack: Vec<Frame>,
    /// Choices to be taken again, of states on the stack.
    retry: Vec<(u32, Choice)>,
    /// The state that the system is in, or [`NONE`].
    at: u32,
    /// Of the state that the system is in: its choices, what its threads are about to do if that is
    /// known, and who can move.
    choices: Vec<Choice>,
    footprints: Vec<FootprintId>,
    told: bool,
    movable: Threads,
    /// Whether somebody outside looks at the states, and what he sees in it.
    watches: bool,
    letter: u32,
    words: Vec<u32>,
    /// The steps of the transition that is being taken.
    steps: Vec<Passed>,
    glances: RandomProbes,
    size_estimator: SizeEstimator,
    /// Where threads stood on it after going round a loop.
    turns: Vec<(u16, u32, u64)>,
    hasher: FixedState,
}

impl<'a> Lazy<'a> {
    fn new(plan: &Plan, hints: &'a mut Hints) -> Lazy<'a> {
        let is_scouting = !hints.scouted;
        hints.whim = plan.whim;
        Lazy {
            graph: Graph::new(hints),
            is_scouting,
            is_first_walk: true,
            stack: Vec::new(),
            retry: Vec::new(),
            at: NONE,
            choices: Vec::new(),
            footprints: Vec::new(),
            told: false,
            movable: 0,
            watches: plan.ends == EndsSought::Formulas,
            letter: 0,
            words: Vec::new(),
            steps: Vec::new(),
            glances: RandomProbes::new(plan, 8.0),
            size_estimator: SizeEstimator::new(plan, 4.0),
            turns: Vec::new(),
            hasher: FixedState::default(),
        }
    }

    /// Takes choices until the stack is empty.
    fn walk<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        store: &mut dyn Store,
    ) -> Flow {
        while let Some(&frame) = self.stack.last() {
            if ledger.tick(store, || self.open(store.len())) == Flow::Stop {
                return Flow::Stop;
            }
            if self.is_scouting && self.graph.len() > SCOUTED {
                self.graph.look_back();
                self.graph.hints.scouted = true;
                ledger.begin_again();
                return Flow::Stop;
            }
            match self.glances.take(system, ledger, store) {
                Some(Flow::Stop) => return Flow::Stop,
                Some(Flow::Continue) => self.at = NONE,
                None => {}
            }
            if self.size_estimator.is_due(ledger.statistics.transitions)
                && self.sample(system, ledger, store) == Flow::Stop
            {
                return Flow::Stop;
            }
            if let Some(choice) = self.next_choice() {
                if self.follow(system, ledger, store, frame.node, choice) == Flow::Stop {
                    return Flow::Stop;
                }
                continue;
            }
            match self.graph.examine(frame.node, Threads::MAX) {
                Need::Nothing => {
                    self.graph.settle(frame.node, Threads::MAX);
                    self.graph.nodes[frame.node as usize].is_open = false;
                    self.stack.pop();
                }
                Need::More(before) => {
                    let top = self.stack.last_mut().expect("the stack has a top");
                    (top.next, top.before) = (0, before);
                }
                Need::Again(choice) => self.retry.push((frame.node, choice)),
            }
        }
        Flow::Continue
    }

    /// Makes a random run through what the search has or would have stored, for a guess at how much
    /// of it is left: in states that are not stored yet, of the choices that it would begin with.
    fn sample<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        store: &dyn Store,
    ) -> Flow {
        let (statistics, instructions) = (ledger.statistics, system.instructions());
        let (incomplete, asleep) = (ledger.incomplete.clone(), self.graph.asleep.len());
        let mut run = self.size_estimator.begin();
        let mut at = Some(0);
        let mut last = 0;
        let mut wanted = Vec::new();
        let mut flow = Flow::Continue;
        system.load(&ledger.initial);
        self.look(system);
        while flow == Flow::Continue {
            let found = Found {
                choices: &self.choices,
                footprints: self.told.then_some(&self.footprints),
                movable: self.movable,
                last,
            };
            let threads = match at {
                Some(node) => self.graph.explored(node),
                None if self.told => self.graph.begin_with(found, &self.footprints),
                None => Threads::MAX,
            };
            wanted.clear();
            let choices = self.choices.iter().filter(|it| is_in(threads, it.thread));
            wanted.extend(choices);
            let Some(choice) = self.size_estimator.pick(&mut run, &wanted) else {
                break;
            };
            self.steps.clear();
            self.turns.clear();
            if self.run(system, ledger, choice) != Moved::There {
                break;
            }
            last = self.steps.last().map_or(0, |step| step.choice.thread);
            system.save(&mut self.words);
            at = store.find(&self.words).map(|id| id.0);
            run.met(system.renumbering(), at.is_some());
            flow = ledger.tick(store, || self.open(store.len()));
        }
        // Nothing of it counts.
        self.graph.asleep.truncate(asleep);
        self.at = NONE;
        ledger.statistics = statistics;
        if flow == Flow::Continue {
            ledger.incomplete = incomplete;
        }
        ledger.instructions_before += system.instructions() - instructions;
        self.size_estimator.end(run, statistics.transitions);
        flow
    }

    /// The next choice to take in the state on top.
    fn next_choice(&mut self) -> Option<Choice> {
        let frame = self.stack.last_mut()?;
        if let Some(&(node, choice)) = self.retry.last()
            && node == frame.node
        {
            self.retry.pop();
            return Some(choice);
        }
        let wanted = self.graph.explored(frame.node);
        let choices = self.graph.choices_of(frame.node);
        while let Some(&choice) = choices.get(frame.next as usize) {
            frame.next += 1;
            if is_in(wanted, choice.thread) && !is_in(frame.before, choice.thread) {
                return Some(choice);
            }
        }
        None
    }

    /// Takes a choice of a state, and those of the states passed through.
    fn follow<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        store: &mut dyn Store,
        node: u32,
        choice: Choice,
    ) -> Flow {
        if self.at != node {
            store.get(StateId(node), &mut self.words);
            system.load(&self.words);
            self.look(system);
        }
        self.at = NONE;
        self.letter = self.graph.nodes[node as usize].letter;
        self.steps.clear();
        self.turns.clear();
        let end = self.run(system, ledger, choice);
        if end != Moved::There {
            let end = match end {
                Moved::Lost => End::Lost,
                _ => End::Pruned,
            };
            self.graph.connect(node, &self.steps, end);
            return Flow::Continue;
        }
        system.save(&mut self.words);
        let inserted = store.insert(&self.words);
        let (graph, steps, initial) = (&self.graph, &self.steps, ledger.initial.clone());
        // Asking for the way moves the system elsewhere.
        let asked = Cell::new(false);
        let way = |system: &mut S| {
            asked.set(true);
            let mut all = graph.way_to(node);
            all.extend(steps.iter().flat_map(Passed::single));
            schedule(system, &initial, &all)
        };
        let flow = match inserted.new {
            true => ledger.examine(system, way),
            false => ledger.examine_again(system, way),
        };
        if flow == Flow::Stop {
            return Flow::Stop;
        }
        if inserted.new {
            if ledger.admit(store) == Flow::Stop {
                return Flow::Stop;
            }
            let last = self.steps.last().map_or(0, |step| step.choice.thread);
            let depth = self.graph.depth(node) + 1;
            self.enter(ledger, depth, last);
            if !asked.get() {
                self.at = inserted.id.0;
            }
        } else {
            ledger.statistics.revisited += 1;
            if self.meets_itself(ledger, inserted.id.0) {
                return Flow::Stop;
            }
        }
        self.graph
            .connect(node, &self.steps, End::State(inserted.id.0));
        Flow::Continue
    }

    /// Takes steps from the choice on, to a state that has to be stored.
    fn run<S: System>(&mut self, system: &mut S, ledger: &mut Ledger<'_>, first: Choice) -> Moved {
        ledger.statistics.transitions += 1;
        let (mut choice, mut why, mut mark) = (first, Why::Picks, 0);
        loop {
            let found = Found {
                choices: &self.choices,
                footprints: self.told.then_some(&self.footprints),
                movable: self.movable,
                last: choice.thread,
            };
            self.steps.push(self.graph.passed(found, choice, why, mark));
            let rushed = self.rush(system, ledger, choice);
            let moved = match rushed {
                Some(moved) => moved,
                None => self.step(system, ledger, choice),
            };
            if moved != Moved::There {
                return moved;
            }
            while !system.pace().wrong
                && let Some(inside) = system.continuation()
            {
                if self.steps.len() >= 2 * LONGEST_TRANSITION {
                    system.split_atomic_calls();
                    self.look(system);
                    return Moved::There;
                }
                let footprint = system.footprint(inside.thread);
                self.graph.sets.learn_from(system);
                self.steps.push(self.graph.went_on(inside, footprint));
                let moved = self.step(system, ledger, inside);
                if moved != Moved::There {
                    return moved;
                }
            }
            self.look(system);
            let pace = system.pace();
            // Steps may be large: who has to look at a limit does so now.
            let long = self.steps.len() >= LONGEST_TRANSITION || ledger.plan.limits.is_urgent();
            let only_spurious = self.choices.iter().all(|it| it.variant == Choice::SPURIOUS);
            if long
                || pace.wrong
                || only_spurious
                || (pace.turned && self.was_here(system, choice.thread))
            {
                return Moved::There;
            }
            system.save(&mut self.words);
            mark = self.hasher.hash_one(&self.words);
            let found = Found {
                choices: &self.choices,
                footprints: self.told.then_some(&self.footprints),
                movable: self.movable,
                last: choice.thread,
            };
            match self.graph.pass(found, mark) {
                None => return Moved::There,
                Some(next) => (choice, why) = next,
            }
        }
    }

    /// Takes the last of the steps, and with it all that its thread does alone, on a transition that is long.
    /// `None` if it has to be taken by itself.
    fn rush<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        choice: Choice,
    ) -> Option<Moved> {
        let likely = matches!(self.steps.last()?.why, Why::Guess | Why::Alone(_));
        let may = likely && self.told && !self.graph.no_rush && !self.watches;
        // Of the first step of a transition the state says what it does.
        let is_long = self.steps.len() > ledger.plan.rush_after.max(1);
        if !may || !is_long || self.graph.hints.whim.is_some() {
            return None;
        }
        let (step, footprint, count) = system.rush(choice)?;
        self.graph.sets.learn_from(system);
        let passed = self.steps.last_mut()?;
        passed.footprint = footprint;
        passed.single_steps = count;
        let moved = ledger.moved(system, step);
        self.took(system, choice, moved);
        Some(moved)
    }

    /// Takes the last of the steps.
    fn step<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        choice: Choice,
    ) -> Moved {
        let moved = ledger.step(system, choice);
        self.took(system, choice, moved);
        moved
    }

    /// Notes what is to be known of the last of the steps, which was taken.
    fn took<S: System>(&mut self, system: &mut S, choice: Choice, moved: Moved) {
        if moved == Moved::There
            && let Some(step) = self.steps.last_mut()
        {
            step.renaming = system.renaming();
            if let Some(beside) = system.beside(choice.thread) {
                step.beside = beside;
                self.graph.sets.learn_from(system);
            }
            step.mover = system.mover(choice);
            if self.watches && self.graph.is_visible(step.footprint) {
                self.letter = system.letter();
            }
            step.letter = self.letter;
        }
    }

    /// Whether the thread stands where it stood before on this transition, with the same of its own.
    fn was_here<S: System>(&mut self, system: &mut S, thread: u16) -> bool {
        if !self.told {
            return true;
        }
        let footprint = self.footprints[usize::from(thread)];
        let here = (thread, self.graph.site(footprint), system.own(thread));
        let was = self.turns.contains(&here);
        self.turns.push(here);
        was
    }

    /// Learns what is to be known of the state that the system is in.
    fn look<S: System>(&mut self, system: &mut S) {
        self.choices.clear();
        system.choices(&mut self.choices);
        self.told = system.footprints(&mut self.footprints);
        self.movable = system.movable();
        self.graph.sets.learn_from(system);
    }

    /// Adds the state that was looked at, and puts it on the stack.
    fn enter(&mut self, ledger: &mut Ledger<'_>, depth: u32, last: u16) {
        ledger.statistics.max_depth = ledger.statistics.max_depth.max(u64::from(depth));
        let mut lost = false;
        if self.choices.is_empty() {
            ledger.statistics.end_states += 1;
        } else if !ledger.deep(depth as usize) {
            self.choices.clear();
            lost = true;
        }
        let found = Found {
            choices: &self.choices,
            footprints: self.told.then_some(&self.footprints),
            movable: self.movable,
            last,
        };
        let node = self.graph.add(found, depth);
        self.graph.nodes[node as usize].letter = self.letter;
        if lost {
            self.graph.cut(node);
        }
        self.again(node, 0);
    }

    /// Puts a state on the stack, of which some threads' choices have been taken.
    fn again(&mut self, node: u32, before: Threads) {
        self.graph.nodes[node as usize].is_open = true;
        self.stack.push(Frame {
            node,
            next: 0,
            before,
        });
    }

    /// Reports threads that are stuck while others go on.
    fn report_stuck<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        store: &mut dyn Store,
    ) {
        let log = self.graph.log();
        let (graph, initial) = (&self.graph, ledger.initial.clone());
        stuck::report_all(system, ledger, store, log, |system, _, state| {
            schedule(system, &initial, &graph.way_to(state.0))
        });
    }

    fn open(&self, states: usize) -> Open {
        Open {
            phase: Phase::Search,
            states: self.stack.len() as u64,
            bytes: self.graph.bytes() as u64,
            estimate: self.size_estimator.estimate(states as u64),
        }
    }
}

/// Whether a thread is one of these; of all, if there are more threads than are told apart.
fn is_in(set: Threads, thread: u16) -> bool {
    match set {
        Threads::MAX => true,
        set => set.checked_shr(u32::from(thread)).unwrap_or(0) & 1 != 0,
    }
}

/// The choices of a schedule for these steps. Where one thread alone can move, there is no choice: the
/// system goes on by itself.
fn schedule<S: System>(system: &mut S, initial: &[u32], steps: &[Choice]) -> Schedule {
    system.load(initial);
    let mut choices = Vec::new();
    let mut next = 0;
    while let Some(&choice) = steps.get(next) {
        choices.push(choice);
        system.advance(choice);
        next += system.steps();
    }
    Schedule::new(choices)
}
