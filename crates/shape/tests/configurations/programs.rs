//! The programs of Yahav (POPL 2001, table 6), written after their descriptions, with any number of threads
//! each.

use shape::configuration::model::{
    ClassId, Condition, Fact, FieldId, FlagId, Individual, Initial, Instruction, Local, Model,
    Operation, Operation as Op, Routine, RoutineId, Truth,
};

fn routine(name: &str, locals: &[&str], code: Vec<Operation>) -> Routine {
    let line = |(index, operation)| Instruction::new(operation, index as u32 + 1);
    Routine {
        name: name.to_string(),
        locals: locals.iter().map(|it| it.to_string()).collect(),
        truths: vec!["b".to_string()],
        code: code.into_iter().enumerate().map(line).collect(),
    }
}

fn thread(class: ClassId, routine: RoutineId, many: bool) -> Individual {
    Individual {
        class,
        many,
        at: Some((routine, 0)),
        name: None,
    }
}

fn object(class: ClassId, many: bool) -> Individual {
    Individual {
        class,
        many,
        at: None,
        name: None,
    }
}

fn named(individual: Individual, name: &str) -> Individual {
    Individual {
        name: Some(name.to_string()),
        ..individual
    }
}

/// Any number of threads that enter a region one after the other; without the monitor if `broken`.
pub(crate) fn mutex(broken: bool) -> Model {
    let mut model = Model::new();
    let lock = model.class("Lock");
    let code = match broken {
        false => vec![
            Op::Acquire(Local(1)),
            Op::Mark,
            Op::Release(Local(1)),
            Op::End,
        ],
        true => vec![Op::Mark, Op::Mark, Op::Mark, Op::End],
    };
    let run = model.routine(routine("run", &["this", "lock"], code));
    let worker = model.thread_class("Worker", run);
    model.initial.push(Initial {
        individuals: vec![object(lock, false), thread(worker, run, true)],
        facts: vec![Fact::Local(run, Local(1), 1, 0)],
    });
    model
}

/// Two threads, each with a monitor of its own for one region.
pub(crate) fn two_locks_for_one_region() -> Model {
    let mut model = mutex(false);
    let (lock, worker, run) = (ClassId(0), ClassId(1), RoutineId(0));
    model.initial = vec![Initial {
        individuals: vec![
            named(object(lock, false), "a"),
            named(object(lock, false), "b"),
            named(thread(worker, run, false), "first"),
            named(thread(worker, run, false), "second"),
        ],
        facts: vec![
            Fact::Local(run, Local(1), 2, 0),
            Fact::Local(run, Local(1), 3, 1),
        ],
    }];
    model
}

/// What two swapping threads do, from the locals 1 and 2, in this order of locals.
fn swap_code(first: Local, second: Local, value: FieldId) -> Vec<Operation> {
    let (this, other, mine, theirs) = (Local(1), Local(2), Local(3), Local(4));
    vec![
        Op::Acquire(first),
        Op::Acquire(second),
        Op::Get(theirs, other, value),
        Op::Get(mine, this, value),
        Op::Put(other, value, Some(mine)),
        Op::Put(this, value, Some(theirs)),
        Op::Release(second),
        Op::Release(first),
        Op::End,
    ]
}

