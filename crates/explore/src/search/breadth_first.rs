//! Breadth-first search over all states.
//!
//! In: a system and an empty store. Out: findings with shortest schedules, and counts, in the ledger.
//!
//! States are expanded in the order of their numbers, so the store is the queue. The way to a state
//! is kept in two bits a state ([`Parents`]) and its choices are found again by running them. Where the
//! store forgets the words of states, those that wait are in a [`Queue`] beside it.
//!
//! Stuck threads are looked for where several workers look, too (see `parallel/wide.rs`): states that have
//! successors, but none in the next level, are suspicious. The oldest successor of such a state is probed
//! ([`Suspicion`]). Only if a probe does not see everybody move from there, or in a search that was
//! resumed and has not seen all edges, all edges are run once more at the end, to tell who is stuck where.
//! Where the store forgets the words of states, that can't be: edges are logged then, while memory permits.
//!
//! A [`Journal`] may be kept, by which a search that was interrupted goes on: transitions of which it
//! says that they led nowhere new are counted and not taken.

use super::growth::Growth;
use super::journal::{Code, Journal};
use super::parallel::Leads;
use super::{Ledger, Moved, Open};
use crate::limits::Limits;
use crate::observer::{Flow, Phase};
use crate::parents::Parents;
use crate::schedule::Schedule;
use crate::store::queue::Queue;
use crate::store::{Marks, Recall, StateId, Store};
use crate::stuck::{self, EdgeLog, Probed, Prober, budget};
use crate::system::{Step, System};
use crate::verdict::Incomplete;

/// Explores everything within the limits.
pub(super) fn search<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    store: &mut dyn Store,
    mut journal: Option<Journal>,
) {
    let mut cyclic = journal.as_ref().is_some_and(Journal::was_cyclic);
    explore(system, ledger, store, journal.as_mut(), &mut cyclic);
    if let Some(journal) = &mut journal
        && !ledger.learned
    {
        journal.keep(system.knowledge().unwrap_or_default(), cyclic);
    }
}

fn explore<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    store: &mut dyn Store,
    mut journal: Option<&mut Journal>,
    cyclic: &mut bool,
) {
    let mut parents = Parents::default();
    // A search that is resumed does not see all edges.
    let resumed = journal.as_ref().is_some_and(|it| it.is_resumed());
    let renumbers = system.renumbers();
    // Where states can't be run once more; and threads have numbers in it.
    let mut log = match ledger.plan.stuck && !resumed && !renumbers {
        true if store.recall() < Recall::Words => EdgeLog::new(ledger.plan.limits.memory),
        _ => EdgeLog::off(),
    };
    let mut suspicion = Suspicion {
        sure: resumed,
        ..Suspicion::new(&ledger.plan.limits)
    };
    let mut choices = Vec::new();
    let initial = ledger.initial.clone();
    let mut words = initial.clone();
    let mut target = Vec::new();
    let mut moved = Vec::new();
    // The oldest successor of a state.
    let mut oldest = Vec::new();

    store.insert(&words);
    let mut queue = (store.recall() < Recall::Words).then(Queue::default);
    if let Some(queue) = &mut queue {
        queue.push(&words);
    }
    if ledger.examine(system, |_| Schedule::default()) == Flow::Stop {
        return;
    }
    let mut growth = Growth::default();
    growth.add(1);
    // The number of the first state of the next level, and this level's depth.
    let mut level_end = 1;
    let mut depth = 0;
    let mut state = StateId(0);
    while state.index() < store.len() {
        if state.index() == level_end {
            growth.add((store.len() - level_end) as u64);
            level_end = store.len();
            depth += 1;
        }
        ledger.statistics.max_depth = depth as u64;
        let known = match &mut queue {
            None => store.get(state, &mut words),
            Some(queue) => queue.pop(&mut words),
        };
        assert!(known, "a state that waits is in the store or in the queue");
        system.load(&words);
        choices.clear();
        system.choices(&mut choices);
        let mut lost = false;
        if choices.is_empty() {
            ledger.statistics.end_states += 1;
        } else if !ledger.deep(depth) {
            choices.clear();
            log.lost();
            lost = true;
        }
        // Whether the system is in the state that is expanded.
        let mut there = true;
        let mut leads = Leads {
            on: lost,
            back: false,
        };
        let mut back = state;
        for &choice in &choices {
            let journal_bytes = journal.as_ref().map_or(0, |it| it.bytes());
            let open = || Open {
                phase: Phase::Search,
                states: (store.len() - state.index()) as u64,
                bytes: (parents.bytes()
                    + log.bytes()
                    + suspicion.bytes()
                    + journal_bytes
                    + queue.as_ref().map_or(0, Queue::bytes)) as u64,
                estimate: growth.estimate(u64::from(state.0)),
            };
            if ledger.tick(store, open) == Flow::Stop {
                return;
            }
            if ledger.take_shrinks() {
                let waiting = state.0 + 1..store.len() as u32;
                queue = Some(keep(store, waiting.map(StateId)));
                store.shrink();
            }
            if let Some(journal) = &mut journal
                && let Some(code @ (Code::Old | Code::Pruned)) = journal.expected()
            {
                journal.note(code);
                ledger.pass_by(code == Code::Pruned);
                continue;
            }
            if !there {
                system.load(&words);
            }
            there = false;
            let mut note = |code| journal.as_mut().is_none_or(|journal| journal.note(code));
            match ledger.advance(system, choice) {
                Moved::There => {}
                Moved::Pruned => {
                    note(Code::Pruned);
                    log.moves(choice.thread);
                    continue;
                }
                Moved::Lost => {
                    note(Code::Again);
                    log.lost();
                    leads.on = true;
                    continue;
                }
            }
            moved.clear();
            system.also_moved(&mut moved);
            moved.iter().for_each(|&thread| log.moves(thread));
            let mover = system.mover(choice);
            // Asking for the way moves the system elsewhere, so the state is saved first.
            system.save(&mut target);
            let inserted = store.insert(&target);
            let known = ledger.known_findings();
            let way = |system: &mut S| {
                let mut schedule = way_to(system, store, &initial, &parents.path(state));
                schedule.choices.push(choice);
                schedule
            };
            let flow = if inserted.new {
                ledger.examine(system, way)
            } else {
                ledger.examine_again(system, way)
            };
            if flow == Flow::Stop {
                return;
            }
            let code = match inserted.new {
                true => Code::New,
                false if ledger.known_findings() > known => Code::Again,
                false => Code::Old,
            };
            if !note(code) {
                ledger.cut(Incomplete::Misfit);
                return;
            }
            if inserted.new {
                parents.child();
                if let Some(queue) = &mut queue {
                    queue.push(&target);
                }
                if ledger.admit(store) == Flow::Stop {
                    return;
                }
            } else {
                ledger.statistics.revisited += 1;
                *cyclic |= inserted.id <= state;
            }
            log.edge(mover, inserted.id);
            let on = inserted.id.index() >= level_end;
            if !on && !leads.on && (!leads.back || inserted.id < back) {
                back = inserted.id;
                oldest.clone_from(&target);
            }
            leads.on |= on;
            leads.back |= !on;
        }
        if ledger.plan.stuck && leads.back && !leads.on && !suspicion.free.has(back.0) {
            suspicion.probe(system, ledger, &oldest);
            if ledger.learned {
                return;
            }
            // A probe has shown it, or it does not matter any more.
            suspicion.free.put(back.0);
        }
        parents.next();
        log.next();
        if let Some(journal) = &mut journal {
            journal.next_state();
            if ledger.is_at_tick() {
                let knowledge = || system.knowledge().unwrap_or_default();
                journal.beat(ledger.seconds(), knowledge, *cyclic);
            }
        }
        state = StateId(state.0 + 1);
    }
    if *cyclic && ledger.plan.stuck && !ledger.learned && suspicion.is_sure() {
        if renumbers {
            // Who is stuck is found where threads are told apart.
            system.tell_apart();
            ledger.begin_again();
            return;
        }
        stuck::report_all(system, ledger, store, log, |system, store, state| {
            way_to(system, store, &initial, &parents.path(state))
        });
    }
}

