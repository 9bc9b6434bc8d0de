//! How often a thread comes to a place, as a breakpoint of a JVM would count.

use std::path::PathBuf;

use classpath::{ClassPath, Jdk, compile_into};
use machine::{Choice, Granularity, Machine, Options};
use program::{Instruction, MethodId, Program};

/// The loop writes three times; the first time it initialises a class in the middle of the instruction.
const SOURCE: &str = "
class Visited {
    static class Other {
        static volatile int written;
        static { written = 7; }
    }
    static volatile int own;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> own = 1);
        thread.start();
        for (int i = 0; i < 3; i++) {
            Other.written = i;
            own = i;
        }
        thread.join();
    }
}
";

fn classes(jdk: &Jdk) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("visits");
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("Visited.java");
    std::fs::write(&file, SOURCE).unwrap();
    compile_into(jdk, &[file], &[], &directory).unwrap().classes
}

/// The pcs of the writes to statics of a method, in order.
fn writes(program: &Program, method: MethodId) -> Vec<u32> {
    let code = program.body(method).code.iter().enumerate();
    let writes = code.filter(|(_, it)| matches!(it, Instruction::PutStatic { .. }));
    writes.map(|(pc, _)| pc as u32).collect()
}

#[test]
fn an_instruction_that_is_run_again_is_come_to_once() {
    let jdk = Jdk::find(None).unwrap();
    let classes = classes(&jdk);
    let program = Program::new(ClassPath::new(&[classes], Some(jdk)).unwrap());
    let class = program.load("Visited").unwrap();
    let main = program.main_method(class).unwrap();
    let pcs = writes(&program, main);
    assert_eq!(pcs.len(), 2);
    let options = Options {
        granularity: Granularity::EveryAccess,
        ..Options::default()
    };
    for pc in pcs {
        let mut machine = Machine::boot(&program, options, class, &[]).unwrap();
        machine.count_visits(0, vec![(main, pc)]);
        // The first two steps of the loop, and of the thread nothing: it counts main alone.
        let mut counts = vec![machine.visits(0)];
        let mut choices = Vec::new();
        loop {
            choices.clear();
            machine.choices(&mut choices);
            let Some(choice) = choices.iter().find(|it| **it == Choice::run(0)) else {
                break;
            };
            machine.advance(*choice);
            counts.push(machine.visits(0));
        }
        assert_eq!(counts.first(), Some(&0));
        assert_eq!(counts.last(), Some(&3), "{counts:?}");
        assert!(counts.is_sorted_by(|one, next| one <= next && next - one <= 1));
        machine.count_no_visits();
        assert_eq!(machine.visits(0), 0);
    }
}
