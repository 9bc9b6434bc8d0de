//! `heddle explain`: what the words of a report mean.

use std::fmt::Write;

use property::nearest;
use report::explain::{about, groups, topic};

use crate::exit::Failure;

/// The text for a word, or the list of all.
pub(crate) fn explain(word: Option<&str>) -> Result<String, Failure> {
    let Some(word) = word else {
        return Ok(list());
    };
    let name = word.trim().to_lowercase().replace([' ', '_'], "-");
    match topic(&name).or_else(|| about(word.trim())) {
        Some(topic) => Ok(format!(
            "{}: {}\n\n{}\n",
            topic.name, topic.short, topic.text
        )),
        None => {
            let groups = groups();
            let names = groups.iter().flat_map(|it| it.topics.iter());
            let names: Vec<&str> = names.map(|it| it.name).collect();
            let near = nearest(&name, names);
            let hint = near.map_or(String::new(), |it| format!("; did you mean `{it}`?"));
            Err(Failure::input(format!(
                "there is nothing to explain by the name of {word}{hint} (heddle explain lists all)"
            )))
        }
    }
}

fn list() -> String {
    let mut text = String::from("heddle explain WORD tells more of any of these.\n");
    for group in groups() {
        let _ = writeln!(text, "\n{}:", group.title);
        for topic in group.topics {
            let _ = writeln!(text, "  {:<23} {}", topic.name, topic.short);
        }
    }
    text
}
