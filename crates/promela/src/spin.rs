//! Runs SPIN: writes the model, makes the verifier, runs it, and reads what it says.
//!
//! Programs are started directly, never through a shell, in a directory that the caller gives.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How SPIN searches.
#[derive(Clone, Debug)]
pub struct Search {
    /// Hashes of states instead of states.
    pub bitstate: bool,
    /// States in less memory.
    pub collapse: bool,
    /// Breadth-first, so that trails are short; the model must hide no variables.
    pub breadth_first: bool,
    /// In an order that this seed gives.
    pub seed: Option<u64>,
    /// Without partial order reduction.
    pub no_partial_order: bool,
    /// Whether a state in which no process can move, and not all have ended, is an alarm.
    pub deadlocks: bool,
    /// The longest run, in steps.
    pub depth: u64,
    /// Megabytes.
    pub memory: u64,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Whether a temporal formula is checked, and with weak fairness.
    pub formula: Option<Fairness>,
    /// After how many alarms to stop, each with a trail of its own.
    pub alarms: u32,
}

/// Which runs count for a temporal formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    /// All.
    None,
    /// Those in which a process that could always move does move.
    Weak,
}

/// What SPIN found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How often something was wrong; each time there is a trail.
    pub alarms: u32,
    /// Why the search is not complete, if it is not.
    pub cut: Option<Cut>,
    /// Whether the search has come to its own end, so that `unreached` is known.
    pub is_complete: bool,
    /// Stored states.
    pub states: u64,
    /// States met again.
    pub matched: u64,
    /// Transitions.
    pub transitions: u64,
    /// The longest run, in steps.
    pub depth: u64,
    /// Bits of the hash table for each stored state, where hashes are kept instead of states.
    pub hash_factor: Option<u64>,
    /// Lines of the model that no run has reached.
    pub unreached: Vec<usize>,
}

/// Why a search is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Runs are longer than the limit.
    Depth,
    /// There was not enough memory.
    Memory,
    /// There was not enough time.
    Time,
    /// Hashes of states were kept, not states.
    Bitstate,
}

/// Why SPIN could not be run.
#[derive(Debug)]
pub enum Trouble {
    /// A program is not installed.
    Missing(&'static str),
    /// A program failed; what it said.
    Failed(&'static str, String),
    /// A file could not be written or read.
    Files(std::io::Error),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Missing(program) => write!(
                f,
                "`{program}` is not installed; SPIN is the package `spin` of Debian and Ubuntu \
                 (apt-get install spin gcc), sources are at spinroot.com"
            ),
            Trouble::Failed(program, said) => write!(f, "{program} failed: {}", said.trim()),
            Trouble::Files(error) => write!(f, "SPIN's files: {error}"),
        }
    }
}

impl std::error::Error for Trouble {}

/// The name of the program that SPIN makes of a model.
const VERIFIER: &str = "pan";

/// The name of the model's file in the directory.
pub const MODEL: &str = "model.pml";

/// Writes the model into a directory.
pub fn write(directory: &Path, text: &str) -> Result<(), Trouble> {
    std::fs::write(directory.join(MODEL), text).map_err(Trouble::Files)
}

/// Writes the model into a directory and has it searched.
pub fn run(directory: &Path, text: &str, search: &Search) -> Result<Outcome, Trouble> {
    write(directory, text)?;
    let began = Instant::now();
    // Optimising takes longer than most searches do.
    if !generate(directory, search.deadline)? || !compile(directory, search, "-O0")? {
        return Ok(Outcome {
            cut: Some(Cut::Time),
            ..Outcome::default()
        });
    }
    let quick = Instant::now() + QUICK.max(began.elapsed() * DEARER);
    let first = search
        .deadline
        .map_or(quick, |deadline| deadline.min(quick));
    let few = Bits::Few.width(search);
    let outcome = verify(directory, search, Some(first), few)?;
    let is_late = outcome.cut == Some(Cut::Time);
    let all = Bits::All.width(search);
    if !is_late && (few >= all || outcome.has_bits_enough())
        || search
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    {
        return Ok(outcome);
    }
    if !compile(directory, search, "-O2")? {
        return Ok(outcome);
    }
    verify(directory, search, search.deadline, all)
}

/// Searches the same model again, with the verifier that [`run`] has left, up to more alarms.
pub fn run_again(directory: &Path, search: &Search) -> Result<Outcome, Trouble> {
    verify(directory, search, search.deadline, Bits::All.width(search))
}

impl Outcome {
    /// Whether a search for which hashes were kept is not worth doing again with more bits.
    fn has_bits_enough(&self) -> bool {
        self.alarms > 0 || self.hash_factor.is_some_and(|it| it >= GOOD_FACTOR)
    }
}

/// Bits for each state that SPIN itself asks for; with fewer it misses some.
const GOOD_FACTOR: u64 = 100;

