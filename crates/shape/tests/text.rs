//! The text form: what is read, what is written, what is said of mistakes.

use shape::logic::action::{Action, Update};
use shape::logic::formula::{Formula, Symbol};
use shape::logic::text::{read, write_formula, write_structure};
use shape::logic::transform::Transformer;

const PREDICATES: &str = "
predicate flag;
predicate x(v) unique;
predicate n(v, w) function;
predicate r[n,x](v) = exists a: x(a) & n*(a, v);
";

#[test]
fn structures_are_read_as_they_are_written() {
    let list = "structure list {
  individuals u0, u1+;
  flag = 1/2;
  x(u0);
  n(u0, u1) = 1/2;
  n(u1, u1) = 1/2;
  r[n,x](u0); r[n,x](u1);
}
";
    let document = read(&format!("{PREDICATES}{list}")).unwrap();
    let written = write_structure(&document.vocabulary, "list", &document.structures["list"]);
    assert_eq!(written, list);
}

#[test]
fn formulas_are_read_as_they_are_written() {
    let formulas = [
        "forall v: x(v) -> (exists w: n(v, w) & v != w) | flag",
        "exists v, w: n+(v, w) <-> !n*(w, v)",
        "forall v: if x(v) then flag else 1/2",
        "exists v: path+(a, b: n(a, b) | n(b, a))(v, v) & path(a, b: n(a, b))(v, v)",
    ];
    for formula in formulas {
        let text = |it: &str| {
            let rule = format!("{PREDICATES}program p {{ start A; check A: {it} \"it\"; }}");
            let document = read(&rule).unwrap();
            write_formula(
                &document.vocabulary,
                &document.programs[0].checks[0].formula,
            )
        };
        assert_eq!(text(&text(formula)), text(formula));
    }
}

/// What is wrong with declarations after the predicates above, with the line counted from 1.
fn mistake(text: &str) -> String {
    let error = read(&format!("{}{text}", PREDICATES.replace('\n', " "))).unwrap_err();
    error.to_string()
}

#[test]
fn mistakes_have_their_line() {
    let expected = [
        ("predicate flag;", "line 1: `flag` is declared twice"),
        (
            "\npredicate q(v) function;",
            "line 2: `function` is not a property of predicates of this arity",
        ),
        (
            "predicate q(u, v, w);",
            "line 1: a predicate has at most two arguments",
        ),
        (
            "predicate q(v) sometimes;",
            "line 1: `sometimes` is no property of predicates",
        ),
        ("\nrule x(v);", "line 2: `v` is no variable here"),
        (
            "rule exists v: n(v);",
            "line 1: `n` does not have 1 arguments",
        ),
        ("rule exists v: x*(v, v);", "line 1: `x` is not binary"),
        ("rule exists v: y(v);", "line 1: `y` is no predicate"),
        (
            "rule exists v x(v);",
            "line 1: `:` is expected here, not `x`",
        ),
        ("rule (flag", "line 1: `)` is expected, but the text ends"),
        (
            "structure s { individuals a, a; }",
            "line 1: `a` is there twice",
        ),
        (
            "structure s { individuals a;\n\n x(b); }",
            "line 3: `b` is no individual",
        ),
        (
            "structure s { individuals a; x(a) = 2; }",
            "line 1: a value is 0, 1 or 1/2",
        ),
        (
            "structure s {",
            "line 1: a name is expected, but the text ends",
        ),
        ("program p { }", "line 1: the program has no start"),
        (
            "program p { start A; A -> B: go(); }",
            "line 1: `go` is no action",
        ),
        (
            "program p { start A; input s; }",
            "line 1: `s` is no structure",
        ),
        (
            "action a(v) { set x(w) = q(w); }\nprogram p { start A; A -> A: a(x); }",
            "line 1: `q` is no predicate",
        ),
        (
            "action a() { set x(w) = 0; set x(w) = 1; } program p { start A; A -> A: a(); }",
            "line 1: `x` is set twice",
        ),
        ("foreach z in Nobody { }", "line 1: `Nobody` is no set"),
        ("exclusive x, n;", "line 1: `n` is not a unary predicate"),
        (
            "include \"elsewhere\";",
            "line 1: there is no \"elsewhere\"",
        ),
        ("rule \u{1F600};", "line 1: `\u{1F600}` means nothing here"),
        ("rule \"", "line 1: a text without its closing quote"),
    ];
    for (text, expected) in expected {
        assert_eq!(mistake(text), expected, "{text}");
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    let text = format!("{PREDICATES} structure s {{ individuals a, b+; x(a); n(a, b) = 1/2; }}
        action a(z) {{ title \"z\"; choose v: z(v); focus (w) n(v, w); when flag; error flag \"no\"; new c;
        set z(w) = w == c; foreach y in {{x}} - {{z}} {{ set n(v, w) = 0; }} remove w: x(w); }}
        program p {{ input s; start A; A -> B: a(x); check B: forall v: if x(v) then 1 else 1/2 \"it\"; }}");
    assert!(read(&text).is_ok());
    let mut seed = 1u64;
    for _ in 0..20_000 {
        let mut next = |limit: usize| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as usize % limit
        };
        let mut broken: Vec<char> = text.chars().collect();
        for _ in 0..=next(4) {
            let (from, to) = (next(broken.len()), next(broken.len()));
            match next(4) {
                0 => broken[from] = broken[to],
                1 => broken.truncate(from.max(1)),
                2 => drop(broken.drain(from.min(to)..from.max(to).min(from.min(to) + 20))),
                _ => broken.insert(from, broken[to]),
            }
            if broken.is_empty() {
                broken.push(' ');
            }
        }
        let _ = read(&broken.into_iter().collect::<String>());
    }
    let deep = format!("{PREDICATES} rule {}flag;", "(".repeat(100_000));
    assert!(read(&deep).unwrap_err().message.contains("deeply"));
    let deep = format!("{PREDICATES} rule {}flag;", "!".repeat(100_000));
    assert!(read(&deep).is_ok());
    let deep = format!("{PREDICATES} rule {} flag;", "exists v:".repeat(100));
    assert!(read(&deep).unwrap_err().message.contains("variables"));
}

#[test]
fn beyond_sixty_four_individuals_names_are_merged_and_the_answer_says_so() {
    let mut text = String::new();
    for number in 0..80 {
        text += &format!("predicate p{number}(v) unique;\n");
    }
    let vocabulary = read(&text).unwrap().vocabulary;
    let transformer = Transformer::new(&vocabulary);
    let mut structure = vocabulary.structure(0);
    let mut widened = 0;
    for number in 0..80 {
        let mut action = Action::new("new");
        action.created.push(0);
        let is_new = Formula::equal(0, 1);
        action
            .updates
            .push(Update::new(Symbol::Unary(number), vec![1], is_new));
        let step = transformer.apply(&structure, &action);
        assert_eq!(step.structures.len(), 1);
        structure = step.structures[0].clone();
        assert!(structure.count() <= 64);
        widened += step.counts.widened;
    }
    assert!(widened > 0);
    // Each of the eighty is still there, if only as one of several.
    for number in 0..80 {
        assert_ne!(structure.unary(number).may, 0, "p{number}");
    }
}
