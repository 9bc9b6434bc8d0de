//! From a formula to an automaton: states are sets of formulas that are still to be satisfied.
//!
//! In: a formula in negation normal form. Out: a transition-based generalised Büchi automaton
//! ([`Raw`]) that accepts exactly the words that satisfy it.
//!
//! The tableau is the one of Couvreur ("On-the-fly verification of linear temporal logic", FM 1999)
//! and Duret-Lutz ("LTL translation improvements in Spot", VECoS 2011), with marks on transitions, and
//! it goes back to Gerth, Peled, Vardi and Wolper ("Simple on-the-fly automatic verification of
//! linear temporal logic", PSTV 1995): a formula is taken apart into what has to hold now (literals),
//! what has to hold from the next state on, and what it *promises*:
//!
//! ```text
//! f U g = g || (f && X (f U g) && promise g)        f R g = g && (f || X (f R g))
//! ```
//!
//! A transition has mark `g` unless it promises `g`; a run is accepted if it has each mark infinitely
//! often. Where ours departs: branches are kept as lists of conjunctions, not as binary decision
//! diagrams, and a branch that another one subsumes is dropped, as Gastin and Oddoux do with the
//! transitions of their alternating automata ("Fast LTL to Büchi automata translation", CAV 2001).
//! States with the same branches are one state from the start, and a state leaves out formulas whose
//! branches others bring along.
//!
//! Why it is right. *Without dropping*, this is the textbook tableau: on an accepted run, `f U g` in a
//! state is either fulfilled, or promised in every transition from then on, and then mark `g` would be
//! missing. Formulas with the same right side share a mark: where `g` holds, a run can fulfil them all
//! at once. *Subsumption*: branch `a` subsumes `b` if its literals, next formulas and promises are
//! subsets of those of `b`. A state with fewer formulas can do what one with more formulas does, with
//! fewer literals and promises, by leaving out what belongs to the further formulas; so sets ordered
//! by inclusion simulate each other directly, and of the two branches the first is enough.
//! *Left-out formulas*: if `a R b` is in a state and `c` is a conjunct of `b`, all branches of
//! `a R b` contain a branch of `c`; those of `c` joined to them again are the same, or subsumed.
//!
//! Example: `[]<> p` becomes one state. Its branches are `p` with next `[]<> p`, and `true` with next
//! `{<> p, []<> p}` and promise `p`. In the second next state `<> p` is left out: it is a conjunct of
//! the right side of `false R <> p`. So there are two loops, and `p` has the mark.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::formulas::{FALSE, Formulas, Id, Node, TRUE};
use super::{Cube, TooLarge, Transition};

/// More branches, transitions or states than any formula that can be searched for has.
const MOST_BRANCHES: usize = 1 << 12;
const MOST_STATES: usize = 1 << 14;
const MOST_TRANSITIONS: usize = 1 << 18;

/// An automaton as the tableau leaves it.
pub(super) struct Raw {
    /// The transitions of each state; state 0 is the first.
    pub(super) states: Vec<Vec<Transition>>,
    /// The number of marks.
    pub(super) marks: u32,
}

/// One way to satisfy a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Branch {
    now: Cube,
    promises: u64,
    /// In order, each once.
    next: Vec<Id>,
}

impl Branch {
    /// Both ways at once, if they don't exclude each other.
    fn with(&self, other: &Branch) -> Option<Branch> {
        let now = self.now.and(other.now)?;
        let mut next = self.next.clone();
        next.extend(&other.next);
        next.sort_unstable();
        next.dedup();
        Some(Branch {
            now,
            promises: self.promises | other.promises,
            next,
        })
    }

    fn subsumes(&self, other: &Branch) -> bool {
        self.now.contains(other.now)
            && self.promises & !other.promises == 0
            && self.next.len() <= other.next.len()
            && self
                .next
                .iter()
                .all(|it| other.next.binary_search(it).is_ok())
    }
}

type Branches = Rc<Vec<Branch>>;

pub(super) struct Tableau<'f> {
    formulas: &'f Formulas,
    branches: BTreeMap<Id, Branches>,
    /// What is promised, by mark.
    promised: BTreeMap<Id, u32>,
    by_set: BTreeMap<Vec<Id>, usize>,
    by_branches: BTreeMap<Branches, usize>,
    /// The branches of each state.
    states: Vec<Branches>,
}

