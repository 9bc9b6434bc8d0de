//! Linking, resolution and selection.

use crate::java::program;
use program::{ClassShape, Kind, LoadError, MethodId, Program};

const SOURCE: &str = r#"
interface I { default String who() { return "I"; } void plain(); }
interface J extends I { default String who() { return "J"; } }
interface K extends I { default String who() { return "K"; } }
abstract class A implements I { int a; static long s; public abstract void gone(); }
class B extends A implements J { long b; public void plain() {} public void gone() {} private void own() {} }
class C extends B { int c; public String who() { return "C"; } }
abstract class D implements J, K { public String who() { return "D"; } }
"#;

fn world() -> Program {
    program(&[("I.java", SOURCE)])
}

fn method(program: &Program, class: &str, name: &str, descriptor: &str) -> MethodId {
    let class = program.load(class).unwrap();
    program.resolve_method(class, name, descriptor).unwrap()
}

fn selected(program: &Program, class: &str, method: MethodId) -> Option<String> {
    let class = program.load(class).unwrap();
    program
        .select(class, method)
        .map(|id| program.describe_method(id))
}

#[test]
fn fields_keep_their_slots_in_subclasses() {
    let program = world();
    let class = program.class(program.load("C").unwrap());
    assert_eq!(*class.instance_slots, [Kind::Int, Kind::Long, Kind::Int]);
    let field = |name| program.field(program.resolve_field(class.id, name).unwrap());
    assert_eq!(
        (field("a").slot, field("b").slot, field("c").slot),
        (0, 1, 2)
    );
    assert!(field("s").is_static);
    assert_eq!(field("s").slot, 0);
    assert!(matches!(
        program.resolve_field(class.id, "x"),
        Err(LoadError::Link(..))
    ));
}

#[test]
fn interfaces_methods_are_selected() {
    let program = world();
    let who = method(&program, "I", "who", "()Ljava/lang/String;");
    let text = "who()Ljava/lang/String;";
    for _ in 0..2 {
        assert_eq!(selected(&program, "B", who), Some(format!("J.{text}")));
        assert_eq!(selected(&program, "C", who), Some(format!("C.{text}")));
        assert_eq!(selected(&program, "D", who), Some(format!("D.{text}")));
    }
    let plain = method(&program, "I", "plain", "()V");
    assert_eq!(selected(&program, "A", plain), None);
    assert_eq!(selected(&program, "C", plain), Some("B.plain()V".into()));
}

#[test]
fn classes_methods_are_selected_by_vtable() {
    let program = world();
    let gone = method(&program, "A", "gone", "()V");
    assert_eq!(selected(&program, "A", gone), None);
    assert_eq!(selected(&program, "C", gone), Some("B.gone()V".into()));
    let own = method(&program, "B", "own", "()V");
    assert_eq!(program.method(own).vtable_index, None);
    assert_eq!(selected(&program, "C", own), Some("B.own()V".into()));
    let hash = method(&program, "[I", "hashCode", "()I");
    assert_eq!(
        selected(&program, "[I", hash),
        Some("java/lang/Object.hashCode()I".into())
    );
}

#[test]
fn package_private_methods_are_overridden_inside_their_package_only() {
    let body = " {\nparameters a0\nreturn\n}\n";
    let text = format!(
        "class public p/A {{\nmethod m()V{body}}}\n\
         class public q/B extends p/A {{\nmethod m()V{body}}}\n\
         class public p/C extends q/B {{\nmethod public m()V{body}}}\n\
         class public q/D extends p/C {{\nmethod public m()V{body}}}\n"
    );
    let program = Program::from_text(&text).unwrap();
    let first = method(&program, "p/A", "m", "()V");
    let second = method(&program, "q/B", "m", "()V");
    assert_eq!(selected(&program, "q/B", first), Some("p/A.m()V".into()));
    assert_eq!(selected(&program, "p/C", first), Some("p/C.m()V".into()));
    assert_eq!(selected(&program, "p/C", second), Some("q/B.m()V".into()));
    // Over p/C, which it can see, D overrides A's method too.
    assert_eq!(selected(&program, "q/D", first), Some("q/D.m()V".into()));
    assert_eq!(selected(&program, "q/D", second), Some("q/D.m()V".into()));
}

#[test]
fn arrays_are_covariant() {
    let program = world();
    let load = |name: &str| program.load(name).unwrap();
    assert!(program.is_subtype(load("[LC;"), load("[LI;")));
    assert!(program.is_subtype(load("[[I"), load("[Ljava/lang/Object;")));
    assert!(program.is_subtype(load("[I"), load("java/lang/Cloneable")));
    assert!(!program.is_subtype(load("[I"), load("[J")));
    assert!(!program.is_subtype(load("[I"), load("[Ljava/lang/Object;")));
    assert!(!program.is_subtype(load("[LI;"), load("[LC;")));
    let array = load("[[J");
    let inner = load("[J");
    assert_eq!(
        program.class(array).shape,
        ClassShape::Array {
            element: inner,
            kind: Kind::Reference
        }
    );
    assert_eq!(program.array_of(inner), array);
}

#[test]
fn missing_and_wrong_names_are_errors() {
    let program = world();
    assert_eq!(
        program.load("no/Such"),
        Err(LoadError::NotFound("no/Such".into()))
    );
    for name in ["[", "[X", "[Lno/Such;", "int", "I;", ""] {
        assert!(program.load(name).is_err(), "{name}");
    }
    let class = program.load("B").unwrap();
    let error = program.resolve_method(class, "nothing", "()V").unwrap_err();
    assert_eq!(error.as_java().0, "java/lang/NoSuchMethodError");
}

#[test]
fn library_and_user_classes_are_told_apart() {
    let program = world();
    assert!(!program.class(program.load("B").unwrap()).is_library);
    assert!(
        program
            .class(program.load("java/util/List").unwrap())
            .is_library
    );
    assert_eq!(
        program.class_path().classes(),
        ["A", "B", "C", "D", "I", "J", "K"]
    );
}
