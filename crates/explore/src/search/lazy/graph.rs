//! The graph of a lazy search: which choices were taken where, and what follows for the threads that
//! stand still meanwhile. See `lazy.rs` for what the numbers mean.

use std::collections::BinaryHeap;

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use machine::Choice;

use super::sets::{self, Row, Sets};
use crate::prospects::ProspectId;
use crate::store::StateId;
use crate::stuck::EdgeLog;

/// No node, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// The prospect of a thread of which nothing is known.
const ANYTHING: ProspectId = ProspectId::MAX;

/// Some threads, by number.
pub(super) type Threads = u64;

/// A state.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The edge by which it was first reached.
    via: u32,
    depth: u32,
    /// Where its choices begin; they end where those of the next node begin.
    choices: u32,
    /// Where what is known of its threads begins, and of how many; of none if nothing is known.
    threads: u32,
    count: u8,
    /// Whether its choices were cut off.
    cut: bool,
    /// Whether all choices are taken because it is on a cycle, whatever else would be enough.
    unfolded: bool,
    /// Whether the search has left it.
    left: bool,
    /// Whether what follows from it may have changed since.
    stale: bool,
    /// Who can move.
    movable: Threads,
    /// Who has choices.
    enabled: Threads,
    /// Whose choices are to be taken, or have been.
    explored: Threads,
    /// Those of them that are enough.
    taken: Threads,
    out: u32,
    ins: u32,
}

/// A step of a transition: the choice of a state, or of one that was passed through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    pub(super) choice: Choice,
    pub(super) prospect: ProspectId,
    pub(super) why: Why,
    /// The state, about.
    pub(super) mark: u64,
    /// Where the threads begin that waited for something there, and could not move; they end where
    /// those of the next step begin. Only for guesses.
    asleep: u32,
}

/// Why no other thread was given a choice in a state that was passed through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// None had one: it had to wait for this one to pick a value.
    Picks,
    /// None could move; the number of the set of what all were about to do.
    Alone(u32),
    /// It seemed that none would conflict.
    Guess,
}

/// A transition.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    /// [`NONE`] if it leads nowhere.
    to: u32,
    /// Where its steps begin; they end where those of the next edge begin.
    steps: u32,
    next_out: u32,
    next_in: u32,
    /// Whether nobody knows where it leads.
    lost: bool,
    /// Whether it passed through a state that must not be passed through, and was taken again.
    void: bool,
}

/// What is to be done about a state whose choices have been taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Nothing.
    Nothing,
    /// The choices of more threads than these.
    More(Threads),
    /// This choice again: it must not pass through as many states.
    Again(Choice),
}

/// What is likely, by what was found so far. It outlives a round of search.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    /// How often more than not an operation conflicted with what a thread did later that stood at a
    /// site.
    by_site: HashMap<(ProspectId, u32, u32), i8, FixedState>,
    /// The same for a thread, wherever it stood.
    by_thread: HashMap<(ProspectId, u32), i8, FixedState>,
    /// Whether there was a search to find that out.
    pub(super) scouted: bool,
}

impl Hints {
    fn note(&mut self, operation: ProspectId, thread: u32, site: u32, conflicted: bool) {
        let by_site = self.by_site.entry((operation, thread, site)).or_insert(0);
        *by_site = count(*by_site, conflicted);
        self.note_thread(operation, thread, conflicted);
    }

    fn note_thread(&mut self, operation: ProspectId, thread: u32, conflicted: bool) {
        let by_thread = self.by_thread.entry((operation, thread)).or_insert(0);
        *by_thread = count(*by_thread, conflicted);
    }

    fn is_likely(&self, operation: ProspectId, thread: u32, site: u32) -> bool {
        let by_site = self.by_site.get(&(operation, thread, site)).copied();
        let by_thread = || self.by_thread.get(&(operation, thread)).copied();
        let often = by_site.filter(|it| *it != 0).or_else(by_thread);
        often.is_some_and(|it| it > 0)
    }
}

/// One more for or against, of so many at most.
fn count(so_far: i8, more: bool) -> i8 {
    match more {
        true => (so_far + 1).min(8),
        false => (so_far - 1).max(-8),
    }
}

