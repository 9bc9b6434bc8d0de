//! What flags mean, and which are refused.

use explore::reduction::Layer;

use super::*;
use crate::flags::parse_check;

fn settings(line: &str) -> Result<Settings, Failure> {
    let words = format!("heddle check {line}");
    parse_check(words.split(' ').map(Into::into).collect()).and_then(Settings::new)
}

fn refusal(line: &str) -> String {
    settings(line).unwrap_err().message
}

#[test]
fn searches_and_limits() {
    let plan = settings("Main --search preemption --preemptions 3 --max-depth 9")
        .unwrap()
        .plan;
    assert_eq!(plan.search, Search::Preemption { bound: 3 });
    assert_eq!(plan.limits.depth, Some(9));
    assert!(plan.stuck && !plan.all);
    let plan = settings("Main --property race --search pct").unwrap().plan;
    assert_eq!(
        plan.search,
        Search::Pct {
            runs: 1000,
            depth: 3
        }
    );
    assert!(!plan.stuck);
}

#[test]
fn suppressed_kinds_include_their_special_cases() {
    let suppressed = settings("Main --suppress exception,Cache.map")
        .unwrap()
        .suppressed;
    assert_eq!(suppressed.words, ["Cache.map"]);
    assert!(suppressed.kinds.has(FindingKind::IllegalMonitor));
    assert!(!suppressed.kinds.has(FindingKind::Race));
}

#[test]
fn targets() {
    let target = settings("-cp a:b com.acme.Main -- 1 2").unwrap().target;
    assert_eq!(target.main.as_deref(), Some("com.acme.Main"));
    assert_eq!(target.classpath, [PathBuf::from("a"), PathBuf::from("b")]);
    assert_eq!(target.arguments, ["1", "2"]);
    assert_eq!(refusal("No.java"), "there is no file No.java");
    assert_eq!(
        refusal("A B"),
        "`B` is one target too many; arguments of the program go after --"
    );
    assert!(refusal("src").contains("is a directory"));
    assert!(refusal("A.class").contains("by its full name: heddle check -cp . A"));
}

#[test]
fn what_is_not_built_is_refused() {
    assert!(settings("M --property lock-order").is_ok());
    assert!(settings("M --store exact --fair none --reduction none").is_ok());
    assert!(settings("M --store bitstate --search random").is_ok());
    assert!(settings("M --reduction symmetry").is_ok());
    assert!(
        settings("M --search depth-first").is_ok_and(|it| it.plan.search == Search::DepthFirst)
    );
    assert!(settings("M --store disk").is_ok_and(|it| it.plan.search == Search::BreadthFirst));
    assert!(settings("M --store disk --search bfs --disk .").is_ok());
    assert!(refusal("M --store disk --search dfs").contains("goes with"));
    assert!(refusal("M --store disk --checkpoint d").contains("does not go with"));
    assert!(refusal("M --store disk --reduction symmetry").contains("does not go with"));
    assert!(refusal("M --disk .").contains("goes with"));
    assert!(refusal("M --store disk --disk /no/such/place").contains("can't keep states"));
    assert!(settings("M --reduction symmetry --search bfs").is_ok());
    assert!(refusal("M --reduction symmetry,owned").contains("goes with"));
    assert!(settings("M --checkpoint d --checkpoint-every 1m --resume").is_ok());
    assert!(refusal("M --checkpoint d --search dfs").contains("goes with"));
    assert!(refusal("M --checkpoint d --reduction all").contains("goes with"));
    assert!(refusal("M --resume").contains("goes with"));
    assert!(refusal("M --store compact --search preemption").contains("goes with"));
    assert_eq!(settings("M -j 4").unwrap().plan.jobs, 4);
    assert!(settings("M").unwrap().plan.jobs >= 1);
    for line in [
        "M -j 0",
        "M --search random --runs 0",
        "M --search pct --bug-depth 1001",
    ] {
        assert!(refusal(line).contains("invalid value"), "{line}");
    }
    let choosing = settings("M --hash choose").unwrap().machine.hash;
    assert_eq!(choosing, machine::Randomness::Choose);
}

