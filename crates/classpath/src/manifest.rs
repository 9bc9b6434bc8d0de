//! The few attributes of a jar's manifest that matter here.

/// What a `META-INF/MANIFEST.MF` says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// `Main-Class`, with dots.
    pub(crate) main_class: Option<String>,
    /// Whether `Multi-Release` is true.
    pub(crate) multi_release: bool,
    /// The entries of `Class-Path`, as written.
    pub(crate) class_path: Vec<String>,
}

impl Manifest {
    /// Reads the main section. Continuation lines (a leading space) are joined.
    pub(crate) fn parse(text: &str) -> Manifest {
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines() {
            match line.strip_prefix(' ') {
                Some(rest) if !lines.is_empty() => {
                    lines.last_mut().expect("just checked").push_str(rest);
                }
                _ if line.is_empty() => break,
                _ => lines.push(line.to_owned()),
            }
        }
        let mut manifest = Manifest::default();
        for line in &lines {
            let Some((key, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match key.to_ascii_lowercase().as_str() {
                "main-class" => manifest.main_class = Some(value.to_owned()),
                "multi-release" => manifest.multi_release = value.eq_ignore_ascii_case("true"),
                "class-path" => {
                    manifest.class_path = value.split_whitespace().map(str::to_owned).collect();
                }
                _ => {}
            }
        }
        manifest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continuation_lines_are_joined_and_later_sections_ignored() {
        let manifest = Manifest::parse(
            "Manifest-Version: 1.0\r\nMain-Class: a.very.lo\r\n ng.Name\r\nMulti-Release: true\r\n\
             Class-Path: a.jar b.jar\r\n\r\nMain-Class: other\r\n",
        );
        assert_eq!(manifest.main_class.as_deref(), Some("a.very.long.Name"));
        assert!(manifest.multi_release);
        assert_eq!(manifest.class_path, ["a.jar", "b.jar"]);
    }
}
