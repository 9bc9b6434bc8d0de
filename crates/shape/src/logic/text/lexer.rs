//! Text as tokens.
//!
//! In: text. Out: tokens with their places. Comments go from `//` to the end of the line.

use super::Error;
use std::rc::Rc;

/// A word, a text in quotes, or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Text(String),
    Sign(&'static str),
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Token::Word(word) => write!(f, "`{word}`"),
            Token::Text(text) => write!(f, "\"{text}\""),
            Token::Sign(sign) => write!(f, "`{sign}`"),
        }
    }
}

/// Longer signs first.
const SIGNS: [&str; 22] = [
    "<->", "1/2", "->", "==", "!=", "(", ")", "[", "]", "{", "}", ",", ";", ":", "=", "!", "&",
    "|", "*", "+", "-", ".",
];

/// Where a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The included text, if it is one.
    pub(super) file: Option<Rc<str>>,
    /// From 1.
    pub(super) line: usize,
}

impl Place {
    pub(super) fn error(&self, message: &str) -> Error {
        let file = self.file.as_ref().map(|it| it.to_string());
        Error {
            file,
            line: self.line,
            message: message.to_string(),
        }
    }
}

/// How many texts include each other at most.
const DEEPEST: usize = 8;

/// The tokens of a text, with those of the texts it includes.
pub(super) fn tokens(
    text: &str,
    file: Option<Rc<str>>,
    depth: usize,
    find: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<Vec<(Token, Place)>, Error> {
    let mut result: Vec<(Token, Place)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = Place {
            file: file.clone(),
            line: number + 1,
        };
        let mut rest = line;
        loop {
            rest = rest.trim_start();
            if rest.is_empty() || rest.starts_with("//") {
                break;
            }
            let (token, length) = token(rest).map_err(|message| place.error(&message))?;
            rest = &rest[length..];
            if token != Token::Sign(";") {
                result.push((token, place.clone()));
                continue;
            }
            let included = match &result[..] {
                [.., (Token::Word(word), _), (Token::Text(name), _)] if word == "include" => {
                    Some(name.clone())
                }
                _ => None,
            };
            let Some(name) = included else {
                result.push((token, place.clone()));
                continue;
            };
            result.truncate(result.len() - 2);
            if depth == DEEPEST {
                return Err(place.error("texts include each other too deeply"));
            }
            let inner = find(&name);
            let inner = inner.ok_or_else(|| place.error(&format!("there is no \"{name}\"")))?;
            result.extend(tokens(&inner, Some(name.as_str().into()), depth + 1, find)?);
        }
    }
    Ok(result)
}

fn token(rest: &str) -> Result<(Token, usize), String> {
    if let Some(quoted) = rest.strip_prefix('"') {
        let end = quoted.find('"').ok_or("a text without its closing quote")?;
        return Ok((Token::Text(quoted[..end].to_string()), end + 2));
    }
    if let Some(sign) = SIGNS.iter().find(|it| rest.starts_with(**it)) {
        return Ok((Token::Sign(sign), sign.len()));
    }
    let in_word = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    let length = rest.find(|it| !in_word(it)).unwrap_or(rest.len());
    if length == 0 {
        let strange = rest.chars().next().unwrap_or(' ');
        return Err(format!("`{strange}` means nothing here"));
    }
    Ok((Token::Word(rest[..length].to_string()), length))
}
