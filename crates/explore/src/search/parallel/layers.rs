//! How workers share a layer, and how they come to an end.
//!
//! A layer is a bag of blocks of work. Workers take blocks and give blocks for the next layer, or share
//! some of this one, if they see that another has nothing to do. Who finds the bag empty waits; the
//! last one to do so knows that the layer is done, turns to the next one and wakes the others. If there
//! is no next one, the work is over. `tests/workers.rs` tries every schedule of small cases: no block
//! is lost or taken twice, a layer begins when all work on the one before has ended, and all workers
//! come home.

use super::sync::{AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};

/// Layers of blocks of type `T`.
#[derive(Debug)]
pub(crate) struct Layers<T> {
    state: Mutex<State<T>>,
    turned: Condvar,
    workers: usize,
    /// How many wait, for a glance without the lock.
    idle: AtomicUsize,
}

#[derive(Debug)]
struct State<T> {
    now: Vec<T>,
    next: Vec<T>,
    waiting: usize,
    /// How many layers have been done.
    done: u64,
    over: bool,
}

impl<T> Layers<T> {
    /// The first layer, for so many workers.
    pub(crate) fn new(workers: usize, first: Vec<T>) -> Layers<T> {
        Layers {
            state: Mutex::new(State {
                now: first,
                next: Vec::new(),
                waiting: 0,
                done: 0,
                over: false,
            }),
            turned: Condvar::new(),
            workers,
            idle: AtomicUsize::new(0),
        }
    }

    /// Adds a block to the next layer.
    pub(crate) fn give(&self, block: T) {
        self.lock().next.push(block);
    }

    /// Adds a block to this layer. Only a worker may that has not come to the end of its own block.
    pub(crate) fn share(&self, block: T) {
        self.lock().now.push(block);
        self.turned.notify_one();
    }

    /// Whether it seems that somebody waits for work.
    pub(crate) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Takes a block, waiting for the next layer if need be. `last` is what the worker has for the next
    /// layer besides; it is asked for when this one is empty. `turn` is called by one worker after each
    /// layer, with the blocks of the next one, while all others wait. `None`: it is over.
    pub(crate) fn take(&self, last: impl FnOnce() -> Option<T>, turn: impl Fn(&[T])) -> Option<T> {
        let mut last = Some(last);
        let mut state = self.lock();
        while !state.over {
            if let Some(block) = state.now.pop() {
                return Some(block);
            }
            if let Some(last) = last.take() {
                state.next.extend(last());
            }
            state.waiting += 1;
            if state.waiting == self.workers {
                state.waiting = 0;
                state.done += 1;
                state.now = std::mem::take(&mut state.next);
                state.over = state.now.is_empty();
                turn(&state.now);
                self.turned.notify_all();
            } else {
                let done = state.done;
                self.idle.store(state.waiting, Ordering::Relaxed);
                while state.done == done && !state.over && state.now.is_empty() {
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
