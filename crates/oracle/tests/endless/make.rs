//! Small programs with endless loops, and formulas about them, from a seed.

/// A program and formulas about it.
pub(crate) struct Made {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) formulas: Vec<String>,
}

/// Numbers that look random: the generator of Steele, Lea and Flood (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ it >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ it >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (it ^ it >> 31) % end
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// How a region is guarded: what is declared, what enters, what leaves.
const GUARDS: [(&str, &str, &str); 4] = [
    (
        "static final Object guard = new Object();",
        "synchronized (guard) {",
        "}",
    ),
    (
        "static final ReentrantLock guard = new ReentrantLock();",
        "guard.lock(); {",
        "} guard.unlock();",
    ),
    (
        "static final ReentrantLock guard = new ReentrantLock(true);",
        "guard.lock(); {",
        "} guard.unlock();",
    ),
    (
        "static final Semaphore guard = new Semaphore(1);",
        "guard.acquireUninterruptibly(); {",
        "} guard.release();",
    ),
];

/// The program for a seed.
pub(crate) fn made(seed: u64) -> Made {
    let mut chance = Chance(seed.wrapping_mul(0x5851_f42d_4c95_7f2d));
    let name = format!("Endless{seed}");
    let guard = GUARDS[chance.below(GUARDS.len() as u64) as usize];
    let threads: String = ["a", "b"]
        .iter()
        .map(|thread| {
            // In steps, two threads that take such a lock for ever have too many states.
            let is_short = *thread == "b" && !guard.1.starts_with("synchronized");
            let body = match is_short {
                true => statement(&mut chance, guard, true),
                false => body(&mut chance, guard),
            };
            format!("    new Thread(() -> {{ {body} }}, \"{thread}\").start();\n")
        })
        .collect();
    let source = format!(
        "import java.util.concurrent.Semaphore;\nimport java.util.concurrent.locks.ReentrantLock;\n\n\
         public class {name} {{\n  static volatile int x, y;\n  {}\n  \
         public static void main(String[] args) {{\n{threads}  }}\n}}\n",
        guard.0
    );
    let formulas = (0..4).map(|_| formula(&mut chance, &name, 3)).collect();
    Made {
        name,
        source,
        formulas,
    }
}

/// A program with a thread that comes by a place between two steps.
pub(crate) fn passing() -> Made {
    Made {
        name: "EndlessPassing".to_owned(),
        source:
            "public class EndlessPassing {\n  static volatile int x;\n  static void inside() {}\n  \
                 public static void main(String[] args) {\n    \
                 new Thread(() -> { x = 1; inside(); x = 2; }).start();\n  }\n}\n"
                .to_owned(),
        formulas: vec!["[] !at(EndlessPassing.inside)".to_owned()],
    }
}

/// What a thread does: often for ever.
fn body(chance: &mut Chance, guard: (&str, &str, &str)) -> String {
    let count = 1 + chance.below(2);
    let inside: Vec<String> = (0..count).map(|_| statement(chance, guard, true)).collect();
    let inside = inside.join(" ");
    match chance.below(4) {
        0 => inside,
        1 => format!("while (x == {}) {{ {inside} }}", chance.below(2)),
        _ => format!("while (true) {{ {inside} }}"),
    }
}

fn statement(chance: &mut Chance, guard: (&str, &str, &str), may_guard: bool) -> String {
    let variable = chance.pick(&["x", "y"]);
    let value = chance.below(2);
    match chance.below(if may_guard { 8 } else { 4 }) {
        0 => format!("{variable} = {value};"),
        1 => format!("{variable} = 1 - {variable};"),
        2 => format!(
            "if ({variable} == {value}) {} = {};",
            chance.pick(&["x", "y"]),
            1 - value
        ),
        3 => format!("while ({variable} == {value}) {{ Thread.onSpinWait(); }}"),
        _ => {
            let inside = statement(chance, guard, false);
            // Who waits inside of a region for who needs the region waits for ever: not too often.
            let inside = match inside.starts_with("while") && chance.below(4) > 0 {
                true => format!("{variable} = {value};"),
                false => inside,
            };
            format!("{} {inside} {}", guard.1, guard.2)
        }
    }
}

