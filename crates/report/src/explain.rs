//! What the words of a report mean: kinds of violations, verdicts, reductions, assumptions.
//!
//! The texts are in `explain/`, one file for each group; a topic begins with `# name: what it is in a
//! sentence`. A line with `> ` at the end of one has words by which a sentence of a report is known to be about
//! it. `heddle explain` prints topics, and SARIF files carry those of their rules.

/// Something that can be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The word, as reports and options have it.
    pub name: &'static str,
    /// One sentence.
    pub short: &'static str,
    /// The whole explanation, in paragraphs.
    pub text: &'static str,
    /// Lines of words that sentences of reports about it have.
    phrases: &'static str,
}

impl Topic {
    /// Words that sentences of reports about it have.
    pub fn phrases(&self) -> impl Iterator<Item = &'static str> {
        let lines = self.phrases.lines();
        lines.filter_map(|it| it.strip_prefix("> "))
    }
}

/// Topics that belong together.
#[derive(Clone, Debug)]
pub struct Group {
    /// What they are.
    pub title: &'static str,
    /// In the order in which they are listed.
    pub topics: Vec<Topic>,
}

const GROUPS: [(&str, &str); 4] = [
    ("Answers", include_str!("explain/answers.txt")),
    ("What can be wrong", include_str!("explain/kinds.txt")),
    (
        "What a search may leave out",
        include_str!("explain/reductions.txt"),
    ),
    (
        "What an answer rests on",
        include_str!("explain/assumptions.txt"),
    ),
];

/// All topics.
pub fn groups() -> Vec<Group> {
    let group = |(title, text): (&'static str, &'static str)| Group {
        title,
        topics: text.split("\n# ").filter_map(read).collect(),
    };
    GROUPS.map(group).into()
}

/// The topic of this name.
pub fn topic(name: &str) -> Option<Topic> {
    let mut topics = groups().into_iter().flat_map(|it| it.topics);
    topics.find(|it| it.name == name)
}

/// The topic that a sentence of a report is about.
pub fn about(sentence: &str) -> Option<Topic> {
    let mut topics = groups().into_iter().flat_map(|it| it.topics);
    topics.find(|it| it.phrases().any(|words| sentence.contains(words)))
}

fn read(text: &'static str) -> Option<Topic> {
    let text = text.strip_prefix("# ").unwrap_or(text);
    let (head, body) = text.split_once('\n')?;
    let (name, short) = head.split_once(": ")?;
    let (body, phrases) = match body.find("\n> ") {
        Some(at) => body.split_at(at),
        None => (body, ""),
    };
    Some(Topic {
        name,
        short,
        text: body.trim(),
        phrases,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use property::FindingKind;

    #[test]
    fn every_kind_is_explained() {
        for kind in FindingKind::ALL {
            let topic = topic(kind.name());
            let topic = topic.unwrap_or_else(|| panic!("{} is not explained", kind.name()));
            assert!(topic.short.ends_with('.'), "{}", topic.name);
            assert!(topic.text.len() > 200, "{} is short", topic.name);
        }
    }

    #[test]
    fn names_are_told_once() {
        let topics = groups().into_iter().flat_map(|it| it.topics);
        let mut names: Vec<&str> = topics.map(|it| it.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(count > 30);
    }

    #[test]
    fn sentences_lead_to_their_topics() {
        let about = |sentence| about(sentence).map(|it| it.name);
        assert_eq!(
            about("hash codes and random seeds are fixed"),
            Some("hash-codes")
        );
        assert_eq!(
            about("there are 2 processors (--processors)"),
            Some("surroundings")
        );
        assert_eq!(about("hash codes"), None);
        let fork_join = "the common fork-join pool has 1 worker (--processors)";
        assert_eq!(about(fork_join), Some("pools"));
    }

    #[test]
    fn lines_fit_a_terminal() {
        for topic in groups().into_iter().flat_map(|it| it.topics) {
            let wide = topic.text.lines().find(|it| it.chars().count() > 80);
            assert_eq!(wide, None, "{}", topic.name);
        }
    }
}
