//! Strongly connected components of a product, with the marks of their arcs.
//!
//! In: a product, nodes to start from, and a filter for arcs. Out: each component when its last node is
//! left, to a callback, with what its arcs have together.
//!
//! The algorithm is Couvreur's ("On-the-fly verification of linear temporal logic", FM 1999), which is
//! that of Dijkstra and Gabow with marks: nodes whose component is not complete are on one stack, and
//! on a second one the roots of candidates, each with the marks of its arcs; an arc back to an older
//! node merges all candidates above it. Where ours departs: it goes on after an accepting component, and
//! leaves judging to the callback, since three levels of fairness are judged at once. One array has a
//! number for each node: 0 if it was not visited, its place on the stack, or [`CLOSED`].
//!
//! The same walk splits a component again under a stricter filter: all nodes that are not to be
//! visited are closed already, and those of the component are opened again by setting their numbers
//! to 0.
//!
//! Example: a → b → a, b → c, c → c. From a, the stack is a, b; the arc b → a merges both; c is left
//! first, as a component with one arc; then {a, b} with the marks of its two arcs.

use super::product::{Arc, Cursor, Filter, Marks, Product, Source};

/// The number of a node whose component is complete.
pub(super) const CLOSED: u32 = u32::MAX;

/// A component that has an arc: its nodes, and what its arcs have together.
pub(super) struct Component<'a> {
    pub(super) nodes: &'a [u32],
    pub(super) marks: Marks,
}

/// Whether a walk goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walking {
    On,
    Stops,
}

/// What walks share.
pub(super) struct Walker<'g> {
    pub(super) product: Product<'g>,
    /// For each node 0, its place on the stack from 1 on, or [`CLOSED`].
    pub(super) numbers: Vec<u32>,
    /// Arcs looked at.
    pub(super) arcs: u64,
    /// A visited node whose state is not complete.
    pub(super) incomplete: bool,
    /// A visited node from which on everything is accepted, if that ends a walk.
    pub(super) universal: Option<u32>,
    pub(super) stops_at_universal: bool,
}

struct Frame {
    node: u32,
    cursor: Cursor,
}

/// A root. Long ways have many, so what can be worked out again is not kept.
struct Root {
    /// On the stack of nodes.
    place: u32,
    /// The arc to it from the candidate below; the first has none.
    entered_by: Option<Source>,
    /// Whether its candidate has arcs inside; their marks are on the stack of marks.
    has_arcs: bool,
}

