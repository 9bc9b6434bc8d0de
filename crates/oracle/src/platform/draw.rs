//! Draws a program: which facets, which of their steps, which thread takes them, and who starts whom.

use super::facet::{Facet, Template, Who, facets};
use super::{Instance, PlatformProgram, Step};
use crate::random::Random;

/// What the facets of a program may cost together.
const BUDGET: u32 = 5;
/// Beyond this there are two threads and not three.
const FOR_THREE: u32 = 3;
/// How many steps there are at most, with two threads and with three.
const STEPS: [usize; 2] = [8, 6];
/// The same where facets cost the most.
const FEW_STEPS: usize = 5;

struct Draft {
    random: Random,
    name: String,
    threads: Vec<Vec<Step>>,
    instances: Vec<Instance>,
}

/// The values of what stands for something else.
struct Names {
    number: usize,
    step: usize,
    variables: (&'static str, &'static str),
    me: usize,
    other: usize,
    threads: usize,
}

pub(super) fn draw(name: String, seed: u64, jdk: u32, about: Option<&str>) -> PlatformProgram {
    let mut draft = Draft {
        random: Random::new(seed),
        name,
        threads: Vec::new(),
        instances: Vec::new(),
    };
    let chosen = draft.choose(seed as usize, jdk, about);
    let cost: u32 = chosen.iter().map(|facet| facet.cost).sum();
    let spawns = chosen.iter().any(|facet| facet.spawns);
    let three = cost <= FOR_THREE && !spawns && draft.random.percent(75);
    draft.threads = vec![Vec::new(); if three { 3 } else { 2 }];
    for facet in chosen {
        draft.add(facet);
    }
    let most = match cost > BUDGET {
        true => FEW_STEPS,
        false => STEPS[usize::from(three)],
    };
    draft.cut(most);
    draft.shuffle();
    draft.start();
    draft.nest();
    PlatformProgram {
        name: draft.name,
        instances: draft.instances,
        threads: draft.threads,
    }
}