/// All states and transitions of a search.
#[derive(Debug)]
pub(super) struct Graph<'a> {
    pub(super) sets: Sets,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    choices: Vec<Choice>,
    /// What the threads of each state are about to do.
    standing: Vec<ProspectId>,
    /// What the others may do before each of them moves: a row for each.
    meanwhile: Vec<u64>,
    /// Words of a row.
    width: usize,
    /// What all were about to do where one alone could move.
    pending: Vec<Row>,
    pending_numbers: HashMap<Row, u32, FixedState>,
    /// Rows to work with.
    rows: Vec<Vec<u64>>,
    steps: Vec<Passed>,
    /// Threads that waited, and what for.
    asleep: Vec<(u8, ProspectId)>,
    pub(super) hints: &'a mut Hints,
    /// States that must not be passed through.
    stops: HashSet<u64, FixedState>,
    /// States whose successors have changed; those that were reached last come first.
    stale: BinaryHeap<u32>,
}

/// Where a transition led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    State(u32),
    /// This run does not count.
    Pruned,
    /// Nobody knows.
    Lost,
}

/// A state as it is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'a> {
    pub(super) choices: &'a [Choice],
    /// What the threads are about to do, if that is known.
    pub(super) prospects: Option<&'a [ProspectId]>,
    pub(super) movable: Threads,
    /// Who moved last.
    pub(super) last: u16,
}

