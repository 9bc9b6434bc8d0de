//! What workers share, under every schedule with a few preemptions: loom's locks in the place of the real
//! ones, the code that uses them is the search's own.

#[allow(dead_code, reason = "the search uses more of it than these tests do")]
#[path = "../src/store/marks.rs"]
mod marks;
#[allow(dead_code, reason = "the search uses more of it than these tests do")]
#[path = "../src/store/numbers.rs"]
mod numbers;
#[allow(dead_code, reason = "the search uses more of it than these tests do")]
#[path = "../src/store/shards.rs"]
mod shards;

#[allow(dead_code, reason = "the search uses more of it than these tests do")]
#[path = "../src/search/parallel/layers.rs"]
mod layers;

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicUsize, Ordering};
    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
}

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use layers::Layers;
use loom::thread;
use numbers::Key;
use shards::Shards;

/// Every schedule with at most so many preemptions: few are enough for the bugs there are, and all are
/// too many.
fn model(preemptions: usize, run: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(run);
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Byte(u8);

impl Key for Byte {
    const SIZE: usize = 1;

    fn hash(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.0) << 60
    }

    fn write(self, out: &mut Vec<u8>) {
        out.push(self.0);
    }

    fn read(bytes: &[u8]) -> Self {
        Byte(bytes[0])
    }
}

#[test]
fn a_key_is_new_to_exactly_one_worker() {
    model(3, || {
        let shards = Arc::new(Shards::<Byte>::new(1));
        let fill = |keys: [u8; 3]| {
            let shards = Arc::clone(&shards);
            move || keys.map(|key| shards.insert(Byte(key)))
        };
        let other = thread::spawn(fill([2, 1, 4]));
        let own = fill([1, 2, 3])();
        let other = other.join().unwrap();
        // Who comes second finds the same number.
        for (mine, theirs) in [(own[0], other[1]), (own[1], other[0])] {
            assert!(mine.new ^ theirs.new);
            assert_eq!(mine.id, theirs.id);
        }
        assert!(own[2].new && other[2].new);
        assert_eq!(shards.size().0, 4);
        shards.next_layer();
        assert!(!shards.insert(Byte(1)).fresh && shards.insert(Byte(5)).fresh);
    });
}

/// Workers on layers of blocks. Block `n` stands for `n` blocks in the next layer, each smaller by one.
fn explore(workers: usize, first: Vec<usize>, expected: &'static [usize], preemptions: usize) {
    model(preemptions, move || {
        let layers = Arc::new(Layers::new(workers, first.clone()));
        // By layer: blocks worked on. Not loom's: nothing may depend on it.
        let counts: Arc<[AtomicUsize; 4]> = Arc::default();
        let turns = Arc::new(AtomicUsize::new(0));
        let busy = Arc::new(AtomicUsize::new(0));
        let work = |worker: usize| {
            let (layers, counts) = (Arc::clone(&layers), Arc::clone(&counts));
            let (turns, busy) = (Arc::clone(&turns), Arc::clone(&busy));
            move || {
                let mut own = None;
                loop {
                    let turn = |_: &mut dyn Iterator<Item = &usize>| {
                        assert_eq!(busy.load(Ordering::SeqCst), 0, "a turn while others work");
                        turns.fetch_add(1, Ordering::SeqCst);
                    };
                    let Some(block) = layers.take(worker, || own.take(), turn) else {
                        assert_eq!(own, None, "a block is lost");
                        return;
                    };
                    busy.fetch_add(1, Ordering::SeqCst);
                    let layer = turns.load(Ordering::SeqCst);
                    counts[layer].fetch_add(1, Ordering::SeqCst);
                    for _ in 0..block {
                        // One is kept until the end of the layer.
                        if let Some(full) = own.replace(block - 1) {
                            layers.give(worker, full);
                        }
                    }
                    busy.fetch_sub(1, Ordering::SeqCst);
                }
            }
        };
        let others: Vec<_> = (1..workers).map(|it| thread::spawn(work(it))).collect();
        work(0)();
        others.into_iter().for_each(|it| it.join().unwrap());
        let counts: Vec<usize> = counts.iter().map(|it| it.load(Ordering::SeqCst)).collect();
        assert_eq!(counts, expected);
        assert_eq!(
            layers.done() as usize,
            expected.iter().filter(|it| **it > 0).count()
        );
    });
}

#[test]
fn two_workers_do_every_block_once_and_come_home() {
    explore(2, vec![2], &[1, 2, 2, 0], 3);
    explore(2, vec![1, 1], &[2, 2, 0, 0], 3);
}

#[test]
fn three_workers_do_too() {
    explore(3, vec![2], &[1, 2, 2, 0], 2);
}

/// Workers on one layer, who keep what a block stands for and share it if somebody is idle.
fn share(workers: usize, first: usize, expected: usize, preemptions: usize) {
    model(preemptions, move || {
        let layers = Arc::new(Layers::new(workers, vec![first]));
        let count = Arc::new(AtomicUsize::new(0));
        let work = |worker: usize| {
            let (layers, count) = (Arc::clone(&layers), Arc::clone(&count));
            move || {
                while let Some(block) = layers.take(worker, || None, |_| ()) {
                    let mut own = vec![block];
                    while let Some(block) = own.pop() {
                        count.fetch_add(1, Ordering::SeqCst);
                        own.extend((0..block).map(|_| block - 1));
                        if own.len() > 1 && layers.has_idle() {
                            layers.share(worker, own.remove(0));
                        }
                    }
                }
            }
        };
        let others: Vec<_> = (1..workers).map(|it| thread::spawn(work(it))).collect();
        work(0)();
        others.into_iter().for_each(|it| it.join().unwrap());
        assert_eq!(count.load(Ordering::SeqCst), expected);
        assert_eq!(layers.done(), 1);
    });
}

#[test]
fn what_is_shared_is_done_once() {
    share(2, 2, 5, 3);
    share(2, 3, 16, 2);
    share(3, 2, 5, 2);
}

#[test]
fn who_stops_brings_all_home() {
    model(3, || {
        let layers = Arc::new(Layers::new(2, vec![1, 2]));
        let other = Arc::clone(&layers);
        let waits = thread::spawn(move || while other.take(1, || None, |_| ()).is_some() {});
        if layers.take(0, || None, |_| ()).is_some() {
            layers.stop();
        }
        waits.join().unwrap();
        assert_eq!(layers.take(0, || None, |_| ()), None);
    });
}
