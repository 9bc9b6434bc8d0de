//! Parts of the class library that are not looked into: formatting, locales, text, time, files,
//! security, reflection's bookkeeping. Behind one `String.format` lie thousands of methods that
//! have nothing to do with what threads share.
//!
//! A call into them is taken to do this: it calls `toString`, `hashCode`, `equals` and `compareTo`
//! of what it is given (and of the elements of given arrays), `toString` of collections that it
//! prints, keeps none of it, starts no thread, and gives back an object of its declared type that the
//! library made. This is an assumption about the JDK, and stated as one. It is not made where the
//! given object is the program's own: an object of a class of the program that such a call gets, other than
//! as something to print, counts as given to unknown code, unless the class that is called keeps nothing
//! ([`FORGETFUL`]) and can call nothing else of it.

use jdk::closed::{ASKED, FORGETFUL, PLAIN, PRINTED_THEMSELVES, only_prints, reflects};
use program::descriptor::{Signature, class_name_of};
use program::{ClassId, ClassShape, Kind, MethodId};

use super::build::Runs;
use super::{InstanceId, Object, ObjectId, Solver, Use};

impl Solver<'_> {
    /// A call into such a part.
    pub(super) fn closed_call(&mut self, caller: InstanceId, pc: u32, method: MethodId) {
        let natives = self.points.natives.entry((caller, pc)).or_default();
        if natives.contains(&method) {
            return;
        }
        natives.push(method);
        self.points.closed.insert(method);
        let data = self.program.method(method);
        if reflects(&self.program.class(data.class).name, &data.name) {
            let class = self.program.class(data.class).name.replace('/', ".");
            return self.open_call(caller, pc, &format!("{class}.{}", data.name));
        }
        let body = self
            .program
            .body(self.points.instances[caller as usize].method);
        let instruction = body.code[pc as usize];
        let arguments = instruction
            .arguments()
            .map_or(&[][..], |it| body.argument_registers(it));
        let filters = self.parameter_filters(method);
        for (index, argument) in arguments.iter().enumerate() {
            // Of a value class there is nothing to ask; of an array there are its elements.
            let filter = filters.get(index).copied().flatten();
            let is_value = filter.is_some_and(|it| {
                let class = self.program.class(it);
                class.is_final() && !matches!(class.shape, ClassShape::Array { .. })
            });
            if argument.0 < body.references && !is_value {
                let typed = self.new_nodes(1);
                self.flow_of(self.used(caller, pc, *argument), typed, filter);
                self.gives(typed, caller, pc, method);
            }
        }
        if instruction
            .target()
            .is_some_and(|it| it.0 < body.references)
        {
            let data = self.program.method(method);
            let is_constant = &*self.program.class(data.class).name == "java/lang/Enum";
            if let (true, Some(mirror)) = (is_constant, arguments.first()) {
                // `Enum.valueOf(Kind.class, name)` gives one of the constants.
                let constants = self.new_nodes(1);
                let mirror = self.used(caller, pc, *mirror);
                self.use_of(mirror, Use::Constants(caller, constants));
                let target = self.defined(caller, pc);
                self.use_of(constants, Use::LoadElement(target));
                return;
            }
            if let ("getEnumConstants" | "getEnumConstantsShared", Some(mirror)) =
                (&*data.name, arguments.last())
            {
                let mirror = self.used(caller, pc, *mirror);
                self.use_of(mirror, Use::Constants(caller, self.defined(caller, pc)));
                return;
            }
            let result = Signature::parse(&data.descriptor)
                .and_then(|it| self.program.load(class_name_of(it.result)).ok());
            let object = self.opaque(result);
            self.add(self.defined(caller, pc), object);
        }
    }

    /// What is in a set is given to such a call.
    fn gives(&mut self, node: u32, caller: InstanceId, pc: u32, method: MethodId) {
        if self.known_given.insert((node, caller, pc, method)) {
            self.use_of(node, Use::Given(caller, pc, method));
        }
    }

    /// Something that such a call is given.
    pub(super) fn given(
        &mut self,
        caller: InstanceId,
        pc: u32,
        method: MethodId,
        object: ObjectId,
    ) {
        match self.points.objects[object as usize] {
            Object::Site { .. } | Object::Chosen { .. } | Object::Singleton(_) => {}
            Object::Unknown
            | Object::Initial(_)
            | Object::InitialOf(_)
            | Object::Mirror(_)
            | Object::Made(_)
            | Object::Thrown(_)
            | Object::Library(_)
            | Object::Handle(_) => return,
        }
        let class = self.points.classes[object as usize];
        let data = self.program.class(class);
        if let ClassShape::Array { kind, .. } = data.shape {
            if kind == Kind::Reference {
                let node = self.elements_node(object);
                self.gives(node, caller, pc, method);
            }
            return;
        }
        let called = self.program.method(method);
        let by = &self.program.class(called.class).name;
        let prints = only_prints(by, &called.name);
        if data.is_library && !prints {
            return;
        }
        let forgets = FORGETFUL.iter().any(|it| by.starts_with(it));
        let is_safe = match prints {
            true => !self.is_one_of(class, PRINTED_THEMSELVES),
            false => forgets && self.has_only_asked(class),
        };
        if !data.is_library && !is_safe && self.known_opened.insert((caller, pc)) {
            let reason = format!(
                "{}.{}, which gets an object of {}",
                by.replace('/', "."),
                called.name,
                data.name.replace('/', ".")
            );
            self.open_call(caller, pc, &reason);
        }
        let asked = if data.is_library { &ASKED[..1] } else { &ASKED };
        for (of, name, descriptor) in asked {
            let method = self
                .program
                .loaded(of)
                .and_then(|it| self.program.declared_method(it, name, descriptor));
            let Some(method) = method.filter(|it| {
                let of = self.program.method(*it).class;
                self.program.is_subtype(class, of)
            }) else {
                continue;
            };
            // The receiver is all that is bound: what else is given is of the library.
            if let Some(selected) = self.program.select(class, method) {
                self.called_back(caller, pc, selected, object);
            }
        }
    }

    fn called_back(&mut self, caller: InstanceId, pc: u32, method: MethodId, object: ObjectId) {
        if let Runs::Body(runs) = self.runs(method) {
            let context = self.context(runs, Some(object), caller, pc);
            let callee = self.instance(runs, context);
            self.add(self.parameter(callee, 0), object);
            if self.known_calls.insert((caller, pc, callee)) {
                let calls = self.points.calls.entry((caller, pc)).or_default();
                calls.push(callee);
                self.flow(self.raised_node(callee), self.raised_node(caller));
            }
        }
    }

    fn is_one_of(&self, class: ClassId, types: &[&str]) -> bool {
        let mut all = types.iter().filter_map(|it| self.program.loaded(it));
        all.any(|it| self.program.is_subtype(class, it))
    }

    /// Whether the class has no methods that library code could know of but those above: it has no
    /// library supertypes besides `Object`, `Record`, `Enum`, exceptions and the like.
    fn has_only_asked(&self, class: ClassId) -> bool {
        let throwable = self.known.throwable;
        self.program.class(class).supertypes.iter().all(|it| {
            let of = self.program.class(*it);
            !of.is_library
                || PLAIN.contains(&&*of.name)
                || throwable.is_some_and(|it| self.program.is_subtype(of.id, it))
        })
    }
}
