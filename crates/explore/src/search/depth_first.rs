//! Depth-first search over all states.
//!
//! In: a system and an empty store. Out: findings and counts in the ledger, states in the store.
//!
//! The stack has a frame for each state on the way: its number, and where its choices lie in one
//! array of choices that grows and shrinks with the stack. The words of the topmost states are kept
//! beside it; those further down are fetched from the store when the search comes back to them, or
//! kept, too, if the store forgets them. Nothing is allocated per transition.
//!
//! Invariant: a new state is entered at once, so the numbers of states are the order of entering.
//! That makes the search a walk for [`Components`], and stuck threads are found on the way.

use machine::Choice;

use super::packed::Packed;
use super::random_probes::RandomProbes;
use super::size_estimator::SizeEstimator;
use super::{Ledger, Load, Moved, Open};
use crate::components::{Component, Components};
use crate::numbering::{Numbering, Numberings};
use crate::observer::{Estimate, Flow, Phase};
use crate::plan::Wreck;
use crate::schedule::Schedule;
use crate::store::{Recall, StateId, Store};
use crate::stuck;
use crate::system::{NOBODY, System};
use crate::verdict::Incomplete;

/// A state on the stack.
#[derive(Clone, Copy, Debug)]
struct Frame {
    state: StateId,
    /// The place of its first choice; the last is before the next frame's first.
    first: u32,
    /// That of the next choice to take.
    next: u32,
}

/// Explores everything within the limits.
pub(super) fn search<S: System>(system: &mut S, ledger: &mut Ledger<'_>, store: &mut dyn Store) {
    let mut stack = Stack::new(ledger.plan.wreck.clone());
    let numbered = store.recall() >= Recall::Number;
    let mut components = (ledger.plan.stuck && numbered).then(Components::default);
    if ledger.plan.stuck && !numbered {
        ledger.cut(Incomplete::StuckUnsought);
    }
    // Who is who in each state, if threads get other numbers on the way.
    let renumbers = components.is_some() && system.renumbers();
    let mut numberings = renumbers.then(Numberings::default);
    if let Some(numberings) = &mut numberings {
        numberings.push(Numbering::default());
    }
    stack.recent.keeps_all = store.recall() < Recall::Words;
    let mut words = ledger.initial.clone();
    let mut moved = Vec::new();

    store.insert(&words);
    if ledger.examine(system, |_| Schedule::default()) == Flow::Stop {
        return;
    }
    enter(
        system,
        ledger,
        &mut stack,
        components.as_mut(),
        StateId(0),
        &words,
        0,
    );

    // Whether the system is in the state on top of the stack.
    let mut there = true;
    let mut glances = RandomProbes::new(ledger.plan, 1.0);
    let mut size_estimator = SizeEstimator::new(ledger.plan, 1.0);
    while let Some(&frame) = stack.frames.last() {
        if ledger.tick(store, || {
            let estimate = size_estimator.estimate(store.len() as u64);
            stack.open(components.as_ref(), numberings.as_ref(), estimate)
        }) == Flow::Stop
        {
            return;
        }
        if ledger.take_shrinks() {
            stack.keep_all(store);
            store.shrink();
        }
        match glances.take(system, ledger, store) {
            Some(Flow::Stop) => return,
            Some(Flow::Continue) => there = false,
            None => {}
        }
        if size_estimator.is_due(ledger.statistics.transitions) {
            let is_stored = |state: &[u32]| store.find(state).is_some();
            if ledger.size_estimator(&mut size_estimator, system, Load::of(store), is_stored)
                == Flow::Stop
            {
                return;
            }
            there = false;
        }
        if frame.next == stack.choices.end() {
            let done = components
                .as_mut()
                .and_then(|walk| walk.leave(frame.state.0));
            if let Some(component) = done
                && judge(
                    system,
                    ledger,
                    &mut stack,
                    store,
                    numberings.as_ref(),
                    component,
                ) == Flow::Stop
            {
                return;
            }
            stack.pop();
            there = false;
            continue;
        }
        if !there {
            let state = stack.top_words(store, &mut words);
            system.load(state);
        }
        there = false;
        let choice = stack.take();
        let numbering = numberings.as_ref().map(|it| it.get(frame.state));
        let who = |thread| match numbering {
            Some(numbering) if thread != NOBODY => numbering.of(thread),
            _ => thread,
        };
        match ledger.advance(system, choice) {
            Moved::There => {}
            Moved::Pruned => {
                if let Some(walk) = &mut components {
                    walk.moves(who(choice.thread));
                }
                continue;
            }
            Moved::Lost => {
                if let Some(walk) = &mut components {
                    walk.leads_out();
                }
                continue;
            }
        }
        if let Some(walk) = &mut components {
            moved.clear();
            system.also_moved(&mut moved);
            moved.iter().for_each(|&thread| walk.moves(who(thread)));
        }
        let mover = system.mover(choice);
        system.save(&mut words);
        let mover = who(mover);
        let numbering = numbering.map(|it| it.renamed(system.renumbering()));
        let inserted = store.insert(&words);
        let flow = if inserted.new {
            ledger.examine(system, |_| stack.schedule())
        } else {
            ledger.examine_again(system, |_| stack.schedule())
        };
        if flow == Flow::Stop {
            return;
        }
        if inserted.new {
            if ledger.admit(store) == Flow::Stop {
                return;
            }
            enter(
                system,
                ledger,
                &mut stack,
                components.as_mut(),
                inserted.id,
                &words,
                mover,
            );
            if let (Some(numberings), Some(numbering)) = (&mut numberings, numbering) {
                numberings.push(numbering);
            }
            there = true;
        } else {
            ledger.statistics.revisited += 1;
            if let Some(walk) = &mut components {
                walk.edge(mover, inserted.id.0);
                if let (Some(numberings), Some(numbering)) = (&numberings, &numbering) {
                    let known = numberings.get(inserted.id);
                    let pairs = numbering.against(known);
                    pairs.for_each(|(one, other)| walk.exchanges(one, other));
                }
            }
        }
    }
}

