//! Any bytes as a class file: an error or sound bodies, never a panic.
//!
//! `cargo +nightly fuzz run classfile`, with class files as corpus.
#![no_main]

use libfuzzer_sys::fuzz_target;
use program::{MethodCode, Program};

fuzz_target!(|bytes: &[u8]| {
    let Ok(jdk) = classpath::Jdk::find(None) else {
        return;
    };
    let Ok(path) = classpath::ClassPath::new(&[], Some(jdk)) else {
        return;
    };
    let program = Program::new(path);
    let Ok(class) = program.define(bytes, false) else {
        return;
    };
    for id in &program.class(class).methods {
        let method = program.method(*id);
        if method.code == MethodCode::Bytecode {
            let body = program.body(*id);
            assert_eq!(program::verify::verify(&program, method, body), []);
            body.live(0);
        }
    }
});
