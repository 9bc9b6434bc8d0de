//! Finds `/*^ x y */` in a source, and what the declaration behind it declares.
//!
//! In: the text of a `.java` file. Out: the variables that the comments leave out, each with the scope
//! that it is declared in. No parser of Java: it follows brackets, tells bodies of classes from others,
//! and reads declarations; a text that is no Java gives some answer, never a failure.

use std::ops::RangeInclusive;

/// A variable that a comment leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    pub(super) name: String,
    pub(super) scope: Scope,
}

/// Where a variable is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// It is a field of the class of this name, after the names of the classes around it.
    Class(Vec<String>),
    /// It is a field of an anonymous class that has these lines.
    Anonymous(RangeInclusive<u32>),
    /// It is a parameter or a local variable of the member of a class that has these lines.
    Member(RangeInclusive<u32>),
}

/// What the comments of a source leave out.
pub(super) fn left_out(text: &str) -> Vec<LeftOut> {
    let mut reader = Reader {
        tokens: tokens(text),
        brackets: Vec::new(),
        named: None,
        found: Vec::new(),
    };
    for at in 0..reader.tokens.len() {
        reader.read(at);
    }
    while !reader.brackets.is_empty() {
        reader.close(u32::MAX);
    }
    reader.found
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// An identifier, a keyword or a number.
    Word(String),
    /// A string or a character.
    Text,
    /// `/*^ … */` with the names that it keeps.
    Comment(Vec<String>),
    /// Anything else.
    Sign(char),
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    line: u32,
}

impl Token {
    fn is(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }

    fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// The tokens of a text, without other comments.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = if rest.starts_with("/*") {
            let length = rest.find("*/").map_or(rest.len(), |it| it + 2);
            let inside = rest[..length].strip_prefix("/*^");
            let inside = inside.map(|it| it.trim_end_matches("*/").split_whitespace());
            let kept = inside.map(|it| it.map(str::to_owned).collect());
            (kept.map(Kind::Comment), length)
        } else if rest.starts_with("//") {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("\"\"\"") {
            (Some(Kind::Text), quoted(rest, "\"\"\""))
        } else if first == '"' {
            (Some(Kind::Text), quoted(rest, "\""))
        } else if first == '\'' {
            (Some(Kind::Text), quoted(rest, "'"))
        } else if is_word(first) {
            let length = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
            (Some(Kind::Word(rest[..length].to_owned())), length)
        } else {
            let sign = (!first.is_whitespace()).then_some(Kind::Sign(first));
            (sign, first.len_utf8())
        };
        tokens.extend(kind.map(|kind| Token { kind, line }));
        line += rest[..length].matches('\n').count() as u32;
        rest = &rest[length..];
    }
    tokens
}

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || it == '_' || it == '$'
}

