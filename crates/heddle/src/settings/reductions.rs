//! `--reduction`: the layers by name, and how static futures are worked out.
//!
//! `local` and `reachability` (steps on registers and on objects that no other thread can reach) and
//! `relock` need no switch: such steps are no operations at all, in every search.

use analysis::foresight::{FuturesOptions, PointsTo};
use analysis::futures::Precision;
use explore::Search;
use explore::reduction::{Layer, Layers};

use property::nearest;

use crate::exit::Failure;

/// All names.
const NAMES: [&str; 15] = [
    "local",
    "reachability",
    "owned",
    "protected",
    "relock",
    "notify",
    "unlock",
    "future",
    "points-to",
    "immutable",
    "monitors",
    "persistent",
    "synchronizers",
    "symmetry",
    "none",
];

/// How calls are told apart, by name.
const PRECISIONS: [(&str, Precision); 3] = [
    ("insensitive", Precision::Insensitive),
    ("callee", Precision::Callee),
    ("context", Precision::Context),
];

/// How objects are told apart, by name.
const POINTS_TO: [(&str, PointsTo); 5] = [
    ("none", PointsTo::None),
    ("ci", PointsTo::Insensitive),
    ("os", PointsTo::Objects),
    ("ci-demand", PointsTo::Demand),
    ("cs-demand", PointsTo::ContextDemand),
];

/// The reductions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reductions {
    pub(super) layers: Layers,
    pub(super) foresight: Option<FuturesOptions>,
}

impl Reductions {
    /// None.
    pub(super) const NONE: Reductions = Reductions {
        layers: Layers::NONE,
        foresight: None,
    };

    /// Understands a list of names. Without one, a search over every schedule has them all.
    pub(super) fn new(list: Option<&str>, search: Search) -> Result<Reductions, Failure> {
        match list {
            Some(list) => named(list),
            None if search.is_exhaustive() => Ok(Reductions {
                layers: Layers::all().with(Layer::Synchronizers),
                foresight: None,
            }),
            None => Ok(Reductions::NONE),
        }
    }
}

fn named(list: &str) -> Result<Reductions, Failure> {
    let mut layers = Layers::NONE;
    let (mut precision, mut points_to) = (None, None);
    let items: Vec<&str> = list.split(',').map(str::trim).collect();
    if items.contains(&"none") && items.len() > 1 {
        let message = "--reduction: `none` goes with no other reduction";
        return Err(Failure::input(message));
    }
    for item in items {
        let (name, value) = match item.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (item, None),
        };
        let mut known = Layer::ALL
            .into_iter()
            .chain([Layer::Synchronizers, Layer::Symmetry]);
        let layer = known.find(|layer| layer.name() == name);
        match (name, value, layer) {
            ("future", Some(value), _) => once(name, value, &PRECISIONS, &mut precision)?,
            ("points-to", value, _) => {
                once(name, value.unwrap_or(""), &POINTS_TO, &mut points_to)?;
            }
            (_, None, Some(layer)) => layers = layers.with(layer),
            ("none" | "local" | "reachability" | "relock", None, _) => {}
            ("all", None, _) => {
                layers = layers.union(Layers::all().with(Layer::Synchronizers));
            }
            ("-synchronizers", None, _) if layers.has(Layer::Synchronizers) => {
                layers = layers.without(Layer::Synchronizers);
            }
            _ if value.is_some() && (name == "all" || NAMES.contains(&name)) => {
                return Err(Failure::input(format!(
                    "--reduction: `{name}` takes no value"
                )));
            }
            _ => return Err(Failure::input(unknown(name))),
        }
    }
    // Points-to sets tell static futures apart, so they make no sense without.
    let foresight = (precision.is_some() || points_to.is_some()).then(|| FuturesOptions {
        precision: precision.unwrap_or(Precision::Context),
        points_to: points_to.unwrap_or(PointsTo::None),
    });
    if foresight.is_some() {
        layers = layers.with(Layer::Foreseen);
    }
    Ok(Reductions { layers, foresight })
}

/// Sets a value by its name, which may be given only once.
fn once<T: Copy>(
    name: &str,
    value: &str,
    values: &[(&str, T)],
    slot: &mut Option<T>,
) -> Result<(), Failure> {
    let found = values.iter().find(|(of, _)| *of == value);
    let Some((_, found)) = found else {
        let names: Vec<&str> = values.iter().map(|(of, _)| *of).collect();
        let message = match value.is_empty() {
            true => format!("--reduction: `{name}` is one of {}", each(name, &names)),
            false => format!(
                "--reduction: there is no `{name}={value}`; possible: {}",
                each(name, &names)
            ),
        };
        return Err(Failure::input(message));
    };
    match slot.replace(*found) {
        None => Ok(()),
        Some(_) => Err(Failure::input(format!(
            "--reduction: `{name}=` is given twice"
        ))),
    }
}

fn each(name: &str, values: &[&str]) -> String {
    let values: Vec<String> = values.iter().map(|it| format!("{name}={it}")).collect();
    values.join(", ")
}

fn unknown(name: &str) -> String {
    let hint = match nearest(name, NAMES.into_iter().chain(["all"])) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("the reductions are {}, all", NAMES.join(", ")),
    };
    format!("--reduction: there is no `{name}`; {hint}")
}

/// What options of static futures are called.
pub(crate) fn names(options: FuturesOptions) -> Vec<String> {
    let precisions = PRECISIONS.iter();
    let precisions = precisions.filter(|(_, it)| *it == options.precision);
    let points_to = POINTS_TO.iter().filter(|(_, it)| *it == options.points_to);
    let mut names: Vec<String> = precisions.map(|(it, _)| format!("future={it}")).collect();
    names.extend(points_to.map(|(it, _)| format!("points-to={it}")));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_explained() {
        for name in NAMES.into_iter().chain(["all"]) {
            assert!(report::explain::topic(name).is_some(), "{name}");
        }
    }
}
