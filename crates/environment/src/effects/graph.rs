//! The control flow of a body: where it goes on, and what lies on cycles.

use program::Body;

/// Where control may go on, handlers among it.
pub(super) fn successors(body: &Body, pc: u32, mut visit: impl FnMut(u32)) {
    body.for_each_successor(pc, &mut visit);
    if body.code[pc as usize].may_throw() {
        body.handlers_at(pc).for_each(|it| visit(it.target));
    }
}

/// Strongly connected components (Tarjan), and which instructions lie on a cycle.
pub(super) fn components(body: &Body) -> (Vec<u32>, Vec<bool>) {
    let count = body.code.len();
    let next = |pc: u32| {
        let mut all = Vec::new();
        successors(body, pc, |it| all.push(it));
        all
    };
    let (mut index, mut low) = (vec![u32::MAX; count], vec![0u32; count]);
    let (mut component, mut in_loop) = (vec![u32::MAX; count], vec![false; count]);
    let (mut stack, mut counter, mut found) = (Vec::new(), 0, 0);
    for root in 0..count as u32 {
        if index[root as usize] != u32::MAX {
            continue;
        }
        let mut calls = vec![(root, next(root), 0usize)];
        while let Some((pc, successors, position)) = calls.last_mut() {
            let at = *pc as usize;
            if *position == 0 {
                index[at] = counter;
                low[at] = counter;
                counter += 1;
                stack.push(*pc);
            }
            if let Some(to) = successors.get(*position).copied() {
                *position += 1;
                if index[to as usize] == u32::MAX {
                    calls.push((to, next(to), 0));
                } else if component[to as usize] == u32::MAX {
                    low[at] = low[at].min(index[to as usize]);
                }
                if to as usize == at {
                    in_loop[at] = true;
                }
                continue;
            }
            if low[at] == index[at] {
                let start = stack
                    .iter()
                    .rposition(|it| *it as usize == at)
                    .expect("it is there");
                let is_cycle = stack.len() - start > 1;
                for pc in stack.drain(start..) {
                    component[pc as usize] = found;
                    in_loop[pc as usize] |= is_cycle;
                }
                found += 1;
            }
            let low_here = low[at];
            calls.pop();
            if let Some((parent, ..)) = calls.last() {
                let parent = *parent as usize;
                low[parent] = low[parent].min(low_here);
            }
        }
    }
    (component, in_loop)
}
