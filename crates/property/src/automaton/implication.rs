//! Whether one formula implies another, as far as their shapes tell.
//!
//! In: two formulas in negation normal form. Out: `true` only if every run that satisfies the first
//! satisfies the second; `false` says nothing. After Somenzi and Bloem (CAV 2000), figure 3, and
//! Etessami and Holzmann (CONCUR 2000), both by induction on the formulas:
//!
//! ```text
//! f ⇒ f;  false ⇒ g;  f ⇒ true
//! f ⇒ g && h    if f ⇒ g and f ⇒ h           f || g ⇒ h    if f ⇒ h and g ⇒ h
//! f && g ⇒ h    if f ⇒ h or g ⇒ h            f ⇒ g || h    if f ⇒ g or f ⇒ h
//! f U g ⇒ h     if f ⇒ h and g ⇒ h           f ⇒ g U h     if f ⇒ h
//! f R g ⇒ h     if g ⇒ h                     f ⇒ g R h     if f ⇒ g and f ⇒ h
//! f U g ⇒ h U i, f R g ⇒ h R i  if f ⇒ h and g ⇒ i       X f ⇒ X g  if f ⇒ g
//! ```
//! Example: `[] p ⇒ q U p`, by `f R g ⇒ h if g ⇒ h` from `p ⇒ q U p`, that by `f ⇒ g U h if f ⇒ h`.

use std::collections::BTreeMap;

use super::formulas::{FALSE, Formulas, Id, Node, TRUE};

/// Questions after which every further answer is `false`: large formulas have very many pairs.
const MOST_QUESTIONS: u32 = 200_000;

/// The answers so far.
#[derive(Default)]
pub(super) struct Implications {
    known: BTreeMap<(Id, Id), bool>,
    asked: u32,
}

impl Implications {
    pub(super) fn implies(&mut self, formulas: &Formulas, f: Id, g: Id) -> bool {
        if f == g || f == FALSE || g == TRUE {
            return true;
        }
        if f == TRUE || g == FALSE {
            return false;
        }
        if let Some(known) = self.known.get(&(f, g)) {
            return *known;
        }
        self.asked += 1;
        if self.asked > MOST_QUESTIONS {
            return false;
        }
        let found = self.by_shape(formulas, f, g);
        self.known.insert((f, g), found);
        found
    }

    fn by_shape(&mut self, formulas: &Formulas, f: Id, g: Id) -> bool {
        let (left, right) = (formulas.node(f), formulas.node(g));
        // These two split without loss.
        if let Node::Or(all) = left {
            return all.iter().all(|it| self.implies(formulas, *it, g));
        }
        if let Node::And(all) = right {
            return all.iter().all(|it| self.implies(formulas, f, *it));
        }
        let same = match (left, right) {
            (Node::Next(f), Node::Next(g)) => self.implies(formulas, *f, *g),
            (Node::Until(f, g), Node::Until(h, i)) | (Node::Release(f, g), Node::Release(h, i)) => {
                self.implies(formulas, *f, *h) && self.implies(formulas, *g, *i)
            }
            _ => false,
        };
        if same {
            return true;
        }
        let by_left = match left {
            Node::And(all) => all.iter().any(|it| self.implies(formulas, *it, g)),
            Node::Until(a, b) => self.implies(formulas, *a, g) && self.implies(formulas, *b, g),
            Node::Release(_, b) => self.implies(formulas, *b, g),
            _ => false,
        };
        by_left
            || match right {
                Node::Or(all) => all.iter().any(|it| self.implies(formulas, f, *it)),
                Node::Until(_, b) => self.implies(formulas, f, *b),
                Node::Release(a, b) => {
                    self.implies(formulas, f, *a) && self.implies(formulas, f, *b)
                }
                _ => false,
            }
    }
}
