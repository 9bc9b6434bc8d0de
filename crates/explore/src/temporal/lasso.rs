//! Builds runs: the shortest way to a region, and a short loop in it that is fair.
//!
//! In: a product, and a [`Region`]: nodes and a filter, such that going round all arcs of the region is
//! a run that is accepted and as fair as claimed. Out: a [`Counterexample`].
//!
//! The stem is found breadth-first. The loop begins where the stem arrives; it goes, again and again,
//! to the nearest arc with something that is still missing, and at last back: a mark of the automaton;
//! for weak fairness, an arc that is fair to a thread; for strong fairness, an arc on which a thread
//! moves that is enabled somewhere on the loop so far. The last may make others enabled, so it is
//! looked at again when the loop is closed; only finitely many threads can be added. Then rounds
//! that are not needed are cut out of the loop. Several of the nearest nodes of the region are tried,
//! and the shortest run is taken: it is short, not always the shortest there is, which would be as hard
//! as finding a Hamiltonian cycle.
//!
//! Invariant: what is returned is accepted and fair; an assertion checks it arc by arc.

use property::Fairness;

use super::counterexample::{Counterexample, Ending, RunStep, ThreadAccount};
use super::kept::ThreadMask;
use super::product::{Arc, Filter, Marks, Product, STUTTER, Source};

/// Nodes that are strongly connected by the arcs that the filter allows.
pub(super) struct Region {
    pub(super) nodes: Vec<u32>,
    pub(super) filter: Filter,
}

/// An arc of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunArc {
    pub(super) source: Source,
    pub(super) target: u32,
    marks: Marks,
}

/// An arc that a breadth-first search has followed, and the entry of where it begins: entry n is number
/// n + 1, the node that the search began with is 0.
#[derive(Clone, Copy, Debug)]
struct Entry {
    source: Source,
    target: u32,
    before: u32,
}

/// How many nodes of a region are tried as the beginning of its loop.
const TRIED: usize = 8;
/// In larger regions only one is.
const LARGE: usize = 100_000;
/// Rounds are cut out of loops up to this length.
const LONG: usize = 3_000;

/// Finds runs in a product.
pub(super) struct Lassos<'a, 'g> {
    product: &'a mut Product<'g>,
    /// All marks of the automaton.
    all: u64,
    /// For each node, the breadth-first search that saw it last.
    seen: Vec<u32>,
    searches: u32,
    /// Nodes of the region.
    inside: Vec<bool>,
    /// Arcs looked at.
    pub(super) arcs: u64,
}

/// What a breadth-first search does with an arc.
enum Look {
    /// Doesn't follow it.
    Skip,
    Follow,
    /// It is one of those that are looked for; it is followed as well.
    Hit,
}

impl<'a, 'g> Lassos<'a, 'g> {
    pub(super) fn new(product: &'a mut Product<'g>, all: u64) -> Lassos<'a, 'g> {
        Lassos {
            product,
            all,
            seen: Vec::new(),
            searches: 0,
            inside: Vec::new(),
            arcs: 0,
        }
    }

