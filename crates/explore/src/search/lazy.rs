//! Depth-first search that takes more choices of a state only once they turn out to matter.
//!
//! In: a system that tells what its threads are about to access ([`System::prospects`]). Out: as for
//! every search; but of the choices of a state, those of some threads only are taken, by what is
//! found after them.
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
//! of the run is one of them. The search sees to that when all else is done ([`unfold`]). A cycle on
//! which no state could have all choices taken by this search has one in between, of those that the
//! system passes through (it sees to that, see `reduction.rs`).
//!
//! That a persistent set in each state, and such a state on each cycle, is enough for all that is
//! looked for is said in `reduction.rs`. What `T` begins with does not matter for that; it is what has
//! the fewest choices.
//!
//! # How
//!
//! All states and transitions are kept. A state is left when its `T` is enough, by what is known of
//! its successors. Where those are not left yet (on a cycle), or come to know more later, it is looked
//! at again, until nothing changes. Sets are kept once each (`sets.rs`), and are only ever added to.

use machine::Choice;

use self::graph::{Graph, NONE, Threads, Way};
use super::{Books, Moved, Open};
use crate::observer::{Flow, Phase};
use crate::prospects::{Accessed, Prospects};
use crate::schedule::Schedule;
use crate::store::{StateId, Store};
use crate::stuck;
use crate::system::System;

mod graph;
mod sets;
mod unfold;

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
pub(super) fn search<S: System>(system: &mut S, books: &mut Books<'_>, store: &mut dyn Store) {
    let mut lazy = Lazy {
        graph: Graph::new(),
        stack: Vec::new(),
        at: NONE,
        choices: Vec::new(),
        prospects: Prospects::default(),
        words: Vec::new(),
        moved: Vec::new(),
        accessed: Accessed::default(),
    };
    lazy.words.clone_from(&books.initial);
    store.insert(&lazy.words);
    if books.examine(system, |_| Schedule::default()) == Flow::Stop {
        return;
    }
    lazy.enter(system, books, NONE, Choice::run(0));
    loop {
        if lazy.walk(system, books, store) == Flow::Stop {
            return;
        }
        if let Some(node) = lazy.graph.next_stale() {
            lazy.graph.settle(node);
            lazy.open_again(node);
        } else {
            let unfolded = unfold::unfold(&mut lazy.graph);
            if unfolded.is_empty() {
                break;
            }
            unfolded.into_iter().for_each(|it| lazy.again(it.0, it.1));
        }
    }
    if books.plan.stuck {
        lazy.report_stuck(system, books, store);
    }
}

struct Lazy {
    graph: Graph,
    stack: Vec<Frame>,
    /// The state that the system is in, or [`NONE`].
    at: u32,
    choices: Vec<Choice>,
    prospects: Prospects,
    words: Vec<u32>,
    moved: Vec<u16>,
    accessed: Accessed,
}

impl Lazy {
    /// Takes choices until the stack is empty.
    fn walk<S: System>(
        &mut self,
        system: &mut S,
        books: &mut Books<'_>,
        store: &mut dyn Store,
    ) -> Flow {
        while let Some(&frame) = self.stack.last() {
            if books.tick(store, || self.open()) == Flow::Stop {
                return Flow::Stop;
            }
            let Some(choice) = self.next_choice() else {
                let before = self.graph.explored(frame.node);
                if self.graph.widen(frame.node) {
                    let top = self.stack.last_mut().expect("the stack has a top");
                    (top.next, top.before) = (0, before);
                    continue;
                }
                self.graph.settle(frame.node);
                self.stack.pop();
                continue;
            };
            if self.follow(system, books, store, frame.node, choice) == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    /// The next choice to take in the state on top.
    fn next_choice(&mut self) -> Option<Choice> {
        let frame = self.stack.last_mut()?;
        let wanted = self.graph.explored(frame.node) & !frame.before;
        let choices = self.graph.choices_of(frame.node);
        while let Some(&choice) = choices.get(frame.next as usize) {
            frame.next += 1;
            let thread = u32::from(choice.thread);
            if wanted == Threads::MAX || wanted.checked_shr(thread).unwrap_or(0) & 1 != 0 {
                return Some(choice);
            }
        }
        None
    }

    /// Takes a choice of a state.
    fn follow<S: System>(
        &mut self,
        system: &mut S,
        books: &mut Books<'_>,
        store: &mut dyn Store,
        node: u32,
        choice: Choice,
    ) -> Flow {
        if self.at != node {
            store.get(StateId(node), &mut self.words);
            system.load(&self.words);
        }
        self.at = NONE;
        let moved = books.advance(system, choice);
        system.accessed(&mut self.accessed);
        self.moved.clear();
        if moved != Moved::There {
            let way = Way {
                to: None,
                lost: moved == Moved::Lost,
                did: &self.accessed,
                moved: &[],
            };
            self.graph.connect(node, choice.thread, way);
            return Flow::Continue;
        }
        system.also_moved(&mut self.moved);
        system.save(&mut self.words);
        let inserted = store.insert(&self.words);
        let graph = &self.graph;
        let way = |_: &mut S| {
            let mut schedule = graph.way_to(node);
            schedule.choices.push(choice);
            schedule
        };
        let flow = match inserted.new {
            true => books.examine(system, way),
            false => books.examine_again(system, way),
        };
        if flow == Flow::Stop {
            return Flow::Stop;
        }
        if inserted.new {
            if books.admit(store) == Flow::Stop {
                return Flow::Stop;
            }
            self.enter(system, books, node, choice);
        } else {
            books.statistics.revisited += 1;
        }
        let way = Way {
            to: Some(inserted.id.0),
            lost: false,
            did: &self.accessed,
            moved: &self.moved,
        };
        self.graph.connect(node, choice.thread, way);
        Flow::Continue
    }

    /// Adds the state that the system is in, and puts it on the stack.
    fn enter<S: System>(&mut self, system: &mut S, books: &mut Books<'_>, parent: u32, by: Choice) {
        self.choices.clear();
        system.choices(&mut self.choices);
        let told = system.prospects(&mut self.prospects);
        let depth = match parent {
            NONE => 0,
            parent => self.graph.node(parent).depth as usize + 1,
        };
        books.statistics.max_depth = books.statistics.max_depth.max(depth as u64);
        let mut lost = false;
        if self.choices.is_empty() {
            books.statistics.end_states += 1;
        } else if !books.deep(depth) {
            self.choices.clear();
            lost = true;
        }
        let prospects = told.then_some(&self.prospects);
        let node = self.graph.add(parent, by, &self.choices, prospects);
        if lost {
            self.graph.cut(node);
        }
        self.at = node;
        self.stack.push(Frame {
            node,
            next: 0,
            before: 0,
        });
    }

    /// Looks at a state again whose successors have changed.
    fn open_again(&mut self, node: u32) {
        let before = self.graph.explored(node);
        if self.graph.widen(node) {
            self.again(node, before);
        }
    }

    /// Puts a state on the stack again, of which some threads' choices have been taken.
    fn again(&mut self, node: u32, before: Threads) {
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
        books: &mut Books<'_>,
        store: &mut dyn Store,
    ) {
        let log = self.graph.log();
        let graph = &self.graph;
        stuck::report_all(system, books, store, log, |_, _, state| {
            graph.way_to(state.0)
        });
    }

    fn open(&self) -> Open {
        Open {
            phase: Phase::Search,
            states: self.stack.len() as u64,
            bytes: self.graph.bytes() as u64,
            fraction: None,
        }
    }
}
