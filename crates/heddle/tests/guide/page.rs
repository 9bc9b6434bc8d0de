//! A page of the guide: its text, cut into blocks that can be tried.

use std::path::Path;

/// A page.
pub(crate) struct Page {
    pub(crate) blocks: Vec<Block>,
}

/// A part of a page.
pub(crate) enum Block {
    /// A file's name and text.
    File(String, String),
    /// Commands and what they print.
    Console(Vec<Told>),
    /// What there is nothing to try about, fences included.
    Other(String),
}

/// A command and what it prints.
pub(crate) struct Told {
    pub(crate) words: String,
    pub(crate) printed: String,
}

/// The pages of the guide.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap().flatten();
    let names = entries.map(|it| it.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|it| it.ends_with(".md")).collect();
    names.sort();
    names
}

impl Page {
    pub(crate) fn read(file: &Path) -> Page {
        let text = std::fs::read_to_string(file).unwrap();
        let (mut blocks, mut other) = (Vec::new(), String::new());
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            other += &format!("{line}\n");
            let Some(language) = line.strip_prefix("```").filter(|it| !it.is_empty()) else {
                continue;
            };
            let inside: Vec<&str> = lines.by_ref().take_while(|it| *it != "```").collect();
            let inside: String = inside.iter().map(|it| format!("{it}\n")).collect();
            let block = match language.split_once(' ') {
                Some((_, file)) => Block::File(file.to_owned(), inside),
                None if language == "console" => Block::Console(commands(&inside)),
                None => match class_of(&inside).filter(|_| language == "java") {
                    Some(class) => Block::File(format!("{class}.java"), inside),
                    None => Block::Other(inside),
                },
            };
            blocks.push(Block::Other(std::mem::take(&mut other)));
            blocks.push(block);
            other = "```\n".to_owned();
        }
        blocks.push(Block::Other(other));
        Page { blocks }
    }

    pub(crate) fn text(&self) -> String {
        let blocks = self.blocks.iter();
        let texts = blocks.map(|it| match it {
            Block::File(_, text) | Block::Other(text) => text.clone(),
            Block::Console(commands) => commands
                .iter()
                .map(|it| format!("$ {}\n{}", it.words, ended(&it.printed)))
                .collect(),
        });
        texts.collect()
    }
}

fn ended(text: &str) -> String {
    match text.is_empty() || text.ends_with('\n') {
        true => text.to_owned(),
        false => format!("{text}\n"),
    }
}

/// The public class, or the first one, that begins at the left margin.
fn class_of(text: &str) -> Option<&str> {
    let name = |line: &'_ str| -> Option<usize> {
        let at = line.find("class ").or_else(|| line.find("interface "))?;
        let is_first = line[..at]
            .split_whitespace()
            .all(|it| ["public", "final", "abstract"].contains(&it));
        (is_first && !line.starts_with(' ')).then_some(at)
    };
    let mut found = text.lines().filter(|it| name(it).is_some());
    let public = text
        .lines()
        .find(|it| it.starts_with("public ") && name(it).is_some());
    let line = public.or_else(|| found.next())?;
    let (_, rest) = line[name(line)?..].split_once(' ')?;
    rest.split([' ', '<', '{']).next()
}

fn commands(text: &str) -> Vec<Told> {
    let mut commands: Vec<Told> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("$ ") {
            Some(words) => commands.push(Told {
                words: words.to_owned(),
                printed: String::new(),
            }),
            None => {
                let last = commands.last_mut().expect("a console block begins with $");
                last.printed += &format!("{line}\n");
            }
        }
    }
    commands
}

impl Told {
    /// The command, about the run that was reported last.
    pub(crate) fn with_token(&self, token: &str) -> String {
        let words = self.words.split(' ');
        let words: Vec<&str> = words
            .map(|it| if is_token(it) { token } else { it })
            .collect();
        words.join(" ")
    }

    /// Whether this is what the page says.
    pub(crate) fn allows(&self, printed: &str) -> bool {
        let expected: Vec<String> = self.printed.lines().map(plain).collect();
        let printed: Vec<String> = printed.lines().map(plain).collect();
        fits(&expected, &printed)
    }
}

fn fits(expected: &[String], printed: &[String]) -> bool {
    match expected {
        [] => printed.is_empty(),
        [first, rest @ ..] if first == "…" => {
            (0..=printed.len()).any(|it| fits(rest, &printed[it..]))
        }
        [first, rest @ ..] => printed.first() == Some(first) && fits(rest, &printed[1..]),
    }
}

/// `3f2a91c0-0x3.1`.
fn is_token(word: &str) -> bool {
    let Some((record, schedule)) = word.split_once('-') else {
        return false;
    };
    let is_hexadecimal = record.len() == 8 && record.bytes().all(|it| it.is_ascii_hexdigit());
    is_hexadecimal && schedule.starts_with(|it: char| it.is_ascii_digit())
}

/// The last token in a text.
pub(crate) fn token_in(text: &str) -> Option<String> {
    let mut words = text.split_whitespace().rev();
    words.find(|it| is_token(it)).map(str::to_owned)
}

/// A line without what differs from run to run.
fn plain(line: &str) -> String {
    let is_count = ["explored:", "found:"]
        .iter()
        .any(|it| line.starts_with(it));
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    let plain = words.iter().enumerate().map(|(at, word)| {
        let is_number = word
            .trim_start_matches('(')
            .starts_with(|it: char| it.is_ascii_digit());
        let unit = words
            .get(at + 1)
            .map_or("", |it| it.trim_end_matches([',', ';', ')']));
        let is_measured = ["s", "MB", "state", "states"].contains(&unit);
        // Of a JDK the pages say which it was.
        let is_version = is_number && word.matches('.').count() == 2;
        match *word {
            word if is_token(word) => "TOKEN",
            _ if is_version => "VERSION",
            _ if is_number && (is_count || is_measured) => "N",
            word => word,
        }
    });
    let line = plain.collect::<Vec<_>>().join(" ");
    // `1 state`, `2 states`.
    let line = line.replace("N states", "N state");
    let line = line.replace("N transitions", "N transition");
    line.replace("N steps", "N step")
}

/// What a command prints without the progress of those that take long.
pub(crate) fn without_progress(printed: &str) -> String {
    let lines = printed
        .lines()
        .filter(|it| !it.contains(" states/s") && !it.contains(" transitions/s"));
    lines.map(|it| format!("{it}\n")).collect()
}
