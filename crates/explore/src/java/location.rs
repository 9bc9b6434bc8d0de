//! What the names of a formula mean in a program: classes, and the instructions of `at(…)`.

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, FieldId, MethodCode, MethodId, Program};

/// Instructions, by method.
pub type Places = BTreeMap<MethodId, BTreeSet<u32>>;

/// The instructions that `Class.method` or `File.java:42` means.
pub fn find(place: &str, program: &Program) -> Result<Places, String> {
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
    let named = |method: &MethodId| &*program.method(*method).name == *name;
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

/// The static fields of a class that are declared propositions: those with an annotation of that name.
pub fn propositions(class: ClassId, program: &Program) -> Vec<FieldId> {
    let class = program.class(class);
    let is_one = |field: &FieldId| {
        let field = program.field(*field);
        let names = program::annotations::of_field(class, field);
        let mut names = names.iter().map(|it| it.rsplit(['/', '$']).next());
        field.is_static && names.any(|it| it == Some("Proposition"))
    };
    class.fields.iter().copied().filter(is_one).collect()
}

/// The class that the first parts of a path name, and the rest. It is named with its package, or is
/// one of the user's classes by its last name; classes inside of it come behind, as Java writes them:
/// `Outer.Inner.field`. As in Java, a field hides a class of the same name. At least one part is left.
pub fn class_of<'a>(parts: &'a [&'a str], program: &Program) -> Option<(ClassId, &'a [&'a str])> {
    let (mut class, mut end) = outer_class(parts, program)?;
    while end + 1 < parts.len() && program.resolve_field(class, parts[end]).is_err() {
        let name = format!("{}${}", program.class(class).name, parts[end]);
        match program.load(&name) {
            Ok(inner) => (class, end) = (inner, end + 1),
            Err(_) => break,
        }
    }
    Some((class, &parts[end..]))
}

/// The first class on a path, and how many parts name it.
fn outer_class(parts: &[&str], program: &Program) -> Option<(ClassId, usize)> {
    for end in 1..parts.len() {
        if let Ok(class) = program.load(&parts[..end].join("/")) {
            return Some((class, end));
        }
    }
    let classes = program.class_path().classes();
    let first = parts.first()?;
    let is_named = |name: &&String| {
        let rest = name.strip_suffix(first);
        rest.is_some_and(|it| it.ends_with(['/', '$']))
    };
    let mut named = classes.iter().filter(is_named);
    match (named.next(), named.next()) {
        (Some(name), None) => Some((program.load(name).ok()?, 1)),
        _ => None,
    }
}