/// How long a literal is that begins here and ends with the same quote.
fn quoted(rest: &str, quote: &str) -> usize {
    let mut at = quote.len();
    while let Some(next) = rest[at..].chars().next() {
        if rest[at..].starts_with(quote) {
            return at + quote.len();
        }
        at += next.len_utf8();
        if next == '\\' {
            at += rest[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    rest.len()
}

/// A bracket that is open.
#[derive(Debug)]
enum Bracket {
    /// The body of a class.
    Class(ClassBody),
    /// Any other.
    Other,
}

#[derive(Debug)]
struct ClassBody {
    /// `None` for an anonymous class.
    name: Option<String>,
    /// Whether its body begins with constants, which may have bodies, too.
    lists_constants: bool,
    first_line: u32,
    /// Where the member begins that is read now.
    member: Option<u32>,
    /// Variables of that member that are left out.
    locals: Vec<String>,
    /// Fields that are left out, of an anonymous class.
    fields: Vec<String>,
}

/// A class whose name was read, and whose body comes.
#[derive(Debug)]
struct Named {
    name: String,
    is_enum: bool,
    is_record: bool,
    /// How many brackets are open where its body begins.
    depth: usize,
}

struct Reader {
    tokens: Vec<Token>,
    brackets: Vec<Bracket>,
    named: Option<Named>,
    found: Vec<LeftOut>,
}

impl Reader {
    fn read(&mut self, at: usize) {
        let Token { kind, line } = self.tokens[at].clone();
        if let Some(Bracket::Class(body)) = self.brackets.last_mut()
            && kind != Kind::Sign('}')
        {
            body.member.get_or_insert(line);
        }
        match kind {
            Kind::Word(word) => self.word(at, &word),
            Kind::Comment(kept) => self.comment(at, &kept),
            Kind::Sign('{') => {
                let body = self.body_at(at, line);
                self.brackets.push(body);
            }
            Kind::Sign('(' | '[') => self.brackets.push(Bracket::Other),
            Kind::Sign(')' | ']') => {
                if let Some(Bracket::Other) = self.brackets.last() {
                    self.brackets.pop();
                }
            }
            Kind::Sign('}') => {
                self.close(line);
                self.end_member(line);
            }
            Kind::Sign(';') => {
                if let Some(Bracket::Class(body)) = self.brackets.last_mut() {
                    body.lists_constants = false;
                }
                self.end_member(line);
            }
            Kind::Sign(_) | Kind::Text => {}
        }
    }

    /// Notes that a class is declared.
    fn word(&mut self, at: usize, word: &str) {
        let declares = matches!(word, "class" | "interface" | "enum" | "record");
        let after_dot = at > 0 && self.tokens[at - 1].is('.');
        let is_record = word == "record";
        let next = self.tokens.get(at + 1).and_then(Token::word);
        let opens = self.tokens.get(at + 2);
        let fits = !is_record || opens.is_some_and(|it| it.is('(') || it.is('<'));
        if declares
            && !after_dot
            && fits
            && let Some(name) = next
        {
            self.named = Some(Named {
                name: name.to_owned(),
                is_enum: word == "enum",
                is_record,
                depth: self.brackets.len(),
            });
        }
    }

    /// What a brace opens.
    fn body_at(&mut self, at: usize, line: u32) -> Bracket {
        let depth = self.brackets.len();
        let (name, lists_constants) = match self.named.take_if(|it| it.depth == depth) {
            Some(named) => (Some(named.name), named.is_enum),
            None => {
                let of_constant =
                    matches!(self.brackets.last(), Some(Bracket::Class(it)) if it.lists_constants);
                if !of_constant && !self.is_anonymous(at) {
                    return Bracket::Other;
                }
                (None, false)
            }
        };
        Bracket::Class(ClassBody {
            name,
            lists_constants,
            first_line: line,
            member: None,
            locals: Vec::new(),
            fields: Vec::new(),
        })
    }

    /// Whether a brace is behind `new Type(…)`.
    fn is_anonymous(&self, brace: usize) -> bool {
        let Some(mut at) = brace.checked_sub(1).filter(|it| self.tokens[*it].is(')')) else {
            return false;
        };
        let mut open = 0;
        loop {
            open += i32::from(self.tokens[at].is(')')) - i32::from(self.tokens[at].is('('));
            if open == 0 {
                break;
            }
            match at.checked_sub(1) {
                Some(before) => at = before,
                None => return false,
            }
        }
        let of_type = |token: &&Token| match &token.kind {
            Kind::Word(word) => word != "new",
            Kind::Sign(sign) => ".,<>?&[]@".contains(*sign),
            _ => false,
        };
        let before = self.tokens[..at].iter().rev();
        let mut before = before.skip_while(of_type);
        before.next().and_then(Token::word) == Some("new")
    }

    /// Ends the innermost bracket, whatever it is.
    fn close(&mut self, line: u32) {
        self.end_member(line);
        if let Some(Bracket::Class(body)) = self.brackets.pop() {
            let lines = body.first_line..=line;
            let fields = body.fields.into_iter().map(|name| LeftOut {
                name,
                scope: Scope::Anonymous(lines.clone()),
            });
            self.found.extend(fields);
        }
    }

    /// A member of the innermost class ends here, if nothing else is open.
    fn end_member(&mut self, line: u32) {
        let Some(Bracket::Class(body)) = self.brackets.last_mut() else {
            return;
        };
        let lines = body.member.take().unwrap_or(line)..=line;
        let locals = std::mem::take(&mut body.locals);
        self.found.extend(locals.into_iter().map(|name| LeftOut {
            name,
            scope: Scope::Member(lines.clone()),
        }));
    }

    fn comment(&mut self, at: usize, kept: &[String]) {
        let mut names = declared(&self.tokens[at + 1..]);
        names.retain(|name| !kept.contains(name));
        if let Some(named) = self.named.as_ref().filter(|it| it.is_record) {
            let record = named.name.clone();
            return self.enter_fields(Some(record), names);
        }
        if let Some(Bracket::Class(_)) = self.brackets.last() {
            return self.enter_fields(None, names);
        }
        let around = self.brackets.iter_mut().rev();
        let mut around = around.filter_map(|it| match it {
            Bracket::Class(body) => Some(body),
            Bracket::Other => None,
        });
        if let Some(body) = around.next() {
            body.locals.append(&mut names);
        }
    }

    /// Enters fields of the innermost class, or of a class that is declared in it.
    fn enter_fields(&mut self, inner: Option<String>, mut names: Vec<String>) {
        if inner.is_none()
            && let Some(Bracket::Class(body)) = self.brackets.last_mut()
            && body.name.is_none()
        {
            return body.fields.append(&mut names);
        }
        let around = self.brackets.iter().filter_map(|it| match it {
            Bracket::Class(body) => body.name.clone(),
            Bracket::Other => None,
        });
        let classes: Vec<String> = around.chain(inner).collect();
        self.found.extend(names.into_iter().map(|name| LeftOut {
            name,
            scope: Scope::Class(classes.clone()),
        }));
    }
}

/// The names that a declaration such as `private int x = f(1, 2), y` declares. A method or a class
/// declares none.
fn declared(tokens: &[Token]) -> Vec<String> {
    let mut names = Vec::new();
    let mut last: Option<&str> = None;
    let mut in_value = false;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match &token.kind {
            Kind::Word(word) if !in_value => last = Some(word),
            Kind::Sign('=') if !in_value => {
                names.extend(last.take());
                in_value = true;
            }
            Kind::Sign(',') => {
                names.extend(last.take());
                in_value = false;
            }
            Kind::Sign(':') if !in_value => break,
            Kind::Sign(';' | ')' | '}' | ']') => break,
            Kind::Sign('(') if !in_value && !is_of_annotation(&tokens[..at - 1]) => {
                return Vec::new();
            }
            Kind::Sign('{') if !in_value => return Vec::new(),
            Kind::Sign('(' | '[' | '{') => at = behind_bracket(tokens, at),
            Kind::Sign('<') => at = behind_types(tokens, at).unwrap_or(at),
            _ => {}
        }
    }
    names.extend(last);
    names.into_iter().map(str::to_owned).collect()
}

/// Whether what is before a bracket is `@Name`.
fn is_of_annotation(before: &[Token]) -> bool {
    let name = before.iter().rev();
    let mut name = name.skip_while(|it| it.word().is_some() || it.is('.'));
    name.next().is_some_and(|it| it.is('@'))
}

/// The first token behind a bracket that is open.
fn behind_bracket(tokens: &[Token], mut at: usize) -> usize {
    let mut open = 1;
    while let Some(token) = tokens.get(at).filter(|_| open > 0) {
        match token.kind {
            Kind::Sign('(' | '[' | '{') => open += 1,
            Kind::Sign(')' | ']' | '}') => open -= 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The first token behind `<…>`, if types are in between; a comparison has no such end.
fn behind_types(tokens: &[Token], mut at: usize) -> Option<usize> {
    let mut open = 1;
    while open > 0 {
        match tokens.get(at)?.kind {
            Kind::Sign('<') => open += 1,
            Kind::Sign('>') => open -= 1,
            Kind::Word(_) | Kind::Sign(',' | '.' | '?' | '&' | '[' | ']' | '@') => {}
            _ => return None,
        }
        at += 1;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        left_out(text).into_iter().map(|it| it.name).collect()
    }

    #[test]
    fn an_annotation_leaves_out_what_it_does_not_name() {
        let text = "class A { /*^ x y */ // of these\n int x, y, z = 3;\n int w;\n /*^ */ private int a, b; }";
        assert_eq!(names(text), ["z", "a", "b"]);
    }

    #[test]
    fn arguments_types_and_braces_declare_nothing() {
        let text = "class A { /*^ */ int a = f(p, q), b[] = {r, s}, c; }";
        assert_eq!(names(text), ["a", "b", "c"]);
        let text =
            "class A { /*^ */ Map<String, List<Integer>> m = new HashMap<String, T>(k, l), n; }";
        assert_eq!(names(text), ["m", "n"]);
        let text = "class A { void f() { /*^ */ boolean x = p < q, y = \"a, b; c\" == s; } }";
        assert_eq!(names(text), ["x", "y"]);
        assert!(names("class A { /*^ */ void f(int x) { } /*^ */ class B { } }").is_empty());
        assert_eq!(names("class A { /*^ */ @Named(n) int x; }"), ["x"]);
    }

    #[test]
    fn a_variable_is_left_out_where_it_is_declared() {
        let text = "class A {\n int n;\n void f(/*^ */ int n) {\n }\n\n void g() {\n  for (/*^ */ int i : n) { }\n }\n\
                    \n enum E {\n  ONE { /*^ */ int deep; };\n  /*^ */ int flat;\n }\n record R(/*^ */ int part) {}\n}";
        let member = |first: u32, last: u32| Scope::Member(first..=last);
        let class =
            |names: &[&str]| Scope::Class(names.iter().map(|it| (*it).to_owned()).collect());
        let expected = [
            ("n", member(3, 4)),
            ("i", member(6, 8)),
            ("deep", Scope::Anonymous(11..=11)),
            ("flat", class(&["A", "E"])),
            ("part", class(&["A", "R"])),
        ];
        let expected = expected.map(|(name, scope)| LeftOut {
            name: name.to_owned(),
            scope,
        });
        assert_eq!(left_out(text), expected);
    }

    #[test]
    fn what_is_no_java_is_read_to_its_end() {
        for text in [
            "/*^",
            "/*^ */",
            "} ) /*^ */ int x",
            "class A { /*^ */ int x = \"",
            "'\\",
            "new {",
        ] {
            left_out(text);
        }
    }
}
