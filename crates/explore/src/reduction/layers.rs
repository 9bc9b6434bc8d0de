//! The layers by name, and sets of them.

/// A reason for which a thread may go alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Data that only one thread accesses.
    Owned,
    /// Data that is only accessed under a lock, and locks that are only taken under another.
    Protected,
    /// Waking waiters: nobody but the owner of the monitor can come between.
    Notify,
    /// Leaving a monitor: nobody can take it before.
    Unlock,
    /// Data that nobody writes once it is shared.
    Immutable,
    /// Locks that only one thread takes.
    Monitors,
    /// Starting threads, and what nobody can notice.
    Persistent,
    /// What a thread can no longer do, by where it stands in its calls.
    Future,
    /// What a thread can no longer do, by the program text: see [`super::Foreseen`].
    Foreseen,
    /// Calls of the library's synchronizers as units: see `atomic_calls.rs` of the machine. It leaves out
    /// states inside of them.
    Synchronizers,
    /// Threads that may take each other's places. It leaves out no choices, but makes one state of
    /// several.
    Symmetry,
}

impl Layer {
    /// All that leave out choices.
    pub const ALL: [Layer; 8] = [
        Layer::Owned,
        Layer::Protected,
        Layer::Notify,
        Layer::Unlock,
        Layer::Immutable,
        Layer::Monitors,
        Layer::Persistent,
        Layer::Future,
    ];

    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Owned => "owned",
            Layer::Protected => "protected",
            Layer::Notify => "notify",
            Layer::Unlock => "unlock",
            Layer::Immutable => "immutable",
            Layer::Monitors => "monitors",
            Layer::Persistent => "persistent",
            Layer::Future => "future",
            Layer::Foreseen => "future=",
            Layer::Synchronizers => "synchronizers",
            Layer::Symmetry => "symmetry",
        }
    }
}

/// A set of layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers(u16);

impl Layers {
    /// No layer.
    pub const NONE: Layers = Layers(0);

    /// All layers that leave out choices.
    pub fn all() -> Layers {
        Layer::ALL.into_iter().fold(Layers::NONE, Layers::with)
    }

    /// Also this one.
    pub fn with(self, layer: Layer) -> Layers {
        Layers(self.0 | 1 << layer as u16)
    }

    /// But for this one.
    pub fn without(self, layer: Layer) -> Layers {
        Layers(self.0 & !(1 << layer as u16))
    }

    /// Those of both.
    pub fn union(self, other: Layers) -> Layers {
        Layers(self.0 | other.0)
    }

    /// Whether it is one of them.
    pub fn has(self, layer: Layer) -> bool {
        self.0 & 1 << layer as u16 != 0
    }

    /// What they are called. How threads are foreseen has names that are not known here.
    pub fn names(self) -> Vec<String> {
        let known = Layer::ALL
            .into_iter()
            .chain([Layer::Synchronizers, Layer::Symmetry]);
        let layers = known.filter(|layer| self.has(*layer));
        layers.map(|layer| layer.name().to_owned()).collect()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}
