//! What of a program Heddle may not be able to run, found without running it.
//!
//! In: a program and its main class. Out: the native methods that Heddle lacks and the instructions
//! it can't lower, in code that calls from main may reach, each with the shortest chain of calls.
//!
//! Calls are followed by class hierarchy, restricted to classes of which reachable code makes
//! objects. What reflection and natives call is not seen, but for the run methods of threads. So the
//! list may name what no run needs, and miss what only reflection needs; a run says what it meets.

use std::collections::VecDeque;

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use program::class::MethodCode;
use program::{ClassId, Instruction, InvokeKind, MethodId, Program};

use crate::native::{self, Found};

/// Something that Heddle lacks and the program may need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// What.
    pub reason: String,
    /// The class of the method that needs it, as Java writes it.
    pub class: String,
    /// That method.
    pub method: String,
    /// The calls that lead there, main first.
    pub path: Vec<String>,
    /// How many calls of the path are inside of the library, without a break, at its end.
    pub library_depth: usize,
}

/// What a survey found.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// What is lacking, nearest first.
    pub gaps: Vec<Gap>,
    /// Methods looked at.
    pub methods: usize,
    /// Whether there were too many to look at all.
    pub is_cut: bool,
}

/// Methods looked at, at most.
const MAX_METHODS: usize = 60_000;

/// Methods of the library that run methods of the program.
const CALLED_BACK: &[(&str, &str, &str)] = &[
    ("java/lang/Runnable", "run", "()V"),
    (
        "java/util/concurrent/Callable",
        "call",
        "()Ljava/lang/Object;",
    ),
    (
        "java/security/PrivilegedAction",
        "run",
        "()Ljava/lang/Object;",
    ),
    (
        "java/security/PrivilegedExceptionAction",
        "run",
        "()Ljava/lang/Object;",
    ),
];

struct Walk<'p> {
    program: &'p Program,
    /// Each method with the one that calls it.
    reached: HashMap<MethodId, Option<MethodId>, FixedState>,
    queue: VecDeque<MethodId>,
    made: Vec<(ClassId, MethodId)>,
    is_made: HashSet<ClassId, FixedState>,
    initialized: HashSet<ClassId, FixedState>,
    /// Methods that natives call on objects: whoever makes the object counts as the caller.
    called_back: Vec<MethodId>,
    /// Methods that are called on objects, with a caller.
    called: HashMap<MethodId, MethodId, FixedState>,
    gaps: Vec<Gap>,
}

/// Looks for what a program may need and Heddle lacks.
pub fn survey(program: &Program, main: ClassId) -> Survey {
    let mut walk = Walk {
        program,
        reached: HashMap::default(),
        queue: VecDeque::new(),
        made: Vec::new(),
        is_made: HashSet::default(),
        initialized: HashSet::default(),
        called_back: Vec::new(),
        called: HashMap::default(),
        gaps: Vec::new(),
    };
    let Some(entry) = program.main_method(main) else {
        return Survey::default();
    };
    walk.reach(entry, None);
    if !program.method(entry).is_static()
        && let Some(constructor) = program.declared_method(main, "<init>", "()V")
    {
        walk.reach(constructor, Some(entry));
    }
    walk.initialize(main, entry);
    for (class, name, descriptor) in CALLED_BACK {
        let class = program.load(class);
        let found = class.and_then(|class| program.resolve_method(class, name, descriptor));
        if let Ok(method) = found {
            walk.called_back.push(method);
        }
    }
    let mut methods = 0;
    while let Some(method) = walk.queue.pop_front() {
        methods += 1;
        if methods > MAX_METHODS {
            break;
        }
        walk.look_at(method);
    }
    let is_cut = methods > MAX_METHODS;
    // A stable sort: among equally deep ones the nearest to main stays first.
    walk.gaps.sort_by_key(|gap| gap.library_depth);
    Survey {
        gaps: walk.gaps,
        methods: methods.min(MAX_METHODS),
        is_cut,
    }
}

