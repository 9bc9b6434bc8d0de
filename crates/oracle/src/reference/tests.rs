//! The reference on programs written by hand, and against the JVM.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{Unexplored, explore};
use crate::ast::{
    Content, Expression, Holder, Lock, Monitor, Operator, Program, Statement, Target, Thread, Type,
    Variable, VariableId, Wait, Waiters,
};
use crate::{GeneratedProgram, Jvm, Racy, Size, generate};

const F: VariableId = VariableId(0);
const M: Monitor = Monitor::Object(0);

fn program(ty: Type, threads: Vec<Vec<Statement>>, main: Vec<Statement>) -> Program {
    let content = Content::Scalar { ty, volatile: true };
    Program {
        name: String::from("P"),
        variables: vec![Variable {
            holder: Holder::Static,
            content,
            guard: None,
        }],
        monitors: 1,
        locks: 0,
        volatile_nodes: true,
        methods: Vec::new(),
        threads,
        main,
    }
}

fn outcomes(program: &Program) -> Vec<String> {
    explore(program, 100_000)
        .unwrap()
        .outcomes
        .into_iter()
        .collect()
}

fn add() -> Statement {
    let sum = Expression::Binary(
        Operator::Add,
        Box::new(Expression::Read(F)),
        Box::new(Expression::Number(1)),
    );
    Statement::Assign(Target::Variable(F), sum)
}

fn set() -> Statement {
    Statement::Assign(Target::Variable(F), Expression::Boolean(true))
}

fn locked(body: Vec<Statement>) -> Statement {
    Statement::Locked(Lock::Monitor(M), body)
}

#[test]
fn an_increment_can_be_lost() {
    let program = program(Type::Int, vec![vec![add()], vec![add()]], Vec::new());
    assert_eq!(
        outcomes(&program),
        [
            "outcome: main=0 t0=0 t1=0 f0=1",
            "outcome: main=0 t0=0 t1=0 f0=2"
        ]
    );
}

#[test]
fn a_lock_saves_it() {
    let program = program(
        Type::Int,
        vec![vec![locked(vec![add()])], vec![locked(vec![add()])]],
        Vec::new(),
    );
    assert_eq!(outcomes(&program), ["outcome: main=0 t0=0 t1=0 f0=2"]);
}

#[test]
fn a_wait_without_a_loop_can_miss_its_notification() {
    let wait = locked(vec![Statement::Wait(M, Wait::Once)]);
    let notify = locked(vec![set(), Statement::Notify(M, Waiters::One)]);
    let program = program(Type::Boolean, vec![vec![wait], vec![notify]], Vec::new());
    assert_eq!(
        outcomes(&program),
        ["deadlock", "outcome: main=0 t0=0 t1=0 f0=true"]
    );
}

#[test]
fn a_wait_in_a_loop_does_not() {
    let wait = locked(vec![Statement::Wait(M, Wait::While(Expression::Read(F)))]);
    let notify = locked(vec![set(), Statement::Notify(M, Waiters::One)]);
    let program = program(Type::Boolean, vec![vec![wait], vec![notify]], Vec::new());
    assert_eq!(outcomes(&program), ["outcome: main=0 t0=0 t1=0 f0=true"]);
}

#[test]
fn one_notification_wakes_one_of_two_waiters() {
    let wait = locked(vec![Statement::Wait(M, Wait::While(Expression::Read(F)))]);
    let notify = locked(vec![set(), Statement::Notify(M, Waiters::One)]);
    let program = program(
        Type::Boolean,
        vec![vec![wait.clone()], vec![wait]],
        vec![notify],
    );
    assert_eq!(
        outcomes(&program),
        ["deadlock", "outcome: main=0 t0=0 t1=0 f0=true"]
    );
}

#[test]
fn an_interrupt_ends_a_wait_and_is_used_up() {
    let wait = locked(vec![Statement::Wait(M, Wait::While(Expression::Read(F)))]);
    let look = Statement::Observe(Expression::Interrupted);
    let program = program(
        Type::Boolean,
        vec![vec![wait, look], Vec::new()],
        vec![Statement::Interrupt(Thread(0))],
    );
    assert_eq!(outcomes(&program), ["outcome: main=0 t0=e0 t1=0 f0=false"]);
}

#[test]
fn an_interrupted_join_may_find_the_thread_ended() {
    let join = Statement::Join(Thread(0));
    let program = program(
        Type::Boolean,
        vec![vec![set()], vec![join]],
        vec![Statement::Interrupt(Thread(1))],
    );
    assert_eq!(
        outcomes(&program),
        [
            "outcome: main=0 t0=0 t1=0 f0=true",
            "outcome: main=0 t0=0 t1=e f0=true"
        ]
    );
}

#[test]
fn a_parked_thread_needs_its_permit_after_the_flag() {
    let park = Statement::ParkUntil(Expression::Read(F));
    let unpark = Statement::Unpark(Thread(0));
    let right = program(
        Type::Boolean,
        vec![vec![park.clone()], vec![set(), unpark.clone()]],
        Vec::new(),
    );
    assert_eq!(outcomes(&right), ["outcome: main=0 t0=0 t1=0 f0=true"]);
    let wrong = program(
        Type::Boolean,
        vec![vec![park], vec![unpark, set()]],
        Vec::new(),
    );
    assert_eq!(
        outcomes(&wrong),
        ["deadlock", "outcome: main=0 t0=0 t1=0 f0=true"]
    );
}

#[test]
fn the_limit_is_kept() {
    let program = program(Type::Int, vec![vec![add(); 4], vec![add(); 4]], Vec::new());
    assert_eq!(explore(&program, 10), Err(Unexplored::TooLarge));
}

/// What no reference may get wrong: everything the JVM does must be possible.
#[test]
fn every_outcome_of_the_jvm_is_possible() {
    let mut programs: Vec<GeneratedProgram> = Vec::new();
    let mut possible: Vec<BTreeSet<String>> = Vec::new();
    for seed in 1000..1060 {
        let program = generate(seed, &Size::small(Racy::VolatileOnly));
        if let Ok(reference) = explore(&program.tree, 300_000) {
            possible.push(reference.outcomes);
            programs.push(program);
        }
    }
    assert!(
        programs.len() > 50,
        "only {} programs are small enough",
        programs.len()
    );
    let work = std::env::temp_dir().join(format!("heddle-oracle-reference-{}", std::process::id()));
    let seen = Jvm::find(work.clone()).run(&programs, 60, Duration::from_secs(60));
    std::fs::remove_dir_all(work).unwrap();
    for ((program, possible), seen) in programs.iter().zip(possible).zip(seen.unwrap()) {
        let impossible: Vec<String> = seen.set().difference(&possible).cloned().collect();
        assert!(
            impossible.is_empty(),
            "{impossible:#?}\n{possible:#?}\n{}",
            program.source
        );
    }
}
