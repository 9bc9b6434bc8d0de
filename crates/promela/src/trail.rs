//! A trail: which thread does which step of the model, in order.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::origin::{Origin, Role};
use crate::spin::{MODEL, Trouble, output};

/// One step of a trail that means something to the Java program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailStep {
    /// The thread, by the order in which threads started; 0 is main.
    pub thread: usize,
    /// What it does.
    pub origin: Origin,
}

/// A trail in terms of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The steps.
    pub steps: Vec<TrailStep>,
    /// The thread of each thread object, by its reference in the model.
    pub threads: BTreeMap<i32, usize>,
    /// From which step on the run repeats itself, if it does.
    pub cycle: Option<usize>,
}

/// Has SPIN tell the trail that its verifier left in the directory: the only one, or that of the alarm
/// of this number, from 1, where it was told to go on after the first.
pub fn tell(
    directory: &Path,
    lines: &[Option<Origin>],
    number: Option<u32>,
) -> Result<Trail, Trouble> {
    let which = number.map_or("-t".to_owned(), |number| format!("-t{number}"));
    let mut command = Command::new("spin");
    command.args([&which, "-p", MODEL]).current_dir(directory);
    let (said, _) = output("spin", &mut command, None)?;
    Ok(read(&said.0, lines))
}

/// Has SPIN make one run of its own.
pub fn simulate(
    directory: &Path,
    lines: &[Option<Origin>],
    seed: u64,
    steps: u64,
) -> Result<Trail, Trouble> {
    let mut command = Command::new("spin");
    command
        .arg("-p")
        .arg(format!("-n{seed}"))
        .arg(format!("-u{steps}"));
    command.arg(MODEL).current_dir(directory);
    let (said, _) = output("spin", &mut command, None)?;
    Ok(read(&said.0, lines))
}

/// Reads SPIN's account of a run.
pub fn read(said: &str, lines: &[Option<Origin>]) -> Trail {
    let mut trail = Trail::default();
    let mut processes: BTreeMap<u32, usize> = BTreeMap::from([(0, 0)]);
    let mut started = 0;
    // SPIN counts the never claim when it announces processes, and not when they move.
    let mut claims = 0;
    for line in said.lines() {
        let line = line.trim();
        if line.contains("START OF CYCLE") {
            trail.cycle = Some(trail.steps.len());
        } else if line.starts_with("starting claim ") {
            claims = 1;
        } else if let Some(rest) = line.strip_prefix("starts ") {
            if let Ok(reference) = rest.trim().parse::<i32>() {
                trail.threads.insert(reference, started + 1);
            }
        } else if let Some((name, pid)) = line
            .strip_prefix("Starting ")
            .and_then(|it| it.split_once(" with pid "))
        {
            if name == "idle" || name == crate::print::MAIN {
                continue;
            }
            if let Ok(pid) = pid.trim().parse::<u32>() {
                started += 1;
                processes.insert(pid.saturating_sub(claims), started);
            }
        } else if let Some((pid, at)) = step(line)
            && let Some(thread) = processes.get(&pid)
            && let Some(Some(origin)) = lines.get(at)
            && origin.role != Role::Local
        {
            trail.steps.push(TrailStep {
                thread: *thread,
                origin: *origin,
            });
        }
    }
    trail
}

/// The process and the line of `5: proc 1 (T:1) model.pml:34 (state 12) [x = 1]`.
fn step(line: &str) -> Option<(u32, usize)> {
    let (number, rest) = line.split_once(':')?;
    if !number.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let rest = rest.trim_start().strip_prefix("proc")?.trim_start();
    let pid: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let (_, rest) = rest.split_once("model.pml:")?;
    let at: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((pid.parse().ok()?, at.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_with_their_process_and_line() {
        let line = "  5:\tproc  1 (T:1) model.pml:34 (state 12)\t[x = 1]";
        assert_eq!(step(line.trim()), Some((1, 34)));
        assert_eq!(step("spin: trail ends after 5 steps"), None);
        assert_eq!(step("#processes: 3"), None);
    }

    #[test]
    fn threads_are_numbered_in_the_order_of_their_starts() {
        let visible = Origin {
            at: None,
            role: Role::Visible,
        };
        let lines = vec![None, Some(visible)];
        let said = "          starts 7\nStarting A with pid 1\n  2:\tproc  1 (A:1) model.pml:1 (state 1)\t[x]\n\
            \x20         starts 9\nStarting A with pid 2\n  3:\tproc  2 (A:1) model.pml:1 (state 1)\t[x]\n";
        let trail = read(said, &lines);
        assert_eq!(trail.threads, BTreeMap::from([(7, 1), (9, 2)]));
        let threads: Vec<usize> = trail.steps.iter().map(|it| it.thread).collect();
        assert_eq!(threads, [1, 2]);
        let said = "starting claim 2\nStarting A with pid 2\n<<<<<START OF CYCLE>>>>>\n\
            \x20 3:\tproc  1 (A:1) model.pml:1 (state 1)\t[x]\n";
        let trail = read(said, &lines);
        assert_eq!(trail.steps[0].thread, 1);
        assert_eq!(trail.cycle, Some(0));
    }
}
