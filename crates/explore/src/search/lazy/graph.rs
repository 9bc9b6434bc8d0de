//! The graph of a lazy search: which choices were taken where, and what follows for the threads that
//! stand still meanwhile. See `lazy.rs` for what the numbers mean.

use std::collections::BinaryHeap;

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::{Choice, RenamingId};

use super::hints::Hints;
use super::sets::{self, Kept, Sets};
use crate::footprints::FootprintId;
use crate::store::StateId;
use crate::stuck::EdgeLog;

/// No node, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// The footprint of a thread of which nothing is known.
const ANYTHING: FootprintId = FootprintId::MAX;

/// What a step accessed beside its operation, if that is nothing.
const NOTHING: FootprintId = FootprintId::MAX - 1;

/// Some threads, by number.
pub(super) type Threads = u64;

/// A state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The edge by which it was first reached.
    pub(super) via: u32,
    pub(super) depth: u32,
    /// Where its choices begin; they end where those of the next node begin.
    pub(super) choices: u32,
    /// Where what is known of its threads begins, and of how many; of none if nothing is known.
    pub(super) threads: u32,
    pub(super) count: u8,
    /// Whether its choices were cut off.
    pub(super) cut: bool,
    /// Whether all choices are taken because it is on a cycle, whatever else would be enough.
    pub(super) unfolded: bool,
    /// Whether it is on the stack of the search.
    pub(super) is_open: bool,
    /// Whether the search has left it.
    pub(super) left: bool,
    /// The threads for which what follows from it may have changed since.
    pub(super) stale: Threads,
    /// How often what is known of it has become more.
    pub(super) grown: u32,
    /// Who can move.
    pub(super) movable: Threads,
    /// Who has choices.
    pub(super) enabled: Threads,
    /// Whose choices are to be taken, or have been.
    pub(super) explored: Threads,
    /// Those of them that are enough.
    pub(super) taken: Threads,
    /// What those were when it was last settled.
    pub(super) settled: Threads,
    /// What somebody outside sees in it.
    pub(super) letter: u32,
    pub(super) out: u32,
    pub(super) ins: u32,
}

/// A step of a transition: the choice of a state, or of one that was passed through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    pub(super) choice: Choice,
    pub(super) footprint: FootprintId,
    /// What the step accessed beside that.
    pub(super) beside: FootprintId,
    pub(super) why: Why,
    /// The state, about.
    pub(super) mark: u64,
    /// What the step did to the names of objects.
    pub(super) renaming: RenamingId,
    /// How many threads there were; as many as can be, where nothing was known of them.
    pub(super) count: u8,
    /// The thread, if the step changed something.
    pub(super) mover: u16,
    /// What somebody outside sees after the step.
    pub(super) letter: u32,
    /// Where the threads begin that waited for something there, and could not move; they end where
    /// those of the next step begin. Only for guesses.
    pub(super) asleep: u32,
    /// For how many steps of its thread it stands.
    pub(super) single_steps: u32,
}

impl Passed {
    /// The single steps that it stands for.
    pub(super) fn single(&self) -> impl Iterator<Item = Choice> + use<> {
        std::iter::repeat_n(self.choice, self.single_steps as usize)
    }

