//! Loops in which nothing happens: `while (true) {}`, loops over what the model leaves out, or loops that
//! look again and again at what nobody changes.
//!
//! Whoever goes round once without a change goes round for ever. SPIN refuses a cycle of mere jumps, and
//! follows one with tests without an end. In Java, other threads go on meanwhile, so such a loop gets a
//! place where they may, and steps to go round by.

use std::collections::{BTreeMap, BTreeSet};

use crate::origin::Origin;
use crate::tree::{Item, Label, Statement};

/// Opens all cycles of jumps and tests; `fresh` gives new labels, `before` is done each time round.
pub(crate) fn open(
    items: &mut Vec<Item>,
    mut fresh: impl FnMut() -> Label,
    before: Option<&Statement>,
) {
    let mut ways = Ways::new(items);
    ways.trim();
    let is_jump = |item: &Item| matches!(item, Item::Statement(Statement::Goto(_), _));
    let is_label = |item: &Item| matches!(item, Item::Label(_));
    let mut opened: BTreeSet<usize> = BTreeSet::new();
    // A cycle without a jump of its own, `do {} while (…)`, has a label.
    for may_open in [&is_jump as &dyn Fn(&Item) -> bool, &is_label] {
        for (index, item) in items.iter().enumerate() {
            if may_open(item) && ways.leads_back(index) {
                ways.next.remove(&index);
                opened.insert(index);
            }
        }
        ways.trim();
    }
    for index in opened.into_iter().rev() {
        let (origin, at) = match items[index] {
            Item::Statement(_, origin) => (origin, index),
            _ => (Origin::THREAD, index + 1),
        };
        let skip = Item::Statement(Statement::Skip, origin);
        // SPIN refuses a step from a place to itself, too.
        let mut opened = vec![Item::Stop(fresh())];
        opened.extend(before.map(|it| Item::Statement(it.clone(), origin)));
        opened.extend([skip.clone(), skip]);
        items.splice(at..at, opened);
    }
}

/// Where each item leads to, as far as nothing is changed and nobody else may go on.
struct Ways {
    next: BTreeMap<usize, Vec<usize>>,
}

impl Ways {
    fn new(items: &[Item]) -> Ways {
        let mut places: BTreeMap<Label, usize> = BTreeMap::new();
        for (index, item) in items.iter().enumerate() {
            if let Item::Label(label) | Item::Stop(label) | Item::End(label) = item {
                places.insert(*label, index);
            }
        }
        let mut next = BTreeMap::new();
        for (index, item) in items.iter().enumerate() {
            let mut to = Vec::new();
            match item {
                Item::Label(_) => to.push(index + 1),
                Item::Statement(statement, _) => {
                    if leads(statement, &places, &mut to) {
                        to.push(index + 1);
                    }
                }
                Item::Stop(_) | Item::End(_) => continue,
            }
            next.insert(index, to);
        }
        Ways { next }
    }

    /// Leaves out what is on no cycle for sure, because nothing follows it or comes before it.
    fn trim(&mut self) {
        loop {
            let count = self.next.len();
            let known: BTreeSet<usize> = self.next.keys().copied().collect();
            self.next.retain(|_, to| {
                to.retain(|it| known.contains(it));
                !to.is_empty()
            });
            let reached: BTreeSet<usize> = self.next.values().flatten().copied().collect();
            self.next.retain(|index, _| reached.contains(index));
            if self.next.len() == count {
                return;
            }
        }
    }

    /// Whether an item is on a cycle.
    fn leads_back(&self, start: usize) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<usize> = self.next.get(&start).cloned().unwrap_or_default();
        while let Some(index) = pending.pop() {
            if index == start {
                return true;
            }
            if seen.insert(index) {
                pending.extend(self.next.get(&index).into_iter().flatten());
            }
        }
        false
    }
}

/// Where a statement that changes nothing jumps to; whether it may also come to its end.
fn leads(statement: &Statement, places: &BTreeMap<Label, usize>, to: &mut Vec<usize>) -> bool {
    match statement {
        Statement::Goto(label) => {
            to.extend(places.get(label));
            false
        }
        Statement::Tagged(_, inner) => leads(inner, places, to),
        Statement::Guard(_) => true,
        Statement::If(alternatives, otherwise) => {
            let mut ends = false;
            for parts in alternatives.iter().chain(otherwise) {
                ends |= parts.iter().all(|part| leads(part, places, to));
            }
            ends
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Expression;

    fn goto(label: u32) -> Item {
        Item::Statement(Statement::Goto(Label(label)), Origin::THREAD)
    }

    fn opened(items: &[Item]) -> usize {
        let mut changed = items.to_vec();
        open(&mut changed, || Label(99), None);
        changed.len() - items.len()
    }

    #[test]
    fn cycles_of_jumps_are_opened_once() {
        let label = |label| Item::Label(Label(label));
        let skip = Item::Statement(Statement::Skip, Origin::THREAD);
        assert_eq!(opened(&[label(1), goto(1)]), 3);
        assert_eq!(opened(&[label(1), goto(2), label(2), label(3), goto(1)]), 3);
        assert_eq!(opened(&[label(1), skip, goto(1)]), 0);
        assert_eq!(opened(&[goto(2), label(2), goto(7)]), 0);
        // Tests change nothing, assignments do.
        let test = |then: Statement| {
            let yes = vec![Statement::Guard(1.into()), then];
            Item::Statement(Statement::If(vec![yes], Some(Vec::new())), Origin::THREAD)
        };
        let jump = |to| test(Statement::Goto(Label(to)));
        assert_eq!(opened(&[label(1), jump(2), goto(1), label(2)]), 3);
        assert_eq!(opened(&[label(1), jump(1)]), 3);
        assert_eq!(opened(&[label(1), jump(2), label(2)]), 0);
        let assign = Statement::Assign(Expression::Variable("x".into()), 1.into());
        let assign = Item::Statement(assign, Origin::THREAD);
        assert_eq!(opened(&[label(1), assign, jump(1)]), 0);
        assert_eq!(opened(&[label(1), Item::Stop(Label(2)), jump(1)]), 0);
    }
}
