//! Whether a thread of a JVM stands where a thread of the machine stood.
//!
//! In: calls as a JVM tells them, and calls as the plan has them. They have to be the same, but for calls by
//! which a JVM gets from one method of the program or the library to another one: method handles, lambdas,
//! reflection. So a thread that comes to the same place because it loads a class, which the machine does
//! without any Java code, is not where it is sought.

use crate::jvm::itinerary::Position;

/// Whether a class is one of those that Heddle has instead of a part of the library, or one whose calls go
/// another way on every JVM. What the last thread of
/// a JVM does is the library's own.
pub(crate) fn is_model(class: &str) -> bool {
    let shipped = class.strip_prefix("heddle/runtime/");
    let is_shipped = shipped.is_some_and(|it| it != "Destroyer" && !is_driver(it));
    // Where things are in a table by identity is a matter of hash codes.
    let is_unlike = [
        "java/lang/System$Logger",
        "java/util/IdentityHashMap",
        "java/util/logging/",
    ];
    is_shipped || is_unlike.iter().any(|it| class.starts_with(it))
}

/// Whether a class that Heddle ships runs JUnit tests; it does so on every JVM.
fn is_driver(name: &str) -> bool {
    let outer = name.split('$').next().unwrap_or(name);
    matches!(outer, "Tests" | "DynamicTests" | "Parameters")
}

/// Whether the calls of a class only lead on to others, and differ between JVMs and the machine. Names are
/// as `java/lang/invoke/MethodHandle`.
pub(crate) fn is_glue(class: &str) -> bool {
    let prefixes = [
        "java/io/PrintStream",
        "java/lang/VirtualThread",
        "java/lang/ThreadBuilders$BoundVirtualThread",
        "jdk/internal/vm/",
        "java/lang/invoke/",
        "java/lang/reflect/",
        "jdk/internal/reflect/",
    ];
    // Hidden classes have a slash or a dot and a number behind their names.
    let is_hidden = class.contains("$$Lambda") || class.contains("/0x") || class.contains(".0x");
    let is_model = is_model(class) || class == "heddle/runtime/Destroyer";
    is_hidden || is_model || prefixes.iter().any(|it| class.starts_with(it))
}

/// Whether the calls of a JVM, innermost first, are the sought ones, outermost first.
pub(crate) fn agree(found: &[Position], sought: &[Position]) -> bool {
    let (Some(innermost), Some(last)) = (found.first(), sought.last()) else {
        return false;
    };
    is_same(innermost, last) && outer_agree(&found[1..], sought)
}

/// The same for a thread that is in native code which the sought calls have led to.
pub(crate) fn agree_below(found: &[Position], sought: &[Position]) -> bool {
    (0..found.len()).any(|skipped| {
        let inner = &found[..skipped];
        let is_native = |it: &Position| it.class == "java/lang/Object" || is_glue(&it.class);
        inner.iter().all(is_native) && agree(&found[skipped..], sought)
    })
}

fn is_same(found: &Position, sought: &Position) -> bool {
    found.index == sought.index
        && found.method == sought.method
        && found.class == sought.class
        && found.descriptor == sought.descriptor
}

/// Whether the calls outside of the innermost one agree.
fn outer_agree(found: &[Position], sought: &[Position]) -> bool {
    let mut found = found.iter().peekable();
    for inner in (1..sought.len()).rev() {
        let (inner, outer) = (&sought[inner], &sought[inner - 1]);
        while found
            .next_if(|it| !is_same(it, outer) && may_lie_between(it, inner))
            .is_some()
        {}
        if !found.next().is_some_and(|it| is_same(it, outer)) {
            return false;
        }
    }
    found.all(|it| may_lie_between(it, &sought[0]))
}

/// Whether a JVM may have such a call just outside of a sought one, and the machine not.
fn may_lie_between(found: &Position, inner: &Position) -> bool {
    let library = ["java/", "javax/", "jdk/", "sun/", "com/sun/"];
    let is_library = || library.iter().any(|it| found.class.starts_with(it));
    is_glue(&found.class) || (inner.after_gap && is_library())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(class: &str, index: u32) -> Position {
        Position {
            class: class.to_owned(),
            method: "run".to_owned(),
            descriptor: "()V".to_owned(),
            index,
            after_gap: false,
        }
    }

    #[test]
    fn glue_is_passed_over_and_nothing_else() {
        let sought = [position("java/lang/Thread", 11), position("Main", 4)];
        let lambda = position("Main$$Lambda/0x00007f0001000a00", 4);
        let thread = position("java/lang/Thread", 11);
        let found = [position("Main", 4), lambda.clone(), thread.clone()];
        assert!(agree(&found, &sought));
        assert!(agree(&[position("Main", 4), thread.clone()], &sought));
        let loader = position("java/lang/ClassLoader", 4);
        let found = [position("Main", 4), loader, thread.clone()];
        assert!(!agree(&found, &sought));
        assert!(!agree(&[position("Main", 5), thread.clone()], &sought));
        assert!(!agree(&[lambda, thread], &sought));
        assert!(!agree(&[position("Main", 4)], &sought));
        let gap = Position {
            after_gap: true,
            ..position("Main", 4)
        };
        let sought = [position("java/lang/Thread", 11), gap];
        assert!(agree(&found, &sought));
        let other = [
            position("Main", 4),
            position("Other", 1),
            position("java/lang/Thread", 11),
        ];
        assert!(!agree(&other, &sought));
        assert!(!agree(&[], &sought));
    }

    #[test]
    fn a_waiting_thread_is_in_native_code() {
        let sought = [position("Main", 4)];
        let wait = position("java/lang/Object", u32::MAX);
        assert!(agree_below(&[wait.clone(), position("Main", 4)], &sought));
        let other = position("Other", 4);
        assert!(!agree_below(&[other, position("Main", 4)], &sought));
    }
}
