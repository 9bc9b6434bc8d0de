//! `java.lang.invoke.MutableCallSite` and `VolatileCallSite`: their target is a final field to the
//! compiler, and yet changes.

use program::Kind;

use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome};
use crate::operation::Ordering;

/// Of `MutableCallSite`.
pub(crate) const MUTABLE: Natives = &[("getTarget", "*", target)];

/// Of `MethodHandleNatives`.
pub(crate) const NATIVES: Natives = &[
    ("registerNatives", "()V", crate::native::nothing),
    ("setCallSiteTargetNormal", "*", set_plainly),
    ("setCallSiteTargetVolatile", "*", set_volatile),
];

fn place(call: &mut Call<'_, '_>) -> Result<Location, Interruption> {
    let site = call.object(0)?;
    let slot = call.slot("java/lang/invoke/CallSite", "target");
    Ok(Location::new(site, slot, Kind::Reference))
}

/// `getTarget()`
fn target(call: &mut Call<'_, '_>) -> Outcome {
    let at = place(call)?;
    call.load(at, Ordering::Plain)
}

/// `setCallSiteTargetNormal(site, target)`
fn set_plainly(call: &mut Call<'_, '_>) -> Outcome {
    let at = place(call)?;
    call.store_weakly(at, Ordering::Plain, call.arguments[1])
}

/// `setCallSiteTargetVolatile(site, target)`
fn set_volatile(call: &mut Call<'_, '_>) -> Outcome {
    let at = place(call)?;
    call.store(at, Ordering::Atomic, call.arguments[1])
}
