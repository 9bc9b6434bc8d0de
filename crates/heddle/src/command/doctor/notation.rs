//! Methods as Java writes them.

/// `java/net/Socket.<init>(Ljava/lang/String;I)V` is `new java.net.Socket(String, int)`.
pub(super) fn in_java(method: &str) -> String {
    let Some((name, rest)) = method.split_once('(') else {
        return method.replace('/', ".");
    };
    let parameters = rest.split(')').next().unwrap_or_default();
    let parameters = parameters_of(parameters).join(", ");
    let (class, name) = name.rsplit_once('.').unwrap_or(("", name));
    let class = class.replace(['/', '$'], ".");
    match name {
        "<init>" => format!("new {class}({parameters})"),
        "<clinit>" => format!("the initialiser of {class}"),
        name => match name.strip_prefix("lambda$") {
            Some(rest) => {
                let around = rest.split('$').next().unwrap_or_default();
                match around {
                    "new" => format!("a lambda in a constructor of {class}"),
                    "static" => format!("a lambda in the initialiser of {class}"),
                    around => format!("a lambda in {class}.{around}"),
                }
            }
            None => format!("{class}.{name}({parameters})"),
        },
    }
}

/// The types of a descriptor, without their packages.
fn parameters_of(descriptor: &str) -> Vec<String> {
    let mut types = Vec::new();
    let mut rest = descriptor;
    while let Some(first) = rest.trim_start_matches('[').chars().next() {
        let arrays = rest.len() - rest.trim_start_matches('[').len();
        rest = &rest[arrays..];
        let (name, length) = match first {
            'L' => {
                let end = rest.find(';').unwrap_or(rest.len() - 1);
                let name = rest[1..end].rsplit(['/', '$']).next();
                (name.unwrap_or_default(), end + 1)
            }
            'B' => ("byte", 1),
            'C' => ("char", 1),
            'D' => ("double", 1),
            'F' => ("float", 1),
            'I' => ("int", 1),
            'J' => ("long", 1),
            'S' => ("short", 1),
            'Z' => ("boolean", 1),
            other => ("", other.len_utf8()),
        };
        types.push(format!("{name}{}", "[]".repeat(arrays)));
        rest = &rest[length..];
    }
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_as_java_writes_them() {
        for (internal, java) in [
            ("Main.main([Ljava/lang/String;)V", "Main.main(String[])"),
            (
                "java/net/Socket.<init>(Ljava/lang/String;I)V",
                "new java.net.Socket(String, int)",
            ),
            (
                "java/net/InetAddress.<clinit>()V",
                "the initialiser of java.net.InetAddress",
            ),
            (
                "a/B$C.put([[JLjava/util/Map$Entry;Z)I",
                "a.B.C.put(long[][], Entry, boolean)",
            ),
            ("a/B.lambda$run$3(I)V", "a lambda in a.B.run"),
            ("a/B.field", "a.B.field"),
        ] {
            assert_eq!(in_java(internal), java);
        }
    }
}