    /// The first `most` ways from a node to arcs that are hits, in the order of their lengths.
    fn breadth_first(
        &mut self,
        from: u32,
        most: usize,
        mut look: impl FnMut(&mut Product<'g>, &Arc) -> Look,
    ) -> Vec<Vec<RunArc>> {
        self.searches += 1;
        let mut queue: Vec<Entry> = Vec::new();
        let mut hits = Vec::new();
        let mut next = 0;
        let mut node = from;
        self.is_new(from);
        loop {
            let mut cursor = self.product.arcs(node);
            while let Some(arc) = self.product.next(node, &mut cursor) {
                self.arcs += 1;
                let found = look(self.product, &arc);
                if matches!(found, Look::Skip) {
                    continue;
                }
                let entry = Entry {
                    source: arc.source(node),
                    target: arc.target,
                    before: next as u32,
                };
                if matches!(found, Look::Hit) {
                    hits.push(self.way(&queue, entry));
                    if hits.len() == most {
                        return hits;
                    }
                }
                if self.is_new(arc.target) {
                    queue.push(entry);
                }
            }
            let Some(entry) = queue.get(next) else {
                return hits;
            };
            node = entry.target;
            next += 1;
        }
    }

    /// The way to an entry.
    fn way(&self, queue: &[Entry], last: Entry) -> Vec<RunArc> {
        let arc = |entry: &Entry| RunArc {
            source: entry.source,
            target: entry.target,
            marks: self.product.marks(&entry.source),
        };
        let mut way = vec![arc(&last)];
        let mut before = last.before;
        while before > 0 {
            let entry = &queue[before as usize - 1];
            way.push(arc(entry));
            before = entry.before;
        }
        way.reverse();
        way
    }

    /// Whether this search has not seen the node yet.
    fn is_new(&mut self, node: u32) -> bool {
        if node as usize >= self.seen.len() {
            let length = self.product.space.len().max(node as usize + 1);
            self.seen.resize(length, 0);
        }
        let seen = &mut self.seen[node as usize];
        std::mem::replace(seen, self.searches) != self.searches
    }

    /// The shortest way to a node from which on everything is accepted; and whether transitions of
    /// states that were looked at are missing.
    pub(super) fn way_to_universal(&mut self, first: u32) -> (Option<Vec<RunArc>>, bool) {
        if self.product.is_universal(first) {
            return (Some(Vec::new()), false);
        }
        let mut incomplete = !self.product.is_complete(first);
        let mut ways = self.breadth_first(first, 1, |product, arc| {
            incomplete |= !product.is_complete(arc.target);
            match product.is_universal(arc.target) {
                true => Look::Hit,
                false => Look::Follow,
            }
        });
        (ways.pop(), incomplete)
    }

    /// A run that goes to the region and round in it.
    pub(super) fn run(
        &mut self,
        first: u32,
        region: &Region,
        fairness: Fairness,
    ) -> Counterexample {
        self.run_after(first, &[], Some(region), fairness)
    }

    /// A run that begins with these arcs. Without a region it goes on as it likes.
    pub(super) fn run_after(
        &mut self,
        first: u32,
        begun: &[RunArc],
        region: Option<&Region>,
        fairness: Fairness,
    ) -> Counterexample {
        let node = begun.last().map_or(first, |it| it.target);
        let Some(region) = region else {
            return self.told(first, begun, &[], Ending::Whatever, &Filter::default());
        };
        self.inside.clear();
        for node in &region.nodes {
            let place = *node as usize;
            if place >= self.inside.len() {
                self.inside.resize(place + 1, false);
            }
            self.inside[place] = true;
        }
        let most = if region.nodes.len() > LARGE { 1 } else { TRIED };
        let mut stems = Vec::new();
        if self.is_inside(node) {
            stems.push(Vec::new());
        }
        if stems.len() < most {
            let inside = std::mem::take(&mut self.inside);
            let mut hit = vec![node];
            let more = self.breadth_first(node, most - stems.len(), |_, arc| {
                let is_in = inside.get(arc.target as usize).copied().unwrap_or(false);
                match is_in && !hit.contains(&arc.target) {
                    true => {
                        hit.push(arc.target);
                        Look::Hit
                    }
                    false => Look::Follow,
                }
            });
            self.inside = inside;
            stems.extend(more);
        }
        let mut best: Option<(Vec<RunArc>, Vec<RunArc>)> = None;
        for stem in stems {
            let start = stem.last().map_or(node, |it| it.target);
            let cycle = self.cycle(start, region, fairness);
            let length = stem.len() + cycle.len();
            if best
                .as_ref()
                .is_none_or(|(s, c)| length < s.len() + c.len())
            {
                best = Some((stem, cycle));
            }
        }
        let (stem, cycle) = best.expect("the region can be reached");
        let all = [begun, &stem[..]].concat();
        self.told(first, &all, &cycle, Ending::Cycle, &region.filter)
    }

    fn is_inside(&self, node: u32) -> bool {
        self.inside.get(node as usize).copied().unwrap_or(false)
    }

    /// The nearest arc of the region that is wanted, and the way there.
    fn nearest(
        &mut self,
        from: u32,
        filter: &Filter,
        is_wanted: impl Fn(&Arc) -> bool,
    ) -> Vec<RunArc> {
        let inside = std::mem::take(&mut self.inside);
        let mut ways = self.breadth_first(from, 1, |_, arc| {
            let is_in = inside.get(arc.target as usize).copied().unwrap_or(false);
            match is_in && filter.allows(&arc.marks) {
                false => Look::Skip,
                true if is_wanted(arc) => Look::Hit,
                true => Look::Follow,
            }
        });
        self.inside = inside;
        ways.pop().expect("a region has what it is said to have")
    }

    /// A loop in the region from this node on.
    fn cycle(&mut self, start: u32, region: &Region, fairness: Fairness) -> Vec<RunArc> {
        let mut cycle: Vec<RunArc> = Vec::new();
        let mut marks = Marks::default();
        loop {
            let at = cycle.last().map_or(start, |it| it.target);
            let missing = self.missing(&marks, fairness);
            let way = if missing.is_something() {
                self.nearest(at, &region.filter, |arc| missing.is_in(&arc.marks))
            } else if cycle.is_empty() || at != start {
                self.nearest(at, &region.filter, |arc| arc.target == start)
            } else {
                break;
            };
            for arc in way {
                marks.add(&arc.marks);
                cycle.push(arc);
            }
        }
        self.shorten(&mut cycle, fairness);
        assert!(
            !self.missing(&together(&cycle), fairness).is_something(),
            "the loop is accepted and fair"
        );
        cycle
    }

    /// What a loop with these marks still lacks.
    fn missing(&self, marks: &Marks, fairness: Fairness) -> Missing {
        Missing {
            accepting: self.all & !marks.accepting,
            weak: match fairness {
                Fairness::Weak => !marks.weak,
                Fairness::None | Fairness::Strong => 0,
            },
            moved: match fairness {
                Fairness::Strong => marks.enabled & !marks.moved,
                Fairness::None | Fairness::Weak => 0,
            },
        }
    }

    /// Cuts rounds out of a loop that it does not need.
    fn shorten(&self, cycle: &mut Vec<RunArc>, fairness: Fairness) {
        let mut from = 0;
        while from < cycle.len() && cycle.len() <= LONG {
            // The longest round that begins here and is not all.
            let node = cycle[from].source.node;
            let ends = (from..cycle.len()).rev();
            let rounds = ends.filter(|end| cycle[*end].target == node);
            let mut rounds = rounds.filter(|end| end - from + 1 < cycle.len());
            let cut = rounds.find(|end| {
                let rest = cycle[..from].iter().chain(&cycle[end + 1..]);
                let marks = rest.fold(Marks::default(), |mut all, arc| {
                    all.add(&arc.marks);
                    all
                });
                !self.missing(&marks, fairness).is_something()
            });
            match cut {
                Some(end) => {
                    cycle.drain(from..=end);
                }
                None => from += 1,
            }
        }
    }

    /// The run for others to read.
    fn told(
        &mut self,
        first: u32,
        stem: &[RunArc],
        cycle: &[RunArc],
        ending: Ending,
        filter: &Filter,
    ) -> Counterexample {
        let steps = |arcs: &[RunArc]| -> Vec<RunStep> {
            let real = arcs.iter().filter(|it| it.source.edge != STUTTER);
            real.map(|arc| {
                let source = self.product.space.parts(arc.source.node).0;
                RunStep {
                    source,
                    ordinal: arc.source.edge - self.product.graph.edges_of(source).start,
                    target: self.product.space.parts(arc.target).0,
                }
            })
            .collect()
        };
        let node = stem.last().map_or(first, |it| it.target);
        let (last, _, order) = self.product.space.parts(node);
        let round = steps(cycle);
        let ending = match (ending, round.is_empty()) {
            (Ending::Cycle, true) => Ending::End,
            (ending, _) => ending,
        };
        let number = |column: usize| self.product.columns.number(order, column as u8);
        let starving = ThreadMask(filter.stuck).threads().next().map(number);
        Counterexample {
            stem: steps(stem),
            cycle: round,
            ending,
            last,
            threads: accounts(cycle, number),
            starving,
        }
    }
}

/// What each thread that is enabled on the loop does there.
fn accounts(cycle: &[RunArc], number: impl Fn(usize) -> u8) -> Vec<ThreadAccount> {
    let enabled = ThreadMask(together(cycle).enabled);
    let accounts = enabled.threads().map(|column| {
        let has = |set: u64| set >> column & 1 == 1;
        let first = |is_so: &dyn Fn(&Marks) -> bool| cycle.iter().position(|it| is_so(&it.marks));
        ThreadAccount {
            thread: number(column),
            moved: first(&|it| has(it.moved)),
            enabled: first(&|it| has(it.enabled)),
            disabled: first(&|it| has(it.weak) && !has(it.moved)),
        }
    });
    let mut accounts: Vec<ThreadAccount> = accounts.collect();
    accounts.sort_by_key(|it| it.thread);
    accounts
}

/// What arcs have together.
fn together(arcs: &[RunArc]) -> Marks {
    let mut all = Marks::default();
    for arc in arcs {
        all.add(&arc.marks);
    }
    all
}

/// What is still to be found.
struct Missing {
    accepting: u64,
    weak: u64,
    moved: u64,
}

impl Missing {
    fn is_something(&self) -> bool {
        self.accepting | self.weak | self.moved != 0
    }

    fn is_in(&self, marks: &Marks) -> bool {
        self.accepting & marks.accepting | self.weak & marks.weak | self.moved & marks.moved != 0
    }
}
