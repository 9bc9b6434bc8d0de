//! What `at(…)` means: the instructions of a method, or of a line.

use std::collections::BTreeSet;

use program::{ClassId, MethodCode, Program};
use promela::observed::Places;

use crate::formula::class_of;

/// The instructions that `Class.method` or `File.java:42` means.
pub(crate) fn find(place: &str, program: &Program) -> Result<Places, String> {
    match place.rsplit_once(':') {
        Some((file, line)) => {
            let line = line.trim().parse();
            let line = line.map_err(|_| format!("at({place}): a line has a number"))?;
            of_line(place, file.trim(), line, program)
        }
        None => of_method(place, program),
    }
}

fn of_method(place: &str, program: &Program) -> Result<Places, String> {
    let parts: Vec<&str> = place.split('.').collect();
    let (class, rest) = class_of(&parts, program)
        .ok_or_else(|| format!("at({place}): there is no such class in the program"))?;
    let [name] = rest else {
        return Err(format!("at({place}) is written Class.method"));
    };
    if *name == "<clinit>" || program.class(class).is_library {
        return Err(format!(
            "at({place}): only methods and constructors of the program's own classes can be asked for"
        ));
    }
    let places = places(class, program, |_, _| true);
    let named = |method: &program::MethodId| &*program.method(*method).name == *name;
    let found: Places = places.into_iter().filter(|it| named(&it.0)).collect();
    match found.is_empty() {
        true => Err(format!("at({place}): there is no such method with code")),
        false => Ok(found),
    }
}

fn of_line(place: &str, file: &str, line: u32, program: &Program) -> Result<Places, String> {
    let mut found = Places::new();
    let mut has_file = false;
    for name in program.class_path().classes() {
        let Ok(class) = program.load(&name) else {
            continue;
        };
        if program.class(class).source_file.as_deref() != Some(file) {
            continue;
        }
        has_file = true;
        let here = places(class, program, |body, pc| body.line(pc) == Some(line));
        found.extend(here);
    }
    match (found.is_empty(), has_file) {
        (false, _) => Ok(found),
        (true, true) => Err(format!("at({place}): there is no code in that line")),
        (true, false) => Err(format!(
            "at({place}): no class of the program is from {file}"
        )),
    }
}

/// The chosen instructions of a class. Initialisers are left out: the machine runs some before the
/// model begins.
fn places(
    class: ClassId,
    program: &Program,
    is_chosen: impl Fn(&program::Body, u32) -> bool,
) -> Places {
    let mut places = Places::new();
    for method in &program.class(class).methods {
        let found = program.method(*method);
        if found.code != MethodCode::Bytecode || &*found.name == "<clinit>" {
            continue;
        }
        let body = program.body(*method);
        let pcs: BTreeSet<u32> = (0..body.code.len() as u32)
            .filter(|pc| is_chosen(body, *pc))
            .collect();
        if !pcs.is_empty() {
            places.insert(*method, pcs);
        }
    }
    places
}