/// How long a verifier may take that was compiled without optimisation, at least.
const QUICK: Duration = Duration::from_secs(20);

/// How many times longer the compiler takes if it optimises: so long may the verifier take, too.
const DEARER: u32 = 12;

/// Runs the verifier. Room for long runs takes it longer to make than most searches take, so it first
/// gets little, and is told to end at once where that is not enough.
fn verify(
    directory: &Path,
    search: &Search,
    deadline: Option<Instant>,
    width: u32,
) -> Result<Outcome, Trouble> {
    if search.depth > SHALLOW {
        let outcome = verify_up_to(directory, search, deadline, width, Room::Shallow)?;
        if outcome.cut != Some(Cut::Depth) {
            return Ok(outcome);
        }
    }
    verify_up_to(directory, search, deadline, width, Room::Asked)
}

/// The longest run, in steps, that a verifier has room for at first.
const SHALLOW: u64 = 100_000;

/// How long runs may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    /// The search ends at the first that is longer than [`SHALLOW`].
    Shallow,
    /// As the user says; longer ones are cut.
    Asked,
}

fn verify_up_to(
    directory: &Path,
    search: &Search,
    deadline: Option<Instant>,
    width: u32,
    room: Room,
) -> Result<Outcome, Trouble> {
    // A trail is told only where this verifier left one.
    remove_trails(directory)?;
    let mut command = Command::new(directory.join(VERIFIER));
    if search.alarms > 1 {
        command.arg("-e").arg(format!("-c{}", search.alarms));
    }
    match room {
        Room::Shallow => command.arg(format!("-m{SHALLOW}")).arg("-b"),
        Room::Asked => command.arg(format!("-m{}", search.depth)),
    };
    if !search.deadlocks {
        command.arg("-E");
    }
    command.arg(format!("-w{width}"));
    if let Some(seed) = search.seed {
        // SPIN's seeds are numbers of 32 bits, and 0 is none.
        command.arg(format!("-RS{}", seed % 0x7fff_ffff + 1));
    }
    if let Some(fairness) = search.formula {
        command.arg("-a");
        if fairness == Fairness::Weak {
            command.arg("-f");
        }
    }
    let (said, timely) = output(VERIFIER, command.current_dir(directory), deadline)?;
    let mut outcome = read(&said.0);
    if !timely {
        outcome.cut = Some(Cut::Time);
    } else if search.bitstate && outcome.cut.is_none() {
        outcome.cut = Some(Cut::Bitstate);
    }
    let is_answer = said.0.contains("State-vector") || !timely;
    if !is_answer {
        return Err(Trouble::Failed(VERIFIER, format!("{}\n{}", said.0, said.1)));
    }
    Ok(outcome)
}

/// How large the table of hashes is that SPIN keeps instead of states. It clears the table first, which
/// takes longer than most searches if that is half of the memory. So a search gets few bits at first.
#[derive(Clone, Copy)]
enum Bits {
    /// Enough for some hundred thousand states.
    Few,
    /// Half of the memory.
    All,
}

impl Bits {
    /// The binary logarithm of the size of SPIN's hash table: of slots, which it adds to, or of bits,
    /// which are all there is.
    fn width(self, search: &Search) -> u32 {
        let bits = search.memory.saturating_mul(8 << 20).max(1);
        let all = (bits.ilog2() - 1).clamp(20, 36);
        match (search.bitstate, self) {
            (false, _) => 20,
            (true, Bits::Few) => all.min(26),
            (true, Bits::All) => all,
        }
    }
}

/// Removes what an earlier run may have left: it must not pass for what this one makes.
fn remove(file: &Path) -> Result<(), Trouble> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Trouble::Files(error)),
        _ => Ok(()),
    }
}

