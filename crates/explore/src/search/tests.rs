//! The searches on toy systems.

mod checkpoints;
mod glances;
mod on_disk;
mod outlooks;
mod stores;
mod workers;

use std::sync::atomic::Ordering;
use std::time::Duration;

use machine::Choice;

use super::random::Dice;
use super::*;
use crate::limits::Limits;
use crate::observer::Silent;
use crate::system::{About, Footprints, Forking, Learning, Movement, Renumbering};
use crate::testing::{Act, Graph, Locks, plan, run};
use property::FindingKind::{self, Deadlock, PartialDeadlock, Race};

const FULL: [Search; 2] = [Search::DepthFirst, Search::BreadthFirst];

/// States, transitions, revisits, end states.
fn counts(outcome: &Outcome) -> [u64; 4] {
    let it = outcome.statistics;
    [it.states, it.transitions, it.revisited, it.end_states]
}

fn schedules(outcome: &Outcome) -> Vec<String> {
    outcome
        .violations()
        .iter()
        .map(|violation| violation.schedule.to_string())
        .collect()
}

#[test]
fn both_orders_count_the_same() {
    for (system, expected) in [
        (Locks::philosophers(2, true), [16, 16, 1, 1]),
        (Locks::philosophers(3, true), [72, 116, 45, 1]),
        (Locks::philosophers(6, true), [6336, 21_440, 15_105, 1]),
    ] {
        for search in FULL {
            let outcome = run(system.clone(), &plan(search));
            assert_eq!(outcome.verdict, Verdict::Holds);
            assert_eq!(counts(&outcome), expected);
            assert_eq!(
                outcome.statistics.instructions,
                outcome.statistics.transitions
            );
        }
    }
}

#[test]
fn a_deadlock_is_found_and_its_schedule_is_shortest() {
    for search in FULL {
        let outcome = run(Locks::philosophers(7, false), &plan(search));
        let [violation] = outcome.violations() else {
            panic!("{outcome:?}")
        };
        assert_eq!(violation.finding.kind, Deadlock);
        assert_eq!(violation.schedule.len(), 7);
        assert_eq!(outcome.incomplete, [Incomplete::FirstViolation]);
    }
}

#[test]
fn schedules_replay_to_the_same_finding() {
    for search in [
        Search::DepthFirst,
        Search::BreadthFirst,
        Search::Random { runs: 1000 },
        Search::Pct {
            runs: 1000,
            depth: 3,
        },
        Search::Preemption { bound: 4 },
    ] {
        for shorten in [false, true] {
            let plan = Plan {
                shorten,
                ..plan(search)
            };
            let outcome = run(Locks::philosophers(4, false), &plan);
            let [violation] = outcome.violations() else {
                panic!("{search:?} {outcome:?}")
            };
            let text = violation.schedule.to_string();
            let schedule = Schedule::parse(&text).unwrap();
            let mut system = Locks::philosophers(4, false);
            let mut steps = 0;
            let replayed = replay(&mut system, &schedule, |_, _, _| steps += 1).unwrap();
            assert_eq!(replayed.findings, std::slice::from_ref(&violation.finding));
            assert_eq!(steps, schedule.len());
        }
    }
}

#[test]
fn replay_says_where_a_schedule_does_not_fit() {
    let mut system = Locks::philosophers(2, true);
    let schedule = Schedule::parse("0x9").unwrap();
    let error = replay(&mut system, &schedule, |_, _, _| ()).unwrap_err();
    assert_eq!((error.step, error.possible), (5, vec![Choice::run(1)]));
    let graph = Graph::default().pruned(0, 0);
    let schedule = Schedule::parse("0x2").unwrap();
    let error = replay(&mut graph.clone(), &schedule, |_, _, _| ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 2 of the schedule, 0, is not possible there: the run has ended"
    );
}

#[test]
fn all_goes_on_and_lists_each_finding_once() {
    let graph = Graph::new(&[(0, 0, 1), (0, 1, 2), (1, 1, 3), (2, 0, 3), (3, 0, 4)])
        .wrong(1, Race)
        .wrong(3, Race)
        .wrong(4, FindingKind::Exception);
    for search in FULL {
        let outcome = run(
            graph.clone(),
            &Plan {
                all: true,
                ..plan(search)
            },
        );
        assert_eq!(schedules(&outcome), ["0", "0.1", "0.1.0"]);
        assert!(outcome.complete());
        let first = run(graph.clone(), &plan(search));
        assert_eq!(first.violations().len(), 1);
        assert!(!first.complete());
    }
}

