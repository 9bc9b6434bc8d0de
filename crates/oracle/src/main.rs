//! The oracle's command line: prints generated programs, and what the JVM does with them.
#![expect(clippy::print_stdout, reason = "a command line prints")]
#![expect(clippy::print_stderr, reason = "a command line prints")]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use oracle::{GeneratedProgram, PlatformProgram, Racy, Size, explore, generate, run_on_jvm};

const USAGE: &str = "\
usage: oracle print FIRST [COUNT] [OPTIONS]        print the programs of these seeds
       oracle write FIRST COUNT DIRECTORY [OPTIONS] write them as files
       oracle run FIRST COUNT RUNS [OPTIONS]        run them on the JVM and print the outcomes
       oracle explore FIRST COUNT [OPTIONS]         try all interleavings and print the outcomes
       oracle compare FIRST COUNT RUNS [OPTIONS]    both: no outcome of the JVM may be impossible
       oracle platform FIRST COUNT JDK              print programs of the second generator

options: --size tiny|small|large   (small)
         --racy plain|volatile     (volatile)
         --seconds N               the time for all runs (60)
         --states N                states to explore at most, per program (300000)";

struct Options {
    words: Vec<String>,
    size: Size,
    seconds: u64,
    states: usize,
}

fn main() -> ExitCode {
    match parse(std::env::args().skip(1)).and_then(|options| execute(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn parse(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut words = Vec::new();
    let mut size = String::from("small");
    let mut racy = String::from("volatile");
    let mut seconds = String::from("60");
    let mut states = String::from("300000");
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let option = match argument.as_str() {
            "--size" => &mut size,
            "--racy" => &mut racy,
            "--seconds" => &mut seconds,
            "--states" => &mut states,
            _ => {
                words.push(argument);
                continue;
            }
        };
        *option = arguments
            .next()
            .ok_or(format!("{argument} needs a value\n{USAGE}"))?;
    }
    let racy = match racy.as_str() {
        "plain" => Racy::Plain,
        "volatile" => Racy::VolatileOnly,
        other => return Err(format!("unknown kind of races {other:?}\n{USAGE}")),
    };
    let size = match size.as_str() {
        "tiny" => Size::tiny(racy),
        "small" => Size::small(racy),
        "large" => Size::large(racy),
        other => return Err(format!("unknown size {other:?}\n{USAGE}")),
    };
    let states = usize::try_from(number(&states)?).map_err(|cause| cause.to_string())?;
    Ok(Options {
        words,
        size,
        seconds: number(&seconds)?,
        states,
    })
}

fn number(word: &str) -> Result<u64, String> {
    word.parse()
        .map_err(|_| format!("not a number: {word:?}\n{USAGE}"))
}

fn programs(options: &Options, first: &str, count: &str) -> Result<Vec<GeneratedProgram>, String> {
    let first = number(first)?;
    let count = number(count)?;
    Ok((0..count)
        .map(|offset| generate(first.wrapping_add(offset), &options.size))
        .collect())
}

fn execute(options: &Options) -> Result<(), String> {
    let words: Vec<&str> = options.words.iter().map(String::as_str).collect();
    match words[..] {
        ["print", first] => print(&programs(options, first, "1")?),
        ["print", first, count] => print(&programs(options, first, count)?),
        ["write", first, count, directory] => {
            write(&programs(options, first, count)?, &PathBuf::from(directory))?;
        }
        ["run", first, count, runs] => run(options, &programs(options, first, count)?, runs)?,
        ["explore", first, count] => explore_all(options, &programs(options, first, count)?),
        ["compare", first, count, runs] => {
            compare(options, programs(options, first, count)?, runs)?;
        }
        ["platform", first, count, jdk] => {
            let (first, count) = (number(first)?, number(count)?);
            let jdk = u32::try_from(number(jdk)?).map_err(|cause| cause.to_string())?;
            for seed in first..first.saturating_add(count) {
                print!("{}", PlatformProgram::generate(seed, jdk).source());
            }
        }
        _ => return Err(String::from(USAGE)),
    }
    Ok(())
}

fn print(programs: &[GeneratedProgram]) {
    for program in programs {
        print!("{}", program.source);
    }
}

fn write(programs: &[GeneratedProgram], directory: &PathBuf) -> Result<(), String> {
    let said = |cause| format!("{}: {cause}", directory.display());
    std::fs::create_dir_all(directory).map_err(said)?;
    for program in programs {
        let path = directory.join(format!("{}.java", program.name));
        std::fs::write(path, &program.source).map_err(said)?;
    }
    Ok(())
}

fn run(options: &Options, programs: &[GeneratedProgram], runs: &str) -> Result<(), String> {
    let runs = u32::try_from(number(runs)?).map_err(|cause| cause.to_string())?;
    let budget = Duration::from_secs(options.seconds);
    let all = run_on_jvm(programs, runs, budget).map_err(|error| error.to_string())?;
    for outcomes in all {
        println!(
            "{}: {} outcomes in {} runs",
            outcomes.name,
            outcomes.counts.len(),
            outcomes.runs()
        );
        for (outcome, count) in outcomes.counts {
            println!("{count:8} {outcome}");
        }
    }
    Ok(())
}

fn explore_all(options: &Options, programs: &[GeneratedProgram]) {
    for program in programs {
        match explore(&program.tree, options.states) {
            Ok(reference) => {
                let (name, states) = (&program.name, reference.states);
                println!(
                    "{name}: {} outcomes, {states} states",
                    reference.outcomes.len()
                );
                for outcome in reference.outcomes {
                    println!("         {outcome}");
                }
            }
            Err(reason) => println!("{}: {reason}", program.name),
        }
    }
}

fn compare(
    options: &Options,
    mut programs: Vec<GeneratedProgram>,
    runs: &str,
) -> Result<(), String> {
    if options.size.racy == Racy::Plain {
        return Err(String::from(
            "with races the JVM may show what no interleaving explains",
        ));
    }
    let runs = u32::try_from(number(runs)?).map_err(|cause| cause.to_string())?;
    let mut references = Vec::new();
    programs.retain(|program| match explore(&program.tree, options.states) {
        Ok(reference) => {
            references.push(reference);
            true
        }
        Err(_) => false,
    });
    let budget = Duration::from_secs(options.seconds);
    let all = run_on_jvm(&programs, runs, budget).map_err(|error| error.to_string())?;
    let (mut possible, mut seen, mut impossible) = (0, 0, 0);
    for (reference, outcomes) in references.iter().zip(&all) {
        possible += reference.outcomes.len();
        for (outcome, count) in &outcomes.counts {
            seen += 1;
            if !reference.outcomes.contains(outcome) {
                impossible += 1;
                println!("{}: impossible, {count} times: {outcome}", outcomes.name);
            }
        }
    }
    println!(
        "{} programs, {possible} possible outcomes, {seen} seen",
        programs.len()
    );
    if impossible > 0 {
        Err(format!("{impossible} impossible outcomes"))
    } else {
        Ok(())
    }
}
