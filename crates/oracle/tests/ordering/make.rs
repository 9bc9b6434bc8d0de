//! Small programs of several threads that share variables, from a seed: as a tree, and as Java.

/// A program.
pub(crate) struct Made {
    pub(crate) name: String,
    pub(crate) source: String,
    /// What each thread does; the first is `main`.
    pub(crate) threads: Vec<Vec<Statement>>,
}

/// A step, or some that belong together.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Do(Deed),
    /// What follows if a variable is found to have this value.
    If(Variable, Order, u8, Vec<Statement>),
    /// Under the lock.
    Locked(Vec<Statement>),
}

/// What a thread does in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed {
    Load(Variable, Order),
    Store(Variable, Order, u8),
    /// Adds to a variable.
    Add(Variable, Order),
    /// Compares with 0 and sets.
    Swap(Variable, Order, u8),
    Start(usize),
    Join(usize),
    Fence(Order),
    /// Makes a new box known; its number, and whether its field is final.
    Publish(usize, bool, Order),
    /// Looks into a box, if one is known.
    Open(Order),
}

/// What is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    /// An ordinary field.
    Data(usize),
    /// One that is accessed by a variable handle.
    Handled(usize),
    /// A volatile field.
    Volatile,
    /// An `AtomicInteger`.
    Atomic,
}

/// A mode of access, or an order of a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Plain,
    Opaque,
    Acquire,
    Release,
    Volatile,
}

/// Numbers that look random (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ it >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ it >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((it ^ it >> 31) % end as u64) as usize
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// What a program may use.
struct Style {
    /// Whether there are modes weaker than acquire and release.
    weak: bool,
    /// Whether ordinary variables are left to the messages.
    spares_data: bool,
    boxes: usize,
}

