//! A graph multiplied with an automaton, on the fly.
//!
//! In: a [`Graph`] and an [`Automaton`]. Out: nodes, each a state of the graph, a state of the
//! automaton and an order of columns, and for each node its arcs. What the automaton does on a
//! transition is worked out once for each of its states and each word that transitions carry.
//!
//! An arc reads the letter of the state it leaves and those of the points it passes through; a point
//! is read like a state. A state in which runs end has an arc to itself that reads its letter, on which
//! nobody is enabled; states whose transitions are not all there have no such arc.
//!
//! Example: on a transition that begins where `p` holds and passes through a state without `p`, the
//! automaton of `! [] p` gets to its accepting state, even if `p` holds in both stored states.

use property::Automaton;

use super::columns::Columns;
use super::graph::Graph;
use super::kept::Interner;
use super::moves::Moves;

/// The arc of a state in which runs end.
pub(super) const STUTTER: u32 = u32::MAX;

/// What arcs have, or have together: sets of columns, and marks of the automaton.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// Of the automaton.
    pub(super) accepting: u64,
    pub(super) weak: u64,
    pub(super) moved: u64,
    pub(super) enabled: u64,
    pub(super) stuck: u64,
    pub(super) progress: bool,
}

impl Marks {
    #[inline]
    pub(super) fn add(&mut self, other: &Marks) {
        self.accepting |= other.accepting;
        self.weak |= other.weak;
        self.moved |= other.moved;
        self.enabled |= other.enabled;
        self.stuck |= other.stuck;
        self.progress |= other.progress;
    }
}

/// A transition of the product.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) target: u32,
    /// That of the graph, or [`STUTTER`].
    pub(super) edge: u32,
    /// What the automaton does.
    choice: u32,
    pub(super) marks: Marks,
}

/// Which arc it is: enough to work out its marks again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// Where it begins.
    pub(super) node: u32,
    /// That of the graph, or [`STUTTER`].
    pub(super) edge: u32,
    choice: u32,
}

impl Arc {
    /// The arc, that begins in this node, without its marks.
    #[inline]
    pub(super) fn source(&self, node: u32) -> Source {
        Source {
            node,
            edge: self.edge,
            choice: self.choice,
        }
    }
}

/// Where one is in the arcs of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    /// The next transition of the graph, and the end of those of the state.
    edge: u32,
    end: u32,
    /// The next thing that the automaton may do on the transition before that, and their end.
    choice: u32,
    last_choice: u32,
}

/// Which arcs count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filter {
    /// Only those without a point of progress.
    pub(super) without_progress: bool,
    /// Only those on which all these are stuck.
    pub(super) stuck: u64,
    /// Only those on which none of these is enabled.
    pub(super) disabled: u64,
}

impl Filter {
    #[inline]
    pub(super) fn allows(&self, marks: &Marks) -> bool {
        !(self.without_progress && marks.progress)
            && self.stuck & !marks.stuck == 0
            && self.disabled & marks.enabled == 0
    }
}

/// How nodes are numbered: those in which threads have the columns that they began with by a formula,
/// and the others as they come up.
pub(super) struct Space {
    automaton_states: u32,
    /// How many are numbered by the formula.
    pairs: u32,
    others: Interner<(u32, u32, u32)>,
}

impl Space {
    fn new(graph_states: usize, automaton_states: usize) -> Space {
        // Half of the numbers are left for the others.
        let pairs = graph_states.saturating_mul(automaton_states);
        let fits = pairs < 1 << 31;
        Space {
            automaton_states: automaton_states as u32,
            pairs: if fits { pairs as u32 } else { 0 },
            others: Interner::new(),
        }
    }

    #[inline]
    fn node(&mut self, state: u32, automaton: u32, order: u32) -> u32 {
        match order == 0 && self.pairs > 0 {
            true => state * self.automaton_states + automaton,
            false => self.other(state, automaton, order),
        }
    }

    fn other(&mut self, state: u32, automaton: u32, order: u32) -> u32 {
        self.pairs + self.others.number(&(state, automaton, order))
    }

