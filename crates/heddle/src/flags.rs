//! What the user typed: every command and option, read but not yet understood.
//!
//! In: the words of the command line, and `heddle.toml` where there is one. Out: [`Cli`]. Values are
//! checked for their form here; what they mean together is decided in [`crate::settings`].

mod config;
mod values;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::command::test::DRIVER;
use crate::exit::Failure;
use crate::settings::Settings;

const EXAMPLES: &str = "\
Examples:
  heddle check Account.java                     compile and check a program
  heddle check -cp target/classes com.acme.Main check compiled classes
  heddle check app.jar -- 3 10                  give the program arguments
  heddle check Cache.java --drive Cache         call the methods of a class at once
  heddle check Account.java --property deadlock --search bfs --timeout 2m
  heddle replay 3f2a91c0-0x3.1                  show a reported run again
  heddle confirm 3f2a91c0-0x3.1                 force it on your own Java
  heddle test -cp target/classes:target/test-classes:junit.jar  check every JUnit test

Exit codes:
  0  holds: no schedule breaks a selected property (or what --expect names was found)
  1  violated: some schedule does; the report shows it step by step
  2  the input or the options are wrong
  3  unknown: nothing wrong was found, but not every schedule was covered (--on-unknown)
  4  a bug in Heddle";

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "heddle",
    bin_name = "heddle",
    version,
    about = "Checks concurrent Java programs under every schedule of their threads",
    long_about = "Checks concurrent Java programs under every schedule of their threads.\n\n\
        Heddle runs your program (its real bytecode, on the real class library) in every order in \
        which its threads can be scheduled, and tells whether it can deadlock, race, throw or \
        break an assertion. If it can, you get the schedule, step by step in your own source \
        lines, and a command to see it again. If it can't, you get \"holds\", and what that covers.",
    after_help = EXAMPLES,
    args_override_self = true,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check a program: .java files, a .jar, or a main class with -cp
    #[command(after_help = EXAMPLES, args_override_self = true)]
    Check(CheckFlags),
    /// Show a reported run again, step by step
    #[command(args_override_self = true)]
    Replay(StepFlags),
    /// Step through a run in your editor, forwards and backwards: a debug adapter (DAP). Without a port the
    /// editor starts it and speaks with it over its input and output
    Debug(DebugFlags),
    /// Run a reported violation on your own Java: force its schedule by the JVM's debug interface. The
    /// program then has its real effects
    #[command(args_override_self = true)]
    Confirm(ReplayFlags),
    /// Tell what a word of a report means: a kind of violation, a reduction, an assumption
    Explain {
        /// The word; all are listed if none is given
        #[arg(value_name = "KIND")]
        word: Option<String>,
    },
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
    /// Check every JUnit 4 and JUnit 5 test method on the class path, each as a program of its own
    #[command(args_override_self = true)]
    Test(TestFlags),
    /// Prove a program right for any number of threads and objects, by abstraction into 3-valued logic
    #[command(args_override_self = true)]
    Prove(ProveFlags),
    /// Tell, without running anything, who uses which field, array and lock, and what keeps them apart
    #[command(args_override_self = true)]
    Analyze(AnalyzeFlags),
    /// Write a program as a model for another tool
    #[command(args_override_self = true)]
    Export(ExportFlags),
    /// Check a program with SPIN: export it, run SPIN, and show what it found in Java terms
    #[command(args_override_self = true)]
    Spin(SpinFlags),
    /// Write the source of a driver, which calls a class from several threads, or of summaries of the classes
    /// around a unit
    #[command(args_override_self = true)]
    Environment(EnvironmentFlags),
    /// Tell, before a check, what a program or a class of JUnit tests needs and Heddle lacks: by its code, and by
    /// a few short runs in Heddle's own world, which have no effects outside
    #[command(args_override_self = true)]
    Doctor(CheckFlags),
}

/// `heddle prove`.
#[derive(Debug, Args)]
pub(crate) struct ProveFlags {
    /// .java files, a .jar, or the name of a main class on the class path
    #[arg(required = true, value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) arguments: Vec<String>,
    /// A started thread of such a class stands for any number of them: the name of a class of threads,
    /// with stars, as in 'Worker*'; several after commas
    #[arg(
        long,
        value_name = "PATTERN",
        value_delimiter = ',',
        help_heading = "Proof"
    )]
    pub(crate) threads: Vec<String>,
    #[command(flatten)]
    pub(crate) options: Options,
}

