//! Natives below `jdk.internal`.

pub(crate) mod misc;
pub(crate) mod reflect;
