//! What of the library is done before a program starts, because a run of it was seen to need it, against
//! the same done by its threads: the same outcomes. The programs change what the library's answers depend
//! on while others ask; so whatever is looked up too early is missed.
//!
//! With `ORACLE_PROGRAMS`, those whose threads run through long initialisers are searched, too.

#[path = "common/collector.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod collector;
mod common;

use std::collections::BTreeSet;

use explore::Search;
use machine::Options;
use program::Program;

use collector::{Seen, booted_with, outcomes};
use common::{compiled, number, work};

const STATES: u64 = 200_000;

const WRITTEN: [(&str, &str); 3] = [
    ("LateLocale", include_str!("../resources/LateLocale.java")),
    ("LateZone", include_str!("../resources/LateZone.java")),
    ("TwoCharsets", include_str!("../resources/TwoCharsets.java")),
];

const LONG: [(&str, &str); 2] = [
    (
        "LateProvider",
        include_str!("../resources/LateProvider.java"),
    ),
    (
        "LateZoneProperty",
        include_str!("../resources/LateZoneProperty.java"),
    ),
];

fn told(seen: Seen<'_>) -> String {
    match seen {
        Seen::Wrong(finding) => finding.message.clone(),
        Seen::Ends(threads, output) => format!("ends with {threads:?} left, prints {output}"),
    }
}

fn searched(program: &Program, name: &str, scouts: bool) -> BTreeSet<String> {
    let options = Options {
        observe_output: true,
        scouts,
        ..Options::default()
    };
    let java = booted_with(program, name, options).expect("it starts");
    let java = java.foreseeing().with_atomic_calls();
    let found = outcomes(java, Search::DepthFirst, STATES, told);
    found.unwrap_or_else(|| panic!("{name}: too many states")).0
}

#[test]
fn what_is_done_early_changes_no_outcome() {
    let mut programs = WRITTEN.to_vec();
    if number("ORACLE_PROGRAMS", 0) > 0 {
        programs.extend(LONG);
    }
    let loaded = compiled(&[], &programs, &work("early"));
    for (name, _) in programs {
        let late = searched(&loaded, name, false);
        let early = searched(&loaded, name, true);
        assert_eq!(early, late, "{name}");
        let differ = name.starts_with("Late");
        assert_eq!(
            late.len() > 1,
            differ,
            "{name} shows what it is about: {late:?}"
        );
    }
}