#[test]
fn something_wrong_at_once_has_an_empty_schedule() {
    for search in [
        Search::DepthFirst,
        Search::BreadthFirst,
        Search::Preemption { bound: 1 },
    ] {
        let outcome = run(Graph::new(&[(0, 0, 1)]).wrong(0, Race), &plan(search));
        assert_eq!(schedules(&outcome), ["-"]);
    }
}

#[test]
fn limits_make_the_verdict_unknown() {
    let check = |limits: Limits, reason: Incomplete| {
        for search in FULL {
            let plan = Plan {
                limits: limits.clone(),
                ..plan(search)
            };
            let outcome = run(Locks::philosophers(6, true), &plan);
            assert_eq!(outcome.verdict, Verdict::Unknown(vec![reason.clone()]));
            assert!(!outcome.complete());
        }
    };
    check(
        Limits {
            states: Some(100),
            ..Limits::default()
        },
        Incomplete::States(100),
    );
    check(
        Limits {
            depth: Some(10),
            ..Limits::default()
        },
        Incomplete::Depth(10),
    );
    check(
        Limits {
            memory: Some(9000),
            ..Limits::default()
        },
        Incomplete::Memory(9000),
    );
    let time = Duration::ZERO;
    check(
        Limits {
            time: Some(time),
            ..Limits::default()
        },
        Incomplete::Time(time),
    );
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    check(limits, Incomplete::Stopped);
}

#[test]
fn limits_that_are_just_enough_are_not_hit() {
    let limits = Limits {
        states: Some(72),
        depth: Some(12),
        ..Limits::default()
    };
    for search in FULL {
        let plan = Plan {
            limits: limits.clone(),
            ..plan(search)
        };
        assert_eq!(
            run(Locks::philosophers(3, true), &plan).verdict,
            Verdict::Holds
        );
    }
}

#[test]
fn an_observer_may_stop() {
    struct Impatient;
    impl Observer for Impatient {
        fn progress(&mut self, _progress: &Progress) -> Flow {
            Flow::Stop
        }
    }
    let mut system = Locks::philosophers(12, true);
    let outcome = explore(&mut system, &plan(Search::DepthFirst), &mut Impatient);
    assert_eq!(outcome.verdict, Verdict::Unknown(vec![Incomplete::Stopped]));
}

#[test]
fn unsupported_and_pruned_runs() {
    let graph = Graph::new(&[(0, 0, 1), (1, 0, 2)])
        .unsupported(1, 1)
        .pruned(0, 2);
    for search in FULL {
        let outcome = run(graph.clone(), &plan(search));
        let Verdict::Unknown(reasons) = &outcome.verdict else {
            panic!("{outcome:?}")
        };
        assert!(matches!(&reasons[..], [Incomplete::Unsupported(_)]));
        assert_eq!(
            (outcome.statistics.pruned, outcome.statistics.states),
            (1, 3)
        );
        // A violation counts even where something else could not be run.
        let outcome = run(
            graph.clone().wrong(2, Race),
            &Plan {
                all: true,
                ..plan(search)
            },
        );
        assert_eq!(schedules(&outcome), ["0x2"]);
        assert_eq!(outcome.incomplete.len(), 1);
    }
}

#[test]
fn better_schedules_have_no_expiries_and_few_switches() {
    // The expiry is the shorter way.
    let expire = Choice {
        thread: 1,
        variant: Choice::EXPIRE,
    };
    let graph = Graph::new(&[(0, 0, 1), (1, 1, 2)])
        .edge(0, expire, 2)
        .wrong(2, Race);
    // Four ways to the corner of a grid, of which two change threads once.
    let grid: Vec<(u32, u16, u32)> = (0..3)
        .flat_map(|y| (0..3).map(move |x| (x, y)))
        .flat_map(|(x, y)| {
            [
                (10 * y + x, 1, 10 * y + x + 1),
                (10 * y + x, 0, 10 * y + 10 + x),
            ]
        })
        .collect();
    for search in FULL {
        assert_eq!(schedules(&run(graph.clone(), &plan(search))), ["0.1"]);
        let only = Graph::default().edge(0, expire, 2).wrong(2, Race);
        assert_eq!(schedules(&run(only, &plan(search))), ["1:e"]);
        let outcome = run(Graph::new(&grid).wrong(22, Race), &plan(search));
        assert_eq!(outcome.violations()[0].schedule.switches(), 1);
    }
}

