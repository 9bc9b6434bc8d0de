//! What a search has cost, as bars: each is a whole and the parts that it is made of.

use std::fmt::Write;

use crate::data::Statistics;

/// A whole: its name, what it comes to, and its parts with their sizes.
struct Bar {
    name: &'static str,
    told: String,
    parts: [(&'static str, f64); 2],
}

/// The bars, as far as there is something to show.
pub(super) fn bars(statistics: &Statistics, part: Option<f64>) -> String {
    let it = statistics;
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let store = it.store_bytes.min(it.peak_memory_bytes);
    let search = it.explore_seconds.min(it.seconds);
    let mut bars = vec![
        Bar {
            name: "transitions",
            told: it.transitions.to_string(),
            parts: [
                (
                    "to new states",
                    it.transitions.saturating_sub(it.revisited) as f64,
                ),
                ("to states that were known", it.revisited as f64),
            ],
        },
        Bar {
            name: "time",
            told: format!("{:.2} s", it.seconds),
            parts: [("the search", search), ("all else", it.seconds - search)],
        },
        Bar {
            name: "memory",
            told: format!("{:.0} MB", megabytes(it.peak_memory_bytes)),
            parts: [
                ("states", megabytes(store)),
                ("all else", megabytes(it.peak_memory_bytes - store)),
            ],
        },
    ];
    if let Some(part) = part {
        bars.push(Bar {
            name: "states",
            told: format!("perhaps {:.0} % explored", part * 100.0),
            parts: [("explored", part), ("perhaps left", 1.0 - part)],
        });
    }
    bars.iter().map(Bar::drawn).collect()
}

impl Bar {
    fn drawn(&self) -> String {
        let whole: f64 = self.parts.iter().map(|it| it.1).sum();
        if whole <= 0.0 {
            return String::new();
        }
        let share = |size: f64| size / whole * 100.0;
        let legend = self
            .parts
            .map(|(name, size)| format!("{name} {:.0} %", share(size)));
        let legend = legend.join(", ");
        let mut out = format!(
            "<div class=bar role=img aria-label=\"{}: {}\"><b>{}</b> {}<div>",
            self.name, legend, self.name, self.told
        );
        for (_, size) in self.parts {
            let _ = write!(out, "<span style=\"width:{:.1}%\"></span>", share(size));
        }
        let _ = write!(out, "</div><small>{legend}</small></div>");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_the_whole() {
        let statistics = Statistics {
            transitions: 40,
            revisited: 10,
            seconds: 2.0,
            explore_seconds: 1.5,
            ..Statistics::default()
        };
        let drawn = bars(&statistics, Some(0.4));
        let widths: Vec<&str> = drawn
            .split("width:")
            .skip(1)
            .filter_map(|it| it.split('%').next())
            .collect();
        assert_eq!(widths, ["75.0", "25.0", "75.0", "25.0", "40.0", "60.0"]);
        assert!(drawn.contains("to new states 75 %, to states that were known 25 %"));
        assert!(!drawn.contains("memory"), "nothing is known of it");
    }
}
