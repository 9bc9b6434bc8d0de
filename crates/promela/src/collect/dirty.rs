//! Where what refers to objects may have changed since other threads could last go on.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{Expression, Item, Label, Name, Statement};

/// The items that are stops which a thread may come to, not by a jump, after such a change.
pub(super) fn stops(items: &[Item], watched: &BTreeSet<Name>) -> BTreeSet<usize> {
    let mut flow = Flow {
        watched,
        labels: BTreeMap::new(),
        changed: true,
    };
    let mut found = BTreeSet::new();
    // Where a jump leads to may stand before it, so it takes some rounds.
    while std::mem::take(&mut flow.changed) {
        let mut now = Some(false);
        for (index, item) in items.iter().enumerate() {
            match item {
                Item::Statement(statement, _) => now = flow.after(statement, now),
                Item::Label(label) => {
                    flow.comes_to(*label, now);
                    now = flow.labels.get(label).copied().flatten();
                }
                Item::Stop(label) | Item::End(label) => {
                    if now == Some(true) {
                        found.insert(index);
                    }
                    // Whoever comes by a jump has not been looked after.
                    let jumps = flow.labels.get(label).copied().flatten();
                    now = jumps.max(now.map(|_| false));
                }
            }
        }
    }
    found
}

/// Whether there was a change; `None` where nobody comes to.
type Changed = Option<bool>;

struct Flow<'a> {
    watched: &'a BTreeSet<Name>,
    labels: BTreeMap<Label, Changed>,
    changed: bool,
}

impl Flow<'_> {
    fn comes_to(&mut self, label: Label, now: Changed) {
        let known = self.labels.entry(label).or_default();
        if now > *known {
            *known = now;
            self.changed = true;
        }
    }

    fn after(&mut self, statement: &Statement, now: Changed) -> Changed {
        match statement {
            Statement::Assign(Expression::Variable(name) | Expression::Element(name, _), _)
                if self.watched.contains(name) =>
            {
                now.map(|_| true)
            }
            Statement::If(alternatives, otherwise) => {
                let mut after = None;
                for parts in alternatives.iter().chain(otherwise) {
                    after = after.max(self.after_all(parts, now));
                }
                after
            }
            Statement::Goto(label) => {
                self.comes_to(*label, now);
                None
            }
            Statement::Together(parts) => self.after_all(parts, now),
            Statement::Tagged(_, inner) => self.after(inner, now),
            Statement::Collect => now.map(|_| false),
            Statement::Assign(..)
            | Statement::Guard(_)
            | Statement::Assert(_)
            | Statement::Run(..)
            | Statement::Deterministic(_)
            | Statement::While(..)
            | Statement::Starts(_)
            | Statement::Skip => now,
        }
    }

    fn after_all(&mut self, parts: &[Statement], now: Changed) -> Changed {
        parts.iter().fold(now, |now, part| self.after(part, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origin::Origin;

    fn found(items: &[Item]) -> Vec<usize> {
        let watched = BTreeSet::from(["x".into()]);
        stops(items, &watched).into_iter().collect()
    }

    fn assign(name: &str) -> Item {
        let place = Expression::Variable(name.into());
        Item::Statement(Statement::Assign(place, 1.into()), Origin::THREAD)
    }

    fn goto(label: u32) -> Item {
        Item::Statement(Statement::Goto(Label(label)), Origin::THREAD)
    }

    #[test]
    fn stops_after_changes_are_found() {
        let stop = |label| Item::Stop(Label(label));
        assert!(found(&[assign("y"), stop(1)]).is_empty());
        assert_eq!(found(&[assign("x"), stop(1), assign("y"), stop(2)]), [1]);
        let label = |label| Item::Label(Label(label));
        // By a jump back, in a second round.
        let items = [label(1), stop(2), assign("y"), assign("x"), goto(1)];
        assert_eq!(found(&items), [1]);
        // Nobody comes there.
        assert!(found(&[assign("x"), goto(2), stop(1), label(2)]).is_empty());
        // A jump to the stop itself is not looked after there, but at the next one.
        let items = [assign("x"), goto(1), assign("y"), stop(1), stop(2)];
        assert_eq!(found(&items), [4]);
    }
}
