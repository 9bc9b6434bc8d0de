//! A plot of cost against size as SVG: processor seconds over transitions, both logarithmic, so that
//! a cost per transition that does not grow is a straight line that rises as the grid does.

use std::fmt::Write as _;

/// What is drawn as one line.
pub(crate) struct Line {
    name: String,
    is_dashed: bool,
    /// Transitions and seconds, by size.
    pub(crate) points: Vec<(f64, f64)>,
}

impl Line {
    /// A line of Heddle.
    pub(crate) fn solid(name: impl Into<String>) -> Line {
        Line {
            name: name.into(),
            is_dashed: false,
            points: Vec::new(),
        }
    }

    /// A line that Heddle is compared with; it has the colour of the line before it.
    pub(crate) fn dashed(name: impl Into<String>) -> Line {
        Line {
            is_dashed: true,
            ..Line::solid(name)
        }
    }
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 230.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 50.0;
const COLOURS: [&str; 5] = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e5ea2", "#b8860b"];

/// From a number to a place on the page, by powers of ten.
struct Axis {
    least: i32,
    greatest: i32,
    from: f64,
    to: f64,
}

impl Axis {
    fn new(numbers: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Axis {
        let least = numbers.clone().fold(f64::INFINITY, f64::min);
        let greatest = numbers.fold(f64::NEG_INFINITY, f64::max);
        let least = least.log10().floor() as i32;
        Axis {
            least,
            greatest: (greatest.log10().ceil() as i32).max(least + 1),
            from,
            to,
        }
    }

    fn place(&self, number: f64) -> f64 {
        let part = (number.log10() - f64::from(self.least)) / f64::from(self.greatest - self.least);
        self.from + part * (self.to - self.from)
    }

    fn powers(&self) -> impl Iterator<Item = i32> {
        self.least..=self.greatest
    }
}

/// The plot. Lines without points are left out.
pub(crate) fn svg(lines: &[Line]) -> String {
    let mut page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let points = || {
        let all = lines.iter().flat_map(|line| line.points.iter().copied());
        all.filter(|(size, cost)| *size > 0.0 && *cost > 0.0)
    };
    if points().next().is_some() {
        let sizes = points().map(|it| it.0).collect::<Vec<_>>();
        let costs = points().map(|it| it.1).collect::<Vec<_>>();
        let across = Axis::new(sizes.into_iter(), LEFT, WIDTH - RIGHT);
        let up = Axis::new(costs.into_iter(), HEIGHT - BOTTOM, TOP);
        grid(&mut page, &across, &up);
        draw(&mut page, lines, &across, &up);
    }
    page.push_str("</svg>\n");
    page
}

fn grid(page: &mut String, across: &Axis, up: &Axis) {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for power in across.powers() {
        let x = across.place(10f64.powi(power));
        line(page, (x, bottom), (x, TOP));
        text(page, (x, bottom + 18.0), "middle", &number(power));
    }
    for power in up.powers() {
        let y = up.place(10f64.powi(power));
        line(page, (LEFT, y), (right, y));
        text(page, (LEFT - 8.0, y + 4.0), "end", &number(power));
    }
    let middle = (LEFT + right) / 2.0;
    text(page, (middle, HEIGHT - 12.0), "middle", "transitions");
    text(page, (LEFT, TOP - 12.0), "middle", "processor seconds");
}

/// A power of ten as people write it.
fn number(power: i32) -> String {
    match power {
        -3..=3 => 10f64.powi(power).to_string(),
        4..=5 => format!("{},000", 10i64.pow(power as u32 - 3)),
        6..=8 => format!("{} M", 10i64.pow(power as u32 - 6)),
        _ => format!("1e{power}"),
    }
}

fn draw(page: &mut String, lines: &[Line], across: &Axis, up: &Axis) {
    let mut colour = None;
    let mut legend = TOP + 10.0;
    for drawn in lines {
        if !drawn.is_dashed {
            colour = Some(colour.map_or(0, |it: usize| it + 1));
        }
        if drawn.points.is_empty() {
            continue;
        }
        let stroke = COLOURS[colour.unwrap_or(0) % COLOURS.len()];
        let dash = if drawn.is_dashed {
            " stroke-dasharray=\"6 4\""
        } else {
            ""
        };
        let places: Vec<(f64, f64)> = drawn
            .points
            .iter()
            .map(|(size, cost)| (across.place(*size), up.place(*cost)))
            .collect();
        let path: Vec<String> = places
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            page,
            "<polyline fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\"{dash} points=\"{}\"/>",
            path.join(" ")
        );
        for (x, y) in places {
            let _ = writeln!(
                page,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{stroke}\"/>"
            );
        }
        let x = WIDTH - RIGHT + 16.0;
        let _ = writeln!(
            page,
            "<line x1=\"{x}\" y1=\"{legend}\" x2=\"{}\" y2=\"{legend}\" stroke=\"{stroke}\" \
             stroke-width=\"2\"{dash}/>",
            x + 28.0
        );
        text(page, (x + 36.0, legend + 4.0), "start", &drawn.name);
        legend += 20.0;
    }
}

fn line(page: &mut String, from: (f64, f64), to: (f64, f64)) {
    let _ = writeln!(
        page,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#ddd\"/>",
        from.0, from.1, to.0, to.1
    );
}

fn text(page: &mut String, at: (f64, f64), anchor: &str, words: &str) {
    let _ = writeln!(
        page,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{words}</text>",
        at.0, at.1
    );
}
