//! Prints the text form of classes: `show_class CLASSPATH CLASS…`
#![expect(clippy::print_stdout, reason = "this is a small program of its own")]

use program::Program;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a class path comes first");
    let jdk = classpath::Jdk::find(None).expect("a JDK is installed");
    let classes = classpath::ClassPath::new(&classpath::ClassPath::split(&path), Some(jdk));
    let program = Program::new(classes.expect("the class path can be read"));
    for name in arguments {
        let class = program.load(&name).expect("the class can be loaded");
        println!("{}", program.write_text(&[class]));
        // Then whatever was made for its call sites.
        let made = format!("{name}$$");
        let made: Vec<_> = (0..program.class_count() as u32)
            .map(program::ClassId)
            .filter(|id| program.class(*id).name.starts_with(&made))
            .collect();
        println!("{}", program.write_text(&made));
    }
}
