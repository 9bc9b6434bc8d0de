//! The text of a formula, from left to right, with the column for messages.
//!
//! In: the text. Out: signs, words, numbers and pieces up to a sign, on demand: what a piece of text
//! means depends on where it stands (`-` is part of a thread's name and of no field's).

use super::LtlError;

/// Where the reader is in the text.
pub(super) struct Scanner<'t> {
    text: &'t str,
    /// In bytes; on the border of a character.
    position: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        Scanner { text, position: 0 }
    }

    /// What is left, from the next character that is not white.
    pub(super) fn rest(&mut self) -> &'t str {
        let left = &self.text[self.position..];
        let rest = left.trim_start();
        self.position += left.len() - rest.len();
        rest
    }

    /// Where the next thing begins, for [`Scanner::error_at`] and [`Scanner::back_to`].
    pub(super) fn mark(&mut self) -> usize {
        self.rest();
        self.position
    }

    /// Goes back to an earlier place.
    pub(super) fn back_to(&mut self, mark: usize) {
        self.position = mark;
    }

    pub(super) fn error(&mut self, message: impl Into<String>) -> LtlError {
        let mark = self.mark();
        self.error_at(mark, message)
    }

    pub(super) fn error_at(&self, mark: usize, message: impl Into<String>) -> LtlError {
        LtlError {
            column: self.text[..mark].chars().count() + 1,
            message: message.into(),
        }
    }

    pub(super) fn is_at_end(&mut self) -> bool {
        self.rest().is_empty()
    }

    /// Takes the sign if it comes next.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        self.position += if found { sign.len() } else { 0 };
        found
    }

    /// The next word, a Java name without dots, if one comes next.
    pub(super) fn peek_word(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let end = rest.find(|it| !is_part_of_name(it)).unwrap_or(rest.len());
        let starts = |it: char| is_part_of_name(it) && !it.is_ascii_digit();
        rest.starts_with(starts).then_some(&rest[..end])
    }

    /// Takes the word if it comes next, as a whole.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.position += if found { word.len() } else { 0 };
        found
    }

    /// The next word, taken.
    pub(super) fn word(&mut self) -> Option<&'t str> {
        let word = self.peek_word()?;
        self.position += word.len();
        Some(word)
    }

    /// The next number, if one comes next.
    pub(super) fn number(&mut self) -> Option<Result<i64, LtlError>> {
        let mark = self.mark();
        let rest = self.rest();
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        if !digits.starts_with(|it: char| it.is_ascii_digit()) {
            return None;
        }
        let length = digits.find(|it| !is_part_of_name(it));
        let length = length.unwrap_or(digits.len()) + rest.len() - digits.len();
        let text = &rest[..length];
        self.position += length;
        let plain = text.replace('_', "");
        let plain = plain.strip_suffix(['L', 'l']).unwrap_or(&plain);
        let number = plain.parse();
        Some(number.map_err(|_| self.error_at(mark, format!("`{text}` is no integer of 64 bits"))))
    }

    /// Everything up to one of the signs, which is not taken.
    pub(super) fn up_to(&mut self, signs: &[char]) -> Option<&'t str> {
        let rest = self.rest();
        let end = rest.find(signs)?;
        self.position += end;
        Some(rest[..end].trim_end())
    }

    /// The next piece of text, to be named in a message.
    pub(super) fn piece(&mut self) -> String {
        if let Some(word) = self.peek_word() {
            return format!("`{word}`");
        }
        match self.rest().chars().next() {
            Some(sign) => format!("`{sign}`"),
            None => "the end".to_owned(),
        }
    }
}

fn is_part_of_name(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '_' | '$')
}
