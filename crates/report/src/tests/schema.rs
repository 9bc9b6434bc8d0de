//! The schema file says what the JSON is: every report fits it, and what it names is there.

use serde_json::{Map, Value};

use property::FindingKind;

use crate::data::{
    AbstractStep, Advice, Alarm, Blocked, ByFairness, Confirmation, Confirmed, Coverage, Proof,
    Property, Report, SourceLine, Step, Unknown, Verdict, Violation,
};

const SCHEMA: &str = include_str!("../../../../docs/schema/report-1.json");

/// What is wrong with a value, by the part of the schema language that the file uses.
pub(super) fn faults(root: &Value, schema: &Value, value: &Value, at: &str, out: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return faults(root, &root["$defs"][name], value, at, out);
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        let fits = |way: &Value| {
            let mut found = Vec::new();
            faults(root, way, value, at, &mut found);
            found.is_empty()
        };
        if !ways.iter().any(fits) {
            out.push(format!("{at}: fits none of the ways"));
        }
        return;
    }
    if let Some(values) = schema["enum"].as_array() {
        if !values.contains(value) {
            out.push(format!("{at}: {value} is none of {values:?}"));
        }
        return;
    }
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    };
    let fits = match &schema["type"] {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        _ => schema["const"] == *value,
    };
    if !fits {
        out.push(format!("{at}: {value} is no {}", schema["type"]));
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        faults(root, &schema["items"], item, &format!("{at}[{index}]"), out);
    }
    if let (Some(members), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
        object_faults(root, schema, members, known, at, out);
    }
}

fn object_faults(
    root: &Value,
    schema: &Value,
    members: &Map<String, Value>,
    known: &Map<String, Value>,
    at: &str,
    out: &mut Vec<String>,
) {
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap_or_default();
        if !members.contains_key(name) {
            out.push(format!("{at} has no {name}"));
        }
    }
    for (name, member) in members {
        match known.get(name) {
            Some(schema) => faults(root, schema, member, &format!("{at}.{name}"), out),
            None => out.push(format!("{at}.{name} is not in the schema")),
        }
    }
}

/// A report in which everything is there.
pub(super) fn full() -> Report {
    let word = || "x".to_owned();
    let step = Step {
        source: word(),
        path: word(),
        before: word(),
        inside: word(),
        on: word(),
        ..Step::default()
    };
    let place = SourceLine {
        file: word(),
        line: 1,
        path: word(),
        source: word(),
    };
    let blocked = Blocked {
        waits_for: Some(word()),
        path: word(),
        holds: vec![word()],
        ..Blocked::default()
    };
    let mut violation = Violation::new(FindingKind::Deadlock);
    violation.trace.push(step.clone());
    violation.blocked.push(blocked.clone());
    violation.going_on.push(blocked);
    violation.places.push(place);
    violation.fairness = Some("weak");
    violation.notes.push(word());
    violation.loop_from = Some(1);
    violation.confirmed = Some(Confirmation {
        jvm: word(),
        result: Confirmed::Diverged,
        step: 1,
        reason: word(),
        freedom: Some(word()),
    });
    let alarm = Alarm {
        kind: FindingKind::Race,
        message: word(),
        definite: true,
        file: word(),
        line: 1,
        confirmed: true,
        trace: vec![AbstractStep {
            thread: word(),
            class: word(),
            method: word(),
            file: word(),
            line: 1,
            operation: word(),
        }],
    };
    let mut property = Property::new("x", Verdict::Holds);
    property.told = word();
    property.fairness = Some(ByFairness {
        none: Verdict::Violated,
        weak: Verdict::Holds,
        strong: Verdict::Unknown,
    });
    let mut report = Report::new("x", Verdict::Error);
    report.violations.push(violation);
    report.unknown.push(Unknown {
        path: vec![word()],
        ..Unknown::default()
    });
    report.coverage = Some(Coverage {
        told: word(),
        part: Some(0.5),
        preemptions: Some(1),
        runs: Some(1),
    });
    report.advice.push(Advice {
        told: word(),
        command: word(),
    });
    report.run.push(step);
    report.properties.push(property);
    report.proof = Some(Proof {
        predicates: vec![word()],
        unbounded: vec![word()],
        passed: vec![word()],
        alarms: vec![alarm],
        ..Proof::default()
    });
    report.skipped.push(word());
    report.error = Some(word());
    report.tests.push(Report::new("x", Verdict::Holds));
    report
}

/// The names that a schema knows and a value has not, however deep.
fn unused(root: &Value, schema: &Value, value: &Value, at: &str, out: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return unused(root, &root["$defs"][name], value, at, out);
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        return unused(root, &ways[0], value, at, out);
    }
    if let Some(first) = value.as_array().and_then(|it| it.first()) {
        unused(root, &schema["items"], first, at, out);
    }
    let (Some(known), Some(members)) = (schema["properties"].as_object(), value.as_object()) else {
        return;
    };
    for (name, schema) in known {
        match members.get(name) {
            // The report of one test has no tests of its own.
            Some(_) if name == "tests" => {}
            Some(member) => unused(root, schema, member, &format!("{at}.{name}"), out),
            None => out.push(format!("{at}.{name}")),
        }
    }
}

#[test]
fn reports_fit_the_schema_and_use_all_of_it() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for report in [full(), Report::new("x", Verdict::Holds)] {
        let value = serde_json::to_value(&report).unwrap();
        let mut found = Vec::new();
        faults(&schema, &schema, &value, "report", &mut found);
        assert!(found.is_empty(), "{found:#?}");
    }
    let mut found = Vec::new();
    let value = serde_json::to_value(full()).unwrap();
    unused(&schema, &schema, &value, "report", &mut found);
    assert!(found.is_empty(), "never written: {found:#?}");
}

#[test]
fn what_does_not_fit_is_seen() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let mut value = serde_json::to_value(full()).unwrap();
    value["statistics"]["states"] = "many".into();
    value["violations"][0]["more"] = 1.into();
    value["verdict"] = "fine".into();
    let mut found = Vec::new();
    faults(&schema, &schema, &value, "report", &mut found);
    assert_eq!(found.len(), 3, "{found:#?}");
}