/// Threads swap the contents of items, taking their monitors by identity if `ordered`. Two threads and two
/// items, or any number of either.
pub(crate) fn swap(ordered: bool, many: bool) -> Model {
    let mut model = Model::new();
    model.identities = true;
    let item = model.class("Item");
    let content = model.class("Content");
    let value = model.field("value");
    let (this, other) = (Local(1), Local(2));
    let code = if ordered {
        let mut code = vec![Op::Branch(Condition::Less(this, other), 10)];
        code.extend(swap_code(other, this, value));
        code.extend(swap_code(this, other, value));
        code
    } else {
        swap_code(this, other, value)
    };
    let locals = ["self", "this", "other", "mine", "theirs"];
    let run = model.routine(routine("swap", &locals, code));
    let swapper = model.thread_class("Swapper", run);
    let mut initial = Initial::default();
    if many {
        initial.individuals = vec![
            object(item, true),
            object(content, true),
            thread(swapper, run, true),
        ];
        initial.facts = vec![
            Fact::MayField(value, 0, 1),
            Fact::MayLocal(run, this, 2, 0),
            Fact::MayLocal(run, other, 2, 0),
            Fact::Known("has[swap.this]".to_string(), vec![2], true),
            Fact::Known("has[swap.other]".to_string(), vec![2], true),
            Fact::Known("same[swap.this,swap.other]".to_string(), vec![2], false),
        ];
    } else {
        initial.individuals = vec![
            named(object(item, false), "a"),
            named(object(item, false), "b"),
            object(content, false),
            object(content, false),
            named(thread(swapper, run, false), "first"),
            named(thread(swapper, run, false), "second"),
        ];
        initial.facts = vec![
            Fact::Field(value, 0, 2),
            Fact::Field(value, 1, 3),
            Fact::Local(run, this, 4, 0),
            Fact::Local(run, other, 4, 1),
            Fact::Local(run, this, 5, 1),
            Fact::Local(run, other, 5, 0),
        ];
    }
    model.initial.push(initial);
    model
}

/// Any number of philosophers, each with two forks, taken in the order of their identities if `ordered`.
pub(crate) fn philosophers(ordered: bool) -> Model {
    let mut model = Model::new();
    model.identities = true;
    let fork = model.class("Fork");
    let (left, right) = (Local(1), Local(2));
    let meal = |first: Local, second: Local| {
        [
            Op::Acquire(first),
            Op::Acquire(second),
            Op::Mark,
            Op::Release(second),
            Op::Release(first),
            Op::Jump(0),
        ]
    };
    let mut code = Vec::new();
    if ordered {
        code.push(Op::Branch(Condition::Less(left, right), 7));
        code.extend(meal(right, left));
    }
    code.extend(meal(left, right));
    let run = model.routine(routine("eat", &["this", "left", "right"], code));
    let philosopher = model.thread_class("Philosopher", run);
    model.instrumentation.by_locals = false;
    model.initial.push(Initial {
        individuals: vec![object(fork, true), thread(philosopher, run, true)],
        facts: vec![
            Fact::MayLocal(run, left, 1, 0),
            Fact::MayLocal(run, right, 1, 0),
            Fact::Known("has[eat.left]".to_string(), vec![1], true),
            Fact::Known("has[eat.right]".to_string(), vec![1], true),
            Fact::Known("same[eat.left,eat.right]".to_string(), vec![1], false),
        ],
    });
    model
}

/// Two monitors, one inside the other: takers wait for the inner one and keep the outer one.
pub(crate) fn nested_monitors(broken: bool, many: bool) -> (Model, FieldId) {
    let mut model = Model::new();
    let outer = model.class("Outer");
    let inner = model.class("Inner");
    let queue = model.field("queue");
    let full = model.flag("full");
    let (o, i, b) = (Local(1), Local(2), Truth(0));
    let mut take = vec![Op::Acquire(o), Op::Get(i, o, queue)];
    if !broken {
        take.push(Op::Release(o));
    }
    take.push(Op::Acquire(i));
    let test = take.len();
    take.extend([
        Op::GetFlag(b, i, full),
        Op::Branch(Condition::Is(b), test + 5),
        Op::Wait(i),
        Op::Reacquire(i),
        Op::Jump(test),
        Op::PutFlag(i, full, false),
        Op::Release(i),
    ]);
    if broken {
        take.push(Op::Release(o));
    }
    take.push(Op::End);
    let mut put = vec![Op::Acquire(o), Op::Get(i, o, queue)];
    if !broken {
        put.push(Op::Release(o));
    }
    put.extend([
        Op::Acquire(i),
        Op::PutFlag(i, full, true),
        Op::NotifyAll(i),
        Op::Release(i),
    ]);
    if broken {
        put.push(Op::Release(o));
    }
    put.push(Op::End);
    let taker = model.routine(routine("take", &["this", "outer", "inner"], take));
    let putter = model.routine(routine("put", &["this", "outer", "inner"], put));
    let taking = model.thread_class("Taker", taker);
    let putting = model.thread_class("Putter", putter);
    model.initial.push(Initial {
        individuals: vec![
            object(outer, false),
            object(inner, false),
            thread(taking, taker, many),
            thread(putting, putter, many),
        ],
        facts: vec![
            Fact::Field(queue, 0, 1),
            Fact::Local(taker, o, 2, 0),
            Fact::Local(putter, o, 3, 0),
        ],
    });
    (model, queue)
}

