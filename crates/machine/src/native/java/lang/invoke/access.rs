//! What a `MethodHandles.Lookup` may look up: the rules of its documentation ("Access checking",
//! "Cross-module lookups"), which are those of JVMS 5.4.4 cut down by the lookup's modes.
//!
//! To Heddle there are two modules: the JDK's, where packages are exported or not by their names, and the
//! program's, which exports everything. Lookups that the library makes for itself may do everything.

use program::{ClassId, ClassShape};

use crate::native::{Call, Interruption, class_file, exception};
use crate::value::Ref;

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

const PUBLIC: u64 = 0x01;
const PRIVATE: u64 = 0x02;
const PROTECTED: u64 = 0x04;
const PACKAGE: u64 = 0x08;
const MODULE: u64 = 0x10;
const UNCONDITIONAL: u64 = 0x20;
const ORIGINAL: u64 = 0x40;
/// Everything but `UNCONDITIONAL`.
const FULL_POWER: u64 = 0x5f;

/// A lookup: on whose behalf, and what it may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookup {
    pub(crate) class: ClassId,
    previous: Option<ClassId>,
    modes: u64,
}

/// What is looked up, and for what.
pub(crate) struct Member<'a> {
    /// The class it is looked up in.
    pub(crate) of: ClassId,
    /// The class that declares it.
    pub(crate) declared: ClassId,
    pub(crate) modifiers: u16,
    pub(crate) name: &'a str,
    pub(crate) makes: bool,
    pub(crate) sets: bool,
}

impl Lookup {
    /// `MethodHandles.lookup()` in code of a class.
    pub(crate) fn full(class: ClassId) -> Lookup {
        Lookup {
            class,
            previous: None,
            modes: FULL_POWER,
        }
    }

    /// `MethodHandles.publicLookup()`, whose class is `Object`.
    pub(crate) fn public(object: ClassId) -> Lookup {
        Lookup {
            class: object,
            previous: None,
            modes: UNCONDITIONAL,
        }
    }

    /// The lookup that an object stands for; `None` if it may do everything.
    pub(crate) fn of(call: &mut Call<'_, '_>, lookup: Ref) -> Option<Lookup> {
        let slots =
            ["lookupClass", "prevLookupClass", "allowedModes"].map(|it| call.slot(LOOKUP, it));
        let heap = &call.machine.heap;
        let class = heap.reference(lookup, slots[0]).class_id()?;
        let previous = heap.reference(lookup, slots[1]).class_id();
        let modes = heap.object(lookup).data[slots[2]] & 0xffff_ffff;
        let is_own = modes & ORIGINAL != 0 && call.machine.program.class(class).is_library;
        (modes != 0xffff_ffff && !is_own).then_some(Lookup {
            class,
            previous,
            modes,
        })
    }

    /// An object that stands for it.
    pub(crate) fn object(self, call: &mut Call<'_, '_>) -> u64 {
        let id = call.machine.library_class(LOOKUP);
        let lookup = call.machine.heap.new_object(id);
        for (field, class) in [
            ("lookupClass", Some(self.class)),
            ("prevLookupClass", self.previous),
        ] {
            let Some(class) = class else { continue };
            let mirror = call.machine.mirror(class);
            let slot = call.slot(LOOKUP, field);
            call.machine.heap.set_reference(lookup, slot, mirror);
        }
        let slot = call.slot(LOOKUP, "allowedModes");
        call.machine.heap.set_word(lookup, slot, self.modes);
        lookup.word()
    }

    /// `Lookup.in(class)`
    pub(crate) fn within(self, call: &Call<'_, '_>, class: ClassId) -> Lookup {
        if class == self.class {
            return self;
        }
        let mut modes = self.modes & FULL_POWER & !ORIGINAL;
        let mut previous = self.previous;
        if self.modes & UNCONDITIONAL != 0 {
            modes = UNCONDITIONAL;
        } else if module(call, class) != module(call, self.class) {
            modes &= !(MODULE | PACKAGE | PRIVATE | PROTECTED);
            if previous.is_some_and(|it| module(call, it) != module(call, class)) {
                modes = 0;
            }
            previous = Some(self.class);
        }
        if !is_near(call, self.class, class) {
            modes &= !(PACKAGE | PRIVATE | PROTECTED);
        }
        if !are_nest_mates(call, self.class, class) {
            modes &= !(PRIVATE | PROTECTED);
        }
        if !self.reaches(call, class) {
            modes = 0;
        }
        Lookup {
            class,
            previous,
            modes,
        }
    }

    /// `MethodHandles.privateLookupIn(class, lookup)`
    pub(crate) fn within_privately(
        self,
        call: &Call<'_, '_>,
        class: ClassId,
    ) -> Result<Lookup, Interruption> {
        if self.modes & (PRIVATE | MODULE) != PRIVATE | MODULE {
            let message = "caller does not have PRIVATE and MODULE lookup mode";
            return Err(exception("java/lang/IllegalAccessException", message));
        }
        let mut modes = FULL_POWER & !ORIGINAL;
        let mut previous = None;
        if let (Some(module), None) = (module(call, class), module(call, self.class)) {
            let package = package(call, class);
            if !is_open(&package) {
                let message = format!("module {module} does not open {package} to unnamed module");
                return Err(exception("java/lang/IllegalAccessException", message));
            }
            modes &= !MODULE;
            previous = Some(self.class);
        }
        Ok(Lookup {
            class,
            previous,
            modes,
        })
    }

