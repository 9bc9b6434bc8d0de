//! `heddle analyze`: what can be said of a program without running it.
//!
//! In: a target. Out: for each field, array and lock who accesses it and what keeps the threads
//! apart, as text or JSON. Exit code 0 if everything is in view, 3 if code that can't be seen may
//! matter (then every claim is `unknown`).

mod calls;
mod futures;
mod graph;
mod names;
mod svg;
mod table;

use std::time::Instant;

use analysis::access::Scope;
use analysis::facts::Facts;
use analysis::locks::Locks;
use analysis::notify;
use analysis::points::{Budget, Points, Sensitivity};
use analysis::storage::Storage;
use analysis::threads::Threads;
use machine::Machine;
use names::Names;
use program::Program;
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::flags::{AnalyzeFlags, GraphForm, PointsTo};
use crate::host::output;
use crate::java;
use crate::settings::{Json, Settings};
use crate::world::Concrete;

/// A program with its points-to sets.
pub(crate) struct Analyzed<'p> {
    pub(crate) program: &'p Program,
    pub(crate) points: Points,
    pub(crate) threads: Threads,
}

/// The whole command.
pub(crate) fn analyze(flags: AnalyzeFlags) -> Result<Exit, Failure> {
    let began = Instant::now();
    let scope = match flags.library {
        true => Scope::Everything,
        false => Scope::Own,
    };
    let sensitivity = match flags.points_to {
        Some(PointsTo::Os) => Sensitivity::Objects,
        Some(PointsTo::Ci) | None => Sensitivity::Insensitive,
    };
    let settings = Settings::new(flags.check)?;
    let loaded = java::load(&settings.target, &settings.plan.limits)?;
    let arguments = &settings.target.arguments;
    let program = loaded.program();
    let (mut machine, main) =
        Machine::before_main(program, settings.machine, loaded.main(), arguments)
            .map_err(|error| Failure::input(error.0))?;
    let mut world = Concrete(&mut machine);
    let points =
        analysis::points::points(program, &mut world, main, sensitivity, Budget::default())
            .ok_or_else(|| Failure::input("the class library lacks java.lang.Object"))?;
    let threads = Threads::new(program, &points);
    let analyzed = Analyzed {
        program,
        points,
        threads,
    };
    if flags.futures {
        let table = futures::table(&analyzed, &Names::new(&analyzed), scope);
        let text = table.text();
        write(&settings, &table, text)?;
        return Ok(Exit::Success);
    }
    if flags.calls {
        let calls = calls::calls(&analyzed, &Names::new(&analyzed), scope);
        let text = calls.shown(flags.form)?;
        write(&settings, &calls, text)?;
        return Ok(Exit::Success);
    }
    let locks = Locks::new(program, &analyzed.points, |object| {
        analyzed.threads.is_single_object(&analyzed.points, object)
    });
    let (points, threads) = (&analyzed.points, &analyzed.threads);
    let mut budget = analysis::storage::Budget::default();
    budget.work = flags.graph_budget.unwrap_or(budget.work);
    let storage = Storage::new(program, points, threads, &locks, budget);
    if let Some(place) = &flags.graph {
        let place = graph::Place::parse(place)?;
        let graphs = graph::graphs(&analyzed, &Names::new(&analyzed), &storage, &place)?;
        let shown = graphs
            .iter()
            .enumerate()
            .map(|(number, it)| match flags.form {
                Some(GraphForm::Dot) => it.dot(number),
                Some(GraphForm::Svg) => it.svg(),
                Some(GraphForm::Text) | None => it.text(),
            });
        let text: Vec<String> = shown.collect();
        write(&settings, &graphs, text.join("\n"))?;
        return Ok(Exit::Success);
    }
    let facts = Facts::new(program, points, threads, &locks, &storage, scope);
    let notifications = notify::notifications(program, points, &locks, &facts);
    let names = Names::new(&analyzed);
    let mut table = table::table(
        &analyzed,
        &names,
        &facts,
        &storage,
        scope,
        &settings.target.name,
    );
    table.add_notifications(&names, &notifications);
    let exit = match table.is_closed {
        true => Exit::Success,
        false => Exit::Unknown,
    };
    write(&settings, &table, table.text())?;
    if settings.output.progress && settings.output.json != Some(Json::Stdout) {
        output::complain(&format!("{:.2} s", began.elapsed().as_secs_f64()));
    }
    Ok(exit)
}

/// Writes an answer to where the settings say.
fn write(settings: &Settings, answer: &impl Serialize, text: String) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(answer).map(|it| it + "\n");
    let json = json.map_err(|error| Failure::input(error.to_string()))?;
    match &settings.output.json {
        Some(Json::Stdout) => output::print(&json),
        Some(Json::File(path)) => {
            output::write_whole(path, &json).map_err(|error| {
                Failure::input(format!("can't write {}: {error}", path.display()))
            })?;
            output::print(&text);
        }
        None => output::print(&text),
    }
    Ok(())
}
