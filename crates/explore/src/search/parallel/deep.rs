//! Several workers, depth-first.
//!
//! Each worker goes its own way through what is new to all. When another has nothing to do, it gives it
//! the choices that are left in the lowest state of its path that has some, from which the most may
//! follow: a [`Branch`].
//!
//! *Stuck threads.* As soon as an end is met, or a state that is marked as free, the whole path is marked:
//! what leads to a free state is free. A worker that leaves a
//! state which is not marked probes it, but if it gave some of its choices away: then that is up to who
//! has the last of them. So when all is done, every state was shown to be free, or probed. Probes are
//! rare: where runs end, the first end marks the path, and what is met later is mostly marked.

use machine::Choice;

use super::path::Path;
use super::{Ended, Flow, Led, Work, Worker};
use crate::search::{Ledger, Load};
use crate::system::System;

/// A state and choices in it.
pub(super) struct Branch {
    pub(super) state: Vec<u32>,
    /// None: all that it has.
    pub(super) choices: Vec<Choice>,
    pub(super) id: u32,
    /// Its distance from the start.
    pub(super) depth: u32,
}

impl Branch {
    /// All from the initial state on.
    pub(super) fn initial(state: &[u32], id: u32) -> Branch {
        Branch {
            state: state.to_vec(),
            choices: Vec::new(),
            id,
            depth: 0,
        }
    }
}

impl<S: System> Worker<'_, S> {
    /// Takes the choices of a branch, and all that follow.
    pub(super) fn go_deep(&mut self, branch: Branch, mut ledger: Option<&mut Ledger<'_>>) -> Flow {
        let shared = self.shared;
        let depth = branch.depth;
        let mut path = Path::default();
        self.system.meet(&branch.state);
        self.system.load(&branch.state);
        let mut choices = branch.choices;
        if choices.is_empty() {
            self.system.choices(&mut choices);
        }
        if choices.is_empty() {
            self.tally.end_states += 1;
            return Flow::Continue;
        }
        path.enter(&branch.state, &choices, branch.id);
        // Whether the system is in the last state of the path.
        let mut there = true;
        while path.len() > 0 {
            let Some(choice) = path.next() else {
                if self.leave(&mut path) == Flow::Stop {
                    return Flow::Stop;
                }
                there = false;
                continue;
            };
            if shared.layers.has_idle()
                && let Some(branch) = path.split(depth)
            {
                shared.layers.share(self.number, Work::Branch(branch));
            }
            self.open = (path.len(), path.bytes());
            if self.tick(ledger.as_deref_mut()) == Flow::Stop {
                return Flow::Stop;
            }
            if let Some(ledger) = ledger.as_deref_mut() {
                match self.sample(ledger) {
                    Some(Flow::Stop) => return Flow::Stop,
                    Some(Flow::Continue) => there = false,
                    None => {}
                }
            }
            if !there {
                self.system.load(path.state());
            }
            there = false;
            match self.step(choice) {
                Led::Home => return Flow::Stop,
                Led::Nowhere => {}
                Led::Astray => self.mark(&mut path),
                Led::To(put) if put.new => {
                    choices.clear();
                    self.system.choices(&mut choices);
                    self.tally.depth = self.tally.depth.max(depth + path.len() as u32);
                    if choices.is_empty() {
                        self.tally.end_states += 1;
                        self.mark(&mut path);
                    } else {
                        path.enter(&self.target, &choices, put.id);
                        there = true;
                    }
                }
                Led::To(put) => {
                    let asks = shared.looks_for_stuck && !path.is_free();
                    if asks && shared.store.is_marked(put.id) {
                        self.mark(&mut path);
                    }
                }
            }
        }
        Flow::Continue
    }

    /// Makes a random run if it is time to, for a guess at how far the search has come. Whether it did:
    /// the system is in another state then.
    fn sample(&mut self, ledger: &mut Ledger<'_>) -> Option<Flow> {
        let made = ledger.statistics.transitions;
        let size_estimator = self.size_estimator.as_mut().filter(|it| it.is_due(made))?;
        let (store, hand) = (self.shared.store, &mut self.hand);
        let (states, bytes, _) = self.size;
        let load = Load {
            states,
            bytes,
            shrinks: false,
        };
        let is_stored = |state: &[u32]| store.has(hand, state);
        let flow = ledger.size_estimator(size_estimator, self.system, load, is_stored);
        if ledger.learned {
            self.shared.stop(Ended::Learned);
        } else if flow == Flow::Stop {
            self.shared.stop(Ended::Done);
        }
        Some(flow)
    }

    /// Goes back from a state all of whose choices have been taken, or given away.
    fn leave(&mut self, path: &mut Path) -> Flow {
        if self.shared.looks_for_stuck && !path.is_free() && !path.is_given() {
            if self.probe(path.state()) == Flow::Stop {
                return Flow::Stop;
            }
            self.mark(path);
        }
        path.leave();
        Flow::Continue
    }

    /// Marks all states of a path: its last one is free.
    fn mark(&self, path: &mut Path) {
        if !self.shared.looks_for_stuck {
            return;
        }
        path.set_free(|id| self.shared.store.mark(id));
    }
}
