//! Loads and lowers every class of a module of the JDK and says what it cost.
//!
//! `cargo run --release -p program --example lower_module -- [MODULE] [JDK]`
#![expect(clippy::print_stdout, reason = "this is a small program of its own")]

use std::path::Path;
use std::time::Instant;

use program::{Instruction, MethodCode, Program};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let module = arguments.next().unwrap_or_else(|| "java.base".to_owned());
    let home = arguments.next();
    let start = Instant::now();
    let jdk = classpath::Jdk::find(home.as_deref().map(Path::new)).expect("a JDK is installed");
    let names = jdk.classes_of_module(&module);
    let classes = classpath::ClassPath::new(&[], Some(jdk)).expect("no entries can fail");
    println!("{} classes listed: {:?}", names.len(), start.elapsed());
    let program = Program::new(classes);
    let start = Instant::now();
    let mut loaded = Vec::new();
    for name in &names {
        match program.load(name) {
            Ok(class) => loaded.push(class),
            Err(error) => println!("{name}: {error}"),
        }
    }
    println!(
        "{} classes loaded: {:?}",
        program.class_count(),
        start.elapsed()
    );
    let start = Instant::now();
    let (mut methods, mut instructions, mut moves, mut refused) = (0, 0, 0, 0);
    for class in loaded {
        for method in &program.class(class).methods {
            if program.method(*method).code != MethodCode::Bytecode {
                continue;
            }
            let body = program.body(*method);
            methods += 1;
            instructions += body.code.len();
            moves += body
                .code
                .iter()
                .filter(|i| matches!(i, Instruction::Move { .. }))
                .count();
            if let Some(Instruction::Raise { message, .. }) = body.code.first() {
                println!(
                    "{}: {}",
                    program.describe_method(*method),
                    program.string_lossy(*message)
                );
                refused += 1;
            }
        }
    }
    println!("{methods} methods, {instructions} instructions, {moves} moves, {refused} refused");
    println!(
        "lowered: {:?}, {} classes",
        start.elapsed(),
        program.class_count()
    );
}