/// A program for a seed whose threads write several variables, fields and elements, and formulas about one or
/// two of those.
pub(crate) fn made_of_data(seed: u64) -> Made {
    let mut chance = Chance(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
    let name = format!("Data{seed}");
    let guard = GUARDS[chance.below(2) as usize];
    let threads: String = ["a", "b", "c"]
        .iter()
        .map(|thread| {
            let count = 1 + chance.below(3);
            let body: String = (0..count)
                .map(|_| data_statement(&mut chance, guard))
                .collect();
            let body = match chance.below(3) {
                0 => format!("while (true) {{ {body} }}"),
                1 => format!("while (x == {}) {{ {body} }}", chance.below(2)),
                _ => body,
            };
            format!("    new Thread(() -> {{ {body} }}, \"{thread}\").start();\n")
        })
        .collect();
    let source = format!(
        "import java.util.concurrent.locks.ReentrantLock;\n\npublic class {name} {{\n  \
         static volatile int x, y, z;\n  static volatile int[] row = new int[2];\n  \
         static class Box {{ volatile int f; Box next; }}\n  static volatile Box box = new Box();\n  {}\n  \
         public static void main(String[] args) {{\n    box.next = new Box();\n{threads}  }}\n}}\n",
        guard.0
    );
    let formulas = (0..6).map(|_| {
        let seen = [data_atom(&mut chance, &name), data_atom(&mut chance, &name)];
        data_formula(&mut chance, &seen, 3)
    });
    Made {
        formulas: formulas.collect(),
        name,
        source,
    }
}

fn data_statement(chance: &mut Chance, guard: (&str, &str, &str)) -> String {
    const VARIABLES: [&str; 6] = ["x", "y", "z", "box.f", "row[0]", "row[1]"];
    let variable = chance.pick(&VARIABLES);
    let other = chance.pick(&VARIABLES);
    let value = chance.below(2);
    match chance.below(9) {
        0..=2 => format!("{variable} = {value};"),
        3 => format!("{variable} = {other};"),
        4 => format!("if ({variable} == {value}) {other} = {};", 1 - value),
        5 => format!("while ({variable} == {value}) {{ Thread.onSpinWait(); }}"),
        6 => format!("{} {variable} = 1 - {other}; {}", guard.1, guard.2),
        7 => "box = box.next == null ? box : box.next;".to_owned(),
        _ => format!("{{ int[] made = {{{value}, 0}}; row = made; }}"),
    }
}

fn data_atom(chance: &mut Chance, name: &str) -> String {
    let value = chance.below(2);
    match chance.below(8) {
        0 | 1 => format!("{name}.x == {value}"),
        2 => format!("{name}.y == {value}"),
        3 => format!("{name}.x == {name}.y"),
        4 => format!("{name}.box.f == {value}"),
        5 => format!("{name}.row[0] == {value}"),
        6 => format!("{name}.row[{name}.z] == {value}"),
        _ => format!("{name}.box.next.f == {value}"),
    }
}

fn data_formula(chance: &mut Chance, seen: &[String; 2], depth: u32) -> String {
    if depth == 0 || chance.below(7) == 0 {
        return seen[chance.below(2) as usize].clone();
    }
    let part = |chance: &mut Chance| format!("({})", data_formula(chance, seen, depth - 1));
    let first = part(chance);
    match chance.below(8) {
        0 => format!("! {first}"),
        1 | 2 => format!("[] {first}"),
        3 => format!("<> {first}"),
        4 => format!("{first} U {}", part(chance)),
        5 => format!("{first} -> {}", part(chance)),
        6 => format!("{first} || {}", part(chance)),
        _ => format!("{first} && {}", part(chance)),
    }
}

/// A formula over the two variables and the threads.
fn formula(chance: &mut Chance, name: &str, depth: u32) -> String {
    if depth == 0 || chance.below(6) == 0 {
        let variable = chance.pick(&["x", "y"]);
        return match chance.below(6) {
            0 => format!("{name}.x == {name}.y"),
            1 => format!("terminated({})", chance.pick(&["a", "b"])),
            _ => format!("{name}.{variable} == {}", chance.below(2)),
        };
    }
    let part = |chance: &mut Chance| format!("({})", formula(chance, name, depth - 1));
    let first = part(chance);
    match chance.below(7) {
        0 => format!("! {first}"),
        1 | 2 => format!("[] {first}"),
        3 => format!("<> {first}"),
        4 => format!("{first} U {}", part(chance)),
        5 => format!("{first} -> {}", part(chance)),
        _ => format!("{first} && {}", part(chance)),
    }
}
