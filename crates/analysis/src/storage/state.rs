//! The graph at one statement: what variables hold, what the heap looks like, what is exposed, and
//! which locks are held; and its three operations: join, summarise, close.

use std::collections::{BTreeMap, BTreeSet};

use program::FieldId;

use super::{ContextId, Edges, Node, Slot};
use crate::points::{Map, ObjectId};

/// How a value was come by: the index of a [`Symbol`].
pub(super) type SymbolId = u32;

/// Not known.
pub(super) const NO_SYMBOL: SymbolId = 0;

/// How a value was come by. Two variables with the same symbol hold the same object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Symbol {
    /// Not known.
    None,
    /// By an instruction.
    At(ContextId, u32),
    /// One of several, where ways meet: point, frame and variable.
    Join(ContextId, u32, u32, u32),
    /// Given to the thread at its beginning.
    Given(u32),
    /// By a field that keeps its value.
    Stable(SymbolId, FieldId),
    /// By an instruction, from a part of another value.
    Loaded(ContextId, u32, SymbolId, Slot),
}

/// All symbols.
#[derive(Debug)]
pub(super) struct Symbols {
    all: Vec<Symbol>,
    ids: Map<Symbol, SymbolId>,
}

impl Default for Symbols {
    fn default() -> Symbols {
        let mut symbols = Symbols {
            all: Vec::new(),
            ids: Map::default(),
        };
        symbols.id(Symbol::None);
        symbols
    }
}

impl Symbols {
    pub(super) fn id(&mut self, symbol: Symbol) -> SymbolId {
        if let Some(id) = self.ids.get(&symbol) {
            return *id;
        }
        let id = self.all.len() as SymbolId;
        self.all.push(symbol);
        self.ids.insert(symbol, id);
        id
    }

    /// The value that this one was a part of, and which part.
    pub(super) fn parent(&self, symbol: SymbolId) -> Option<(SymbolId, Slot)> {
        match self.all[symbol as usize] {
            Symbol::Stable(of, field) => Some((of, Slot::Field(field))),
            Symbol::Loaded(_, _, of, slot) => Some((of, slot)),
            Symbol::None | Symbol::At(..) | Symbol::Join(..) | Symbol::Given(_) => None,
        }
    }

    /// Whether a symbol says anything about what an instruction assigned.
    fn mentions(&self, symbol: SymbolId, context: ContextId, pc: u32) -> bool {
        let mut symbol = symbol;
        loop {
            match self.all[symbol as usize] {
                Symbol::At(of, at) | Symbol::Loaded(of, at, ..) if (of, at) == (context, pc) => {
                    return true;
                }
                Symbol::Stable(of, _) | Symbol::Loaded(_, _, of, _) => symbol = of,
                Symbol::None | Symbol::At(..) | Symbol::Join(..) | Symbol::Given(_) => {
                    return false;
                }
            }
        }
    }

    /// Whether a symbol is named after the meeting of ways at a point: it means something else when
    /// a way leads there again.
    fn is_of_meeting(&self, symbol: SymbolId, (context, pc): (ContextId, u32)) -> bool {
        let mut symbol = symbol;
        loop {
            match self.all[symbol as usize] {
                Symbol::Join(of, at, ..) if (of, at) == (context, pc) => return true,
                Symbol::Stable(of, _) | Symbol::Loaded(_, _, of, _) => symbol = of,
                Symbol::None | Symbol::At(..) | Symbol::Join(..) | Symbol::Given(_) => {
                    return false;
                }
            }
        }
    }

    /// The values that this one was come by from, itself first, each with the parts that lead from
    /// it to this one.
    pub(super) fn ancestors(&self, symbol: SymbolId) -> Vec<(SymbolId, Vec<Slot>)> {
        let mut found = vec![(symbol, Vec::new())];
        let (mut at, mut path) = (symbol, Vec::new());
        while let Some((of, slot)) = self.parent(at) {
            path.insert(0, slot);
            found.push((of, path.clone()));
            at = of;
        }
        found.retain(|(it, _)| *it != NO_SYMBOL);
        found
    }
}

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Which objects.
    pub nodes: BTreeSet<Node>,
    /// How it was come by.
    pub(super) symbol: SymbolId,
}

/// A lock that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// How the lock's object was come by.
    pub(super) symbol: SymbolId,
    /// Which objects.
    pub nodes: BTreeSet<Node>,
}

/// The graph at a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Variables (webs) by frame, the thread's first call first.
    pub frames: Vec<BTreeMap<u32, Value>>,
    /// Static fields that one thread owns.
    pub statics: BTreeMap<FieldId, BTreeSet<Node>>,
    /// Edges between objects.
    pub heap: Edges,
    /// Objects that other threads may reach.
    pub exposed: BTreeSet<Node>,
    /// Objects that were given away by a start.
    pub given: BTreeSet<Node>,
    /// Locks that are certainly held, outermost first.
    pub locks: Vec<Held>,
    /// Allocators with a current node, and where it was made.
    pub current: BTreeMap<ObjectId, (ContextId, u32)>,
}

