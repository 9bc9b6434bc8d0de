//! Accesses of weaker modes than volatile in the program's own code.
//!
//! Memory is sequentially consistent here, and a program whose threads are ordered by volatile
//! accesses, locks, starts and joins alone can't tell. A store by `lazySet`, `setRelease`, `setOpaque`
//! or `setPlain` may be seen by others only after the storing thread's later loads, which such a
//! program can tell: that is noted where a run comes to it, and there is no "holds" then.
//!
//! A thread remembers its last store of that kind until something orders it: a volatile store or
//! update, a lock, a fence, the start of a thread, a park. (A volatile *load* does not: it is
//! what may come first.) If meanwhile it loads another variable that others may write, by a volatile
//! or weaker access, while other threads are alive, the pair is noted. Both accesses are those of the
//! program's own code: calls of atomic variables and of variable handles that stand in classes which are
//! not the library's. What the library does inside of its own classes, `LongAdder` among them, is its
//! affair.
//!
//! What else weak modes leave open is in `weak/window.rs` and `weak/agreement.rs`; what steps do is written down in
//! `weak/deeds.rs` for those who work out by it what is ordered.
//!
//! The store that is remembered is part of the state. Its variable is known by its object only if that
//! is of the base; otherwise every other access counts as one to another variable.

mod agreement;
pub(crate) mod deeds;
pub(crate) mod plain;
pub(crate) mod window;

use program::{Instruction, MethodId};

use crate::execution::invoke::NO_METHOD;
use crate::heap::Read;
use crate::machine::Machine;
use crate::operation::Place;
use crate::value::Ref;
use window::Fence;

/// Where the program's own code makes an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Site {
    pub(crate) method: MethodId,
    pub(crate) pc: u32,
}

/// A store that others may not see yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weak {
    /// The variable, if it is of an object of the base.
    pub(crate) place: Option<Place>,
    pub(crate) site: Site,
}

/// Two accesses of which the second may take effect first: for the report.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Overtaken {
    /// In plain words.
    pub reason: String,
    /// The class whose code makes the second.
    pub class: String,
    /// The method.
    pub method: String,
    /// Both, as `Class.method (File.java:12)`.
    pub path: Vec<String>,
}

