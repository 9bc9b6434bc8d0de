//! Mutants of the independence relation (`explore::Mutant`): each is told from the relation by what
//! searches see of some program, or is listed with the reason why it can't be.

#![expect(clippy::print_stdout, reason = "a long test says how far it is")]

#[expect(dead_code, reason = "other tests use the rest")]
#[path = "platform/bench.rs"]
mod bench;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "common/collector.rs"]
mod collector;
#[expect(dead_code, reason = "other tests use the rest")]
mod common;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "platform/differ.rs"]
mod differ;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use classpath::Jdk;
use explore::java::Java;
use explore::reduction::{Layer, Layers, Persistent};
use explore::{Claims, Mutant, Search, View};
use oracle::PlatformProgram;
use program::Program;

use bench::Bench;
use common::{number, work};
use differ::{Ended, searched_by};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Engine {
    Lazy,
    Layers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Units,
    Steps,
    BreadthFirst,
    Persistent,
}

impl Engine {
    fn ways(self) -> [Way; 2] {
        match self {
            Engine::Lazy => [Way::Steps, Way::Units],
            Engine::Layers => [Way::BreadthFirst, Way::Persistent],
        }
    }
}

fn taken(mut java: Java<'_>, way: Way, view: View) -> (Java<'_>, Search) {
    let layers = match way {
        Way::Steps => return (java.foreseeing_through(view), Search::DepthFirst),
        Way::Units => {
            let java = java.foreseeing_through(view).with_units();
            return (java, Search::DepthFirst);
        }
        Way::BreadthFirst => Layers::all(),
        Way::Persistent => Layers::NONE.with(Layer::Persistent),
    };
    let search = match way {
        Way::BreadthFirst => Search::BreadthFirst,
        _ => Search::DepthFirst,
    };
    let reduction = Persistent::new(java.machine(), layers).through(view);
    (java.reduced(Box::new(reduction)), search)
}

fn seen(program: &Program, name: &str, way: Way, view: View) -> Ended {
    searched_by(program, name, |java| taken(java, way, view))
}

#[test]
fn hunt() {
    let jdk = Jdk::find(None).expect("a JDK");
    let (first, count) = (number("ORACLE_SEED", 1), number("ORACLE_PROGRAMS", 100));
    let most = number("HUNT_TRIES", 60) as usize;
    let mut killed: BTreeMap<(Engine, Mutant), (String, usize)> = BTreeMap::new();
    let mut tried: BTreeMap<(Engine, Mutant), usize> = BTreeMap::new();
    let bench = Bench::new(&jdk, work(&format!("mutants-{}", std::process::id())));
    let start = Instant::now();
    let (mut searches, mut spent) = (0, Duration::ZERO);
    let programs: Vec<PlatformProgram> = (first..first + count)
        .map(|seed| PlatformProgram::generate(seed, jdk.version()))
        .collect();
    let loaded = bench.compile(&programs, "all");
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (turn, program) in programs.iter().enumerate() {
        let name = &program.name;
        let full = searched_by(&loaded, name, |java| (java, Search::DepthFirst));
        let Ended::Complete(full, states) = full else {
            continue;
        };
        if states > 5000 {
            continue;
        }
        for engine in [Engine::Lazy, Engine::Layers] {
            for way in engine.ways() {
                let claims = Claims::default();
                let plain = seen(&loaded, name, way, View::Gathering(claims.clone()));
                match plain {
                    Ended::Complete(plain, _) if plain != full => {
                        println!("UNSOUND {name} {way:?}");
                        continue;
                    }
                    Ended::Complete(..) => {}
                    other => {
                        println!("{name} {way:?}: {other:?}");
                        continue;
                    }
                }
                for mutant in claims.all().iter().flat_map(explore::Claim::mutants) {
                    let key = (engine, mutant.clone());
                    let tries = tried.entry(key.clone()).or_default();
                    if killed.contains_key(&key) || *tries >= most {
                        continue;
                    }
                    *tries += 1;
                    searches += 1;
                    let at = Instant::now();
                    let ended = seen(&loaded, name, way, View::Wrong(mutant));
                    spent += at.elapsed();
                    if let Ended::Complete(found, _) = ended
                        && found != full
                    {
                        used.insert(name.clone());
                        killed.insert(key, (name.clone(), turn));
                    }
                }
            }
        }
        if turn % 20 == 0 {
            println!(
                "{turn}: {} of {} killed, {searches} searches in {spent:.0?} of {:.0?}",
                killed.len(),
                tried.len(),
                start.elapsed()
            );
        }
    }
    for (engine, mutant) in tried.keys() {
        let key = (*engine, mutant.clone());
        match killed.get(&key) {
            Some((name, turn)) => println!("{engine:?} {mutant}: killed {name} after {turn}"),
            None => println!("{engine:?} {mutant}: ALIVE {}", tried[&key]),
        }
    }
}