    /// The state of the graph, that of the automaton, and the order of columns.
    #[inline]
    pub(super) fn parts(&self, node: u32) -> (u32, u32, u32) {
        match node.checked_sub(self.pairs) {
            None => (
                node / self.automaton_states,
                node % self.automaton_states,
                0,
            ),
            Some(other) => self.others.all()[other as usize],
        }
    }

    /// Numbers are below this.
    pub(super) fn len(&self) -> usize {
        self.pairs as usize + self.others.all().len()
    }
}

/// A label of the graph for this product.
#[derive(Clone, Copy, Debug)]
struct ProductLabel {
    marks: Marks,
    word: u32,
    renumbering: u32,
}

/// A graph multiplied with an automaton.
pub(super) struct Product<'g> {
    pub(super) graph: &'g Graph,
    pub(super) automaton: &'g Automaton,
    pub(super) space: Space,
    pub(super) columns: Columns,
    labels: Vec<ProductLabel>,
    moves: Moves<'g>,
    /// By letter, the word of a state in which runs end; `None` if those don't count.
    ends: Option<Vec<u32>>,
    #[cfg(test)]
    faults: super::tests::Faults,
}

/// How a graph is to be multiplied.
pub(super) struct Factors<'a> {
    pub(super) automaton: &'a Automaton,
    /// The atoms of the graph that those of the automaton are.
    pub(super) atoms: &'a [usize],
    /// Whether runs that end count, as repeating their last state.
    pub(super) with_ends: bool,
    /// The threads that may be stuck, by number.
    pub(super) watched: u64,
    #[cfg(test)]
    pub(super) faults: super::tests::Faults,
}

