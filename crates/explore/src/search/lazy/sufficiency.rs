//! Which choices of a state are enough, by what is known of the states that follow it. See `lazy.rs`
//! for why.

use machine::Choice;

use super::graph::{
    Edge, Found, Graph, NONE, Node, Passed, Threads, Why, below, bit, index, threads,
};
use super::sets;
use crate::footprints::FootprintId;

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

impl Graph<'_> {
    /// With whom to begin: with those who, by what is known, conflict with the fewest others.
    pub(super) fn begin_with(&mut self, found: Found<'_>, footprints: &[FootprintId]) -> Threads {
        let enabled = found.choices.iter().fold(0, |all, it| all | bit(it.thread));
        let count = found.choices.len().max(1);
        if let Some(picked) = self.hints.pick(self.nodes.len() as u64, count) {
            let picked = found.choices.get(picked).map_or(0, |it| bit(it.thread));
            return self.with_all(enabled, picked, |thread| footprints[thread as usize]);
        }
        let mut best = (usize::MAX, true, enabled);
        for first in threads(enabled) {
            let taken = closure(enabled, first, |thread| {
                self.guess(footprints, found.movable, thread)
            });
            let taken = self.with_all(enabled, taken, |thread| footprints[thread as usize]);
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
        let Some(footprints) = found.footprints else {
            return of_one.then_some((*first, Why::Picks));
        };
        if of_one {
            let why = match is_alone {
                true => Why::Alone(self.pending(footprints)),
                false => Why::Picks,
            };
            return Some((*first, why));
        }
        if self.stops.contains(&mark) {
            return None;
        }
        // By whim, every other state is passed through.
        if let Some(picked) = self.hints.pick(mark, 2 * found.choices.len()) {
            let choice = found.choices.get(picked)?;
            let of_thread = found.choices.iter().filter(|it| it.thread == choice.thread);
            let thread = u32::from(choice.thread);
            let fits = of_thread.count() == 1
                && !self.is_visible(footprints[thread as usize])
                && self.guess(footprints, found.movable, thread) == 0;
            return fits.then_some((*choice, Why::Guess));
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
            let visible = self.is_visible(footprints[thread as usize]);
            if !visible && self.guess(footprints, found.movable, thread) == 0 {
                return Some((*choice, Why::Guess));
            }
        }
        None
    }

    /// The threads to be taken with these: all, if somebody outside may see what one of them is about to
    /// do (`formulas.rs`).
    fn with_all(
        &self,
        enabled: Threads,
        taken: Threads,
        footprint: impl Fn(u32) -> FootprintId,
    ) -> Threads {
        let is_seen = threads(taken).any(|it| self.is_visible(footprint(it)));
        if is_seen { enabled } else { taken }
    }

    /// The threads that may do something that conflicts with what this one is about to do, as far as
    /// can be told before it does it.
    fn guess(&self, footprints: &[FootprintId], movable: Threads, thread: u32) -> Threads {
        let id = footprints[thread as usize];
        if self.sets.known(id).is_free() {
            return 0;
        }
        let mut found = 0;
        for (other, of_other) in footprints.iter().enumerate() {
            if other as u32 == thread {
                continue;
            }
            let known = self.sets.known(*of_other);
            let is_asleep = known.waits && movable & 1 << other == 0;
            let conflicts = (!is_asleep && self.sets.dependents(id, &known.effects) != 0)
                || (self.hints.whim.is_none()
                    && self.hints.is_likely(id, other as u32, known.site));
            found |= Threads::from(conflicts) << other;
        }
        found
    }

    /// The threads that may do something that conflicts with what this one is about to do, once its
    /// choices have been taken.
    fn dependents(&mut self, node: &Node, thread: u32) -> Threads {
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
                self.add_after_first(&mut all, edge, thread);
            }
            edge = next_out;
        }
        let mut found = self.sets.dependents(id, &all);
        if found != 0 {
            found &= self.movers(node, thread, &all);
        }
        self.give_back(all);
        found
    }

    /// Remembers who conflicted with a thread's operation, and if that is final, who did not.
    fn note(&mut self, node: &Node, thread: u32, dependents: Threads, is_final: bool) {
        let operation = self.of(node, thread);
        for other in threads(below(node.count) & !(1 << thread)) {
            let conflicted = dependents & 1 << other != 0;
            if conflicted || is_final {
                let site = self.site(self.of(node, other));
                self.hints.note(operation, other, site, conflicted);
            }
        }
    }

    /// Adds what all threads of a state are about to do.
    fn add_here(&self, row: &mut Vec<u64>, node: &Node) {
        for thread in 0..u32::from(node.count) {
            self.add_effects(row, self.of(node, thread));
        }
    }

    /// The threads that can move before this one does, if those have the accesses of `all`.
    fn movers(&self, node: &Node, thread: u32, all: &[u64]) -> Threads {
        let others = below(node.count) & !(1 << thread);
        let unstarted = !below(node.count) & self.sets.present();
        let mut movers = node.movable & others;
        for other in threads(others & !movers) {
            let waits = self.sets.known(self.of(node, other)).waits;
            movers |= Threads::from(!waits) << other;
        }
        loop {
            let mut more = 0;
            for other in threads(others & !movers) {
                let lets = self.sets.dependents(self.of(node, other), all) & movers;
                more |= Threads::from(lets != 0) << other;
            }
            if unstarted & !movers != 0 && self.sets.starters(all) & movers != 0 {
                more |= unstarted;
            }
            if more == 0 {
                return movers;
            }
            movers |= more;
        }
    }

    /// Adds what the others may do after the first step of a transition, before the thread moves.
    /// Objects have the names they had before that step.
    fn add_after_first(&mut self, row: &mut Vec<u64>, edge: u32, thread: u32) {
        let Edge {
            to, done, special, ..
        } = self.edges[edge as usize];
        if special & 1 << thread != 0 {
            self.add_after(row, edge, thread);
            return;
        }
        let mut later = self.row();
        self.add_meanwhile(&mut later, to, thread);
        for position in self.steps_of(edge).rev() {
            let renaming = self.steps[position].renaming;
            self.sets.rename(&mut later, renaming);
        }
        sets::add(row, &later);
        self.sets.add_of_others(row, self.kept.get(done), thread);
        self.give_back(later);
    }

    /// The same where it matters in what order the steps do what they do.
    fn add_after(&mut self, row: &mut Vec<u64>, edge: u32, thread: u32) {
        let mut later = self.row();
        self.add_meanwhile(&mut later, self.edges[edge as usize].to, thread);
        let first = self.steps_of(edge).start;
        for position in self.steps_of(edge).rev() {
            let renaming = self.steps[position].renaming;
            self.sets.rename(&mut later, renaming);
            if position != first {
                self.add_step(&mut later, position, thread);
            }
        }
        sets::add(row, &later);
        self.give_back(later);
    }

    /// Makes what the others may do after a step of a transition, before the thread moves, what they
    /// may do from that step on.
    fn add_step(&self, later: &mut Vec<u64>, position: usize, thread: u32) {
        let step = self.steps[position];
        let itself = u32::from(step.choice.thread) == thread;
        if let Why::Alone(pending) = step.why
            && itself
        {
            later.clear();
            sets::add(later, self.kept.get(pending));
            return;
        }
        if !itself {
            self.add_done(later, &step);
        }
        self.leave_asleep(later, position, thread);
    }

    /// Adds what the others may do from a state on before the thread moves.
    fn add_meanwhile(&self, row: &mut Vec<u64>, number: u32, thread: u32) {
        if number == NONE {
            return;
        }
        let node = &self.nodes[number as usize];
        match thread < u32::from(node.count) {
            true => {
                let set = self.meanwhile[(node.threads + thread) as usize];
                sets::add(row, self.kept.get(set));
            }
            false => sets::add_anything(row),
        }
    }

    /// Leaves out what threads do that can't move where a state was passed through, before the thread
    /// moves; but for what they are about to do.
    fn leave_asleep(&self, row: &mut Vec<u64>, position: usize, thread: u32) {
        let asleep = self.asleep_at(position);
        let unstarted = !below(self.steps[position].count) & self.sets.present();
        if asleep.is_empty() && unstarted == 0 {
            return;
        }
        let awake = self.awake(position, thread, row);
        self.sets.without(row, threads(unstarted & !awake));
        let still = asleep.iter().filter(|it| awake & bit(u16::from(it.0)) == 0);
        self.sets
            .without(row, still.clone().map(|it| u32::from(it.0)));
        for (_, footprint) in still {
            self.add_effects(row, *footprint);
        }
    }

    /// A step of a transition by which it passed through a state in vain.
    fn failure(&mut self, edge: u32) -> Option<usize> {
        let Edge { to, checked, .. } = self.edges[edge as usize];
        let grown = match to {
            NONE => 0,
            to => self.nodes[to as usize].grown,
        };
        if checked == grown {
            return None;
        }
        self.edges[edge as usize].checked = grown;
        let mut movers = 0;
        for position in self.steps_of(edge).skip(1) {
            let step = self.steps[position];
            if step.why == Why::Guess && !self.sets.known(step.footprint).is_free() {
                movers |= bit(step.choice.thread);
            }
        }
        let failed = threads(movers).filter_map(|it| self.first_failure(edge, it));
        let (position, dependents) = failed.min()?;
        let footprint = self.steps[position].footprint;
        for other in threads(dependents) {
            self.hints.note_thread(footprint, other, true);
        }
        Some(position)
    }

    /// The first step of a thread by which a transition passed through a state in vain, and those who
    /// could have come between.
    fn first_failure(&mut self, edge: u32, thread: u32) -> Option<(usize, Threads)> {
        let mut later = self.row();
        self.add_meanwhile(&mut later, self.edges[edge as usize].to, thread);
        let mut failed = None;
        for position in self.steps_of(edge).skip(1).rev() {
            let Passed {
                choice,
                footprint,
                why,
                renaming,
                ..
            } = self.steps[position];
            self.sets.rename(&mut later, renaming);
            let is_guess = why == Why::Guess && u32::from(choice.thread) == thread;
            if is_guess && !self.sets.known(footprint).is_free() {
                let found =
                    self.sets.dependents(footprint, &later) | self.about_to(position, thread);
                let dependents = match found {
                    0 => 0,
                    found => found & self.awake(position, thread, &later),
                };
                if dependents != 0 {
                    failed = Some((position, dependents));
                }
            }
            self.add_step(&mut later, position, thread);
        }
        self.give_back(later);
        failed
    }

    /// The threads that could not move where a state was passed through, and were about to do something
    /// that conflicts with the step of this one. The step may have woken them, so that it is not found
    /// after it any more. Of those who could move nobody was: see [`Graph::guess`].
    fn about_to(&self, position: usize, thread: u32) -> Threads {
        let footprint = self.steps[position].footprint;
        let others = self.asleep_at(position).iter();
        let others = others.filter(|(other, of_other)| {
            let known = self.sets.known(*of_other);
            u32::from(*other) != thread && self.sets.dependents(footprint, &known.effects) != 0
        });
        others.fold(0, |all, (other, _)| all | bit(u16::from(*other)))
    }

    /// The threads that can move, from where a state was passed through, before this one does, if they
    /// have the accesses of `all`.
    fn awake(&self, position: usize, thread: u32, all: &[u64]) -> Threads {
        let asleep = self.asleep_at(position);
        let bits = asleep.iter().map(|it| bit(u16::from(it.0)));
        let unstarted = !below(self.steps[position].count);
        let mut awake = !bits.fold(1 << thread, |all, it| all | it) & !unstarted;
        loop {
            let before = awake;
            if self.sets.starters(all) & awake != 0 {
                awake |= unstarted;
            }
            for (other, footprint) in asleep {
                let itself = u32::from(*other) == thread;
                if !itself && self.sets.dependents(*footprint, all) & awake != 0 {
                    awake |= bit(u16::from(*other));
                }
            }
            if awake == before {
                return awake;
            }
        }
    }

    /// Whether the choices that have been taken in a state are enough, by what has been found. For
    /// other threads than those of `news` nothing has changed since that was last asked.
    pub(super) fn examine(&mut self, number: u32, news: Threads) -> Need {
        let mut node = self.nodes[number as usize];
        if node.count == 0 {
            return Need::Nothing;
        }
        let mut edge = node.out;
        while edge != NONE {
            let Edge { next_out, void, .. } = self.edges[edge as usize];
            if !void && let Some(position) = self.failure(edge) {
                match self.steps[position].is_rush() {
                    true => self.no_rush = true,
                    false => drop(self.stops.insert(self.steps[position].mark)),
                }
                self.edges[edge as usize].void = true;
                return Need::Again(self.first_step(edge).choice);
            }
            edge = next_out;
        }
        if node.explored & news == 0 {
            return Need::Nothing;
        }
        let mut dependents = [None; 64];
        let mut best = (usize::MAX, node.enabled);
        let mut next = (usize::MAX, node.enabled);
        for first in threads(node.explored) {
            let taken = closure(node.enabled, first, |thread| {
                let of_thread = &mut dependents[thread as usize];
                *of_thread.get_or_insert_with(|| match node.explored & 1 << thread {
                    0 => self.guess_at(&node, thread),
                    _ => self.dependents(&node, thread),
                })
            });
            let taken = self.with_all(node.enabled, taken, |thread| self.of(&node, thread));
            let cost = cost(self.choices_of(number), taken);
            let found = match taken & !node.explored {
                0 => &mut best,
                _ => &mut next,
            };
            *found = (*found).min((cost, taken));
        }
        let before = node.explored;
        let is_final = best.0 != usize::MAX || before == node.enabled;
        // What is found again says nothing new of what is likely.
        let told = if is_final && news != Threads::MAX {
            0
        } else {
            before
        };
        for thread in threads(told) {
            if let Some(dependents) = dependents[thread as usize] {
                self.note(&node, thread, dependents, is_final);
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
        let footprints = &self.standing[first..first + usize::from(node.count)];
        self.guess(footprints, node.movable, thread)
    }

    /// Works out what the others may do while each thread stands still, from what follows the state.
    /// Whoever leads here is to look again, if that is more than before. For other threads than those
    /// of `news` nothing follows that did not follow the last time.
    pub(super) fn settle(&mut self, number: u32, news: Threads) {
        let node = self.nodes[number as usize];
        let news = match node.settled == node.taken {
            true => news & below(node.count),
            false => below(node.count),
        };
        let mut here = self.row();
        self.add_here(&mut here, &node);
        let mut all = self.row();
        let mut grown = 0;
        for thread in threads(news) {
            let only = node.taken == 1 << thread;
            all.clear();
            let mut edge = node.out;
            while edge != NONE {
                let Edge { next_out, void, .. } = self.edges[edge as usize];
                let step = self.first_step(edge);
                let counts = !void && node.taken & bit(step.choice.thread) != 0;
                if counts && (u32::from(step.choice.thread) != thread || only) {
                    self.add_done(&mut all, &step);
                    self.add_after_first(&mut all, edge, thread);
                }
                edge = next_out;
            }
            let movers = self.movers(&node, thread, &all);
            let still = self.sets.present() & !movers;
            self.sets.without(&mut all, threads(still));
            sets::add(&mut all, &here);
            let place = (node.threads + thread) as usize;
            let before = self.meanwhile[place];
            sets::add(&mut all, self.kept.get(before));
            self.meanwhile[place] = self.kept.number(&all);
            grown |= Threads::from(self.meanwhile[place] != before) << thread;
        }
        self.give_back(all);
        self.give_back(here);
        let this = &mut self.nodes[number as usize];
        this.left = true;
        this.settled = node.taken;
        if grown == 0 {
            return;
        }
        this.grown += 1;
        let mut edge = node.ins;
        while edge != NONE {
            let Edge { from, next_in, .. } = self.edges[edge as usize];
            edge = next_in;
            let pred = &mut self.nodes[from as usize];
            if pred.left && pred.count > 0 {
                if pred.stale == 0 {
                    self.stale.push(from);
                }
                pred.stale |= grown;
            }
        }
    }

    /// Whether nothing more is found out where all is worked out once more, whatever was said to be
    /// new: then nothing was overlooked.
    #[cfg(test)]
    pub(super) fn rests(&mut self) -> bool {
        self.edges.iter_mut().for_each(|edge| edge.checked = NONE);
        (0..index(self.nodes.len())).all(|number| {
            let taken = self.nodes[number as usize].taken;
            let enough = self.examine(number, Threads::MAX) == Need::Nothing;
            self.settle(number, Threads::MAX);
            enough && taken == self.nodes[number as usize].taken && self.stale.is_empty()
        })
    }

    /// Whether something was explored in vain.
    pub(super) fn is_wasteful(&self) -> bool {
        self.edges.iter().any(|edge| edge.void)
            || self.nodes.iter().any(|node| node.taken != node.explored)
    }

    /// Finds out what is likely from what there is of a search that is not complete.
    pub(super) fn look_back(&mut self) {
        for number in (0..index(self.nodes.len())).rev() {
            self.settle(number, Threads::MAX);
            let node = self.nodes[number as usize];
            for thread in threads(node.explored & below(node.count)) {
                let dependents = self.dependents(&node, thread);
                self.note(&node, thread, dependents, true);
            }
        }
    }
}

/// The fewest threads, with this one, so that each has its dependents with it; all, if one of those can't
/// move.
fn closure(enabled: Threads, first: u32, mut dependents: impl FnMut(u32) -> Threads) -> Threads {
    let mut taken = 0;
    let mut left: Threads = 1 << first;
    while left != 0 {
        let thread = left.trailing_zeros();
        left &= left - 1;
        if enabled & 1 << thread == 0 {
            return enabled;
        }
        taken |= 1 << thread;
        left |= dependents(thread) & !taken;
    }
    taken
}

/// How many choices some threads have.
fn cost(choices: &[Choice], taken: Threads) -> usize {
    let of_taken = choices.iter().filter(|it| taken & bit(it.thread) != 0);
    of_taken.count()
}
