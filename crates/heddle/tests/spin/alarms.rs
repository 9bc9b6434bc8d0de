//! What becomes of SPIN's alarms, and of what a user asks of a search or leaves out of a model.

use super::{PROPERTIES, by_spin, check, family, has_spin, report, root, verdict};

fn source(name: &str) -> std::path::PathBuf {
    root().join(format!("tests/promela/{name}.java"))
}

#[test]
fn a_spurious_alarm_hides_no_real_one() {
    if !has_spin() {
        return;
    }
    let behind = source("Behind");
    assert_eq!(family(&by_spin(&behind, &[])), "violated deadlock");
    let report = by_spin(&behind, &["same"]);
    assert_eq!(verdict(&report), "unknown");
    let reason = report["unknown"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("spurious"), "{reason}");
}

#[test]
fn all_violations_are_listed_if_they_are_asked_for() {
    if !has_spin() {
        return;
    }
    let kinds = |words: &[&str]| -> Vec<String> {
        let report = report(words, &source("Several"), &[]);
        let violations = report["violations"].as_array().unwrap();
        let kinds = violations.iter().filter_map(|it| it["kind"].as_str());
        let mut kinds: Vec<String> = kinds.map(str::to_owned).collect();
        kinds.sort();
        kinds
    };
    let all = kinds(&["spin", "--all", "--property", PROPERTIES]);
    assert_eq!(all, ["assertion", "deadlock", "exception"]);
    let first = kinds(&["spin", "--property", PROPERTIES]);
    assert_eq!(first.len(), 1);
    let none = report(&["spin", "--all"], &source("Longer"), &[]);
    assert_eq!(verdict(&none), "holds");
}

#[test]
fn bounds_grow_whatever_spin_keeps_of_states() {
    if !has_spin() {
        return;
    }
    assert_eq!(verdict(&by_spin(&source("Longer"), &[])), "holds");
    let report = report(&["spin", "--bitstate"], &source("Longer"), &[]);
    let reasons = report["unknown"].as_array().unwrap();
    let has_bound = |it: &serde_json::Value| it["reason"].as_str().unwrap().contains("bound");
    assert!(!reasons.iter().any(has_bound), "{reasons:?}");
    assert_eq!(reasons.len(), 1);
}

#[test]
fn a_comment_leaves_out_what_it_stands_before_and_nothing_else() {
    if !has_spin() {
        return;
    }
    assert_eq!(verdict(&by_spin(&source("Comments"), &[])), "holds");
}

#[test]
fn the_monitor_of_a_class_wakes_threads_in_a_model() {
    if !has_spin() {
        return;
    }
    assert_eq!(verdict(&by_spin(&source("Wakes"), &[])), "holds");
    check(&source("Wakes"), &[]);
}
