//! The line a program prints at its end, from the state at its end.

use std::fmt::Write as _;

use super::state::{Cell, NodeId, State, Value};
use crate::ast::Program;

pub(super) fn outcome(program: &Program, state: &State) -> String {
    let main = program.threads.len();
    let mut text = format!("outcome: main={:x}", state.threads[main].seen);
    for thread in 0..main {
        let _ = write!(text, " t{thread}={:x}", state.threads[thread].seen);
    }
    for (index, cell) in state.cells.iter().enumerate() {
        let _ = write!(text, " f{index}={}", show(state, cell));
    }
    // The harness trims what programs print, since the line's end belongs to it.
    text.trim_end().to_string()
}

fn show(state: &State, cell: &Cell) -> String {
    match cell {
        Cell::Scalar(Value::Int(value)) => value.to_string(),
        Cell::Scalar(Value::Long(value)) => value.to_string(),
        Cell::Scalar(Value::Boolean(value)) => value.to_string(),
        Cell::Scalar(Value::Node(node)) => show_node(state, *node),
        Cell::Scalar(Value::Own(_)) => unreachable!("own arrays are never shared"),
        Cell::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(ToString::to_string).collect();
            format!("[{}]", elements.join(", "))
        }
        Cell::Collection { nodes, .. } => nodes
            .iter()
            .map(|&node| show_node(state, node) + ";")
            .collect(),
    }
}

fn show_node(state: &State, node: Option<NodeId>) -> String {
    let Some(node) = node.map(|id| &state.nodes[&id]) else {
        return String::from("-");
    };
    let next = node.next.map_or(15, |id| state.nodes[&id].id);
    format!("{}/{}/{}/{next}", node.id, node.payload, node.value)
}