/// The program for a seed.
pub(crate) fn made(seed: u64) -> Made {
    let mut chance = Chance(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let workers = 1 + chance.below(2);
    let mut style = Style {
        weak: chance.below(4) > 0,
        spares_data: chance.below(3) > 0,
        boxes: 0,
    };
    let mut threads = vec![Vec::new(); workers + 1];
    for thread in &mut threads {
        let length = match style.spares_data {
            true => chance.below(3),
            false => 2 + chance.below(if workers == 1 { 3 } else { 2 }),
        };
        *thread = block(&mut chance, &mut style, length, 2);
    }
    if style.spares_data {
        send_message(&mut chance, &style, &mut threads);
    }
    // Each worker is started by a thread before it, and may be waited for.
    for worker in 1..=workers {
        let starter = if worker > 1 { chance.below(worker) } else { 0 };
        let at = match starter {
            0 if chance.below(3) > 0 => 0,
            _ => chance.below(threads[starter].len() + 1),
        };
        threads[starter].insert(at, Statement::Do(Deed::Start(worker)));
        if chance.below(3) == 0 {
            let at = at + 1 + chance.below(threads[starter].len() - at);
            threads[starter].insert(at, Statement::Do(Deed::Join(worker)));
        }
    }
    let name = format!("Ordering{seed}");
    let source = source(&name, &threads);
    Made {
        name,
        source,
        threads,
    }
}

/// One thread writes and sets a flag, another reads once it has seen that, perhaps by way of a third.
fn send_message(chance: &mut Chance, style: &Style, threads: &mut [Vec<Statement>]) {
    let count = threads.len();
    let first = chance.below(count);
    let mut from = first;
    let data = Variable::Data(chance.below(2));
    let mut put = |chance: &mut Chance, thread: usize, what: Vec<Statement>| {
        let at = chance.below(threads[thread].len() + 1);
        threads[thread].splice(at..at, what);
    };
    let flags = [Variable::Handled(0), Variable::Atomic, Variable::Handled(1)];
    let set = |chance: &mut Chance, flag: Variable| {
        let order = store_order(chance, style, flag);
        match chance.below(4) {
            0 => Statement::Do(Deed::Swap(flag, update_order(chance, style), 1)),
            1 => Statement::Locked(vec![Statement::Do(Deed::Store(flag, order, 1))]),
            _ => Statement::Do(Deed::Store(flag, order, 1)),
        }
    };
    let write = Statement::Do(Deed::Store(data, Order::Plain, 1));
    let told = set(chance, flags[0]);
    put(chance, first, vec![write, told]);
    let hops = 1 + chance.below(2);
    for hop in 0..hops {
        let to = (from + 1) % count;
        let order = load_order(chance, style, flags[hop]);
        let then = match hop + 1 == hops {
            true => Statement::Do(Deed::Load(data, Order::Plain)),
            false => set(chance, flags[hop + 1]),
        };
        let seen = Statement::If(flags[hop], order, 1, vec![then]);
        from = to;
        put(chance, to, vec![seen]);
    }
}

fn block(chance: &mut Chance, style: &mut Style, length: usize, depth: usize) -> Vec<Statement> {
    (0..length)
        .map(|_| statement(chance, style, depth))
        .collect()
}

fn statement(chance: &mut Chance, style: &mut Style, depth: usize) -> Statement {
    match chance.below(12) {
        0..=2 if depth > 0 => {
            let variable = flag(chance);
            let order = load_order(chance, style, variable);
            let value = 1 + chance.below(2) as u8;
            let length = 1 + chance.below(2);
            let then = block(chance, style, length, depth - 1);
            Statement::If(variable, order, value, then)
        }
        3 if depth > 0 => {
            // Who is under the lock does not take it again.
            let length = 1 + chance.below(2);
            let inside = (0..length).map(|_| Statement::Do(deed(chance, style)));
            Statement::Locked(inside.collect())
        }
        _ => Statement::Do(deed(chance, style)),
    }
}

fn flag(chance: &mut Chance) -> Variable {
    chance.pick(&[
        Variable::Handled(0),
        Variable::Handled(0),
        Variable::Handled(1),
        Variable::Volatile,
        Variable::Atomic,
    ])
}

fn deed(chance: &mut Chance, style: &mut Style) -> Deed {
    let value = 1 + chance.below(2) as u8;
    match chance.below(20) {
        0..=7 if style.spares_data => {
            let variable = flag(chance);
            Deed::Store(variable, store_order(chance, style, variable), value)
        }
        0..=3 => Deed::Load(Variable::Data(chance.below(2)), Order::Plain),
        4..=7 => Deed::Store(Variable::Data(chance.below(2)), Order::Plain, value),
        8 => {
            let variable = flag(chance);
            Deed::Load(variable, load_order(chance, style, variable))
        }
        9..=13 => {
            let variable = flag(chance);
            Deed::Store(variable, store_order(chance, style, variable), value)
        }
        14 => Deed::Add(updated(chance), update_order(chance, style)),
        15 => Deed::Swap(updated(chance), update_order(chance, style), value),
        16 => Deed::Fence(chance.pick(&[Order::Acquire, Order::Release, Order::Volatile])),
        17 => {
            style.boxes += 1;
            let order = store_order(chance, style, Variable::Handled(2));
            Deed::Publish(style.boxes - 1, chance.below(3) == 0, order)
        }
        _ => Deed::Open(load_order(chance, style, Variable::Handled(2))),
    }
}

fn updated(chance: &mut Chance) -> Variable {
    chance.pick(&[Variable::Handled(0), Variable::Handled(1), Variable::Atomic])
}

fn load_order(chance: &mut Chance, style: &Style, variable: Variable) -> Order {
    match variable {
        Variable::Volatile => Order::Volatile,
        _ if style.weak => chance.pick(&[
            Order::Opaque,
            Order::Opaque,
            Order::Acquire,
            Order::Acquire,
            Order::Volatile,
            Order::Plain,
        ]),
        _ => chance.pick(&[Order::Acquire, Order::Volatile]),
    }
}

fn store_order(chance: &mut Chance, style: &Style, variable: Variable) -> Order {
    match load_order(chance, style, variable) {
        Order::Acquire => Order::Release,
        other => other,
    }
}

fn update_order(chance: &mut Chance, style: &Style) -> Order {
    match style.weak {
        true => chance.pick(&[
            Order::Plain,
            Order::Acquire,
            Order::Release,
            Order::Volatile,
        ]),
        false => Order::Volatile,
    }
}

fn source(name: &str, threads: &[Vec<Statement>]) -> String {
    let mut text = format!(
        "import java.lang.invoke.*;\nimport java.util.concurrent.atomic.*;\nclass {name} {{\n    \
         static class Loose {{ int x; Loose(int x) {{ this.x = x; }} }}\n    \
         static class Sealed {{ final int x; Sealed(int x) {{ this.x = x; }} }}\n    \
         static int d0, d1, f0, f1, sink;\n    static Object f2;\n    static volatile int v;\n    \
         static final AtomicInteger a = new AtomicInteger();\n    \
         static final Object m = new Object();\n    static final VarHandle F0, F1, F2;\n    \
         static {{\n        try {{\n            MethodHandles.Lookup l = MethodHandles.lookup();\n            \
         F0 = l.findStaticVarHandle({name}.class, \"f0\", int.class);\n            \
         F1 = l.findStaticVarHandle({name}.class, \"f1\", int.class);\n            \
         F2 = l.findStaticVarHandle({name}.class, \"f2\", Object.class);\n        \
         }} catch (ReflectiveOperationException e) {{ throw new Error(e); }}\n    }}\n    \
         static int look(Object o) {{\n        \
         return o instanceof Loose l ? l.x : o instanceof Sealed s ? s.x : 0;\n    }}\n"
    );
    for worker in 1..threads.len() {
        text += &format!("    static final Thread t{worker} = new Thread({name}::w{worker});\n");
    }
    for (number, thread) in threads.iter().enumerate() {
        let head = match number {
            0 => "public static void main(String[] args) throws Exception {".to_owned(),
            _ => format!("static void w{number}() {{ try {{"),
        };
        text += &format!("    {head}\n        int r;\n");
        for statement in thread {
            write(statement, 2, &mut text);
        }
        text += match number {
            0 => "    }\n",
            _ => {
                "        if (false) throw new InterruptedException();\n    } catch \
                  (InterruptedException e) { } }\n"
            }
        };
    }
    text + "}\n"
}

fn write(statement: &Statement, depth: usize, text: &mut String) {
    let indent = "    ".repeat(depth);
    match statement {
        Statement::Do(deed) => *text += &format!("{indent}{}\n", java(deed)),
        Statement::If(variable, order, value, then) => {
            let load = load(*variable, *order);
            *text += &format!("{indent}if ({load} == {value}) {{\n");
            then.iter().for_each(|it| write(it, depth + 1, text));
            *text += &format!("{indent}}}\n");
        }
        Statement::Locked(inside) => {
            *text += &format!("{indent}synchronized (m) {{\n");
            inside.iter().for_each(|it| write(it, depth + 1, text));
            *text += &format!("{indent}}}\n");
        }
    }
}

/// What a mode is called at the end of a method's name.
fn suffix(order: Order) -> &'static str {
    match order {
        Order::Plain => "Plain",
        Order::Opaque => "Opaque",
        Order::Acquire => "Acquire",
        Order::Release => "Release",
        Order::Volatile => "Volatile",
    }
}