/// Any number of threads that push and pop; with the stack's monitor if `safe`.
pub(crate) fn stack(safe: bool, many: bool) -> Model {
    let mut model = Model::new();
    let class = model.class("Stack");
    let item = model.class("Item");
    let top = model.field("top");
    let next = model.field("next");
    model.instrumentation.recursive = vec![next];
    let (s, x, t) = (Local(1), Local(2), Local(3));
    let mut push = vec![Op::New(x, item)];
    push.extend(safe.then_some(Op::Acquire(s)));
    push.extend([
        Op::Get(t, s, top),
        Op::Put(x, next, Some(t)),
        Op::Put(s, top, Some(x)),
    ]);
    push.extend(safe.then_some(Op::Release(s)));
    push.push(Op::Jump(0));
    let mut pop = Vec::new();
    pop.extend(safe.then_some(Op::Acquire(s)));
    let test = pop.len() + 1;
    let end = test + 3;
    pop.extend([
        Op::Get(x, s, top),
        Op::Branch(Condition::IsNull(x), end),
        Op::Get(t, x, next),
        Op::Put(s, top, Some(t)),
    ]);
    pop.extend(safe.then_some(Op::Release(s)));
    pop.push(Op::Jump(0));
    let pushing = model.routine(routine("push", &["this", "s", "x", "t"], push));
    let popping = model.routine(routine("pop", &["this", "s", "x", "t"], pop));
    let pusher = model.thread_class("Pusher", pushing);
    let popper = model.thread_class("Popper", popping);
    model.initial.push(Initial {
        individuals: vec![
            object(class, false),
            thread(pusher, pushing, many),
            thread(popper, popping, many),
        ],
        facts: vec![Fact::Local(pushing, s, 1, 0), Fact::Local(popping, s, 2, 0)],
    });
    model
}

/// The queue of figures 1 to 3: putters, takers and approvers, any number of each; `safe` has `put`
/// synchronized.
pub(crate) fn queue(safe: bool, approvers: bool, many: bool) -> Model {
    let mut model = Model::new();
    let class = model.class("Queue");
    let item = model.class("Item");
    let head = model.field("head");
    let tail = model.field("tail");
    let next = model.field("next");
    model.instrumentation.recursive = vec![next];
    let approved: FlagId = model.flag("approved");
    let (q, x, t, n) = (Local(1), Local(2), Local(3), Local(4));
    let mut put = vec![Op::New(x, item)];
    put.extend(safe.then_some(Op::Acquire(q)));
    let at = put.len();
    put.extend([
        Op::Get(t, q, tail),
        Op::Branch(Condition::NotNull(t), at + 5),
        Op::Put(q, tail, Some(x)),
        Op::Put(q, head, Some(x)),
        Op::Jump(at + 7),
        Op::Put(t, next, Some(x)),
        Op::Put(q, tail, Some(x)),
    ]);
    put.extend(safe.then_some(Op::Release(q)));
    put.push(Op::Jump(0));
    let take = vec![
        Op::Acquire(q),
        Op::Get(x, q, head),
        Op::Branch(Condition::IsNull(x), 8),
        Op::Get(n, x, next),
        Op::Put(x, next, None),
        Op::Put(q, head, Some(n)),
        Op::Branch(Condition::NotNull(n), 8),
        Op::Put(q, tail, None),
        Op::Release(q),
        Op::Jump(0),
    ];
    let approve = vec![
        Op::Acquire(q),
        Op::Get(x, q, head),
        Op::Branch(Condition::IsNull(x), 4),
        Op::PutFlag(x, approved, true),
        Op::Release(q),
        Op::Jump(0),
    ];
    let locals = ["this", "q", "x", "t", "n"];
    let mut initial = Initial {
        individuals: vec![object(class, false)],
        facts: vec![],
    };
    let mut kinds = vec![("put", "Producer", put), ("take", "Consumer", take)];
    if approvers {
        kinds.push(("approve", "Approver", approve));
    }
    for (number, (name, class, code)) in kinds.into_iter().enumerate() {
        let run = model.routine(routine(name, &locals, code));
        let kind = model.thread_class(class, run);
        initial.individuals.push(thread(kind, run, many));
        initial.facts.push(Fact::Local(run, q, number + 1, 0));
    }
    model.initial.push(initial);
    model.instrumentation.paths = vec![next];
    model
}

