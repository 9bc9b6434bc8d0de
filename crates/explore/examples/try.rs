//! Runs a class's main under search, for trying things out.
use explore::java::Java;
use explore::watch::Watched;
use explore::*;
fn main() {
    let mut args = std::env::args().skip(1);
    let cp = args.next().unwrap();
    let main = args.next().unwrap();
    let rest: Vec<String> = args.collect();
    let jdk = classpath::Jdk::find(None).unwrap();
    let path = classpath::ClassPath::new(&[cp.into()], Some(jdk)).unwrap();
    let program = program::Program::new(path);
    let class = program.load(&main).unwrap();
    let machine = match machine::Machine::boot(&program, machine::Options::default(), class, &rest) {
        Ok(m) => m, Err(e) => { eprintln!("{e:?}"); return; } };
    let watched = Watched::default().with(FindingKind::Deadlock).with(FindingKind::NestedMonitor).with(FindingKind::Race).with(FindingKind::Assertion).with(FindingKind::Exception);
    let mut java = Java::new(machine, watched);
    let plan = Plan::default();
    let start = std::time::Instant::now();
    let outcome = explore(&mut java, &plan, &mut Silent);
    println!("{:?}\n{:?}", outcome, start.elapsed());
}
