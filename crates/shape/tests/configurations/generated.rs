//! Generated programs: the abstract configurations against an interpreter of the same model.
//!
//! All states that the interpreter reaches are in an abstract configuration, and all that goes wrong in any
//! of its interleavings, taken instruction by instruction, is among the alarms.

use super::concrete;
use super::interpreter::Interpreter;
use super::views;
use shape::configuration::compile::{Compiled, compile, compile_for};
use shape::configuration::explore::{Limits, explore};
use shape::configuration::model::{
    ClassId, Condition, Fact, FieldId, FlagId, Individual, Initial, Instruction, Local, Model,
    Operation as Op, Routine, RoutineId, StaticId, Truth,
};
use shape::configuration::property;
use shape::configuration::view;
use shape::logic::embedding::embeds;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

const LOCALS: usize = 4;

fn local(random: &mut Random) -> Local {
    Local(random.below(LOCALS) as u16)
}

/// Mostly the last register, which nothing writes.
fn monitor(random: &mut Random) -> Local {
    if random.below(4) > 0 {
        Local(LOCALS as u16 - 1)
    } else {
        local(random)
    }
}

/// A register to write.
fn target(random: &mut Random) -> Local {
    Local(random.below(LOCALS - 1) as u16)
}

/// Statements up to a budget; monitors are mostly entered and left in pairs.
fn block(code: &mut Vec<Op>, budget: usize, depth: usize, random: &mut Random) {
    let mut left = budget;
    while left > 0 {
        left -= 1;
        let (a, b) = (local(random), local(random));
        let (to, lock) = (target(random), monitor(random));
        let field = FieldId(random.below(2) as u16);
        match random.below(if depth > 0 { 17 } else { 13 }) {
            0 => code.push(Op::Get(to, b, field)),
            1 => code.push(Op::Put(a, field, (random.below(4) > 0).then_some(b))),
            2 => code.push(Op::PutFlag(a, FlagId(0), random.below(2) == 0)),
            3 => code.push(Op::Move(to, b)),
            4 => code.push(Op::New(to, ClassId(0))),
            5..=7 if depth < 2 => {
                code.push(Op::Acquire(lock));
                block(code, 1 + random.below(3), depth + 1, random);
                if random.below(8) > 0 {
                    code.push(Op::Release(lock));
                }
            }
            8 => {
                let at = code.len();
                code.push(Op::Jump(0));
                let condition = match random.below(4) {
                    0 => Condition::Free,
                    1 => Condition::Same(a, b),
                    _ => Condition::IsNull(a),
                };
                block(code, 1, depth, random);
                code[at] = Op::Branch(condition, code.len());
            }
            9 => code.push(Op::GetStatic(to, StaticId(0))),
            10 => code.push(Op::PutStatic(
                StaticId(0),
                (random.below(4) > 0).then_some(b),
            )),
            11 => code.push(Op::Start(Local(0))),
            12 => code.push(Op::Join(Local(0))),
            13 => code.extend([Op::Wait(lock), Op::Reacquire(lock)]),
            14 => code.push(Op::Notify(lock)),
            15 => code.push(Op::NotifyAll(lock)),
            16 => {
                let end = code.len() + 3;
                code.push(Op::GetFlag(Truth(0), a, FlagId(0)));
                code.push(Op::Branch(Condition::Is(Truth(0)), end));
                code.push(Op::Put(a, field, Some(b)));
            }
            _ => {}
        }
    }
}