impl<'f> Tableau<'f> {
    pub(super) fn new(formulas: &'f Formulas) -> Tableau<'f> {
        Tableau {
            formulas,
            branches: BTreeMap::new(),
            promised: BTreeMap::new(),
            by_set: BTreeMap::new(),
            by_branches: BTreeMap::new(),
            states: Vec::new(),
        }
    }

    pub(super) fn build(mut self, formula: Id) -> Result<Raw, TooLarge> {
        let first = self.conjuncts(formula);
        let first = first.unwrap_or_else(|| vec![FALSE]);
        self.state(first)?;
        let mut done: Vec<Vec<(Branch, usize)>> = Vec::new();
        let mut count = 0;
        while done.len() < self.states.len() {
            let branches = self.states[done.len()].clone();
            count += branches.len();
            if count > MOST_TRANSITIONS {
                return Err(TooLarge::Automaton);
            }
            let mut transitions = Vec::new();
            for branch in branches.iter() {
                let target = self.state(branch.next.clone())?;
                transitions.push((branch.clone(), target));
            }
            done.push(transitions);
        }
        let marks = self.promised.len() as u32;
        let all = all_marks(marks);
        let transition = |(branch, target): &(Branch, usize)| Transition {
            label: branch.now,
            target: *target as u32,
            marks: all & !branch.promises,
        };
        let states = done.iter().map(|it| it.iter().map(transition).collect());
        Ok(Raw {
            states: states.collect(),
            marks,
        })
    }

    /// The state of a set of formulas.
    fn state(&mut self, mut set: Vec<Id>) -> Result<usize, TooLarge> {
        self.leave_out(&mut set);
        if let Some(state) = self.by_set.get(&set) {
            return Ok(*state);
        }
        let mut branches = vec![Branch::default()];
        for formula in &set {
            branches = product(&branches, &self.branches(*formula)?)?;
        }
        let branches = Rc::new(branches);
        let state = match self.by_branches.get(&branches) {
            Some(state) => *state,
            None => {
                self.states.push(branches.clone());
                self.by_branches.insert(branches, self.states.len() - 1);
                self.states.len() - 1
            }
        };
        self.by_set.insert(set, state);
        match self.by_set.len() > MOST_STATES {
            true => Err(TooLarge::Automaton),
            false => Ok(state),
        }
    }

    /// Leaves out the formulas whose branches those of a release contain.
    fn leave_out(&self, set: &mut Vec<Id>) {
        let mut brought = Vec::new();
        for id in set.iter() {
            if let Node::Release(_, right) = self.formulas.node(*id) {
                self.brought_along(*right, &mut brought);
            }
        }
        brought.sort_unstable();
        set.retain(|it| brought.binary_search(it).is_err());
    }

    /// The conjuncts of a formula, and those that they bring along.
    fn brought_along(&self, formula: Id, out: &mut Vec<Id>) {
        for conjunct in self.conjuncts(formula).unwrap_or_default() {
            out.push(conjunct);
            if let Node::Release(_, right) = self.formulas.node(conjunct) {
                self.brought_along(*right, out);
            }
        }
    }

    /// `None` if the formula is `false`.
    fn conjuncts(&self, formula: Id) -> Option<Vec<Id>> {
        match self.formulas.node(formula) {
            _ if formula == TRUE => Some(Vec::new()),
            _ if formula == FALSE => None,
            Node::And(all) => Some(all.clone()),
            _ => Some(vec![formula]),
        }
    }

    /// All ways to satisfy a formula.
    fn branches(&mut self, formula: Id) -> Result<Branches, TooLarge> {
        if let Some(branches) = self.branches.get(&formula) {
            return Ok(branches.clone());
        }
        let branches = match self.formulas.node(formula) {
            Node::Constant(true) => vec![Branch::default()],
            Node::Constant(false) => Vec::new(),
            Node::Literal { atom, positive } => vec![Branch {
                now: Cube::literal(*atom, *positive),
                ..Branch::default()
            }],
            Node::And(all) => {
                let mut product_of_all = vec![Branch::default()];
                for operand in all {
                    product_of_all = product(&product_of_all, &self.branches(*operand)?)?;
                }
                product_of_all
            }
            Node::Or(all) => {
                let mut union = Vec::new();
                for operand in all {
                    union.extend(self.branches(*operand)?.iter().cloned());
                }
                smallest(union)?
            }
            Node::Next(f) => match self.conjuncts(*f) {
                None => Vec::new(),
                Some(next) => vec![Branch {
                    next,
                    ..Branch::default()
                }],
            },
            Node::Until(f, g) => {
                let again = Branch {
                    next: vec![formula],
                    promises: 1 << self.mark(*g)?,
                    ..Branch::default()
                };
                let mut either = product(&self.branches(*f)?, &[again])?;
                either.extend(self.branches(*g)?.iter().cloned());
                smallest(either)?
            }
            Node::Release(f, g) => {
                let again = Branch {
                    next: vec![formula],
                    ..Branch::default()
                };
                let mut either = vec![again];
                either.extend(self.branches(*f)?.iter().cloned());
                product(&self.branches(*g)?, &either)?
            }
        };
        let branches = Rc::new(branches);
        self.branches.insert(formula, branches.clone());
        Ok(branches)
    }

    fn mark(&mut self, promised: Id) -> Result<u32, TooLarge> {
        let next = self.promised.len() as u32;
        if next >= 64 && !self.promised.contains_key(&promised) {
            return Err(TooLarge::Marks);
        }
        Ok(*self.promised.entry(promised).or_insert(next))
    }
}

/// The first so many marks.
pub(super) fn all_marks(count: u32) -> u64 {
    1u64.checked_shl(count).map_or(u64::MAX, |bit| bit - 1)
}

/// One way of each.
fn product(some: &[Branch], others: &[Branch]) -> Result<Vec<Branch>, TooLarge> {
    if some.len().saturating_mul(others.len()) > MOST_BRANCHES * 16 {
        return Err(TooLarge::Automaton);
    }
    let pairs = some
        .iter()
        .flat_map(|one| others.iter().filter_map(|it| one.with(it)));
    smallest(pairs.collect())
}

/// The branches that no other subsumes, in order.
fn smallest(mut branches: Vec<Branch>) -> Result<Vec<Branch>, TooLarge> {
    branches.sort_unstable();
    branches.dedup();
    let mut by_size: Vec<Branch> = branches;
    let size = |it: &Branch| it.next.len() as u32 + it.promises.count_ones() + it.now.size();
    by_size.sort_by_key(size);
    let mut kept: Vec<Branch> = Vec::new();
    for branch in by_size {
        // Who subsumes another is smaller than it, and has been looked at.
        if !kept.iter().any(|it| it.subsumes(&branch)) {
            kept.push(branch);
        }
        if kept.len() > MOST_BRANCHES {
            return Err(TooLarge::Automaton);
        }
    }
    kept.sort_unstable();
    Ok(kept)
}
