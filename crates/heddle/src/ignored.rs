//! Which variables a model leaves out: by `--ignore`, by `--model-only`, and by comments in the
//! source, as JCAT has them: `/*^ x y */` before a declaration keeps `x` and `y` of it and leaves
//! out the other variables that it declares (`annotations`). A comment before a field means that
//! field of that class, one in a method the variables of that method.

mod annotations;

use std::collections::{BTreeMap, BTreeSet};

use program::{Class, Field, MethodCode, MethodId, Program};
use promela::unknown::Ignored;

use self::annotations::{LeftOut, Scope, left_out};
use crate::flags::ModelOptions;
use crate::settings::Target;

/// Names of variables, as typed and as found in comments.
#[derive(Debug, Default)]
pub(crate) struct Names {
    ignored: BTreeSet<String>,
    only: Option<BTreeSet<String>>,
    /// What comments leave out, by file.
    annotated: BTreeMap<String, Vec<LeftOut>>,
}

impl Names {
    /// Reads the options and the sources of the target.
    pub(crate) fn new(options: &ModelOptions, target: &Target) -> Names {
        let list = |text: &String| text.split(',').map(|it| it.trim().to_owned()).collect();
        let mut names = Names {
            ignored: options.ignore.as_ref().map(list).unwrap_or_default(),
            only: options.model_only.as_ref().map(list),
            annotated: BTreeMap::new(),
        };
        for source in &target.sources {
            let file = source
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if let Ok(text) = std::fs::read_to_string(source) {
                let found = left_out(&text);
                if !found.is_empty() {
                    names.annotated.entry(file).or_default().extend(found);
                }
            }
        }
        names
    }

    /// What comments in the source of a class leave out.
    fn annotated(&self, class: &Class) -> &[LeftOut] {
        let file = class.source_file.as_deref().unwrap_or_default();
        self.annotated.get(file).map_or(&[], Vec::as_slice)
    }
}

/// The line that a method begins in.
fn first_line(program: &Program, method: MethodId) -> Option<u32> {
    let has_code = program.method(method).code == MethodCode::Bytecode;
    has_code.then(|| program.body(method).line(0)).flatten()
}

/// The names of a class and of those around it, as the source has them: `Outer$1Local` is `Outer`,
/// `Local`, and an anonymous class has none.
fn names_in_source(class: &Class) -> Vec<&str> {
    let name = class.name.rsplit('/').next().unwrap_or(&class.name);
    let parts = name.split('$');
    let parts = parts.map(|it| it.trim_start_matches(|it: char| it.is_ascii_digit()));
    parts.filter(|it| !it.is_empty()).collect()
}

fn is_anonymous(class: &Class) -> bool {
    let last = class.name.rsplit('$').next().unwrap_or_default();
    !last.is_empty() && last.bytes().all(|it| it.is_ascii_digit())
}

/// `Account.balance` or just `balance` names a field.
fn is_named(set: &BTreeSet<String>, class: &str, name: &str) -> bool {
    let last = class.rsplit(['/', '$']).next().unwrap_or(class);
    let dotted = class.replace(['/', '$'], ".");
    set.contains(name)
        || set.contains(&format!("{last}.{name}"))
        || set.contains(&format!("{dotted}.{name}"))
}

impl Ignored for Names {
    fn field(&self, program: &Program, field: &Field) -> bool {
        let class = program.class(field.class);
        if class.is_library {
            return false;
        }
        let is_annotated = |it: &LeftOut| {
            *it.name == *field.name
                && match &it.scope {
                    Scope::Class(names) => !is_anonymous(class) && *names == names_in_source(class),
                    Scope::Anonymous(lines) => {
                        let methods = class.methods.iter();
                        let mut begins = methods.filter_map(|it| first_line(program, *it));
                        is_anonymous(class) && begins.any(|line| lines.contains(&line))
                    }
                    Scope::Member(_) => false,
                }
        };
        is_named(&self.ignored, &class.name, &field.name)
            || self.annotated(class).iter().any(is_annotated)
            || self.only.as_ref().is_some_and(|only| {
                // What the compiler made is not the user's to choose.
                field.access_flags & 0x1000 == 0 && !is_named(only, &class.name, &field.name)
            })
    }

    fn local(&self, program: &Program, method: MethodId, name: &str) -> bool {
        let class = program.class(program.method(method).class);
        if class.is_library {
            return false;
        }
        let mut annotated = self.annotated(class).iter();
        annotated.any(|it| match &it.scope {
            Scope::Member(lines) if it.name == name => {
                first_line(program, method).is_some_and(|line| lines.contains(&line))
            }
            _ => false,
        })
    }

    fn is_empty(&self) -> bool {
        self.ignored.is_empty() && self.only.is_none() && self.annotated.is_empty()
    }
}