/// Two or three threads of one or two routines over three objects; with names for all, or for none.
pub(crate) fn program(seed: u64) -> Model {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let random = &mut random;
    let mut model = Model::new();
    model.reentry = 1 + random.below(2);
    let node = model.class("Node");
    model.field("f");
    model.field("g");
    model.flag("b");
    model.static_field("s");
    let routines = 1 + random.below(2);
    for number in 0..routines {
        let mut code = Vec::new();
        block(&mut code, 2 + random.below(2), 0, random);
        let line = |(index, operation): (usize, Op)| {
            Instruction::new(operation, (100 * number + index) as u32)
        };
        let routine = Routine {
            name: format!("r{number}"),
            locals: (0..LOCALS).map(|it| format!("v{it}")).collect(),
            truths: vec!["b".to_string()],
            code: code.into_iter().enumerate().map(line).collect(),
        };
        let routine = model.routine(routine);
        model.thread_class(&format!("Thread{number}"), routine);
    }
    let named = random.below(3) > 0;
    let name = |it: String| named.then_some(it);
    let mut initial = Initial::default();
    for number in 0..3 {
        let name = name(format!("o{number}"));
        initial.individuals.push(Individual {
            class: node,
            many: false,
            at: None,
            name,
        });
    }
    // The last one is there but not started, and the first ones know it.
    let threads = 2 + random.below(2);
    for number in 0..=threads {
        let routine = RoutineId((number % routines) as u16);
        let class = ClassId(routine.0 + 1);
        let name = name(format!("t{number}"));
        let at = (number < threads).then_some((routine, 0));
        initial.individuals.push(Individual {
            class,
            many: false,
            at,
            name,
        });
        if number == threads {
            break;
        }
        for register in 0..LOCALS {
            let object = match register {
                0 if random.below(3) > 0 => 3 + threads,
                _ if register == LOCALS - 1 => 0,
                _ => random.below(4),
            };
            if object != 3 {
                let register = Local(register as u16);
                initial
                    .facts
                    .push(Fact::Local(routine, register, 3 + number, object));
            }
        }
    }
    for object in 0..3 {
        if random.below(2) == 0 {
            initial.facts.push(Fact::Flag(FlagId(0), object));
        }
        if random.below(2) == 0 {
            let field = FieldId(random.below(2) as u16);
            initial
                .facts
                .push(Fact::Field(field, object, random.below(3)));
        }
    }
    model.initial.push(initial);
    model
}

/// What is missing in the exploration of the compiled model.
pub(crate) fn missing(model: &Model, compiled: &Compiled) -> Option<String> {
    let mut properties = property::races(model, compiled);
    properties.push(property::total_deadlock(model, compiled));
    let limits = Limits {
        configurations: 3_000,
        beyond_violations: true,
        ..Limits::default()
    };
    let found = explore(compiled, &properties, limits);
    if !found.complete {
        return None;
    }
    let (_, wrong, _) = Interpreter::new(model, false).explore(3_000);
    for what in wrong {
        if !found.alarms.iter().any(|it| it.message == what) {
            return Some(what);
        }
    }
    let interpreter = Interpreter::new(model, true);
    let (states, _, _) = interpreter.explore(1_000);
    for state in states.iter().filter(|it| it.has_yielded()) {
        let structure = interpreter.structure(compiled, state);
        let garbage = interpreter.garbage(state);
        let mut subsets = (0..=garbage).rev().filter(|it| it & !garbage == 0);
        let covered = subsets.any(|gone| {
            let mut rest = structure.without(gone);
            concrete::define(&compiled.vocabulary, &mut rest);
            found
                .configurations
                .structures()
                .iter()
                .any(|it| embeds(&rest, it))
        });
        if !covered {
            return Some(format!("{state:?}"));
        }
    }
    None
}

/// What is missing in the views of a model.
pub(crate) fn unseen(model: &Model, compiled: &Compiled) -> Option<String> {
    let mut properties = property::races(model, compiled);
    properties.push(property::total_deadlock(model, compiled));
    let limits = Limits {
        configurations: 200,
        deadline: Some(Instant::now() + Duration::from_secs(2)),
        ..Limits::default()
    };
    let found = view::search::explore(model, compiled, &properties, limits);
    if !found.complete {
        return None;
    }
    let (_, wrong, _) = Interpreter::new(model, false).explore(3_000);
    for what in wrong {
        if !found.alarms.iter().any(|it| it.message == what) {
            return Some(what);
        }
    }
    let interpreter = Interpreter::new(model, true);
    let (states, _, _) = interpreter.explore(1_000);
    let yielded = states.iter().filter(|it| it.has_yielded()).take(40);
    let structures: Vec<_> = yielded
        .map(|state| {
            let structure = interpreter.structure(compiled, state);
            let mut rest = structure.without(interpreter.garbage(state));
            concrete::define(&compiled.vocabulary, &mut rest);
            rest
        })
        .collect();
    let lost = views::lost(compiled, &found, structures.iter());
    lost.map(|it| shape::logic::text::write_structure(&compiled.vocabulary, "lost", &it))
}