impl Machine<'_> {
    /// A thread stores with a weaker mode than volatile.
    pub(crate) fn store_weakly(&mut self, thread: usize, place: Place) {
        if self.free || !self.heap.object(place.object).is_shared() {
            return;
        }
        if let Some(site) = self.own_site(thread) {
            let base = !place.object.is_heap() || self.names.is_base(place.object);
            let place = base.then_some(place);
            self.threads[thread].weak = Some(Weak { place, site });
        }
    }

    /// A thread does something that orders its stores before what follows.
    #[inline]
    pub(crate) fn order_stores(&mut self, thread: usize) {
        self.threads[thread].weak = None;
        self.threads[thread].window.clear();
    }

    /// A thread comes to a fence.
    pub(crate) fn fence(&mut self, thread: usize, fence: Fence) {
        if fence == Fence::Full {
            self.threads[thread].weak = None;
            self.fence_all(thread);
        }
        self.note_fence(fence);
        self.pass_fence(thread, fence);
    }

    /// The same by an access to an object, if others can reach it.
    #[inline]
    pub(crate) fn order_stores_at(&mut self, thread: usize, object: Ref) {
        if self.threads[thread].weak.is_some() && self.heap.object(object).is_shared() {
            self.threads[thread].weak = None;
        }
    }

    /// A thread loads by a volatile access or a weaker one.
    #[inline]
    pub(crate) fn load_after_stores(&mut self, thread: usize, place: Place) {
        if let Some(weak) = self.threads[thread].weak
            && weak.place != Some(place)
        {
            self.note_weak(thread, weak.site);
        }
    }

    #[cold]
    fn note_weak(&mut self, thread: usize, store: Site) {
        let Some(load) = self.own_site(thread) else {
            return;
        };
        self.heap.reads.note(Read::Everything);
        let mut others = self.threads.iter().enumerate();
        if others.any(|(number, it)| number != thread && !it.has_ended()) {
            self.coverage.weak.insert((store, load));
        }
    }

    /// The access of the program's own code that the thread is about, if it is one.
    pub(super) fn own_site(&self, thread: usize) -> Option<Site> {
        let frames = self.threads[thread].frames.iter().rev();
        let mut frames = frames.filter(|it| it.method != NO_METHOD);
        let class = |method: MethodId| self.program.class(self.program.method(method).class);
        let frame = frames.find(|it| {
            let class = class(it.method);
            !(class.is_library && class.name.starts_with("java/util/concurrent/atomic/Atomic"))
        })?;
        // What stands for a method reference of the program is the program's.
        let maker = class(frame.method);
        let host = maker.name.split_once("$$").map(|(host, _)| host);
        let host = host.and_then(|it| self.program.loaded(it));
        let is_own = !host.map_or(maker, |it| self.program.class(it)).is_library;
        is_own.then_some(Site {
            method: frame.method,
            pc: frame.pc,
        })
    }

    /// The pairs of accesses that some run has come to, in a fixed order.
    pub fn overtaken_stores(&self) -> Vec<Overtaken> {
        let pairs = self.coverage.weak.iter();
        let mut told: Vec<Overtaken> = pairs.map(|it| self.tell_weak(it)).collect();
        told.extend(self.swapped());
        told.extend(self.disagreed());
        told.extend(self.unseen());
        told.sort_unstable();
        told.dedup();
        told
    }

    fn tell_weak(&self, (store, load): &(Site, Site)) -> Overtaken {
        let reason = format!(
            "the load by {} may take effect before the store by {}, which is weaker than volatile: no \
             volatile store, compareAndSet or lock lies between them, and Heddle explores only runs \
             in which each access takes effect in its turn; store with set or setVolatile, or put a \
             VarHandle.fullFence() between",
            self.tell_site(*load),
            self.tell_site(*store)
        );
        self.tell_pair(reason, *store, *load)
    }

    /// Two accesses for the report.
    fn tell_pair(&self, reason: String, first: Site, second: Site) -> Overtaken {
        let method = self.program.method(second.method);
        let class = self.program.class(method.class).name.replace('/', ".");
        let sites = [first, second].into_iter();
        let path =
            sites.map(|it| format!("{} ({})", self.method_name(it.method), self.tell_line(it)));
        Overtaken {
            reason,
            class,
            method: method.name.to_string(),
            path: path.collect(),
        }
    }

    /// `AtomicInteger.lazySet at Main.java:7`
    fn tell_site(&self, site: Site) -> String {
        let body = self.program.body(site.method);
        let short = |name: &str| name.rsplit('/').next().unwrap_or(name).replace('$', ".");
        let method = |id: MethodId| {
            let method = self.program.method(id);
            let class = &self.program.class(method.class).name;
            format!("{}.{}", short(class), method.name)
        };
        let field = |id| {
            let field = self.program.field(id);
            format!(
                "{}.{}",
                short(&self.program.class(field.class).name),
                field.name
            )
        };
        let what = match body.code[site.pc as usize] {
            Instruction::Invoke { method: id, .. } => method(id),
            Instruction::InvokePolymorphic { index, .. } => match body.dynamic[index as usize] {
                program::body::Dynamic::Polymorphic { method: id, .. } => method(id),
                _ => "VarHandle".to_owned(),
            },
            Instruction::GetField { field: id, .. }
            | Instruction::GetStatic { field: id, .. }
            | Instruction::PutField { field: id, .. }
            | Instruction::PutStatic { field: id, .. } => field(id),
            Instruction::ArrayLoad { .. } | Instruction::ArrayStore { .. } => {
                "an access to an array".to_owned()
            }
            _ => "an access".to_owned(),
        };
        format!("{what} at {}", self.tell_line(site))
    }

    /// `Main.java:7`
    pub(crate) fn tell_line(&self, site: Site) -> String {
        let class = self.program.class(self.program.method(site.method).class);
        let file = match &class.source_file {
            Some(file) => file.to_string(),
            None => class.name.replace('/', "."),
        };
        // A method reference has no line of its own.
        match self.program.body(site.method).line(site.pc) {
            Some(line) => format!("{file}:{line}"),
            None => file,
        }
    }
}
