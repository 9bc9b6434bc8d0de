//! Damaged class files: an error or a body, never a panic.

use crate::java::{compiled, jdk};
use classpath::ClassPath;
use program::{MethodCode, Program};

const SOURCE: &str = r#"
import java.util.function.*;
class V {
    int n; static long s = 5L; static final String t = "t";
    synchronized int all(int[] a, Object o, long l) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) { sum += a[i] * (o == null ? 1 : 2); }
        try { sum /= n; } catch (ArithmeticException e) { sum = -1; } finally { n++; }
        switch (sum) { case 1: return 2; case 1000: return 3; default: }
        Supplier<String> f = () -> "x" + sum(l) + o;
        synchronized (o) { s += f.get().length(); }
        int[][] g = new int[3][n];
        return g[0][1] + (o instanceof String ? 1 : 0) + (int) (l << 3);
    }
    static double sum(long l) { return l * 2.0; }
    record R(int a, String b) {}
}
"#;

struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

#[test]
fn damaged_class_files_do_no_harm() {
    let directory = compiled(&[("V.java", SOURCE)]);
    let jdk = jdk();
    let home = jdk.home().to_path_buf();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for name in ["V", "V$R"] {
        let bytes = std::fs::read(directory.join(format!("{name}.class"))).unwrap();
        for _ in 0..1500 {
            let mut copy = bytes.clone();
            for _ in 0..=random.next(4) {
                let place = random.next(copy.len());
                match random.next(4) {
                    0 => copy[place] = random.next(256) as u8,
                    1 => copy[place] ^= 1 << random.next(8),
                    2 => copy[place] = copy[place].wrapping_add(1),
                    _ => copy.truncate(place.max(copy.len() - 16)),
                }
            }
            exercise(&copy, &home);
        }
    }
}

/// Defines a class and asks for everything that looks at its bytes.
fn exercise(bytes: &[u8], home: &std::path::Path) {
    let jdk = classpath::Jdk::open(home).unwrap();
    let program = Program::new(ClassPath::new(&[], Some(jdk)).unwrap());
    let Ok(class) = program.define(bytes, false) else {
        return;
    };
    for id in &program.class(class).methods {
        let method = program.method(*id);
        if method.code == MethodCode::Bytecode {
            let body = program.body(*id);
            assert_eq!(program::verify::verify(&program, method, body), []);
            for pc in 0..body.code.len() as u32 {
                body.live(pc);
            }
        }
    }
    program.write_text(&[class]);
}
