//! Structures and formulas as text.
//!
//! In: a vocabulary and a structure or formula. Out: text that [`super::read`] takes. Individuals are named by
//! their numbers; what is 0 is not written.

use crate::logic::formula::{Formula, Kind, Symbol, Variable};
use crate::logic::kleene::{Column, Kleene, bits};
use crate::logic::structure::Structure;
use crate::logic::vocabulary::Vocabulary;
use std::fmt::Write;

/// A structure as text.
pub fn write_structure(vocabulary: &Vocabulary, name: &str, structure: &Structure) -> String {
    let mut text = format!("structure {name} {{\n");
    let individual = |it: usize| {
        let plus = if structure.is_single(it) { "" } else { "+" };
        format!("u{it}{plus}")
    };
    let individuals: Vec<String> = (0..structure.count()).map(individual).collect();
    writing(writeln!(text, "  individuals {};", individuals.join(", ")));
    for declaration in vocabulary.declarations() {
        let name = &declaration.name;
        match declaration.symbol {
            Symbol::Nullary(it) => match structure.nullary(it) {
                Kleene::False => {}
                Kleene::True => writing(writeln!(text, "  {name};")),
                Kleene::Unknown => writing(writeln!(text, "  {name} = 1/2;")),
            },
            Symbol::Unary(it) => facts(&mut text, structure.unary(it), |at| {
                format!("{name}(u{at})")
            }),
            Symbol::Binary(it) => {
                for left in 0..structure.count() {
                    let row = structure.row(it, left);
                    facts(&mut text, row, |at| format!("{name}(u{left}, u{at})"));
                }
            }
        }
    }
    text.push_str("}\n");
    text
}

fn writing(result: std::fmt::Result) {
    result.expect("a String takes all text");
}

fn facts(text: &mut String, column: Column, fact: impl Fn(usize) -> String) {
    if column.may == 0 {
        return;
    }
    text.push(' ');
    for at in bits(column.may) {
        let unknown = if column.get(at) == Kleene::Unknown {
            " = 1/2"
        } else {
            ""
        };
        writing(write!(text, " {}{unknown};", fact(at)));
    }
    text.push('\n');
}

/// A formula as text; variables are `v0`, `v1`, …
pub fn write_formula(vocabulary: &Vocabulary, formula: &Formula) -> String {
    let one = |it: &Formula| write_formula(vocabulary, it);
    let all = |parts: &[Formula], sign: &str| {
        let parts: Vec<String> = parts.iter().map(one).collect();
        format!("({})", parts.join(sign))
    };
    let name = |symbol: Symbol| vocabulary.name(symbol);
    let v = |it: &Variable| format!("v{it}");
    match formula.kind() {
        Kind::Constant(Kleene::False) => "0".to_string(),
        Kind::Constant(Kleene::Unknown) => "1/2".to_string(),
        Kind::Constant(Kleene::True) => "1".to_string(),
        Kind::Nullary(it) => name(Symbol::Nullary(*it)).to_string(),
        Kind::Unary(it, of) => format!("{}({})", name(Symbol::Unary(*it)), v(of)),
        Kind::Binary(it, a, b) => format!("{}({}, {})", name(Symbol::Binary(*it)), v(a), v(b)),
        Kind::Equal(a, b) => format!("{} == {}", v(a), v(b)),
        Kind::Not(inner) => format!("!({})", one(inner)),
        Kind::And(parts) => all(parts, " & "),
        Kind::Or(parts) => all(parts, " | "),
        Kind::Exists(it, inner) => format!("(exists {}: {})", v(it), one(inner)),
        Kind::Forall(it, inner) => format!("(forall {}: {})", v(it), one(inner)),
        Kind::Closure(closure) => {
            let plus = if closure.reflexive { "" } else { "+" };
            let (left, right) = (v(&closure.left), v(&closure.right));
            let step = one(&closure.step);
            let (from, to) = (v(&closure.from), v(&closure.to));
            format!("path{plus}({left}, {right}: {step})({from}, {to})")
        }
    }
}
