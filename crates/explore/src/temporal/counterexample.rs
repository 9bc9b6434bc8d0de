//! A run that breaks what is claimed, as it is handed to whoever tells it.

use property::Fairness;

use super::graph::Graph;

/// A run: a way to a loop, and the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// From the first state on.
    pub stem: Vec<RunStep>,
    /// Repeated for ever after that; empty unless the run is a loop.
    pub cycle: Vec<RunStep>,
    /// How the run goes on after the stem.
    pub ending: Ending,
    /// The state that the stem leads to.
    pub last: u32,
    /// Each thread that could move in the loop, and what became of that.
    pub threads: Vec<ThreadAccount>,
    /// Who stays in its call for ever, by its number where the loop begins.
    pub starving: Option<u8>,
}

/// How a run goes on after its stem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It goes round the cycle for ever.
    Cycle,
    /// It has ended.
    End,
    /// However it goes on, it breaks the formula.
    Whatever,
}

/// One transition of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunStep {
    /// The state that it leaves.
    pub source: u32,
    /// Which of the transitions of that state it is, in the order in which they were taken down.
    pub ordinal: u32,
    /// The state that it leads to.
    pub target: u32,
}

/// What a thread does in a loop. Steps are counted from 0, from the loop's first on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadAccount {
    /// Its number where the loop begins.
    pub thread: u8,
    /// The first step on which it moves.
    pub moved: Option<usize>,
    /// The first step on which it is enabled at some point.
    pub enabled: Option<usize>,
    /// The first step on which it is not enabled at some point, and does not move.
    pub disabled: Option<usize>,
}

impl ThreadAccount {
    /// Whether going round the loop for ever is fair to the thread.
    pub fn is_fair(&self, fairness: Fairness) -> bool {
        match fairness {
            Fairness::None => true,
            Fairness::Weak => self.moved.is_some() || self.disabled.is_some(),
            Fairness::Strong => self.moved.is_some() || self.enabled.is_none(),
        }
    }
}

impl Counterexample {
    /// Whether the run is fair.
    pub fn is_fair(&self, fairness: Fairness) -> bool {
        self.threads.iter().all(|it| it.is_fair(fairness))
    }

    /// The number of transitions.
    pub fn length(&self) -> usize {
        self.stem.len() + self.cycle.len()
    }

    /// The values of the atoms in each state and at each point of the run, and the index of the one
    /// that it goes on with after the last: what `Ltl::parts` and `Ltl::blame` want, for these atoms
    /// of the graph. Where the run may go on as it likes, it is told as if it stayed where it is.
    pub fn word(&self, graph: &Graph, atoms: &[usize]) -> (Vec<Vec<bool>>, usize) {
        let mut word = Vec::new();
        let mut again = 0;
        for (index, step) in self.stem.iter().chain(&self.cycle).enumerate() {
            if index == self.stem.len() {
                again = word.len();
            }
            word.extend(step.letters(graph, atoms));
        }
        if self.ending != Ending::Cycle {
            again = word.len();
            let letter = graph.state_label(self.last).letter;
            word.push(values(graph, letter.0, atoms));
        }
        (word, again)
    }

    /// For each transition of the stem and then of the cycle, the index of its first state in the word
    /// of [`Counterexample::word`].
    pub fn places(&self, graph: &Graph) -> Vec<usize> {
        let mut place = 0;
        let steps = self.stem.iter().chain(&self.cycle);
        let places = steps.map(|step| {
            let here = place;
            place += graph.labels[step.label(graph)].word.len();
            here
        });
        places.collect()
    }
}

impl RunStep {
    fn label(&self, graph: &Graph) -> usize {
        let edge = graph.edges_of(self.source).start + self.ordinal;
        graph.edge(edge).label as usize
    }

    /// The values of the atoms where it begins, and at the points that it passes through.
    fn letters(&self, graph: &Graph, atoms: &[usize]) -> Vec<Vec<bool>> {
        let word = graph.labels[self.label(graph)].word.iter();
        word.map(|it| values(graph, it.0, atoms)).collect()
    }
}

fn values(graph: &Graph, letter: u32, atoms: &[usize]) -> Vec<bool> {
    match graph.letters.get(letter as usize) {
        Some(values) => atoms.iter().map(|it| values[*it]).collect(),
        None => vec![false; atoms.len()],
    }
}