/// The queue with two locks of figure 13; one lock is left out if `broken`.
pub(crate) fn two_lock_queue(broken: bool, many: bool) -> Model {
    let mut model = Model::new();
    let class = model.class("Queue");
    let lock = model.class("Lock");
    let item = model.class("Item");
    let content = model.class("Content");
    let head = model.field("head");
    let tail = model.field("tail");
    let head_lock = model.field("headLock");
    let tail_lock = model.field("tailLock");
    let next = model.field("next");
    model.instrumentation.recursive = vec![next];
    let value = model.field("value");
    let (q, l, x, v, t, n) = (Local(1), Local(2), Local(3), Local(4), Local(5), Local(6));
    let mut put = vec![
        Op::New(x, item),
        Op::New(v, content),
        Op::Put(x, value, Some(v)),
        Op::Get(l, q, tail_lock),
    ];
    put.extend((!broken).then_some(Op::Acquire(l)));
    put.extend([
        Op::Get(t, q, tail),
        Op::Put(t, next, Some(x)),
        Op::Put(q, tail, Some(x)),
    ]);
    put.extend((!broken).then_some(Op::Release(l)));
    put.push(Op::Jump(0));
    let take = vec![
        Op::Get(l, q, head_lock),
        Op::Acquire(l),
        Op::Get(t, q, head),
        Op::Get(n, t, next),
        Op::Branch(Condition::IsNull(n), 8),
        Op::Get(v, n, value),
        Op::Put(q, head, Some(n)),
        Op::Put(n, value, None),
        Op::Release(l),
        Op::Jump(0),
    ];
    let locals = ["this", "q", "l", "x", "v", "t", "n"];
    let putting = model.routine(routine("put", &locals, put));
    let taking = model.routine(routine("take", &locals, take));
    let producer = model.thread_class("Producer", putting);
    let consumer = model.thread_class("Consumer", taking);
    model.initial.push(Initial {
        individuals: vec![
            object(class, false),
            object(lock, false),
            object(lock, false),
            object(item, false),
            thread(producer, putting, many),
            thread(consumer, taking, many),
        ],
        facts: vec![
            Fact::Field(head_lock, 0, 1),
            Fact::Field(tail_lock, 0, 2),
            Fact::Field(head, 0, 3),
            Fact::Field(tail, 0, 3),
            Fact::Local(putting, q, 4, 0),
            Fact::Local(taking, q, 5, 0),
        ],
    });
    model.instrumentation.paths = vec![next];
    model
}

/// One thread clears a field and loops for ever without a yield; another reads through the field.
pub(crate) fn endless_loop() -> Model {
    let mut model = Model::new();
    let node = model.class("Node");
    let next = model.field("next");
    model.instrumentation.recursive = vec![next];
    let (o, x) = (Local(1), Local(2));
    let spin = vec![Op::Put(o, next, None), Op::Null(x), Op::Jump(1)];
    let read = vec![Op::Mark, Op::Get(x, o, next), Op::Get(x, x, next), Op::End];
    let spinning = model.routine(routine("spin", &["this", "o", "x"], spin));
    let reading = model.routine(routine("read", &["this", "o", "x"], read));
    let spinner = model.thread_class("Spinner", spinning);
    let reader = model.thread_class("Reader", reading);
    model.initial.push(Initial {
        individuals: vec![
            object(node, false),
            thread(spinner, spinning, false),
            thread(reader, reading, false),
        ],
        facts: vec![
            Fact::Field(next, 0, 0),
            Fact::Local(spinning, o, 1, 0),
            Fact::Local(reading, o, 2, 0),
        ],
    });
    model
}
