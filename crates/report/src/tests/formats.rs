//! SARIF and JUnit's XML, by the rules of these formats, on reports that are hard to write: all that a report can
//! have, texts that look like markup, paths with blanks, steps without lines.

use property::FindingKind;
use serde_json::Value;

use super::schema::{faults, full};
use crate::data::{Report, SourceLine, Verdict, Violation};
use crate::{junit, sarif};

const SARIF: &str = include_str!("sarif-used.json");

/// A text that no format may take for its own.
const AWKWARD: &str = "a<b> & \"c\" 'd' ]]> \u{1b}[2J \u{0} %20 größe\nend";

fn reports() -> Vec<Report> {
    let mut odd = full();
    for violation in &mut odd.violations {
        violation.message = AWKWARD.to_owned();
        violation.output = AWKWARD.to_owned();
        violation.threads = vec![AWKWARD.to_owned()];
        for step in &mut violation.trace {
            step.thread = AWKWARD.to_owned();
            step.line = 0;
        }
        violation.places.push(SourceLine {
            file: "A B.java".to_owned(),
            line: 0,
            path: "/srv/größe #1/A B.java".to_owned(),
            source: String::new(),
        });
    }
    odd.verdict = Verdict::Violated;
    odd.target = AWKWARD.to_owned();
    odd.output = AWKWARD.to_owned();
    let bare = Report::new("bare", Verdict::Holds);
    let mut all_kinds = Report::new("kinds", Verdict::Violated);
    all_kinds.violations = FindingKind::ALL.map(Violation::new).into();
    let mut tests = Report::new("tests", Verdict::Violated);
    tests.tests = vec![full(), odd.clone(), bare.clone(), all_kinds.clone()];
    tests.skipped = vec![AWKWARD.to_owned(), "a.B.c".to_owned()];
    vec![full(), odd, bare, all_kinds, tests]
}

#[test]
fn sarif_is_as_the_standard_says() {
    let schema: Value = serde_json::from_str(SARIF).unwrap();
    for report in reports() {
        let log: Value = serde_json::from_str(&sarif::render(&report)).unwrap();
        let mut found = Vec::new();
        faults(&schema, &schema, &log, "log", &mut found);
        assert!(found.is_empty(), "{found:#?}");
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        for result in run["results"].as_array().unwrap() {
            let index = result["ruleIndex"].as_u64().unwrap() as usize;
            assert_eq!(rules[index]["id"], result["ruleId"]);
            let flows = result["codeFlows"].as_array().into_iter().flatten();
            for flow in flows {
                assert!(!flow["threadFlows"].as_array().unwrap().is_empty());
            }
        }
        let mut places = Vec::new();
        physical(&log, &mut places);
        for (uri, line) in places {
            assert!(line >= 1, "lines begin with 1");
            let is_fit = |it: char| it.is_ascii_graphic() && !"<>\"{}|\\^`# ".contains(it);
            assert!(uri.chars().all(is_fit), "{uri} is no URI");
        }
    }
}

/// All places of files in a log.
fn physical(value: &Value, out: &mut Vec<(String, u64)>) {
    if let Some(uri) = value["artifactLocation"]["uri"].as_str() {
        let line = value["region"]["startLine"].as_u64();
        out.push((uri.to_owned(), line.unwrap_or_default()));
    }
    let members = value.as_object().into_iter().flat_map(|it| it.values());
    let items = value.as_array().into_iter().flatten();
    members.chain(items).for_each(|it| physical(it, out));
}

/// An element: its name, attributes and what is in it.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    children: Vec<Element>,
}

impl Element {
    fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|it| it.0 == name);
        found.map_or("", |it| &it.1)
    }

    fn number(&self, name: &str) -> usize {
        self.attribute(name).parse().unwrap_or(usize::MAX)
    }

    fn all<'e>(&'e self, name: &'e str) -> Vec<&'e Element> {
        let children = self.children.iter();
        let below = children.flat_map(|it| it.all(name));
        below.chain((self.name == name).then_some(self)).collect()
    }
}

/// Reads XML without comments and sections. Panics where it is not well-formed.
fn parse(text: &str) -> Element {
    let body = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    let mut rest = body.expect("a declaration").trim();
    let mut open = vec![Element::default()];
    while !rest.is_empty() {
        let (before, tag) = rest.split_once('<').unwrap_or((rest, ""));
        well_formed(before);
        let (tag, after) = tag.split_once('>').expect("a tag is closed");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            let element = open.pop().expect("it was opened");
            assert_eq!(element.name, name, "elements are closed in order");
            open.last_mut()
                .expect("there is an outer one")
                .children
                .push(element);
            continue;
        }
        let is_empty = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut element = Element {
            name: name.to_owned(),
            ..Element::default()
        };
        while let Some((key, value)) = attributes.split_once("=\"") {
            let (value, more) = value.split_once('"').expect("a value is closed");
            well_formed(value);
            element
                .attributes
                .push((key.trim().to_owned(), value.to_owned()));
            attributes = more;
        }
        match is_empty {
            true => open
                .last_mut()
                .expect("there is an outer one")
                .children
                .push(element),
            false => open.push(element),
        }
    }
    let [root] = &mut open[..] else {
        panic!("{} elements are open", open.len() - 1)
    };
    root.children.remove(0)
}

/// Text has only references that XML knows, and only characters that it allows.
fn well_formed(text: &str) {
    for (at, _) in text.match_indices('&') {
        let reference = text[at + 1..].split(';').next().unwrap_or_default();
        let is_known = ["amp", "lt", "gt", "quot"].contains(&reference)
            || ["#9", "#10", "#13"].contains(&reference);
        assert!(is_known, "&{reference};");
    }
    let is_allowed =
        |it: char| it == '\n' || it == '\t' || it >= ' ' && it != '\u{fffe}' && it != '\u{ffff}';
    assert!(text.chars().all(is_allowed), "{text:?}");
}

#[test]
fn the_xml_is_as_build_servers_want_it() {
    let allowed = [
        ("testsuites", "name tests failures errors time", "testsuite"),
        (
            "testsuite",
            "name tests failures errors skipped time",
            "testcase",
        ),
        (
            "testcase",
            "name classname time",
            "failure error skipped system-out",
        ),
        ("failure", "type message", ""),
        ("error", "type message", ""),
        ("skipped", "", ""),
        ("system-out", "", ""),
    ];
    for report in reports() {
        let root = parse(&junit::render(&report));
        assert_eq!(root.name, "testsuites");
        for (name, attributes, children) in allowed {
            for element in root.all(name) {
                let has = |names: &str, it: &str| names.split(' ').any(|name| name == it);
                for (key, _) in &element.attributes {
                    assert!(has(attributes, key), "{name} has {key}");
                }
                for child in &element.children {
                    assert!(has(children, &child.name), "{name} has {}", child.name);
                }
            }
        }
        let cases = root.all("testcase");
        let count = |name: &str| cases.iter().map(|it| it.all(name).len()).sum::<usize>();
        assert_eq!(root.number("tests"), cases.len());
        assert_eq!(root.number("failures"), count("failure"));
        assert_eq!(root.number("errors"), count("error"));
        for suite in root.all("testsuite") {
            assert_eq!(suite.number("tests"), suite.all("testcase").len());
            assert_eq!(suite.number("skipped"), suite.all("skipped").len());
            assert!(suite.attribute("time").parse::<f64>().is_ok());
        }
    }
}