impl State {
    /// How many parts it has.
    pub(super) fn size(&self) -> usize {
        let variables: usize = self.frames.iter().map(BTreeMap::len).sum();
        let edges: usize = self.heap.values().map(BTreeMap::len).sum();
        variables + edges + self.exposed.len() + self.given.len() + 8
    }

    /// Adds what another way to the same point brings; whether anything was new.
    pub(super) fn join(
        &mut self,
        other: &State,
        (context, pc): (ContextId, u32),
        symbols: &mut Symbols,
    ) -> bool {
        let mut changed = false;
        let joined = Joined::new(self, other, (context, pc), symbols);
        for (depth, frame) in other.frames.iter().enumerate() {
            let Some(own) = self.frames.get_mut(depth) else {
                continue;
            };
            for (web, value) in frame {
                match own.get_mut(web) {
                    None => {
                        let mut value = value.clone();
                        if symbols.is_of_meeting(value.symbol, (context, pc)) {
                            value.symbol = NO_SYMBOL;
                        }
                        own.insert(*web, value);
                        changed = true;
                    }
                    Some(known) => {
                        changed |= extend(&mut known.nodes, &value.nodes);
                        let symbol = joined.of(known.symbol, value.symbol);
                        changed |= known.symbol != symbol;
                        known.symbol = symbol;
                    }
                }
            }
        }
        for (field, nodes) in &other.statics {
            changed |= extend(self.statics.entry(*field).or_default(), nodes);
        }
        changed |= add_edges(&mut self.heap, &other.heap);
        changed |= extend(&mut self.exposed, &other.exposed);
        changed |= extend(&mut self.given, &other.given);
        let common = self.locks.len().min(other.locks.len());
        changed |= common < self.locks.len();
        self.locks.truncate(common);
        for (own, it) in self.locks.iter_mut().zip(&other.locks) {
            changed |= extend(&mut own.nodes, &it.nodes);
            let symbol = joined.of(own.symbol, it.symbol);
            changed |= own.symbol != symbol;
            own.symbol = symbol;
        }
        for (object, place) in &other.current {
            if !self.current.contains_key(object) {
                self.current.insert(*object, *place);
                changed = true;
            }
        }
        changed
    }

    /// Makes summaries of the current nodes of these allocators, all at once.
    pub(super) fn summarize(&mut self, objects: &BTreeSet<ObjectId>) {
        if objects.is_empty() {
            return;
        }
        let is_old = |node: Node| !node.is_summary() && objects.contains(&node.object());
        let rename = |node: Node| match is_old(node) {
            true => Node::summary(node.object()),
            false => node,
        };
        let rename_all = |nodes: &mut BTreeSet<Node>| {
            if nodes.iter().any(|it| is_old(*it)) {
                *nodes = nodes.iter().map(|it| rename(*it)).collect();
            }
        };
        for value in self.frames.iter_mut().flat_map(BTreeMap::values_mut) {
            rename_all(&mut value.nodes);
        }
        self.statics.values_mut().for_each(rename_all);
        self.locks
            .iter_mut()
            .for_each(|it| rename_all(&mut it.nodes));
        rename_all(&mut self.exposed);
        rename_all(&mut self.given);
        let mut heap = Edges::new();
        for ((from, slot), targets) in &self.heap {
            for (to, paired) in targets {
                // Two objects of this round are a pair; an edge between a round and what was
                // before is none.
                let paired = match (is_old(*from), is_old(*to)) {
                    (true, true) => true,
                    (false, false) => *paired,
                    _ => false,
                };
                let edges = heap.entry((rename(*from), *slot)).or_default();
                let known = edges.entry(rename(*to)).or_insert(paired);
                *known &= paired;
            }
        }
        self.heap = heap;
        self.current.retain(|object, _| !objects.contains(object));
    }

    /// `node.slot = targets`, for one of the nodes that may be meant.
    pub(super) fn store(&mut self, node: Node, slot: Slot, targets: &BTreeSet<Node>) {
        let edges = self.heap.entry((node, slot)).or_default();
        for target in targets {
            // A later store into a summary leaves no pairs.
            *edges.entry(*target).or_insert(false) = false;
        }
    }

    /// Forgets what is said of the values that an instruction assigned before.
    pub(super) fn forget(&mut self, context: ContextId, pc: u32, symbols: &Symbols) {
        for value in self.frames.iter_mut().flat_map(BTreeMap::values_mut) {
            if symbols.mentions(value.symbol, context, pc) {
                value.symbol = NO_SYMBOL;
            }
        }
        for lock in &mut self.locks {
            if symbols.mentions(lock.symbol, context, pc) {
                lock.symbol = NO_SYMBOL;
            }
        }
    }
}

/// How values are named after two ways have met: what was one value on either way still is one.
struct Joined(Map<(SymbolId, SymbolId), SymbolId>);

