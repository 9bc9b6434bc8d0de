//! How large generated programs are and what they are made of.

use std::collections::BTreeMap;

/// What a program may do about data that several threads use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Racy {
    /// Anything: plain fields, arrays and collections without a lock. On the JVM such a program can
    /// show outcomes that no interleaving explains.
    Plain,
    /// What is not protected by a lock is volatile or atomic; arrays and collections are used under
    /// their lock only; a plain field is written before the object is handed over, never after. No
    /// program has a data race, so every outcome on the JVM is that of an interleaving.
    VolatileOnly,
}

/// What a part of a program is about. Several threads take part in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// A number that several threads change, in one step or in two.
    Counter,
    /// One thread writes data and then a flag; another looks at both.
    Message,
    /// Each thread writes one field and reads the other's.
    Litmus,
    /// A new object goes through a field from one thread to another.
    Handover,
    /// New objects go through a list or a queue under a lock.
    Collection,
    /// New objects are linked to those that are there.
    Linked,
    /// Elements of a shared array.
    Array,
    /// wait, notify and notifyAll, guarded by a condition or not.
    WaitNotify,
    /// `AtomicInteger`.
    AtomicInteger,
    /// `AtomicReference`.
    AtomicReference,
    /// Two monitors, one inside the other.
    NestedLocks,
    /// Synchronized methods, static and not.
    SynchronizedMethod,
    /// `ReentrantLock`, with lock and with tryLock.
    ReentrantLock,
    /// park and unpark.
    Park,
    /// Interrupts, of a thread that waits or that looks.
    Interrupt,
    /// Exceptions, caught and not.
    Exception,
    /// Objects that never leave their thread.
    LocalObject,
    /// A thread that joins another.
    Join,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 18] = [
        Theme::Counter,
        Theme::Message,
        Theme::Litmus,
        Theme::Handover,
        Theme::Collection,
        Theme::Linked,
        Theme::Array,
        Theme::WaitNotify,
        Theme::AtomicInteger,
        Theme::AtomicReference,
        Theme::NestedLocks,
        Theme::SynchronizedMethod,
        Theme::ReentrantLock,
        Theme::Park,
        Theme::Interrupt,
        Theme::Exception,
        Theme::LocalObject,
        Theme::Join,
    ];
}

/// How often each theme is chosen, relative to the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(BTreeMap<Theme, u32>);

impl Weights {
    /// The weight of a theme; 0 means never.
    pub fn of(&self, theme: Theme) -> u32 {
        self.0.get(&theme).copied().unwrap_or(0)
    }

    /// The same weights but for one theme.
    pub fn with(mut self, theme: Theme, weight: u32) -> Weights {
        self.0.insert(theme, weight);
        self
    }

    /// These themes only, all equally often.
    pub fn only(themes: &[Theme]) -> Weights {
        Weights(themes.iter().map(|&theme| (theme, 1)).collect())
    }
}

impl Default for Weights {
    fn default() -> Weights {
        let weight = |theme| match theme {
            Theme::WaitNotify => 18,
            Theme::Counter | Theme::Handover => 10,
            Theme::NestedLocks | Theme::SynchronizedMethod | Theme::Array => 7,
            Theme::Message | Theme::AtomicInteger | Theme::Collection | Theme::Linked => 7,
            Theme::Exception | Theme::AtomicReference | Theme::Litmus => 5,
            Theme::Interrupt | Theme::LocalObject | Theme::Park => 4,
            Theme::ReentrantLock => 8,
            Theme::Join => 3,
        };
        Weights(
            Theme::ALL
                .iter()
                .map(|&theme| (theme, weight(theme)))
                .collect(),
        )
    }
}

/// How large a program is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// Threads beside main, fewest and most.
    pub threads: (usize, usize),
    /// Parts in each thread, fewest and most.
    pub parts: (usize, usize),
    /// Visible operations in all threads together, at most.
    pub operations: u32,
    /// What unprotected data may look like.
    pub racy: Racy,
    /// Percentage of the patterns that are made wrong: a notification that is missing, a lock in
    /// the other order, an exception nobody catches.
    pub bugs: u32,
    /// Percentage of the programs in which main works while the threads do.
    pub main_works: u32,
    /// What programs are about.
    pub weights: Weights,
}

impl Size {
    /// Programs whose interleavings can be counted in hundreds.
    pub fn tiny(racy: Racy) -> Size {
        Size {
            threads: (2, 2),
            parts: (1, 2),
            operations: 14,
            main_works: 10,
            ..Size::small(racy)
        }
    }

    /// Programs that exploration without any cleverness still exhausts: the usual size.
    pub fn small(racy: Racy) -> Size {
        Size {
            threads: (2, 3),
            parts: (2, 4),
            operations: 26,
            racy,
            bugs: 25,
            main_works: 25,
            weights: Weights::default(),
        }
    }

    /// Larger programs, for engines that reduce.
    pub fn large(racy: Racy) -> Size {
        Size {
            threads: (2, 3),
            parts: (2, 6),
            operations: 45,
            ..Size::small(racy)
        }
    }
}
