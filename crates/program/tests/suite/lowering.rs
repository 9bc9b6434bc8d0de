//! What bytecode becomes: few instructions, and the right ones.

use crate::java::{check, code, program, verify};

const SOURCE: &str = r#"
import java.util.*;
class T {
    int n; static long total;
    int add(int a, int b) { int c = a + b; return c; }
    int loop(int k) { int s = 0; for (int i = 0; i < k; i++) { s += i; } return s; }
    int choose(int a, boolean f) { return a + (f ? add(a, 2) : n++); }
    synchronized void increment() { n++; total += n; }
    static synchronized int locked() { return 3; }
    void block(Object o) { synchronized (o) { n = 5; } }
    String caught(List<String> l, int i) {
        String s = l.get(i++);
        try { s = l.get(i); } catch (RuntimeException e) { s = null; } finally { n = 1; }
        return s;
    }
    int cases(int x) { switch (x) { case 1: return 5; case 2: case 3: return 7; default: return x--; } }
    boolean compare(long a, double d, Object o) { return a < 5L && d > 2.0 && o != null; }
    void array(int[] a, int i) { a[i++] = i; a[i] += 2; }
    int swap(int a, int b) { int t = a; a = b; b = t; return a - b; }
    int order(int i) { return i + (i = 5) + i; }
    long shift(long x, int by) { return x << by | 1L; }
    static int left(int x) { return 7 - x; }
    static int right(int x) { return 7 + x; }
    static boolean less(int x) { return 7 < x; }
    int[][] grid(int w) { return new int[w][3]; }
    Object make() { return new StringBuilder(16).append(n); }
    int nested(int a, boolean p, boolean q) { return add(p ? 1 : 2, q ? a : n); }
    void rethrow() throws Exception { try { n = 1; } catch (Exception e) { n = 2; throw e; } }
}
"#;

fn method(name: &str) -> String {
    code(&program(&[("T.java", SOURCE)]), "T", name)
}

#[test]
fn operands_come_straight_from_locals() {
    check(
        &method("add"),
        "registers aiii\nparameters a0 i1 i2\ni3 = iadd i1, i2\nreturn i3",
    );
}

#[test]
fn instructions_know_their_bytecode() {
    let program = program(&[("T.java", SOURCE)]);
    let class = program.load("T").unwrap();
    let offsets = |name: &str| {
        let methods = program.class(class).methods.iter().copied();
        let mut named = methods.filter(|it| &*program.method(*it).name == name);
        program.bytecode_offsets(named.next().unwrap()).unwrap()
    };
    // iload_1, iload_2, iadd at 2, istore_3, iload_3, ireturn at 5.
    assert_eq!(offsets("add"), [2, 5]);
    // The lock of a synchronized method is no instruction; aload_0, dup, getfield at 2, iconst_1, iadd at 6,
    // putfield at 7, getstatic at 10, aload_0, getfield at 14, i2l at 17, ladd at 18, putstatic at 19,
    // return at 22 with the unlocking before it, and again where an exception leaves the method.
    let increment = offsets("increment");
    assert_eq!(increment[..5], [0, 2, 6, 7, 10]);
    assert!(increment.iter().filter(|it| **it == 22).count() >= 2);
    for method in &program.class(class).methods {
        let body = program.body(*method);
        let offsets = program.bytecode_offsets(*method).unwrap();
        assert_eq!(offsets.len(), body.code.len());
    }
}

#[test]
fn a_loop_has_no_moves() {
    let expected = "
        registers aiii
        parameters a0 i1
          i2 = 0
          i3 = 0
        L2:
          if i3 >= i1 goto L6
          i2 = iadd i2, i3
          i3 = iadd i3, 1
          goto L2
        L6:
          return i2";
    check(&method("loop"), expected);
}

#[test]
fn values_meet_in_one_register() {
    let expected = "
        registers aiiiiii
        parameters a0 i1 i2
          if i2 == 0 goto L5
          i3 = 2
          i5 = invoke virtual T.add(II)I (a0, i1, i3)
          i4 = i1
          goto L10
        L5:
          i3 = get a0 T.n:I
          i6 = iadd i3, 1
          put a0 T.n:I i6
          i4 = i1
          i5 = i3
        L10:
          i3 = iadd i4, i5
          return i3";
    check(&method("choose"), expected);
}

#[test]
fn a_synchronized_method_locks_and_unlocks() {
    let expected = "
        registers aaill
        parameters a0
          enter a0
        L1:
          i2 = get a0 T.n:I
          i2 = iadd i2, 1
          put a0 T.n:I i2
          l3 = getstatic T.total:J
          i2 = get a0 T.n:I
          l4 = i2l i2
          l3 = ladd l3, l4
          putstatic T.total:J l3
        L9:
          exit a0
          return
        L11:
          exit a0
          throw a1
        handler L1 L9 L11 any a1";
    check(&method("increment"), expected);
    let expected = "
        registers aai
        parameters
          a0 = class T
          enter a0
        L2:
          i2 = 3
        L3:
          exit a0
          return i2
        L5:
          exit a0
          throw a1
        handler L2 L3 L5 any a1";
    check(&method("locked"), expected);
}

