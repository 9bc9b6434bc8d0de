//! Lazy search against full search, on random programs of a few threads.

use std::collections::BTreeSet;

use machine::{Choice, Renaming, RenamingId};
use property::FindingKind;

use crate::footprints::{FootprintId, NumberedAccess, NumberedFootprint};
use crate::plan::{Plan, Search};
use crate::search::random::Dice;
use crate::statistics::Statistics;
use crate::system::{
    About, Finding, Footprints, Forking, Learning, Movement, Pace, Renumbering, Step, System,
};
use crate::testing::{plan, run};

mod endless;

/// What a thread does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    /// Takes a variable into its register.
    Read(u8),
    /// Writes its register and a number into a variable.
    Write(u8, u8),
    Lock(u8),
    Unlock(u8),
    /// Waits for its permit, and takes it.
    Park,
    /// Gives another thread its permit.
    Unpark(u8),
    /// Goes to an act by its index.
    Jump(u8),
    /// The same if its register is this.
    JumpIf(u8, u8),
    /// Something is wrong if its register is this.
    Fail(u8),
    /// Makes a box and keeps it.
    Make,
    /// Takes the box from a shelf.
    Take(u8),
    /// Puts the box that it keeps on a shelf.
    Put(u8),
    /// Takes what is in its box into its register.
    Open,
    /// Writes its register and a number into its box.
    Fill(u8),
    /// Nothing that anybody notices.
    Pause,
}

const VARIABLES: usize = 3;
const LOCKS: usize = 2;
const SHELVES: usize = 2;
/// Words of a thread.
const WORDS: usize = 4;
/// The name of a box that was just made.
const NEW: u32 = 1000;
/// Values that a variable can have.
const VALUES: u32 = 4;

/// Threads that do what they are told.
#[derive(Clone, Debug)]
struct Toy {
    threads: Vec<Vec<Act>>,
    /// For each thread its place, register, permit and box; then variables, holders of locks, the
    /// boxes on shelves, and what is in each box. Boxes have names from 1 on, in the order in which
    /// they are found, so they have others when one is lost or found earlier.
    state: Vec<u32>,
    renamings: Vec<Renaming>,
    renaming: RenamingId,
    footprints: Vec<NumberedFootprint>,
    wrong: Option<Finding>,
    turned: bool,
    foresees: bool,
    /// What somebody outside has seen: whether the first variable is 1, and whether it is like the second.
    letters: Vec<Vec<bool>>,
    /// Whether writes to these are told to be visible.
    tells_visible: bool,
}

impl Toy {
    fn new(threads: Vec<Vec<Act>>, foresees: bool) -> Toy {
        let boxes = SHELVES + threads.len();
        let state = vec![0; threads.len() * WORDS + VARIABLES + LOCKS + SHELVES + boxes];
        Toy {
            threads,
            state,
            renamings: vec![Renaming::Known(Box::new([]))],
            renaming: 0,
            footprints: Vec::new(),
            wrong: None,
            turned: false,
            foresees,
            letters: Vec::new(),
            tells_visible: false,
        }
    }

    fn act(&self, thread: usize) -> Option<Act> {
        let place = self.state[thread * WORDS] as usize;
        self.threads[thread].get(place).copied()
    }

    fn variable(&mut self, variable: u8) -> &mut u32 {
        let first = self.threads.len() * WORDS;
        &mut self.state[first + usize::from(variable)]
    }

    fn holder(&self, lock: u8) -> u32 {
        self.state[self.threads.len() * WORDS + VARIABLES + usize::from(lock)]
    }

    /// Where the boxes on shelves are.
    fn shelves(&self) -> usize {
        self.threads.len() * WORDS + VARIABLES + LOCKS
    }

    /// Where what is in a box is.
    fn inside(&self, name: u32) -> usize {
        self.shelves() + SHELVES + name as usize - 1
    }

