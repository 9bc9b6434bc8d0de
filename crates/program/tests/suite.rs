//! Tests of the room against an installed JDK.

#[path = "suite/dispatch.rs"]
mod dispatch;
#[path = "suite/everything.rs"]
mod everything;
#[path = "suite/java.rs"]
mod java;
#[path = "suite/linkage.rs"]
mod linkage;
#[path = "suite/lowering.rs"]
mod lowering;
#[path = "suite/module.rs"]
mod module;
#[path = "suite/mutation.rs"]
mod mutation;
#[path = "suite/sites.rs"]
mod sites;
#[path = "suite/subroutine.rs"]
mod subroutine;
