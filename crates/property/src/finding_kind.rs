//! The kinds of violations, by the names that reports use.

/// A kind of violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
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
    /// A thread that waits for ever while others go on.
    Starvation,
    /// A run that never ends.
    Termination,
    /// A run that goes on for ever and gets nowhere.
    Progress,
    /// Results of concurrent calls that no sequence of them has.
    Linearizable,
}

impl FindingKind {
    /// All of them, in the order of the contract.
    pub const ALL: [FindingKind; 16] = [
        FindingKind::Deadlock,
        FindingKind::PartialDeadlock,
        FindingKind::LostNotification,
        FindingKind::NestedMonitor,
        FindingKind::Race,
        FindingKind::Assertion,
        FindingKind::Exception,
        FindingKind::IllegalMonitor,
        FindingKind::IllegalThreadState,
        FindingKind::LockOrder,
        FindingKind::Ltl,
        FindingKind::NonTermination,
        FindingKind::Starvation,
        FindingKind::Termination,
        FindingKind::Progress,
        FindingKind::Linearizable,
    ];

    /// The name in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Deadlock => "deadlock",
            FindingKind::PartialDeadlock => "partial-deadlock",
            FindingKind::LostNotification => "lost-notification",
            FindingKind::NestedMonitor => "nested-monitor",
            FindingKind::Race => "race",
            FindingKind::Assertion => "assertion",
            FindingKind::Exception => "exception",
            FindingKind::IllegalMonitor => "illegal-monitor",
            FindingKind::IllegalThreadState => "illegal-thread-state",
            FindingKind::LockOrder => "lock-order",
            FindingKind::Ltl => "ltl",
            FindingKind::NonTermination => "non-termination",
            FindingKind::Starvation => "starvation",
            FindingKind::Termination => "termination",
            FindingKind::Progress => "progress",
            FindingKind::Linearizable => "linearizable",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<FindingKind> {
        FindingKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// Whether `other` is this kind, or a special case of it.
    pub fn includes(self, other: FindingKind) -> bool {
        let special = match self {
            FindingKind::Deadlock => matches!(
                other,
                FindingKind::PartialDeadlock
                    | FindingKind::LostNotification
                    | FindingKind::NestedMonitor
            ),
            FindingKind::Exception => matches!(
                other,
                FindingKind::IllegalMonitor | FindingKind::IllegalThreadState
            ),
            _ => false,
        };
        self == other || special
    }

    /// Whether it is about endless runs.
    pub fn is_temporal(self) -> bool {
        matches!(
            self,
            FindingKind::Ltl
                | FindingKind::Starvation
                | FindingKind::Termination
                | FindingKind::Progress
        )
    }

    /// Whether it is about what may go wrong after the next change, and so is looked for only where it is
    /// asked for by name.
    pub fn is_advice(self) -> bool {
        self == FindingKind::LockOrder
    }

    /// Whether this build can find it.
    pub fn is_built(self) -> bool {
        self != FindingKind::Ltl
    }
}
