//! What to do where a program comes to what Heddle lacks.
//!
//! In: the class that lacks it, and the words about it. Out: a sentence.

/// Beginnings of classes, and what helps where they are needed.
const WAYS: [(&str, &str); 12] = [
    ("java.net.", NETWORK),
    ("sun.nio.ch.Net", NETWORK),
    ("sun.nio.ch.NioSocket", NETWORK),
    ("sun.nio.ch.IOUtil", NETWORK),
    ("sun.net.", NETWORK),
    ("javax.net.", NETWORK),
    (
        "java.lang.Process",
        "no other process can be started: put an interface around that, and give the check an implementation \
         that answers what the process would",
    ),
    (
        "java.util.zip.",
        "nothing can be packed or unpacked: give the check data that is not packed",
    ),
    (
        "java.security.",
        "take an algorithm that is there, such as new SecureRandom(), where it does not matter which",
    ),
    ("java.awt.", SCREEN),
    ("sun.awt.", SCREEN),
    ("javax.swing.", SCREEN),
];

const NETWORK: &str = "there is no network: put an interface around it, and give the check an implementation \
                       without sockets, such as two queues";

const SCREEN: &str = "there is no screen: check what is behind the windows";

/// What helps against something lacking, if it is not in the words about it.
pub(crate) fn way(class: &str, reason: &str) -> Option<&'static str> {
    if reason.contains("--") || reason.contains("; give") {
        return None;
    }
    if reason.contains("may take effect before") || reason.starts_with("data race on") {
        return Some(
            "use volatile accesses there (get, set, compareAndSet), or check a copy that does: what weaker \
             ones let happen is not explored",
        );
    }
    if reason.contains("Algorithm") {
        return WAYS
            .iter()
            .find(|it| it.0 == "java.security.")
            .map(|it| it.1);
    }
    let known = WAYS.iter().find(|(start, _)| class.starts_with(start));
    if let Some((_, way)) = known {
        return Some(way);
    }
    let is_of_jdk = ["java.", "javax.", "jdk.", "sun."]
        .iter()
        .any(|it| class.starts_with(it));
    if reason.starts_with("the native method") && !is_of_jdk {
        return Some(
            "no native code is run: give the method a Java body in a class of the same name, earlier on the \
             class path",
        );
    }
    Some(
        "leave that call out of what is checked: put an interface around it, with a simpler implementation for \
         the check",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_fit_what_is_lacking() {
        let native = |class: &str| way(class, "the native method x.y is not supported").unwrap();
        assert!(native("java.net.InetAddress").contains("network"));
        assert!(native("java.lang.ProcessImpl").contains("process"));
        assert!(native("com.acme.Fast").contains("Java body"));
        assert!(native("java.lang.Module").contains("interface around it"));
        let strong = "java.security.NoSuchAlgorithmException: Null";
        assert!(way("Main", strong).unwrap().contains("SecureRandom"));
        assert_eq!(
            way("Main", "the file x is not there; --allow x gives it"),
            None
        );
    }
}
