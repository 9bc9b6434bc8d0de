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
    let machine = match machine::Machine::boot(&program, machine::Options::default(), class, &rest)
    {
        Ok(m) => m,
        Err(e) => {
            eprintln!("{e:?}");
            return;
        }
    };
    let watched = Watched::default()
        .with(FindingKind::Deadlock)
        .with(FindingKind::NestedMonitor)
        .with(FindingKind::Race)
        .with(FindingKind::Assertion)
        .with(FindingKind::Exception);
    let (mut java, step) = Java::new(machine, watched);
    if step != Step::Ran {
        println!("{step:?}");
        return;
    }
    let plan = Plan::default();
    let start = std::time::Instant::now();
    let outcome = explore(&mut java, &plan, &mut Silent);
    println!("{:?} {:?}", outcome.statistics, start.elapsed());
    if let Verdict::Violated(vs) = &outcome.verdict {
        for v in vs {
            println!("{} {}", v.finding.message, v.schedule);
            drop(java);
            let machine =
                machine::Machine::boot(&program, machine::Options::default(), class, &rest)
                    .unwrap();
            let (mut java, _) = Java::new(machine, watched);
            java.record();
            for c in &v.schedule.choices {
                java.advance(*c);
            }
            for s in java.take_record().unwrap().steps {
                println!("  {} {} {} {}", s.thread, s.place, s.operation, s.value);
            }
            return;
        }
    }
}
