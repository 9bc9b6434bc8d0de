//! Call sites with a built-in meaning.

use crate::java::{check, code, program, verify};
use program::Program;

const SOURCE: &str = r#"
import java.util.*;
import java.util.function.*;
class U {
    record P(int x, String y, double d) {}
    int n;
    static String cat(String a, int b, Object c) { return "x" + a + b + c + '\n'; }
    static String two(Object a, String b) { return a + b; }
    Runnable capture(int x) { return () -> n = x; }
    static Function<Integer, Integer> plain() { return y -> y + 1; }
    static ToLongFunction<Integer> unbox() { return Integer::intValue; }
    static Supplier<List<String>> make() { return ArrayList::new; }
    static Comparator<String> receiver() { return String::compareTo; }
    static Function<Object, Integer> box() { return Object::hashCode; }
    static Runnable serial() { return (Runnable & java.io.Serializable) () -> {}; }
    Supplier<String> bound(Object o) { return o::toString; }
    Supplier<String> upper() { return super::toString; }
}
"#;

fn world() -> Program {
    program(&[("U.java", SOURCE)])
}

#[test]
fn concatenation_is_expanded() {
    let expected = "
        registers aaaaaai
        parameters a0 i6 a1
          a2 = invoke static java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String; (a1)
          a3 = a0
          if a3 != null goto L4
          a3 = \"null\"
        L4:
          a4 = invoke static java/lang/String.valueOf(I)Ljava/lang/String; (i6)
          a5 = a2
          if a5 != null goto L8
          a5 = \"null\"
        L8:
          a2 = concat \"x\\u{1}\\u{1}\\u{1}\\u{a}\" (a3, a4, a5)
          return a2";
    check(&code(&world(), "U", "cat"), expected);
}

#[test]
fn a_lambda_without_captures_is_a_singleton() {
    let program = world();
    check(
        &code(&program, "U", "plain"),
        "registers a\nparameters\na0 = singleton U$$Lambda$4\nreturn a0",
    );
    let expected = "
        registers aaa
        parameters a0 a1
          cast a1 java/lang/Integer
          a2 = invoke static U.lambda$plain$1(Ljava/lang/Integer;)Ljava/lang/Integer; (a1)
          return a2";
    // Compilers differ in how they number lambdas.
    let text = code(&program, "U$$Lambda$4", "apply").replace("plain$0", "plain$1");
    check(&text, expected);
}

#[test]
fn a_lambda_with_captures_is_made_on_the_spot() {
    let program = world();
    let expected = "
        registers aai
        parameters a0 i2
          a1 = new U$$Lambda$3
          put a1 U$$Lambda$3.arg$1:LU; a0
          put a1 U$$Lambda$3.arg$2:I i2
          return a1";
    check(&code(&program, "U", "capture"), expected);
    let expected = "
        registers aai
        parameters a0
          a1 = get a0 U$$Lambda$3.arg$1:LU;
          i2 = get a0 U$$Lambda$3.arg$2:I
          invoke special U.lambda$capture$0(I)V (a1, i2)
          return";
    check(&code(&program, "U$$Lambda$3", "run"), expected);
}

/// The method of the class made for a method's site.
fn made(program: &Program, method: &str, interface_method: &str) -> String {
    let text = code(program, "U", method);
    let class = text
        .split_whitespace()
        .find(|word| word.starts_with("U$$"))
        .expect("one is made");
    code(program, class, interface_method)
}

#[test]
fn method_references_convert_their_arguments_and_results() {
    let program = world();
    let expected = "
        registers aail
        parameters a0 a1
          cast a1 java/lang/Integer
          i2 = invoke special java/lang/Integer.intValue()I (a1)
          l3 = i2l i2
          return l3";
    check(&made(&program, "unbox", "applyAsLong"), expected);
    let expected = "
        registers aa
        parameters a0
          a1 = new java/util/ArrayList
          invoke special java/util/ArrayList.<init>()V (a1)
          return a1";
    check(&made(&program, "make", "get"), expected);
    let expected = "
        registers aaai
        parameters a0 a1
          i3 = invoke virtual java/lang/Object.hashCode()I (a1)
          a2 = invoke static java/lang/Integer.valueOf(I)Ljava/lang/Integer; (i3)
          return a2";
    check(&made(&program, "box", "apply"), expected);
    let expected = "
        registers aaa
        parameters a0
          a1 = get a0 U$$Lambda$10.arg$1:Ljava/lang/Object;
          a2 = invoke virtual java/lang/Object.toString()Ljava/lang/String; (a1)
          return a2";
    check(&made(&program, "bound", "get"), expected);
}

