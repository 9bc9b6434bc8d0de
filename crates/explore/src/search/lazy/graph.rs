//! The graph of a lazy search: which choices were taken where, and what follows for the threads that
//! stand still meanwhile. See `lazy.rs` for what the numbers mean.

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::Choice;

use super::sets::{SetId, Sets};
use crate::prospects::{Accessed, Prospects};
use crate::schedule::Schedule;
use crate::store::StateId;
use crate::stuck::EdgeLog;

/// No node, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// Some threads, by number.
pub(super) type Threads = u64;

/// A state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    parent: u32,
    /// The choice that led here from the parent.
    by: Choice,
    pub(super) depth: u32,
    /// Where its choices begin; they end where those of the next node begin.
    choices: u32,
    /// Where what is known of its threads begins, and of how many.
    threads: u32,
    count: u8,
    /// Whether its choices are all that there are.
    whole: bool,
    /// Whether its choices were cut off.
    cut: bool,
    /// Whether the search has left it.
    pub(super) left: bool,
    /// Whether what follows from it may have changed since.
    stale: bool,
    group: Threads,
    /// Who has choices.
    enabled: Threads,
    /// Who can move, in the group or not.
    movable: Threads,
    /// Who may move without the others.
    fit: Threads,
    /// Who, if it can't move, needs a step that conflicts.
    waits: Threads,
    /// Whose choices are to be taken, or have been.
    explored: Threads,
    /// Those of them that are enough.
    taken: Threads,
    out: u32,
    ins: u32,
}

/// What is known of a thread in a state.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// What it is about to access.
    next: SetId,
    /// With what that does to others.
    effects: SetId,
    /// What the others may access before it moves.
    meanwhile: SetId,
    /// Where it stands.
    site: u32,
}

/// A transition.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    /// [`NONE`] if it leads nowhere.
    to: u32,
    /// What was accessed on the way.
    did: SetId,
    next_out: u32,
    next_in: u32,
    thread: u16,
    /// Whether nobody knows where it leads.
    lost: bool,
    /// Where the threads begin that moved; they end where those of the next edge begin.
    moved: u32,
    /// Where its narrows begin, likewise.
    narrows: u32,
}

/// Where a choice led.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'a> {
    pub(super) to: Option<u32>,
    /// Whether nobody knows.
    pub(super) lost: bool,
    /// What was accessed.
    pub(super) did: &'a Accessed,
    /// Who moved.
    pub(super) moved: &'a [u16],
}

/// All states and transitions of a search.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) sets: Sets,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    choices: Vec<Choice>,
    standing: Vec<Standing>,
    moved: Vec<u16>,
    /// Threads that alone could move on the way of an edge, and what was accessed before.
    narrows: Vec<(u16, SetId)>,
    /// What conflicted, when last looked at, with what a thread did later that stood at a site.
    met: HashSet<(SetId, u32), FixedState>,
    /// States whose successors have changed.
    stale: Vec<u32>,
}

