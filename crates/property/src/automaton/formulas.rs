//! Formulas in negation normal form, each kept once, and the rules that make them smaller.
//!
//! In: a [`Formula`] or its negation. Out: a number for it in [`Formulas`]; equal numbers are equal
//! formulas. Negations stand before atoms only, `&&` and `||` have any number of operands, in order.
//!
//! Simplification happens where a formula is made; each rule replaces it by an equivalent one that is
//! made of the same or fewer parts. The rules are those of Somenzi and Bloem ("Efficient Büchi
//! automata from LTL formulae", CAV 2000) and Etessami and Holzmann ("Optimizing Büchi automata",
//! CONCUR 2000), as far as listed here; `e` is a pure eventuality, `u` purely universal, `s` both, and
//! `f ⇒ g` is what [`super::implication`] finds.
//!
//! ```text
//! f && g = f, f || g = g                    if f ⇒ g       f && g = false      if f ⇒ !g
//! f || g = true                             if !f ⇒ g
//! (f R g) && (f R h) = f R (g && h)                        (f U g) || (f U h) = f U (g || h)
//! (f U h) && (g U h) = (f && g) U h                        (f R h) || (g R h) = (f || g) R h
//! X f && X g = X (f && g), X f || X g = X (f || g), X f U X g = X (f U g), X f R X g = X (f R g)
//! <>[] f && <>[] g = <>[] (f && g)                         []<> f || []<> g = []<> (f || g)
//! f U g = g       if f ⇒ g                                 f R g = g       if g ⇒ f
//! f U g = <> g    if !f ⇒ g                                f R g = [] g    if g ⇒ !f
//! f U e = e,  f R u = u,  X s = s                          <> X f = X <> f,  [] X f = X [] f
//! f U (g U h) = g U h    if f ⇒ g                          f R (g R h) = g R h    if g ⇒ f
//! <> (f U g) = <> g                                        [] (f R g) = [] g
//! f U (g && s) = (f U g) && s                              f R (g || s) = (f R g) || s
//! ```
//! Example: `![](p -> <> q)` is `<>(p && []!q)`; `<>[]<> p` is `[]<> p`, as `[]<> p` is a pure
//! eventuality; `p U (q U r) || q U r` is `p U (q U r)`, as `q U r` implies it.

use std::collections::BTreeMap;

use super::TooLarge;
use super::implication::Implications;
use crate::Formula;

/// The number of a formula.
pub(super) type Id = u32;

/// A formula in negation normal form, by the numbers of its parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Node {
    Constant(bool),
    Literal { atom: usize, positive: bool },
    And(Vec<Id>),
    Or(Vec<Id>),
    Next(Id),
    Until(Id, Id),
    Release(Id, Id),
}

pub(super) const TRUE: Id = 0;
pub(super) const FALSE: Id = 1;

/// With more operands, pairs of them are not compared.
const MOST_COMPARED: usize = 40;
/// With more operands, none are joined.
const MOST_JOINED: usize = 200;

/// All formulas so far.
pub(super) struct Formulas {
    nodes: Vec<Node>,
    /// Of each, whether it is a pure eventuality, and whether it is purely universal.
    pure: Vec<(bool, bool)>,
    numbers: BTreeMap<Node, Id>,
    negations: BTreeMap<Id, Id>,
    pub(super) implications: Implications,
    /// Whether formulas are simplified; off only in tests.
    simplifies: bool,
}

impl Formulas {
    pub(super) fn new(simplifies: bool) -> Formulas {
        let mut formulas = Formulas {
            nodes: Vec::new(),
            pure: Vec::new(),
            numbers: BTreeMap::new(),
            negations: BTreeMap::new(),
            implications: Implications::default(),
            simplifies,
        };
        assert_eq!(formulas.number(Node::Constant(true)), TRUE);
        assert_eq!(formulas.number(Node::Constant(false)), FALSE);
        formulas
    }

