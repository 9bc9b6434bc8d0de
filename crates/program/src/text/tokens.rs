//! Lines and words of the text form.

use crate::text::read::TextError;

/// One line with something on it.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// Its number in the text, from 1.
    pub(crate) number: usize,
    words: Vec<&'a str>,
    next: usize,
}

/// Splits a text into lines of words. Comments and empty lines are left out.
pub(crate) fn lines(text: &str) -> Result<Vec<Line<'_>>, TextError> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let words = words(line, number)?;
        if !words.is_empty() {
            lines.push(Line {
                number,
                words,
                next: 0,
            });
        }
    }
    Ok(lines)
}

fn words(line: &str, number: usize) -> Result<Vec<&str>, TextError> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() && !rest.starts_with(';') {
        let end = if rest.starts_with('"') {
            string_end(rest).ok_or_else(|| TextError::new(number, "the string does not end"))?
        } else {
            rest.find(char::is_whitespace).unwrap_or(rest.len())
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    Ok(words)
}

/// The length of the string literal at the start.
fn string_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return Some(index + 1),
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}

impl<'a> Line<'a> {
    pub(crate) fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.number, message)
    }

    /// The next word without taking it.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    /// The word after that.
    pub(crate) fn peek_second(&self) -> Option<&'a str> {
        self.words.get(self.next + 1).copied()
    }

    /// Takes the next word; `what` says what it should be.
    pub(crate) fn word(&mut self, what: &str) -> Result<&'a str, TextError> {
        let word = self
            .peek()
            .ok_or_else(|| self.error(format!("{what} is missing")))?;
        self.next += 1;
        Ok(word)
    }

    /// Takes the next word if it is this one.
    pub(crate) fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.next += usize::from(found);
        found
    }

    pub(crate) fn expect(&mut self, word: &str) -> Result<(), TextError> {
        match self.take(word) {
            true => Ok(()),
            false => Err(self.error(format!("expected {word}"))),
        }
    }

    /// Takes the last word if it begins so, and gives the rest of it.
    pub(crate) fn take_last(&mut self, prefix: &str) -> Option<&'a str> {
        let rest = self.words.last()?.strip_prefix(prefix)?;
        self.words.pop();
        Some(rest)
    }

    /// Takes all words that are left, joined.
    pub(crate) fn rest(&mut self) -> String {
        let rest = self.words[self.next.min(self.words.len())..].join(" ");
        self.next = self.words.len();
        rest
    }

    pub(crate) fn end(&self) -> Result<(), TextError> {
        match self.peek() {
            Some(word) => Err(self.error(format!("unexpected {word}"))),
            None => Ok(()),
        }
    }

    /// The label that the line is.
    pub(crate) fn label(&self) -> Option<&'a str> {
        match &self.words[..] {
            [word] => word.strip_suffix(':').filter(|name| !name.is_empty()),
            _ => None,
        }
    }

    /// Takes a string literal.
    pub(crate) fn string(&mut self) -> Result<Vec<u16>, TextError> {
        let word = self.word("a string")?;
        let inner = word
            .strip_prefix('"')
            .and_then(|word| word.strip_suffix('"'));
        let inner = inner.ok_or_else(|| self.error(format!("{word} is no string")))?;
        unescape(inner).ok_or_else(|| self.error("the string has a bad escape"))
    }

    /// Takes a number, decimal or with `0x`.
    pub(crate) fn number(&mut self, what: &str) -> Result<i128, TextError> {
        let word = self.word(what)?;
        parse_number(word).ok_or_else(|| self.error(format!("{word} is no number")))
    }
}

pub(crate) fn parse_number(word: &str) -> Option<i128> {
    match word.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    }
}

/// The UTF-16 units of a literal: `\"`, `\\` and `\u{…}`.
fn unescape(text: &str) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        if first != '\\' {
            units.extend_from_slice(first.encode_utf16(&mut [0; 2]));
            continue;
        }
        let escape = rest.chars().next()?;
        rest = &rest[escape.len_utf8()..];
        match escape {
            '"' | '\\' => units.push(escape as u16),
            'n' => units.push(10),
            'u' => {
                let (digits, after) = rest.strip_prefix('{')?.split_once('}')?;
                units.push(u16::from_str_radix(digits, 16).ok()?);
                rest = after;
            }
            _ => return None,
        }
    }
    Some(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_words_and_comments_are_not() {
        let lines =
            lines("  field s Ljava/lang/String; ; a comment\n\n; another\nx \"a ; b\\\"\"\n");
        let lines = lines.unwrap();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].words, ["field", "s", "Ljava/lang/String;"]);
        assert_eq!(lines[1].words, ["x", "\"a ; b\\\"\""]);
        assert_eq!(lines[1].number, 4);
    }

    #[test]
    fn escapes_give_units() {
        assert_eq!(
            unescape("a\\u{d800}\\\"\\n"),
            Some(vec![97, 0xd800, 34, 10])
        );
        assert_eq!(unescape("\\x"), None);
        assert_eq!(unescape("\\"), None);
    }
}
