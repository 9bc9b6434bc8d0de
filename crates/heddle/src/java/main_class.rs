//! The class that is run: as the user names it, by the manifest, or by the sources.

use program::{ClassId, LoadError, Program};
use property::nearest;

use crate::exit::Failure;
use crate::settings::Target;

/// The class that the user names, by its full name.
pub(crate) fn class_named(
    program: &Program,
    target: &Target,
    name: &str,
) -> Result<ClassId, Failure> {
    // Members of classes may be named as source does.
    let mut internal = name.replace('.', "/");
    while program.load(&internal).is_err() {
        match internal.rsplit_once('/') {
            Some((outer, inner)) => internal = format!("{outer}${inner}"),
            None => break,
        }
    }
    let internal = match program.load(&internal) {
        Ok(_) => internal,
        Err(_) => name.replace('.', "/"),
    };
    program.load(&internal).map_err(|error| {
        let LoadError::NotFound(_) = error else {
            return Failure::input(error.to_string());
        };
        let classes = program.class_path().classes();
        let names: Vec<String> = classes.iter().map(|it| it.replace('/', ".")).collect();
        let hint = match nearest(name, names.iter().map(String::as_str)) {
            Some(it) => format!("; did you mean `{it}`?"),
            None => missing_class(target, name),
        };
        Failure::input(format!("class {name} is not on the class path{hint}"))
    })
}

/// The class whose main method is run: as named, or by the manifest, or by the sources.
pub(super) fn main_class(
    program: &Program,
    target: &Target,
    own: &[String],
) -> Result<ClassId, Failure> {
    if let Some(name) = &target.main {
        return class_named(program, target, name);
    }
    if target.sources.is_empty() {
        let main = program.class_path().main_class().ok_or_else(|| {
            Failure::input(format!(
                "{} names no main class; give --main CLASS",
                target.name
            ))
        })?;
        return program
            .load(&main)
            .map_err(|error| Failure::input(error.to_string()));
    }
    let mut with_main = Vec::new();
    for name in own {
        let class = program
            .load(name)
            .map_err(|error| Failure::input(error.to_string()))?;
        if has_main(program, class) {
            with_main.push((name.replace('/', "."), class));
        }
    }
    let stem = target.sources[0]
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let is_first = |name: &str| name.rsplit('.').next() == Some(&*stem);
    match &with_main[..] {
        [] => Err(Failure::input(format!(
            "{} has no main(String[]) method{}",
            target.name,
            other_main(program, own)
        ))),
        [(_, only)] => Ok(*only),
        several => match several.iter().find(|(name, _)| is_first(name)) {
            Some((_, first)) => Ok(*first),
            None => {
                let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
                let names = names.join(", ");
                Err(Failure::input(format!(
                    "several classes have a main method ({names}); give --main"
                )))
            }
        },
    }
}

/// What may help where there is a `main` of another kind.
fn other_main(program: &Program, own: &[String]) -> &'static str {
    let classes = own.iter().filter_map(|name| program.load(name).ok());
    let mut methods = classes.flat_map(|class| &program.class(class).methods);
    let is_other = methods.any(|id| {
        let method = program.method(*id);
        &*method.name == "main"
            && !method.is_private()
            && matches!(&*method.descriptor, "()V" | "([Ljava/lang/String;)V")
    });
    if is_other {
        " that is static; a main of another kind needs a JDK 25 or later (--jdk)"
    } else {
        ""
    }
}

/// What may help where a class is not found and none has a similar name.
fn missing_class(target: &Target, name: &str) -> String {
    let gone: Vec<String> = target
        .classpath
        .iter()
        .filter(|it| !it.exists() && !it.ends_with("*"))
        .map(|it| it.display().to_string())
        .collect();
    if std::path::Path::new(name).is_file() {
        format!("; the file {name} is neither a .java file nor a .jar")
    } else if !gone.is_empty() {
        format!(": {} does not exist", gone.join(", "))
    } else if target.classpath.is_empty() && target.sources.is_empty() {
        "; give a .java file, a .jar, or -cp DIR".to_owned()
    } else {
        String::new()
    }
}

/// Whether the class itself declares the main method that would be run.
fn has_main(program: &Program, class: ClassId) -> bool {
    program
        .main_method(class)
        .is_some_and(|main| program.method(main).class == class)
}