/// Puts a new state, in which the system is, on the stack.
fn enter<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    stack: &mut Stack,
    components: Option<&mut Components>,
    state: StateId,
    words: &[u32],
    thread: u16,
) {
    let depth = stack.frames.len();
    ledger.statistics.max_depth = ledger.statistics.max_depth.max(depth as u64);
    let first = stack.choices.end();
    stack.top.clear();
    system.choices(&mut stack.top);
    let mut lost = false;
    if stack.top.is_empty() {
        ledger.statistics.end_states += 1;
    } else if ledger.deep(depth) {
        stack.top.iter().for_each(|it| stack.choices.push(*it));
    } else {
        lost = true;
    }
    stack.frames.push(Frame {
        state,
        first,
        next: first,
    });
    stack.recent.push(words);
    if let Some(components) = components {
        components.enter(thread);
        if lost {
            components.leads_out();
        }
    }
}

/// Reports the threads that are stuck in a terminal component, whose first state is on top.
fn judge<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    stack: &mut Stack,
    store: &dyn Store,
    numberings: Option<&Numberings>,
    component: Component,
) -> Flow {
    let top = stack.frames.last().expect("the stack has a top").state;
    let numbering = numberings.map(|it| it.get(top));
    let who = |thread| numbering.map_or(thread, |it| it.of(thread));
    let mut words = Vec::new();
    if stuck::time_passes(system, store, &component) && ledger.is_void(system) {
        return Flow::Stop;
    }
    let state = stack.top_words(store, &mut words);
    system.load(state);
    match stuck::stuck_by(system, &component.moving, who) {
        None => Flow::Continue,
        Some(_) if ledger.is_void(system) => Flow::Stop,
        Some(finding) => {
            let states = component.members.into_iter().map(StateId).collect();
            ledger.report(finding, stack.schedule_to_top(), Some(states))
        }
    }
}

