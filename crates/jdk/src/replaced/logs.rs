//! What of SLF4J is replaced where nobody looks at what is logged: the factory of loggers.

use super::Replaced;

const QUIET: &str = "heddle/runtime/QuietLogger";

/// The methods that give out loggers.
pub const REPLACED: &[Replaced] = &[
    (
        FACTORY,
        "getLogger",
        "(Ljava/lang/String;)Lorg/slf4j/Logger;",
        (QUIET, "of"),
    ),
    (
        FACTORY,
        "getLogger",
        "(Ljava/lang/Class;)Lorg/slf4j/Logger;",
        (QUIET, "ofClass"),
    ),
];

/// The class that gives out loggers.
pub const FACTORY: &str = "org/slf4j/LoggerFactory";

/// Packages of logging itself: what these mention of each other is not the program's look at its logs.
const OWN: &[&str] = &[
    "org/slf4j/",
    "ch/qos/logback/",
    "org/apache/logging/",
    "org/apache/log4j/",
    "org/apache/commons/logging/",
    "org/jboss/logging/",
];

/// What a class mentions that uses a back end, or is one.
const BACK_ENDS: &[&str] = &[
    "ch/qos/logback/",
    "ch.qos.logback.",
    "org/apache/logging/log4j/core/",
    "org.apache.logging.log4j.core.",
    "org/apache/log4j/",
    "org/slf4j/impl/",
    "org/slf4j/spi/SLF4JServiceProvider",
    "org/slf4j/ILoggerFactory",
    "getILoggerFactory",
];

/// Files that set up back ends, or name them.
pub const SET_UP: &[&str] = &[
    "logback-test.xml",
    "logback.xml",
    "META-INF/services/org.slf4j.spi.SLF4JServiceProvider",
];

/// Whether a class with these texts may notice what is logged.
pub fn looks_at_logs(class: &str, text: &str) -> bool {
    BACK_ENDS.iter().any(|it| text.contains(it)) && !OWN.iter().any(|it| class.starts_with(it))
}

/// Whether a file that sets up a back end names code that is not logging's own.
pub fn names_own_code(set_up: &str) -> bool {
    let named: Vec<&str> = match set_up.contains('<') {
        true => (set_up.split("class=").skip(1))
            .map(|rest| rest.trim_start_matches(['"', '\'']))
            .collect(),
        false => set_up.lines().map(str::trim).collect(),
    };
    let named = named.into_iter();
    let mut named = named.filter(|name| !name.is_empty() && !name.starts_with('#'));
    named.any(|name| {
        let name = name.replace('.', "/");
        !OWN.iter().any(|it| name.starts_with(it))
    })
}

#[cfg(test)]
mod tests {
    use super::{looks_at_logs, names_own_code};

    #[test]
    fn own_appenders_are_noticed() {
        assert!(names_own_code("<appender class=\"shop.Lines\"/>"));
        assert!(!names_own_code(
            "<appender class='ch.qos.logback.core.ConsoleAppender'/>"
        ));
        assert!(names_own_code("# mine\nshop.Provider\n"));
        assert!(!names_own_code("org.slf4j.simple.SimpleServiceProvider\n"));
    }

    #[test]
    fn back_ends_may_know_each_other() {
        let text = "Lch/qos/logback/classic/Logger;";
        assert!(looks_at_logs("shop/LogTest", text));
        assert!(!looks_at_logs("org/slf4j/impl/StaticLoggerBinder", text));
        assert!(!looks_at_logs("shop/Order", "org/slf4j/LoggerFactory"));
    }
}