impl Joined {
    fn new(
        one: &State,
        other: &State,
        (context, pc): (ContextId, u32),
        symbols: &mut Symbols,
    ) -> Joined {
        // A pair of names is one value, called after the first variable that has it; so there are
        // no more names at a point than variables, however often ways meet there.
        let mut first: Vec<((SymbolId, SymbolId), (u32, u32))> = Vec::new();
        let mut known: Map<(SymbolId, SymbolId), ()> = Map::default();
        let mut pair = |pair: (SymbolId, SymbolId), variable: (u32, u32)| {
            let is_new = pair.0 != pair.1 || symbols.is_of_meeting(pair.0, (context, pc));
            if is_new && known.insert(pair, ()).is_none() {
                first.push((pair, variable));
            }
        };
        for (depth, (own, frame)) in one.frames.iter().zip(&other.frames).enumerate() {
            for (web, value) in own {
                if let Some(it) = frame.get(web) {
                    pair((value.symbol, it.symbol), (depth as u32, *web));
                }
            }
        }
        for (index, (own, it)) in one.locks.iter().zip(&other.locks).enumerate() {
            pair((own.symbol, it.symbol), (u32::MAX, index as u32));
        }
        let variables: Map<(SymbolId, SymbolId), (u32, u32)> = first.iter().copied().collect();
        let mut joined = Joined(Map::default());
        for (pair, _) in first {
            joined.resolve(pair, (context, pc), &variables, symbols);
        }
        joined
    }

    fn resolve(
        &mut self,
        pair: (SymbolId, SymbolId),
        place: (ContextId, u32),
        variables: &Map<(SymbolId, SymbolId), (u32, u32)>,
        symbols: &mut Symbols,
    ) -> SymbolId {
        if let Some(known) = self.0.get(&pair) {
            return *known;
        }
        let Some((frame, web)) = variables.get(&pair).copied() else {
            return if pair.0 == pair.1 { pair.0 } else { NO_SYMBOL };
        };
        let plain = Symbol::Join(place.0, place.1, frame, web);
        let is_known =
            |pair: (SymbolId, SymbolId)| pair.0 == pair.1 || variables.contains_key(&pair);
        let symbol = match (symbols.all[pair.0 as usize], symbols.all[pair.1 as usize]) {
            (Symbol::None, _) | (_, Symbol::None) => Symbol::None,
            // Parts of values that are joined are that part of the joined value.
            (Symbol::Loaded(context, pc, one, slot), Symbol::Loaded(of, at, other, part))
                if (context, pc, slot) == (of, at, part) && is_known((one, other)) =>
            {
                let of = self.resolve((one, other), place, variables, symbols);
                Symbol::Loaded(context, pc, of, slot)
            }
            (Symbol::Stable(one, field), Symbol::Stable(other, same))
                if field == same && is_known((one, other)) =>
            {
                Symbol::Stable(self.resolve((one, other), place, variables, symbols), field)
            }
            _ => plain,
        };
        let symbol = symbols.id(symbol);
        self.0.insert(pair, symbol);
        symbol
    }

    fn of(&self, one: SymbolId, other: SymbolId) -> SymbolId {
        let otherwise = if one == other { one } else { NO_SYMBOL };
        self.0.get(&(one, other)).copied().unwrap_or(otherwise)
    }
}

fn extend(own: &mut BTreeSet<Node>, other: &BTreeSet<Node>) -> bool {
    let before = own.len();
    own.extend(other);
    own.len() != before
}

/// Adds edges; an edge is one-to-one where all that have it say so.
pub(super) fn add_edges(own: &mut Edges, other: &Edges) -> bool {
    let mut changed = false;
    for (place, targets) in other {
        let edges = own.entry(*place).or_default();
        for (target, paired) in targets {
            match edges.get_mut(target) {
                None => {
                    edges.insert(*target, *paired);
                    changed = true;
                }
                Some(known) if *known && !*paired => {
                    *known = false;
                    changed = true;
                }
                Some(_) => {}
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{Node, Slot};
    use super::State;

    fn one(node: Node) -> BTreeSet<Node> {
        BTreeSet::from([node])
    }

    #[test]
    fn a_round_of_a_loop_makes_pairs() {
        let (a, b) = (3, 4);
        let mut state = State::default();
        for _ in 0..2 {
            state.store(Node::current(a), Slot::Elements, &one(Node::current(b)));
            state.summarize(&BTreeSet::from([a, b]));
            let edges = &state.heap[&(Node::summary(a), Slot::Elements)];
            assert!(edges[&Node::summary(b)]);
        }
        // Another store through the summary leaves none.
        state.store(Node::summary(a), Slot::Elements, &one(Node::summary(b)));
        let edges = &state.heap[&(Node::summary(a), Slot::Elements)];
        assert!(!edges[&Node::summary(b)]);
    }

    #[test]
    fn one_after_the_other_makes_no_pairs() {
        let (a, b) = (3, 4);
        let mut state = State::default();
        state.store(Node::current(a), Slot::Elements, &one(Node::current(b)));
        state.summarize(&BTreeSet::from([a]));
        state.summarize(&BTreeSet::from([b]));
        let edges = &state.heap[&(Node::summary(a), Slot::Elements)];
        assert!(!edges[&Node::summary(b)]);
    }
}
