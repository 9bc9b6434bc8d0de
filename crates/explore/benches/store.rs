//! What a stored state costs: bytes, and nanoseconds to insert, on made-up states of 30 words.
//!
//! `cargo bench -p explore` prints a line for each order of insertion. `near`: each state differs
//! from the one before in a few words, as successors do. `far`: neighbours in time have nothing to
//! do with each other, the worst case for caches.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::time::Duration;

use cpu_time::ProcessTime;
use explore::store::{StateId, Store, TreeStore};

/// 8 threads with 8 places each are 16 million states.
const THREADS: u32 = 8;
const STATES: u32 = 10_000_000;

/// The state number `number` as a machine would write it: for each thread a part for its stack, one
/// for its lock and one for an object it shares with its neighbour, and some parts nobody changes.
/// By thread, or all stacks first, then all locks, then all objects.
fn write(number: u32, by_thread: bool, out: &mut Vec<u32>) {
    let place = |thread: u32| number >> (3 * (thread % THREADS)) & 7;
    let stack = |thread| thread * 100 + place(thread);
    let lock = |thread| u32::from(place(thread) > 3) * (thread + 1);
    let object = |thread| place(thread) * 8 + place(thread + 1);
    out.clear();
    if by_thread {
        out.extend((0..THREADS).flat_map(|it| [stack(it), lock(it), object(it)]));
    } else {
        out.extend((0..THREADS).map(stack));
        out.extend((0..THREADS).map(lock));
        out.extend((0..THREADS).map(object));
    }
    out.extend([7; 6]);
}

fn measure(name: &str, by_thread: bool, order: impl Fn(u32) -> u32) {
    let mut store = TreeStore::new();
    let mut state = Vec::new();
    let began = ProcessTime::now();
    for step in 0..STATES {
        write(order(step), by_thread, &mut state);
        assert!(store.insert(&state).new);
    }
    let insert = began.elapsed();
    let began = ProcessTime::now();
    for step in 0..STATES {
        write(order(step), by_thread, &mut state);
        assert!(!store.insert(&state).new);
    }
    let again = began.elapsed();
    let began = ProcessTime::now();
    for step in 0..STATES {
        store.get(StateId(order(step) % STATES), &mut state);
    }
    let get = began.elapsed();
    let began = ProcessTime::now();
    for step in 0..STATES {
        write(order(step), by_thread, &mut state);
        std::hint::black_box(&state);
    }
    let made = began.elapsed();
    let nanoseconds = |time: Duration| time.as_nanos() as f64 / f64::from(STATES);
    println!(
        "{name}: {:.1} bytes a state; {:.0} ns to insert a new one, {:.0} ns a known one (of which \
         {:.0} ns make it), {:.0} ns to get one back",
        store.bytes() as f64 / f64::from(STATES),
        nanoseconds(insert),
        nanoseconds(again),
        nanoseconds(made),
        nanoseconds(get),
    );
}

fn main() {
    let near = |step: u32| step ^ (step >> 1);
    let far = |step: u32| step.wrapping_mul(0x9e37_79b1) & 0x00ff_ffff;
    measure("near, by thread", true, near);
    measure("near, by kind", false, near);
    measure("far, by thread", true, far);
}
