//! Drivers: programs that call the methods of one class from several threads.
//!
//! In: a class. Out: a [`Driver`], which is a numbered list of calls and the Java source of a class
//! that makes them (a subclass of `heddle.Driver`, which the machine ships). Which of the calls are
//! made, by whom and in which order, is a [`scenario::Scenario`], an argument of that class; so all
//! scenarios share one compilation, and each is checked by itself, as small as it can be, with the
//! calls that it is made of.
//!
//! Calls are found by type ([`surface`]): constructors, factory methods and constants make objects of
//! the class, its methods are called on those. Arguments come from small domains ([`domain`]).

pub mod domain;
pub mod plan;
pub mod scenario;
pub mod sequence;
pub mod source;
pub mod specification;
pub mod surface;
pub mod waiting;

use program::{ClassId, Program};

/// What a call is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It makes the objects that other calls are made on. Made before there are threads.
    Make,
    /// A call of a method of the class.
    Method {
        /// Whether an object has to be made first.
        on_object: bool,
        /// Whether it gives a value.
        gives: bool,
        /// Which choice of arguments this is, from 0.
        variant: usize,
    },
    /// Code that only a specification asks for, such as an invariant.
    Check,
}

/// A call that a driver can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Java statements that end with a `return`.
    pub code: String,
    /// How it is told, as `put("a", 1)`.
    pub name: String,
    /// What it is for.
    pub role: Role,
}

/// A driver of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// The class, as Java source names it.
    pub class: String,
    /// The package of both; empty for the unnamed one.
    pub package: String,
    /// The simple name of the driver.
    pub name: String,
    /// Fields: type, name, and initial value if there is one.
    pub fields: Vec<(String, String, Option<String>)>,
    /// The calls by number.
    pub calls: Vec<Call>,
    /// What of the class is not called, and why.
    pub left_out: Vec<String>,
}

/// Why there is no driver for a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriverError(pub String);

impl std::fmt::Display for DriverError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DriverError {}

impl Driver {
    /// A driver of a class, with calls that are found by type.
    pub fn of(program: &Program, class: ClassId) -> Result<Driver, DriverError> {
        surface::Surface::of(program, class)?.driver()
    }

    /// The name of the driver with its package.
    pub fn full_name(&self) -> String {
        match self.package.as_str() {
            "" => self.name.clone(),
            package => format!("{package}.{}", self.name),
        }
    }

    /// Numbers of the calls that fit.
    pub fn numbers(&self, fits: impl Fn(&Role) -> bool) -> Vec<usize> {
        let calls = self.calls.iter().enumerate();
        calls
            .filter(|(_, call)| fits(&call.role))
            .map(|(number, _)| number)
            .collect()
    }

    /// A scenario as it is told: `after new Cache(1), put("a", 1): A: get("a") | B: clear()`.
    pub fn told(&self, scenario: &scenario::Scenario) -> String {
        let name = |number: &usize| self.calls[*number].name.clone();
        let list = |calls: &[usize]| calls.iter().map(name).collect::<Vec<_>>().join("; ");
        let threads = scenario.threads.iter().zip('A'..);
        let threads = threads.map(|(calls, thread)| format!("{thread}: {}", list(calls)));
        let threads = threads.collect::<Vec<_>>().join(" | ");
        match &scenario.before[..] {
            [] => threads,
            before => format!("after {}: {threads}", list(before)),
        }
    }
}