/// Whether some thread may be stuck.
#[derive(Default)]
pub(super) struct Suspicion {
    prober: Prober,
    /// States that are known to be free, by number.
    free: Marks,
    sure: bool,
    /// Transitions that probes have taken.
    spent: u64,
}

impl Suspicion {
    /// None yet, in a search with these limits.
    pub(super) fn new(limits: &Limits) -> Suspicion {
        Suspicion {
            prober: Prober::new(limits),
            ..Suspicion::default()
        }
    }

    /// Whether a probe has not seen everybody move.
    pub(super) fn is_sure(&self) -> bool {
        self.sure
    }

    fn bytes(&self) -> usize {
        self.prober.bytes() + self.free.bytes()
    }

    /// Looks whether some thread is stuck in what follows a state.
    pub(super) fn probe<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        state: &[u32],
    ) {
        if self.sure {
            return;
        }
        let mut left = budget(ledger.statistics.transitions, self.spent);
        let before = left;
        self.sure = self.prober.probe(system, state, &mut left) != Probed::Free;
        self.spent += before - left;
        ledger.learned |= system.take_learned();
    }
}

/// The words of states that the store is going to forget.
fn keep(store: &dyn Store, states: impl Iterator<Item = StateId>) -> Queue {
    let mut queue = Queue::default();
    let mut words = Vec::new();
    for state in states {
        store.get(state, &mut words);
        queue.push(&words);
    }
    queue
}

/// The choices along a path of states from the initial one, each by running the choices of a state
/// until one leads to the next. The system is then in the last state.
fn way_to<S: System>(
    system: &mut S,
    store: &dyn Store,
    initial: &[u32],
    path: &[StateId],
) -> Schedule {
    let mut schedule = Schedule::default();
    let (mut from, mut reached) = (initial.to_vec(), Vec::new());
    let mut choices = Vec::new();
    for step in path.windows(2) {
        system.load(&from);
        choices.clear();
        system.choices(&mut choices);
        let choice = choices.iter().find(|&&choice| {
            system.load(&from);
            system.advance(choice) == Step::Ran && {
                system.save(&mut reached);
                store.find(&reached) == Some(step[1])
            }
        });
        schedule
            .choices
            .push(*choice.expect("a state's parent leads to it"));
        std::mem::swap(&mut from, &mut reached);
    }
    system.load(&from);
    schedule
}
