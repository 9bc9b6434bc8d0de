//! Which collections there are, and what tells them apart.
//!
//! In: the name of a class. Out: what its documentation says of threads, nulls and order.

/// What keeps threads apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// "This implementation is not synchronized."
    Nobody,
    /// Each call is one step.
    Itself,
    /// Each call holds the collection's own monitor, which is there for the program, too.
    Monitor,
    /// Each call is one step, and some wait.
    Queue,
}

/// A kind of collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Collection {
    pub(super) guard: Guard,
    pub(super) is_map: bool,
    pub(super) is_set: bool,
    /// Whether null can be in it, or be a key.
    pub(super) takes_null: bool,
    /// Whether it can be full.
    pub(super) is_bounded: bool,
    /// Whether nobody can change it.
    pub(super) is_fixed: bool,
    /// Whether it is another collection seen through this one.
    pub(super) is_view: bool,
}

const LIST: Collection = Collection {
    guard: Guard::Nobody,
    is_map: false,
    is_set: false,
    takes_null: true,
    is_bounded: false,
    is_fixed: false,
    is_view: false,
};

const MAP: Collection = Collection {
    is_map: true,
    ..LIST
};

/// What kind a class is of, if it has a model.
pub(super) fn collection(class: &str) -> Option<Collection> {
    let name = class.strip_prefix("java/util/")?;
    Some(match name {
        "ArrayList" | "LinkedList" => LIST,
        "ArrayDeque" => Collection {
            takes_null: false,
            ..LIST
        },
        "HashSet" | "LinkedHashSet" => Collection {
            is_set: true,
            ..LIST
        },
        "Vector" => Collection {
            guard: Guard::Monitor,
            ..LIST
        },
        "HashMap" | "LinkedHashMap" => MAP,
        "concurrent/ConcurrentHashMap" => Collection {
            guard: Guard::Itself,
            takes_null: false,
            ..MAP
        },
        "concurrent/CopyOnWriteArrayList" => Collection {
            guard: Guard::Itself,
            ..LIST
        },
        "concurrent/CopyOnWriteArraySet" => Collection {
            guard: Guard::Itself,
            is_set: true,
            ..LIST
        },
        "concurrent/ConcurrentLinkedQueue" | "concurrent/ConcurrentLinkedDeque" => Collection {
            guard: Guard::Itself,
            takes_null: false,
            ..LIST
        },
        "concurrent/ConcurrentHashMap$KeySetView" => Collection {
            guard: Guard::Itself,
            is_set: true,
            takes_null: false,
            ..LIST
        },
        "concurrent/LinkedBlockingQueue" | "concurrent/LinkedBlockingDeque" => Collection {
            guard: Guard::Queue,
            takes_null: false,
            ..LIST
        },
        "concurrent/ArrayBlockingQueue" => Collection {
            guard: Guard::Queue,
            takes_null: false,
            is_bounded: true,
            ..LIST
        },
        "Collections$SynchronizedRandomAccessList"
        | "Collections$SynchronizedList"
        | "Collections$SynchronizedCollection" => Collection {
            guard: Guard::Monitor,
            is_view: true,
            ..LIST
        },
        "Collections$SynchronizedSet" => Collection {
            guard: Guard::Monitor,
            is_set: true,
            is_view: true,
            ..LIST
        },
        "Collections$SynchronizedMap" => Collection {
            guard: Guard::Monitor,
            is_view: true,
            ..MAP
        },
        "ImmutableCollections$ListN" => Collection {
            guard: Guard::Itself,
            takes_null: false,
            is_fixed: true,
            ..LIST
        },
        "ImmutableCollections$Map1" => Collection {
            guard: Guard::Itself,
            takes_null: false,
            is_fixed: true,
            ..MAP
        },
        _ => return None,
    })
}