#[test]
fn a_handler_gets_the_exception_in_its_local() {
    let expected = "
        registers aaaai
        parameters a0 a1
          a2 = a1
          enter a1
        L2:
          i4 = 5
          put a0 T.n:I i4
          exit a2
        L5:
          goto L8
        L6:
          exit a2
        L7:
          throw a3
        L8:
          return
        handler L2 L5 L6 any a3
        handler L6 L7 L6 any a3";
    check(&method("block"), expected);
}

#[test]
fn a_local_is_written_only_after_what_may_throw() {
    let expected = "
        registers aaaaaaii
        parameters a0 a1 i6
          i7 = i6
          i6 = iadd i6, 1
          a3 = invoke interface java/util/List.get(I)Ljava/lang/Object; (a1, i7)
          cast a3 java/lang/String
        L4:
          a2 = invoke interface java/util/List.get(I)Ljava/lang/Object; (a1, i6)
          cast a2 java/lang/String
          a3 = a2
        L7:
          i7 = 1
          put a0 T.n:I i7
          goto L17
        L10:
          a3 = null
        L11:
          i7 = 1
          put a0 T.n:I i7
          goto L17
        L14:
          i7 = 1
          put a0 T.n:I i7
          throw a4
        L17:
          return a3
        handler L4 L7 L10 java/lang/RuntimeException a5
        handler L4 L7 L14 any a4
        handler L10 L11 L14 any a4";
    check(&method("caught"), expected);
}

#[test]
fn an_overwritten_local_is_copied_first() {
    let expected = "
        registers aii
        parameters a0 i1
          i2 = i1
          i1 = 5
          i2 = iadd i2, 5
          i2 = iadd i2, i1
          return i2";
    check(&method("order"), expected);
    let expected = "
        registers aaii
        parameters a0 a1 i2
          i3 = i2
          i2 = iadd i2, 1
          store int a1 i3 i2
          i3 = load int a1 i2
          i3 = iadd i3, 2
          store int a1 i2 i3
          return";
    check(&method("array"), expected);
}

#[test]
fn constants_are_operands_where_they_can_be() {
    let expected = "registers ii\nparameters i0\ni1 = 7\ni1 = isub i1, i0\nreturn i1";
    check(&method("left"), expected);
    check(
        &method("right"),
        "registers ii\nparameters i0\ni1 = iadd i0, 7\nreturn i1",
    );
    let expected = "
        registers ii
        parameters i0
          if i0 <= 7 goto L3
          i1 = 1
          goto L4
        L3:
          i1 = 0
        L4:
          return i1";
    check(&method("less"), expected);
}

#[test]
fn arrays_and_objects_need_no_moves() {
    let expected = "
        registers aaii
        parameters a0 i2
          i3 = 3
          a1 = multiarray [[I (i2, i3)
          return a1";
    check(&method("grid"), expected);
    let expected = "
        registers aai
        parameters a0
          a1 = new java/lang/StringBuilder
          i2 = 16
          invoke special java/lang/StringBuilder.<init>(I)V (a1, i2)
          i2 = get a0 T.n:I
          a1 = invoke special java/lang/StringBuilder.append(I)Ljava/lang/StringBuilder; (a1, i2)
          return a1";
    check(&method("make"), expected);
}

#[test]
fn all_of_it_verifies() {
    let program = program(&[("T.java", SOURCE)]);
    program.load("T").unwrap();
    verify(&program, "T");
}

#[test]
fn lines_and_names_are_known() {
    let program = program(&[("T.java", SOURCE)]);
    let class = program.load("T").unwrap();
    let id = program.declared_method(class, "caught", "(Ljava/util/List;I)Ljava/lang/String;");
    let body = program.body(id.unwrap());
    assert_eq!(body.line(0), Some(12));
    assert_eq!(body.line(4), Some(13));
    assert_eq!(body.line(17), Some(14));
    let name = |register: u16, pc: u32| body.local_name(program::Register(register), pc);
    assert_eq!(name(1, 0), Some("l"));
    assert_eq!(name(3, 0), None);
    assert_eq!(name(3, 4), Some("s"));
    assert_eq!(name(5, 10), Some("e"));
}

#[test]
fn registers_are_live_where_they_are_read_later() {
    let program = program(&[("T.java", SOURCE)]);
    let class = program.load("T").unwrap();
    let id = program.declared_method(class, "caught", "(Ljava/util/List;I)Ljava/lang/String;");
    let body = program.body(id.unwrap());
    let live = |pc| {
        program::liveness::registers(body.live(pc))
            .map(|r| r.0)
            .collect::<Vec<_>>()
    };
    let across = |pc| {
        program::liveness::registers(body.live_across(pc))
            .map(|r| r.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(live(0), [0, 1, 6]);
    assert_eq!(live(4), [0, 1, 6]);
    // The call's result is not live across it, `this` is for the handlers.
    assert_eq!(across(4), [0]);
    assert_eq!(live(14), [0, 4]);
    assert_eq!(live(17), [3]);
}
