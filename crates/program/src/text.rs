//! The text form of a program: written for people and tests, and read back.
//!
//! ```text
//! class public Counter extends java/lang/Object source "Counter.java" {
//!   field private n I
//!   method public add(I)I {
//!     registers aii
//!     parameters a0 i1
//!       i2 = a0.Counter.n:I
//!       i2 = iadd i2, i1
//!       a0.Counter.n:I = i2
//!       if i2 >= 0 goto end
//!       i2 = 0
//!     end:
//!       return i2
//!   }
//! }
//! ```
//!
//! A register is its kind's letter (`a` reference, `i` int, `l` long, `f` float, `d` double) and its
//! number; references have the lowest numbers. `registers` may be left out by people, it then
//! follows from the code. Comments begin with `;`. Where a class is named, it is in the text or on
//! the class path; `java/lang/Object` is made up if it is on neither.
//!
//! `write.rs` gives a text from which `read.rs` makes the same classes and bodies again.

mod names;
mod write;