#[test]
fn unknown_names_get_suggestions() {
    for (line, expected) in [
        (
            "M --property dedlock",
            "--property: there is no property `dedlock`; did you mean `deadlock`?",
        ),
        (
            "M --reduction ownd",
            "--reduction: there is no `ownd`; did you mean `owned`?",
        ),
        (
            "M --expect hold",
            "--expect: there is no outcome `hold`; did you mean `holds`?",
        ),
        (
            "M --preemptions 2",
            "--preemptions goes with --search preemption",
        ),
    ] {
        assert_eq!(refusal(line), expected);
    }
}

#[test]
fn static_futures_have_a_manner() {
    let manner = |list: &str| {
        let settings = settings(&format!("M --reduction {list}")).unwrap();
        settings.foresight.map(names)
    };
    let names = |precision: &str, points_to: &str| {
        Some(vec![
            format!("future={precision}"),
            format!("points-to={points_to}"),
        ])
    };
    assert_eq!(manner("all"), None);
    assert_eq!(manner("future"), None);
    assert_eq!(manner("local,reachability,relock"), None);
    assert_eq!(manner("future=callee"), names("callee", "none"));
    for points_to in ["none", "ci", "os", "ci-demand", "cs-demand"] {
        let list = format!("points-to={points_to}");
        assert_eq!(manner(&list), names("context", points_to));
    }
    assert_eq!(
        manner("owned,future=insensitive,points-to=ci"),
        names("insensitive", "ci")
    );
    let layers = |list: &str| settings(&format!("M --reduction {list}")).unwrap().layers;
    assert!(layers("local,reachability,relock").is_empty());
    assert!(!layers("future=context").has(Layer::Future));
    assert_eq!(
        layers("all,future=context"),
        Layers::all()
            .with(Layer::Synchronizers)
            .with(Layer::Foreseen)
    );
    assert_eq!(layers("all,-synchronizers"), Layers::all());
    assert_eq!(
        layers("synchronizers"),
        Layers::NONE.with(Layer::Synchronizers)
    );
    for (list, expected) in [
        ("owned,synchronizers", "synchronizers goes alone, or is one"),
        ("owned,-synchronizers", "there is no `-synchronizers`"),
        ("none,all", "`none` goes with no other reduction"),
        ("owned,none", "`none` goes with no other reduction"),
        ("future=cotext", "there is no `future=cotext`; possible: "),
        ("points-to", "`points-to` is one of points-to=none, "),
        ("points-to=all", "there is no `points-to=all`; possible: "),
        ("future=callee,future=context", "`future=` is given twice"),
        ("owned=yes", "`owned` takes no value"),
        ("all=yes", "`all` takes no value"),
        ("symmetry,future=callee", "symmetry goes with no other"),
    ] {
        let said = refusal(&format!("M --reduction {list}"));
        assert!(said.contains(expected), "{list}: {said}");
    }
}

#[test]
fn expectations_decide_the_exit_code() {
    let exit = |line: &str, verdict, kind: Option<&str>| {
        let mut report = report::Report::new("M", verdict);
        let kind = kind.and_then(FindingKind::from_name);
        report.violations.extend(kind.map(report::Violation::new));
        settings(line).unwrap().exit(&report)
    };
    assert_eq!(exit("M", Verdict::Holds, None), Exit::Success);
    assert_eq!(exit("M", Verdict::Violated, Some("race")), Exit::Violated);
    assert_eq!(exit("M", Verdict::Unknown, None), Exit::Unknown);
    assert_eq!(
        exit("M --expect race", Verdict::Violated, Some("race")),
        Exit::Success
    );
    assert_eq!(
        exit("M --expect deadlock", Verdict::Violated, Some("race")),
        Exit::Violated
    );
    assert_eq!(
        exit("M --expect holds", Verdict::Unknown, None),
        Exit::Violated
    );
    assert_eq!(
        exit("M --expect unknown", Verdict::Unknown, None),
        Exit::Success
    );
}