    /// Names the boxes anew.
    fn name_boxes(&mut self) {
        let threads = (0..self.threads.len()).map(|thread| thread * WORDS + 3);
        let first = self.shelves();
        let places: Vec<usize> = (first..first + SHELVES).chain(threads).collect();
        let mut names: Vec<u32> = Vec::new();
        for place in &places {
            let old = self.state[*place];
            if old != 0 && !names.contains(&old) {
                names.push(old);
            }
        }
        let inside = self.inside(1);
        let before = self.state[inside..].to_vec();
        self.state[inside..].fill(0);
        let mut changes = Vec::new();
        for (index, old) in names.iter().enumerate() {
            let (name, was) = (index as u32 + 1, *old);
            if was != NEW {
                self.state[inside + index] = before[was as usize - 1];
            }
            if was != name {
                changes.push((name, if was == NEW { 0 } else { was }));
            }
        }
        for place in places {
            let old = self.state[place];
            let name = names.iter().position(|it| *it == old);
            self.state[place] = name.map_or(0, |index| index as u32 + 1);
        }
        let renaming = Renaming::Known(changes.into());
        let known = self.renamings.iter().position(|it| *it == renaming);
        self.renaming = known.unwrap_or(self.renamings.len()) as RenamingId;
        if known.is_none() {
            self.renamings.push(renaming);
        }
    }

    fn can_move(&self, thread: usize) -> bool {
        match self.act(thread) {
            None => false,
            Some(Act::Lock(lock)) => self.holder(lock) == 0,
            Some(Act::Park) => self.state[thread * WORDS + 2] != 0,
            Some(_) => true,
        }
    }

    fn work_out(&self, thread: usize) -> NumberedFootprint {
        let site = thread as u32 * 100 + self.state[thread * WORDS];
        let mut footprint = NumberedFootprint {
            site,
            visible: self.tells_visible && matches!(self.act(thread), Some(Act::Write(0 | 1, _))),
            ..NumberedFootprint::default()
        };
        let access =
            |variable: usize, writes| NumberedAccess::new(thread, variable as u32 + 1, writes);
        let lock = |lock: u8| access(VARIABLES + usize::from(lock), true);
        let permit = |of: usize, takes| access(VARIABLES + LOCKS + of, takes);
        let count = self.threads.len();
        let shelf = |it: u8, puts| access(VARIABLES + LOCKS + count + usize::from(it), puts);
        match self.act(thread) {
            Some(Act::Read(it)) => footprint.accesses.push(access(usize::from(it), false)),
            Some(Act::Write(it, _)) => footprint.accesses.push(access(usize::from(it), true)),
            Some(Act::Lock(it)) => {
                footprint.accesses.push(lock(it));
                footprint.waits = true;
            }
            Some(Act::Unlock(it)) => footprint.effects.push(lock(it)),
            Some(Act::Park) => {
                footprint.accesses.push(permit(thread, true));
                footprint.waits = true;
            }
            Some(Act::Unpark(it)) => footprint.accesses.push(permit(usize::from(it), false)),
            Some(Act::Take(it)) => footprint.accesses.push(shelf(it, false)),
            Some(Act::Put(it)) => footprint.accesses.push(shelf(it, true)),
            Some(act @ (Act::Open | Act::Fill(_))) => {
                let name = self.state[thread * WORDS + 3];
                if name != 0 {
                    let variable = VARIABLES + LOCKS + self.threads.len() + SHELVES + 1;
                    let writes = act != Act::Open;
                    let access = NumberedAccess::of(name, thread, variable as u32, writes);
                    footprint.accesses.push(access);
                }
            }
            _ => {}
        }
        footprint
    }
}

