//! How workers share a layer, and how they come to an end.
//!
//! A layer is blocks of work. Workers take blocks and give blocks for the next layer, or share some of
//! this one, if they see that another has nothing to do. Each takes what it gave in the order in which it
//! gave it: states that came one after the other are alike, and so is what a worker remembers of them.
//! Who has none of its own left takes the last block of whoever has most. Who finds nothing waits; the
//! last one to do so knows that the layer is done, turns to the next one and wakes the others. If there
//! is no next one, the work is over. `tests/workers.rs` tries every schedule of small cases: no block
//! is lost or taken twice, a layer begins when all work on the one before has ended, and all workers
//! come home.

use std::collections::VecDeque;

use super::sync::{AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};

/// Layers of blocks of type `T`.
#[derive(Debug)]
pub(crate) struct Layers<T> {
    state: Mutex<State<T>>,
    turned: Condvar,
    /// How many wait, for a glance without the lock.
    idle: AtomicUsize,
}

#[derive(Debug)]
struct State<T> {
    /// By worker: what is left of its part of this layer, and its part of the next one.
    now: Vec<VecDeque<T>>,
    next: Vec<VecDeque<T>>,
    waiting: usize,
    /// How many layers have been done.
    done: u64,
    over: bool,
}

impl<T> State<T> {
    /// The next block for a worker.
    fn pop(&mut self, worker: usize) -> Option<T> {
        let own = self.now[worker].pop_front();
        own.or_else(|| {
            self.now
                .iter_mut()
                .max_by_key(|part| part.len())?
                .pop_back()
        })
    }

    fn is_done(&self) -> bool {
        self.now.iter().all(VecDeque::is_empty)
    }
}

impl<T> Layers<T> {
    /// The first layer, for so many workers.
    pub(crate) fn new(workers: usize, first: Vec<T>) -> Layers<T> {
        let nothing = || (0..workers).map(|_| VecDeque::new()).collect();
        let mut now: Vec<VecDeque<T>> = nothing();
        now[0].extend(first);
        Layers {
            state: Mutex::new(State {
                now,
                next: nothing(),
                waiting: 0,
                done: 0,
                over: false,
            }),
            turned: Condvar::new(),
            idle: AtomicUsize::new(0),
        }
    }

    /// Adds a block of a worker to the next layer.
    pub(crate) fn give(&self, worker: usize, block: T) {
        self.lock().next[worker].push_back(block);
    }

    /// Adds a block to this layer. Only a worker may that has not come to the end of its own block.
    pub(crate) fn share(&self, worker: usize, block: T) {
        self.lock().now[worker].push_back(block);
        self.turned.notify_one();
    }

    /// Whether it seems that somebody waits for work.
    pub(crate) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Takes a block for a worker, waiting for the next layer if need be. `last` is what the worker has
    /// for the next layer besides; it is asked for when this one is empty. `turn` is called by one worker
    /// after each layer, with the blocks of the next one, while all others wait. `None`: it is over.
    pub(crate) fn take(
        &self,
        worker: usize,
        last: impl FnOnce() -> Option<T>,
        turn: impl Fn(&mut dyn Iterator<Item = &T>),
    ) -> Option<T> {
        let mut last = Some(last);
        let mut state = self.lock();
        while !state.over {
            if let Some(block) = state.pop(worker) {
                return Some(block);
            }
            if let Some(last) = last.take() {
                state.next[worker].extend(last());
            }
            state.waiting += 1;
            if state.waiting == state.now.len() {
                state.waiting = 0;
                state.done += 1;
                let State { now, next, .. } = &mut *state;
                std::mem::swap(now, next);
                turn(&mut now.iter().flatten());
                state.over = state.is_done();
                self.turned.notify_all();
            } else {
                let done = state.done;
                self.idle.store(state.waiting, Ordering::Relaxed);
                while state.done == done && !state.over && state.is_done() {
                    state = self.turned.wait(state).expect("nobody panics here");
                }
                if state.done == done {
                    state.waiting -= 1;
                }
                self.idle.store(state.waiting, Ordering::Relaxed);
            }
        }
        None
    }

    /// Makes all workers come home.
    pub(crate) fn stop(&self) {
        self.lock().over = true;
        self.turned.notify_all();
    }

    /// How many layers have been done.
    pub(crate) fn done(&self) -> u64 {
        self.lock().done
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().expect("nobody panics here")
    }
}
