//! A report as JSON, schema version 1.

use crate::data::Report;

/// The report as indented JSON with a line break at the end.
pub fn render(report: &Report) -> String {
    let mut text =
        serde_json::to_string_pretty(report).expect("a report is strings and numbers, no maps");
    text.push('\n');
    text
}