impl System for Toy {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        let threads = (0..self.threads.len()).filter(|thread| self.can_move(*thread));
        out.extend(threads.map(|thread| Choice::run(thread as u16)));
    }

    fn advance(&mut self, choice: Choice) -> Step {
        let thread = usize::from(choice.thread);
        let act = self.act(thread).expect("only possible choices are taken");
        let before = self.state[thread * WORDS];
        self.state[thread * WORDS] += 1;
        let register = self.state[thread * WORDS + 1];
        match act {
            Act::Read(variable) => self.state[thread * WORDS + 1] = *self.variable(variable),
            Act::Write(variable, more) => {
                *self.variable(variable) = (register + u32::from(more)) % VALUES;
            }
            Act::Lock(lock) | Act::Unlock(lock) => {
                let place = self.threads.len() * WORDS + VARIABLES + usize::from(lock);
                self.state[place] = match act {
                    Act::Lock(_) => thread as u32 + 1,
                    _ => 0,
                };
            }
            Act::Park => self.state[thread * WORDS + 2] = 0,
            Act::Unpark(other) => self.state[usize::from(other) * WORDS + 2] = 1,
            Act::Jump(place) => self.state[thread * WORDS] = u32::from(place),
            Act::JumpIf(place, value) if register == u32::from(value) => {
                self.state[thread * WORDS] = u32::from(place);
            }
            Act::Fail(value) if register == u32::from(value) => {
                self.wrong = Some(Finding {
                    kind: FindingKind::Assertion,
                    message: format!("T{thread} fails at {before}"),
                    threads: Vec::new(),
                    about: About::default(),
                });
            }
            Act::Make => self.state[thread * WORDS + 3] = NEW,
            Act::Take(shelf) => {
                self.state[thread * WORDS + 3] = self.state[self.shelves() + usize::from(shelf)];
            }
            Act::Put(shelf) => {
                let place = self.shelves() + usize::from(shelf);
                self.state[place] = self.state[thread * WORDS + 3];
            }
            Act::Open | Act::Fill(_) => {
                let name = self.state[thread * WORDS + 3];
                if name != 0 {
                    let place = self.inside(name);
                    match act {
                        Act::Fill(more) => {
                            self.state[place] = (register + u32::from(more)) % VALUES
                        }
                        _ => self.state[thread * WORDS + 1] = self.state[place],
                    }
                }
            }
            Act::JumpIf(..) | Act::Fail(_) | Act::Pause => {}
        }
        self.name_boxes();
        self.turned = self.state[thread * WORDS] <= before;
        Step::Ran
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        out.extend(self.wrong.take());
        let mut choices = Vec::new();
        self.choices(&mut choices);
        if choices.is_empty() {
            out.push(Finding {
                kind: FindingKind::Deadlock,
                message: format!("ends in {:?}", self.state),
                threads: Vec::new(),
                about: About::default(),
            });
        }
        for one in 0..self.threads.len() {
            for other in one + 1..self.threads.len() {
                let places = match (self.act(one), self.act(other)) {
                    (Some(Act::Write(a, _)), Some(Act::Write(b, _) | Act::Read(b)))
                    | (Some(Act::Read(a)), Some(Act::Write(b, _))) => a == b,
                    _ => false,
                };
                if places {
                    let at = (self.state[one * WORDS], self.state[other * WORDS]);
                    out.push(Finding {
                        kind: FindingKind::Race,
                        message: format!("T{one} and T{other} race at {at:?}"),
                        threads: Vec::new(),
                        about: About::default(),
                    });
                }
            }
        }
    }

    fn transition_findings(&mut self, out: &mut Vec<Finding>) {
        out.extend(self.wrong.take());
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        out.clone_from(&self.state);
    }

    fn load(&mut self, state: &[u32]) {
        self.state.copy_from_slice(state);
        self.wrong = None;
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        let live = (0..self.threads.len()).filter(|&thread| self.act(thread).is_some());
        out.extend(live.map(|thread| thread as u16));
    }

    fn describe_stuck(&mut self, threads: &[u16], _round: &[u16]) -> Option<Finding> {
        Some(Finding {
            kind: FindingKind::PartialDeadlock,
            message: format!("{threads:?} are stuck"),
            threads: Vec::new(),
            about: About::default(),
        })
    }
}

impl Movement for Toy {
    fn instructions(&self) -> u64 {
        0
    }

    /// Locking is progress, and so is writing.
    fn advance_to_progress(&mut self, choice: Choice) -> (Step, bool) {
        let act = self.act(usize::from(choice.thread));
        let progress = matches!(act, Some(Act::Lock(_) | Act::Unlock(_) | Act::Write(..)));
        (self.advance(choice), progress)
    }
}

impl Footprints for Toy {
    fn tells_footprints(&self) -> bool {
        self.foresees
    }

