//! The oracle's command line: prints generated programs, and what the JVM does with them.
#![expect(clippy::print_stdout, reason = "a command line prints")]
#![expect(clippy::print_stderr, reason = "a command line prints")]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use oracle::{GeneratedProgram, Racy, Size, generate, run_on_jvm};

const USAGE: &str = "\
usage: oracle print FIRST [COUNT] [OPTIONS]        print the programs of these seeds
       oracle write FIRST COUNT DIRECTORY [OPTIONS] write them as files
       oracle run FIRST COUNT RUNS [OPTIONS]        run them on the JVM and print the outcomes

options: --size tiny|small|large   (small)
         --racy plain|volatile     (volatile)
         --seconds N               the time for all runs (60)";

struct Options {
    words: Vec<String>,
    size: Size,
    seconds: u64,
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
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let option = match argument.as_str() {
            "--size" => &mut size,
            "--racy" => &mut racy,
            "--seconds" => &mut seconds,
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
    Ok(Options {
        words,
        size,
        seconds: number(&seconds)?,
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
