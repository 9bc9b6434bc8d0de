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
    fn literals() {
        assert_eq!(literal("a\"b\\c\n"), r#""a\"b\\c\n""#);
        assert_eq!(literal("é"), r#""\u00e9""#);
    }
}
