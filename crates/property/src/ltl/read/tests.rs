//! What the reader understands, and what it says of the rest.

use super::*;
use crate::ltl::{Base, Condition, Operand, Path, PathStep, Place, ThreadName};

#[track_caller]
fn refused(text: &str, column: usize, why: &str) {
    let error = Ltl::parse(text).expect_err(text);
    assert!(error.message.contains(why), "{text:.60}: {error}");
    assert_eq!(error.column, column, "{text:.60}: {error}");
}

/// The only atom of a formula.
#[track_caller]
fn atom(text: &str) -> Atom {
    let ltl = Ltl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let [atom] = &ltl.atoms[..] else {
        panic!("{text}: {} atoms", ltl.atoms.len());
    };
    atom.clone()
}

#[test]
fn atoms_print_as_they_are_written() {
    for text in [
        "Main.count == 3",
        "Main.done",
        "A.b.c >= -3",
        "Main.head != Main.tail",
        "pkg.Outer.Inner.field < 9223372036854775807",
        "Main.slots[2].full",
        "Main.slots[Main.next] != null",
        "Main.grid[0][Main.i[1]].length > 0",
        "all(Account it: it.balance >= 0)",
        "some(p.Philosopher me: (me.left && !(me.right == me.left)))",
        "blocked(Thread-0)",
        "waiting(\"worker 1, (the first)\")",
        "terminated(all class Worker)",
        "enabled(Main.java:12)",
        "holds(main, Main.lock)",
        "at(Main.java:42)",
        "at(Outer.Inner.run)",
        "at(Main.<init>)",
        "at(\"a, b\", Main.java:42)",
        "at(Worker, Main.java:42)",
        "inside",
        "X.count == 1",
        "always.on",
    ] {
        assert_eq!(atom(text).to_string(), text);
        assert_eq!(atom(&format!("[]({text})")).to_string(), text);
    }
}

#[test]
fn atoms_as_data() {
    let Atom::Compare(compare) = atom("Main.slots[2] != 'a'") else {
        panic!("a comparison");
    };
    assert_eq!(compare.right, Operand::Integer(97));
    assert_eq!(compare.right.number(), Some(97));
    let element = PathStep::Element(Box::new(Operand::Integer(2)));
    assert_eq!(compare.left.steps[2], element);
    assert_eq!(compare.left.dotted(), None);
    assert_eq!(atom("A.f == true"), atom("A.f"));
    assert_eq!(atom("A.f != true"), atom("A.f == false"));
    assert_eq!(
        atom("some( main )".replace("some", "blocked").as_str()),
        atom("blocked(main)")
    );
    assert_eq!(atom("blocked(some W)"), atom("blocked(W)"));
    assert_ne!(atom("blocked(\"W\")"), atom("blocked(W)"));
    let Atom::At {
        threads: Some(threads),
        place,
    } = atom("at(Main.java:3, Main.java:42)")
    else {
        panic!("a place of a thread");
    };
    assert!(matches!(threads.name, ThreadName::Line(line) if line.line == 3));
    assert!(matches!(place, Place::Line(line) if line.line == 42));
    let Atom::Instances {
        condition: Condition::Compare(compare),
        ..
    } = atom("all(A).b.c")
    else {
        panic!("about all objects of a class");
    };
    let steps = ["b", "c"].map(|it| PathStep::Name(it.to_owned()));
    let expected = Path {
        base: Base::Instance("it".to_owned()),
        steps: steps.to_vec(),
    };
    assert_eq!(compare.left, expected);
}

#[test]
fn equal_atoms_are_one() {
    let ltl = Ltl::parse("p && A.x == 3 -> <> (p || A.x==3)").unwrap();
    assert_eq!(ltl.atoms.len(), 2);
}

#[test]
fn operators_bind_as_in_spin() {
    let same = [
        ("A.p -> A.q -> A.r", "A.p -> (A.q -> A.r)"),
        ("A.p->A.q", "A.p -> A.q"),
        ("A.p<->A.q", "A.p <-> A.q"),
        ("A.x<3", "A.x < 3"),
        ("A.p || A.q && A.r", "A.p || (A.q && A.r)"),
        ("! A.p U A.q", "(! A.p) U A.q"),
        ("[] A.p -> <> A.q", "([] A.p) -> (<> A.q)"),
        ("always A.p implies eventually A.q", "[] A.p -> <> A.q"),
        ("G p -> F q", "[] p -> <> q"),
        ("A.p U A.q && A.r", "(A.p U A.q) && A.r"),
        ("p U q U p", "p U (q U p)"),
        ("p R q", "p V q"),
        ("p /\\ q \\/ next p", "(p && q) || X p"),
        ("[]<>p", "[] <> p"),
        ("A.a[1]&&[]p", "A.a[1] && ([] p)"),
    ];
    for (one, other) in same {
        assert_eq!(Ltl::parse(one), Ltl::parse(other), "{one}");
    }
    Ltl::parse("p<>q").expect_err("two formulas without an operator between them");
}

