//! Small graphs, made at random or by hand, and formulas about them.

use property::Ltl;

use crate::temporal::{EdgeLabel, Graph, KeptGraph, Point, StateLabel, ThreadMask};

/// Numbers that look random and are the same each time.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    pub(super) fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    /// A formula over the propositions `a`, `b`, … with so many operators.
    pub(super) fn formula(&mut self, size: u64, atoms: u64) -> String {
        if size == 0 {
            return ["a", "b", "c", "d"][self.below(atoms) as usize].to_owned();
        }
        let left = self.below(size);
        let (f, g) = (
            self.formula(left, atoms),
            self.formula(size - 1 - left, atoms),
        );
        let all = self.formula(size - 1, atoms);
        match self.below(9) {
            0 => format!("!({all})"),
            1 | 2 => format!("<> ({all})"),
            3 | 4 => format!("[] ({all})"),
            5 => format!("(({f}) && ({g}))"),
            6 => format!("(({f}) || ({g}))"),
            7 => format!("(({f}) U ({g}))"),
            _ => format!("(({f}) R ({g}))"),
        }
    }
}

/// How many threads toys have.
pub(super) const THREADS: usize = 3;
/// How many atoms.
pub(super) const ATOMS: usize = 2;

#[derive(Clone, Debug, Default)]
pub(super) struct ToyState {
    pub(super) values: Vec<bool>,
    pub(super) enabled: u64,
    pub(super) in_call: u64,
    pub(super) complete: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ToyEdge {
    pub(super) source: usize,
    pub(super) target: usize,
    pub(super) moved: u64,
    pub(super) left: u64,
    pub(super) progress: bool,
    /// Values of the atoms, and who is enabled.
    pub(super) points: Vec<(Vec<bool>, u64)>,
    pub(super) renumbering: Vec<(u8, u8)>,
}

/// A graph as plain lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Toy {
    pub(super) states: Vec<ToyState>,
    pub(super) edges: Vec<ToyEdge>,
}

/// What random toys may have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traits {
    pub(super) open_states: bool,
    pub(super) renumberings: bool,
    pub(super) points: bool,
    /// Threads are enabled exactly where they can move.
    pub(super) honest: bool,
}

impl Toy {
    pub(super) fn random(dice: &mut Dice, traits: Traits) -> Toy {
        let count = 1 + dice.below(4) as usize;
        let mut toy = Toy::default();
        for _ in 0..count {
            toy.states.push(ToyState {
                values: values(dice),
                enabled: dice.below(1 << THREADS),
                in_call: dice.below(1 << THREADS),
                complete: !traits.open_states || !dice.one_in(4),
            });
        }
        for _ in 0..dice.below(2 * count as u64 + 2) {
            let points = if traits.points && dice.one_in(3) {
                1 + dice.below(2)
            } else {
                0
            };
            let points = (0..points).map(|_| (values(dice), dice.below(1 << THREADS)));
            let points = points.collect();
            let renumbering = match traits.renumberings && dice.one_in(2) {
                true => renumbering(dice),
                false => Vec::new(),
            };
            toy.edges.push(ToyEdge {
                source: dice.below(count as u64) as usize,
                target: dice.below(count as u64) as usize,
                moved: [0, 1, 2, 4, 5][dice.below(5) as usize],
                left: dice.below(1 << THREADS) & dice.below(1 << THREADS),
                progress: dice.one_in(3),
                points,
                renumbering,
            });
        }
        if traits.honest {
            for (index, state) in toy.states.iter_mut().enumerate() {
                let own = toy.edges.iter().filter(|it| it.source == index);
                state.enabled = own.fold(0, |all, it| all | it.moved);
            }
        }
        toy
    }

    /// The transitions of a state, in order.
    pub(super) fn edges_of(&self, state: usize) -> impl Iterator<Item = &ToyEdge> {
        self.edges.iter().filter(move |it| it.source == state)
    }

    pub(super) fn graph(&self) -> Graph {
        let mut kept = KeptGraph::new(0);
        for (number, state) in self.states.iter().enumerate() {
            let label = StateLabel {
                letter: kept.letter(&state.values),
                enabled: ThreadMask(state.enabled),
                in_call: ThreadMask(state.in_call),
            };
            kept.state(number as u32, label);
            if state.complete {
                kept.complete(number as u32);
            }
        }
        for edge in &self.edges {
            let points = edge.points.iter().map(|(values, enabled)| Point {
                letter: kept.letter(values),
                enabled: ThreadMask(*enabled),
            });
            let label = EdgeLabel {
                points: points.collect(),
                moved: ThreadMask(edge.moved),
                left: ThreadMask(edge.left),
                progress: edge.progress,
                renumbering: edge.renumbering.clone(),
            };
            let label = kept.label(&label);
            kept.edge(edge.source as u32, edge.target as u32, label);
        }
        kept.graph()
    }
}

fn values(dice: &mut Dice) -> Vec<bool> {
    (0..ATOMS).map(|_| dice.one_in(2)).collect()
}

/// Some threads go on under other numbers, the others end.
fn renumbering(dice: &mut Dice) -> Vec<(u8, u8)> {
    let mut new: Vec<u8> = (0..THREADS as u8).collect();
    for index in 0..new.len() {
        let other = dice.below(THREADS as u64) as usize;
        new.swap(index, other);
    }
    let mut pairs: Vec<(u8, u8)> = (0..THREADS as u8).zip(new).collect();
    pairs.truncate(1 + dice.below(THREADS as u64) as usize);
    pairs
}

/// A formula, with its atoms in the order of the graph's: `a` is the first.
pub(super) fn parse(text: &str) -> (Ltl, Vec<usize>) {
    let ltl = Ltl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let atoms = ltl.atoms.iter().map(|atom| {
        let name = atom.to_string();
        usize::from(name.as_bytes()[0] - b'a')
    });
    let atoms = atoms.collect();
    (ltl, atoms)
}