    /// Whether that is many.
    pub(super) fn is_rush(&self) -> bool {
        self.single_steps > 1
    }
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
pub(super) struct Edge {
    pub(super) from: u32,
    /// [`NONE`] if it leads nowhere.
    pub(super) to: u32,
    /// Where its steps begin; they end where those of the next edge begin.
    pub(super) steps: u32,
    pub(super) next_out: u32,
    pub(super) next_in: u32,
    /// Whether nobody knows where it leads.
    pub(super) lost: bool,
    /// Whether it passed through a state that must not be passed through, and was taken again.
    pub(super) void: bool,
    /// The number of the set of what its steps after the first do, in the names from before the first.
    pub(super) done: u32,
    /// The threads for which more is to be said of it than that: see [`Graph::summary`].
    pub(super) special: Threads,
    /// How often its end had grown when it was last seen not to pass through states in vain; [`NONE`]
    /// before.
    pub(super) checked: u32,
}

/// All states and transitions of a search.
#[derive(Debug)]
pub(super) struct Graph<'a> {
    pub(super) sets: Sets,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) choices: Vec<Choice>,
    /// What the threads of each state are about to do.
    pub(super) standing: Vec<FootprintId>,
    /// What the others may do before each of them moves: the number of a set for each.
    pub(super) meanwhile: Vec<u32>,
    pub(super) kept: Kept,
    /// Rows to work with.
    pub(super) rows: Vec<Vec<u64>>,
    pub(super) steps: Vec<Passed>,
    /// Threads that waited, and what for.
    pub(super) asleep: Vec<(u8, FootprintId)>,
    pub(super) hints: &'a mut Hints,
    /// Whether each step is taken by itself, because a rush was in vain.
    pub(super) no_rush: bool,
    /// States that must not be passed through.
    pub(super) stops: HashSet<u64, FixedState>,
    /// States whose successors have changed; those that were reached last come first.
    pub(super) stale: BinaryHeap<u32>,
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
    pub(super) footprints: Option<&'a [FootprintId]>,
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
            kept: Kept::new(),
            rows: Vec::new(),
            steps: Vec::new(),
            asleep: Vec::new(),
            hints,
            no_rush: false,
            stops: HashSet::with_hasher(FixedState::default()),
            stale: BinaryHeap::new(),
        }
    }

    /// Where a thread with this footprint stands.
    pub(super) fn site(&self, id: FootprintId) -> u32 {
        self.sets.known(id).site
    }

    /// Whether somebody outside may see a step.
    pub(super) fn is_visible(&self, id: FootprintId) -> bool {
        match id {
            ANYTHING => true,
            NOTHING => false,
            id => self.sets.known(id).visible,
        }
    }

    /// A row without anything in it.
    pub(super) fn row(&mut self) -> Vec<u64> {
        let mut row = self.rows.pop().unwrap_or_default();
        row.clear();
        row
    }

    pub(super) fn give_back(&mut self, row: Vec<u64>) {
        self.rows.push(row);
    }

    /// Adds what an operation does to others, or everything if nobody knows.
    pub(super) fn add_effects(&self, row: &mut Vec<u64>, id: FootprintId) {
        match id {
            ANYTHING => sets::add_anything(row),
            NOTHING => {}
            id => sets::add(row, &self.sets.known(id).effects),
        }
    }

    /// Adds what a step has done.
    pub(super) fn add_done(&self, row: &mut Vec<u64>, step: &Passed) {
        self.add_effects(row, step.footprint);
        self.add_effects(row, step.beside);
    }

    /// The number of the set of what all threads are about to do.
    pub(super) fn pending(&mut self, footprints: &[FootprintId]) -> u32 {
        let mut row = self.row();
        for id in footprints {
            self.add_effects(&mut row, *id);
        }
        let number = self.kept.number(&row);
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
            is_open: false,
            left: false,
            stale: 0,
            grown: 0,
            movable: found.movable,
            enabled,
            explored: enabled,
            taken: enabled,
            settled: 0,
            letter: 0,
            out: NONE,
            ins: NONE,
        };
        self.choices.extend_from_slice(found.choices);
        if let Some(footprints) = found.footprints {
            node.count = footprints.len() as u8;
            self.standing.extend_from_slice(footprints);
            self.meanwhile.resize(self.standing.len(), Kept::EMPTY);
            node.explored = self.begin_with(found, footprints);
            node.taken = node.explored;
        }
        self.nodes.push(node);
        number
    }

    /// A state that has to look again at what follows it, and for which threads.
    pub(super) fn next_stale(&mut self) -> Option<(u32, Threads)> {
        let number = self.stale.pop()?;
        let stale = std::mem::take(&mut self.nodes[number as usize].stale);
        Some((number, stale))
    }

    pub(super) fn of(&self, node: &Node, thread: u32) -> FootprintId {
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
            done: Kept::EMPTY,
            special: 0,
            checked: NONE,
        });
        self.steps.extend_from_slice(steps);
        let (done, special) = self.summary(number);
        let edge = &mut self.edges[number as usize];
        (edge.done, edge.special) = (done, special);
    }

    /// What the steps of a transition do after the first, all together; and the threads for which it
    /// matters in what order they do it, or in which states.
    fn summary(&mut self, edge: u32) -> (u32, Threads) {
        let mut done = self.row();
        let mut special = 0;
        let first = self.steps_of(edge).start;
        for position in self.steps_of(edge).rev() {
            let step = self.steps[position];
            self.sets.rename(&mut done, step.renaming);
            if position == first {
                break;
            }
            if step.footprint == ANYTHING || !self.asleep_at(position).is_empty() {
                special = Threads::MAX;
            }
            if let Why::Alone(_) = step.why {
                special |= bit(step.choice.thread);
            }
            self.add_done(&mut done, &step);
        }
        let number = self.kept.number(&done);
        self.give_back(done);
        (number, special)
    }

    /// The threads that waited where a state was passed through, and could not move.
    pub(super) fn asleep_at(&self, position: usize) -> &[(u8, FootprintId)] {
        let end = self.steps.get(position + 1);
        let end = end.map_or(self.asleep.len(), |step| step.asleep as usize);
        &self.asleep[self.steps[position].asleep as usize..end]
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
        let mut footprint = ANYTHING;
        if let Some(footprints) = found.footprints {
            footprint = footprints[usize::from(choice.thread)];
            let mover = bit(choice.thread);
            let still = threads(below(footprints.len() as u8) & !found.movable & !mover);
            for thread in still.filter(|_| why == Why::Guess) {
                let of_thread = footprints[thread as usize];
                if self.sets.known(of_thread).waits {
                    self.asleep.push((thread as u8, of_thread));
                }
            }
        }
        Passed {
            choice,
            footprint,
            beside: NOTHING,
            why,
            mark,
            renaming: 0,
            count: found.footprints.map_or(u8::MAX, |it| it.len() as u8),
            mover: choice.thread,
            letter: 0,
            asleep,
            single_steps: 1,
        }
    }

    /// Notes a step that belongs to the one before it.
    pub(super) fn went_on(&self, choice: Choice, footprint: Option<FootprintId>) -> Passed {
        Passed {
            choice,
            footprint: footprint.unwrap_or(ANYTHING),
            beside: NOTHING,
            why: Why::Picks,
            mark: 0,
            renaming: 0,
            count: u8::MAX,
            mover: choice.thread,
            letter: 0,
            asleep: index(self.asleep.len()),
            single_steps: 1,
        }
    }

    pub(super) fn steps_of(&self, edge: u32) -> std::ops::Range<usize> {
        let end = self.edges.get(edge as usize + 1);
        let end = end.map_or(self.steps.len(), |edge| edge.steps as usize);
        self.edges[edge as usize].steps as usize..end
    }

    pub(super) fn first_step(&self, edge: u32) -> Passed {
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
        steps
            .flat_map(|position| self.steps[position].single())
            .collect()
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
                    log.moves(self.steps[position].mover);
                }
                match to {
                    NONE if lost => log.lost(),
                    NONE => {}
                    to => log.edge(self.first_step(edge).mover, StateId(to)),
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
            + self.standing.capacity() * size_of::<FootprintId>()
            + self.meanwhile.capacity() * size_of::<u32>()
            + self.steps.capacity() * size_of::<Passed>()
            + self.asleep.capacity() * size_of::<(u8, FootprintId)>()
            + self.sets.bytes()
            + self.kept.bytes()
    }
}

pub(super) fn bit(thread: u16) -> Threads {
    1u64.checked_shl(u32::from(thread)).unwrap_or(0)
}

/// The threads with smaller numbers.
pub(super) fn below(count: u8) -> Threads {
    1u64.checked_shl(u32::from(count))
        .map_or(Threads::MAX, |it| it - 1)
}

/// The numbers of some threads.
pub(super) fn threads(mut set: Threads) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let thread = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(thread)
    })
}

pub(super) fn index(length: usize) -> u32 {
    u32::try_from(length).expect("fewer than 2^32 states and edges are kept")
}