#[test]
fn long_schedules_are_pressed_when_the_search_from_the_start_is_too_dear() {
    // Six threads count to 100; a seventh goes wrong once the first has come to 50. Nearer states
    // are far too many to look at them all.
    #[derive(Default)]
    struct Counters {
        state: [u32; 7],
    }
    impl System for Counters {
        fn choices(&mut self, out: &mut Vec<Choice>) {
            let counts = (0..6).filter(|&thread| self.state[thread] < 100);
            out.extend(counts.map(|thread| Choice::run(thread as u16)));
            out.extend((self.state[0] >= 50 && self.state[6] == 0).then_some(Choice::run(6)));
        }

        fn advance(&mut self, choice: Choice) -> Step {
            self.state[usize::from(choice.thread)] += 1;
            Step::Ran
        }

        fn findings(&mut self, out: &mut Vec<Finding>) {
            let finding = || Finding {
                kind: Race,
                message: String::new(),
                threads: Vec::new(),
                about: About::default(),
            };
            out.extend((self.state[6] == 1).then(finding));
        }

        fn save(&mut self, out: &mut Vec<u32>) {
            out.clear();
            out.extend(self.state);
        }

        fn load(&mut self, state: &[u32]) {
            self.state.copy_from_slice(state);
        }

        fn unfinished(&self, _out: &mut Vec<u16>) {}

        fn describe_stuck(&mut self, _threads: &[u16], _round: &[u16]) -> Option<Finding> {
            unreachable!("nothing is unfinished here")
        }
    }

    impl Movement for Counters {
        fn instructions(&self) -> u64 {
            0
        }
    }

    impl Learning for Counters {}
    impl Renumbering for Counters {}
    impl Forking for Counters {}
    impl Footprints for Counters {}
    let mut system = Counters::default();
    let outcome = explore(&mut system, &plan(Search::DepthFirst), &mut Silent);
    assert_eq!(schedules(&outcome), ["0x50.6"]);
}

#[test]
fn preemption_bounds_are_explored_completely() {
    // Wrong only if thread 1 comes between the two moves of thread 0, and 0 between 1's.
    let graph = Graph::new(&[
        (0, 0, 1),
        (0, 1, 5),
        (1, 0, 2),
        (1, 1, 3),
        (3, 0, 4),
        (3, 1, 6),
        (5, 1, 6),
        (2, 1, 6),
        (6, 0, 7),
    ])
    .wrong(4, Race);
    let outcome = run(graph.clone(), &plan(Search::Preemption { bound: 1 }));
    assert_eq!(
        outcome.verdict,
        Verdict::Unknown(vec![Incomplete::Preemptions(1)])
    );
    assert_eq!(outcome.statistics.preemptions, Some(1));
    let cut = Plan {
        limits: Limits {
            states: Some(outcome.statistics.states - 1),
            ..Limits::default()
        },
        ..plan(Search::Preemption { bound: 1 })
    };
    let cut = run(graph.clone(), &cut);
    assert_eq!(cut.statistics.preemptions, Some(0));
    let outcome = run(graph, &plan(Search::Preemption { bound: 2 }));
    assert_eq!(schedules(&outcome), ["0.1.0"]);
}

#[test]
fn runs_that_never_end_are_given_up_and_told() {
    let graph = Graph::new(&[(0, 0, 1), (1, 0, 0)]);
    for search in [
        Search::Random { runs: 3 },
        Search::Pct { runs: 3, depth: 3 },
    ] {
        let reasons = |depth| {
            let limits = Limits {
                depth,
                ..Limits::default()
            };
            let plan = Plan {
                limits,
                ..plan(search)
            };
            run(graph.clone(), &plan).incomplete
        };
        let (runs, length) = (3, 5000);
        let given_up = Incomplete::GivenUp { runs, length };
        assert_eq!(reasons(None), [Incomplete::Runs(3), given_up]);
        let cut = Incomplete::Depth(6000);
        assert_eq!(reasons(Some(6000)), [cut, Incomplete::Runs(3)]);
    }
}

#[test]
fn a_bound_that_suffices_is_a_full_search() {
    let outcome = run(
        Locks::philosophers(3, true),
        &plan(Search::Preemption { bound: 99 }),
    );
    assert_eq!(outcome.verdict, Verdict::Holds);
    assert_eq!(counts(&outcome), [72, 116, 45, 1]);
}

#[test]
fn the_same_seed_gives_the_same_runs() {
    for search in [
        Search::Random { runs: 30 },
        Search::Pct { runs: 30, depth: 3 },
    ] {
        let outcome = |seed| {
            run(
                Locks::philosophers(5, true),
                &Plan {
                    seed,
                    ..plan(search)
                },
            )
        };
        let (first, again, other) = (outcome(1), outcome(1), outcome(2));
        assert_eq!(counts(&first), counts(&again));
        assert_ne!(counts(&first), counts(&other));
        assert_eq!(first.verdict, Verdict::Unknown(vec![Incomplete::Runs(30)]));
    }
}

