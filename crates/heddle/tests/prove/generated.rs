//! Small programs over shared references, made from a seed.

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (it ^ (it >> 31)) % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len() as u64) as usize]
    }
}

/// How the threads of a program keep apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// One monitor around all that a thread does.
    One,
    /// Two monitors, in one order.
    Ordered,
    /// As it comes.
    Wild,
}

struct Writer {
    dice: Dice,
    manner: Manner,
    text: String,
    locals: usize,
}

/// A program with the class `name`.
pub(crate) fn program(name: &str, seed: u64) -> String {
    let mut dice = Dice(seed.wrapping_mul(77_777));
    let manner = match dice.roll(4) {
        0 | 1 => Manner::One,
        2 => Manner::Ordered,
        _ => Manner::Wild,
    };
    let mut writer = Writer {
        dice,
        manner,
        text: String::new(),
        locals: 0,
    };
    let kinds = 1 + writer.dice.roll(2);
    let mut classes = String::new();
    let mut starts = String::new();
    for kind in 0..kinds {
        writer.method(kind);
        classes += &format!(
            "    static class Worker{kind} extends Thread {{\n        final {name} of;\n        \
             Worker{kind}({name} of) {{\n            this.of = of;\n        }}\n        \
             public void run() {{\n            of.work{kind}();\n        }}\n    }}\n"
        );
        let new = format!("new Worker{kind}(shared).start();");
        match writer.dice.roll(2) {
            0 => starts += &format!("        {new}\n"),
            _ => {
                starts += &format!(
                    "        for (int i = 0; i < 2; i++) {{\n            {new}\n        }}\n"
                )
            }
        }
    }
    let first = match writer.dice.roll(3) {
        0 => "",
        1 => "        shared.a = new Node();\n",
        _ => "        shared.a = new Node();\n        shared.b = shared.a;\n",
    };
    format!(
        "public class {name} {{\n    static class Node {{\n        Node next;\n        boolean done;\n    }}\n    \
         Node a;\n    Node b;\n    boolean open;\n    int count;\n    final Object left = new Object();\n    \
         final Object right = new Object();\n{}{classes}    public static void main(String[] args) {{\n        \
         {name} shared = new {name}();\n{first}{starts}    }}\n}}\n",
        writer.text
    )
}

impl Writer {
    fn method(&mut self, kind: u64) {
        self.text += &format!("    void work{kind}() {{\n");
        self.locals = 0;
        match self.manner {
            Manner::One => {
                self.line(2, "synchronized (left) {");
                self.block(3, &mut Vec::new(), 2);
                self.line(2, "}");
            }
            Manner::Ordered => {
                self.line(2, "synchronized (left) {");
                self.line(3, "synchronized (right) {");
                self.block(4, &mut Vec::new(), 2);
                self.line(3, "}");
                self.line(2, "}");
            }
            Manner::Wild => self.block(2, &mut Vec::new(), 3),
        }
        self.text += "    }\n";
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.text += &"    ".repeat(depth);
        self.text += text;
        self.text.push('\n');
    }

    /// Statements; locals in scope that are not null.
    fn block(&mut self, depth: usize, known: &mut Vec<String>, fuel: u64) {
        let scope = known.len();
        for _ in 0..1 + self.dice.roll(3) {
            self.statement(depth, known, fuel);
        }
        known.truncate(scope);
    }

    fn statement(&mut self, depth: usize, known: &mut Vec<String>, fuel: u64) {
        let field = self.dice.pick(&["a", "b"]);
        let other = self.dice.pick(&["a", "b", "null", "new Node()"]);
        match self.dice.roll(12) {
            0 | 1 => self.line(depth, &format!("{field} = {other};")),
            2 => self.line(depth, "count++;"),
            3 => {
                let value = self.dice.pick(&["true", "false"]);
                self.line(depth, &format!("open = {value};"));
            }
            4 | 5 if fuel > 0 => {
                let local = format!("x{}", self.locals);
                self.locals += 1;
                self.line(depth, &format!("Node {local} = {field};"));
                self.line(depth, &format!("if ({local} != null) {{"));
                known.push(local.clone());
                self.block(depth + 1, known, fuel - 1);
                known.pop();
                self.line(depth, "}");
            }
            6 | 7 if !known.is_empty() => {
                let of = known[self.dice.roll(known.len() as u64) as usize].clone();
                let text = match self.dice.roll(5) {
                    0 => format!("{of}.next = {field};"),
                    1 => format!("{field} = {of}.next;"),
                    2 => format!("{of}.done = true;"),
                    3 => format!("{field} = {of};"),
                    _ => format!("assert !{of}.done;"),
                };
                self.line(depth, &text);
            }
            8 if fuel > 0 => {
                let asked = self.dice.pick(&["open", "a == b", "a != null"]);
                self.line(depth, &format!("if ({asked}) {{"));
                self.block(depth + 1, known, fuel - 1);
                self.line(depth, "}");
            }
            9 if fuel > 0 && self.manner == Manner::Wild => {
                let lock = self.dice.pick(&["left", "right", "this"]);
                self.line(depth, &format!("synchronized ({lock}) {{"));
                self.block(depth + 1, known, fuel - 1);
                self.line(depth, "}");
            }
            10 => self.line(depth, &format!("assert {field} != null;")),
            _ => self.line(depth, &format!("{field} = new Node();")),
        }
    }
}
