//! Formulas of temporal logic: what SPIN says of them, confirmed by runs of the machine.

use super::{has_spin, report, root, verdict};

/// The verdict of a formula on the program for formulas.
fn formula(fairness: &str, formula: &str) -> String {
    formula_on("Temporal", fairness, formula, &[])
}

pub(super) fn formula_on(
    program: &str,
    fairness: &str,
    formula: &str,
    arguments: &[&str],
) -> String {
    let source = root().join(format!("tests/promela/{program}.java"));
    let words = ["spin", "--fair", fairness, "--ltl", formula];
    let report = report(&words, &source, arguments);
    verdict(&report)
}

#[test]
fn formulas_are_checked_and_confirmed() {
    if !has_spin() {
        return;
    }
    let holds = [
        ("none", "[] (Temporal.answer -> Temporal.BOX.content == 5)"),
        ("none", "<> Temporal.own == 2 -> <> Temporal.own == 1"),
        ("none", "[] (Temporal.b == 1 -> Temporal.a != 0)"),
        (
            "none",
            "Temporal.a == 0 U Temporal.a != 0 || [] Temporal.a == 0",
        ),
        ("weak", "<> Temporal.answer"),
        ("weak", "<> terminated(client) && <> terminated(main)"),
        ("weak", "[] (Temporal.request -> <> Temporal.answer)"),
        ("none", "[] (Temporal.answer -> ! (Temporal.own > 2))"),
    ];
    for (fairness, text) in holds {
        assert_eq!(formula(fairness, text), "holds", "{text}");
    }
    let violated = [
        ("none", "<> Temporal.answer"),
        ("none", "[] Temporal.a != 1"),
        ("none", "[] Temporal.own != 1"),
        ("none", "[] (Temporal.a == 1 -> Temporal.b == 1)"),
        (
            "none",
            "[] ! (Temporal.own == 1 && Temporal.a == 1 && Temporal.b == 1)",
        ),
        (
            "none",
            "[] (Temporal.BOX.content == 5 -> Temporal.own == 2)",
        ),
        ("weak", "<> [] ! Temporal.answer"),
        ("weak", "<> terminated(server)"),
        ("weak", "<> (Temporal.a == 2 && Temporal.b == 3)"),
        ("none", "[] (terminated(main) -> terminated(client))"),
    ];
    for (fairness, text) in violated {
        assert_eq!(formula(fairness, text), "violated ltl", "{text}");
    }
}

/// The line of `Temporal.java` with this text.
fn line(text: &str) -> String {
    let source = std::fs::read_to_string(root().join("tests/promela/Temporal.java")).unwrap();
    let number = source.lines().position(|it| it.trim() == text).unwrap() + 1;
    format!("at(Temporal.java:{number})")
}

#[test]
fn formulas_ask_where_threads_are_and_what_they_wait_for() {
    if !has_spin() {
        return;
    }
    let (second, inside) = (line("own = 2;"), line("b = 1;"));
    let holds = [
        ("none", "[] ! blocked(server)".to_owned()),
        ("none", "[] ! (blocked(main) && blocked(client))".to_owned()),
        (
            "none",
            "[] ! (blocked(main) && terminated(client))".to_owned(),
        ),
        (
            "none",
            "[] (blocked(client) -> Temporal.own == 2)".to_owned(),
        ),
        (
            "weak",
            "[] (blocked(client) -> <> ! blocked(client))".to_owned(),
        ),
        ("none", format!("[] ({inside} -> Temporal.a == 1)")),
        (
            "none",
            format!("[] ({second} -> Temporal.own == 1 || Temporal.own == 2)"),
        ),
        ("weak", format!("<> {second}")),
    ];
    for (fairness, text) in holds {
        assert_eq!(formula(fairness, &text), "holds", "{text}");
    }
    let violated = [
        "[] ! blocked(client)".to_owned(),
        "[] ! blocked(main)".to_owned(),
        "[] at(Temporal.main)".to_owned(),
        format!("[] ! {second}"),
        format!("[] (Temporal.a == 1 -> {inside})"),
        format!("[] ! ({second} && {inside})"),
        format!("<> {inside}"),
    ];
    for text in violated {
        assert_eq!(formula("none", &text), "violated ltl", "{text}");
    }
}

#[test]
fn formulas_on_programs_that_end_while_threads_are_left() {
    if !has_spin() {
        return;
    }
    let stuck = "<> (Daemons.done || blocked(main) && blocked(worker))";
    let expected = [
        ("deadlock", "<> Daemons.done", "violated ltl"),
        ("deadlock", stuck, "holds"),
        (
            "deadlock",
            "[] ! (blocked(worker) && at(Daemons.inTurn))",
            "violated ltl",
        ),
        ("exit", "<> Daemons.done", "violated ltl"),
        (
            "exit",
            "[] (Daemons.done -> <> terminated(main))",
            "violated ltl",
        ),
        ("alone", "<> Daemons.done", "holds"),
        ("alone", "<> Daemons.beats == 1", "violated ltl"),
    ];
    for (how, text, verdict) in expected {
        assert_eq!(
            formula_on("Daemons", "weak", text, &[how]),
            verdict,
            "{how}: {text}"
        );
    }
}

#[test]
fn a_thread_at_a_lock_that_others_take_again_and_again_may_starve() {
    if !has_spin() {
        return;
    }
    let starves = |fairness: &str, text: &str| formula_on("Starves", fairness, text, &[]);
    assert_eq!(starves("weak", "<> Starves.done"), "violated ltl");
    assert_eq!(starves("none", "<> Starves.done"), "violated ltl");
    assert_eq!(starves("weak", "<> Starves.Inner.rounds == 1"), "holds");
}

#[test]
fn formulas_name_inner_classes_as_java_does() {
    if !has_spin() {
        return;
    }
    let on = |text: &str| formula_on("Starves", "none", text, &[]);
    assert_eq!(on("[] Starves.Inner.rounds < 2"), "holds");
    assert_eq!(on("[] Starves.Inner.rounds < 1"), "violated ltl");
    assert_eq!(on("[] Starves.Inner.Most.MOST == 1"), "holds");
    assert_eq!(on("[] Inner.rounds < 2"), "holds");
}