/// `heddle check`.
#[derive(Debug, Args)]
pub(crate) struct CheckFlags {
    /// .java files, a .jar, or the name of a main class on the class path
    #[arg(required_unless_present = "drive", value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) arguments: Vec<String>,
    #[command(flatten)]
    pub(crate) driving: DriveOptions,
    #[command(flatten)]
    pub(crate) options: Options,
}

/// How a class is driven, for `heddle check` and `heddle environment`.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct DriveOptions {
    /// Check this class without a main: threads call its methods, pairs and triples of calls in all
    /// orders, with small arguments
    #[arg(long, value_name = "CLASS", help_heading = "Drivers")]
    pub(crate) drive: Option<String>,
    /// How many threads call it [default: 2]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=7), help_heading = "Drivers")]
    pub(crate) threads: Option<u32>,
    /// Everything with up to so many calls of each thread, instead of pairs and triples
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=15), help_heading = "Drivers")]
    pub(crate) calls: Option<u32>,
    /// A specification: which calls each thread makes, as regular expressions, after which others, and
    /// what must hold in the end
    #[arg(long, value_name = "FILE", help_heading = "Drivers")]
    pub(crate) driver: Option<PathBuf>,
}

/// `heddle environment`.
#[derive(Debug, Args)]
pub(crate) struct EnvironmentFlags {
    /// The directory for the source
    #[arg(short = 'o', long, value_name = "DIR", help_heading = "Environment")]
    pub(crate) out: Option<PathBuf>,
    /// The classes (with those inside them) and packages (com.acme.*) that keep their code; classes of the
    /// program around them are summarised by their side effects
    #[arg(long, value_name = "LIST", help_heading = "Environment")]
    pub(crate) unit: Option<String>,
    /// How effects are written: each may happen, those on all ways happen, or by the exit [default: returns]
    #[arg(
        long,
        alias = "mode",
        value_enum,
        value_name = "HOW",
        help_heading = "Environment"
    )]
    pub(crate) effects: Option<EffectsMode>,
    /// Keep which object of the environment holds which others
    #[arg(long, help_heading = "Environment")]
    pub(crate) containment: bool,
    /// Take for granted that fields and containers of the environment don't give null
    #[arg(long, help_heading = "Environment")]
    pub(crate) assume_non_null: bool,
    /// Take for granted that neither the virtual machine nor the library throws unchecked exceptions in
    /// the environment (null, indices, casts, divisions)
    #[arg(long, help_heading = "Environment")]
    pub(crate) assume_no_throw: bool,
    /// Check what is made
    #[arg(long = "check", help_heading = "Environment")]
    pub(crate) checks: bool,
    #[command(flatten)]
    pub(crate) check: CheckFlags,
}

/// `--effects`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EffectsMode {
    /// Every effect may happen or not
    May,
    /// Effects on all ways happen
    Must,
    /// The same for each exit by itself
    #[value(alias = "return")]
    Returns,
}

/// `heddle analyze`.
#[derive(Debug, Args)]
pub(crate) struct AnalyzeFlags {
    /// Tell also of fields, arrays and locks of the class library
    #[arg(long, help_heading = "Analysis")]
    pub(crate) library: bool,
    /// Show what the heap can look like at a statement: Class.method, or Class.method:line
    #[arg(long, value_name = "PLACE", help_heading = "Analysis")]
    pub(crate) graph: Option<String>,
    /// How to show it
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Analysis")]
    pub(crate) form: Option<GraphForm>,
    /// How much work these graphs may be, in parts that are copied: methods that take the most are told less
    /// about if it does not last [default: 1500000]
    #[arg(long, value_name = "N", help_heading = "Analysis")]
    pub(crate) graph_budget: Option<usize>,
    /// Tell what each thread may still access when it enters a method, by who called it
    #[arg(long, help_heading = "Analysis")]
    pub(crate) futures: bool,
    /// Show who calls whom, with --form text or dot; --library shows calls within the library, too
    #[arg(long, help_heading = "Analysis")]
    pub(crate) calls: bool,
    /// How methods of the program are told apart
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Analysis")]
    pub(crate) points_to: Option<PointsTo>,
    #[command(flatten)]
    pub(crate) check: CheckFlags,
}

/// `--form`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnUnknown {
    /// As if a property were violated: exit 1
    Fail,
    /// As if all held: exit 0
    Pass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphForm {
    /// Lists
    Text,
    /// The language of Graphviz
    Dot,
    /// A picture
    Svg,
}