    fn footprints(&mut self, out: &mut Vec<FootprintId>) -> bool {
        out.clear();
        for thread in 0..self.threads.len() {
            let footprint = self.work_out(thread);
            let known = self.footprints.iter().position(|it| *it == footprint);
            out.push(known.unwrap_or(self.footprints.len()) as FootprintId);
            if known.is_none() {
                self.footprints.push(footprint);
            }
        }
        true
    }

    fn all_footprints(&self) -> &[NumberedFootprint] {
        &self.footprints
    }

    fn renaming(&mut self) -> RenamingId {
        self.renaming
    }

    fn renamings(&self) -> &[Renaming] {
        &self.renamings
    }

    fn movable(&mut self) -> u64 {
        let threads = (0..self.threads.len()).filter(|thread| self.can_move(*thread));
        threads.fold(0, |all, thread| all | 1 << thread)
    }

    fn letter(&mut self) -> u32 {
        let letter = self.seen();
        let known = self.letters.iter().position(|it| *it == letter);
        if known.is_none() {
            self.letters.push(letter);
        }
        known.unwrap_or(self.letters.len() - 1) as u32
    }

    fn letters(&self) -> &[Vec<bool>] {
        &self.letters
    }

    fn pace(&self) -> Pace {
        Pace {
            turned: self.turned,
            wrong: self.wrong.is_some(),
        }
    }
}

impl Learning for Toy {}
impl Renumbering for Toy {}
impl Forking for Toy {}

/// A number below the bound.
fn below(dice: &mut Dice, bound: usize) -> u8 {
    dice.below(bound as u64) as u8
}

/// A random program: threads of some acts, with locks taken and left in order.
fn random(dice: &mut Dice) -> Vec<Vec<Act>> {
    let count = 2 + dice.below(3);
    // Some have boxes on all shelves to begin with, and mostly use them.
    let boxes = dice.below(3) == 0;
    let mut threads: Vec<_> = (0..count)
        .map(|_| random_thread(dice, count as u8, boxes))
        .collect();
    if boxes {
        let filled = [Act::Make, Act::Put(0), Act::Make, Act::Put(1)];
        let moved = |act| match act {
            Act::Jump(place) => Act::Jump(place + 4),
            Act::JumpIf(place, value) => Act::JumpIf(place + 4, value),
            act => act,
        };
        let acts = threads[0].iter().copied().map(moved);
        threads[0] = filled.into_iter().chain(acts).collect();
    }
    threads
}

fn random_thread(dice: &mut Dice, count: u8, boxes: bool) -> Vec<Act> {
    let mut acts = Vec::new();
    let mut held = Vec::new();
    // Places where it holds the same locks as at a jump: a lock is left only by who holds it.
    let mut alike: Vec<(Vec<u8>, u8)> = Vec::new();
    for _ in 0..2 + dice.below(7) {
        alike.push((held.clone(), acts.len() as u8));
        let targets: Vec<u8> = alike
            .iter()
            .filter(|(locks, _)| *locks == held)
            .map(|(_, place)| *place)
            .collect();
        let target = targets[usize::from(below(dice, targets.len()))];
        let variable = below(dice, VARIABLES);
        let kind = match boxes && dice.below(2) == 0 {
            true => 15 + dice.below(5),
            false => dice.below(20),
        };
        let act = match kind {
            0..=2 => Act::Read(variable),
            3..=5 => Act::Write(variable, below(dice, 3)),
            6 | 7 => {
                let lock = below(dice, LOCKS);
                if held.contains(&lock) {
                    Act::Pause
                } else {
                    held.push(lock);
                    Act::Lock(lock)
                }
            }
            8 | 9 => match held.pop() {
                Some(lock) => Act::Unlock(lock),
                None => Act::Pause,
            },
            10 => match dice.below(4) {
                0 => Act::Park,
                _ => Act::Unpark(below(dice, usize::from(count))),
            },
            11 => Act::Fail(below(dice, VALUES as usize)),
            12 | 13 => Act::JumpIf(target, below(dice, 3)),
            14 if dice.below(5) == 0 => Act::Jump(target),
            14 => Act::Pause,
            15 => Act::Make,
            16 => Act::Put(below(dice, SHELVES)),
            17 => Act::Take(below(dice, SHELVES)),
            18 => Act::Open,
            _ => Act::Fill(below(dice, 3)),
        };
        acts.push(act);
    }
    while let Some(lock) = held.pop() {
        acts.push(Act::Unlock(lock));
    }
    acts
}

