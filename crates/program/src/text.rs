//! The text form of a program: written for people and tests, and read back.
//!
//! ```text
//! class public Counter extends java/lang/Object source "Counter.java" {
//!   field private n I
//!   method public add(I)I {
//!     registers aii
//!     parameters a0 i1
//!       i2 = get a0 Counter.n:I @12
//!       i2 = iadd i2, i1
//!       put a0 Counter.n:I i2
//!       if i2 >= 0 goto end
//!       i2 = 0 @14
//!     end:
//!       return i2
//!   }
//! }
//! ```
//!
//! A register is its kind's letter (`a` reference, `i` int, `l` long, `f` float, `d` double) and its
//! number; references have the lowest numbers. `registers` may be left out by people, it then
//! follows from the code. `@12` begins source line 12. A comment begins with a `;` after a space or
//! at the start of the line. Where a class is named, it is in the text or on the class path;
//! `java/lang/Object` is made up if it is on neither. Floats and doubles are written by their bits.
//!
//! | instruction | text |
//! |---|---|
//! | constants | `i0 = 5`, `a0 = null`, `a0 = "text"`, `a0 = class C`, `a0 = singleton C`, `a0 = dynamic …` |
//! | moves, operators | `i0 = i1`, `i0 = iadd i1, i2`, `i0 = iadd i1, 5`, `l0 = i2l i1` |
//! | jumps | `goto L`, `if i0 < i1 goto L`, `if a0 == null goto L`, `switch i0 {1: L, default: M}` |
//! | ends | `return`, `return i0`, `throw a0`, `raise C "message"`, `unsupported "reason"` |
//! | objects | `a0 = new C`, `a0 = newarray [I i1`, `a0 = multiarray [[I (i1, i2)`, `cast a0 C`, `i0 = instanceof a0 C` |
//! | arrays | `i0 = length a1`, `i0 = load int a1 i2`, `store int a1 i2 i0` |
//! | fields | `i0 = get a1 C.f:I`, `put a1 C.f:I i0`, `i0 = getstatic C.f:I`, `putstatic C.f:I i0` |
//! | calls | `i0 = invoke virtual C.m(I)I (a1, i2)`, `a0 = concat "…" (a1)`, `polymorphic …`, `invokedynamic …` |
//! | monitors | `enter a0`, `exit a0` |
//! | tables | `handler FROM TO TARGET C\|any [a0]`, `local name i0 FROM TO` |
//!
//! `write.rs` gives a text from which `read.rs` makes the same classes and bodies again.

mod names;
mod read;
mod read_body;
mod read_instruction;
mod tokens;
mod write;

pub use read::TextError;

#[cfg(test)]
mod tests;
