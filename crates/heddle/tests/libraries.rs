//! Libraries as programs use them: loggers of SLF4J, and resources that several jars have. The libraries
//! are small ones, made here, with the names of the real ones.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LOGGER: &str = "package org.slf4j;
public interface Logger {
    String getName();
    boolean isInfoEnabled();
    void info(String form, Object one);
}
";

const MARKER: &str = "package org.slf4j; public interface Marker {}";

/// A back end that counts under a lock, so that each record is several steps.
const FACTORY: &str = "package org.slf4j;
public class LoggerFactory {
    private static int count;
    public static Logger getLogger(Class<?> type) { return getLogger(type.getName()); }
    public static Object getILoggerFactory() { return null; }
    public static Logger getLogger(String name) {
        return new Logger() {
            public String getName() { return name; }
            public boolean isInfoEnabled() { return true; }
            public void info(String form, Object one) {
                synchronized (LoggerFactory.class) { count++; }
                System.out.println(form.replace(\"{}\", one.toString()));
            }
        };
    }
}
";

const FORMATTER: &str = "package org.slf4j.helpers;
public class MessageFormatter {
    public static FormattingTuple arrayFormat(String form, Object[] all) {
        return new FormattingTuple(form.replace(\"{}\", String.valueOf(all[0])));
    }
}
";

const TUPLE: &str = "package org.slf4j.helpers;
public class FormattingTuple {
    private final String message;
    public FormattingTuple(String message) { this.message = message; }
    public String getMessage() { return message; }
    public Throwable getThrowable() { return null; }
}
";

const PROGRAM: &str = "import org.slf4j.*;
class Logs {
    static final Logger LOG = LoggerFactory.getLogger(Logs.class);
    static final Object one = new Object(), other = new Object();
    public static void main(String[] args) throws Exception {
        assert LoggerFactory.getLogger(\"Logs\").getName().equals(\"Logs\");
        if (args.length > 0) LOG.info(\"started {}\", args[0]);
        Thread first = new Thread(() -> log(one, other)), second = new Thread(() -> log(other, one));
        first.start();
        second.start();
        first.join();
        second.join();
        MORE
    }
    static void log(Object held, Object asked) {
        for (int i = 0; i < 3; i++) LOG.info(\"round {}\", i);
        if (NESTED) synchronized (held) { LOG.info(\"locked {}\", new Text(asked)); }
    }
    record Text(Object lock) {
        public String toString() { synchronized (lock) { return \"text\"; } }
    }
}
";

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// A jar of these sources and files.
fn jar(room: &Path, name: &str, files: &[(&str, &str)]) -> PathBuf {
    let (sources, classes) = (room.join(name), room.join(format!("{name}-classes")));
    std::fs::create_dir_all(&classes).unwrap();
    let mut compile = Command::new("javac");
    compile.arg("-d").arg(&classes);
    for (file, text) in files {
        let is_source = file.ends_with(".java");
        let path = if is_source { &sources } else { &classes }.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        if is_source {
            compile.arg(path);
        }
    }
    if files.iter().any(|(file, _)| file.ends_with(".java")) {
        run(&mut compile);
    }
    let jar = room.join(format!("{name}.jar"));
    let mut pack = Command::new("jar");
    run(pack.arg("cf").arg(&jar).arg("-C").arg(&classes).arg("."));
    jar
}

fn room(name: &str) -> PathBuf {
    let room = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("libraries")
        .join(name);
    let _ = std::fs::remove_dir_all(&room);
    std::fs::create_dir_all(&room).unwrap();
    room
}

fn check(room: &Path, source: &str, jars: &[PathBuf]) -> (Output, String) {
    let path: Vec<String> = jars.iter().map(|it| it.display().to_string()).collect();
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args([
            "check",
            "--full",
            "--color",
            "never",
            source,
            "-cp",
            &path.join(":"),
        ])
        .current_dir(room)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

fn logs(name: &str, nested: &str, more: &str) -> (Output, String) {
    let room = room(name);
    let files = [
        ("org/slf4j/Logger.java", LOGGER),
        ("org/slf4j/Marker.java", MARKER),
        ("org/slf4j/LoggerFactory.java", FACTORY),
        ("org/slf4j/helpers/MessageFormatter.java", FORMATTER),
        ("org/slf4j/helpers/FormattingTuple.java", TUPLE),
    ];
    let jar = jar(&room, "slf4j", &files);
    let program = PROGRAM.replace("NESTED", nested).replace("MORE", more);
    std::fs::write(room.join("Logs.java"), program).unwrap();
    check(&room, "Logs.java", &[jar])
}

fn states(text: &str) -> u64 {
    let after = text.split("explored: ").nth(1).unwrap();
    let number = after.split(' ').next().unwrap();
    number.replace(',', "").parse().unwrap()
}

#[test]
fn what_is_logged_costs_no_states_where_nobody_looks() {
    let (output, text) = logs("quiet", "false", "");
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("logged by SLF4J"), "{text}");
    let (_, loud) = logs("loud", "false", "LoggerFactory.getILoggerFactory();");
    assert!(2 * states(&text) < states(&loud), "{text}\n{loud}");
}

#[test]
fn formatting_a_record_is_run() {
    let (output, text) = logs("format", "true", "");
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("deadlock: Thread-0 and Thread-1 wait for each other"),
        "{text}"
    );
}

#[test]
fn all_resources_of_a_name_are_found() {
    let room = room("resources");
    let provider = |name: &str| {
        format!("public class {name} implements Runnable {{ public void run() {{}} }}")
    };
    let services = "META-INF/services/java.lang.Runnable";
    let (one, other) = (provider("One"), provider("Other"));
    let jars = [
        jar(&room, "one", &[("One.java", &one), (services, "One\n")]),
        jar(
            &room,
            "other",
            &[("Other.java", &other), (services, "# second\nOther\n")],
        ),
    ];
    let program = "import java.util.*;
class Found {
    public static void main(String[] args) throws Exception {
        var lists = Collections.list(Found.class.getClassLoader().getResources(\"META-INF/services/java.lang.Runnable\"));
        assert lists.size() == 2 : lists;
        String text = \"\";
        for (var list : lists) try (var in = list.openStream()) { text += new String(in.readAllBytes()); }
        assert text.equals(\"One\\n# second\\nOther\\n\") : text;
        String names = \"\";
        for (Runnable found : ServiceLoader.load(Runnable.class)) names += found.getClass().getName();
        assert names.equals(\"OneOther\") : names;
    }
}
";
    std::fs::write(room.join("Found.java"), program).unwrap();
    let (output, text) = check(&room, "Found.java", &jars);
    assert_eq!(output.status.code(), Some(0), "{text}");
}