impl Draft {
    /// Two to four facets within the budget, one of them by turns.
    fn choose(&mut self, turn: usize, jdk: u32, about: Option<&str>) -> Vec<&'static Facet> {
        let possible: Vec<&'static Facet> = facets().iter().filter(|it| it.jdk <= jdk).collect();
        let mut chosen: Vec<&'static Facet> = Vec::new();
        chosen.extend(possible.iter().find(|it| Some(&*it.name) == about));
        if chosen.is_empty() {
            chosen.push(possible[turn % possible.len()]);
        }
        let wanted = self.random.between(2, 4);
        for _ in 0..20 {
            let spent: u32 = chosen.iter().map(|facet| facet.cost).sum();
            if chosen.len() >= wanted {
                break;
            }
            let next = self.random.pick(&possible);
            let spawns = next.spawns && chosen.iter().any(|it| it.spawns);
            let room = spent + next.cost <= BUDGET || (next.cost == 1 && chosen.len() == 1);
            if room && !spawns {
                chosen.push(next);
            }
        }
        chosen
    }

    fn add(&mut self, facet: &'static Facet) {
        let number = self.instances.len();
        let variables = self.random.pick(&[("x", "y"), ("y", "x")]);
        let first = self.random.below(self.threads.len());
        let shift = self.random.between(1, self.threads.len() - 1);
        let second = (first + shift) % self.threads.len();
        let mut steps: Vec<(usize, usize, &Template)> = Vec::new();
        for (who, thread, other) in [(Who::First, first, second), (Who::Second, second, first)] {
            let mut of = facet.steps.iter().filter(|it| it.who == who);
            steps.extend(of.next().map(|it| (thread, other, it)));
            for template in of {
                if self.random.percent(55) {
                    steps.push((thread, other, template));
                }
            }
        }
        steps.extend(
            facet
                .steps
                .iter()
                .filter(|it| it.who == Who::Main)
                .map(|it| (0, 1, it)),
        );
        let free: Vec<&Template> = facet.steps.iter().filter(|it| it.who == Who::Any).collect();
        if !free.is_empty() {
            for _ in 0..self.random.between(2, 3) {
                let thread = self.random.below(self.threads.len());
                steps.push((thread, 0, self.random.pick(&free)));
            }
        }
        if self.random.percent(25) && !steps.iter().any(|(_, _, it)| it.who == Who::Main) {
            self.random.shuffle(&mut steps);
        }
        let mut names = Names {
            number,
            step: 0,
            variables,
            me: 0,
            other: 1,
            threads: self.threads.len(),
        };
        let all = |random: &mut Random, lines: &[String], names: &Names| {
            lines
                .iter()
                .map(|it| resolve(it, names, random))
                .collect::<Vec<String>>()
        };
        let members = all(&mut self.random, &facet.members, &names);
        let setup = all(&mut self.random, &facet.setup, &names);
        let finish = all(&mut self.random, &facet.finish, &names);
        self.instances.push(Instance {
            facet,
            members,
            setup,
            finish,
        });
        for (thread, other, template) in steps {
            names.step += 1;
            names.me = thread;
            names.other = other;
            let text = resolve(&template.text, &names, &mut self.random);
            self.threads[thread].push(Step {
                instance: Some(number),
                text,
                inner: Vec::new(),
            });
        }
    }

    /// Drops steps of the busiest threads.
    fn cut(&mut self, most: usize) {
        while self.threads.iter().map(Vec::len).sum::<usize>() > most {
            let longest = (0..self.threads.len()).max_by_key(|it| self.threads[*it].len());
            let steps = &mut self.threads[longest.expect("there are threads")];
            let at = self.random.below(steps.len());
            steps.remove(at);
        }
    }

    /// Puts the steps of each thread in another order that keeps those of each facet in theirs.
    fn shuffle(&mut self) {
        for steps in &mut self.threads {
            let mut order: Vec<Option<usize>> = steps.iter().map(|it| it.instance).collect();
            self.random.shuffle(&mut order);
            let mut left: Vec<Step> = std::mem::take(steps);
            for instance in order {
                let at = left.iter().position(|it| it.instance == instance);
                steps.push(left.remove(at.expect("the order has the same steps")));
            }
        }
    }

    /// Lets each thread be started by somebody, mostly early.
    fn start(&mut self) {
        for thread in (1..self.threads.len()).rev() {
            let by_other = thread == 2 && self.random.percent(30);
            let starter = usize::from(by_other);
            let room = self.threads[starter].len();
            let at = match self.random.percent(60) {
                true => 0,
                false => self.random.below(room + 1),
            };
            let start = Step {
                instance: None,
                text: format!("T{thread}.start();"),
                inner: Vec::new(),
            };
            self.threads[starter].insert(at, start);
        }
    }

    /// Moves steps into those that have room for others.
    fn nest(&mut self) {
        for steps in &mut self.threads {
            let mut at = 0;
            while at < steps.len() {
                if steps[at].text.contains("$inner") {
                    let follows = steps.len() - at - 1;
                    let count = self.random.below(3).min(follows);
                    steps[at].inner = steps.splice(at + 1..at + 1 + count, []).collect();
                }
                at += 1;
            }
        }
    }
}

/// The text with its choices made; `$inner` and `~` stay.
fn resolve(text: &str, names: &Names, random: &mut Random) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['@', '%', '$']) {
        out.push_str(&rest[..at]);
        let mark = &rest[at..];
        if let Some(after) = mark.strip_prefix('@') {
            out.push_str(&names.number.to_string());
            rest = after;
            continue;
        }
        if let Some(after) = mark.strip_prefix('%') {
            out.push_str(&format!("{}n{}", names.number, names.step));
            rest = after;
            continue;
        }
        if let Some(after) = mark.strip_prefix("$inner") {
            out.push_str("$inner");
            rest = after;
            continue;
        }
        let (_, letters) = mark.split_at(1);
        rest = letters.get(1..).unwrap_or_default();
        match letters.as_bytes().first() {
            Some(b'v') => out.push_str(names.variables.0),
            Some(b'w') => out.push_str(names.variables.1),
            Some(b'n') => out.push_str(&random.between(1, 3).to_string()),
            Some(b'b') => out.push_str(if random.percent(50) { "true" } else { "false" }),
            Some(b't') => {
                let shift = random.between(1, names.threads - 1);
                out.push_str(&format!("T{}", (names.me + shift) % names.threads));
            }
            Some(b'u') => out.push_str(&format!("T{}", names.other)),
            // `$P`, which is known when the program is printed, or a nested class: `$P$C@`.
            _ => {
                out.push('$');
                rest = letters;
            }
        }
    }
    out.push_str(rest);
    out
}
