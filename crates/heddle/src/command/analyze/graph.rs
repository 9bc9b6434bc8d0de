//! `heddle analyze --graph Class.method[:line]`: the storage structure graph at a statement, as
//! text, DOT or SVG.

use std::collections::{BTreeMap, BTreeSet};

use analysis::storage::{ContextId, Node, Slot, State, Storage};
use program::{Instruction, MethodId};
use serde::Serialize;

use super::names::Names;
use super::{Analyzed, svg};
use crate::exit::Failure;

/// What a graph is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    class: String,
    method: String,
    line: Option<u32>,
}

impl Place {
    /// Reads `Class.method`, `package.Class$Inner.method:12`.
    pub(crate) fn parse(text: &str) -> Result<Place, Failure> {
        let wrong = || {
            Failure::input(format!(
                "--graph {text}: expected Class.method or Class.method:line"
            ))
        };
        let (name, line) = match text.rsplit_once(':') {
            Some((name, line)) => (name, Some(line.parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let (class, method) = name.rsplit_once('.').ok_or_else(wrong)?;
        if class.is_empty() || method.is_empty() {
            return Err(wrong());
        }
        Ok(Place {
            class: class.to_owned(),
            method: method.to_owned(),
            line,
        })
    }
}

/// A graph with names.
#[derive(Debug, Serialize)]
pub(crate) struct Graph {
    /// Thread, statement and calls.
    pub(crate) title: String,
    /// Variables, with what they hold.
    pub(crate) variables: Vec<(String, Vec<usize>)>,
    /// Objects.
    pub(crate) nodes: Vec<Shown>,
    /// From, part, to, whether one-to-one.
    pub(crate) edges: Vec<(usize, String, usize, bool)>,
    /// Locks that are held.
    pub(crate) locks: Vec<Vec<usize>>,
}

/// An object of a graph.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    /// Its class and where it is made; with * if it stands for several.
    pub(crate) name: String,
    /// Whether it stands for several.
    pub(crate) is_summary: bool,
    /// Whether other threads can reach it.
    pub(crate) is_exposed: bool,
}

/// The graphs at a place, one for each thread and way of calls.
pub(crate) fn graphs(
    analyzed: &Analyzed<'_>,
    names: &Names<'_>,
    storage: &Storage,
    place: &Place,
) -> Result<Vec<Graph>, Failure> {
    if storage.is_cut {
        return Err(Failure::input(
            "the program is larger than the budget for storage structure graphs",
        ));
    }
    let methods = methods(analyzed, names, place);
    if methods.is_empty() {
        let (class, method) = (&place.class, &place.method);
        return Err(Failure::input(format!(
            "no code that is reached is {class}.{method}"
        )));
    }
    let mut graphs = Vec::new();
    for method in methods {
        for context in storage.contexts_of(&analyzed.points, method) {
            if let Some(pc) = statement(analyzed, storage, context, method, place.line) {
                graphs.push(graph(analyzed, names, storage, context, pc));
            }
        }
    }
    if graphs.is_empty() {
        return Err(Failure::input(
            "there is no graph there: no way that is followed leads to it",
        ));
    }
    Ok(graphs)
}

fn methods(analyzed: &Analyzed<'_>, names: &Names<'_>, place: &Place) -> BTreeSet<MethodId> {
    let program = analyzed.program;
    let fits = |method: &MethodId| {
        let data = program.method(*method);
        let class = names.class(data.class);
        let is_class = class == place.class
            || [".", "$"]
                .iter()
                .any(|it| class.ends_with(&format!("{it}{}", place.class)));
        is_class && *data.name == *place.method
    };
    let methods = analyzed.points.instances.iter().map(|it| it.method);
    methods.filter(fits).collect()
}

/// The instruction before which the graph is shown: the first of the line, or the method's return.
fn statement(
    analyzed: &Analyzed<'_>,
    storage: &Storage,
    context: ContextId,
    method: MethodId,
    line: Option<u32>,
) -> Option<u32> {
    let body = analyzed.program.body(method);
    let pcs = (0..body.code.len() as u32).filter(|pc| storage.states.contains_key(&(context, *pc)));
    match line {
        Some(line) => pcs.into_iter().find(|pc| body.line(*pc) == Some(line)),
        None => {
            let mut pcs: Vec<u32> = pcs.collect();
            let is_end = |pc: &&u32| matches!(body.code[**pc as usize], Instruction::Return { .. });
            let end = pcs.iter().rev().find(is_end).copied();
            end.or(pcs.pop())
        }
    }
}

fn graph(
    analyzed: &Analyzed<'_>,
    names: &Names<'_>,
    storage: &Storage,
    context: ContextId,
    pc: u32,
) -> Graph {
    let state = &storage.states[&(context, pc)];
    let of = storage.contexts[context as usize];
    let method = analyzed.points.instances[of.instance as usize].method;
    let mut title = format!(
        "{}, before {} in {}",
        names.root(of.root),
        names.place(method, pc),
        names.method(method)
    );
    let mut caller = of.caller;
    while let Some((context, pc)) = caller {
        title += &format!(", called from {}", names.statement(storage, context, pc));
        caller = storage.contexts[context as usize].caller;
    }
    let variables = variables(analyzed, storage, context, pc, state);
    let told = told(
        analyzed,
        state,
        variables.iter().flat_map(|it| it.1.iter().copied()),
    );
    let index: BTreeMap<Node, usize> = told.iter().enumerate().map(|(at, it)| (*it, at)).collect();
    let known = |nodes: &BTreeSet<Node>| -> Vec<usize> {
        nodes
            .iter()
            .filter_map(|it| index.get(it).copied())
            .collect()
    };
    let nodes = told.iter().map(|node| Shown {
        name: names.object(node.object()) + if node.is_summary() { " *" } else { "" },
        is_summary: node.is_summary(),
        is_exposed: state.exposed.contains(node),
    });
    let mut edges = Vec::new();
    for ((from, slot), targets) in &state.heap {
        for (to, paired) in targets {
            if let (Some(from), Some(to)) = (index.get(from), index.get(to)) {
                edges.push((*from, names.path(&[*slot]), *to, *paired));
            }
        }
    }
    Graph {
        title,
        variables: variables
            .iter()
            .map(|(name, nodes)| (name.clone(), known(nodes)))
            .filter(|(_, nodes)| !nodes.is_empty())
            .collect(),
        nodes: nodes.collect(),
        edges,
        locks: state.locks.iter().map(|it| known(&it.nodes)).collect(),
    }
}

/// The named variables that are live, of the method and of its callers, and static fields.
fn variables(
    analyzed: &Analyzed<'_>,
    storage: &Storage,
    context: ContextId,
    pc: u32,
    state: &State,
) -> Vec<(String, BTreeSet<Node>)> {
    let mut found: Vec<(String, BTreeSet<Node>)> = Vec::new();
    let (mut context, mut pc) = (context, pc);
    for frame in state.frames.iter().rev() {
        let of = storage.contexts[context as usize];
        let method = analyzed.points.instances[of.instance as usize].method;
        let body = analyzed.program.body(method);
        let webs = analyzed.points.webs(of.instance);
        let mut shown: BTreeMap<String, BTreeSet<Node>> = BTreeMap::new();
        for local in &body.locals {
            if !(local.start..=local.end).contains(&pc) {
                continue;
            }
            // The web that the name has at its next use or its last assignment.
            let web = body
                .parameters
                .iter()
                .position(|it| *it == local.register)
                .map(|it| webs.parameter(it))
                .filter(|it| frame.contains_key(it))
                .or_else(|| {
                    let before = (0..pc).rev();
                    let mut assigned = before
                        .filter(|at| body.code[*at as usize].target() == Some(local.register));
                    assigned.next().map(|at| webs.defined(at))
                });
            if let Some(value) = web.and_then(|it| frame.get(&it)) {
                let name = local.name.to_string();
                shown.entry(name).or_default().extend(&value.nodes);
            }
        }
        let prefix = format!("{}.", analyzed.program.method(method).name);
        found.extend(
            shown
                .into_iter()
                .map(|(name, nodes)| (format!("{prefix}{name}"), nodes)),
        );
        match of.caller {
            Some(caller) => (context, pc) = caller,
            None => break,
        }
    }
    for (field, nodes) in &state.statics {
        let data = analyzed.program.field(*field);
        found.push((format!("static {}", data.name), nodes.clone()));
    }
    found
}

/// The nodes that are shown: what variables lead to, without library objects that lead to nothing
/// of the program.
fn told(analyzed: &Analyzed<'_>, state: &State, from: impl Iterator<Item = Node>) -> Vec<Node> {
    let program = analyzed.program;
    let mut reached: BTreeSet<Node> = BTreeSet::new();
    let mut pending: Vec<Node> = from.collect();
    let edges = |node: Node| {
        let range = (node, Slot::Field(program::FieldId(0)))..=(node, Slot::Lock);
        state
            .heap
            .range(range)
            .flat_map(|(_, it)| it.keys().copied())
    };
    while let Some(node) = pending.pop() {
        if reached.insert(node) {
            pending.extend(edges(node));
        }
    }
    let is_own = |node: &Node| {
        let object = node.object();
        let place = analysis::access::Place::Monitor(object);
        analysis::access::is_own(program, &analyzed.points, place)
    };
    let mut kept: BTreeSet<Node> = reached.iter().copied().filter(is_own).collect();
    loop {
        let more: Vec<Node> = reached
            .iter()
            .copied()
            .filter(|it| !kept.contains(it) && edges(*it).any(|to| kept.contains(&to)))
            .collect();
        if more.is_empty() {
            return kept.into_iter().collect();
        }
        kept.extend(more);
    }
}

impl Graph {
    /// As text.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        let name = |index: &usize| self.nodes[*index].name.as_str();
        let list = |nodes: &[usize]| {
            let names: Vec<&str> = nodes.iter().map(name).collect();
            names.join(", ")
        };
        for (variable, nodes) in &self.variables {
            text += &format!("  {variable} → {}\n", list(nodes));
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let exposed = if node.is_exposed { " (exposed)" } else { "" };
            text += &format!("  {}{exposed}\n", node.name);
            for (from, part, to, paired) in &self.edges {
                if *from == index {
                    let paired = if *paired { " one-to-one" } else { "" };
                    text += &format!("    {part} → {}{paired}\n", name(to));
                }
            }
        }
        for lock in &self.locks {
            text += &format!("  holds the lock of {}\n", list(lock));
        }
        text
    }

    /// In the language of Graphviz.
    pub(crate) fn dot(&self, number: usize) -> String {
        let quoted =
            |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let mut text = format!("digraph g{number} {{\n  label={};\n", quoted(&self.title));
        for (index, node) in self.nodes.iter().enumerate() {
            let style = if node.is_exposed {
                ", style=filled, fillcolor=lightgray"
            } else {
                ""
            };
            text += &format!(
                "  n{index} [shape=box, label={}{style}];\n",
                quoted(&node.name)
            );
        }
        for (index, (variable, nodes)) in self.variables.iter().enumerate() {
            text += &format!("  v{index} [shape=ellipse, label={}];\n", quoted(variable));
            for node in nodes {
                text += &format!("  v{index} -> n{node};\n");
            }
        }
        for (from, part, to, paired) in &self.edges {
            let label = if *paired {
                format!("{part} 1:1")
            } else {
                part.clone()
            };
            text += &format!("  n{from} -> n{to} [label={}];\n", quoted(&label));
        }
        text + "}\n"
    }

    /// As a picture.
    pub(crate) fn svg(&self) -> String {
        svg::draw(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn places_are_read() {
        let place = Place::parse("a.B$C.run:12").unwrap();
        assert_eq!((&*place.class, &*place.method), ("a.B$C", "run"));
        assert_eq!(place.line, Some(12));
        assert_eq!(Place::parse("B.run").unwrap().line, None);
        for wrong in ["run", "B.run:x", ".run", "B."] {
            assert!(Place::parse(wrong).is_err(), "{wrong}");
        }
    }
}