    pub(super) fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    fn number(&mut self, node: Node) -> Id {
        if let Some(id) = self.numbers.get(&node) {
            return *id;
        }
        let id = self.nodes.len() as Id;
        self.pure
            .push((self.eventual(&node), self.universal(&node)));
        self.nodes.push(node.clone());
        self.numbers.insert(node, id);
        id
    }

    /// A formula in negation normal form, or its negation.
    pub(super) fn normal(&mut self, formula: &Formula, positive: bool) -> Result<Id, TooLarge> {
        Ok(match formula {
            Formula::Constant(value) => match *value == positive {
                true => TRUE,
                false => FALSE,
            },
            Formula::Atom(atom) if *atom >= 64 => return Err(TooLarge::Atoms),
            Formula::Atom(atom) => self.number(Node::Literal {
                atom: *atom,
                positive,
            }),
            Formula::Not(f) => self.normal(f, !positive)?,
            Formula::Next(f) => {
                let f = self.normal(f, positive)?;
                self.next(f)
            }
            Formula::And(f, g) | Formula::Or(f, g) => {
                let both = vec![self.normal(f, positive)?, self.normal(g, positive)?];
                match matches!(formula, Formula::And(..)) == positive {
                    true => self.and(both),
                    false => self.or(both),
                }
            }
            Formula::Until(f, g) | Formula::Release(f, g) => {
                let (f, g) = (self.normal(f, positive)?, self.normal(g, positive)?);
                match matches!(formula, Formula::Until(..)) == positive {
                    true => self.until(f, g),
                    false => self.release(f, g),
                }
            }
        })
    }

    /// The negation of a formula.
    pub(super) fn negate(&mut self, id: Id) -> Id {
        if let Some(negation) = self.negations.get(&id) {
            return *negation;
        }
        let negation = match self.node(id).clone() {
            Node::Constant(value) => Id::from(value),
            Node::Literal { atom, positive } => self.number(Node::Literal {
                atom,
                positive: !positive,
            }),
            Node::And(all) => {
                let all = all.into_iter().map(|it| self.negate(it)).collect();
                self.or(all)
            }
            Node::Or(all) => {
                let all = all.into_iter().map(|it| self.negate(it)).collect();
                self.and(all)
            }
            Node::Next(f) => {
                let f = self.negate(f);
                self.next(f)
            }
            Node::Until(f, g) => {
                let (f, g) = (self.negate(f), self.negate(g));
                self.release(f, g)
            }
            Node::Release(f, g) => {
                let (f, g) = (self.negate(f), self.negate(g));
                self.until(f, g)
            }
        };
        self.negations.insert(id, negation);
        negation
    }

    pub(super) fn and(&mut self, operands: Vec<Id>) -> Id {
        self.chain(operands, true)
    }

    pub(super) fn or(&mut self, operands: Vec<Id>) -> Id {
        self.chain(operands, false)
    }

    /// A conjunction, or a disjunction.
    fn chain(&mut self, operands: Vec<Id>, is_and: bool) -> Id {
        let (neutral, absorbing) = match is_and {
            true => (TRUE, FALSE),
            false => (FALSE, TRUE),
        };
        let mut flat = Vec::new();
        for operand in operands {
            match (self.node(operand), is_and) {
                (Node::And(all), true) | (Node::Or(all), false) => flat.extend(all.iter().copied()),
                _ => flat.push(operand),
            }
        }
        flat.retain(|it| *it != neutral);
        flat.sort_unstable();
        flat.dedup();
        if flat.contains(&absorbing) {
            return absorbing;
        }
        if self.simplifies {
            if flat.len() <= MOST_JOINED
                && let Some(fewer) = self.join(&flat, is_and)
            {
                return self.chain(fewer, is_and);
            }
            if flat.len() <= MOST_COMPARED {
                match self.drop_implied(&flat, is_and) {
                    Some(fewer) => flat = fewer,
                    None => return absorbing,
                }
            }
        }
        match (flat.len(), is_and) {
            (0, _) => neutral,
            (1, _) => flat[0],
            (_, true) => self.number(Node::And(flat)),
            (_, false) => self.number(Node::Or(flat)),
        }
    }

