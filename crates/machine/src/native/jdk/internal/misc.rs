//! Natives of `jdk.internal.misc`.

use crate::native::registry::Natives;
use crate::native::{Call, Outcome, nothing, yes};
use crate::time::clock::Moment;

pub(crate) mod unsafe_access;

pub(crate) const VM: Natives = &[
    ("initialize", "()V", nothing),
    ("initializeFromArchive", "*", nothing),
    ("latestUserDefinedLoader0", "*", nothing),
    ("latestUserDefinedLoader", "*", nothing),
    ("getNanoTimeAdjustment", "(J)J", nano_time_adjustment),
    ("isSupportedClassFileVersion", "*", yes),
];

pub(crate) const CDS: Natives = &[
    ("initializeFromArchive", "*", nothing),
    ("isDumpingClassList0", "*", nothing),
    ("isDumpingArchive0", "*", nothing),
    ("isSharingEnabled0", "*", nothing),
    ("getCDSConfigStatus", "*", nothing),
    ("getRandomSeedForDumping", "*", seed),
    ("defineArchivedModules", "*", nothing),
    ("logLambdaFormInvoker", "*", nothing),
];

pub(crate) const SIGNAL: Natives = &[
    ("findSignal0", "*", no_signal),
    ("handle0", "*", nothing),
    ("handle", "*", nothing),
];

pub(crate) const SCOPED_MEMORY_ACCESS: Natives = &[("registerNatives", "()V", nothing)];

fn no_signal(_: &mut Call<'_, '_>) -> Outcome {
    Ok(crate::value::int(-1))
}

/// Seeds and salts are the same in every run.
fn seed(_: &mut Call<'_, '_>) -> Outcome {
    Ok(0x5eed)
}

/// Nanoseconds since the epoch, less so many seconds.
fn nano_time_adjustment(call: &mut Call<'_, '_>) -> Outcome {
    let offset = call.long(0);
    let now = Moment::now(true).shown(call.machine.shift());
    let difference = now.div_euclid(1_000_000_000).wrapping_sub(offset);
    if difference.unsigned_abs() > 1 << 32 {
        return Ok(crate::value::int(-1));
    }
    call.look_at_clock(Moment::now(true), offset.wrapping_mul(1_000_000_000))
}
