//! The call graph: who calls whom, by points-to sets, as text or in the language of Graphviz.
//!
//! Methods of the program are shown with all that they call, and those of the library that call them
//! back; with the whole library, every method. A thread is a node that calls what it runs.

use std::collections::{BTreeMap, BTreeSet};

use analysis::access::Scope;
use program::MethodId;
use serde::Serialize;

use super::Analyzed;
use super::names::Names;
use crate::exit::Failure;
use crate::flags::GraphForm;

/// The call graph.
#[derive(Debug, Serialize)]
pub(crate) struct Calls {
    /// What each thread runs.
    threads: BTreeMap<String, BTreeSet<String>>,
    /// The callees of each method, with the places of the calls.
    methods: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
    /// Calls whose callees can't be seen.
    unknown: BTreeSet<String>,
}

/// Collects the calls.
pub(crate) fn calls(analyzed: &Analyzed<'_>, names: &Names<'_>, scope: Scope) -> Calls {
    let points = &analyzed.points;
    let method = |instance: u32| points.instances[instance as usize].method;
    let is_own = |method: MethodId| {
        let class = analyzed.program.method(method).class;
        !analyzed.program.class(class).is_library
    };
    let is_told = |caller, callee| scope == Scope::Everything || is_own(caller) || is_own(callee);
    let mut calls = Calls {
        threads: BTreeMap::new(),
        methods: BTreeMap::new(),
        unknown: BTreeSet::new(),
    };
    for (index, root) in points.roots.iter().enumerate() {
        let runs = calls
            .threads
            .entry(names.root(index as u32).to_owned())
            .or_default();
        runs.insert(names.method(method(root.instance)));
    }
    let mut add = |caller: MethodId, pc: Option<u32>, callee: MethodId| {
        if is_told(caller, callee) {
            let callees = calls.methods.entry(names.method(caller)).or_default();
            let places = callees.entry(names.method(callee)).or_default();
            places.extend(pc.map(|pc| names.place(caller, pc)));
        }
    };
    for ((caller, pc), callees) in &points.calls {
        for callee in callees {
            add(method(*caller), Some(*pc), method(*callee));
        }
    }
    for ((caller, pc), callees) in &points.natives {
        for callee in callees {
            add(method(*caller), Some(*pc), *callee);
        }
    }
    for (caller, initializers) in &points.initializers {
        for initializer in initializers {
            add(method(*caller), None, method(*initializer));
        }
    }
    let open = points.open.iter();
    let open = open.filter(|it| scope == Scope::Everything || is_own(it.method));
    calls.unknown = open
        .map(|it| format!("{}: {}", names.place(it.method, it.pc), it.reason))
        .collect();
    calls
}

impl Calls {
    /// In the form that is asked for.
    pub(crate) fn shown(&self, form: Option<GraphForm>) -> Result<String, Failure> {
        match form {
            None | Some(GraphForm::Text) => Ok(self.text()),
            Some(GraphForm::Dot) => Ok(self.dot()),
            Some(GraphForm::Svg) => Err(Failure::input(
                "--calls is shown as text or dot; `dot -Tsvg` makes a picture of the latter",
            )),
        }
    }

    fn text(&self) -> String {
        let mut text = String::from("threads\n");
        for (thread, runs) in &self.threads {
            let runs: Vec<&str> = runs.iter().map(String::as_str).collect();
            text += &format!("  {thread} runs {}\n", runs.join(", "));
        }
        text += "\ncalls\n";
        for (method, callees) in &self.methods {
            text += &format!("  {method}\n");
            for (callee, places) in callees {
                let places: Vec<&str> = places.iter().map(String::as_str).collect();
                let places = match &places[..] {
                    [] => "when its class is initialised".to_owned(),
                    places => places.join(", "),
                };
                text += &format!("      {callee} ({places})\n");
            }
        }
        if !self.unknown.is_empty() {
            text += "\nunknown\n";
        }
        for call in &self.unknown {
            text += &format!("  {call}\n");
        }
        text
    }

    fn dot(&self) -> String {
        let mut text = String::from("digraph calls {\n  rankdir=LR;\n  node [shape=box];\n");
        for (thread, runs) in &self.threads {
            text += &format!("  {thread:?} [shape=ellipse];\n");
            for run in runs {
                text += &format!("  {thread:?} -> {run:?};\n");
            }
        }
        for (method, callees) in &self.methods {
            for callee in callees.keys() {
                text += &format!("  {method:?} -> {callee:?};\n");
            }
        }
        text + "}\n"
    }
}