    /// Whether the class is accessible.
    pub(crate) fn reaches(self, call: &Call<'_, '_>, class: ClassId) -> bool {
        let program = call.machine.program;
        let mut class = class;
        while let ClassShape::Array { element, .. } = program.class(class).shape {
            class = element;
        }
        if self.modes == 0 || program.class(class).shape != ClassShape::Instance {
            return self.modes != 0;
        }
        if program.class(class).access & 1 == 0 {
            return self.modes & PACKAGE != 0 && is_near(call, class, self.class);
        }
        let same = module(call, class) == module(call, self.class);
        let whole = self.modes & (MODULE | UNCONDITIONAL) == MODULE && self.previous.is_none();
        same && whole || is_exported(call, class)
    }

    /// Throws unless it may look up the member.
    pub(crate) fn check(
        self,
        call: &Call<'_, '_>,
        member: &Member<'_>,
    ) -> Result<(), Interruption> {
        if !self.reaches(call, member.of) {
            let reason = "symbolic reference class is not accessible";
            return Err(self.refuse(call, reason, member));
        }
        if member.sets && member.modifiers & 0x10 != 0 {
            return Err(self.refuse(call, "unexpected set of a final field", member));
        }
        match self.allows(call, member) {
            true => Ok(()),
            false => {
                let reason = match member.modifiers & 7 {
                    1 => "access to public member failed",
                    2 => "member is private",
                    4 => "member is protected",
                    _ => "member is private to package",
                };
                Err(self.refuse(call, reason, member))
            }
        }
    }

    fn allows(self, call: &Call<'_, '_>, member: &Member<'_>) -> bool {
        let program = call.machine.program;
        let near = self.modes & PACKAGE != 0 && is_near(call, member.declared, self.class);
        let is_own = member.declared == self.class && self.modes & PRIVATE != 0;
        let is_static = member.modifiers & 8 != 0;
        is_own
            || match member.modifiers & 7 {
                1 => self.modes & (PUBLIC | UNCONDITIONAL) != 0,
                2 => {
                    self.modes & PRIVATE != 0
                        && member.of == member.declared
                        && are_nest_mates(call, member.declared, self.class)
                }
                4 if member.makes => near,
                // Arrays have a public clone.
                4 if program.class(member.of).name.starts_with('[') && member.name == "clone" => {
                    true
                }
                4 => {
                    let related = !is_static
                        || program.is_subtype(member.of, self.class)
                        || program.is_subtype(self.class, member.of);
                    let heir = program.is_subtype(self.class, member.declared)
                        && !program.class(self.class).is_interface();
                    near || self.modes & PROTECTED != 0 && related && heir
                }
                _ => near,
            }
    }

    /// Whether a member may be used on objects of the lookup's class only.
    pub(crate) fn narrows(self, call: &Call<'_, '_>, declared: ClassId, modifiers: u16) -> bool {
        modifiers & 0x0c == 4 && declared != self.class && !is_near(call, declared, self.class)
    }

    /// Whether it may look for special calls on behalf of a class, of methods of another one.
    pub(crate) fn speaks_for(self, call: &Call<'_, '_>, caller: ClassId, of: ClassId) -> bool {
        let program = call.machine.program;
        let inherits = program.class(of).is_interface() && program.is_subtype(caller, of);
        self.modes & (PRIVATE | MODULE) == PRIVATE | MODULE && (caller == self.class || inherits)
    }

    /// The exception that says so.
    pub(crate) fn refuse(
        self,
        call: &Call<'_, '_>,
        reason: &str,
        member: &Member<'_>,
    ) -> Interruption {
        let name = |id| call.machine.program.class(id).name.replace('/', ".");
        let message = format!(
            "{reason}: {}.{}, from class {}",
            name(member.declared),
            member.name,
            name(self.class)
        );
        exception("java/lang/IllegalAccessException", message)
    }
}

/// The JDK's module that a class is of; none if it is the program's.
fn module<'p>(call: &Call<'_, 'p>, class: ClassId) -> Option<&'p str> {
    let data = call.machine.program.class(class);
    let jdk = call.machine.program.class_path().jdk()?;
    data.is_library.then(|| jdk.module_of(&data.name))?
}

/// The package of a class, with dots.
fn package(call: &Call<'_, '_>, class: ClassId) -> String {
    let name = &call.machine.program.class(class).name;
    let package = name.rsplit_once('/').map_or("", |(package, _)| package);
    package.replace('/', ".")
}

fn is_near(call: &Call<'_, '_>, one: ClassId, other: ClassId) -> bool {
    let is_library = |id| call.machine.program.class(id).is_library;
    package(call, one) == package(call, other) && is_library(one) == is_library(other)
}

fn are_nest_mates(call: &Call<'_, '_>, one: ClassId, other: ClassId) -> bool {
    let host = |id: ClassId| {
        let class = call.machine.program.class(id);
        class_file::nest_host(class).unwrap_or_else(|| class.name.to_string())
    };
    one == other || host(one) == host(other)
}

/// Packages of `jdk.unsupported`, which is there for those who need them.
fn is_open(package: &str) -> bool {
    matches!(package, "sun.misc" | "sun.reflect")
}

fn is_exported(call: &Call<'_, '_>, class: ClassId) -> bool {
    if module(call, class).is_none() {
        return true;
    }
    let package = package(call, class);
    let hidden = ["jdk.internal.", "sun.", "com.sun."];
    let shown = [
        "com.sun.management",
        "com.sun.net.httpserver",
        "com.sun.source.",
    ];
    is_open(&package)
        || shown.iter().any(|it| package.starts_with(it))
        || !hidden.iter().any(|it| package.starts_with(it))
}
