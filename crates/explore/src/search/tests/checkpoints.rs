//! Searches that go on where another has been.

use std::sync::{Arc, Mutex};

use super::*;
use crate::search::{Checkpoint, Keeper};

/// A plan that keeps all its checkpoints, as many as it can make.
fn keeping(all: bool, from: Option<Checkpoint>) -> (Plan, Arc<Mutex<Vec<Checkpoint>>>) {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let copy = Arc::clone(&kept);
    let keeper = Keeper {
        every: Duration::ZERO,
        keep: Arc::new(move |checkpoint| copy.lock().unwrap().push(checkpoint.clone())),
        from: from.map(Arc::new),
    };
    let plan = Plan {
        keeper: Some(keeper),
        all,
        ..plan(Search::BreadthFirst)
    };
    (plan, kept)
}

/// Resumes from the checkpoints of a search; gives how many there were.
fn resume_each<S: System + Clone>(system: &S, all: bool) -> usize {
    let (plan, kept) = keeping(all, None);
    let whole = run(system.clone(), &plan);
    let kept = kept.lock().unwrap().clone();
    assert_eq!(kept[0], Checkpoint::default(), "there is one at once");
    let stride = kept.len().div_ceil(20);
    for checkpoint in kept.iter().step_by(stride).chain(kept.last()) {
        assert!(checkpoint.is_sound());
        let (plan, _) = keeping(all, Some(checkpoint.clone()));
        let resumed = run(system.clone(), &plan);
        assert_eq!(resumed.verdict, whole.verdict);
        assert_eq!(resumed.incomplete, whole.incomplete);
        assert_eq!(counts(&resumed), counts(&whole));
        assert_eq!(
            (resumed.statistics.max_depth, resumed.statistics.pruned),
            (whole.statistics.max_depth, whole.statistics.pruned)
        );
    }
    kept.len()
}

#[test]
fn a_search_goes_on_from_any_checkpoint() {
    assert!(resume_each(&Locks::philosophers(6, true), false) > 50);
    assert!(resume_each(&Locks::philosophers(6, false), true) > 50);
    resume_each(&Locks::philosophers(6, false), false);
}

#[test]
fn whatever_comes_of_transitions_comes_of_them_again() {
    let graph = Graph::new(&[(0, 0, 1), (0, 1, 2), (1, 1, 3), (2, 0, 3), (3, 0, 3)])
        .unsupported(1, 7)
        .pruned(2, 3)
        .wrong(3, Race);
    for all in [false, true] {
        resume_each(&graph, all);
    }
    let stuck =
        Graph::new(&[(0, 0, 1), (1, 1, 2), (2, 1, 3), (3, 1, 2), (0, 1, 4)]).unfinished(&[0, 1]);
    resume_each(&stuck, false);
}

#[test]
fn what_was_done_is_not_done_again() {
    let system = Locks::philosophers(6, true);
    let (plan, kept) = keeping(false, None);
    let whole = run(system.clone(), &plan);
    let last = kept.lock().unwrap().last().cloned();
    let (plan, kept) = keeping(false, last.clone());
    let resumed = run(system, &plan);
    // Every state but the first is reached once more.
    assert_eq!(whole.statistics.instructions, 21_440);
    assert_eq!(resumed.statistics.instructions, 6335);
    assert_eq!(kept.lock().unwrap().last().cloned(), last);
}

#[test]
fn a_checkpoint_of_another_search_is_noticed() {
    let (plan, kept) = keeping(false, None);
    run(Locks::philosophers(5, true), &plan);
    let last = kept.lock().unwrap().last().cloned();
    let (plan, _) = keeping(false, last);
    let outcome = run(Locks::philosophers(4, true), &plan);
    assert_eq!(outcome.verdict, Verdict::Unknown(vec![Incomplete::Misfit]));
    let knows = Checkpoint {
        knowledge: vec!["what a toy can't know".to_owned()],
        ..Checkpoint::default()
    };
    let (plan, _) = keeping(false, Some(knows));
    let outcome = run(Locks::philosophers(4, true), &plan);
    assert_eq!(outcome.verdict, Verdict::Unknown(vec![Incomplete::Misfit]));
}
