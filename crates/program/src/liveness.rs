//! Live registers at each pc.
//! Contract: `Body::live(pc)` gives the registers that may be read before they are written, from
//! the moment *before* the instruction at `pc` runs; `Body::live_across(pc)` those that are live
//! *after* it, without its target (what a caller's frame must keep while its callee runs).

/// Bit sets, one for each pc.
#[derive(Debug)]
pub struct Liveness {}
