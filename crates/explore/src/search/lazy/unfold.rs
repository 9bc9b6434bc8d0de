//! Cycles on which some thread could be passed over for ever.
//!
//! On each cycle of the graph there must be a state in which all choices were taken. Here those
//! cycles are found that have none, and a state of each is made to take all.

use super::graph::{Graph, NONE, Threads};

/// Where a state is in the walk.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// The order of entering, from 1; 0 before.
    order: u32,
    /// The least order that can be reached; or [`NONE`] once its component is complete.
    low: u32,
}

/// Makes states take all their choices until no cycle is without one. Gives those states, each with
/// the threads whose choices have been taken so far. Call it again once they have been explored.
pub(super) fn unfold(graph: &mut Graph<'_>) -> Vec<(u32, Threads)> {
    let mut marks = vec![Mark::default(); graph.len()];
    let mut walk = Walk::default();
    for root in 0..graph.len() as u32 {
        if marks[root as usize].order == 0 && !graph.is_whole(root) {
            walk.from(graph, &mut marks, root);
        }
    }
    let chosen = walk.chosen.into_iter();
    chosen.map(|node| (node, graph.take_all(node))).collect()
}

/// Tarjan's walk over the states that have not taken all.
#[derive(Debug, Default)]
struct Walk {
    entered: u32,
    /// States whose component is not complete.
    open: Vec<u32>,
    /// States on the way, with their successors yet to be visited.
    frames: Vec<(u32, usize)>,
    successors: Vec<u32>,
    chosen: Vec<u32>,
}

impl Walk {
    fn enter(&mut self, graph: &Graph<'_>, marks: &mut [Mark], node: u32) {
        self.entered += 1;
        marks[node as usize] = Mark {
            order: self.entered,
            low: self.entered,
        };
        self.open.push(node);
        self.frames.push((node, self.successors.len()));
        let inside = graph.successors(node).filter(|it| !graph.is_whole(*it));
        self.successors.extend(inside);
    }

    fn from(&mut self, graph: &Graph<'_>, marks: &mut [Mark], root: u32) {
        self.enter(graph, marks, root);
        while let Some(&(node, first)) = self.frames.last() {
            if self.successors.len() > first {
                let next = self.successors.pop().expect("there is one");
                let mark = marks[next as usize];
                if mark.order == 0 {
                    self.enter(graph, marks, next);
                } else if mark.low != NONE {
                    let low = &mut marks[node as usize].low;
                    *low = (*low).min(mark.order);
                }
                continue;
            }
            self.frames.pop();
            let mark = marks[node as usize];
            if let Some(&(below, _)) = self.frames.last() {
                let low = &mut marks[below as usize].low;
                *low = (*low).min(mark.low);
            }
            if mark.low == mark.order {
                self.complete(graph, marks, node);
            }
        }
    }

    /// The component of a state is complete.
    fn complete(&mut self, graph: &Graph<'_>, marks: &mut [Mark], node: u32) {
        let first = self.open.iter().rposition(|it| *it == node);
        let members = self.open.split_off(first.expect("the state is open"));
        let is_cycle = members.len() > 1 || graph.successors(node).any(|it| it == node);
        for member in &members {
            marks[*member as usize].low = NONE;
        }
        if is_cycle {
            self.chosen.extend(members.into_iter().min());
        }
    }
}
