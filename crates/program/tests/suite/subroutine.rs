//! `jsr` and `ret`, which no compiler writes any more.

use crate::java::{check, code, jdk, verify};
use classpath::ClassPath;
use program::Program;
use ristretto_classfile::attributes::{Attribute, Instruction};
use ristretto_classfile::{ClassFile, ConstantPool, MethodAccessFlags, Version};

/// A class with one static method `f(I)I`.
fn class_with(code: Vec<Instruction>) -> Vec<u8> {
    let mut pool = ConstantPool::new();
    let this_class = pool.add_class("Old").unwrap();
    let super_class = pool.add_class("java/lang/Object").unwrap();
    let name_index = pool.add_utf8("f").unwrap();
    let descriptor_index = pool.add_utf8("(I)I").unwrap();
    let code_name = pool.add_utf8("Code").unwrap();
    let method = ristretto_classfile::Method {
        access_flags: MethodAccessFlags::STATIC,
        name_index,
        descriptor_index,
        attributes: vec![Attribute::Code {
            name_index: code_name,
            max_stack: 2,
            max_locals: 3,
            code,
            exception_table: Vec::new(),
            attributes: Vec::new(),
        }],
    };
    let file = ClassFile {
        version: Version::Java1_4 { minor: 0 },
        constant_pool: pool,
        this_class,
        super_class,
        methods: vec![method],
        ..ClassFile::default()
    };
    let mut bytes = Vec::new();
    file.to_bytes(&mut bytes).unwrap();
    bytes
}

fn define(code: Vec<Instruction>) -> Program {
    let program = Program::new(ClassPath::new(&[], Some(jdk())).unwrap());
    program.define(&class_with(code), false).unwrap();
    program
}

#[test]
fn each_call_gets_a_copy() {
    use Instruction::*;
    let program = define(vec![
        Iconst_0,
        Istore_1,
        Iload_0,
        Ifeq(7),
        Jsr(11),
        Iload_1,
        Ireturn,
        Jsr(11),
        Jsr(11),
        Iload_1,
        Ireturn,
        Astore_2,
        Iinc(1, 1),
        Ret(2),
    ]);
    verify(&program, "Old");
    let expected = "
        registers aii
        parameters i1
          i2 = 0
          if i1 == 0 goto L8
          goto L5
        L3:
          return i2
        L4:
          return i2
        L5:
          a0 = null
          i2 = iadd i2, 1
          goto L3
        L8:
          a0 = null
          i2 = iadd i2, 1
          a0 = null
          i2 = iadd i2, 1
          goto L4";
    check(&code(&program, "Old", "f"), expected);
}

#[test]
fn a_return_without_a_call_is_refused() {
    let program = define(vec![
        Instruction::Aconst_null,
        Instruction::Astore_1,
        Instruction::Ret(1),
    ]);
    let text = code(&program, "Old", "f");
    assert!(
        text.contains("unsupported \"bytecode of Old.f(I)I does not verify"),
        "{text}"
    );
}