/// The states on the way from the initial one.
struct Stack {
    frames: Vec<Frame>,
    choices: Packed,
    /// Those of the state entered last.
    top: Vec<Choice>,
    recent: Recent,
    wreck: Wreck,
}

impl Stack {
    fn new(wreck: Wreck) -> Stack {
        Stack {
            frames: Vec::new(),
            choices: Packed::default(),
            top: Vec::new(),
            recent: Recent::default(),
            wreck,
        }
    }

    /// The next choice of the state on top.
    fn take(&mut self) -> Choice {
        let frame = self.frames.last_mut().expect("the stack has a top");
        let choice;
        (choice, frame.next) = self.choices.at(frame.next);
        choice
    }

    fn pop(&mut self) {
        let frame = self.frames.pop().expect("the stack has a top");
        self.choices.truncate(frame.first);
        self.recent.pop();
    }

    /// The words of all states on the stack are kept from now on: the store is going to forget them.
    fn keep_all(&mut self, store: &dyn Store) {
        self.recent = Recent {
            keeps_all: true,
            ..Recent::default()
        };
        let mut words = Vec::new();
        for frame in &self.frames {
            store.get(frame.state, &mut words);
            self.recent.push(&words);
        }
    }

    /// The words of the state on top, in `buffer` if they had to be fetched.
    fn top_words<'a>(&'a mut self, store: &dyn Store, buffer: &'a mut Vec<u32>) -> &'a [u32] {
        let frame = self.frames.last().expect("the stack has a top");
        if self.recent.is_empty() {
            let known = store.get(frame.state, buffer);
            assert!(known, "what a store forgets is kept beside the stack");
            self.recent.push(buffer);
        }
        self.recent.top()
    }

    /// The choices from the initial state up to and including the one taken last.
    fn schedule(&self) -> Schedule {
        let taken = |frame: &Frame| self.choices.between(frame.first, frame.next).last();
        Schedule::new(self.frames.iter().map_while(taken).collect())
    }

    /// The choices from the initial state to the state on top.
    fn schedule_to_top(&self) -> Schedule {
        let mut schedule = self.schedule();
        schedule.choices.truncate(self.frames.len() - 1);
        schedule
    }

    fn open(
        &self,
        components: Option<&Components>,
        numberings: Option<&Numberings>,
        estimate: Option<Estimate>,
    ) -> Open {
        let bytes = self.frames.capacity() * size_of::<Frame>()
            + self.choices.bytes()
            + self.recent.bytes()
            + components.map_or(0, Components::bytes)
            + numberings.map_or(0, Numberings::bytes);
        Open {
            phase: Phase::Search,
            states: self.frames.len() as u64,
            bytes: bytes as u64,
            estimate,
        }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.wreck.leave(self.schedule());
        }
    }
}

/// Words kept beside the stack: four million, 16 MB.
const RECENT_WORDS: usize = 1 << 22;

/// The words of the topmost states of the stack.
#[derive(Debug, Default)]
struct Recent {
    words: Vec<u32>,
    starts: Vec<usize>,
    /// Whether none may be dropped.
    keeps_all: bool,
}

impl Recent {
    fn push(&mut self, state: &[u32]) {
        let full = self.words.len() + state.len() > RECENT_WORDS;
        if full && !self.keeps_all && self.starts.len() > 1 {
            let half = self.starts.len() / 2;
            let dropped = self.starts[half];
            self.words.drain(..dropped);
            self.starts.drain(..half);
            self.starts.iter_mut().for_each(|start| *start -= dropped);
        }
        self.starts.push(self.words.len());
        self.words.extend_from_slice(state);
    }

    fn pop(&mut self) {
        if let Some(start) = self.starts.pop() {
            self.words.truncate(start);
        }
    }

    fn top(&self) -> &[u32] {
        &self.words[self.starts.last().copied().unwrap_or(0)..]
    }

    fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * 4 + self.starts.capacity() * 8
    }
}