/// `--points-to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PointsTo {
    /// Not at all
    Ci,
    /// By the objects they are called on
    Os,
}

/// `heddle test`.
#[derive(Clone, Debug, Args)]
pub(crate) struct TestFlags {
    /// Which tests: a part of `package.Class.method` (* stands for anything); all if not given
    #[arg(value_name = "PATTERN")]
    pub(crate) pattern: Option<String>,
    #[command(flatten)]
    pub(crate) options: Options,
}

/// `heddle debug`.
#[derive(Debug, Args)]
pub(crate) struct DebugFlags {
    /// Listen on this port of this machine instead, for one editor; 0 takes any
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// What a report prints after `heddle replay`; or a program with the options of `heddle check`, which is
    /// checked first. An editor may say it instead
    #[arg(
        value_name = "TOKEN or TARGET",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub(crate) words: Vec<String>,
}

/// `heddle replay`.
#[derive(Debug, Args)]
pub(crate) struct StepFlags {
    /// Step through the run in the terminal, forwards and backwards
    #[arg(long)]
    pub(crate) step: bool,
    #[command(flatten)]
    pub(crate) replay: ReplayFlags,
}

/// A run of a report.
#[derive(Debug, Args)]
pub(crate) struct ReplayFlags {
    /// The schedule as the report prints it, or a JSON report
    pub(crate) schedule: String,
    /// The program, if the schedule comes from elsewhere (with the options it was checked with)
    #[arg(value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) arguments: Vec<String>,
    #[command(flatten)]
    pub(crate) options: Options,
}

/// `heddle export`.
#[derive(Debug, Args)]
pub(crate) struct ExportFlags {
    /// The language of the model
    #[arg(value_enum)]
    pub(crate) format: Format,
    /// The file to write instead of the terminal
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) model: ModelOptions,
    #[command(flatten)]
    pub(crate) check: CheckFlags,
}

/// The language of an exported model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Promela, the language of SPIN
    Promela,
}

/// `heddle spin`.
#[derive(Debug, Args)]
pub(crate) struct SpinFlags {
    #[command(flatten)]
    pub(crate) model: ModelOptions,
    #[command(flatten)]
    pub(crate) spin: SpinOptions,
    #[command(flatten)]
    pub(crate) check: CheckFlags,
}

/// How large a model may get.
#[derive(Clone, Debug, Args)]
pub(crate) struct ModelOptions {
    /// Objects made at one place of the program [default: 4; spin tries more if need be]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096), help_heading = "Model")]
    pub(crate) instances: Option<u32>,
    /// Elements of an array whose length is not known [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096), help_heading = "Model")]
    pub(crate) elements: Option<u32>,
    /// Nested calls of a method by itself [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64), help_heading = "Model")]
    pub(crate) recursion: Option<u32>,
    /// Leave these fields out of the model: what depends on them goes either way
    #[arg(long, value_name = "LIST", help_heading = "Model")]
    pub(crate) ignore: Option<String>,
    /// Leave all other fields of the program out of the model
    #[arg(long, value_name = "LIST", help_heading = "Model")]
    pub(crate) model_only: Option<String>,
    /// For SPIN's breadth-first search, which finds short runs; not with --ltl
    #[arg(long, help_heading = "Model")]
    pub(crate) breadth_first: bool,
}

/// How SPIN searches.
#[derive(Clone, Debug, Args)]
pub(crate) struct SpinOptions {
    /// Keep hashes of states instead of states: covers more, never says holds. A search that 8 MB of
    /// bits are not enough for is made again with half of --memory
    #[arg(long, help_heading = "SPIN")]
    pub(crate) bitstate: bool,
    /// Store states in less memory and more time
    #[arg(long, help_heading = "SPIN")]
    pub(crate) collapse: bool,
    /// Switch off SPIN's partial order reduction
    #[arg(long, help_heading = "SPIN")]
    pub(crate) no_partial_order: bool,
    /// Have SPIN make one run by chance (--seed), and show it
    #[arg(long, help_heading = "SPIN")]
    pub(crate) simulate: bool,
    /// Keep the model and SPIN's files in this directory
    #[arg(long, value_name = "DIR", help_heading = "SPIN")]
    pub(crate) keep: Option<PathBuf>,
}

