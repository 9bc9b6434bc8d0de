//! Prints a program as Java.

use super::{PlatformProgram, Step};

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
const LOG: &str = "
    static final class Log {
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
    let count = program.threads.len();
    let instances = program.instances.iter().enumerate();
    let instances: Vec<_> = instances
        .filter(|(it, _)| used.contains(it))
        .map(|(_, it)| it)
        .collect();
    let mut members = String::new();
    for line in instances.iter().flat_map(|it| &it.members) {
        members.push_str(&format!("    {line}\n"));
    }
    for (thread, steps) in program.threads.iter().enumerate().skip(1) {
        members.push_str(&format!("\n    static void t{thread}() {{\n"));
        members.push_str("        final Log l = new Log();\n        try {\n");
        body(steps, 3, &mut members);
        members.push_str(
            "        } catch (Throwable e) {\n            l.see(code(e));\n        } finally {\n",
        );
        members.push_str(&format!(
            "            r{thread} = l.v;\n        }}\n    }}\n"
        ));
    }
    members.push_str("\n    public static void main(String[] args) throws Throwable {\n");
    members.push_str("        final Log l = new Log();\n");
    members.push_str("        T0 = Thread.currentThread();\n");
    for thread in 1..count {
        members.push_str(&format!(
            "        T{thread} = new Thread({}::t{thread});\n",
            program.name
        ));
    }
    for line in instances.iter().flat_map(|it| &it.setup) {
        members.push_str(&format!("        {line}\n"));
    }
    members.push_str("        try {\n");
    body(&program.threads[0], 3, &mut members);
    members.push_str("        } catch (Throwable e) {\n            l.see(code(e));\n        }\n");
    for thread in 1..count {
        members.push_str(&format!("        end(T{thread});\n"));
    }
    for line in instances.iter().flat_map(|it| &it.finish) {
        members.push_str(&format!("        {line}\n"));
    }
    let seen: Vec<String> = (1..count).map(|it| format!(" + r{it} + \" \"")).collect();
    members.push_str(&format!(
        "        System.out.println(\"outcome: \" + l.v + \" \"{} + x + y);\n    }}\n",
        seen.concat()
    ));
    let mut fields = String::from("    static volatile int x, y;\n");
    let threads: Vec<String> = (0..count).map(|it| format!("T{it}")).collect();
    let results: Vec<String> = (1..count).map(|it| format!("r{it}")).collect();
    fields.push_str(&format!("    static Thread {};\n", threads.join(", ")));
    fields.push_str(&format!("    static long {};\n", results.join(", ")));
    let mut last = "";
    for (word, helper) in HELPERS {
        if members.contains(word) && helper != last {
            fields.push_str(&format!("    {helper}\n"));
            last = helper;
        }
    }
    let class = format!(
        "public class {} {{\n{fields}\n{LOG}\n{members}}}\n",
        program.name
    );
    let noise = if noisy { "Noise.point();" } else { "" };
    let class = class
        .replace("~ ", &format!("{noise} ").replace("  ", " "))
        .replace('~', noise);
    let class = match noisy {
        true => class.replace("/*step*/", "Noise.point();"),
        false => class.replace("/*step*/ ", ""),
    };
    let class = class.replace("$P", &program.name);
    format!("{IMPORTS}\n{class}")
}

fn body(steps: &[Step], depth: usize, out: &mut String) {
    let indent = "    ".repeat(depth);
    for step in steps {
        let block =
            step.text.contains('\n') || declares(&step.text) || step.text.contains("$inner");
        if !block {
            out.push_str(&format!("{indent}/*step*/ {}\n", step.text));
            continue;
        }
        out.push_str(&format!("{indent}{{\n"));
        let mut first = true;
        for line in step.text.lines() {
            let mark = if first { "/*step*/ " } else { "" };
            first = false;
            let Some((before, after)) = line.split_once("$inner") else {
                out.push_str(&format!("{indent}    {mark}{line}\n"));
                continue;
            };
            out.push_str(&format!("{indent}    {mark}{before}\n"));
            body(&step.inner, depth + 2, out);
            out.push_str(&format!("{indent}    {after}\n"));
        }
        out.push_str(&format!("{indent}}}\n"));
    }
}

/// Whether a step of one line declares a local variable.
fn declares(text: &str) -> bool {
    let words: Vec<&str> = text.splitn(4, ' ').collect();
    words.len() > 2 && words[2] == "="
}
