//! The kinds of violations, by the names that reports use.

/// A kind of violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// No thread can move, and some have not ended.
    Deadlock,
    /// Some threads can never move again, while others go on.
    PartialDeadlock,
    /// A thread waits for a notification that came before it waited.
    LostNotification,
    /// A thread waits on one monitor while it holds another that its notifier needs.
    NestedMonitor,
    /// Two threads access a variable at once, one writes, and nothing orders them.
    Race,
    /// A failed `assert`.
    Assertion,
    /// An exception that nothing caught.
    Exception,
    /// `wait` or `notify` without the lock.
    IllegalMonitor,
    /// A thread started twice, or made a daemon too late.
    IllegalThreadState,
    /// Locks taken in different orders.
    LockOrder,
    /// A formula that does not hold.
    Ltl,
    /// A thread that runs for ever in a loop that changes nothing.
    NonTermination,
}

impl Kind {
    /// All of them, in the order of the contract.
    pub const ALL: [Kind; 12] = [
        Kind::Deadlock,
        Kind::PartialDeadlock,
        Kind::LostNotification,
        Kind::NestedMonitor,
        Kind::Race,
        Kind::Assertion,
        Kind::Exception,
        Kind::IllegalMonitor,
        Kind::IllegalThreadState,
        Kind::LockOrder,
        Kind::Ltl,
        Kind::NonTermination,
    ];

    /// The name in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Deadlock => "deadlock",
            Kind::PartialDeadlock => "partial-deadlock",
            Kind::LostNotification => "lost-notification",
            Kind::NestedMonitor => "nested-monitor",
            Kind::Race => "race",
            Kind::Assertion => "assertion",
            Kind::Exception => "exception",
            Kind::IllegalMonitor => "illegal-monitor",
            Kind::IllegalThreadState => "illegal-thread-state",
            Kind::LockOrder => "lock-order",
            Kind::Ltl => "ltl",
            Kind::NonTermination => "non-termination",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether `other` is this kind, or a special case of it.
    pub fn includes(self, other: Kind) -> bool {
        let special = match self {
            Kind::Deadlock => matches!(
                other,
                Kind::PartialDeadlock | Kind::LostNotification | Kind::NestedMonitor
            ),
            Kind::Exception => matches!(other, Kind::IllegalMonitor | Kind::IllegalThreadState),
            _ => false,
        };
        self == other || special
    }

    /// Whether this build can find it.
    pub fn is_built(self) -> bool {
        !matches!(self, Kind::LockOrder | Kind::Ltl)
    }
}