/// The options that commands share.
#[derive(Clone, Debug, Args)]
pub(crate) struct Options {
    /// Where compiled classes are: directories and jars (-cp works too)
    #[arg(long, value_name = "PATH", help_heading = "Program")]
    pub(crate) classpath: Option<String>,
    /// The class whose main method is run, where the target does not tell
    #[arg(long, value_name = "CLASS", help_heading = "Program")]
    pub(crate) main: Option<String>,
    /// The JDK whose class library is used [default: JAVA_HOME, or the one of javac]
    #[arg(long, value_name = "DIR", help_heading = "Program")]
    pub(crate) jdk: Option<PathBuf>,
    /// Where sources are, for the lines shown in traces
    #[arg(long, value_name = "PATH", help_heading = "Program")]
    pub(crate) sourcepath: Option<String>,

    /// What to look for: deadlock, exception, assertion, race, non-termination, …; and of endless runs:
    /// termination, progress, starvation
    #[arg(long, value_name = "LIST", help_heading = "Properties")]
    pub(crate) property: Option<String>,
    /// A formula of linear temporal logic: [] (Main.x == 1 -> <> Main.y); atoms are fields,
    /// at(Class.method), at(File.java:42), blocked(thread), terminated(thread), …; may be given again
    #[arg(long, value_name = "FORMULA", help_heading = "Properties", action = clap::ArgAction::Append)]
    pub(crate) ltl: Vec<String>,
    /// A file of properties, one `name: formula` or `name: termination` a line
    #[arg(long, value_name = "FILE", help_heading = "Properties")]
    pub(crate) property_file: Option<PathBuf>,
    /// Which endless runs decide the verdict: all (none), those in which each thread that can move for
    /// ever does (weak), or each that can move again and again (strong) [default: none for --ltl, weak
    /// for termination and progress, strong for starvation]
    #[arg(long, value_enum, value_name = "WHICH", help_heading = "Properties")]
    pub(crate) fair: Option<Fair>,
    /// Go on after the first violation, and report all
    #[arg(long, help_heading = "Properties")]
    pub(crate) all: bool,
    /// Leave out what is about these: classes (java.util.HashMap), fields (Cache.map), kinds (race) or
    /// places (Cache.java:12, Cache.java)
    #[arg(long, value_name = "LIST", help_heading = "Properties")]
    pub(crate) suppress: Option<String>,
    /// Force each violation that is found on your own Java, too, and say whether it shows there; the
    /// program then has its real effects
    #[arg(long, help_heading = "Properties")]
    pub(crate) confirm: bool,
    /// Succeed (exit 0) exactly if this is the outcome: holds, violated, unknown, or a property
    #[arg(long, value_name = "KIND", help_heading = "Properties")]
    pub(crate) expect: Option<String>,
    /// What an unknown verdict is to whoever looks at the exit code [default: exit 3]
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Properties")]
    pub(crate) on_unknown: Option<OnUnknown>,

    /// When timed waits and sleeps may end: at any moment, or only when nothing else can move [default:
    /// at any moment, but what goes wrong only if one does while others can move is a warning]
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Java")]
    pub(crate) timeouts: Option<Timeouts>,
    /// Let waits end for no reason, as the Java specification permits
    #[arg(long, help_heading = "Java")]
    pub(crate) spurious_wakeups: bool,
    /// How many processors the program sees; the common fork-join pool has one thread less, but at
    /// least one [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64), help_heading = "Java")]
    pub(crate) processors: Option<u32>,
    /// Files and directories that the program may read; what it writes stays its own (a list like a
    /// class path)
    #[arg(long, value_name = "PATH", help_heading = "Java")]
    pub(crate) allow: Option<String>,
    /// The standard input of the program [default: empty]
    #[arg(long, value_name = "FILE", help_heading = "Java")]
    pub(crate) stdin: Option<PathBuf>,
    /// What identity hash codes objects get, and with them their order in hash tables: the same in
    /// every run, or any of four, one by one [default: fixed]
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Java")]
    pub(crate) hash: Option<Hashes>,
    /// What numbers come from generators without a seed: the same in every run, or any, one by one
    /// [default: fixed]
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Java")]
    pub(crate) random: Option<Randomness>,