#[test]
fn a_thread_left_behind_by_a_cycle_is_stuck() {
    // Thread 2 goes round for ever; 0 and 1 may or may not lock each other out.
    let round = vec![Act::Lock(2), Act::Unlock(2), Act::Jump(0)];
    let pair = |a, b| vec![Act::Lock(a), Act::Lock(b), Act::Unlock(b), Act::Unlock(a)];
    let wrong = Locks::new(vec![pair(0, 1), pair(1, 0), round.clone()], 3);
    let right = Locks::new(vec![pair(0, 1), pair(0, 1), round], 3);
    for search in FULL {
        let outcome = run(wrong.clone(), &plan(search));
        let [violation] = outcome.violations() else {
            panic!("{outcome:?}")
        };
        assert_eq!(violation.finding.kind, PartialDeadlock);
        assert_eq!(violation.finding.message, "[0, 1] stuck");
        assert_eq!(violation.schedule.len(), 2);
        let mut system = wrong.clone();
        replay(&mut system, &violation.schedule, |_, _, _| ()).unwrap();
        assert_eq!(
            crate::stuck_here(&mut system, 1000),
            Some(violation.finding.clone())
        );

        assert_eq!(run(right.clone(), &plan(search)).verdict, Verdict::Holds);
        let plan = Plan {
            stuck: false,
            ..plan(search)
        };
        assert_eq!(run(wrong.clone(), &plan).verdict, Verdict::Holds);
    }
    assert_eq!(crate::stuck_here(&mut wrong.clone(), 1000), None);
}

#[test]
fn a_cycle_that_can_be_left_strands_nobody() {
    let stuck = |graph: &Graph| {
        let found = FULL.map(|search| {
            let outcome = run(graph.clone().unfinished(&[0, 1]), &plan(search));
            outcome
                .violations()
                .iter()
                .map(|it| it.finding.message.clone())
                .collect::<Vec<_>>()
        });
        assert_eq!(found[0], found[1]);
        found[0].clone()
    };
    let cycle = Graph::new(&[(0, 0, 1), (1, 0, 2), (2, 0, 1)]);
    assert_eq!(stuck(&cycle), ["[1] stuck"]);
    assert!(stuck(&cycle.clone().edge(2, Choice::run(1), 3)).is_empty());
    assert!(stuck(&cycle.clone().pruned(2, 1)).is_empty());
    assert!(stuck(&cycle.clone().unsupported(2, 1)).is_empty());
    assert_eq!(stuck(&Graph::new(&[(0, 1, 0)])), ["[0] stuck"]);
    assert!(stuck(&Graph::new(&[(0, 1, 1)])).is_empty());
}

#[test]
fn a_cut_cycle_is_not_judged() {
    let graph = Graph::new(&[(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 0, 1)]).unfinished(&[1]);
    for search in FULL {
        let limits = Limits {
            depth: Some(2),
            ..Limits::default()
        };
        let outcome = run(
            graph.clone(),
            &Plan {
                limits,
                ..plan(search)
            },
        );
        assert_eq!(
            outcome.verdict,
            Verdict::Unknown(vec![Incomplete::Depth(2)])
        );
    }
}

