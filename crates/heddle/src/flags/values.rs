//! Values that people type: times, sizes, counts; and what to say when they mistyped.

use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::exit::Failure;

/// A year: more is a mistake, and clocks can't count it.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// `20s`, `5m`, `1h`, `500ms`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("a time looks like 20s, 5m or 1h".to_owned()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "a time looks like 20s, 5m or 1h".to_owned())?;
    let duration = Duration::try_from_secs_f64(number * seconds).ok();
    let duration = duration.filter(|it| *it <= LONGEST);
    duration.ok_or_else(|| "that is too long; at most 8760h, a year".to_owned())
}

/// `300M`, `4G`, in units of 1024.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let unit = unit.strip_suffix(['b', 'B']).unwrap_or(unit);
    let shift = match unit.strip_suffix('i').unwrap_or(unit) {
        "k" | "K" => 10,
        "m" | "M" => 20,
        "g" | "G" => 30,
        "t" | "T" => 40,
        _ => return Err("a size looks like 300M or 4G".to_owned()),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "a size looks like 300M or 4G".to_owned())?;
    let bytes = number * (1_u64 << shift) as f64;
    if bytes < 1e18 {
        Ok(bytes as u64)
    } else {
        Err("that is too much".to_owned())
    }
}

/// `10000`, `10_000`, `10k`, `2M`.
pub(super) fn count(text: &str) -> Result<u64, String> {
    let digits = text.replace(['_', ','], "");
    let (number, unit) = split(&digits);
    let factor = match unit {
        "" => 1,
        "k" | "K" => 1000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        _ => return Err("a number looks like 10000 or 2M".to_owned()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "a number looks like 10000 or 2M".to_owned())?;
    number
        .checked_mul(factor)
        .filter(|&it| it > 0)
        .ok_or("that can't be the limit".to_owned())
}

fn split(text: &str) -> (&str, &str) {
    let end = text
        .find(|it: char| it.is_ascii_alphabetic())
        .unwrap_or(text.len());
    text.split_at(end)
}

/// A parser's complaint in one line, with what may have been meant.
pub(super) fn complaint(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    let mut message = first.strip_prefix("error: ").unwrap_or(first).to_owned();
    match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<&str> = text
                .lines()
                .skip(1)
                .take_while(|it| !it.is_empty())
                .collect();
            message = format!("missing: {}", missing.join(" ").trim());
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return Failure::input(text),
        _ => {}
    }
    let meant = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
        ContextKind::SuggestedSubcommand,
    ];
    if let Some(meant) = meant
        .into_iter()
        .find_map(|kind| error.get(kind))
        .and_then(one_word)
    {
        message += &format!("; did you mean `{meant}`?");
    } else if let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue) {
        message += &format!("; possible: {}", values.join(", "));
    }
    Failure::input(message)
}

fn one_word(value: &ContextValue) -> Option<&str> {
    match value {
        ContextValue::String(word) => Some(word),
        ContextValue::Strings(words) => words.first().map(String::as_str),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(duration("20s"), Ok(Duration::from_secs(20)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        for text in [
            "20",
            "",
            "s",
            "5 m",
            "-1s",
            "1d",
            "1e999h",
            "infs",
            "99999999999999999s",
            "8761h",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(size("300M"), Ok(300 << 20));
        assert_eq!(size("4GB"), Ok(4 << 30));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        for text in ["300", "M", "4X", "99999999T"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts() {
        assert_eq!(count("10_000"), Ok(10_000));
        assert_eq!(count("2M"), Ok(2_000_000));
        for text in ["0", "-5", "many", "1.5", "99999999999G"] {
            assert!(count(text).is_err(), "{text}");
        }
    }
}
