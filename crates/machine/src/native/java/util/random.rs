//! `--random choose`: numbers of generators without a seed are choices.
//!
//! A generator with a seed gives a known sequence and is left alone. One without a seed
//! (`new Random()`, `ThreadLocalRandom`, `SecureRandom`, `Math.random`) may give any number, so where
//! there are few of them each is tried. More than [`MAX_VALUES`] can't be, and end in `unknown`.
//! A generator of class `Random` without a seed has none: its field is null.

use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, exception};
use crate::operation::Operation;
use crate::value::{Ref, int};

const RANDOM: &str = "java/util/Random";

/// More numbers than this are not tried one by one.
const MAX_VALUES: i64 = 1000;

/// What is replaced where random numbers are choices.
pub(crate) const CLASSES: &[(&str, Natives)] = &[
    (
        RANDOM,
        &[
            ("<init>", "()V", begin),
            ("setSeed", "(J)V", set_seed),
            ("next", "(I)I", next),
            ("nextInt", "(I)I", next_below),
        ],
    ),
    (
        "jdk/internal/util/random/RandomSupport",
        &[
            (
                "boundedNextInt",
                "(Ljava/util/random/RandomGenerator;II)I",
                next_between,
            ),
            (
                "boundedNextInt",
                "(Ljava/util/random/RandomGenerator;I)I",
                next_below,
            ),
        ],
    ),
    (
        "java/util/concurrent/ThreadLocalRandom",
        &[("next", "(I)I", next), ("nextSeed", "()J", too_many)],
    ),
    (
        "java/security/SecureRandom",
        &[("next", "(I)I", next), ("nextBytes", "*", too_many)],
    ),
    ("java/util/SplittableRandom", &[("<init>", "()V", too_many)]),
];

/// Whether any number may come from a generator.
fn is_unseeded(call: &mut Call<'_, '_>, generator: Ref) -> bool {
    let program = call.machine.program;
    let class = call.machine.heap.object(generator).class;
    let is = |name: &str| {
        let found = program.loaded(name);
        found.is_some_and(|found| program.is_subtype(class, found))
    };
    if is("java/util/concurrent/ThreadLocalRandom") || is("java/security/SecureRandom") {
        return true;
    }
    if *program.class(class).name != *RANDOM {
        return false;
    }
    let slot = call.slot(RANDOM, "seed");
    call.machine.heap.reference(generator, slot).is_null()
}

fn too_many(_: &mut Call<'_, '_>) -> Outcome {
    Err(unsupported("of very many".to_owned()))
}

fn unsupported(count: String) -> Interruption {
    Interruption::Unsupported(format!(
        "a random choice {count} values; --random choose tries up to {MAX_VALUES}"
    ))
}

/// One of so many numbers, from 0 on.
fn choose(call: &mut Call<'_, '_>, count: i64) -> Result<i32, Interruption> {
    if count > MAX_VALUES {
        return Err(unsupported(format!("of {count}")));
    }
    if count <= 1 {
        return Ok(0);
    }
    call.visible(Operation::Choose(count as u16))?;
    Ok(i32::from(call.machine.variant))
}

/// `Random()`: without a seed. What others make of the class may not rely on ours.
fn begin(call: &mut Call<'_, '_>) -> Outcome {
    let generator = call.object(0)?;
    let class = call.machine.heap.object(generator).class;
    if *call.machine.program.class(class).name == *RANDOM {
        return Ok(0);
    }
    if is_unseeded(call, generator) {
        return Err(Interruption::Original);
    }
    Err(Interruption::Unsupported(
        "a generator of the program's own without a seed; --random choose knows only the JDK's"
            .to_owned(),
    ))
}

/// `Random.setSeed(seed)`
fn set_seed(call: &mut Call<'_, '_>) -> Outcome {
    let generator = call.object(0)?;
    let class = call.machine.heap.object(generator).class;
    if *call.machine.program.class(class).name == *RANDOM && is_unseeded(call, generator) {
        return Err(Interruption::Unsupported(
            "a seed for a generator that was made without one, with --random choose".to_owned(),
        ));
    }
    Err(Interruption::Original)
}

/// `next(bits)`
fn next(call: &mut Call<'_, '_>) -> Outcome {
    let generator = call.object(0)?;
    if !is_unseeded(call, generator) {
        return Err(Interruption::Original);
    }
    let bits = call.int(1).clamp(0, 32);
    Ok(int(choose(call, 1 << bits)?))
}

/// `nextInt(bound)`
fn next_below(call: &mut Call<'_, '_>) -> Outcome {
    let generator = call.object(0)?;
    if !is_unseeded(call, generator) {
        return Err(Interruption::Original);
    }
    let bound = call.int(1);
    if bound <= 0 {
        let message = "bound must be positive";
        return Err(exception("java/lang/IllegalArgumentException", message));
    }
    Ok(int(choose(call, i64::from(bound))?))
}

/// `boundedNextInt(generator, origin, bound)`: any number at all if the bounds are no range.
fn next_between(call: &mut Call<'_, '_>) -> Outcome {
    let generator = call.object(0)?;
    if !is_unseeded(call, generator) {
        return Err(Interruption::Original);
    }
    let (origin, bound) = (call.int(1), call.int(2));
    if origin >= bound {
        return Err(unsupported("of very many".to_owned()));
    }
    let offset = choose(call, i64::from(bound) - i64::from(origin))?;
    Ok(int(origin.wrapping_add(offset)))
}
