//! Natives of `java.lang`, and what its start-up would set up.

use program::Kind;

use crate::machine::Machine;
use crate::start::boot::BootError;
use crate::value::Ref;

pub(crate) mod class;
pub(crate) mod class_loader;
pub(crate) mod invoke;
pub(crate) mod math;
pub(crate) mod module;
pub(crate) mod null_message;
pub(crate) mod object;
pub(crate) mod reflect;
pub(crate) mod string;
pub(crate) mod system;
pub(crate) mod thread;
pub(crate) mod thread_group;
pub(crate) mod throwable;

/// What `jdk.internal.misc.VM` calls the end of start-up.
const SYSTEM_BOOTED: u64 = 4;

/// Sets up what the JDK's start-up would.
pub(crate) fn prepare(machine: &mut Machine<'_>) -> Result<(), BootError> {
    fixed_objects(machine);
    prepare_threads(machine)?;
    prepare_loader(machine)?;
    prepare_system(machine)
}

/// An object of a class, without running its constructor.
fn bare(machine: &mut Machine<'_>, class: &str) -> Ref {
    let class = machine.library_class(class);
    machine.heap.new_object(class)
}

fn fixed_objects(machine: &mut Machine<'_>) {
    let module = bare(machine, "java/lang/Module");
    machine.set_static_reference("heddle/runtime/Fixed", "module", module);
    let kinds = [("boot", "Boot"), ("platform", "Platform"), ("app", "App")];
    let mut parent = Ref::NULL;
    for (field, kind) in kinds {
        let class = format!("jdk/internal/loader/ClassLoaders${kind}ClassLoader");
        let loader = bare(machine, &class);
        let name = machine.program.string_id_of(field);
        let name = machine.heap.string(name);
        for (field, value) in [
            ("unnamedModule", module),
            ("name", name),
            ("parent", parent),
        ] {
            if let Some(slot) = machine.find_field_slot("java/lang/ClassLoader", field) {
                machine.heap.set_reference(loader, slot, value);
            }
        }
        let field = match kind {
            "App" => "loader",
            _ => field,
        };
        if kind != "Boot" {
            parent = loader;
        }
        machine.set_static_reference("heddle/runtime/Fixed", field, loader);
    }
    module::prepare(machine);
    // Classes that lookups define are dumped nowhere.
    let lookup = "java/lang/invoke/MethodHandles$Lookup";
    if machine.static_place(lookup, "DEFAULT_DUMPER").is_some() {
        let dumper = bare(machine, "jdk/internal/util/ClassFileDumper");
        machine.set_static_reference(lookup, "DEFAULT_DUMPER", dumper);
    }
    set_static_word(machine, "jdk/internal/misc/VM", "initLevel", SYSTEM_BOOTED);
}

/// The built-in loaders have no packages yet; `Class.getPackage` makes them.
fn prepare_loader(machine: &mut Machine<'_>) -> Result<(), BootError> {
    let map = "java/util/concurrent/ConcurrentHashMap";
    for field in ["loader", "platform"] {
        let packages = machine.construct_early(map, "()V", Vec::new())?;
        let loader = machine.static_reference("heddle/runtime/Fixed", field);
        if let Some(slot) = machine.find_field_slot("java/lang/ClassLoader", "packages") {
            machine.heap.set_reference(loader, slot, packages);
        }
    }
    Ok(())
}

fn set_static_word(machine: &mut Machine<'_>, class: &str, field: &str, word: u64) {
    if let Some((statics, slot)) = machine.static_place(class, field) {
        machine.heap.set_word(statics, slot, word);
    }
}

fn prepare_threads(machine: &mut Machine<'_>) -> Result<(), BootError> {
    let system = machine.construct_early("java/lang/ThreadGroup", "()V", Vec::new())?;
    let main = machine.threads[0].object;
    let name = machine.program.string_id_of("main");
    let name = machine.heap.string(name);
    // The constructor asks its parent, which is itself.
    if let Some(slot) = machine.find_field_slot("java/lang/Thread", "priority") {
        machine.heap.set_word(main, slot, 5);
    }
    if let Some(slot) = machine.find_field_slot("java/lang/Thread", "group") {
        machine.heap.set_reference(main, slot, system);
    }
    let group = machine.construct_early(
        "java/lang/ThreadGroup",
        "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
        vec![system.word(), name.word()],
    )?;
    machine.call_early(
        "java/lang/Thread",
        "<init>",
        "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
        vec![main.word(), group.word(), name.word()],
    )?;
    if let Some(slot) = machine.find_field_slot("java/lang/Thread", "contextClassLoader") {
        let loader = machine.static_reference("heddle/runtime/Fixed", "loader");
        machine.heap.set_reference(main, slot, loader);
    }
    // Since JDK 24 the threads before main have numbers too.
    if machine
        .static_place("java/lang/Thread", "PRIMORDIAL_TID")
        .is_some()
    {
        let slot = machine.field_slot("java/lang/Thread", "tid");
        machine.heap.set_word(main, slot, PRIMORDIAL_THREAD_ID);
    }
    machine.main_runs();
    set_static_word(machine, "heddle/runtime/Fixed", "threadId", FIRST_THREAD_ID);
    Ok(())
}