    /// In which order, or which part of the schedules
    #[arg(long, value_enum, value_name = "ORDER", help_heading = "Search")]
    pub(crate) search: Option<Order>,
    /// The most preemptions, for --search preemption [default: 2]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) preemptions: Option<u32>,
    /// How many runs, for --search random and pct; the only one of --search random is shown
    /// [default: 1000]
    #[arg(long, alias = "walks", value_name = "N", value_parser = values::count, help_heading = "Search")]
    pub(crate) runs: Option<u64>,
    /// How many ordered events a bug may need, for --search pct [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = "Search")]
    pub(crate) bug_depth: Option<u32>,
    /// The seed of random searches; heddle spin searches everything, in an order that it gives
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) seed: Option<u64>,
    /// Which reductions to use: a list, none, or all (unless told: all, where every schedule is
    /// searched); or symmetry, alone: states up to the order of equal threads; or synchronizers, alone:
    /// calls of java.util.concurrent's locks, semaphores and latches in one step (all has that, too, and
    /// all,-synchronizers does not). Learned while searching:
    /// owned, protected, notify, unlock, immutable, monitors, persistent, future. By static analysis:
    /// future=insensitive|callee|context, with points-to=none|ci|os|ci-demand|cs-demand. In every
    /// search: local, reachability, relock
    #[arg(long, value_name = "LIST", help_heading = "Search")]
    pub(crate) reduction: Option<String>,
    /// Search again without reductions, and compare
    #[arg(long, help_heading = "Search")]
    pub(crate) check_reduction: bool,
    /// Workers of a search with --reduction none, synchronizers or symmetry; what comes out does not depend on their
    /// number. One worker searches with other reductions, in other orders than dfs and bfs, with --store
    /// bitstate or disk, --max-states or --max-depth [default: all processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256), help_heading = "Search")]
    pub(crate) jobs: Option<u32>,
    /// How states that were seen are kept [default: exact]
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Search")]
    pub(crate) store: Option<StoreKind>,
    /// Where --store disk keeps states [default: where temporary files go]
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    pub(crate) disk: Option<PathBuf>,
    /// Write down in this directory how far a search has come, now and then and when it is stopped;
    /// breadth-first, with one worker and without reductions
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often [default: 2m]
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Search")]
    pub(crate) checkpoint_every: Option<Duration>,
    /// Go on from the checkpoint in the directory that --checkpoint names
    #[arg(long, help_heading = "Search")]
    pub(crate) resume: bool,

    /// Stop after so many stored states
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub(crate) max_states: Option<u64>,
    /// Cut runs after so many steps
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub(crate) max_depth: Option<u64>,
    /// Stop after this time, such as 20s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    pub(crate) timeout: Option<Duration>,
    /// Stay within this much memory, such as 300M or 4G; where it does not do, stop
    /// [default: most of what is free]
    #[arg(long, value_name = "SIZE", value_parser = values::size, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,

    /// Write the report as JSON to a file, or - for the terminal instead of the text
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) json: Option<PathBuf>,
    /// Write what was found as SARIF 2.1.0, for editors and code hosts
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write a page to look through the run in a browser: lanes, locks, source, step by step
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) html: Option<PathBuf>,
    /// Write the outcome as JUnit's XML, for build servers
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) junit_xml: Option<PathBuf>,
    /// Leave out the findings that this file lists, and look for all others (--all); where there is no
    /// such file, one is written with what was found
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) baseline: Option<PathBuf>,
    /// Say all that the answer rests on
    #[arg(long, help_heading = "Output")]
    pub(crate) full: bool,
    /// Show every step of an interleaving, also those inside calls of the library
    #[arg(long, help_heading = "Output")]
    pub(crate) full_trace: bool,
    /// Show no progress
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Use colors
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: Option<Color>,
}

/// `--search`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// Everything, depth-first
    #[value(alias = "depth-first")]
    Dfs,
    /// Everything, breadth-first
    #[value(alias = "breadth-first")]
    Bfs,
    /// Random runs
    Random,
    /// Random runs by priorities: better at finding rare orders
    Pct,
    /// Everything with few preemptions
    Preemption,
}

/// `--timeouts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Timeouts {
    /// At any moment
    Any,
    /// Only when nothing else can move
    Idle,
}

/// `--random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Randomness {
    /// The same in every run
    Fixed,
    /// Each number is tried, where there are few
    Choose,
}

/// `--hash`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Hashes {
    /// The same in every run
    Fixed,
    /// Each of four is tried
    Choose,
}

/// `--store`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StoreKind {
    /// As they are, compressed; as fingerprints if memory runs short and that helps
    Exact,
    /// As fingerprints of 128 bits: the odds of overlooking a state are among the assumptions
    Compact,
    /// As three bits each, in at most half the memory: finds violations, never says holds
    Bitstate,
    /// On disk, sorted: breadth-first with one worker, for more states than memory has room for
    Disk,
}