impl<'g> Walker<'g> {
    pub(super) fn new(product: Product<'g>) -> Walker<'g> {
        let numbers = vec![0; product.space.len()];
        Walker {
            product,
            numbers,
            arcs: 0,
            incomplete: false,
            universal: None,
            stops_at_universal: false,
        }
    }

    fn number(&mut self, node: u32) -> &mut u32 {
        if node as usize >= self.numbers.len() {
            self.numbers.resize(self.product.space.len(), 0);
        }
        &mut self.numbers[node as usize]
    }

    /// Opens the nodes of a component again, so that it can be split.
    pub(super) fn open(&mut self, nodes: &[u32]) {
        for node in nodes {
            *self.number(*node) = 0;
        }
    }

    /// Closes nodes, also if a walk was stopped.
    pub(super) fn close(&mut self, nodes: &[u32]) {
        for node in nodes {
            *self.number(*node) = CLOSED;
        }
    }

    /// Walks from the starts, and hands over each component.
    pub(super) fn walk(
        &mut self,
        starts: &[u32],
        filter: &Filter,
        found: &mut dyn FnMut(&mut Self, &Component<'_>) -> Walking,
    ) -> Walking {
        let mut stacks = Stacks {
            live: Vec::new(),
            roots: Vec::new(),
            marks: Vec::new(),
            frames: Vec::new(),
        };
        for start in starts {
            if *self.number(*start) != 0 {
                continue;
            }
            if self.enter(*start, None, &mut stacks) == Walking::Stops
                || self.walk_from_top(filter, &mut stacks, found) == Walking::Stops
            {
                return Walking::Stops;
            }
        }
        Walking::On
    }

    fn walk_from_top(
        &mut self,
        filter: &Filter,
        stacks: &mut Stacks,
        found: &mut dyn FnMut(&mut Self, &Component<'_>) -> Walking,
    ) -> Walking {
        while let Some(frame) = stacks.frames.last_mut() {
            let node = frame.node;
            let Some(arc) = self.product.next(node, &mut frame.cursor) else {
                stacks.frames.pop();
                if self.leave(node, stacks, found) == Walking::Stops {
                    return Walking::Stops;
                }
                continue;
            };
            self.arcs += 1;
            if !filter.allows(&arc.marks) {
                continue;
            }
            match *self.number(arc.target) {
                0 => {
                    let source = Some(arc.source(node));
                    if self.enter(arc.target, source, stacks) == Walking::Stops {
                        return Walking::Stops;
                    }
                }
                CLOSED => {}
                place => stacks.merge(place, &arc, &self.product),
            }
        }
        Walking::On
    }

    fn enter(&mut self, node: u32, entered_by: Option<Source>, stacks: &mut Stacks) -> Walking {
        stacks.live.push(node);
        let place = stacks.live.len() as u32;
        *self.number(node) = place;
        stacks.roots.push(Root {
            place,
            entered_by,
            has_arcs: false,
        });
        let cursor = self.product.arcs(node);
        stacks.frames.push(Frame { node, cursor });
        self.incomplete |= !self.product.is_complete(node);
        if self.stops_at_universal && self.product.is_universal(node) {
            self.universal = Some(node);
            return Walking::Stops;
        }
        Walking::On
    }

    /// All arcs of the node are done: if it is a root, its component is complete.
    fn leave(
        &mut self,
        node: u32,
        stacks: &mut Stacks,
        found: &mut dyn FnMut(&mut Self, &Component<'_>) -> Walking,
    ) -> Walking {
        let root = stacks.roots.last().expect("a live node has a root");
        if root.place != self.numbers[node as usize] {
            return Walking::On;
        }
        let begin = root.place as usize - 1;
        // Most components are one node without an arc.
        let marks = stacks.pop_root();
        self.close(&stacks.live[begin..]);
        let flow = match marks {
            None => Walking::On,
            Some(marks) => {
                let nodes = &stacks.live[begin..];
                found(self, &Component { nodes, marks })
            }
        };
        stacks.live.truncate(begin);
        flow
    }
}

struct Stacks {
    /// Nodes whose component is not complete.
    live: Vec<u32>,
    roots: Vec<Root>,
    /// For each root that has arcs inside, what they have together.
    marks: Vec<Marks>,
    frames: Vec<Frame>,
}

impl Stacks {
    /// Takes the last root away, with the marks of the arcs inside.
    fn pop_root(&mut self) -> Option<Marks> {
        let root = self.roots.pop().expect("there is a root");
        match root.has_arcs {
            true => self.marks.pop(),
            false => None,
        }
    }

    /// An arc leads back to a live node: all candidates above it are one.
    #[inline]
    fn merge(&mut self, place: u32, arc: &Arc, product: &Product<'_>) {
        let mut marks = arc.marks;
        while let Some(top) = self.roots.last()
            && top.place > place
        {
            let source = top.entered_by.expect("there is a candidate below");
            marks.add(&product.marks(&source));
            if let Some(inside) = self.pop_root() {
                marks.add(&inside);
            }
        }
        let top = self.roots.last_mut().expect("a live node has a root");
        if !std::mem::replace(&mut top.has_arcs, true) {
            self.marks.push(Marks::default());
        }
        let inside = self.marks.last_mut().expect("the last root has arcs");
        inside.add(&marks);
    }
}
