//! What of the library is initialised before the program starts.
//!
//! The order in which classes are initialised can be noticed, so after the start each first use is
//! an operation. For the library it is noise: its initialisers depend on nothing that the program
//! does. So those of the classes that the program mentions run first, with what these need in turn
//! inside of `java.util.concurrent`, and some parts are used once to fill their caches. The program's
//! own classes are never initialised early, and of the library none that looks at system properties
//! if the program may set some.

use jdk::replaced::logs;
use jdk::start::{COMMON, SETTERS, WARM, is_early, is_jdk};
use std::sync::Arc;

use hashbrown::HashSet;
use program::{Class, ClassId};
use ristretto_classfile::Constant;

use crate::machine::Machine;
use crate::native::class_file;
use crate::start::scout::Scouted;

type Names = HashSet<String, foldhash::fast::FixedState>;

/// Time zones whose rules are loaded early, at most.
const MOST_ZONES: usize = 8;

/// Classes looked at, at most; the rest is initialised when it is used.
const MAX_CLASSES: usize = 4000;

/// What the classes of the program mention.
#[derive(Default)]
struct Mentioned {
    /// Classes of the library.
    library: Vec<String>,
    seen: Names,
    /// All texts in constant pools: names of members among them.
    texts: Names,
    /// Whether something takes notice of logs.
    looks_at_logs: bool,
    /// Classes on which a method named `stop` is called.
    stopped: Names,
}

impl Mentioned {
    /// Whether the program may find a method by its name.
    fn reflects(&self, name: &str) -> bool {
        let finders = [
            "getMethod",
            "getDeclaredMethod",
            "getMethods",
            "findVirtual",
        ];
        self.texts.contains(name) && finders.iter().any(|it| self.texts.contains(*it))
    }
}

impl Machine<'_> {
    /// Initialises what the program mentions of the library, directly or, inside of
    /// `java.util.concurrent`, by way of other classes.
    ///
    /// Where main is a class of Heddle's own, the program is what its arguments name.
    /// Some more may be worth doing, see `scout.rs`.
    pub(crate) fn initialize_mentioned(
        &mut self,
        main: ClassId,
        arguments: &[String],
        more: &Scouted,
    ) {
        let mut mentioned = Mentioned::default();
        let mut roots = vec![main];
        if self.program.class(main).is_library {
            let named = arguments.iter().map(|name| name.replace('.', "/"));
            roots.extend(named.filter_map(|name| self.program.load(&name).ok()));
        }
        self.look_at_program(roots, &mut mentioned);
        for class in COMMON {
            self.try_initialize(class);
        }
        self.known.withholds_properties = SETTERS.iter().any(|it| mentioned.texts.contains(*it));
        let mut next = 0;
        while next < mentioned.library.len() && next < MAX_CLASSES {
            let name = mentioned.library[next].clone();
            next += 1;
            if !self.try_initialize(&name) || !name.starts_with("java/util/concurrent/") {
                continue;
            }
            let Some(class) = self.program.loaded(&name) else {
                continue;
            };
            let class = self.program.class(class);
            let inner = class_file::nested(class).into_iter();
            let inner = inner.filter(|nested| nested.outer.as_deref() == Some(&*class.name));
            let superclass = class
                .superclass
                .map(|id| self.program.class(id).name.to_string());
            let mut more: Vec<String> = inner.map(|nested| nested.class).collect();
            more.extend(superclass);
            more.extend(classes_of(class));
            for name in more {
                if name.starts_with("java/util/concurrent/") {
                    mentioned.add(name);
                }
            }
        }
        self.warm_up(&mentioned);
        self.warm_zones(&mentioned);
        self.prepare(more);
        self.known.withholds_properties = false;
        self.known.shows_states = mentioned.texts.contains("()Ljava/lang/Thread$State;")
            || mentioned.reflects("getState");
        self.known.stops_threads = self.may_stop_threads(&mentioned);
        self.known.looks_at_logs = mentioned.looks_at_logs;
        self.known.texts = Arc::new(mentioned.texts);
        self.known.heeds_modes = self.mentions_modes();
        self.known.mentions_plain = self.mentions_plain_modes();
        self.known.shift = self.static_place("heddle/runtime/Fixed", "shift");
        self.prepare_groups();
        self.known.uncounted = self.find_uncounted();
    }

    /// Whether the program may stop threads. Newer libraries only say that they no longer do.
    fn may_stop_threads(&self, mentioned: &Mentioned) -> bool {
        let Some(thread) = self.program.loaded("java/lang/Thread") else {
            return false;
        };
        let native = self
            .program
            .declared_method(thread, "stop0", "(Ljava/lang/Object;)V");
        let is_thread = |name: &String| {
            let class = self.program.load(name);
            class.is_ok_and(|it| self.program.is_subtype(it, thread))
        };
        native.is_some()
            && (mentioned.reflects("stop")
                || mentioned.stopped.contains("java/lang/ThreadGroup")
                || mentioned.stopped.iter().any(is_thread))
    }

    /// Goes through the program's classes from the main class on.
    fn look_at_program(&mut self, roots: Vec<ClassId>, mentioned: &mut Mentioned) {
        let mut program = roots;
        let mut next = 0;
        while next < program.len() && next < MAX_CLASSES {
            let class = self.program.class(program[next]);
            next += 1;
            for text in texts_of(class) {
                mentioned.looks_at_logs |= logs::looks_at_logs(&class.name, &text);
                mentioned.texts.insert(text);
            }
            mentioned.stopped.extend(receivers_of(class, "stop"));
            for name in classes_of(class) {
                if is_early(&name) {
                    mentioned.add(name);
                } else if !is_jdk(&name)
                    && mentioned.seen.insert(name.clone())
                    && let Ok(class) = self.program.load(&name)
                    && !self.program.class(class).is_library
                {
                    program.push(class);
                }
            }
        }
        mentioned.looks_at_logs |= next < program.len() || self.sets_up_logs();
    }

    /// Whether the class path has code of its own that takes logs.
    fn sets_up_logs(&self) -> bool {
        let path = self.program.class_path();
        let set_up = logs::SET_UP.iter().filter_map(|name| path.resource(name));
        let mut set_up = set_up.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let mut classes = path.classes_of_directories().into_iter();
        set_up.any(|text| logs::names_own_code(&text))
            || classes.any(|name| name.starts_with("org/slf4j/"))
    }

    /// Whether loggers are given out that write nothing.
    pub(crate) fn replaces_logs(&self, class: &str) -> bool {
        class == logs::FACTORY && !self.known.looks_at_logs
    }

    fn warm_up(&mut self, mentioned: &Mentioned) {
        let mut done: Vec<&str> = Vec::new();
        for (what, method) in WARM {
            let found = match what.ends_with('/') {
                true => mentioned.library.iter().any(|name| name.starts_with(what)),
                false => mentioned.texts.contains(*what),
            };
            // The handler of logs prints to what `System.err` is when it is made.
            let is_late = *method == "logging" && mentioned.texts.contains("setErr");
            if found && !is_late && !done.contains(method) {
                done.push(method);
                let class = "heddle/runtime/Warm";
                let result = self.call_early(class, method, "()V", Vec::new());
                if result.is_err() {
                    self.abandon_early();
                }
            }
        }
    }

    /// Loads the rules of time zones that the program names.
    fn warm_zones(&mut self, mentioned: &Mentioned) {
        let texts = || mentioned.texts.iter();
        if !texts().any(|text| text.starts_with("java/time/Zone")) {
            return;
        }
        let mut zones: Vec<&String> = texts().filter(|text| is_zone(text)).collect();
        zones.sort_unstable();
        for zone in zones.into_iter().take(MOST_ZONES) {
            let units: Vec<u16> = zone.encode_utf16().collect();
            let name = self.heap.new_string(&units).word();
            let class = "heddle/runtime/Warm";
            let result = self.call_early(class, "zone", "(Ljava/lang/String;)V", vec![name]);
            if result.is_err() {
                self.abandon_early();
            }
        }
    }

    /// Initialises a class if that is possible; otherwise it is as if nobody had tried.
    pub(crate) fn try_initialize(&mut self, name: &str) -> bool {
        if self.program.load(name).is_err() {
            return false;
        }
        let result = self.initialize_early(name);
        if result.is_err() {
            self.abandon_early();
        }
        result.is_ok()
    }
}