impl Graph {
    pub(super) fn new() -> Graph {
        Graph {
            sets: Sets::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            choices: Vec::new(),
            standing: Vec::new(),
            moved: Vec::new(),
            narrows: Vec::new(),
            met: HashSet::with_hasher(FixedState::default()),
            stale: Vec::new(),
        }
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// Adds the next state.
    pub(super) fn add(
        &mut self,
        parent: u32,
        by: Choice,
        choices: &[Choice],
        prospects: Option<&Prospects>,
    ) -> u32 {
        let number = self.nodes.len() as u32;
        let enabled = choices.iter().fold(0, |all, it| all | bit(it.thread));
        let mut node = Node {
            parent,
            by,
            depth: match parent {
                NONE => 0,
                parent => self.node(parent).depth + 1,
            },
            choices: index(self.choices.len()),
            threads: index(self.standing.len()),
            count: 0,
            whole: true,
            cut: false,
            left: false,
            stale: false,
            group: Threads::MAX,
            enabled,
            fit: 0,
            waits: 0,
            movable: enabled,
            explored: enabled,
            taken: enabled,
            out: NONE,
            ins: NONE,
        };
        self.choices.extend_from_slice(choices);
        if let Some(prospects) = prospects {
            node.count = prospects.threads.len() as u8;
            node.whole = prospects.whole;
            node.group = prospects.group;
            node.movable = prospects.enabled;
            for (thread, prospect) in prospects.threads.iter().enumerate() {
                node.fit |= Threads::from(prospect.fit) << thread;
                node.waits |= Threads::from(prospect.waits) << thread;
                let next = self.sets.of(&prospect.items);
                let beside = self.sets.of(&prospect.effects);
                self.standing.push(Standing {
                    next,
                    effects: self.sets.union(next, beside),
                    meanwhile: SetId::EMPTY,
                    site: prospect.site,
                });
            }
        }
        self.nodes.push(node);
        if node.count > 0 {
            let first = self.first_explored(number, by.thread);
            let node = &mut self.nodes[number as usize];
            (node.taken, node.explored) = (first, first);
        }
        number
    }

    /// With whom to begin: with those who, by what is known, conflict with the fewest others.
    fn first_explored(&mut self, number: u32, last: u16) -> Threads {
        let node = *self.node(number);
        let first = threads(node.enabled & node.fit);
        let candidates: Vec<Threads> = first
            .map(|thread| self.closure(&node, thread, |graph, it| graph.guess(&node, it)))
            .collect();
        let cost = |taken: Threads| (self.cost(number, taken), taken & bit(last) == 0);
        let best = candidates.into_iter().min_by_key(|it| cost(*it));
        best.unwrap_or(node.enabled)
    }

    /// The fewest threads, with this one, so that each has its rivals with it; all, if one of those
    /// can't move, or not without the others.
    fn closure(
        &mut self,
        node: &Node,
        first: u32,
        mut rivals: impl FnMut(&mut Graph, u32) -> Threads,
    ) -> Threads {
        let mut taken = 0;
        let mut left: Threads = 1 << first;
        while left != 0 {
            let thread = left.trailing_zeros();
            left &= left - 1;
            if node.enabled & node.fit & 1 << thread == 0 {
                return node.enabled;
            }
            taken |= 1 << thread;
            left |= rivals(self, thread) & node.group & !taken;
        }
        taken
    }

    /// The threads that may do something that conflicts with what this one is about to do, as far as
    /// can be told before it does it.
    fn guess(&mut self, node: &Node, thread: u32) -> Threads {
        let next = self.standing(node, thread).next;
        let mut found = 0;
        for other in threads(node.group & below(node.count) & !(1 << thread)) {
            let of_other = self.standing(node, other);
            let is_known = self.sets.conflicts(next, of_other.next) != 0
                || self.met.contains(&(next, of_other.site));
            found |= Threads::from(is_known) << other;
        }
        found
    }

    /// The threads that may do something that conflicts with what this one is about to do, once its
    /// choices have been taken.
    fn rivals(&mut self, node: &Node, thread: u32) -> Threads {
        let next = self.standing(node, thread).next;
        let mut found = 0;
        for other in threads(node.group & below(node.count) & !(1 << thread)) {
            let of_other = self.standing(node, other).next;
            found |= self.sets.conflicts(next, of_other);
        }
        let mut edge = node.out;
        while edge != NONE {
            let Edge {
                next_out,
                thread: by,
                ..
            } = self.edges[edge as usize];
            if u32::from(by) == thread {
                let follows = self.follows(edge, thread);
                found |= self.sets.conflicts(next, follows);
            }
            edge = next_out;
        }
        found &= node.group & !(1 << thread);
        for other in threads(below(node.count) & !(1 << thread)) {
            let key = (next, self.standing(node, other).site);
            match found & 1 << other {
                0 => self.met.remove(&key),
                _ => self.met.insert(key),
            };
        }
        found
    }

    fn cost(&self, number: u32, taken: Threads) -> usize {
        let of_taken = self.choices_of(number).iter();
        of_taken.filter(|it| taken & bit(it.thread) != 0).count()
    }

    /// The choices of a state, of all threads.
    pub(super) fn choices_of(&self, number: u32) -> &[Choice] {
        let first = self.node(number).choices as usize;
        let end = self.nodes.get(number as usize + 1);
        let end = end.map_or(self.choices.len(), |node| node.choices as usize);
        &self.choices[first..end]
    }

    /// The threads whose choices are to be taken.
    pub(super) fn explored(&self, number: u32) -> Threads {
        let node = self.node(number);
        match node.count {
            0 => Threads::MAX,
            _ => node.explored,
        }
    }

    /// Adds a transition.
    pub(super) fn connect(&mut self, from: u32, thread: u16, way: Way<'_>) {
        let Way {
            to,
            lost,
            did,
            moved,
        } = way;
        let to = to.unwrap_or(NONE);
        let first_moved = index(self.moved.len());
        self.moved.extend_from_slice(moved);
        let narrows = index(self.narrows.len());
        for narrow in &did.narrows {
            let before = self.sets.of(&did.items[..narrow.before]);
            let pending = self.sets.of(&narrow.pending);
            let until = self.sets.union(before, pending);
            self.narrows.push((narrow.thread as u16, until));
        }
        let did = self.sets.of(&did.items);
        let number = index(self.edges.len());
        let next_out = std::mem::replace(&mut self.nodes[from as usize].out, number);
        let next_in = match to {
            NONE => NONE,
            to => std::mem::replace(&mut self.nodes[to as usize].ins, number),
        };
        self.edges.push(Edge {
            from,
            to,
            did,
            next_out,
            next_in,
            thread,
            lost,
            moved: first_moved,
            narrows,
        });
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
                    to,
                    next_out,
                    thread,
                    lost,
                    ..
                } = self.edges[edge as usize];
                self.moved_on(edge).iter().for_each(|it| log.moves(*it));
                match to {
                    NONE if lost => log.lost(),
                    NONE => log.moves(thread),
                    to => log.edge(thread, StateId(to)),
                }
                edge = next_out;
            }
            log.next();
        }
        log
    }

    fn moved_on(&self, edge: u32) -> &[u16] {
        let end = self.edges.get(edge as usize + 1);
        let end = end.map_or(self.moved.len(), |edge| edge.moved as usize);
        &self.moved[self.edges[edge as usize].moved as usize..end]
    }

    /// The choices of a state are not taken, because it is too deep.
    pub(super) fn cut(&mut self, number: u32) {
        self.nodes[number as usize].cut = true;
    }

    /// Finds threads of a state that are enough, among those whose choices have been taken. Whether
    /// there are none, so that more have to be taken.
    pub(super) fn widen(&mut self, number: u32) -> bool {
        let node = *self.node(number);
        if node.count == 0 {
            return false;
        }
        let mut best = (usize::MAX, node.enabled);
        let mut next = (usize::MAX, node.enabled);
        for first in threads(node.explored) {
            let taken = self.closure(&node, first, |graph, thread| {
                match node.explored & 1 << thread {
                    0 => graph.guess(&node, thread),
                    _ => graph.rivals(&node, thread),
                }
            });
            let cost = self.cost(number, taken);
            let found = match taken & !node.explored {
                0 => &mut best,
                _ => &mut next,
            };
            if cost < found.0 {
                *found = (cost, taken);
            }
        }
        let node = &mut self.nodes[number as usize];
        if best.0 != usize::MAX || node.explored == node.enabled {
            node.taken = best.1;
            return false;
        }
        node.taken = next.1;
        node.explored |= next.1;
        true
    }

    /// Takes all choices of a state.
    pub(super) fn take_all(&mut self, number: u32) {
        let node = &mut self.nodes[number as usize];
        node.taken = node.enabled;
        node.explored = node.enabled;
    }

    /// Works out what the others may do while each thread stands still, from what follows the state.
    /// Whoever leads here is to look again, if that is more than before.
    pub(super) fn settle(&mut self, number: u32) {
        let node = *self.node(number);
        let first = node.threads as usize;
        let mut here = SetId::EMPTY;
        for thread in 0..usize::from(node.count) {
            here = self.sets.union(here, self.standing[first + thread].effects);
        }
        let mut grown = false;
        for thread in 0..u32::from(node.count) {
            let only = node.taken == 1 << thread;
            let before = self.standing(&node, thread).meanwhile;
            let mut all = SetId::EMPTY;
            let mut edge = node.out;
            while edge != NONE {
                let Edge {
                    next_out,
                    thread: by,
                    ..
                } = self.edges[edge as usize];
                if node.taken & bit(by) != 0 && (u32::from(by) != thread || only) {
                    let follows = self.follows(edge, thread);
                    all = self.sets.union(all, follows);
                }
                edge = next_out;
            }
            let movers = self.movers(&node, thread, all);
            all = self.sets.part(all, movers);
            all = self.sets.union(all, here);
            all = self.sets.union(all, before);
            grown |= all != before;
            self.standing[first + thread as usize].meanwhile = all;
        }
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

    /// A state that has to look again at what follows it.
    pub(super) fn next_stale(&mut self) -> Option<u32> {
        let number = self.stale.pop()?;
        self.nodes[number as usize].stale = false;
        Some(number)
    }

    /// The threads that can move before this one does, if those have the accesses of `all`.
    fn movers(&mut self, node: &Node, thread: u32, all: SetId) -> Threads {
        let others = below(node.count) & !(1 << thread);
        // A thread that has not been started yet is nobody's to wait for.
        let mut movers = (node.movable | !node.waits) & others | !below(node.count);
        loop {
            let mut more = 0;
            for other in threads(others & !movers) {
                let next = self.standing(node, other).next;
                let lets = self.sets.conflicts(next, all) & movers;
                more |= Threads::from(lets != 0) << other;
            }
            if more == 0 {
                return movers;
            }
            movers |= more;
        }
    }

    /// What the others may do after a transition before the thread moves, on its way included.
    fn follows(&mut self, edge: u32, thread: u32) -> SetId {
        let Edge {
            to, did, narrows, ..
        } = self.edges[edge as usize];
        let end = self.edges.get(edge as usize + 1);
        let end = end.map_or(self.narrows.len(), |edge| edge.narrows as usize);
        let mut narrows = self.narrows[narrows as usize..end].iter();
        if let Some(&(_, until)) = narrows.find(|it| u32::from(it.0) == thread) {
            return until;
        }
        let meanwhile = self.meanwhile(to, thread);
        self.sets.union(did, meanwhile)
    }

    fn standing(&self, node: &Node, thread: u32) -> Standing {
        self.standing[(node.threads + thread) as usize]
    }

    /// What the others may do from a state on before the thread moves.
    fn meanwhile(&self, number: u32, thread: u32) -> SetId {
        if number == NONE {
            return SetId::EMPTY;
        }
        let node = self.node(number);
        match thread < u32::from(node.count) {
            true => self.standing(node, thread).meanwhile,
            false => SetId::ANYTHING,
        }
    }

    /// The choices from the first state to this one.
    pub(super) fn way_to(&self, number: u32) -> Schedule {
        let mut choices = Vec::new();
        let mut node = self.node(number);
        while node.parent != NONE {
            choices.push(node.by);
            node = self.node(node.parent);
        }
        choices.reverse();
        Schedule::new(choices)
    }

    /// The successors of a state.
    pub(super) fn successors(&self, number: u32) -> impl Iterator<Item = u32> {
        let mut edge = self.node(number).out;
        std::iter::from_fn(move || {
            while edge != NONE {
                let Edge { to, next_out, .. } = self.edges[edge as usize];
                edge = next_out;
                if to != NONE {
                    return Some(to);
                }
            }
            None
        })
    }

    /// Whether every choice that there is has been taken.
    pub(super) fn is_whole(&self, number: u32) -> bool {
        let node = self.node(number);
        node.whole && node.explored == node.enabled
    }

    /// Whether all choices that there are could be taken, and are not.
    pub(super) fn can_be_whole(&self, number: u32) -> bool {
        let node = self.node(number);
        node.whole && node.explored != node.enabled
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory it holds.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.standing.capacity() * size_of::<Standing>()
            + self.moved.capacity() * size_of::<u16>()
            + self.sets.bytes()
    }
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
