//! Everything in `java.base`: it loads, lowers, verifies, and its text is read back the same.

use crate::java::jdk;
use classpath::ClassPath;
use program::{Body, Instruction, MethodCode, MethodId, Program};

#[test]
fn the_whole_of_java_base_lowers_and_verifies() {
    let jdk = jdk();
    let names = jdk.classes_of_module("java.base");
    assert!(names.len() > 5000);
    let program = Program::new(ClassPath::new(&[], Some(jdk)).unwrap());
    for name in &names {
        program.load(name).unwrap();
    }
    for index in 0..program.method_count() as u32 {
        let method = program.method(MethodId(index));
        if !matches!(method.code, MethodCode::Bytecode | MethodCode::Synthetic) {
            continue;
        }
        let name = program.describe_method(method.id);
        let body = program.body(method.id);
        assert_eq!(
            program::verify::verify(&program, method, body),
            [],
            "{name}"
        );
        // These classes are written when the JDK is put together, and are not verified by it.
        let is_trusted = name.starts_with("java/lang/invoke/") && name.contains("$Holder.");
        if method.code == MethodCode::Bytecode && !is_trusted {
            let faults = program::verify::verify_classes(&program, method, body);
            assert_eq!(faults, [], "{name}");
        }
        let refused = matches!(body.code[0], Instruction::Unsupported { .. });
        assert!(!refused, "{name} is not lowered");
        if index % 7 == 0 {
            let text = program.write_body(body);
            let again = program.read_body(method.id, &text).unwrap_or_else(|error| {
                panic!("{name}: {error}\n{text}");
            });
            compare(body, &again, &program, &name);
        }
    }
}

fn compare(body: &Body, again: &Body, program: &Program, name: &str) {
    assert_eq!(body.registers, again.registers, "{name}");
    assert_eq!(body.references, again.references, "{name}");
    assert_eq!(body.parameters, again.parameters, "{name}");
    assert_eq!(body.handlers, again.handlers, "{name}");
    assert_eq!(body.lines, again.lines, "{name}");
    assert_eq!(body.locals, again.locals, "{name}");
    assert_eq!(body.loop_heads, again.loop_heads, "{name}");
    // Numbers of operand lists and tables may differ, what they hold may not.
    assert_eq!(
        program.write_body(body),
        program.write_body(again),
        "{name}"
    );
}