    /// Two operands joined into one, if a rule does that.
    fn join(&mut self, operands: &[Id], is_and: bool) -> Option<Vec<Id>> {
        for (index, one) in operands.iter().enumerate() {
            for other in &operands[index + 1..] {
                let Some(joined) = self.joined(*one, *other, is_and) else {
                    continue;
                };
                let rest = operands.iter().copied();
                let mut fewer: Vec<Id> = rest.filter(|it| it != one && it != other).collect();
                fewer.push(joined);
                return Some(fewer);
            }
        }
        None
    }

    fn joined(&mut self, one: Id, other: Id, is_and: bool) -> Option<Id> {
        match (self.node(one), self.node(other)) {
            (&Node::Next(f), &Node::Next(g)) => {
                let inside = self.chain(vec![f, g], is_and);
                Some(self.next(inside))
            }
            (&Node::Release(f, g), &Node::Release(h, i)) => match is_and {
                true if f == h => {
                    let right = self.and(vec![g, i]);
                    Some(self.release(f, right))
                }
                false if g == i => {
                    let left = self.or(vec![f, h]);
                    Some(self.release(left, g))
                }
                // []<> f || []<> g
                false if f == FALSE && h == FALSE => {
                    let (g, i) = (self.eventually(g)?, self.eventually(i)?);
                    let either = self.or(vec![g, i]);
                    let either = self.until(TRUE, either);
                    Some(self.release(FALSE, either))
                }
                _ => None,
            },
            (&Node::Until(f, g), &Node::Until(h, i)) => match is_and {
                false if f == h => {
                    let right = self.or(vec![g, i]);
                    Some(self.until(f, right))
                }
                true if g == i => {
                    let left = self.and(vec![f, h]);
                    Some(self.until(left, g))
                }
                // <>[] f && <>[] g
                true if f == TRUE && h == TRUE => {
                    let (g, i) = (self.always(g)?, self.always(i)?);
                    let both = self.and(vec![g, i]);
                    let both = self.release(FALSE, both);
                    Some(self.until(TRUE, both))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What comes eventually, if the formula says no more than that.
    fn eventually(&self, id: Id) -> Option<Id> {
        match self.node(id) {
            Node::Until(TRUE, f) => Some(*f),
            _ => None,
        }
    }

    fn always(&self, id: Id) -> Option<Id> {
        match self.node(id) {
            Node::Release(FALSE, f) => Some(*f),
            _ => None,
        }
    }

    /// Leaves out what others imply; `None` if two operands exclude each other, or exhaust all cases.
    fn drop_implied(&mut self, operands: &[Id], is_and: bool) -> Option<Vec<Id>> {
        let mut kept: Vec<Id> = Vec::new();
        for &operand in operands {
            let mut is_needed = true;
            let mut index = 0;
            while index < kept.len() {
                let other = kept[index];
                let (stronger, weaker) = match is_and {
                    true => (other, operand),
                    false => (operand, other),
                };
                if self.implies(stronger, weaker) {
                    is_needed = false;
                    break;
                }
                if self.implies(weaker, stronger) {
                    kept.remove(index);
                    continue;
                }
                let negation = self.negate(operand);
                let clash = match is_and {
                    true => self.implies(other, negation),
                    false => self.implies(negation, other),
                };
                if clash {
                    return None;
                }
                index += 1;
            }
            if is_needed {
                kept.push(operand);
            }
        }
        kept.sort_unstable();
        Some(kept)
    }

    fn implies(&mut self, f: Id, g: Id) -> bool {
        let mut implications = std::mem::take(&mut self.implications);
        let found = implications.implies(self, f, g);
        self.implications = implications;
        found
    }

    pub(super) fn next(&mut self, f: Id) -> Id {
        let stays = self.simplifies && self.is_suspendable(f);
        match f == TRUE || f == FALSE || stays {
            true => f,
            false => self.number(Node::Next(f)),
        }
    }

    pub(super) fn until(&mut self, f: Id, g: Id) -> Id {
        if g == TRUE || g == FALSE || f == FALSE || f == g {
            return g;
        }
        if !self.simplifies {
            return self.number(Node::Until(f, g));
        }
        if self.is_eventual(g) || self.implies(f, g) {
            return g;
        }
        let not_f = self.negate(f);
        if f != TRUE && self.implies(not_f, g) {
            return self.until(TRUE, g);
        }
        match (self.node(f).clone(), self.node(g).clone()) {
            (Node::Next(f), Node::Next(g)) => {
                let inside = self.until(f, g);
                self.next(inside)
            }
            (Node::Constant(true), Node::Next(g)) => {
                let inside = self.until(TRUE, g);
                self.next(inside)
            }
            (Node::Constant(true), Node::Until(_, h)) => self.until(TRUE, h),
            (_, Node::Until(a, _)) if self.implies(f, a) => g,
            (_, Node::And(all)) => {
                let (outside, inside) = self.suspended(all);
                if outside.is_empty() {
                    return self.number(Node::Until(f, g));
                }
                let inside = self.and(inside);
                let mut all = outside;
                all.push(self.until(f, inside));
                self.and(all)
            }
            _ => self.number(Node::Until(f, g)),
        }
    }

    pub(super) fn release(&mut self, f: Id, g: Id) -> Id {
        if g == TRUE || g == FALSE || f == TRUE || f == g {
            return g;
        }
        if !self.simplifies {
            return self.number(Node::Release(f, g));
        }
        if self.is_universal(g) || self.implies(g, f) {
            return g;
        }
        let not_f = self.negate(f);
        if f != FALSE && self.implies(g, not_f) {
            return self.release(FALSE, g);
        }
        match (self.node(f).clone(), self.node(g).clone()) {
            (Node::Next(f), Node::Next(g)) => {
                let inside = self.release(f, g);
                self.next(inside)
            }
            (Node::Constant(false), Node::Next(g)) => {
                let inside = self.release(FALSE, g);
                self.next(inside)
            }
            (Node::Constant(false), Node::Release(_, h)) => self.release(FALSE, h),
            (_, Node::Release(a, _)) if self.implies(a, f) => g,
            (_, Node::Or(all)) => {
                let (outside, inside) = self.suspended(all);
                if outside.is_empty() {
                    return self.number(Node::Release(f, g));
                }
                let inside = self.or(inside);
                let mut all = outside;
                all.push(self.release(f, inside));
                self.or(all)
            }
            _ => self.number(Node::Release(f, g)),
        }
    }

    /// Those operands that hold everywhere on a run or nowhere, and the others.
    fn suspended(&self, operands: Vec<Id>) -> (Vec<Id>, Vec<Id>) {
        let mut operands = operands.into_iter();
        operands.by_ref().partition(|it| self.is_suspendable(*it))
    }

    fn is_suspendable(&self, id: Id) -> bool {
        self.is_eventual(id) && self.is_universal(id)
    }

    /// Whether the formula is a pure eventuality: if it holds later, it holds now.
    fn is_eventual(&self, id: Id) -> bool {
        self.pure[id as usize].0
    }

    /// Whether the formula is purely universal: if it holds now, it holds ever after.
    fn is_universal(&self, id: Id) -> bool {
        self.pure[id as usize].1
    }

    fn eventual(&self, node: &Node) -> bool {
        match node {
            Node::Constant(_) => true,
            Node::Literal { .. } => false,
            Node::And(all) | Node::Or(all) => all.iter().all(|it| self.is_eventual(*it)),
            Node::Next(f) => self.is_eventual(*f),
            Node::Until(f, g) => *f == TRUE || self.is_eventual(*g),
            Node::Release(f, g) => self.is_eventual(*f) && self.is_eventual(*g),
        }
    }

    fn universal(&self, node: &Node) -> bool {
        match node {
            Node::Constant(_) => true,
            Node::Literal { .. } => false,
            Node::And(all) | Node::Or(all) => all.iter().all(|it| self.is_universal(*it)),
            Node::Next(f) => self.is_universal(*f),
            Node::Until(f, g) => self.is_universal(*f) && self.is_universal(*g),
            Node::Release(f, g) => *f == FALSE || self.is_universal(*g),
        }
    }
}
