//! A report as SARIF 2.1.0, the format in which editors and code hosts take findings of tools.
//!
//! Each violation is one result. Its first code flow is the run as one flow, at most [`LONGEST`] steps of
//! it, with the thread's name in each message: most viewers show only that. Its second one has a flow for
//! each thread, in which `executionOrder` tells how they interleave. What was not covered, and warnings, are
//! notifications of the invocation.

use serde_json::{Map, Value, json};

use crate::data::{Confirmed, Report, SourceLine, Step, Verdict, Violation};
use crate::deeds::{Deed, deeds, stuck};
use crate::explain;
use crate::fingerprint::fingerprint;

/// The most steps of a flow. Viewers cut long ones, and code hosts refuse large files.
const LONGEST: usize = 1000;

/// The report as indented JSON with a line break at the end.
pub fn render(report: &Report) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for violation in &report.violations {
        let kind = violation.kind.name();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(kind)).collect();
    let index = |violation: &Violation| kinds.iter().position(|it| *it == violation.kind.name());
    let results: Vec<Value> = report
        .violations
        .iter()
        .map(|it| result(it, index(it).unwrap_or_default()))
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Heddle",
                "semanticVersion": report.heddle,
                "version": report.heddle,
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation(report)],
            "results": results,
            "properties": {
                "target": report.target,
                "verdict": report.verdict.name(),
                "properties": report.properties,
                "assumptions": report.assumptions,
                "states": report.statistics.states,
            },
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("texts and numbers become JSON");
    text.push('\n');
    text
}

fn rule(kind: &str) -> Value {
    let topic = explain::topic(kind);
    let (short, text) = topic.map_or(("", ""), |it| (it.short, it.text));
    json!({
        "id": kind,
        "name": pascal(kind),
        "shortDescription": { "text": short },
        "fullDescription": { "text": text.split("\n\n").next().unwrap_or_default().replace('\n', " ") },
        "help": { "text": text },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["concurrency", "java"], "problem.severity": "error" },
    })
}

/// `lost-notification` as `LostNotification`.
fn pascal(kind: &str) -> String {
    let word = |it: &str| {
        let (first, rest) = it.split_at(it.len().min(1));
        first.to_uppercase() + rest
    };
    kind.split('-').map(word).collect()
}

fn invocation(report: &Report) -> Value {
    let note = |level: &str, text: &str| json!({ "level": level, "message": { "text": text } });
    let mut notes: Vec<Value> = Vec::new();
    for unknown in &report.unknown {
        let place = match unknown.class.as_str() {
            "" => String::new(),
            class => format!(" ({class}.{})", unknown.method),
        };
        notes.push(note(
            "error",
            &format!("not covered: {}{place}", unknown.reason),
        ));
    }
    notes.extend(report.error.iter().map(|it| note("error", it)));
    notes.extend(report.warnings.iter().map(|it| note("warning", it)));
    json!({
        "executionSuccessful": report.verdict != Verdict::Error,
        "toolExecutionNotifications": notes,
    })
}

fn result(violation: &Violation, rule: usize) -> Value {
    let mut places = places(violation);
    let related = places.split_off(places.len().min(1));
    let mut result = Map::new();
    let mut set = |name: &str, value: Value| result.insert(name.to_owned(), value);
    set("ruleId", json!(violation.kind.name()));
    set("ruleIndex", json!(rule));
    set("level", json!("error"));
    set("message", json!({ "text": violation.message }));
    set("locations", json!(places));
    if !related.is_empty() {
        set("relatedLocations", json!(related));
    }
    if !violation.trace.is_empty() {
        set(
            "codeFlows",
            json!([merged(violation), by_thread(violation)]),
        );
    }
    set(
        "partialFingerprints",
        json!({ "heddle/v1": fingerprint(violation) }),
    );
    set("properties", properties(violation));
    Value::Object(result)
}