/// Only the first thread is started; it may start another and end.
fn begin_with_one(model: &mut Model) {
    let initial = &mut model.initial[0];
    let mut started = initial.individuals.iter_mut().filter(|it| it.at.is_some());
    started.next();
    started.for_each(|it| it.at = None);
    let threads = &initial.individuals;
    initial
        .facts
        .retain(|it| !matches!(it, Fact::Local(_, _, thread, _) if threads[*thread].at.is_none()));
}

#[test]
fn generated_programs_are_covered_by_views() {
    let cases = std::env::var("SHAPE_PROGRAMS").map_or(150, |it| it.parse().unwrap());
    for watched in [1, 2] {
        for seed in 1..=cases {
            let mut model = program(seed);
            if seed % 3 == 0 {
                begin_with_one(&mut model);
            }
            let compiled = compile_for(&model, watched).unwrap();
            if let Some(missing) = unseen(&model, &compiled) {
                panic!(
                    "seed {seed}, views of {watched}: {missing}\n{:?}\n{:?}",
                    model.routines, model.initial
                );
            }
        }
    }
}

#[test]
fn generated_programs_are_covered() {
    let cases = std::env::var("SHAPE_PROGRAMS").map_or(300, |it| it.parse().unwrap());
    for seed in 1..=cases {
        let model = program(seed);
        let compiled = compile(&model).unwrap();
        if let Some(missing) = missing(&model, &compiled) {
            panic!(
                "seed {seed}: {missing}\n{:?}\n{:?}",
                model.routines, model.initial
            );
        }
    }
}

/// The kind of an operation, by its name.
fn kind(operation: &Op) -> String {
    let text = format!("{operation:?}");
    text.split('(').next().unwrap_or_default().to_string()
}

#[test]
fn an_action_without_one_of_its_updates_is_noticed() {
    let (mut noticed, mut tried) = (BTreeSet::new(), BTreeMap::<(String, String), usize>::new());
    for seed in 1..=800 {
        let model = program(seed);
        let compiled = compile(&model).unwrap();
        for routine in 0..model.routines.len() {
            for index in 0..compiled.steps[routine].len() {
                let operation = kind(&model.routines[routine].code[index].operation);
                for step in 0..compiled.steps[routine][index].len() {
                    let updates = &compiled.steps[routine][index][step].action.updates;
                    for (update, changed) in updates.iter().enumerate() {
                        let name = compiled.vocabulary.name(changed.symbol);
                        let name = name.split('[').next().unwrap_or_default().to_string();
                        let key = (operation.clone(), name);
                        let tries = tried.entry(key.clone()).or_default();
                        if noticed.contains(&key) || *tries >= 400 {
                            continue;
                        }
                        *tries += 1;
                        let mut faulty = compiled.clone();
                        faulty.steps[routine][index][step]
                            .action
                            .updates
                            .remove(update);
                        if missing(&model, &faulty).is_some() {
                            noticed.insert(key);
                        }
                    }
                }
            }
        }
    }
    // A thread that has ended is mostly garbage; one that should run on and yields only does more; a register that
    // is dead after its monitor is taken again, which is never left, shows in no state.
    let harmless = |it: &(String, String)| {
        ["ended", "running"].contains(&&*it.1) || (it.0 == "Reacquire" && it.1 == "local")
    };
    let tried = tried.keys().filter(|it| !harmless(it));
    let unnoticed: Vec<_> = tried.filter(|it| !noticed.contains(*it)).collect();
    assert!(unnoticed.is_empty(), "{unnoticed:?}");
}
