//! A graph of what somebody outside sees of each run.
//!
//! He sees the values of some variables, in each state. To him two runs are the same if they differ only in
//! how often he sees the same; formulas without `X` can't tell them apart. The reduced graph has a run for
//! each run of the whole graph that is the same to him, if no step that may change what he sees is taken
//! without those of all others (a *visible* step: condition C2 of ample sets, in Clarke, Grumberg, Peled,
//! *Model Checking*, chapter 10).
//!
//! Let `w` be a run from a state `s` in which the choices of the threads `T` are enough. If `T` is all that
//! can move, the first step of `w` is one of them. If not, no step of `T` is visible. Either one of `T`
//! moves in `w`: the first such step is independent of what comes before it and can be moved to the front;
//! wherever it is taken, it changes nothing that he sees. Or none does, and any step of `T` can be put before
//! `w`. Both give a run that is the same to him, and begins with a step of the reduced graph. Steps that are
//! left for later are taken some time, since on each cycle there is a state in which all choices were taken.
//! A run that ends, ends in the reduced graph too.
//!
//! Whether a step is visible is told by what it may write, not by whether the values are others afterwards:
//! with `x == y` in a formula, `x = 1` may change nothing here and yet matter elsewhere.
//!
//! States that are passed through have their values, too: a transition carries what is seen after each of its
//! steps.
//!
//! That is so without fairness: nothing argues that fair runs are kept. So what holds here of all runs holds of
//! the fair ones, and of what is broken here nobody knows whether it is under fairness.
//!
//! For example, two threads that each write a variable of their own a hundred times, and `x <= 100` of the
//! first: what the second does is taken alone, in any state where it is next.

use super::graph::{Edge, Graph as Taken, NONE};
use crate::temporal::{EdgeLabel, Graph, KeptGraph, Letter, Point, StateLabel};

/// The graph of a search that is complete, with these values by number.
pub(super) fn graph(taken: &Taken<'_>, letters: &[Vec<bool>]) -> Graph {
    let mut kept = KeptGraph::new(0);
    let letters: Vec<Letter> = letters.iter().map(|it| kept.letter(it)).collect();
    let letter = |number: u32| letters.get(number as usize).copied().unwrap_or_default();
    for (number, node) in taken.nodes.iter().enumerate() {
        let number = number as u32;
        let label = StateLabel {
            letter: letter(node.letter),
            ..StateLabel::default()
        };
        kept.state(number, label);
        let mut lost = node.cut;
        let mut edge = node.out;
        while edge != NONE {
            let Edge {
                to,
                next_out,
                lost: is_lost,
                ..
            } = taken.edges[edge as usize];
            lost |= is_lost;
            if to != NONE {
                let mut label = EdgeLabel::default();
                let steps = taken.steps_of(edge);
                for position in steps.start..steps.end - 1 {
                    label.pass(Point {
                        letter: letter(taken.steps[position].letter),
                        ..Point::default()
                    });
                }
                let label = kept.label(&label);
                kept.edge(number, to, label);
            }
            edge = next_out;
        }
        if !lost {
            kept.complete(number);
        }
    }
    kept.graph()
}