/// Stuck threads by the definition: in some reachable state, a thread that can never move again
/// although the run can go on for ever, and from which nothing else can come about.
fn stuck_by_definition(edges: &[(u32, u16, u32)], states: usize, threads: u16) -> Vec<String> {
    let mut reach = vec![vec![false; states]; states];
    for (state, row) in reach.iter_mut().enumerate() {
        row[state] = true;
    }
    for &(from, _, to) in edges {
        reach[from as usize][to as usize] = true;
    }
    for via in 0..states {
        for from in 0..states {
            for to in 0..states {
                reach[from][to] |= reach[from][via] && reach[via][to];
            }
        }
    }
    let mut found = Vec::new();
    for state in (0..states).filter(|&state| reach[0][state]) {
        let terminal = (0..states).all(|to| !reach[state][to] || reach[to][state]);
        let inside: Vec<u16> = edges
            .iter()
            .filter(|it| reach[state][it.0 as usize])
            .map(|it| it.1)
            .collect();
        let left: Vec<u16> = (0..threads)
            .filter(|thread| !inside.contains(thread))
            .collect();
        if terminal && !inside.is_empty() && !left.is_empty() {
            found.push(format!("{left:?} stuck"));
        }
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn stuck_threads_on_random_graphs_are_those_of_the_definition() {
    let mut dice = Dice::new(7);
    let mut with = 0;
    for _ in 0..3000 {
        let states = 2 + dice.below(9) as u32;
        let mut edges: Vec<(u32, u16, u32)> = Vec::new();
        for _ in 0..dice.below(u64::from(states) * 2 + 1) {
            let from = dice.below(u64::from(states)) as u32;
            let (thread, to) = (dice.below(3) as u16, dice.below(u64::from(states)) as u32);
            if !edges.iter().any(|edge| (edge.0, edge.1) == (from, thread)) {
                edges.push((from, thread, to));
            }
        }
        let expected = stuck_by_definition(&edges, states as usize, 3);
        with += usize::from(!expected.is_empty());
        for search in FULL {
            let graph = Graph::new(&edges).unfinished(&[0, 1, 2]);
            let outcome = run(
                graph,
                &Plan {
                    all: true,
                    ..plan(search)
                },
            );
            let messages: Vec<String> = outcome
                .violations()
                .iter()
                .map(|it| it.finding.message.clone())
                .collect();
            assert_eq!(messages, expected, "{search:?} {edges:?}");
            assert!(outcome.complete());
        }
    }
    assert!(
        (300..2700).contains(&with),
        "{with} of the graphs have stuck threads"
    );
}

#[test]
fn threads_that_are_carried_along_are_not_stuck() {
    // Thread 1 moves only when thread 0 is chosen.
    struct Pair(Graph);
    impl System for Pair {
        fn choices(&mut self, out: &mut Vec<Choice>) {
            self.0.choices(out);
        }

        fn advance(&mut self, choice: Choice) -> Step {
            self.0.advance(choice)
        }

        fn findings(&mut self, _out: &mut Vec<Finding>) {}

        fn save(&mut self, out: &mut Vec<u32>) {
            self.0.save(out);
        }

        fn load(&mut self, state: &[u32]) {
            self.0.load(state);
        }

        fn unfinished(&self, out: &mut Vec<u16>) {
            System::unfinished(&self.0, out);
        }

        fn describe_stuck(&mut self, threads: &[u16], round: &[u16]) -> Option<Finding> {
            self.0.describe_stuck(threads, round)
        }
    }

    impl Movement for Pair {
        fn also_moved(&self, out: &mut Vec<u16>) {
            out.push(1);
        }

        fn instructions(&self) -> u64 {
            0
        }
    }

    impl Learning for Pair {}
    impl Renumbering for Pair {}
    impl Forking for Pair {}
    impl Footprints for Pair {}
    for search in FULL {
        let graph = Graph::new(&[(0, 0, 1), (1, 0, 0)]);
        let outcome = run(Pair(graph.clone().unfinished(&[0, 1])), &plan(search));
        assert_eq!(outcome.verdict, Verdict::Holds);
        let outcome = run(Pair(graph.unfinished(&[0, 1, 2])), &plan(search));
        assert_eq!(outcome.violations()[0].finding.message, "[2] stuck");
    }
}

#[test]
fn a_crash_leaves_its_schedule() {
    struct Broken(Graph);
    impl System for Broken {
        fn choices(&mut self, out: &mut Vec<Choice>) {
            self.0.choices(out);
        }

        fn advance(&mut self, choice: Choice) -> Step {
            self.0.advance(choice)
        }

        fn findings(&mut self, _out: &mut Vec<Finding>) {
            let mut words = Vec::new();
            self.0.save(&mut words);
            assert_ne!(words[0], 2, "a bug for the test");
        }

        fn save(&mut self, out: &mut Vec<u32>) {
            self.0.save(out);
        }

        fn load(&mut self, state: &[u32]) {
            self.0.load(state);
        }

        fn unfinished(&self, _out: &mut Vec<u16>) {}

        fn describe_stuck(&mut self, threads: &[u16], round: &[u16]) -> Option<Finding> {
            self.0.describe_stuck(threads, round)
        }
    }

    impl Movement for Broken {
        fn instructions(&self) -> u64 {
            0
        }
    }

    impl Learning for Broken {}
    impl Renumbering for Broken {}
    impl Forking for Broken {}
    impl Footprints for Broken {}
    let plan = plan(Search::DepthFirst);
    let mut system = Broken(Graph::new(&[(0, 0, 1), (1, 3, 2)]));
    let crash = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        explore(&mut system, &plan, &mut Silent)
    }));
    assert!(crash.is_err());
    assert_eq!(plan.wreck.schedule().unwrap().to_string(), "0.3");
}
