//! Call sites: which bootstrap methods have a built-in meaning, and what is made for them.
//!
//! Classes made here are named after the class of the call site and the number of the site in it,
//! counted over the methods in class-file order. So the name does not depend on what is lowered
//! first.

use ristretto_classfile::attributes::{Attribute, Instruction as Bytecode};

use crate::body::{Body, Dynamic, HandleConstant, StaticArgument};
use crate::class::{ClassShape, Field, MethodCode};
use crate::ids::{ClassId, MethodId};
use crate::instruction::InvokeKind;
use crate::link::{NewField, NewMethod};
use crate::load::empty_class;
use crate::lower::{Failure, Lowering, Step};
use crate::program::Program;

/// A call site as the class file has it.
pub(crate) struct Site<'a> {
    pub(crate) name: &'a str,
    pub(crate) descriptor: &'a str,
    pub(crate) arguments: &'a [StaticArgument],
}

/// Says whether a built-in meaning was found; if not, nothing was emitted.
pub(crate) type Built = Result<bool, Failure>;

/// A class to be made.
pub(crate) struct NewClass<'a> {
    pub(crate) name: String,
    pub(crate) interfaces: Vec<ClassId>,
    pub(crate) fields: Vec<NewField<'a>>,
    pub(crate) methods: Vec<NewMethod<'a>>,
}

/// Final and synthetic.
pub(crate) const SYNTHETIC_FINAL: u16 = 0x1010;

impl<'p> Lowering<'p> {
    pub(crate) fn invoke_site(&mut self, dynamic: Dynamic) -> Step {
        let Dynamic::CallSite {
            name,
            descriptor,
            handle,
            arguments,
            ..
        } = &dynamic
        else {
            unreachable!("only call sites come here")
        };
        let site = Site {
            name,
            descriptor,
            arguments,
        };
        let built = self.built_in(handle, &site)?;
        let descriptor = descriptor.clone();
        if built {
            Ok(())
        } else {
            self.invoke_generic(dynamic, &descriptor)
        }
    }

    fn built_in(&mut self, handle: &HandleConstant, site: &Site<'_>) -> Built {
        match (&*handle.class, &*handle.name) {
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.concat(site)
            }
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                self.lambda(site)
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.record_method(site),
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
                self.pattern_switch(site)
            }
            _ => Ok(false),
        }
    }

    /// A name for the class made for this site.
    pub(crate) fn site_name(&self, what: &str) -> String {
        let before = self
            .program
            .sites_before(self.class.id, usize::from(self.method.index));
        let within = count_sites(&self.code.instructions[..self.at]);
        let mut name = format!("{}$${what}${}", self.class.name, before + within + 1);
        while self.program.loaded(&name).is_some() {
            name.push('$');
        }
        name
    }

    /// Makes a class with one static method and calls it with the arguments on the stack.
    pub(crate) fn call_made(
        &mut self,
        what: &str,
        site: &Site<'_>,
        make: impl FnOnce(&'p Program) -> Body,
    ) -> Built {
        let class = NewClass {
            name: self.site_name(what),
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: vec![NewMethod {
                name: site.name.into(),
                descriptor: site.descriptor.into(),
                access_flags: 0x1009,
                code: MethodCode::Synthetic,
            }],
        };
        let Some(id) = self.made(class) else {
            return Ok(true);
        };
        let method = self.program.class(id).methods[0];
        self.program.set_body(method, make(self.program));
        self.invoke(InvokeKind::Static, self.program.method(method))?;
        Ok(true)
    }

    /// Enters a class made for this site; `None` if a linkage error was emitted.
    pub(crate) fn made(&mut self, class: NewClass<'_>) -> Option<ClassId> {
        match self.program.make_class(self.class.id, class) {
            Ok(class) => Some(class),
            Err(reason) => {
                self.builder.unsupported(&reason);
                self.ended = true;
                None
            }
        }
    }
}

impl Program {
    /// How many call sites the methods before this one have.
    fn sites_before(&self, class: ClassId, method: usize) -> usize {
        if let Some(counts) = self.sites.read().expect("no holder panics").get(&class) {
            return counts[method] as usize;
        }
        let mut counts = Vec::new();
        let mut total = 0;
        let file = self.class(class).file.as_ref();
        for method in file.iter().flat_map(|file| &file.methods) {
            counts.push(total);
            for attribute in &method.attributes {
                if let Attribute::Code { code, .. } = attribute {
                    total += count_sites(code) as u32;
                }
            }
        }
        let found = counts[method] as usize;
        self.sites
            .write()
            .expect("no holder panics")
            .insert(class, counts.into());
        found
    }

    /// Enters a class that Heddle made, as a neighbour of `outer`.
    pub(crate) fn make_class(&self, outer: ClassId, new: NewClass<'_>) -> Result<ClassId, String> {
        let object = self
            .load("java/lang/Object")
            .map_err(|error| error.to_string())?;
        let _loading = self.loading.lock().expect("no holder panics");
        let mut class = empty_class(ClassId(0), &new.name, ClassShape::Instance);
        class.access = SYNTHETIC_FINAL;
        class.superclass = Some(object);
        class.interfaces = new.interfaces.into();
        class.is_library = true;
        class.source_file = self.class(outer).source_file.clone();
        self.enter_class(class, &new.fields, &new.methods)
    }

    /// Gives a synthetic method its body.
    pub(crate) fn set_body(&self, method: MethodId, body: Body) {
        let fresh = self.method(method).body.set(body).is_ok();
        assert!(fresh, "a synthetic method gets its body once");
    }

    /// The instance field that a getter's handle names.
    pub(crate) fn getter_field(&self, handle: &HandleConstant) -> Option<&Field> {
        let class = self.load(&handle.class).ok()?;
        let field = self.find_field(class, &handle.name, Some(&handle.descriptor))?;
        let field = self.field(field);
        (handle.kind == 1 && !field.is_static).then_some(field)
    }
}

fn count_sites(code: &[Bytecode]) -> usize {
    code.iter()
        .filter(|bytecode| matches!(bytecode, Bytecode::Invokedynamic(_)))
        .count()
}
