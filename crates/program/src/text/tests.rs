//! Text that is written, read, and refused.

use crate::program::Program;

const TEXT: &str = r#"class public abstract Shape extends java/lang/Object implements Named, Other source "Shape.java" {
  field private volatile n I
  field static final answer J = -42
  field static final name Ljava/lang/String; = "a \"b\" \u{1}\u{d800}"
  field static final pi D = 0x400921fb54442d18
  method public <init>()V {
    registers a
    parameters a0
      invoke special java/lang/Object.<init>()V (a0) @3
      return
  }
  method public abstract area()D
  method public static native now()J
  method static all([II)I {
    registers aaaiilfd
    parameters a0 i3
    L0:
      a1 = "text\u{a}" @10
      a2 = class Shape
      a2 = null
      l5 = -9
      f6 = 0x3f800000
      d7 = 0x4000000000000000
      i4 = i3
      i4 = iadd i4, -5
      i4 = imul i4, i3
      i4 = ineg i4
      l5 = i2l i4 @11
      i4 = lcmp l5, l5
      if i4 < i3 goto L0
      if i4 != 7 goto L0
      if a2 == null goto L20
      switch i4 {-1: L0, 5: L20, default: L16}
    L16:
      i4 = length a0
      i4 = load int a0 i3
      store int a0 i3 i4
      a0 = newarray [I i4
    L20:
      a2 = multiarray [[I (i3, i4)
      i4 = get a1 Shape.n:I
      put a1 Shape.n:I i4
      l5 = getstatic Shape.answer:J
      putstatic Shape.answer:J l5
      cast a1 Named
      i4 = instanceof a1 Named
      l5 = invoke static Shape.now()J ()
      d7 = invoke virtual Shape.area()D (a1)
      invoke interface Named.tell(I)V (a1, i4)
      a1 = singleton Shape
      a1 = dynamic type (I)V
      a1 = dynamic handle 6 Shape.now:()J
      i4 = dynamic site x:I handle 6 B.c:()V [ int -1 , long 5 , "s" , class [I , float 0x1 , double 0x2 , site y:J handle 1 B.d:I [ ] ]
      a1 = invokedynamic site get:(I)Ljava/lang/Object; handle 6 B.boot:()V [ handle 5 B.m:()V , type ()V ] (i4)
      a1 = concat "a\u{1}" (a1)
      enter a1
      exit a1
    L38:
      throw a1
    L39:
      raise Shape "gone"
      unsupported "nothing \\ here"
      return i4
    L42:
    handler L0 L38 L39 Named a1
    handler L0 L39 L39 any
    local x i3 L0 L42
  }
}
class public interface abstract Named extends java/lang/Object library {
  method public abstract tell(I)V
}
class public interface abstract Other extends java/lang/Object implements Named {
}
"#;

#[test]
fn what_is_written_is_read_back() {
    let program = Program::new(classpath::ClassPath::empty());
    let classes = program.read_text(TEXT).unwrap();
    assert_eq!(program.write_text(&classes), TEXT);
    let again = Program::from_text(&program.write_text(&classes)).unwrap();
    let shape = again.load("Shape").unwrap();
    assert_eq!(
        again.write_text(&[shape]),
        program.write_text(&classes[..1])
    );
    assert!(again.is_subtype(shape, again.load("Named").unwrap()));
    assert!(again.class(again.load("Named").unwrap()).is_library);
}

#[track_caller]
fn refused(text: &str, line: usize, message: &str) {
    let error = Program::from_text(text).unwrap_err();
    assert_eq!((error.line, error.message.as_str()), (line, message));
}

#[test]
fn bad_text_is_refused_with_its_line() {
    refused(
        "class A {\nmethod f()V {\nreturn i\n}\n}",
        3,
        "i is no register",
    );
    refused("class A {\nmethod f()V {\ngoto x\n}\n}", 3, "no label x");
    refused(
        "class A {\nmethod f()V {\njump\n}\n}",
        3,
        "unknown instruction jump",
    );
    refused(
        "class A {\nmethod f()V\n}",
        2,
        "a method without body is native or abstract",
    );
    refused(
        "class A extends B {\n}",
        1,
        "class B is not on the class path",
    );
    refused(
        "class A extends B {\n}\nclass B extends A {\n}",
        3,
        "class B extends itself",
    );
    refused("class A {\n}\nclass A {\n}", 3, "class A is there already");
    refused("class A {", 0, "the last class does not end");
    refused(
        "class A {\nmethod f()V {\nreturn",
        2,
        "the method does not end",
    );
    refused("class A {\nfield s Q\n}", 1, "field s has no type");
    refused(
        "class A {\nmethod f()V {\na0 = i0\n}\n}",
        3,
        "register i0 has another kind",
    );
    refused(
        "class A {\nmethod f()V {\nunsupported \"x\n}\n}",
        3,
        "the string does not end",
    );
    refused(
        "class A {\nmethod f()V {\nreturn i0 i1\n}\n}",
        3,
        "unexpected i1",
    );
    refused(
        "class A {\nmethod f()V {\ni0 = getstatic A.x:I\n}\n}",
        3,
        "no field A.x:I",
    );
}
