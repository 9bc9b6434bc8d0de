//! What the program asked for in vain although it is there outside: variables and files.

use explore::Unsupported;
use machine::Asked;

use crate::subject::Absence;

/// An environment variable that the program asked for, if it has one here.
pub(super) fn variable((name, asked): (&str, Asked)) -> Option<Absence> {
    let reason = match name {
        "" => "the program asks for its environment, which is empty here".to_owned(),
        _ if std::env::var_os(name).is_some() => {
            format!(
                "the program asks for the environment variable {name}, which it does not have here"
            )
        }
        _ => return None,
    };
    Some(Absence {
        reason: format!("{reason}; give such values as arguments or system properties"),
        mark: "getenv".to_owned(),
        place: place(asked),
    })
}

/// A file that the program looked for in vain, if there is one outside. Its working directory is the
/// root.
pub(super) fn file((name, asked): (&str, Asked)) -> Option<Absence> {
    let here = std::path::Path::new(name.trim_start_matches('/'));
    let outside = [std::path::Path::new(name), here];
    let found = outside.into_iter().find(|it| it.exists())?;
    Some(Absence {
        reason: format!(
            "the file {name} is not among the program's own; --allow {} gives it to the program",
            found.display()
        ),
        mark: name.to_owned(),
        place: place(asked),
    })
}

fn place(asked: Asked) -> Unsupported {
    Unsupported {
        reason: String::new(),
        class: asked.class,
        method: asked.method,
        path: asked.path,
    }
}