/// `--fair`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fair {
    None,
    Weak,
    Strong,
}

/// `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// If the output is a terminal
    Auto,
    Always,
    Never,
}

/// What a command line asks for.
#[derive(Debug)]
pub(crate) enum Parsed {
    /// A text to print, such as the help.
    Answer(String),
    /// A command, and all its words, those of `heddle.toml` included.
    Command(Box<Command>, Vec<OsString>),
}

/// What the words say, together with the nearest `heddle.toml`.
pub(crate) fn parse(words: Vec<OsString>) -> Result<Parsed, Failure> {
    let words = java_style(words);
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return Err(values::complaint(&error)),
        Err(answer) => return Ok(Parsed::Answer(rendered(&answer))),
    };
    let accepts_config = matches!(
        cli.command,
        Command::Check(_)
            | Command::Replay(_)
            | Command::Confirm(_)
            | Command::Test(_)
            | Command::Spin(_)
            | Command::Export(_)
            | Command::Doctor(_)
            | Command::Analyze(_)
            | Command::Environment(_)
    );
    match config::find().filter(|_| accepts_config) {
        None => Ok(Parsed::Command(Box::new(cli.command), words)),
        Some(path) => with_config(words, &path),
    }
}

/// With colors if somebody looks.
fn rendered(answer: &clap::Error) -> String {
    match std::io::stdout().is_terminal() {
        true => answer.render().ansi().to_string(),
        false => answer.render().to_string(),
    }
}

/// As [`parse`], for the words of a recorded check, without any `heddle.toml`.
pub(crate) fn parse_check(words: Vec<OsString>) -> Result<CheckFlags, Failure> {
    match Cli::try_parse_from(java_style(words)) {
        Ok(Cli {
            command: Command::Check(flags),
        }) => Ok(flags),
        Ok(_) => Err(Failure::input("the record of the check is damaged")),
        Err(error) => Err(values::complaint(&error)),
    }
}

/// Whether these words are a check, or a command about one, that would be begun.
pub(crate) fn is_understood(words: &[OsString]) -> bool {
    let check = match Cli::try_parse_from(java_style(words.to_vec())) {
        Ok(Cli { command }) => match command {
            Command::Check(flags) | Command::Doctor(flags) => flags,
            Command::Environment(flags) => flags.check,
            Command::Test(flags) => CheckFlags {
                targets: vec![DRIVER.to_owned()],
                arguments: Vec::new(),
                driving: DriveOptions::default(),
                options: flags.options,
            },
            _ => return false,
        },
        Err(_) => return false,
    };
    Settings::new(check).is_ok()
}

/// The completion script for a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "heddle", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The manual page, commands included.
pub(crate) fn manual() -> String {
    let mut page = Vec::new();
    let command = Cli::command();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut page);
    for command in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        let command = command
            .clone()
            .display_name(format!("heddle {}", command.get_name()));
        let man = clap_mangen::Man::new(command);
        let _ = man.render_synopsis_section(&mut page);
        let _ = man.render_options_section(&mut page);
    }
    String::from_utf8_lossy(&page).into_owned()
}

/// The settings of the file go before the user's words, so that the latter win.
fn with_config(words: Vec<OsString>, path: &std::path::Path) -> Result<Parsed, Failure> {
    let mut all: Vec<OsString> = words.iter().take(2).cloned().collect();
    let command = all
        .get(1)
        .map_or(String::new(), |it| it.to_string_lossy().into_owned());
    all.extend(config::read(path, &command)?);
    all.extend(words.into_iter().skip(2));
    match Cli::try_parse_from(&all) {
        Ok(cli) => Ok(Parsed::Command(Box::new(cli.command), all)),
        Err(error) => {
            let complaint = values::complaint(&error);
            Err(Failure::input(format!(
                "{}: {}",
                path.display(),
                complaint.message
            )))
        }
    }
}

/// `-cp`, which everybody types, is not a form that clap knows.
fn java_style(words: Vec<OsString>) -> Vec<OsString> {
    let end = words
        .iter()
        .position(|word| word == "--")
        .unwrap_or(words.len());
    let known = |(index, word): (usize, OsString)| match word.to_str() {
        Some("-cp" | "-classpath") if index < end => OsString::from("--classpath"),
        _ => word,
    };
    words.into_iter().enumerate().map(known).collect()
}

#[cfg(test)]
mod tests;
