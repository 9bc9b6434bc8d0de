//! Makes programs smaller, so that what is reported is short.

use std::collections::BTreeSet;

use super::{PlatformProgram, Step};

/// The program without one facet, without one step, or with the steps inside a step in its place.
pub(super) fn smaller(program: &PlatformProgram) -> Vec<PlatformProgram> {
    let mut candidates = Vec::new();
    let used = program.used();
    if used.len() > 1 {
        for instance in used {
            candidates.push(changed(program, &mut |step| match step.instance {
                Some(it) if it == instance => Some(Vec::new()),
                _ => None,
            }));
        }
    }
    if program.threads.len() == 3 && !speaks_of(program, "T2") {
        let mut fewer = program.clone();
        fewer.threads.pop();
        candidates.push(without_start(&fewer, "T2.start();"));
    }
    for at in 0..program.steps() {
        for keep_inner in [false, true] {
            let mut number = 0;
            let mut worthwhile = false;
            let candidate = changed(program, &mut |step| {
                number += 1;
                if number - 1 != at {
                    return None;
                }
                worthwhile = !keep_inner || !step.inner.is_empty();
                Some(if keep_inner {
                    step.inner.clone()
                } else {
                    Vec::new()
                })
            });
            if worthwhile {
                candidates.push(candidate);
            }
        }
    }
    candidates
        .retain(|it| it.steps() < program.steps() || it.threads.len() < program.threads.len());
    candidates.sort_by_key(PlatformProgram::steps);
    let mut seen = BTreeSet::new();
    candidates.retain(|it| seen.insert(it.source()));
    candidates
}

/// The program with steps replaced.
fn changed(
    program: &PlatformProgram,
    change: &mut dyn FnMut(&Step) -> Option<Vec<Step>>,
) -> PlatformProgram {
    let threads = program.threads.iter().map(|steps| replaced(steps, change));
    PlatformProgram {
        threads: threads.collect(),
        ..program.clone()
    }
}

fn replaced(steps: &[Step], change: &mut dyn FnMut(&Step) -> Option<Vec<Step>>) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        let Some(others) = change(step) else {
            out.push(Step {
                inner: replaced(&step.inner, change),
                ..step.clone()
            });
            continue;
        };
        out.extend(others);
    }
    out
}

/// Whether the last thread does something, or a step is about it.
fn speaks_of(program: &PlatformProgram, thread: &str) -> bool {
    fn speaks(step: &Step, thread: &str) -> bool {
        let start = step.instance.is_none();
        (!start && step.text.contains(thread)) || step.inner.iter().any(|it| speaks(it, thread))
    }
    let last = program.threads.last();
    last.is_some_and(|it| !it.is_empty())
        || program
            .threads
            .iter()
            .flatten()
            .any(|it| speaks(it, thread))
}

fn without_start(program: &PlatformProgram, start: &str) -> PlatformProgram {
    changed(program, &mut |step| (step.text == start).then(Vec::new))
}
