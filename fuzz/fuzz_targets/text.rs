//! Any text as a program: an error or a program that can be written again, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use program::{MethodCode, Program};

fuzz_target!(|text: &str| {
    let program = Program::new(classpath::ClassPath::empty());
    let Ok(classes) = program.read_text(text) else {
        return;
    };
    for class in &classes {
        for id in &program.class(*class).methods {
            let method = program.method(*id);
            if method.code == MethodCode::Synthetic {
                program::verify::verify(&program, method, program.body(*id));
            }
        }
    }
    program.write_text(&classes);
});