fn remove_trails(directory: &Path) -> Result<(), Trouble> {
    for entry in std::fs::read_dir(directory).map_err(Trouble::Files)? {
        let entry = entry.map_err(Trouble::Files)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(MODEL) && name.ends_with(".trail") {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Whether SPIN could write the verifier in time.
fn generate(directory: &Path, deadline: Option<Instant>) -> Result<bool, Trouble> {
    remove(&directory.join("pan.c"))?;
    let mut command = Command::new("spin");
    command.args(["-a", MODEL]).current_dir(directory);
    let (said, timely) = output("spin", &mut command, deadline)?;
    if !timely {
        Ok(false)
    } else if directory.join("pan.c").exists() && !said.0.contains("Error") {
        Ok(true)
    } else {
        Err(Trouble::Failed("spin", said.0 + &said.1))
    }
}

/// Whether the verifier could be made in time.
fn compile(directory: &Path, search: &Search, effort: &str) -> Result<bool, Trouble> {
    remove(&directory.join(VERIFIER))?;
    let mut command = Command::new("gcc");
    command.args(["-w", effort, "-fwrapv", "-DVECTORSZ=32768"]);
    command.arg(format!("-DMEMLIM={}", search.memory));
    let flags = [
        (search.bitstate, "-DBITSTATE"),
        (search.collapse && !search.bitstate, "-DCOLLAPSE"),
        (search.no_partial_order, "-DNOREDUCE"),
        (search.breadth_first, "-DBFS"),
        (search.seed.is_some(), "-DRANDOMIZE"),
        (search.formula.is_none(), "-DSAFETY"),
        (search.formula != Some(Fairness::Weak), "-DNOFAIR"),
    ];
    if search.formula == Some(Fairness::Weak) {
        // Room for more than a few processes.
        command.arg("-DNFAIR=8");
    }
    for (_, flag) in flags.into_iter().filter(|(wanted, _)| *wanted) {
        command.arg(flag);
    }
    command
        .args(["-o", VERIFIER, "pan.c"])
        .current_dir(directory);
    let (said, timely) = output("gcc", &mut command, search.deadline)?;
    match !timely || directory.join(VERIFIER).exists() {
        true => Ok(timely),
        false => Err(Trouble::Failed("gcc", said.1)),
    }
}

/// Runs a program to its end or the deadline; gives what it said, and whether it came to its end.
pub(crate) fn output(
    name: &'static str,
    command: &mut Command,
    deadline: Option<Instant>,
) -> Result<((String, String), bool), Trouble> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child: Child = command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Trouble::Missing(name),
        _ => Trouble::Files(error),
    })?;
    let out = collected(child.stdout.take());
    let err = collected(child.stderr.take());
    let mut timely = true;
    loop {
        match child.try_wait().map_err(Trouble::Files)? {
            Some(_) => break,
            None if deadline.is_some_and(|deadline| Instant::now() > deadline) => {
                timely = false;
                end(name, &mut child)?;
                break;
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    let text = |receiver: Receiver<String>| match timely {
        true => receiver.recv().unwrap_or_default(),
        // Something that it has started may still hold the pipe.
        false => receiver.recv_timeout(LAST_WORDS).unwrap_or_default(),
    };
    Ok(((text(out), text(err)), timely))
}

/// How long to wait for the rest of what a program said that was ended.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Everything that comes out of a pipe, once it is closed.
fn collected(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut text);
        }
        let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
    });
    receiver
}

/// How long a verifier may take to say how far it has come.
const ACCOUNT: Duration = Duration::from_secs(10);

/// Ends a program, and first what it has started itself: a compiler's driver leaves the work to
/// another program, which would go on alone. A verifier that is interrupted tells what it has done;
/// so it is asked to before it is ended.
fn end(name: &str, child: &mut Child) -> Result<(), Trouble> {
    let parent = child.id().to_string();
    if name == VERIFIER {
        let asked = Command::new("kill")
            .args(["-INT", &parent])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let patience = Instant::now() + ACCOUNT;
        while asked.is_ok() && Instant::now() < patience {
            if child.try_wait().map_err(Trouble::Files)?.is_some() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    let _ = Command::new("pkill")
        .args(["-KILL", "-P", &parent])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    child.kill().map_err(Trouble::Files)?;
    child.wait().map_err(Trouble::Files)?;
    Ok(())
}

/// Reads what a verifier says.
pub fn read(said: &str) -> Outcome {
    let mut outcome = Outcome {
        is_complete: said.contains("State-vector") && !said.contains("Search not completed"),
        ..Outcome::default()
    };
    for line in said.lines() {
        let line = line.trim();
        // It says what is wrong only if it has not said so just before, but tells of each trail.
        if line.starts_with("pan: wrote ") && line.ends_with(".trail") {
            outcome.alarms += 1;
        }
        if line.contains("max search depth too small") {
            outcome.cut = Some(Cut::Depth);
        }
        if line.contains("reached -DMEMLIM bound") || line.contains("out of memory") {
            outcome.cut = Some(Cut::Memory);
        }
        let first = || {
            line.split_whitespace()
                .next()
                .and_then(|it| it.parse::<f64>().ok())
                .unwrap_or(0.0) as u64
        };
        if line.ends_with("states, stored") || line.contains("states, stored (") {
            outcome.states = first();
        } else if line.ends_with("states, matched") {
            outcome.matched = first();
        } else if line.contains("transitions (=") {
            outcome.transitions = first();
        } else if let Some(rest) = line.strip_prefix("hash factor:") {
            let number = rest.split_whitespace().next();
            let number = number.and_then(|it| it.parse::<f64>().ok());
            outcome.hash_factor = number.map(|it| it as u64);
        } else if let Some((_, rest)) = line.split_once("depth reached ") {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            outcome.depth = digits.parse().unwrap_or(0);
        } else if let Some(rest) = line.strip_prefix("model.pml:") {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            outcome.unreached.extend(digits.parse::<usize>());
        }
    }
    outcome
}