/// What a search finds, and how many states it stores.
fn found(threads: &[Vec<Act>], foresees: bool) -> (BTreeSet<Finding>, u64) {
    let mut plan = plan(Search::DepthFirst);
    plan.all = true;
    plan.shorten = false;
    plan.glances = false;
    let (findings, statistics) = judged(threads, foresees, &plan);
    (findings, statistics.states)
}

fn judged(threads: &[Vec<Act>], foresees: bool, plan: &Plan) -> (BTreeSet<Finding>, Statistics) {
    let outcome = run(Toy::new(threads.to_vec(), foresees), plan);
    let findings = outcome.violations().iter();
    let findings = findings
        .map(|violation| violation.finding.clone())
        .collect();
    (findings, outcome.statistics)
}

#[test]
fn guessing_how_much_is_left_changes_nothing() {
    let mut dice = Dice::new(11);
    for number in 0..500 {
        let threads = random(&mut dice);
        let mut plan = plan(Search::DepthFirst);
        plan.all = true;
        plan.shorten = false;
        plan.glances = false;
        let (silent, counts) = judged(&threads, true, &plan);
        plan.estimate = true;
        let (guessing, counted) = judged(&threads, true, &plan);
        assert_eq!(silent, guessing, "program {number}: {threads:?}");
        let of = |it: Statistics| {
            [
                it.states,
                it.transitions,
                it.revisited,
                it.end_states,
                it.rounds,
            ]
        };
        assert_eq!(of(counts), of(counted), "program {number}: {threads:?}");
    }
}

#[test]
fn nothing_is_lost_on_random_programs() {
    // More of them, or others, by hand.
    let number = |name: &str, default| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let mut dice = Dice::new(number("TOY_SEED", 7));
    let (mut all, mut fewer) = (0, 0);
    for number in 0..number("TOY_PROGRAMS", 4000) {
        let threads = random(&mut dice);
        let (full, states) = found(&threads, false);
        let (lazy, stored) = found(&threads, true);
        assert_eq!(full, lazy, "program {number}: {threads:?}");
        all += states;
        fewer += stored;
    }
    assert!(fewer * 2 < all, "{fewer} states of {all} are left");
}

#[test]
fn who_goes_round_for_ever_does_not_keep_others_from_moving() {
    let threads = vec![
        vec![Act::Read(0), Act::Jump(0)],
        vec![Act::Read(1), Act::Fail(0)],
    ];
    let (found, _) = found(&threads, true);
    let fails = found.iter().any(|it| it.kind == FindingKind::Assertion);
    assert!(fails, "{found:?}");
}

/// One thread empties a shelf, by which the box on the other has another name, and opens that; the
/// other fills it meanwhile.
#[test]
fn a_box_is_the_same_by_any_name() {
    for value in 0..2 {
        let boxes = [Act::Make, Act::Put(0), Act::Make, Act::Put(1)];
        let fills = [Act::Unpark(1), Act::Pause, Act::Fill(1)];
        let threads = vec![
            [&boxes[..], &fills].concat(),
            vec![
                Act::Park,
                Act::Put(0),
                Act::Take(1),
                Act::Open,
                Act::Fail(value),
            ],
        ];
        let (found, _) = found(&threads, true);
        let fails = found.iter().any(|it| it.kind == FindingKind::Assertion);
        assert!(fails, "{value}: {found:?}");
    }
}

#[test]
fn independent_threads_have_one_order() {
    let thread = |variable| vec![Act::Write(variable, 1); 5];
    let threads = vec![thread(0), thread(1), thread(2)];
    let (full, states) = found(&threads, false);
    let (lazy, stored) = found(&threads, true);
    assert_eq!(full, lazy);
    assert_eq!((states, stored), (216, 2));
}
