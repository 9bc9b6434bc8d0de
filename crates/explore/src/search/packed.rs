//! Choices on the stack of a depth-first search, in few bytes: most are a thread and nothing else.

use machine::Choice;

/// The byte before a choice that does not fit into one.
const LONG: u8 = u8::MAX;

/// Choices one after the other, each at the place where its bytes begin.
#[derive(Debug, Default)]
pub(super) struct Packed(Vec<u8>);

impl Packed {
    /// Appends a choice.
    pub(super) fn push(&mut self, choice: Choice) {
        match u8::try_from(choice.thread) {
            Ok(thread) if thread != LONG && choice == Choice::run(choice.thread) => {
                self.0.push(thread);
            }
            _ => {
                self.0.push(LONG);
                self.0.extend_from_slice(&choice.thread.to_le_bytes());
                self.0.extend_from_slice(&choice.variant.to_le_bytes());
            }
        }
    }

    /// The choice at a place, and the place after it.
    #[inline]
    pub(super) fn at(&self, place: u32) -> (Choice, u32) {
        let bytes = &self.0[place as usize..];
        match bytes[0] {
            LONG => {
                let choice = Choice {
                    thread: u16::from_le_bytes([bytes[1], bytes[2]]),
                    variant: u16::from_le_bytes([bytes[3], bytes[4]]),
                };
                (choice, place + 5)
            }
            thread => (Choice::run(u16::from(thread)), place + 1),
        }
    }

    /// The choices from one place to another.
    pub(super) fn between(&self, first: u32, end: u32) -> impl Iterator<Item = Choice> {
        let mut place = first;
        std::iter::from_fn(move || {
            (place < end).then(|| {
                let (choice, next) = self.at(place);
                place = next;
                choice
            })
        })
    }

    /// The place at which the next choice will be.
    pub(super) fn end(&self) -> u32 {
        u32::try_from(self.0.len()).expect("choices on the stack take less than 4 GB")
    }

    /// Forgets all choices from a place on.
    pub(super) fn truncate(&mut self, place: u32) {
        self.0.truncate(place as usize);
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_out_as_they_went_in() {
        let mut packed = Packed::default();
        let choices: Vec<Choice> = [0, 1, 254, 255, 256, u16::MAX]
            .into_iter()
            .flat_map(|thread| [0, 1, Choice::EXPIRE].map(|variant| Choice { thread, variant }))
            .collect();
        choices.iter().for_each(|choice| packed.push(*choice));
        let all: Vec<Choice> = packed.between(0, packed.end()).collect();
        assert_eq!(all, choices);
        let (first, next) = packed.at(0);
        assert_eq!((first, next), (Choice::run(0), 1));
        packed.truncate(next);
        assert_eq!(packed.end(), 1);
    }
}
