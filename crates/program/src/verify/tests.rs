//! Each test is a method whose lines name the faults expected there: `; error: …` behind an
//! instruction, or behind the `method` line for those of the whole body.

use crate::program::Program;
use crate::verify::{verify, verify_classes};

/// Classes that the methods may name.
const WORLD: &str = "
class public interface abstract I {
  method public abstract m()V
}
class public C implements I {
  field n I
  field volatile flag Z
  field static s J
  method public <init>()V {
    parameters a0
      return
  }
  method public m()V {
    parameters a0
      return
  }
  method public static f(IJ)I {
    parameters i0 l1
      return i0
  }
}
";

#[track_caller]
fn check(method: &str) {
    let program = Program::from_text(WORLD).unwrap();
    let text = format!("class T {{\n{method}\n}}\n");
    let class = program.read_text(&text).unwrap()[0];
    let id = program.class(class).methods[0];
    let mut faults = verify(&program, program.method(id), program.body(id));
    if faults.is_empty() {
        faults = verify_classes(&program, program.method(id), program.body(id));
    }
    let mut found: Vec<(Option<u32>, String)> = faults
        .into_iter()
        .map(|fault| (fault.pc, fault.message))
        .collect();
    let mut expected = Vec::new();
    let mut pc = 0;
    for line in method.trim().lines() {
        let (code, error) = match line.split_once("; error: ") {
            Some((code, error)) => (code.trim(), Some(error.trim())),
            None => (line.trim(), None),
        };
        let tables = ["method", "registers", "parameters", "handler", "local", "}"];
        let is_instruction = !code.is_empty()
            && !code.ends_with(':')
            && !tables.iter().any(|word| code.starts_with(word));
        if let Some(error) = error {
            expected.push((is_instruction.then_some(pc), error.to_owned()));
        }
        pc += u32::from(is_instruction);
    }
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn sound_code_has_no_faults() {
    check(
        "method static f(I)I {
            parameters i1
              i2 = 0
              a0 = new C
              invoke special C.<init>()V (a0)
            again:
              if i1 <= 0 goto end
              i2 = iadd i2, i1
              i1 = isub i1, 1
              goto again
            end:
              put a0 C.n:I i2
            covered:
              invoke virtual C.m()V (a0)
            after:
              return i2
            caught:
              return i1
            handler covered after caught any
        }",
    );
}

#[test]
fn kinds_must_agree() {
    check(
        "method static f(I)I {
            parameters i2
              a0 = null
              l3 = 5
              i2 = iadd i2, l3 ; error: register 3 holds Long, not Int
              i2 = ladd l3, l3 ; error: register 2 holds Int, not Long
              i2 = a0 ; error: register 2 holds Int, not Reference
              l3 = ladd l3, 5 ; error: a constant operand of an operator that is not of ints
              if a0 < null goto end ; error: references have no order
              if l3 == 0 goto end ; error: compares what has no order
              a0 = 5 ; error: a reference constant is not null
              i2 = 4294967295 ; error: an int constant is not sign-extended
            end:
              return l3 ; error: register 3 holds Long, not Int
        }",
    );
}

#[test]
fn registers_are_written_before_they_are_read() {
    check(
        "method static f(I)I {
            parameters i0
              if i0 == 0 goto other
              i1 = 5
            other:
              return i1 ; error: register 1 is read before it is written
        }",
    );
}

#[test]
fn a_handler_does_not_see_the_target_of_what_threw() {
    check(
        "method static f(J)I {
            parameters l1
              i0 = 1
            from:
              i2 = invoke static C.f(IJ)I (i0, l1)
            to:
              return i2
            caught:
              return i2 ; error: register 2 is read before it is written
            handler from to caught any
        }"
        .replace("i0", "i3")
        .replace("l1", "l0")
        .as_str(),
    );
}

#[test]
fn control_flow_stays_inside() {
    check(
        "method static f()V {
            parameters
              i0 = 1 ; error: control flow leaves the code
        }",
    );
    check(
        "method static f()V {
            parameters
              i0 = 1
              goto end ; error: jump outside the code
            end:
        }",
    );
}

#[test]
fn references_come_first() {
    check(
        "method static f()V { ; error: references are not the first registers
            registers ia
            parameters
              i0 = 1
              a1 = null
              return
        }",
    );
}

#[test]
fn parameters_are_the_methods() {
    check(
        "method static f(IJ)V { ; error: parameters differ from the method's
            parameters i0
              return
        }",
    );
    check(
        "method static f(II)V { ; error: two parameters share a register
            parameters i0 i0
              return
        }",
    );
}

#[test]
fn calls_fit_their_methods() {
    check(
        "method f()V {
            parameters a0
              invoke static C.f(IJ)I (a0) ; error: 1 arguments where 2 are needed
              invoke virtual C.<init>()V (a0) ; error: <init> can't be called so
              invoke interface C.m()V (a0) ; error: m can't be called so
              invoke static C.m()V (a0) ; error: m can't be called so
              invoke interface I.m()V (a0)
              i1 = invoke virtual C.m()V (a0) ; error: a void call has a target
              return
        }",
    );
    check(
        "method static f(IJ)V {
            parameters i0 l1
              invoke static C.f(IJ)I (i0, l1) ; error: register 65535 holds nothing, not Int
              return i0 ; error: a void method returns a value
        }",
    );
}

#[test]
fn fields_are_used_as_they_are() {
    check(
        "method f()V {
            parameters a0
              i1 = get a0 C.n:I
              i1 = getstatic C.n:I ; error: field n is another one
              i1 = get a0 C.flag:Z
              put a0 C.n:I a0 ; error: register 0 holds Reference, not Int
              return
        }",
    );
}

#[test]
fn recipes_have_as_many_places_as_arguments() {
    check(
        "method f()V {
            parameters a0
              a0 = concat \"x\\u{1}\" (a0)
              a0 = concat \"x\" (a0) ; error: the recipe has not as many places as arguments
              return
        }",
    );
}

#[test]
fn names_and_handlers_are_inside() {
    check(
        "method f()V { ; error: the name x is outside the code
            parameters a0
            start:
              return
            end:
            local x a0 end start
        }",
    );
    check(
        "method f()V { ; error: a handler is outside the code
            parameters a0
            start:
              return
            end:
            handler start start start any
        }",
    );
}

#[test]
fn cases_rise() {
    check(
        "method static f(I)V {
            parameters i0
            start:
              switch i0 {2: start, 1: start, default: end} ; error: the cases of the switch do not rise
            end:
              return
        }",
    );
}

#[test]
fn references_are_of_the_classes_that_are_used() {
    check(
        "method static f(LC;LT;[I)LC; {
            parameters a0 a1 a2
              i4 = get a0 C.n:I
              i4 = get a1 C.n:I ; error: T where C is expected
              invoke virtual C.m()V (a1) ; error: T where C is expected
              invoke interface I.m()V (a1)
              i4 = length a2
              i4 = length a0 ; error: C where an array is expected
              a3 = a1
              return a3 ; error: T where C is expected
        }",
    );
}

#[test]
fn all_ways_to_a_use_count() {
    check(
        "method static f(LC;LT;I)I {
            parameters a0 a1 i3
              a2 = null
              if i3 == 0 goto use
              a2 = a0
              if i3 == 1 goto use
              a2 = a1
            use:
              i4 = get a2 C.n:I ; error: T where C is expected
              cast a2 C
              i4 = get a2 C.n:I
              return i4
        }",
    );
}
