//! A driver as Java source: one `case` for each call.

use super::Driver;

/// The source file.
pub fn source(driver: &Driver) -> String {
    let mut text = String::new();
    let mut line = |depth: usize, words: &str| {
        match words.is_empty() {
            true => {}
            false => text += &"  ".repeat(depth),
        }
        text += words;
        text.push('\n');
    };
    if !driver.package.is_empty() {
        line(0, &format!("package {};", driver.package));
        line(0, "");
    }
    line(0, "/**");
    line(
        0,
        &format!(" * Calls {} from several threads. Made by", driver.class),
    );
    line(
        0,
        " * {@code heddle environment --drive}; it may be edited and kept. Its argument says who makes",
    );
    line(0, " * which calls: see {@link heddle.Driver}.");
    line(0, " */");
    line(
        0,
        "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"})",
    );
    line(
        0,
        &format!(
            "public final class {} extends heddle.Driver {{",
            driver.name
        ),
    );
    for (class, name, value) in &driver.fields {
        match value {
            Some(value) => line(1, &format!("private final {class} {name} = {value};")),
            None => line(1, &format!("private {class} {name};")),
        }
    }
    line(0, "");
    line(1, "@Override");
    line(1, "protected Object call(int number) throws Throwable {");
    line(2, "switch (number) {");
    for (number, call) in driver.calls.iter().enumerate() {
        line(3, &format!("case {number}:"));
        for statement in call.code.lines() {
            line(4, statement);
        }
    }
    line(3, "default:");
    line(
        4,
        "throw new IllegalArgumentException(\"there is no call \" + number);",
    );
    line(2, "}");
    line(1, "}");
    line(0, "");
    line(1, "@Override");
    line(1, "protected String name(int number) {");
    line(2, "switch (number) {");
    for (number, call) in driver.calls.iter().enumerate() {
        line(3, &format!("case {number}:"));
        line(4, &format!("return {};", literal(&call.name)));
    }
    line(3, "default:");
    line(4, "return \"call \" + number;");
    line(2, "}");
    line(1, "}");
    line(0, "");
    line(1, "@Override");
    line(1, "protected Object[] objects() {");
    let names: Vec<&str> = driver.fields.iter().map(|it| it.1.as_str()).collect();
    line(2, &format!("return new Object[] {{{}}};", names.join(", ")));
    line(1, "}");
    line(0, "");
    line(
        1,
        "public static void main(String[] arguments) throws Throwable {",
    );
    line(2, &format!("new {}().drive(arguments);", driver.name));
    line(1, "}");
    line(0, "}");
    text
}

/// Leaves out what stands on these lines of the source, from 1: calls, and fields with the calls that
/// use them. Whether there was something to leave out.
pub fn leave_out(driver: &mut Driver, source: &str, lines: &[usize]) -> bool {
    let before = (driver.calls.len(), driver.fields.len());
    let mut calls = Vec::new();
    let mut fields = Vec::new();
    for line in lines {
        let above: Vec<&str> = source.lines().take(*line).collect();
        let number = |text: &&str| -> Option<usize> {
            text.trim()
                .strip_prefix("case ")?
                .strip_suffix(':')?
                .parse()
                .ok()
        };
        let text = above.last().map_or("", |it| it.trim());
        match above.iter().rev().find_map(number) {
            Some(call) => calls.push(call),
            None => fields.extend(driver.fields.iter().map(|it| it.1.clone()).filter(|name| {
                text.contains(&format!(" {name} ")) || text.ends_with(&format!(" {name};"))
            })),
        }
    }
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let uses = |code: &str| {
        code.split(|it| !is_word(it))
            .any(|word| fields.iter().any(|it| it == word))
    };
    driver.fields.retain(|it| !fields.contains(&it.1));
    let all = std::mem::take(&mut driver.calls).into_iter().enumerate();
    for (number, call) in all {
        match calls.contains(&number) || uses(&call.code) {
            true => driver
                .left_out
                .push(format!("{} (javac refuses it)", call.name)),
            false => driver.calls.push(call),
        }
    }
    before != (driver.calls.len(), driver.fields.len())
}

/// A string as Java source writes it.
pub fn literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => literal += "\\\"",
            '\\' => literal += "\\\\",
            '\n' => literal += "\\n",
            '\r' => literal += "\\r",
            '\t' => literal += "\\t",
            ' '..='~' => literal.push(letter),
            _ => {
                let mut units = [0; 2];
                for unit in letter.encode_utf16(&mut units) {
                    literal += &format!("\\u{unit:04x}");
                }
            }
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_compile_is_left_out() {
        let call = |code: &str| crate::driver::Call {
            code: code.to_owned(),
            name: code.to_owned(),
            role: crate::driver::Role::Make,
        };
        let mut driver = Driver {
            class: "A".to_owned(),
            package: String::new(),
            name: "ADriver".to_owned(),
            fields: vec![
                ("A".to_owned(), "a".to_owned(), None),
                ("B".to_owned(), "b1".to_owned(), Some("new B()".to_owned())),
            ],
            calls: vec![
                call("a = new A();"),
                call("a.x();"),
                call("a.y(b1);"),
                call("a.z(b12);"),
            ],
            left_out: Vec::new(),
        };
        let text = source(&driver);
        let line = |words: &str| 1 + text.lines().position(|it| it.contains(words)).unwrap();
        let lines = [line("a.x();"), line("private final B b1")];
        assert!(leave_out(&mut driver, &text, &lines));
        let left: Vec<&str> = driver.calls.iter().map(|it| it.code.as_str()).collect();
        assert_eq!(left, ["a = new A();", "a.z(b12);"]);
        assert_eq!(driver.fields.len(), 1);
        assert!(!leave_out(&mut driver, &text, &[1]));
    }

    #[test]
    fn literals() {
        assert_eq!(literal("a\"b\\c\n"), r#""a\"b\\c\n""#);
        assert_eq!(literal("é"), r#""\u00e9""#);
    }
}
