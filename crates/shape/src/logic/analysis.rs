//! Which structures are possible at each label of a program with one thread of control.
//!
//! In: a vocabulary and a [`Program`]: labels, edges with actions, input structures, checks. Out: a [`Result`].
//!
//! A worklist of structures at labels; an edge's action gives structures at its other end, which are joined
//! with what is there ([`super::join`]). Labels are taken in reverse postorder, so that what flows into a
//! loop's exit is complete when it is looked at. The set of names is finite, hence so is the set of
//! canonical structures, and joins only go up: the analysis ends.

use super::action::Action;
use super::evaluate::{self, Environment};
use super::formula::Formula;
use super::join::{JoinKind, StructureSet};
use super::kleene::Kleene;
use super::structure::Structure;
use super::transform::{Counts, Transformer};
use super::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// A flow graph.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// What a reader calls it.
    pub name: String,
    /// The names of the labels.
    pub labels: Vec<String>,
    /// Where it begins.
    pub start: usize,
    /// What it begins with.
    pub inputs: Vec<Structure>,
    /// Its edges.
    pub edges: Vec<Edge>,
    /// What has to be true at labels.
    pub checks: Vec<Check>,
}

/// An action from label to label.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Before.
    pub from: usize,
    /// After.
    pub to: usize,
    /// What happens.
    pub action: Action,
}

/// A closed formula that has to be true at a label.
#[derive(Clone, Debug)]
pub struct Check {
    /// Where.
    pub label: usize,
    /// What.
    pub formula: Formula,
    /// What to say if it is not.
    pub message: String,
}

/// Something that may go wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The label.
    pub label: usize,
    /// The message of the check or of the action's error.
    pub message: String,
    /// Whether it is certain for the structure.
    pub definite: bool,
    /// In which structure.
    pub structure: Structure,
}

/// What an analysis found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// For each label, what is possible there.
    pub labels: Vec<StructureSet>,
    /// What may go wrong.
    pub findings: Vec<Finding>,
    /// What happened on the way.
    pub counts: Counts,
    /// How many times an action was applied to a structure.
    pub steps: usize,
    /// Structures before an action after which constraints were contradicted: the edge and the structure.
    pub suspects: Vec<(usize, Structure)>,
}

impl Outcome {
    /// How many structures there are at all labels.
    pub fn structures(&self) -> usize {
        self.labels.iter().map(|it| it.structures().len()).sum()
    }
}

/// Runs a program on all its inputs.
pub fn analyze(vocabulary: &Vocabulary, program: &Program, join: JoinKind) -> Outcome {
    let transformer = Transformer::new(vocabulary);
    let order = order(program);
    let count = program.labels.len();
    let mut outcome = Outcome {
        labels: vec![StructureSet::new(); count],
        findings: Vec::new(),
        counts: Counts::default(),
        steps: 0,
        suspects: Vec::new(),
    };
    let mut worklist = BTreeSet::new();
    for input in &program.inputs {
        let mut input = input.clone();
        if super::coerce::coerce(vocabulary, &mut input).is_err() {
            continue;
        }
        let canonical = transformer.abstraction.apply(&input);
        outcome.counts.widened += usize::from(canonical.widened);
        let set = &mut outcome.labels[program.start];
        let place = set.insert(canonical.structure, &transformer.abstraction, join);
        worklist.extend(place.map(|it| (order[program.start], program.start, it)));
    }
    let mut alarms = BTreeSet::new();
    while let Some((_, label, place)) = worklist.pop_first() {
        let structure = outcome.labels[label].structures()[place].clone();
        for (number, edge) in program
            .edges
            .iter()
            .enumerate()
            .filter(|it| it.1.from == label)
        {
            outcome.steps += 1;
            let step = transformer.apply(&structure, &edge.action);
            outcome.counts.add(step.counts);
            outcome
                .suspects
                .extend(step.suspects.into_iter().map(|it| (number, it)));
            for alarm in step.alarms {
                if alarms.insert((number, alarm.message.clone(), alarm.definite)) {
                    outcome.findings.push(Finding {
                        label,
                        message: alarm.message,
                        definite: alarm.definite,
                        structure: alarm.structure,
                    });
                }
            }
            for result in step.structures {
                let set = &mut outcome.labels[edge.to];
                let place = set.insert(result, &transformer.abstraction, join);
                worklist.extend(place.map(|it| (order[edge.to], edge.to, it)));
            }
        }
    }
    check(program, &mut outcome);
    outcome
}

fn check(program: &Program, outcome: &mut Outcome) {
    for check in &program.checks {
        for structure in outcome.labels[check.label].structures() {
            let value = evaluate::value(structure, &check.formula, &mut Environment::default());
            if value != Kleene::True {
                outcome.findings.push(Finding {
                    label: check.label,
                    message: check.message.clone(),
                    definite: value == Kleene::False,
                    structure: structure.clone(),
                });
            }
        }
    }
}

/// The place of each label in reverse postorder.
fn order(program: &Program) -> Vec<usize> {
    let count = program.labels.len();
    let mut place = vec![usize::MAX; count];
    let mut seen = vec![false; count];
    let mut next = count;
    let mut stack = vec![(program.start, 0)];
    seen[program.start] = true;
    while let Some((label, edge)) = stack.pop() {
        let successor = program
            .edges
            .iter()
            .enumerate()
            .skip(edge)
            .find(|it| it.1.from == label);
        match successor {
            Some((number, edge)) => {
                stack.push((label, number + 1));
                if !std::mem::replace(&mut seen[edge.to], true) {
                    stack.push((edge.to, 0));
                }
            }
            None => {
                next -= 1;
                place[label] = next;
            }
        }
    }
    place
}
