//! Prints a program as Java.

use super::{Instance, PlatformProgram, Step};

/// What every program begins with.
const IMPORTS: &str = "\
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
";

/// Members that are printed if something speaks of them: a word, and the Java.
const HELPERS: [(&str, &str); 7] = [
    ("bit(", "static int bit(boolean it) { return it ? 1 : 0; }"),
    (
        "life(",
        "static int life(Thread it) { Thread.State state = it.getState(); return state == Thread.State.NEW ? 1 : \
         state == Thread.State.TERMINATED ? 2 : 3; }",
    ),
    (
        "number(",
        "static int number(Thread it) { return Integer.parseInt(it.getName().substring(7)); }",
    ),
    (
        "text(",
        "static String text(int it) { return new String(\"k\" + it); }",
    ),
    (
        "handle(",
        "static VarHandle handle(String name) { try { return \
         MethodHandles.lookup().findStaticVarHandle($P.class, name, int.class); } catch \
         (ReflectiveOperationException e) { throw new Error(e); } }",
    ),
    ("p ", "static int p;"),
    ("(p)", "static int p;"),
];

/// What a thread saw, as digits; and exceptions as one.
const LOG: &str = "    static final class Log {
        long v = 1;
        void see(long it) { v = v * 10 + it; }
        void see(boolean it) { see(it ? 1 : 0); }
    }

    static int code(Throwable it) {
        return it instanceof InterruptedException ? 7 : it instanceof IllegalThreadStateException ? 8
            : it instanceof IllegalStateException ? 5 : it instanceof Error ? 6 : 9;
    }

    static void end(Thread it) {
        while (true) {
            try { it.join(); return; } catch (InterruptedException e) { }
        }
    }
";

/// The program, with places where time passes if it is noisy.
pub(super) fn print(program: &PlatformProgram, noisy: bool) -> String {
    let used = program.used();
    let instances = program.instances.iter().enumerate();
    let instances = instances.filter(|(number, _)| used.contains(number));
    let instances: Vec<&Instance> = instances.map(|(_, it)| it).collect();
    let mut members = lines(instances.iter().flat_map(|it| &it.members), 1);
    for (thread, steps) in program.threads.iter().enumerate().skip(1) {
        members.push_str(&other_thread(thread, steps));
    }
    members.push_str(&main(program, &instances));
    let fields = fields(program, &members);
    let class = format!("public class $P {{\n{fields}\n{LOG}\n{members}}}\n");
    let class = match noisy {
        true => class
            .replace(STEP, "Noise.point(); ")
            .replace('~', "Noise.point();"),
        false => class.replace(STEP, "").replace("~ ", "").replace('~', ""),
    };
    format!("{IMPORTS}\n{}", class.replace("$P", &program.name))
}

/// Stands before each step.
const STEP: &str = "/*step*/ ";

/// What is shared by all, and the helpers that the members speak of.
fn fields(program: &PlatformProgram, members: &str) -> String {
    let count = program.threads.len();
    let threads: Vec<String> = (0..count).map(|it| format!("T{it}")).collect();
    let results: Vec<String> = (1..count).map(|it| format!("r{it}")).collect();
    let mut fields = vec![
        String::from("static volatile int x, y;"),
        format!("static Thread {};", threads.join(", ")),
        format!("static long {};", results.join(", ")),
    ];
    for (word, helper) in HELPERS {
        let helper = helper.to_owned();
        if members.contains(word) && !fields.contains(&helper) {
            fields.push(helper);
        }
    }
    lines(fields.iter(), 1)
}

/// The method that a thread runs.
fn other_thread(thread: usize, steps: &[Step]) -> String {
    let steps = body(steps, 3);
    format!(
        "
    static void t{thread}() {{
        final Log l = new Log();
        try {{
{steps}        }} catch (Throwable e) {{
            l.see(code(e));
        }} finally {{
            r{thread} = l.v;
        }}
    }}
"
    )
}

/// The main method, which makes the threads and waits for them in the end.
fn main(program: &PlatformProgram, instances: &[&Instance]) -> String {
    let others = 1..program.threads.len();
    let each = |text: fn(usize) -> String| -> String { others.clone().map(text).collect() };
    let made = each(|it| format!("        T{it} = new Thread($P::t{it});\n"));
    let ended = each(|it| format!("        end(T{it});\n"));
    let seen = each(|it| format!(" + r{it} + \" \""));
    let setup = lines(instances.iter().flat_map(|it| &it.setup), 2);
    let finish = lines(instances.iter().flat_map(|it| &it.finish), 2);
    let steps = body(&program.threads[0], 3);
    format!(
        "
    public static void main(String[] args) throws Throwable {{
        final Log l = new Log();
        T0 = Thread.currentThread();
{made}{setup}        try {{
{steps}        }} catch (Throwable e) {{
            l.see(code(e));
        }}
{ended}{finish}        System.out.println(\"outcome: \" + l.v + \" \"{seen} + x + y);
    }}
"
    )
}

fn lines<'a>(lines: impl Iterator<Item = &'a String>, depth: usize) -> String {
    let indent = "    ".repeat(depth);
    lines.map(|it| format!("{indent}{it}\n")).collect()
}

fn body(steps: &[Step], depth: usize) -> String {
    let indent = "    ".repeat(depth);
    let mut out = String::new();
    for step in steps {
        for (number, line) in step.text.lines().enumerate() {
            let mark = if number == 0 { STEP } else { "" };
            out.push_str(&format!("{indent}{mark}"));
            match line.split_once("$inner") {
                None => out.push_str(line),
                Some((before, after)) => {
                    let inner = body(&step.inner, depth + 1);
                    out.push_str(&format!(
                        "{}\n{inner}{indent}{}",
                        before.trim(),
                        after.trim()
                    ));
                }
            }
            out.push('\n');
        }
    }
    out
}
