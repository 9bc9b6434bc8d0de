//! Writes down programs that kill: made smaller as long as they do.

use std::path::Path;

use oracle::PlatformProgram;
use program::Program;

use crate::bench::Bench;
use crate::table::{Fault, directory};
use crate::{STATES, Seen, kills};

/// How often a program may become smaller.
const ROUNDS: usize = 12;

fn is_killer(loaded: &Program, name: &str, fault: &Fault) -> bool {
    let full = Seen::of(loaded, name, STATES);
    full.is_some_and(|full| kills(loaded, name, &full, fault))
}

/// Records a program for what it kills. What the smaller one no longer kills is left to others.
pub(crate) fn record(bench: &Bench, program: &PlatformProgram, faults: &[Fault]) -> Vec<Fault> {
    let Some(first) = faults.first() else {
        return Vec::new();
    };
    let mut program = program.clone();
    for round in 0..ROUNDS {
        let number = |(index, it): (usize, PlatformProgram)| it.named(format!("S{round}x{index}"));
        let smaller: Vec<PlatformProgram> = program
            .smaller()
            .into_iter()
            .enumerate()
            .map(number)
            .collect();
        if smaller.is_empty() {
            break;
        }
        let loaded = bench.compile(&smaller, &format!("{}-{round}", program.name));
        let mut smaller = smaller.into_iter();
        match smaller.find(|it| is_killer(&loaded, &it.name, first)) {
            Some(next) => program = next,
            None => break,
        }
    }
    let program = program.named(name_of(first));
    let loaded = bench.compile(std::slice::from_ref(&program), &program.name);
    let killed = |it: &&Fault| is_killer(&loaded, &program.name, it);
    let killed: Vec<Fault> = faults.iter().filter(killed).cloned().collect();
    let path = directory().join(format!("{}.java", program.name));
    std::fs::write(&path, program.source()).expect("the directory can be written");
    add(&path, &killed);
    killed
}

/// Says in a program what it kills.
pub(crate) fn add(path: &Path, killed: &[Fault]) {
    let lines: String = killed
        .iter()
        .map(|it| format!("// kills: {it}\n"))
        .collect();
    let text = std::fs::read_to_string(path).expect("the program can be read");
    std::fs::write(path, lines + &text).expect("the program can be written");
}

/// A name for the class, by what it kills.
fn name_of(fault: &Fault) -> String {
    let text = fault.to_string();
    let words = text.split(|it: char| !it.is_alphanumeric());
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|it| it.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    words.map(capital).collect()
}
