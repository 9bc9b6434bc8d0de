//! Reports: plain data in, text or JSON out.
//!
//! The room knows no other crate. Whoever has a verdict turns it into a [`Report`]; [`text`] and
//! [`json`] turn that into what people and programs read. The same report gives the same bytes.

pub mod data;
mod deeds;
pub mod explain;
pub mod fingerprint;
pub mod github;
pub mod html;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod text;

#[cfg(test)]
mod tests;

pub use data::{
    AbstractStep, Advice, Alarm, Blocked, ByFairness, Confirmation, Confirmed, Coverage, Moment,
    Proof, Property, Report, SourceLine, SourceText, Standing, Statistics, Step, Unknown, Verdict,
    Violation, own_calls,
};