fn load(variable: Variable, order: Order) -> String {
    match (variable, order) {
        (Variable::Data(number), _) => format!("d{number}"),
        (Variable::Handled(number), Order::Plain) => format!("(int) F{number}.get()"),
        (Variable::Handled(number), _) => format!("(int) F{number}.get{}()", suffix(order)),
        (Variable::Volatile, _) => "v".to_owned(),
        (Variable::Atomic, Order::Volatile) => "a.get()".to_owned(),
        (Variable::Atomic, _) => format!("a.get{}()", suffix(order)),
    }
}

fn java(deed: &Deed) -> String {
    match *deed {
        Deed::Load(variable, order) => format!("r = {};", load(variable, order)),
        Deed::Store(Variable::Data(number), _, value) => format!("d{number} = {value};"),
        Deed::Store(Variable::Handled(number), order, value) => match order {
            Order::Plain => format!("F{number}.set({value});"),
            _ => format!("F{number}.set{}({value});", suffix(order)),
        },
        Deed::Store(Variable::Volatile, _, value) => format!("v = {value};"),
        Deed::Store(Variable::Atomic, order, value) => match order {
            Order::Volatile => format!("a.set({value});"),
            Order::Release => format!("a.lazySet({value});"),
            _ => format!("a.set{}({value});", suffix(order)),
        },
        Deed::Add(Variable::Handled(number), order) => match order {
            Order::Acquire | Order::Release => {
                format!("r = (int) F{number}.getAndAdd{}(1);", suffix(order))
            }
            _ => format!("r = (int) F{number}.getAndAdd(1);"),
        },
        Deed::Add(..) => "r = a.getAndIncrement();".to_owned(),
        Deed::Swap(Variable::Handled(number), order, value) => match order {
            Order::Volatile => format!("F{number}.compareAndSet(0, {value});"),
            Order::Plain => format!("F{number}.weakCompareAndSetPlain(0, {value});"),
            _ => format!(
                "r = (int) F{number}.compareAndExchange{}(0, {value});",
                suffix(order)
            ),
        },
        Deed::Swap(_, order, value) => match order {
            Order::Volatile => format!("a.compareAndSet(0, {value});"),
            Order::Plain => format!("a.weakCompareAndSetPlain(0, {value});"),
            _ => format!("r = a.compareAndExchange{}(0, {value});", suffix(order)),
        },
        Deed::Start(worker) => format!("t{worker}.start();"),
        Deed::Join(worker) => format!("t{worker}.join();"),
        Deed::Fence(order) => match order {
            Order::Acquire => "VarHandle.acquireFence();".to_owned(),
            Order::Release => "VarHandle.releaseFence();".to_owned(),
            _ => "VarHandle.fullFence();".to_owned(),
        },
        Deed::Publish(number, is_final, order) => {
            let class = if is_final { "Sealed" } else { "Loose" };
            let mode = if order == Order::Plain {
                ""
            } else {
                suffix(order)
            };
            format!("F2.set{mode}((Object) new {class}({}));", number + 1)
        }
        Deed::Open(order) => {
            let mode = if order == Order::Plain {
                ""
            } else {
                suffix(order)
            };
            format!("r = look((Object) F2.get{mode}());")
        }
    }
}

/// How an update orders in truth, where Java has no method for what was drawn.
pub(crate) fn order_of_update(deed: &Deed) -> Order {
    match *deed {
        Deed::Add(Variable::Handled(_), order @ (Order::Acquire | Order::Release)) => order,
        Deed::Swap(_, order, _) => order,
        _ => Order::Volatile,
    }
}
