//! Every search over every store.

use super::*;
use crate::plan::Storage;

fn with(search: Search, store: Storage) -> Plan {
    Plan {
        store,
        ..plan(search)
    }
}

/// What each order can be asked to store in.
const PAIRS: [(Search, Storage); 5] = [
    (Search::DepthFirst, Storage::Exact),
    (Search::DepthFirst, Storage::Compact),
    (Search::DepthFirst, Storage::Bitstate),
    (Search::BreadthFirst, Storage::Exact),
    (Search::BreadthFirst, Storage::Compact),
];

#[test]
fn all_stores_count_the_same() {
    for (search, store) in PAIRS {
        let outcome = run(Locks::philosophers(6, true), &with(search, store));
        assert_eq!(counts(&outcome), [6336, 21_440, 15_105, 1]);
        let odds = outcome.statistics.odds;
        match store {
            Storage::Exact => assert_eq!((outcome.verdict, odds), (Verdict::Holds, None)),
            Storage::Compact => assert_eq!((outcome.verdict, odds), (Verdict::Holds, Some(-31))),
            Storage::Bitstate => {
                let reasons = [Incomplete::Bitstate(999_999), Incomplete::StuckUnsought];
                assert_eq!(outcome.verdict, Verdict::Unknown(reasons.to_vec()));
            }
        }
    }
}

#[test]
fn all_stores_show_a_violation_alike() {
    for search in FULL {
        let mut seen = Vec::new();
        for (_, store) in PAIRS.iter().filter(|pair| pair.0 == search) {
            let outcome = run(Locks::philosophers(5, false), &with(search, *store));
            let [violation] = outcome.violations() else {
                panic!("{outcome:?}")
            };
            seen.push(violation.clone());
        }
        assert!(seen.windows(2).all(|two| two[0] == two[1]), "{seen:?}");
    }
}

#[test]
fn stuck_threads_are_found_by_numbers_alone() {
    // Thread 0 goes round for ever, thread 1 never gets the lock.
    let spin = vec![Act::Lock(0), Act::Jump(1)];
    let wait = vec![Act::Lock(0), Act::Unlock(0)];
    for search in FULL {
        for store in [Storage::Exact, Storage::Compact] {
            let system = Locks::new(vec![spin.clone(), wait.clone()], 1);
            let outcome = run(system, &with(search, store));
            let [violation] = outcome.violations() else {
                panic!("{outcome:?}")
            };
            assert_eq!(violation.finding.kind, PartialDeadlock);
            assert_eq!(violation.schedule.to_string(), "0");
        }
    }
}

/// A tree with two children a state, whose states have many words with nothing in common.
#[derive(Clone, Debug)]
struct Wide {
    states: u32,
    state: u32,
}

const WORDS: u32 = 48;

impl System for Wide {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        let children = (1..=2).filter(|child| self.state * 2 + child < self.states);
        out.extend(children.map(|child| Choice::run(child as u16)));
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.state = self.state * 2 + u32::from(choice.thread);
        Step::Ran
    }

    fn findings(&mut self, _out: &mut Vec<Finding>) {}

    fn save(&mut self, out: &mut Vec<u32>) {
        out.clear();
        out.push(self.state);
        out.extend((1..WORDS).map(|word| (self.state * WORDS + word).wrapping_mul(0x9e37_79b1)));
    }

    fn load(&mut self, state: &[u32]) {
        self.state = state[0];
    }

    fn unfinished(&self, _out: &mut Vec<u16>) {}

    fn describe_stuck(&mut self, _threads: &[u16], _round: &[u16]) -> Option<Finding> {
        unreachable!("nothing is stuck here")
    }
}

impl Movement for Wide {
    fn instructions(&self) -> u64 {
        0
    }
}

impl Learning for Wide {}
impl Renumbering for Wide {}
impl Forking for Wide {}
impl Footprints for Wide {}

fn wide(search: Search, memory: u64) -> Outcome {
    let system = Wide {
        states: 20_000,
        state: 0,
    };
    let limits = Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let plan = Plan {
        limits,
        ..plan(search)
    };
    run(system, &plan)
}

#[test]
fn near_the_limit_fingerprints_take_the_place_of_states() {
    for search in FULL {
        // Exactly stored, a state takes some 700 bytes; waiting breadth-first, some 250.
        let outcome = wide(search, 6 << 20);
        assert_eq!(outcome.verdict, Verdict::Holds, "{search:?}");
        assert_eq!(counts(&outcome), [20_000, 19_999, 0, 10_000]);
        assert_eq!(outcome.statistics.odds, Some(-30));
        let roomy = wide(search, 100 << 20);
        assert_eq!(roomy.statistics.odds, None);
        assert_eq!(counts(&roomy), counts(&outcome));
    }
}

#[test]
fn where_fingerprints_are_too_much_the_search_stops() {
    for search in FULL {
        let limit = 200_000;
        let outcome = wide(search, limit);
        let reason = vec![Incomplete::Memory(limit)];
        assert_eq!(outcome.verdict, Verdict::Unknown(reason), "{search:?}");
    }
}

/// Many threads that go round on the spot in each state, one that goes on to the next, and one that
/// never moves.
#[derive(Clone, Debug, Default)]
struct Rings {
    state: u32,
}

const RINGS: u16 = 60;

impl System for Rings {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        out.extend((0..=RINGS).map(Choice::run));
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.state += u32::from(choice.thread == 0 && self.state < 3000);
        Step::Ran
    }

    fn findings(&mut self, _out: &mut Vec<Finding>) {}

    fn save(&mut self, out: &mut Vec<u32>) {
        out.clear();
        out.push(self.state);
    }

    fn load(&mut self, state: &[u32]) {
        self.state = state[0];
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        out.extend(0..=RINGS + 1);
    }

    fn describe_stuck(&mut self, threads: &[u16], _round: &[u16]) -> Option<Finding> {
        Some(Finding {
            kind: PartialDeadlock,
            message: format!("{threads:?}"),
            threads: Vec::new(),
            about: About::default(),
        })
    }
}

impl Movement for Rings {
    fn instructions(&self) -> u64 {
        0
    }
}

impl Learning for Rings {}
impl Renumbering for Rings {}
impl Forking for Rings {}
impl Footprints for Rings {}

/// Where the edges are too many to be logged, and there is no way back to the states, nobody knows
/// whether somebody is stuck.
#[test]
fn what_is_not_looked_for_is_not_claimed() {
    for (store, expected) in [
        (Storage::Exact, Ok("[61]")),
        (Storage::Compact, Err(Incomplete::StuckUnsought)),
    ] {
        let mut plan = with(Search::BreadthFirst, store);
        plan.limits.memory = Some(1_000_000);
        let outcome = run(Rings::default(), &plan);
        match expected {
            Ok(message) => assert_eq!(outcome.violations()[0].finding.message, message),
            Err(reason) => assert_eq!(outcome.verdict, Verdict::Unknown(vec![reason])),
        }
    }
}
