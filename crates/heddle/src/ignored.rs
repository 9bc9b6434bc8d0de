//! Which variables a model leaves out: by `--ignore`, by `--model-only`, and by comments in the
//! source, as JCAT has them: `/*^ x y */` before a declaration keeps `x` and `y` of it and leaves
//! out the other variables that it declares.

use std::collections::BTreeSet;

use program::{Field, MethodId, Program};
use promela::unknown::Ignored;

use crate::flags::ModelOptions;
use crate::settings::Target;

/// Names of variables, as typed and as found in comments.
#[derive(Debug, Default)]
pub(crate) struct Names {
    ignored: BTreeSet<String>,
    only: Option<BTreeSet<String>>,
    /// File and name.
    annotated: BTreeSet<(String, String)>,
}

impl Names {
    /// Reads the options and the sources of the target.
    pub(crate) fn new(options: &ModelOptions, target: &Target) -> Names {
        let list = |text: &String| text.split(',').map(|it| it.trim().to_owned()).collect();
        let mut names = Names {
            ignored: options.ignore.as_ref().map(list).unwrap_or_default(),
            only: options.model_only.as_ref().map(list),
            annotated: BTreeSet::new(),
        };
        for source in &target.sources {
            let file = source
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if let Ok(text) = std::fs::read_to_string(source) {
                let found = left_out(&text).into_iter().map(|name| (file.clone(), name));
                names.annotated.extend(found);
            }
        }
        names
    }
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
        let file = class.source_file.as_deref().unwrap_or_default().to_owned();
        is_named(&self.ignored, &class.name, &field.name)
            || self.annotated.contains(&(file, field.name.to_string()))
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
        let file = class.source_file.as_deref().unwrap_or_default().to_owned();
        self.annotated.contains(&(file, name.to_owned()))
    }

    fn is_empty(&self) -> bool {
        self.ignored.is_empty() && self.only.is_none() && self.annotated.is_empty()
    }
}

/// The variables that annotated declarations of a source leave out.
fn left_out(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (start, _) in text.match_indices("/*^") {
        let rest = &text[start + 3..];
        let Some((kept, after)) = rest.split_once("*/") else {
            break;
        };
        let kept: BTreeSet<&str> = kept.split_whitespace().collect();
        let plain = without_comments(after);
        let end = plain.find([';', ')', '{']).unwrap_or(plain.len());
        for declared in declared(&plain[..end]) {
            if !kept.contains(declared.as_str()) {
                names.insert(declared);
            }
        }
    }
    names
}

/// Text without line and block comments.
fn without_comments(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        plain.push_str(&rest[..at]);
        let end = if rest[at..].starts_with("/*") {
            "*/"
        } else {
            "\n"
        };
        match rest[at..].find(end) {
            Some(length) => rest = &rest[at + length + end.len()..],
            None => rest = "",
        }
        plain.push(' ');
    }
    plain.push_str(rest);
    plain
}

/// The names that a declaration such as `private int x = 1, y` declares.
fn declared(declaration: &str) -> Vec<String> {
    let parts = declaration.split(',');
    let names = parts.filter_map(|part| {
        let left = part.split('=').next().unwrap_or(part).trim();
        let name = left
            .rsplit(|it: char| !(it.is_alphanumeric() || it == '_'))
            .find(|it| !it.is_empty())?;
        Some(name.to_owned())
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_annotation_leaves_out_what_it_does_not_name() {
        let text = "/*^ x y */ // of these\n int x, y, z = 3;\n int w;\n /*^ */ private int a, b;";
        let expected: BTreeSet<String> = ["z", "a", "b"].map(str::to_owned).into();
        assert_eq!(left_out(text), expected);
    }

    #[test]
    fn a_parameter_can_be_annotated() {
        let text = "void f(/*^ */ int n) { }";
        assert_eq!(left_out(text), BTreeSet::from(["n".to_owned()]));
    }
}
