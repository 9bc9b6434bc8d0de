//! Breadth-first search in layers: cheap choices first, dear ones later.
//!
//! In: a system, and a [`Layering`] that says which choices are dear, what tells states apart, and
//! what to do at each state reached. Out: how far it came. Layer `n` holds what is reached with `n`
//! dear choices and not with fewer; within a layer, states come in order of the number of choices
//! since the layer began. Preemption-bounded search and the search for better schedules are
//! layerings.

use machine::Choice;

use super::Moved;
use crate::observer::Flow;
use crate::schedule::Schedule;
use crate::store::{StateId, Store};
use crate::system::System;

/// What differs between layered searches.
pub(crate) trait Layering<S: System> {
    /// Whether the thread that moved last is part of a state.
    const BY_THREAD: bool;

    /// Whether taking `choice`, among `choices`, after `last` starts a new layer.
    fn is_dear(&self, last: Option<Choice>, choices: &[Choice], choice: Choice) -> bool;

    /// Called before each transition, with the states that wait.
    fn tick(&mut self, store: &dyn Store, open: usize) -> Flow;

    /// Takes a choice.
    fn advance(&mut self, system: &mut S, choice: Choice) -> Moved;

    /// Looks at the state just reached, whose words are given.
    fn arrive(&mut self, system: &mut S, state: &[u32], way: &dyn Fn() -> Schedule) -> Flow;

    /// Called when that state has been stored, or was stored before.
    fn stored(&mut self, store: &dyn Store, new: bool) -> Flow;

    /// Called when everything in this layer and those before it has been explored.
    fn completed(&mut self, _layer: u32) {}

    /// Whether to take the choices of a state (there are `choices`) at this depth.
    fn expand(&mut self, depth: usize, choices: usize) -> bool;
}

/// How a layered search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// There was nothing left.
    Complete,
    /// All layers up to the last allowed one are complete.
    AtBound,
    /// Something asked it to stop.
    Stopped,
}

/// Searches from the state the system is in, up to layer `bound`. The store must be empty.
pub(crate) fn search<S: System, L: Layering<S>>(
    system: &mut S,
    store: &mut dyn Store,
    layering: &mut L,
    bound: u32,
) -> Ended {
    let mut search = Layered {
        system,
        store,
        layering,
        entries: Vec::new(),
        deferred: Vec::new(),
        words: Vec::new(),
        target: Vec::new(),
        choices: Vec::new(),
        next: 0,
    };
    match search.run(bound) {
        Ok(ended) => ended,
        Err(Stop) => Ended::Stopped,
    }
}

/// The way to a state: where from, by which choice, and how far from the start.
#[derive(Clone, Copy, Debug)]
struct Entry {
    parent: StateId,
    choice: Choice,
    depth: u32,
}

struct Layered<'a, S, L> {
    system: &'a mut S,
    store: &'a mut dyn Store,
    layering: &'a mut L,
    /// For each state; that of the first one has no meaning.
    entries: Vec<Entry>,
    /// Dear choices, for the next layer.
    deferred: Vec<(StateId, Choice)>,
    words: Vec<u32>,
    target: Vec<u32>,
    choices: Vec<Choice>,
    /// The next state to expand.
    next: usize,
}

struct Stop;

impl<S: System, L: Layering<S>> Layered<'_, S, L> {
    fn run(&mut self, bound: u32) -> Result<Ended, Stop> {
        self.system.save(&mut self.target);
        self.arrive(StateId(0), None)?;
        for layer in 0.. {
            while self.next < self.store.len() {
                self.expand(StateId(self.next as u32))?;
                self.next += 1;
            }
            self.layering.completed(layer);
            if self.deferred.is_empty() {
                return Ok(Ended::Complete);
            }
            if layer >= bound {
                break;
            }
            for (state, choice) in std::mem::take(&mut self.deferred) {
                self.fetch(state);
                self.take(state, choice)?;
            }
        }
        Ok(Ended::AtBound)
    }

    fn expand(&mut self, state: StateId) -> Result<(), Stop> {
        self.fetch(state);
        self.system.load(&self.words);
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        self.system.choices(&mut choices);
        let entry = self.entries[state.index()];
        if self.layering.expand(entry.depth as usize, choices.len()) {
            let last = (state.0 != 0).then_some(entry.choice);
            for &choice in &choices {
                if self.layering.is_dear(last, &choices, choice) {
                    self.deferred.push((state, choice));
                } else {
                    self.take(state, choice)?;
                }
            }
        }
        self.choices = choices;
        Ok(())
    }

    /// Takes a choice in a state whose words have been fetched.
    fn take(&mut self, state: StateId, choice: Choice) -> Result<(), Stop> {
        go_on(self.layering.tick(self.store, self.store.len() - self.next))?;
        self.system.load(&self.words);
        if self.layering.advance(self.system, choice) == Moved::There {
            self.system.save(&mut self.target);
            self.arrive(state, Some(choice))?;
        }
        Ok(())
    }

    /// The system has come from `parent` to the state in `target`.
    fn arrive(&mut self, parent: StateId, choice: Option<Choice>) -> Result<(), Stop> {
        let way = || match choice {
            None => Schedule::default(),
            Some(choice) => way_to(&self.entries, parent, choice),
        };
        go_on(self.layering.arrive(self.system, &self.target, &way))?;
        if L::BY_THREAD {
            self.target
                .push(choice.map_or(u32::MAX, |choice| u32::from(choice.thread)));
        }
        let new = self.store.insert(&self.target).new;
        if new {
            let depth = choice.map_or(0, |_| self.entries[parent.index()].depth + 1);
            let choice = choice.unwrap_or(Choice::run(0));
            self.entries.push(Entry {
                parent,
                choice,
                depth,
            });
        }
        go_on(self.layering.stored(self.store, new))
    }

    fn fetch(&mut self, state: StateId) {
        let known = self.store.get(state, &mut self.words);
        assert!(
            known,
            "layers are searched over a store that keeps the words of states"
        );
        if L::BY_THREAD {
            self.words.pop();
        }
    }
}

fn go_on(flow: Flow) -> Result<(), Stop> {
    match flow {
        Flow::Continue => Ok(()),
        Flow::Stop => Err(Stop),
    }
}

fn way_to(entries: &[Entry], parent: StateId, choice: Choice) -> Schedule {
    let mut choices = vec![choice];
    let mut state = parent;
    while state.0 != 0 {
        let entry = entries[state.index()];
        choices.push(entry.choice);
        state = entry.parent;
    }
    choices.reverse();
    Schedule::new(choices)
}
