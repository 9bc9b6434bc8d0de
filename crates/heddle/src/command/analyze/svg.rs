//! Graphs as pictures: a layered layout, without any other program.
//!
//! Variables stand in the first column; an object stands one column after the first that leads to
//! it. Edges are curves with their part's name at the middle; those that lead back pass below.

use std::fmt::Write;

use super::graph::Graph;

const WIDTH: usize = 300;
const HEIGHT: usize = 56;
const BOX_WIDTH: usize = 220;
const BOX_HEIGHT: usize = 30;

/// Draws a graph.
pub(crate) fn draw(graph: &Graph) -> String {
    let layers = layers(graph);
    let mut rows: Vec<usize> = Vec::new();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for layer in &layers {
        if rows.len() <= *layer {
            rows.resize(layer + 1, 0);
        }
        places.push((*layer, rows[*layer]));
        rows[*layer] += 1;
    }
    let tallest = rows
        .iter()
        .copied()
        .max()
        .unwrap_or(1)
        .max(graph.variables.len());
    let at = |(layer, row): (usize, usize)| (20 + layer * WIDTH, 50 + row * HEIGHT);
    let width = 40 + rows.len().max(1) * WIDTH;
    let height = 110 + tallest * HEIGHT;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <defs><marker id=\"tip\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" \
         orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n\
         <text x=\"20\" y=\"24\" font-size=\"13\">{}</text>\n",
        escaped(&graph.title)
    );
    // Writing to a string does not fail.
    for (index, (name, nodes)) in graph.variables.iter().enumerate() {
        let (x, y) = at((0, index));
        let _ = writeln!(
            text,
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"60\" ry=\"14\" fill=\"white\" stroke=\"black\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            x + 60,
            y + 15,
            x + 60,
            y + 19,
            escaped(name)
        );
        for node in nodes {
            let to = at(places[*node]);
            curve(&mut text, (x + 120, y + 15), (to.0, to.1 + 15), "");
        }
    }
    for (index, node) in graph.nodes.iter().enumerate() {
        let (x, y) = at(places[index]);
        let fill = if node.is_exposed { "#dddddd" } else { "white" };
        let line = if node.is_summary {
            " stroke-dasharray=\"5,3\""
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" \
             fill=\"{fill}\" stroke=\"black\"{line}/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            x + 6,
            y + 19,
            escaped(&shortened(&node.name))
        );
    }
    for (from, part, to, paired) in &graph.edges {
        let (start, end) = (at(places[*from]), at(places[*to]));
        let label = if *paired {
            format!("{part} 1:1")
        } else {
            part.clone()
        };
        match places[*from].0 < places[*to].0 {
            true => curve(
                &mut text,
                (start.0 + BOX_WIDTH, start.1 + 15),
                (end.0, end.1 + 15),
                &label,
            ),
            false => curve(
                &mut text,
                (start.0 + BOX_WIDTH / 2, start.1 + BOX_HEIGHT),
                (end.0 + BOX_WIDTH / 3, end.1 + BOX_HEIGHT),
                &label,
            ),
        }
    }
    text + "</svg>\n"
}

/// The column of each object: one after the first that leads to it, breadth first.
fn layers(graph: &Graph) -> Vec<usize> {
    let mut layers = vec![0; graph.nodes.len()];
    let mut queue: std::collections::VecDeque<usize> = Default::default();
    let first = graph.variables.iter().flat_map(|it| it.1.iter().copied());
    for node in first.chain(0..graph.nodes.len()) {
        if layers[node] != 0 {
            continue;
        }
        layers[node] = 1;
        queue.push_back(node);
        // Variables come first together; what only others lead to comes when they are done.
        if !graph.variables.iter().any(|it| it.1.contains(&node)) {
            spread(graph, &mut layers, &mut queue);
        }
        let is_last = graph
            .variables
            .last()
            .is_some_and(|it| it.1.last() == Some(&node));
        if is_last {
            spread(graph, &mut layers, &mut queue);
        }
    }
    spread(graph, &mut layers, &mut queue);
    layers
}

fn spread(graph: &Graph, layers: &mut [usize], queue: &mut std::collections::VecDeque<usize>) {
    while let Some(node) = queue.pop_front() {
        for (from, _, to, _) in &graph.edges {
            if *from == node && layers[*to] == 0 {
                layers[*to] = layers[node] + 1;
                queue.push_back(*to);
            }
        }
    }
}

fn curve(text: &mut String, from: (usize, usize), to: (usize, usize), label: &str) {
    let is_back = from.0 >= to.0;
    let (bend, drop) = if is_back { (0, 40) } else { (40, 0) };
    let _ = writeln!(
        text,
        "<path d=\"M{},{} C{},{} {},{} {},{}\" fill=\"none\" stroke=\"black\" \
         marker-end=\"url(#tip)\"/>",
        from.0,
        from.1,
        from.0 + bend,
        from.1 + drop,
        to.0.saturating_sub(bend),
        to.1 + drop,
        to.0,
        to.1
    );
    if !label.is_empty() {
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" fill=\"#333333\">{}</text>",
            (from.0 + to.0) / 2,
            (from.1 + to.1) / 2 + drop - 3,
            escaped(label)
        );
    }
}

fn shortened(name: &str) -> String {
    match name.chars().count() > 36 {
        true => name.chars().take(35).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
