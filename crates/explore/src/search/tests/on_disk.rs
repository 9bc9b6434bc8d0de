//! Breadth-first search over states on disk, against the one over states in memory.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::*;
use crate::store::Depot;
use crate::testing::depot;

/// Room for so many words. With the least there is a run for every state that is reached.
const ROOMS: [usize; 3] = [1, 300, 1 << 20];

fn on_disk(room: usize) -> Plan {
    Plan {
        depot: Some(depot(room)),
        ..plan(Search::BreadthFirst)
    }
}

fn same(system: impl Fn() -> Locks) {
    let expected = run(system(), &plan(Search::BreadthFirst));
    for room in ROOMS {
        let outcome = run(system(), &on_disk(room));
        assert_eq!(outcome.verdict, expected.verdict, "{room}");
        assert_eq!(counts(&outcome), counts(&expected), "{room}");
        let depth = |outcome: &Outcome| outcome.statistics.max_depth;
        assert_eq!(depth(&outcome), depth(&expected), "{room}");
    }
}

#[test]
fn states_on_disk_are_those_in_memory() {
    same(|| Locks::philosophers(5, true));
    same(|| Locks::philosophers(5, false));
}

#[test]
fn all_violations_are_the_same_and_as_near() {
    for room in ROOMS {
        let all = |plan: Plan| Plan { all: true, ..plan };
        let expected = run(
            Locks::philosophers(4, false),
            &all(plan(Search::BreadthFirst)),
        );
        let outcome = run(Locks::philosophers(4, false), &all(on_disk(room)));
        assert_eq!(outcome.verdict, expected.verdict, "{room}");
        assert_eq!(counts(&outcome), counts(&expected), "{room}");
    }
}

#[test]
fn random_graphs_are_searched_alike() {
    let mut dice = Dice::new(7);
    for round in 0..200 {
        let size = 2 + dice.below(30) as u32;
        let edges: Vec<(u32, u16, u32)> = (0..size * 2)
            .map(|_| {
                let from = dice.below(u64::from(size)) as u32;
                (
                    from,
                    dice.below(3) as u16,
                    dice.below(u64::from(size)) as u32,
                )
            })
            .collect();
        let graph = || {
            let wrong = size - 1;
            Graph::new(&edges).wrong(wrong, Deadlock)
        };
        for is_stuck_sought in [false, true] {
            let with = |plan: Plan| Plan {
                stuck: is_stuck_sought,
                all: round % 2 == 0,
                ..plan
            };
            let expected = run(graph(), &with(plan(Search::BreadthFirst)));
            let outcome = run(graph(), &with(on_disk(1 + round % 7 * 10)));
            assert_eq!(counts(&outcome), counts(&expected), "{edges:?}");
            assert_eq!(outcome.verdict, expected.verdict, "{edges:?}");
        }
    }
}

#[test]
fn who_is_stuck_is_not_known_but_that_somebody_is() {
    // Thread 0 goes round for ever, thread 1 never gets the lock.
    let spin = vec![Act::Lock(0), Act::Jump(1)];
    let wait = vec![Act::Lock(0), Act::Unlock(0)];
    let outcome = run(Locks::new(vec![spin, wait], 1), &on_disk(100));
    let reason = Incomplete::StuckUnsought;
    assert_eq!(outcome.verdict, Verdict::Unknown(vec![reason]));
}

#[test]
fn limits_are_kept() {
    let limited = Plan {
        limits: Limits {
            states: Some(100),
            ..Limits::default()
        },
        ..on_disk(50)
    };
    let outcome = run(Locks::philosophers(5, true), &limited);
    let reason = Incomplete::States(100);
    assert_eq!(outcome.verdict, Verdict::Unknown(vec![reason]));
    assert_eq!(outcome.statistics.states, 100);
    let stopped = on_disk(50);
    stopped.limits.stop.store(true, Ordering::Relaxed);
    let outcome = run(Locks::philosophers(5, true), &stopped);
    assert_eq!(outcome.verdict, Verdict::Unknown(vec![Incomplete::Stopped]));
}

/// A disk on which only so many more things can be done.
struct Failing {
    inner: Cursor<Vec<u8>>,
    left: Arc<AtomicUsize>,
}

fn use_up(left: &AtomicUsize) -> io::Result<()> {
    let use_one = |left: usize| left.checked_sub(1);
    match left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, use_one) {
        Ok(_) => Ok(()),
        Err(_) => Err(io::Error::other("the disk is full")),
    }
}

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use_up(&self.left)?;
        self.inner.read(buffer)
    }
}

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        use_up(&self.left)?;
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl Seek for Failing {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        use_up(&self.left)?;
        self.inner.seek(place)
    }
}

#[test]
fn a_disk_that_fails_is_never_a_success() {
    let with = |left: usize| {
        let left = Arc::new(AtomicUsize::new(left));
        let open = move || {
            use_up(&left)?;
            Ok(Box::new(Failing {
                inner: Cursor::new(Vec::new()),
                left: Arc::clone(&left),
            }) as Box<dyn crate::store::Spool>)
        };
        let depot = Depot {
            open: Arc::new(open),
            room: 40,
        };
        Plan {
            depot: Some(depot),
            ..plan(Search::BreadthFirst)
        }
    };
    let mut left = 0;
    let needed = loop {
        let outcome = run(Locks::philosophers(3, true), &with(left));
        match outcome.verdict {
            Verdict::Holds => break left,
            Verdict::Unknown(reasons) => {
                assert_eq!(reasons, [Incomplete::Disk("the disk is full".to_owned())]);
            }
            Verdict::Violated(_) => panic!("nothing is wrong"),
        }
        left += 1;
    };
    assert!(needed > 20, "{needed}");
    // A way that can't be told is no violation that could be shown.
    for left in 0..needed {
        let outcome = run(Locks::philosophers(3, false), &with(left));
        match outcome.verdict {
            Verdict::Violated(violations) => assert!(!violations[0].schedule.is_empty()),
            Verdict::Unknown(_) => {}
            Verdict::Holds => panic!("something is wrong"),
        }
    }
}
