//! What models know of Java beyond fields, monitors and threads: programs that are right, and broken
//! ones that differ in little.

use super::{by_spin, check, family, has_spin, report, root, verdict};

/// Compares programs of `tests/java`, each with the verdict that it must get.
fn agree(programs: &[(&str, &str)]) {
    for (name, expected) in programs {
        let source = root().join("tests/java").join(name);
        check(&source, &[]);
        assert_eq!(family(&by_spin(&source, &[])), *expected, "{name}");
    }
}

#[test]
fn threads_are_suspended_and_told_to_die() {
    if !has_spin() {
        return;
    }
    agree(&[
        ("holds/thread/SuspendsItself.java", "holds"),
        ("violated/thread/ResumedTooEarly.java", "violated deadlock"),
        (
            "violated/thread/SuspendedWithLock.java",
            "violated deadlock",
        ),
        ("holds/thread/DeathUndone.java", "holds"),
        ("violated/thread/DeathUnderLock.java", "violated assertion"),
        ("holds/thread/StoppedWaiting.java", "holds"),
        ("holds/thread/StoppedBeforeStart.java", "holds"),
    ]);
}

#[test]
fn time_passes_in_a_model_as_in_the_machine() {
    if !has_spin() {
        return;
    }
    agree(&[
        ("holds/join/TimedThenWhole.java", "holds"),
        ("violated/join/TimedTooShort.java", "violated assertion"),
        ("holds/timeout/DeadlineKept.java", "holds"),
        ("violated/timeout/DeadlineMissed.java", "violated assertion"),
    ]);
}

#[test]
fn a_monitor_counts_that_was_entered_before_the_model_begins() {
    if !has_spin() {
        return;
    }
    agree(&[
        ("holds/join/TimedUnderLock.java", "holds"),
        ("violated/join/StartedUnderLock.java", "violated deadlock"),
        ("holds/join/OwnsItsMonitor.java", "holds"),
        ("violated/join/MonitorTaken.java", "violated deadlock"),
        ("holds/join/AllAreNotified.java", "holds"),
        ("violated/join/TakesNotification.java", "violated deadlock"),
        ("holds/thread/NotStartedWhileLocked.java", "holds"),
        (
            "violated/thread/StartInTheWrongOrder.java",
            "violated deadlock",
        ),
    ]);
}

#[test]
fn a_program_may_end_before_its_daemons_do_anything_and_after() {
    if !has_spin() {
        return;
    }
    let name = "violated/daemon/FailsBeforeTheEnd.java";
    agree(&[(name, "violated assertion")]);
}

#[test]
fn what_the_library_looks_up_is_looked_up_in_a_model() {
    if !has_spin() {
        return;
    }
    agree(&[
        ("holds/enum/ByName.java", "holds"),
        ("violated/enum/NoSuchName.java", "violated exception"),
        ("holds/threadlocal/OwnCopies.java", "holds"),
        (
            "violated/threadlocal/NotInherited.java",
            "violated exception",
        ),
        ("holds/atomic/ArraysOfAtomics.java", "holds"),
        ("violated/atomic/ArrayGetThenSet.java", "violated assertion"),
        ("holds/classinit/FailsForBoth.java", "holds"),
        ("holds/array/MadeByThread.java", "holds"),
        ("violated/array/RowOfAnother.java", "violated exception"),
    ]);
}

#[test]
fn a_method_that_calls_itself_last_is_a_loop() {
    if !has_spin() {
        return;
    }
    agree(&[
        ("holds/recursion/TailCalls.java", "holds"),
        (
            "violated/recursion/TailCallsMiscounted.java",
            "violated assertion",
        ),
    ]);
    // Deeper than any bound on other recursion, and no bound is reached.
    let source = root().join("tests/java/holds/recursion/TailCalls.java");
    let words = ["spin", "--recursion", "1"];
    assert_eq!(verdict(&report(&words, &source, &[])), "holds");
}