#[test]
fn a_bound_receiver_is_checked_before_it_is_captured() {
    let text = code(&world(), "U", "bound");
    assert!(
        text.contains("invoke static java/util/Objects.requireNonNull"),
        "{text}"
    );
}

#[test]
fn records_have_their_methods() {
    let program = world();
    let expected = "
        registers aaiiidi
        parameters a0
          i2 = 0
          i3 = get a0 U$P.x:I
          i2 = imul i2, 31
          i2 = iadd i2, i3
          a1 = get a0 U$P.y:Ljava/lang/String;
          i4 = invoke static java/util/Objects.hashCode(Ljava/lang/Object;)I (a1)
          i2 = imul i2, 31
          i2 = iadd i2, i4
          d5 = get a0 U$P.d:D
          i6 = invoke static java/lang/Double.hashCode(D)I (d5)
          i2 = imul i2, 31
          i2 = iadd i2, i6
          return i2";
    code(&program, "U$P", "hashCode");
    check(&code(&program, "U$P$$Record$2", "hashCode"), expected);
    code(&program, "U$P", "toString");
    let text = code(&program, "U$P$$Record$1", "toString");
    assert!(
        text.contains("concat \"P[x=\\u{1}, y=\\u{1}, d=\\u{1}]\""),
        "{text}"
    );
}

#[test]
fn all_of_it_verifies() {
    let program = world();
    program.load("U").unwrap();
    program.load("U$P").unwrap();
    verify(&program, "U");
    verify(&program, "U$");
}

#[test]
fn names_of_made_classes_do_not_depend_on_the_order_of_lowering() {
    let (first, second) = (world(), world());
    let forward = code(&first, "U", "plain");
    code(&second, "U", "serial");
    code(&second, "U", "cat");
    assert_eq!(code(&second, "U", "plain"), forward);
}

/// From Java 21 on; on an older JDK there is nothing to test.
#[test]
fn pattern_switches_have_their_tests() {
    if crate::java::jdk().version() < 21 {
        return;
    }
    let source = r#"
        class W {
            enum E { A, B }
            sealed interface S permits E2, R {}
            enum E2 implements S { X }
            record R(int a) implements S {}
            static int mixed(Object o) {
                return switch (o) {
                    case E.A -> 1;
                    case String s when s.length() > 3 -> 2;
                    case Integer i -> 3;
                    case R(int a) -> a;
                    case null -> 9;
                    default -> 4;
                };
            }
            static int names(E e, boolean f) {
                return switch (e) { case A -> 1; case E x when f -> 2; case E x -> 3; };
            }
            static int texts(String s, boolean f) {
                return switch (s) { case "a" -> 1; case String t when f -> 3; case String t -> 2; };
            }
            static int numbers(Integer n, boolean f) {
                return switch (n) { case 5 -> 1; case Integer i when f -> 3; case Integer i -> 2; };
            }
        }"#;
    let program = program(&[("W.java", source)]);
    program.load("W").unwrap();
    verify(&program, "W");
    let expected = "
        registers aaiiiiii
        parameters a0 i2
          if a0 != null goto L3
          i3 = -1
          return i3
        L3:
          switch i2 {0: L4, 1: L10, 2: L14, 3: L18, default: L22}
        L4:
          i4 = instanceof a0 W$E
          if i4 == 0 goto L10
          a1 = getstatic W$E.A:LW$E;
          if a0 != a1 goto L10
          i3 = 0
          return i3
        L10:
          i5 = instanceof a0 java/lang/String
          if i5 == 0 goto L14
          i3 = 1
          return i3
        L14:
          i6 = instanceof a0 java/lang/Integer
          if i6 == 0 goto L18
          i3 = 2
          return i3
        L18:
          i7 = instanceof a0 W$R
          if i7 == 0 goto L22
          i3 = 3
          return i3
        L22:
          i3 = 4
          return i3";
    check(&code(&program, "W$$Switch$1", "typeSwitch"), expected);
    for method in ["names", "texts", "numbers"] {
        let text = code(&program, "W", method);
        assert!(!text.contains("invokedynamic"), "{text}");
    }
}