impl<'a> Graph<'a> {
    pub(super) fn new(hints: &'a mut Hints) -> Graph<'a> {
        Graph {
            sets: Sets::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            choices: Vec::new(),
            standing: Vec::new(),
            meanwhile: Vec::new(),
            width: 1,
            pending: Vec::new(),
            pending_numbers: HashMap::with_hasher(FixedState::default()),
            rows: Vec::new(),
            steps: Vec::new(),
            asleep: Vec::new(),
            hints,
            stops: HashSet::with_hasher(FixedState::default()),
            stale: BinaryHeap::new(),
        }
    }

    /// Where a thread with this prospect stands.
    pub(super) fn site(&self, id: ProspectId) -> u32 {
        self.sets.known(id).site
    }

    /// A row without anything in it.
    fn row(&mut self) -> Vec<u64> {
        let mut row = self.rows.pop().unwrap_or_default();
        row.clear();
        row.resize(self.width.max(self.sets.width()), 0);
        row
    }

    fn give_back(&mut self, row: Vec<u64>) {
        self.rows.push(row);
    }

    /// Makes all rows as wide as they have to be.
    fn widen_rows(&mut self) {
        let needed = self.sets.width();
        if needed <= self.width {
            return;
        }
        let wider = needed.next_power_of_two();
        let mut rows = vec![0; self.standing.len() * wider];
        let old = self.meanwhile.chunks_exact(self.width);
        for (new, old) in rows.chunks_exact_mut(wider).zip(old) {
            new[..old.len()].copy_from_slice(old);
        }
        self.meanwhile = rows;
        self.width = wider;
    }

    /// Adds what an operation does to others, or everything if nobody knows.
    fn add_effects(&self, row: &mut [u64], id: ProspectId) {
        match id {
            ANYTHING => sets::add_anything(row),
            id => {
                sets::add(row, &self.sets.known(id).effects);
            }
        }
    }

    /// The number of the set of what all threads are about to do.
    fn pending(&mut self, prospects: &[ProspectId]) -> u32 {
        let mut row = self.row();
        for id in prospects {
            self.add_effects(&mut row, *id);
        }
        let end = row.iter().rposition(|it| *it != 0).map_or(0, |it| it + 1);
        if let Some(known) = self.pending_numbers.get(&row[..end]) {
            let known = *known;
            self.give_back(row);
            return known;
        }
        let number = self.pending.len() as u32;
        let set: Row = row[..end].into();
        self.pending_numbers.insert(set.clone(), number);
        self.pending.push(set);
        self.give_back(row);
        number
    }

    /// Adds the next state.
    pub(super) fn add(&mut self, found: Found<'_>, depth: u32) -> u32 {
        let number = index(self.nodes.len());
        let enabled = found.choices.iter().fold(0, |all, it| all | bit(it.thread));
        let mut node = Node {
            via: NONE,
            depth,
            choices: index(self.choices.len()),
            threads: index(self.standing.len()),
            count: 0,
            cut: false,
            unfolded: false,
            left: false,
            stale: false,
            movable: found.movable,
            enabled,
            explored: enabled,
            taken: enabled,
            out: NONE,
            ins: NONE,
        };
        self.choices.extend_from_slice(found.choices);
        if let Some(prospects) = found.prospects {
            node.count = prospects.len() as u8;
            self.standing.extend_from_slice(prospects);
            self.widen_rows();
            let words = self.standing.len() * self.width;
            self.meanwhile.resize(words, 0);
            node.explored = self.begin_with(found, prospects);
            node.taken = node.explored;
        }
        self.nodes.push(node);
        number
    }

    /// With whom to begin: with those who, by what is known, conflict with the fewest others.
    fn begin_with(&mut self, found: Found<'_>, prospects: &[ProspectId]) -> Threads {
        let enabled = found.choices.iter().fold(0, |all, it| all | bit(it.thread));
        let mut best = (usize::MAX, true, enabled);
        for first in threads(enabled) {
            let taken = closure(enabled, first, |thread| {
                self.guess(prospects, found.movable, thread)
            });
            let cost = (
                cost(found.choices, taken),
                taken & bit(found.last) == 0,
                taken,
            );
            best = best.min(cost);
        }
        best.2
    }

    /// A choice to take without storing the state, because no other is likely to matter.
    pub(super) fn pass(&mut self, found: Found<'_>, mark: u64) -> Option<(Choice, Why)> {
        let first = found.choices.first()?;
        let of_one = found.choices.iter().all(|it| it.thread == first.thread);
        let is_alone = found.movable == bit(first.thread);
        if of_one && found.choices.len() > 1 {
            return None;
        }
        let Some(prospects) = found.prospects else {
            return of_one.then_some((*first, Why::Picks));
        };
        if of_one {
            let why = match is_alone {
                true => Why::Alone(self.pending(prospects)),
                false => Why::Picks,
            };
            return Some((*first, why));
        }
        if self.stops.contains(&mark) {
            return None;
        }
        let last = found.choices.iter().filter(|it| it.thread == found.last);
        let others = found.choices.iter().filter(|it| it.thread != found.last);
        let mut seen = 0;
        for choice in last.chain(others) {
            let of_thread = found.choices.iter().filter(|it| it.thread == choice.thread);
            if seen & bit(choice.thread) != 0 || of_thread.count() > 1 {
                continue;
            }
            seen |= bit(choice.thread);
            let thread = u32::from(choice.thread);
            if self.guess(prospects, found.movable, thread) == 0 {
                return Some((*choice, Why::Guess));
            }
        }
        None
    }

    /// The threads that may do something that conflicts with what this one is about to do, as far as
    /// can be told before it does it.
    fn guess(&self, prospects: &[ProspectId], movable: Threads, thread: u32) -> Threads {
        let id = prospects[thread as usize];
        if self.sets.known(id).is_free() {
            return 0;
        }
        let mut found = 0;
        for (other, of_other) in prospects.iter().enumerate() {
            if other as u32 == thread {
                continue;
            }
            let known = self.sets.known(*of_other);
            let is_asleep = known.waits && movable & 1 << other == 0;
            let conflicts = (!is_asleep && self.sets.rivals(id, &known.effects) != 0)
                || self.hints.is_likely(id, other as u32, known.site);
            found |= Threads::from(conflicts) << other;
        }
        found
    }

    /// The threads that may do something that conflicts with what this one is about to do, once its
    /// choices have been taken.
    fn rivals(&mut self, node: &Node, thread: u32) -> Threads {
        let id = self.of(node, thread);
        if self.sets.known(id).is_free() {
            return 0;
        }
        let mut all = self.row();
        self.add_here(&mut all, node);
        let mut edge = node.out;
        while edge != NONE {
            let Edge { next_out, void, .. } = self.edges[edge as usize];
            if !void && self.first_step(edge).choice.thread == thread as u16 {
                self.add_after(&mut all, edge, thread, 1);
            }
            edge = next_out;
        }
        let mut found = self.sets.rivals(id, &all);
        if found != 0 {
            found &= self.movers(node, thread, &all);
        }
        self.give_back(all);
        found
    }

    /// Remembers who conflicted with a thread's operation, and if that is final, who did not.
    fn note(&mut self, node: &Node, thread: u32, rivals: Threads, is_final: bool) {
        let operation = self.of(node, thread);
        for other in threads(below(node.count) & !(1 << thread)) {
            let conflicted = rivals & 1 << other != 0;
            if conflicted || is_final {
                let site = self.site(self.of(node, other));
                self.hints.note(operation, other, site, conflicted);
            }
        }
    }

    /// Adds what all threads of a state are about to do.
    fn add_here(&self, row: &mut [u64], node: &Node) {
        for thread in 0..u32::from(node.count) {
            self.add_effects(row, self.of(node, thread));
        }
    }

    /// The threads that can move before this one does, if those have the accesses of `all`.
    fn movers(&self, node: &Node, thread: u32, all: &[u64]) -> Threads {
        let others = below(node.count) & !(1 << thread);
        // Whoever has not been started yet is nobody's to wait for.
        let mut movers = node.movable & others | !below(node.count);
        for other in threads(others & !movers) {
            let waits = self.sets.known(self.of(node, other)).waits;
            movers |= Threads::from(!waits) << other;
        }
        loop {
            let mut more = 0;
            for other in threads(others & !movers) {
                let lets = self.sets.rivals(self.of(node, other), all) & movers;
                more |= Threads::from(lets != 0) << other;
            }
            if more == 0 {
                return movers;
            }
            movers |= more;
        }
    }

    /// Adds what the others may do after some steps of a transition, before the thread moves.
    fn add_after(&mut self, row: &mut [u64], edge: u32, thread: u32, after: usize) {
        let mut later = self.row();
        self.add_meanwhile(&mut later, self.edges[edge as usize].to, thread);
        for position in self.steps_of(edge).skip(after).rev() {
            let Passed {
                choice,
                prospect,
                why,
                ..
            } = self.steps[position];
            let itself = u32::from(choice.thread) == thread;
            if let Why::Alone(pending) = why
                && itself
            {
                later.fill(0);
                sets::add(&mut later, &self.pending[pending as usize]);
                continue;
            }
            if !itself {
                self.add_effects(&mut later, prospect);
            }
            self.leave_asleep(&mut later, position, thread);
        }
        sets::add(row, &later);
        self.give_back(later);
    }

    /// Adds what the others may do from a state on before the thread moves.
    fn add_meanwhile(&self, row: &mut [u64], number: u32, thread: u32) {
        if number == NONE {
            return;
        }
        let node = &self.nodes[number as usize];
        match thread < u32::from(node.count) {
            true => {
                let first = (node.threads + thread) as usize * self.width;
                sets::add(row, &self.meanwhile[first..first + self.width]);
            }
            false => sets::add_anything(row),
        }
    }

    /// Leaves out what threads do that can't move where a state was passed through, before the thread
    /// moves; but for what they are about to do.
    fn leave_asleep(&self, row: &mut [u64], position: usize, thread: u32) {
        let asleep = self.asleep_at(position);
        if asleep.is_empty() {
            return;
        }
        let awake = self.awake(position, thread, row);
        let still = asleep.iter().filter(|it| awake & bit(u16::from(it.0)) == 0);
        self.sets
            .without(row, still.clone().map(|it| u32::from(it.0)));
        for (_, prospect) in still {
            self.add_effects(row, *prospect);
        }
    }

    fn asleep_at(&self, position: usize) -> &[(u8, ProspectId)] {
        let end = self.steps.get(position + 1);
        let end = end.map_or(self.asleep.len(), |step| step.asleep as usize);
        &self.asleep[self.steps[position].asleep as usize..end]
    }

    /// A step of a transition by which it passed through a state in vain.
    fn failure(&mut self, edge: u32) -> Option<usize> {
        let mut after = self.row();
        let mut failed = None;
        for (index, position) in self.steps_of(edge).enumerate().skip(1) {
            let Passed {
                choice,
                prospect,
                why,
                ..
            } = self.steps[position];
            if why != Why::Guess || self.sets.known(prospect).is_free() {
                continue;
            }
            let thread = u32::from(choice.thread);
            after.fill(0);
            self.add_after(&mut after, edge, thread, index + 1);
            let found = self.sets.rivals(prospect, &after);
            let awake = match found {
                0 => 0,
                _ => self.awake(position, thread, &after),
            };
            if found & awake != 0 {
                for other in threads(found & awake) {
                    self.hints.note_thread(prospect, other, true);
                }
                failed = Some(position);
                break;
            }
        }
        self.give_back(after);
        failed
    }

    /// The threads that can move, from where a state was passed through, before this one does, if they
    /// have the accesses of `all`.
    fn awake(&self, position: usize, thread: u32, all: &[u64]) -> Threads {
        let asleep = self.asleep_at(position);
        let bits = asleep.iter().map(|it| bit(u16::from(it.0)));
        let mut awake = !bits.fold(1 << thread, |all, it| all | it);
        loop {
            let before = awake;
            for (other, prospect) in asleep {
                let itself = u32::from(*other) == thread;
                if !itself && self.sets.rivals(*prospect, all) & awake != 0 {
                    awake |= bit(u16::from(*other));
                }
            }
            if awake == before {
                return awake;
            }
        }
    }

    /// Whether the choices that have been taken in a state are enough, by what has been found.
    pub(super) fn examine(&mut self, number: u32) -> Need {
        let mut node = self.nodes[number as usize];
        if node.count == 0 {
            return Need::Nothing;
        }
        let mut edge = node.out;
        while edge != NONE {
            let Edge { next_out, void, .. } = self.edges[edge as usize];
            if !void && let Some(position) = self.failure(edge) {
                self.stops.insert(self.steps[position].mark);
                self.edges[edge as usize].void = true;
                return Need::Again(self.first_step(edge).choice);
            }
            edge = next_out;
        }
        let mut rivals = [None; 64];
        let mut best = (usize::MAX, node.enabled);
        let mut next = (usize::MAX, node.enabled);
        for first in threads(node.explored) {
            let taken = closure(node.enabled, first, |thread| {
                let of_thread = &mut rivals[thread as usize];
                *of_thread.get_or_insert_with(|| match node.explored & 1 << thread {
                    0 => self.guess_at(&node, thread),
                    _ => self.rivals(&node, thread),
                })
            });
            let cost = cost(self.choices_of(number), taken);
            let found = match taken & !node.explored {
                0 => &mut best,
                _ => &mut next,
            };
            *found = (*found).min((cost, taken));
        }
        let before = node.explored;
        let is_final = best.0 != usize::MAX || before == node.enabled;
        for thread in threads(before) {
            if let Some(rivals) = rivals[thread as usize] {
                self.note(&node, thread, rivals, is_final);
            }
        }
        if is_final {
            node.taken = match node.unfolded {
                true => node.enabled,
                false => best.1,
            };
            self.nodes[number as usize] = node;
            return Need::Nothing;
        }
        node.taken = next.1;
        node.explored |= next.1;
        self.nodes[number as usize] = node;
        Need::More(before)
    }

    fn guess_at(&self, node: &Node, thread: u32) -> Threads {
        let first = node.threads as usize;
        let prospects = &self.standing[first..first + usize::from(node.count)];
        self.guess(prospects, node.movable, thread)
    }

    /// Works out what the others may do while each thread stands still, from what follows the state.
    /// Whoever leads here is to look again, if that is more than before.
    pub(super) fn settle(&mut self, number: u32) {
        self.widen_rows();
        let node = self.nodes[number as usize];
        let mut here = self.row();
        self.add_here(&mut here, &node);
        let mut all = self.row();
        let mut grown = false;
        for thread in 0..u32::from(node.count) {
            let only = node.taken == 1 << thread;
            all.fill(0);
            let mut edge = node.out;
            while edge != NONE {
                let Edge { next_out, void, .. } = self.edges[edge as usize];
                let Passed {
                    choice, prospect, ..
                } = self.first_step(edge);
                let counts = !void && node.taken & bit(choice.thread) != 0;
                if counts && (u32::from(choice.thread) != thread || only) {
                    self.add_effects(&mut all, prospect);
                    self.add_after(&mut all, edge, thread, 1);
                }
                edge = next_out;
            }
            let movers = self.movers(&node, thread, &all);
            self.sets
                .without(&mut all, threads(below(node.count) & !movers));
            sets::add(&mut all, &here);
            let first = (node.threads + thread) as usize * self.width;
            grown |= sets::add(&mut self.meanwhile[first..first + self.width], &all);
        }
        self.give_back(all);
        self.give_back(here);
        self.nodes[number as usize].left = true;
        if !grown {
            return;
        }
        let mut edge = node.ins;
        while edge != NONE {
            let Edge { from, next_in, .. } = self.edges[edge as usize];
            edge = next_in;
            let pred = &mut self.nodes[from as usize];
            if pred.left && !pred.stale && pred.count > 0 {
                pred.stale = true;
                self.stale.push(from);
            }
        }
    }

    /// Whether something was explored in vain.
    pub(super) fn is_wasteful(&self) -> bool {
        self.edges.iter().any(|edge| edge.void)
            || self.nodes.iter().any(|node| node.taken != node.explored)
    }

    /// Finds out what is likely from what there is of a search that is not complete.
    pub(super) fn look_back(&mut self) {
        for number in (0..index(self.nodes.len())).rev() {
            self.settle(number);
            let node = self.nodes[number as usize];
            for thread in threads(node.explored & below(node.count)) {
                let rivals = self.rivals(&node, thread);
                self.note(&node, thread, rivals, true);
            }
        }
    }

    /// A state that has to look again at what follows it.
    pub(super) fn next_stale(&mut self) -> Option<u32> {
        let number = self.stale.pop()?;
        self.nodes[number as usize].stale = false;
        Some(number)
    }

    fn of(&self, node: &Node, thread: u32) -> ProspectId {
        self.standing[(node.threads + thread) as usize]
    }

    /// The choices of a state, of all threads.
    pub(super) fn choices_of(&self, number: u32) -> &[Choice] {
        let first = self.nodes[number as usize].choices as usize;
        let end = self.nodes.get(number as usize + 1);
        let end = end.map_or(self.choices.len(), |node| node.choices as usize);
        &self.choices[first..end]
    }

    /// The threads whose choices are to be taken.
    pub(super) fn explored(&self, number: u32) -> Threads {
        let node = &self.nodes[number as usize];
        match node.count {
            0 => Threads::MAX,
            _ => node.explored,
        }
    }

    pub(super) fn depth(&self, number: u32) -> u32 {
        self.nodes[number as usize].depth
    }

    /// The choices of a state are not taken, because it is too deep.
    pub(super) fn cut(&mut self, number: u32) {
        self.nodes[number as usize].cut = true;
    }

    /// Takes all choices of a state. Says whose have been taken before.
    pub(super) fn take_all(&mut self, number: u32) -> Threads {
        let node = &mut self.nodes[number as usize];
        node.taken = node.enabled;
        node.unfolded = true;
        std::mem::replace(&mut node.explored, node.enabled)
    }

    /// Whether every choice that there is has been taken.
    pub(super) fn is_whole(&self, number: u32) -> bool {
        let node = &self.nodes[number as usize];
        node.taken == node.enabled
    }

    /// Adds a transition by some steps.
    pub(super) fn connect(&mut self, from: u32, steps: &[Passed], end: End) {
        let number = index(self.edges.len());
        let to = match end {
            End::State(to) => to,
            End::Pruned | End::Lost => NONE,
        };
        let next_out = std::mem::replace(&mut self.nodes[from as usize].out, number);
        let mut next_in = NONE;
        if to != NONE {
            let target = &mut self.nodes[to as usize];
            next_in = std::mem::replace(&mut target.ins, number);
            if target.via == NONE && to != 0 {
                target.via = number;
            }
        }
        self.edges.push(Edge {
            from,
            to,
            steps: index(self.steps.len()),
            next_out,
            next_in,
            lost: end == End::Lost,
            void: false,
        });
        self.steps.extend_from_slice(steps);
    }

    /// Notes a step of the transition that is being taken, in the state that was found.
    pub(super) fn passed(
        &mut self,
        found: Found<'_>,
        choice: Choice,
        why: Why,
        mark: u64,
    ) -> Passed {
        let asleep = index(self.asleep.len());
        let mut prospect = ANYTHING;
        if let Some(prospects) = found.prospects {
            prospect = prospects[usize::from(choice.thread)];
            let mover = bit(choice.thread);
            let still = threads(below(prospects.len() as u8) & !found.movable & !mover);
            for thread in still.filter(|_| why == Why::Guess) {
                let of_thread = prospects[thread as usize];
                if self.sets.known(of_thread).waits {
                    self.asleep.push((thread as u8, of_thread));
                }
            }
        }
        Passed {
            choice,
            prospect,
            why,
            mark,
            asleep,
        }
    }

    fn steps_of(&self, edge: u32) -> std::ops::Range<usize> {
        let end = self.edges.get(edge as usize + 1);
        let end = end.map_or(self.steps.len(), |edge| edge.steps as usize);
        self.edges[edge as usize].steps as usize..end
    }

    fn first_step(&self, edge: u32) -> Passed {
        self.steps[self.edges[edge as usize].steps as usize]
    }

    /// The steps from the first state to this one.
    pub(super) fn way_to(&self, number: u32) -> Vec<Choice> {
        let mut edges = Vec::new();
        let mut via = self.nodes[number as usize].via;
        while via != NONE {
            edges.push(via);
            via = self.nodes[self.edges[via as usize].from as usize].via;
        }
        let steps = edges.into_iter().rev().flat_map(|it| self.steps_of(it));
        steps.map(|position| self.steps[position].choice).collect()
    }

    /// The successors of a state.
    pub(super) fn successors(&self, number: u32) -> impl Iterator<Item = u32> {
        let mut edge = self.nodes[number as usize].out;
        std::iter::from_fn(move || {
            while edge != NONE {
                let Edge {
                    to, next_out, void, ..
                } = self.edges[edge as usize];
                edge = next_out;
                if to != NONE && !void {
                    return Some(to);
                }
            }
            None
        })
    }

    /// All transitions, for whoever looks for stuck threads.
    pub(super) fn log(&self) -> EdgeLog {
        let mut log = EdgeLog::unlimited();
        for node in &self.nodes {
            if node.cut {
                log.lost();
            }
            let mut edge = node.out;
            while edge != NONE {
                let Edge {
                    to, next_out, lost, ..
                } = self.edges[edge as usize];
                for position in self.steps_of(edge) {
                    log.moves(self.steps[position].choice.thread);
                }
                match to {
                    NONE if lost => log.lost(),
                    NONE => {}
                    to => log.edge(self.first_step(edge).choice.thread, StateId(to)),
                }
                edge = next_out;
            }
            log.next();
        }
        log
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory it holds.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.standing.capacity() * size_of::<ProspectId>()
            + self.meanwhile.capacity() * size_of::<u64>()
            + self.steps.capacity() * size_of::<Passed>()
            + self.asleep.capacity() * size_of::<(u8, ProspectId)>()
            + self.sets.bytes()
    }
}

/// The fewest threads, with this one, so that each has its rivals with it; all, if one of those can't
/// move.
fn closure(enabled: Threads, first: u32, mut rivals: impl FnMut(u32) -> Threads) -> Threads {
    let mut taken = 0;
    let mut left: Threads = 1 << first;
    while left != 0 {
        let thread = left.trailing_zeros();
        left &= left - 1;
        if enabled & 1 << thread == 0 {
            return enabled;
        }
        taken |= 1 << thread;
        left |= rivals(thread) & !taken;
    }
    taken
}

/// How many choices some threads have.
fn cost(choices: &[Choice], taken: Threads) -> usize {
    let of_taken = choices.iter().filter(|it| taken & bit(it.thread) != 0);
    of_taken.count()
}

fn bit(thread: u16) -> Threads {
    1u64.checked_shl(u32::from(thread)).unwrap_or(0)
}

/// The threads with smaller numbers.
fn below(count: u8) -> Threads {
    1u64.checked_shl(u32::from(count))
        .map_or(Threads::MAX, |it| it - 1)
}

/// The numbers of some threads.
fn threads(mut set: Threads) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let thread = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(thread)
    })
}

fn index(length: usize) -> u32 {
    u32::try_from(length).expect("fewer than 2^32 states and edges are kept")
}