#[test]
fn next_is_noticed() {
    assert!(Ltl::parse("[] (p -> X q)").unwrap().uses_next());
    assert!(!Ltl::parse("[] (p -> <> q)").unwrap().uses_next());
}

#[test]
fn what_is_no_formula() {
    refused("", 1, "ends too early");
    refused("A.p &&", 7, "ends too early");
    refused("(A.p", 2, "`)` is missing");
    refused("A.p)", 4, "this `)` has no `(`");
    refused("A.p A.q", 5, "unexpected `A`");
    refused("alway A.q", 1, "did you mean `always`?");
    refused("p unti q", 3, "unexpected `unti`");
    refused("p && U", 6, "found the operator `U`");
    refused("p => q", 3, "written `->`");
    refused("p & q", 3, "written `&&`");
    refused("A.p = 3", 5, "written `==`");
    refused("A.p == 99999999999999999999", 8, "64 bits");
    refused("A.p == 1x", 8, "64 bits");
    refused("A.p ==", 7, "expected a number");
    refused("A.p > null", 5, "does not go with null");
    refused("A.p # A.q", 5, "unexpected `#`");
    refused("A.", 3, "expected a name after `.`");
    refused("A.x[true]", 9, "is no index");
    refused("p == 3", 1, "`p` is no field");
    refused("at(x", 4, "has no end");
    refused("at()", 4, "nothing inside");
    refused("at(run)", 4, "Class.method or File.java:42");
    refused("at(Main.java:x)", 4, "File.java:42");
    refused("bloked(t)", 1, "did you mean `blocked`?");
    refused("frobnicate(t)", 1, "known are at, holds");
    refused("holds(t)", 8, "holds(thread, lock)");
    refused("all(A)", 7, "all(A).field");
    refused("some(A a: a.x &&)", 17, "expected a field");
    refused("blocked(\"x)", 9, "no end");
    refused("ä && &", 6, "expected a formula");
    refused(&"(".repeat(10_000), 202, "too deeply");
    refused(&"! ".repeat(10_000), 403, "too deeply");
}

#[test]
fn large_formulas_end() {
    let error = Ltl::parse(&vec!["p"; 100].join(" <-> ")).expect_err("2 to the power of 100");
    assert!(error.message.contains("too large"), "{error}");
    let error = Ltl::parse(&vec!["p"; 30_000].join(" && ")).expect_err("30,000 operands");
    assert!(error.message.contains("too large"), "{error}");
    let long = Ltl::parse(&vec!["p"; 9_000].join(" && ")).unwrap();
    assert!(long.holds(&[vec![true]], 0));
}

/// Whatever is thrown at the reader, it answers; what it reads, it reads again from how it tells it.
#[test]
fn nothing_makes_the_reader_panic() {
    const PIECES: [&str; 40] = [
        "p",
        "A.x",
        "[]",
        "<>",
        "U",
        "W",
        "R",
        "X",
        "!",
        "&&",
        "||",
        "->",
        "<->",
        "(",
        ")",
        "==",
        "!=",
        "<",
        ">=",
        "3",
        "-7",
        "true",
        "null",
        "'c'",
        "\"",
        "at(",
        "holds(",
        "all(",
        "some(",
        "blocked(",
        ",",
        ":",
        ".",
        "[",
        "]",
        "Main.java:4",
        "class",
        "ä",
        " ",
        "B it: it.y",
    ];
    let mut dice = 88_172_645_463_325_252_u64;
    let mut below = |bound: usize| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        (dice >> 11) as usize % bound
    };
    let mut read = 0;
    for _ in 0..60_000 {
        let text: String = (0..1 + below(9))
            .map(|_| PIECES[below(PIECES.len())])
            .collect();
        let Ok(ltl) = Ltl::parse(&text) else {
            continue;
        };
        read += 1;
        let again = Ltl::parse(&ltl.told());
        assert_eq!(again.as_ref(), Ok(&ltl), "{text} is told as {}", ltl.told());
    }
    assert!(read > 500, "{read}");
}