/// The number of main where it is not 1.
const PRIMORDIAL_THREAD_ID: u64 = 3;

/// The threads of the JVM itself have the numbers between main's and these.
const FIRST_THREAD_ID: u64 = 12;

fn prepare_system(machine: &mut Machine<'_>) -> Result<(), BootError> {
    machine.call_early("java/lang/System", "setJavaLangAccess", "()V", Vec::new())?;
    let properties = machine.construct_early("java/util/Properties", "()V", Vec::new())?;
    let pairs = property_array(machine);
    machine.call_early(
        "heddle/runtime/Fixed",
        "fill",
        "(Ljava/util/Properties;[Ljava/lang/String;)V",
        vec![properties.word(), pairs.word()],
    )?;
    machine.set_static_reference("java/lang/System", "props", properties);
    let saved = machine.construct_early("java/util/HashMap", "()V", Vec::new())?;
    machine.set_static_reference("jdk/internal/misc/VM", "savedProps", saved);
    for (field, error) in [("out", 0), ("err", 1)] {
        let console = bare(machine, "heddle/runtime/Console");
        let slot = machine.field_slot("heddle/runtime/Console", "error");
        machine.heap.set_word(console, slot, error);
        machine.set_static_reference("java/lang/System", field, console);
        if field == "err" {
            // Newer JDKs warn by it of methods of `sun.misc.Unsafe`.
            machine.set_static_reference("java/lang/System", "initialErr", console);
        }
    }
    let input = bare(machine, "heddle/runtime/DiskInput");
    machine.set_static_reference("java/lang/System", "in", input);
    let separator = machine.program.string_id_of("\n");
    let separator = machine.heap.string(separator);
    machine.set_static_reference("java/lang/System", "lineSeparator", separator);
    Ok(())
}

fn property_array(machine: &mut Machine<'_>) -> Ref {
    let (version, feature) = match machine.program.class_path().jdk() {
        Some(jdk) => (jdk.version_text().to_owned(), jdk.version().to_string()),
        None => ("17".to_owned(), "17".to_owned()),
    };
    let class_version = feature.parse::<u32>().map_or(61, |feature| feature + 44);
    let class_version = format!("{class_version}.0");
    let pairs = [
        ("java.version", version.as_str()),
        ("java.specification.version", &feature),
        ("java.specification.name", "Java Platform API Specification"),
        ("java.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &feature),
        (
            "java.vm.specification.name",
            "Java Virtual Machine Specification",
        ),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.name", "Heddle"),
        ("java.vm.vendor", "Heddle"),
        ("java.vm.version", &version),
        ("java.vm.info", "model checking"),
        ("java.runtime.name", "Heddle"),
        ("java.runtime.version", &version),
        ("java.vendor", "Heddle"),
        ("java.home", "/"),
        ("java.class.version", &class_version),
        ("java.class.path", ""),
        ("java.library.path", ""),
        ("java.io.tmpdir", "/tmp"),
        ("os.name", "Linux"),
        ("os.arch", "amd64"),
        ("os.version", "5"),
        ("file.separator", "/"),
        ("path.separator", ":"),
        ("line.separator", "\n"),
        ("user.name", "heddle"),
        ("user.home", "/"),
        ("user.dir", "/"),
        ("user.language", "en"),
        ("user.timezone", "UTC"),
        ("file.encoding", "UTF-8"),
        ("native.encoding", "UTF-8"),
        ("stdout.encoding", "UTF-8"),
        ("stderr.encoding", "UTF-8"),
        ("sun.jnu.encoding", "UTF-8"),
        ("sun.arch.data.model", "64"),
        ("sun.cpu.endian", "little"),
        ("sun.io.unicode.encoding", "UnicodeLittle"),
        ("jdk.debug", "release"),
    ];
    let class = machine.library_class("[Ljava/lang/String;");
    let array = machine.heap.new_array(class, 2 * pairs.len());
    for (index, (name, value)) in pairs.into_iter().enumerate() {
        for (offset, text) in [name, value].into_iter().enumerate() {
            let string = machine.program.string_id_of(text);
            let string = machine.heap.string(string);
            let position = 2 * index + offset;
            machine
                .heap
                .set_element(array, Kind::Reference, position, string.word());
        }
    }
    array
}
