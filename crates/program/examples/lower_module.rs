//! Loads, lowers and verifies every class of a module of the JDK and says what it cost.
//!
//! `cargo run --release -p program --example lower_module -- [MODULE] [JDK]`
#![expect(clippy::print_stdout, reason = "this is a small program of its own")]

use std::path::Path;
use std::time::Instant;

use program::{ClassId, Instruction, MethodCode, MethodId, Program};

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
    let loaded = load(&program, &names);
    lower(&program, &loaded);
    verify(&program);
    measure_liveness(&program);
}

fn load(program: &Program, names: &[String]) -> Vec<ClassId> {
    let start = Instant::now();
    let mut loaded = Vec::new();
    for name in names {
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
    loaded
}

fn lower(program: &Program, classes: &[ClassId]) {
    let start = Instant::now();
    let (mut methods, mut instructions, mut moves) = (0, 0, 0);
    for class in classes {
        for method in &program.class(*class).methods {
            if program.method(*method).code == MethodCode::Bytecode {
                let body = program.body(*method);
                methods += 1;
                instructions += body.code.len();
                moves += body
                    .code
                    .iter()
                    .filter(|i| matches!(i, Instruction::Move { .. }))
                    .count();
            }
        }
    }
    println!("{methods} methods, {instructions} instructions, {moves} moves");
    println!(
        "lowered: {:?}, {} classes",
        start.elapsed(),
        program.class_count()
    );
}

/// The methods of the module and those made for it; others would load ever more.
fn bodies(program: &Program) -> Vec<MethodId> {
    let all = (0..program.method_count() as u32).map(MethodId);
    let has_body = |id: &MethodId| {
        matches!(
            program.method(*id).code,
            MethodCode::Bytecode | MethodCode::Synthetic
        )
    };
    all.filter(has_body).collect()
}

fn verify(program: &Program) {
    let start = Instant::now();
    let (mut checked, mut faults, mut dynamic) = (0, 0, 0);
    for id in bodies(program) {
        let body = program.body(id);
        checked += 1;
        for instruction in &body.code {
            match instruction {
                Instruction::InvokeDynamic { .. } => dynamic += 1,
                Instruction::Unsupported { reason } => {
                    println!(
                        "{}: {}",
                        program.describe_method(id),
                        program.string_lossy(*reason)
                    );
                }
                _ => {}
            }
        }
        for fault in program::verify::verify(program, program.method(id), body) {
            println!("{}: {fault}", program.describe_method(id));
            faults += 1;
        }
    }
    println!(
        "{checked} bodies verified, {faults} faults: {:?}",
        start.elapsed()
    );
    println!("{dynamic} call sites without a built-in meaning");
}

fn measure_liveness(program: &Program) {
    let start = Instant::now();
    let mut live = 0;
    for id in bodies(program) {
        live += program::liveness::registers(program.body(id).live(0)).count();
    }
    println!("liveness: {:?} ({live} live at entries)", start.elapsed());
}