impl<'g> Product<'g> {
    pub(super) fn new(graph: &'g Graph, factors: &Factors<'g>) -> Product<'g> {
        let value = |letter: &Vec<bool>| {
            let bits = factors.atoms.iter().enumerate();
            bits.fold(0, |all, (bit, atom)| all | u64::from(letter[*atom]) << bit)
        };
        let letters: Vec<u64> = graph.letters.iter().map(value).collect();
        let mut words: Interner<Vec<u64>> = Interner::new();
        let labels = graph.labels.iter().map(|label| {
            #[cfg(test)]
            let label = &factors.faults.spoilt(label);
            let word = label.word.iter().map(|it| letters[it.0 as usize]);
            ProductLabel {
                marks: Marks {
                    accepting: 0,
                    weak: label.weak,
                    moved: label.moved,
                    enabled: label.enabled,
                    stuck: label.stuck & factors.watched,
                    progress: label.progress,
                },
                word: words.number(&word.collect()),
                renumbering: label.renumbering,
            }
        });
        let labels = labels.collect();
        let ends = letters.iter().map(|it| words.number(&vec![*it]));
        let ends = factors.with_ends.then(|| ends.collect());
        Product {
            graph,
            automaton: factors.automaton,
            space: Space::new(graph.states(), factors.automaton.states()),
            columns: Columns::new(&graph.renumberings, graph.threads),
            labels,
            moves: Moves::new(factors.automaton, words.all().to_vec()),
            ends,
            #[cfg(test)]
            faults: factors.faults,
        }
    }

    /// The node in which runs begin.
    pub(super) fn first(&mut self) -> u32 {
        self.space.node(self.graph.initial, 0, 0)
    }

    /// The beginning of the arcs of a node.
    #[inline]
    pub(super) fn arcs(&mut self, node: u32) -> Cursor {
        let (state, automaton, _) = self.space.parts(node);
        let edges = self.graph.edges_of(state);
        let mut cursor = Cursor {
            edge: edges.start,
            end: edges.end,
            choice: 0,
            last_choice: 0,
        };
        if edges.is_empty()
            && let Some(ends) = &self.ends
            && self.ends_in(state)
        {
            let letter = self.graph.state_label(state).letter.0;
            let word = ends.get(letter as usize).copied();
            (cursor.edge, cursor.end) = (STUTTER, STUTTER);
            (cursor.choice, cursor.last_choice) = match word {
                Some(word) => self.moves.range(automaton, word),
                None => (0, 0),
            };
        }
        cursor
    }

    #[cfg(not(test))]
    fn ends_in(&self, state: u32) -> bool {
        self.graph.is_end(state)
    }

    #[cfg(test)]
    fn ends_in(&self, state: u32) -> bool {
        let stutters = self.graph.is_end(state) || self.faults.open_states_stutter;
        stutters && !self.faults.nothing_stutters
    }

    /// The next arc.
    #[inline]
    pub(super) fn next(&mut self, node: u32, cursor: &mut Cursor) -> Option<Arc> {
        let (state, automaton, order) = self.space.parts(node);
        while cursor.choice == cursor.last_choice {
            if cursor.edge == cursor.end {
                return None;
            }
            let label = self.graph.edge(cursor.edge).label;
            cursor.edge += 1;
            let word = self.labels[label as usize].word;
            (cursor.choice, cursor.last_choice) = self.moves.range(automaton, word);
        }
        let choice = cursor.choice;
        cursor.choice += 1;
        let does = self.moves.choices[choice as usize];
        if cursor.edge == STUTTER {
            let marks = self.marks_of(STUTTER, order, does.marks);
            return Some(Arc {
                target: self.space.node(state, does.target, order),
                edge: STUTTER,
                choice,
                marks,
            });
        }
        let edge = cursor.edge - 1;
        let marks = self.marks_of(edge, order, does.marks);
        let edge_data = self.graph.edge(edge);
        let renumbering = self.labels[edge_data.label as usize].renumbering;
        let after = self.columns.after(order, renumbering);
        Some(Arc {
            target: self.space.node(edge_data.target, does.target, after),
            edge,
            choice,
            marks,
        })
    }

    /// What an arc has.
    pub(super) fn marks(&self, source: &Source) -> Marks {
        let (_, _, order) = self.space.parts(source.node);
        let accepting = self.moves.choices[source.choice as usize].marks;
        self.marks_of(source.edge, order, accepting)
    }

    #[inline]
    fn marks_of(&self, edge: u32, order: u32, accepting: u64) -> Marks {
        if edge == STUTTER {
            return Marks {
                accepting,
                weak: u64::MAX,
                ..Marks::default()
            };
        }
        let label = self.graph.edge(edge).label;
        let mut marks = self.labels[label as usize].marks;
        marks.accepting = accepting;
        if order != 0 {
            marks.weak = self.columns.columns(order, marks.weak);
            marks.moved = self.columns.columns(order, marks.moved);
            marks.enabled = self.columns.columns(order, marks.enabled);
            marks.stuck = self.columns.columns(order, marks.stuck);
        }
        marks
    }

    /// Whether the automaton is in an accepting component.
    #[inline]
    pub(super) fn is_accepting(&self, node: u32) -> bool {
        self.automaton.is_accepting(self.space.parts(node).1)
    }

    /// Whether the automaton accepts whatever comes after the node's state, which is known.
    pub(super) fn is_universal(&mut self, node: u32) -> bool {
        let (state, automaton, _) = self.space.parts(node);
        if self.automaton.is_universal(automaton) {
            return true;
        }
        let letter = self.graph.state_label(state).letter.0 as usize;
        let is_known = self.graph.is_known(state);
        let word = self.ends.as_ref().and_then(|it| it.get(letter).copied());
        let Some(word) = word.filter(|_| is_known) else {
            return false;
        };
        let (begin, end) = self.moves.range(automaton, word);
        let choices = &self.moves.choices[begin as usize..end as usize];
        choices
            .iter()
            .any(|it| self.automaton.is_universal(it.target))
    }

    /// Whether all transitions of the node's state are there.
    #[inline]
    pub(super) fn is_complete(&self, node: u32) -> bool {
        self.graph.is_complete(self.space.parts(node).0)
    }
}