fn properties(violation: &Violation) -> Value {
    let confirmed = violation.confirmed.as_ref().map(|it| {
        let result = match it.result {
            Confirmed::Confirmed => "confirmed",
            Confirmed::Diverged => "diverged",
        };
        json!({ "jvm": it.jvm, "result": result, "step": it.step, "reason": it.reason })
    });
    json!({
        "threads": violation.threads,
        "schedule": violation.schedule,
        "replay": violation.replay,
        "earlyExpiry": violation.early_expiry,
        "confirmed": confirmed,
    })
}

/// Where a violation shows: its places, or else where its run ends.
fn places(violation: &Violation) -> Vec<Value> {
    let mut lines: Vec<SourceLine> = violation.places.clone();
    if lines.is_empty() {
        let of_blocked = violation.blocked.iter().filter(|it| it.line > 0);
        lines.extend(of_blocked.map(|it| SourceLine {
            file: it.file.clone(),
            line: it.line,
            path: it.path.clone(),
            source: String::new(),
        }));
    }
    if lines.is_empty() {
        let own = |it: &&Step| !it.is_library && it.line > 0;
        lines.extend(violation.trace.iter().rev().find(own).map(|it| SourceLine {
            file: it.file.clone(),
            line: it.line,
            path: it.path.clone(),
            source: String::new(),
        }));
    }
    let lines = lines.iter().enumerate();
    lines
        .map(|(number, it)| {
            let mut place = json!({ "physicalLocation": physical(&it.path, &it.file, it.line) });
            if number > 0 {
                place["id"] = json!(number);
            }
            place
        })
        .collect()
}

fn physical(path: &str, file: &str, line: u32) -> Value {
    let uri = match path {
        "" => uri(file),
        path => uri(path),
    };
    json!({ "artifactLocation": { "uri": uri }, "region": { "startLine": line.max(1) } })
}

/// A path as a URI reference: what may not stand in one is written by its bytes.
fn uri(path: &str) -> String {
    let mut text = match path.starts_with('/') {
        true => "file://".to_owned(),
        false => String::new(),
    };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' | b'$' => {
                text.push(byte as char);
            }
            other => text += &format!("%{other:02X}"),
        }
    }
    text
}

/// One step of a flow.
fn flow_step(step: &Step, message: &str) -> Value {
    let mut location = Map::new();
    if !step.is_library && !step.file.is_empty() && step.line > 0 {
        location.insert(
            "physicalLocation".to_owned(),
            physical(&step.path, &step.file, step.line),
        );
    }
    let name = format!("{}.{}", step.class, step.method);
    location.insert(
        "logicalLocations".to_owned(),
        json!([{ "fullyQualifiedName": name, "kind": "function" }]),
    );
    location.insert("message".to_owned(), json!({ "text": message }));
    json!({ "location": location, "executionOrder": step.step })
}

/// The end of a run tells what went wrong, so of a long one its last deeds are shown.
fn shown(violation: &Violation) -> Vec<Deed<'_>> {
    let mut all = deeds(&violation.trace, &stuck(violation));
    all.split_off(all.len().saturating_sub(LONGEST))
}

fn merged(violation: &Violation) -> Value {
    let steps = shown(violation).into_iter();
    let steps: Vec<Value> = steps
        .map(|it| {
            let step = it.first();
            flow_step(step, &format!("{} {}", step.thread, it.words()))
        })
        .collect();
    json!({
        "message": { "text": "all threads, in the order of the schedule" },
        "threadFlows": [{ "locations": steps }],
    })
}

fn by_thread(violation: &Violation) -> Value {
    let mut flows: Vec<(&str, Vec<Value>)> = Vec::new();
    for deed in shown(violation) {
        let name = deed.steps[0].thread.as_str();
        let known = flows.iter().position(|it| it.0 == name);
        let index = known.unwrap_or_else(|| {
            flows.push((name, Vec::new()));
            flows.len() - 1
        });
        flows[index]
            .1
            .push(flow_step(&deed.steps[0], &deed.words()));
    }
    let flows = flows.into_iter();
    let flows: Vec<Value> = flows
        .map(|(id, locations)| json!({ "id": id, "locations": locations }))
        .collect();
    json!({ "message": { "text": "each thread by itself" }, "threadFlows": flows })
}