impl Mentioned {
    fn add(&mut self, name: String) {
        if self.seen.insert(name.clone()) {
            self.library.push(name);
        }
    }
}

/// Whether a text looks like the name of a time zone: `Europe/Berlin`.
fn is_zone(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_uppercase())
            && part
                .chars()
                .all(|it| it.is_ascii_alphanumeric() || "_+-".contains(it))
    };
    text.contains('/') && text.split('/').all(is_part)
}

fn constants(class: &Class) -> impl Iterator<Item = (u16, &Constant<'static>)> {
    let pool = class.file.as_deref().map(|file| &file.constant_pool);
    pool.into_iter().flat_map(|pool| {
        let indices = 1..=pool.len() as u16;
        indices.filter_map(move |index| pool.get(index).map(|constant| (index, constant)))
    })
}

fn classes_of(class: &Class) -> Vec<String> {
    let Some(file) = class.file.as_deref() else {
        return Vec::new();
    };
    let classes = constants(class).filter(|(_, constant)| matches!(constant, Constant::Class(_)));
    let names = classes.filter_map(|(index, _)| class_file::class_name(&file.constant_pool, index));
    names.filter(|name| !name.starts_with('[')).collect()
}

/// The classes on which a class calls methods of this name.
fn receivers_of(class: &Class, method: &str) -> Vec<String> {
    let Some(file) = class.file.as_deref() else {
        return Vec::new();
    };
    let pool = &file.constant_pool;
    let is_named = |pair: u16| match pool.get(pair) {
        Some(Constant::NameAndType { name_index, .. }) => {
            class_file::text(pool, *name_index).as_deref() == Some(method)
        }
        _ => false,
    };
    let receivers = constants(class).filter_map(|(_, constant)| match constant {
        Constant::MethodRef {
            class_index,
            name_and_type_index,
        } if is_named(*name_and_type_index) => class_file::class_name(pool, *class_index),
        _ => None,
    });
    receivers.collect()
}

fn texts_of(class: &Class) -> Vec<String> {
    let texts = constants(class).filter_map(|(_, constant)| match constant {
        Constant::Utf8(text) => Some(text.to_str_lossy().into_owned()),
        _ => None,
    });
    texts.collect()
}