impl Walk<'_> {
    fn reach(&mut self, method: MethodId, caller: Option<MethodId>) {
        if let hashbrown::hash_map::Entry::Vacant(entry) = self.reached.entry(method) {
            entry.insert(caller);
            self.queue.push_back(method);
        }
    }

    fn look_at(&mut self, method: MethodId) {
        let program = self.program;
        let data = program.method(method);
        let class = program.class(data.class);
        let found = native::find(&class.name, &data.name, &data.descriptor);
        match found.filter(|_| class.is_library) {
            Some(Found::Native(_)) => return self.call_back(method),
            Some(Found::Java(support, name)) => return self.reach_support(support, name, method),
            None => {}
        }
        match data.code {
            MethodCode::Bytecode | MethodCode::Synthetic => self.look_at_body(method),
            MethodCode::Native => {
                let class = class.name.replace('/', ".");
                let reason = format!("the native method {class}.{} is not supported", data.name);
                self.gap(method, reason);
            }
            MethodCode::Abstract => {}
        }
    }

    /// A native with an action as its argument runs it: one that its caller has made.
    fn call_back(&mut self, native: MethodId) {
        let program = self.program;
        if !program.method(native).name.starts_with("doPrivileged") {
            return;
        }
        let Some(caller) = self.reached.get(&native).copied().flatten() else {
            return;
        };
        for (class, maker) in self.made.clone() {
            if maker == caller {
                for method in self.called_back.clone() {
                    self.dispatch(class, method, caller);
                }
            }
        }
    }

    fn reach_support(&mut self, class: &str, name: &str, caller: MethodId) {
        let Some(class) = self.program.loaded(class) else {
            return;
        };
        let methods = self.program.class(class).methods.iter().copied();
        let found = methods
            .into_iter()
            .find(|it| *self.program.method(*it).name == *name);
        if let Some(method) = found {
            self.reach(method, Some(caller));
        }
    }

    fn look_at_body(&mut self, method: MethodId) {
        let program = self.program;
        for instruction in &program.body(method).code {
            match *instruction {
                Instruction::New { class, .. } => {
                    self.initialize(class, method);
                    self.make(class, method);
                }
                Instruction::GetStatic { field, .. } | Instruction::PutStatic { field, .. } => {
                    self.initialize(program.field(field).class, method);
                }
                Instruction::Invoke {
                    kind, method: to, ..
                } => self.call(kind, to, method),
                Instruction::InvokeDynamic { .. } => {
                    let reason = "a dynamic call site without a built-in meaning is not supported";
                    self.gap(method, reason.to_owned());
                }
                Instruction::Unsupported { reason } => {
                    let reason = program.string_lossy(reason);
                    self.gap(method, reason);
                }
                _ => {}
            }
        }
    }

    fn call(&mut self, kind: InvokeKind, method: MethodId, caller: MethodId) {
        match kind {
            InvokeKind::Static => {
                self.initialize(self.program.method(method).class, caller);
                self.reach(method, Some(caller));
            }
            InvokeKind::Special => self.reach(method, Some(caller)),
            InvokeKind::Virtual | InvokeKind::Interface => {
                if self.called.contains_key(&method) {
                    return;
                }
                self.called.insert(method, caller);
                for (class, _) in self.made.clone() {
                    self.dispatch(class, method, caller);
                }
            }
        }
    }

    fn dispatch(&mut self, class: ClassId, method: MethodId, caller: MethodId) {
        let declared = self.program.method(method).class;
        if self.program.is_subtype(class, declared)
            && let Some(selected) = self.program.select(class, method)
        {
            self.reach(selected, Some(caller));
        }
    }

    fn make(&mut self, class: ClassId, maker: MethodId) {
        if !self.is_made.insert(class) {
            return;
        }
        self.made.push((class, maker));
        let mut called: Vec<(MethodId, MethodId)> = self
            .called
            .iter()
            .map(|(method, caller)| (*method, *caller))
            .collect();
        called.sort_unstable();
        // In the library, what is made need not be run: only calls that are seen count there.
        if !self.program.class(class).is_library {
            called.extend(self.called_back.iter().map(|method| (*method, maker)));
        }
        for (method, caller) in called {
            self.dispatch(class, method, caller);
        }
    }

    fn initialize(&mut self, class: ClassId, user: MethodId) {
        if !self.initialized.insert(class) {
            return;
        }
        let data = self.program.class(class);
        // There is no security manager, so nobody asks for permissions.
        let is_skipped = native::skips_initializer(&data.name)
            || &*data.name == "sun/security/util/SecurityConstants";
        if let Some(initializer) = data.initializer.filter(|_| !data.is_library || !is_skipped) {
            self.reach(initializer, Some(user));
        }
        if let Some(superclass) = data.superclass {
            self.initialize(superclass, user);
        }
    }

    fn gap(&mut self, method: MethodId, reason: String) {
        let program = self.program;
        let data = program.method(method);
        let mut chain = vec![method];
        let mut next = self.reached.get(&method).copied().flatten();
        while let Some(caller) = next {
            chain.push(caller);
            next = self.reached.get(&caller).copied().flatten();
        }
        let is_library = |it: &&MethodId| program.class(program.method(**it).class).is_library;
        let library_depth = chain.iter().take_while(is_library).count();
        chain.reverse();
        self.gaps.push(Gap {
            reason,
            class: program.class(data.class).name.replace('/', "."),
            method: data.name.to_string(),
            path: chain
                .iter()
                .map(|it| program.describe_method(*it))
                .collect(),
            library_depth,
        });
    }
}
