//! Calls in the environment: of the program, which are really made, and of the library.

use program::{ClassId, Instruction, InvokeKind, Kind, MethodId};

use super::flow::Flow;
use super::library::{self, Calls};
use super::{ItemKind, Refusal, Value, Values, is_quiet};
use crate::unit::Role;

impl Flow<'_, '_> {
    /// Whether a value may be an object that the environment did not make of a class of the library.
    pub(super) fn is_foreign(&self, value: &Value) -> bool {
        match value {
            Value::Parameter(_) => true,
            Value::Temp(at) => !matches!(
                self.body.code[*at as usize],
                Instruction::NewArray { .. }
                    | Instruction::NewMultiArray { .. }
                    | Instruction::New { .. }
            ),
            _ => false,
        }
    }

    /// Whether this is `super.method()`. Calls of final methods look alike, but are on other objects.
    fn is_super(&self, pc: u32) -> bool {
        let Instruction::Invoke {
            kind: InvokeKind::Special,
            method,
            arguments,
            ..
        } = self.body.code[pc as usize]
        else {
            return false;
        };
        let program = self.context.program;
        let (own, found) = (program.method(self.method).class, program.method(method));
        let receiver = self.body.argument_registers(arguments)[0];
        let values = self.states[pc as usize]
            .as_ref()
            .map(|it| &it[receiver.index()]);
        found.class != own
            && !found.is_private()
            && program.is_subtype(own, found.class)
            && values.is_none_or(|it| it.contains(&Value::Parameter(0)))
    }

    /// Whether a call of the library may be one of a real object; and if so, whether it always is.
    pub(super) fn real_call(&self, pc: u32, state: &[Values]) -> Option<bool> {
        let Instruction::Invoke {
            kind,
            method,
            arguments,
            ..
        } = self.body.code[pc as usize]
        else {
            return None;
        };
        let program = self.context.program;
        let found = program.method(method);
        const PUBLIC: u16 = 1;
        let is_call = kind != InvokeKind::Static && &*found.name != "<init>";
        if !is_call || self.is_super(pc) || found.access_flags & PUBLIC == 0 {
            return None;
        }
        let receiver = self.body.argument_registers(arguments)[0];
        let values = &state[receiver.index()];
        let class = &*program.class(found.class).name;
        let is_open = program.class(found.class).is_interface() || class == "java/lang/Object";
        // A summary extends no class of the library.
        let is_real = |it: &Value| {
            let known = self.parameter_class(*it);
            let is_summary = |it| self.context.unit.role(it) == Role::Environment;
            self.is_foreign(it) && (is_open || !known.is_some_and(is_summary))
        };
        if !values.iter().any(is_real) {
            return None;
        }
        let is_opaque = |it: &Value| !is_real(it) && *it != Value::Null;
        Some(!library::is_container(class) && !values.iter().any(is_opaque))
    }

    /// The items of a call.
    pub(super) fn call(
        &self,
        pc: u32,
        method: MethodId,
        arguments: Vec<Values>,
        items: &mut Vec<(ItemKind, String)>,
    ) -> Result<(), Refusal> {
        let program = self.context.program;
        let found = program.method(method);
        let result = found.descriptor.rsplit_once(')').map_or("V", |it| it.1);
        let is_fresh = |values: &Values| values.iter().any(|it| matches!(it, Value::Fresh(_)));
        let role = self.context.unit.role(found.class);
        if role == Role::Library {
            self.check_own_functions(pc, method)?;
        }
        if &*found.name == "<init>" && arguments.first().is_some_and(is_fresh) {
            let arguments = arguments[1..].to_vec();
            let class = format!("L{};", program.class(found.class).name);
            items.push((ItemKind::Construct { method, arguments }, class));
            return Ok(());
        }
        if role != Role::Library {
            let is_constructor = &*found.name == "<init>";
            if is_constructor && role == Role::Unit {
                return Err(self.refuse(pc, "a class of the environment extends one of the unit"));
            }
            let is_super = self.is_super(pc);
            let result = if result == "V" { "" } else { result };
            let call = ItemKind::Call {
                method,
                arguments,
                is_super,
            };
            items.push((call, result.to_owned()));
            return Ok(());
        }
        if let Some(what) = library::refused(program, found) {
            return Err(self.refuse(pc, what));
        }
        let real = self.real_call(pc, self.states[pc as usize].as_deref().unwrap_or(&[]));
        self.library_call(pc, method, &arguments, real, items)
    }

    /// The items of a call of the library.
    fn library_call(
        &self,
        pc: u32,
        method: MethodId,
        arguments: &[Values],
        real: Option<bool>,
        items: &mut Vec<(ItemKind, String)>,
    ) -> Result<(), Refusal> {
        let program = self.context.program;
        let found = program.method(method);
        let result = found.descriptor.rsplit_once(')').map_or("V", |it| it.1);
        let owner = &*program.class(found.class).name;
        let references: Vec<(usize, &Values)> = arguments
            .iter()
            .enumerate()
            .filter(|(index, values)| {
                found.parameters[*index] == Kind::Reference && Self::matters(values)
            })
            .collect();
        if let Some(class) = &self.context.logging
            && matches!(library::calls(owner, &found.name), Calls::These(it) if it == library::LOGGING)
        {
            return Err(self.refuse(
                pc,
                format!(
                    "{}.{} may call {} back, which a summary does not show",
                    owner.replace('/', "."),
                    found.name,
                    class.replace('/', ".")
                ),
            ));
        }
        let is_object = owner == "java/lang/Object" && &*found.name == "<init>";
        if is_object || references.is_empty() && found.result != Some(Kind::Reference) {
            return Ok(());
        }
        let only_adds = library::only_adds(owner, &found.name);
        if real != Some(true) {
            self.check_callbacks(pc, method, &references, real.is_some())?;
            let is_element = only_adds && !found.name.ends_with("All");
            for (index, values) in &references {
                let is_receiver = *index == 0 && !found.is_static();
                let is_read = is_element || library::only_reads(owner, &found.name);
                let is_known = is_read || self.are_texts(values);
                if !is_receiver && !is_known && values.iter().any(|it| self.is_foreign(it)) {
                    let object = (*values).clone();
                    items.push((ItemKind::Known { object }, String::new()));
                }
            }
        }
        let keeps = !library::keeps_nothing(owner, &found.name);
        let mut stores = Vec::new();
        for (index, value) in references.iter().filter(|_| keeps) {
            if !self.context.containment {
                stores.push((None, (*value).clone()));
                continue;
            }
            for (other, object) in &references {
                if other != index && (*other == 0 || !only_adds) {
                    stores.push((Some((*object).clone()), (*value).clone()));
                }
            }
        }
        if let Some(is_always_real) = real {
            let call = ItemKind::Library {
                method,
                arguments: arguments.to_vec(),
                is_always_real,
                stores: if is_always_real { Vec::new() } else { stores },
            };
            let result = match result {
                "V" => String::new(),
                result if !result.starts_with(['L', '[']) => result.to_owned(),
                result => self.content_class(pc, result).0,
            };
            items.push((call, result));
            return Ok(());
        }
        for (object, value) in stores {
            items.push((ItemKind::Store { object, value }, String::new()));
        }
        if found.result == Some(Kind::Reference) {
            let object: Values = references.iter().flat_map(|it| it.1).copied().collect();
            let object = (self.context.containment && !object.is_empty()).then_some(object);
            let (class, like) = self.content_class(pc, result);
            items.push((ItemKind::Load { object, like }, class));
        }
        Ok(())
    }

    /// Whether a call of a collection ends by itself: it calls nothing of the program, and the locks that it may
    /// take are given back before it waits for anything.
    pub(super) fn is_by_itself(&self, method: MethodId) -> bool {
        let program = self.context.program;
        let found = program.method(method);
        let owner = &*program.class(found.class).name;
        let calls = library::calls(owner, &found.name);
        let mut overriding = self.context.overriding.iter().map(|it| program.method(*it));
        let overrides = |it: &program::Method| {
            it.name == found.name && program.is_subtype(it.class, found.class)
        };
        library::is_container(owner)
            && !overriding.clone().any(overrides)
            && match calls {
                Calls::Nothing => true,
                Calls::These(names) => !overriding.any(|it| names.contains(&&*it.name)),
                Calls::Anything => false,
            }
    }

    /// The lambdas that the method makes and that do something, by class, with their methods.
    fn own_functions(&self) -> Vec<(ClassId, MethodId)> {
        let program = self.context.program;
        let made = self.body.code.iter().filter_map(|it| match *it {
            Instruction::New { class, .. } | Instruction::ConstantSingleton { class, .. } => {
                Some(class)
            }
            _ => None,
        });
        let made = made.filter(|it| program.class(*it).name.contains("$$"));
        let methods = made.flat_map(|class| {
            let methods = program.class(class).methods.iter();
            methods.map(move |it| (class, *it))
        });
        let does = |it: &(ClassId, MethodId)| {
            let found = program.method(it.1);
            !found.is_static() && !found.is_initializer() && !is_quiet(program, it.1)
        };
        methods.filter(does).collect()
    }

    /// The library must not call lambdas back that the method has made.
    fn check_own_functions(&self, pc: u32, method: MethodId) -> Result<(), Refusal> {
        let program = self.context.program;
        let found = program.method(method);
        let owner = &*program.class(found.class).name;
        let calls = library::calls(owner, &found.name);
        let signature = program::descriptor::Signature::parse(&found.descriptor);
        let types = signature.iter().flat_map(|it| &it.parameters);
        let takes = |class: ClassId| {
            types.clone().any(|it| {
                let name = it.to_string();
                let declared = program.load(program::descriptor::class_name_of(&name));
                declared.is_ok_and(|it| program.is_subtype(class, it))
            })
        };
        let is_called = |it: MethodId| match calls {
            Calls::Nothing => false,
            Calls::These(names) => names.contains(&&*program.method(it).name),
            Calls::Anything => true,
        };
        let functions = self.own_functions();
        let called = functions.iter().find(|it| takes(it.0) && is_called(it.1));
        match called {
            Some(_) => Err(self.refuse(
                pc,
                format!(
                    "{}.{} may call a lambda of the environment back, which a summary does not show",
                    owner.replace('/', "."),
                    found.name
                ),
            )),
            None => Ok(()),
        }
    }

    /// Whether objects of a class of the program are among those that implement an interface of the
    /// library in an environment, too: a summary extends no class of the library.
    fn is_kept_as(&self, class: ClassId, library: ClassId) -> bool {
        let program = self.context.program;
        let mut next = Some(class);
        let chain = std::iter::from_fn(|| {
            let class = next?;
            next = program.class(class).superclass;
            Some(class)
        });
        let mut own = chain.filter(|it| !program.class(*it).is_library);
        own.any(|it| {
            let mut interfaces = program.class(it).interfaces.iter();
            interfaces.any(|it| program.is_subtype(*it, library))
        })
    }

    /// The class that a value is declared to be of, if it may be an object.
    fn declared_class(&self, value: Value) -> Option<ClassId> {
        let program = self.context.program;
        match value {
            Value::Parameter(_) => self.parameter_class(value),
            Value::Temp(at) => {
                let descriptor = match self.body.code[at as usize] {
                    Instruction::GetField { field, .. } | Instruction::GetStatic { field, .. } => {
                        &program.field(field).descriptor
                    }
                    Instruction::Invoke { method, .. } => &program.method(method).descriptor,
                    Instruction::New { class, .. } => return Some(class),
                    _ => return None,
                };
                let result = descriptor.rsplit_once(')').map_or(&**descriptor, |it| it.1);
                let (own, like) = self.content_class(at, result);
                let class = like.unwrap_or(own);
                let class = class.strip_prefix('L')?.strip_suffix(';')?;
                program.load(class).ok()
            }
            _ => None,
        }
    }

    /// Whether these are strings, numbers, names of files or null.
    fn are_texts(&self, values: &Values) -> bool {
        let program = self.context.program;
        let is_file = |class: ClassId| {
            let mut overriding = self.context.overriding.iter();
            &*program.class(class).name == "java/io/File"
                && !overriding.any(|it| program.is_subtype(program.method(*it).class, class))
        };
        let is_text = |class: ClassId| self.is_plain(class) || is_file(class);
        values.iter().all(|it| match it {
            Value::Null | Value::Constant(_) | Value::Text(_) | Value::Any(_) => true,
            Value::Opaque(class) => is_text(*class),
            _ => self.declared_class(*it).is_some_and(is_text),
        })
    }

    /// Whether a method is of a class that the library finds by itself.
    fn is_provider(&self, method: MethodId) -> bool {
        const PROVIDERS: [&str; 5] = [
            "java/lang/SecurityManager",
            "java/nio/charset/Charset",
            "java/nio/charset/spi/CharsetProvider",
            "java/nio/file/spi/FileSystemProvider",
            "java/time/zone/ZoneRulesProvider",
        ];
        let program = self.context.program;
        let class = program.method(method).class;
        let mut providers = PROVIDERS.iter().filter_map(|it| program.loaded(it));
        providers.any(|it| program.is_subtype(class, it))
    }

    /// Whether a method that makes texts of its arguments alone is given none of this method's class.
    fn never_meets(
        &self,
        owner: &str,
        method: MethodId,
        references: &[(usize, &Values)],
        overriding: MethodId,
    ) -> bool {
        let program = self.context.program;
        let is_text = matches!(
            (owner, &*program.method(method).name),
            ("java/lang/String", "valueOf")
                | (
                    "java/lang/StringBuilder" | "java/lang/StringBuffer",
                    "append" | "insert"
                )
                | ("java/io/PrintStream", "print" | "println")
                | ("java/util/Objects", "toString")
        );
        let class = program.method(overriding).class;
        let is_other = |value: &Value| match value {
            Value::Null | Value::Constant(_) | Value::Text(_) | Value::Any(_) => true,
            Value::Opaque(class) => self.is_plain(*class),
            _ => self.declared_class(*value).is_some_and(|it| {
                let found = program.class(it);
                let is_own = !found.is_library && !found.is_interface();
                let is_near = program.is_subtype(it, class) || program.is_subtype(class, it);
                self.is_plain(it) || is_own && !is_near && !program.class(class).is_interface()
            }),
        };
        is_text && references.iter().all(|it| it.1.iter().all(is_other))
    }

    /// The library must not call what the program overrides, or lambdas that it is given.
    fn check_callbacks(
        &self,
        pc: u32,
        method: MethodId,
        references: &[(usize, &Values)],
        is_made: bool,
    ) -> Result<(), Refusal> {
        let program = self.context.program;
        let found = program.method(method);
        let owner = &*program.class(found.class).name;
        let told = format!("{}.{}", owner.replace('/', "."), found.name);
        let calls = library::calls(owner, &found.name);
        let is_called = |it: &&MethodId| match calls {
            Calls::Nothing => false,
            Calls::These(names) => names.contains(&&*program.method(**it).name),
            Calls::Anything => true,
        };
        // A class of the environment that extends one of the library may override this very method.
        let overrides = |it: &&MethodId| {
            let it = program.method(**it);
            let is_same = it.name == found.name && it.descriptor == found.descriptor;
            is_same && program.is_subtype(it.class, found.class)
        };
        // An object that implements the library's interface is real, and is really called.
        let is_real = |it: &&MethodId| {
            let class = program.method(**it).class;
            is_made && self.is_kept_as(class, found.class)
        };
        let is_new = &*found.name == "<init>";
        let mut given = references.iter().filter(|it| it.0 > 0 || !is_new);
        let gets_texts = library::has_no_registry(owner) && given.all(|it| self.are_texts(it.1));
        let is_shown = |it: &&MethodId| {
            let is_other = gets_texts && !self.is_provider(**it)
                || self.never_meets(owner, method, references, **it);
            !overrides(it) && is_other || is_real(it) && !is_called(it)
        };
        let mut called = self.context.overriding.iter();
        if let Some(called) = called.find(|it| (is_called(it) || overrides(it)) && !is_shown(it)) {
            let called = program.method(*called);
            let class = program.class(called.class).name.replace('/', ".");
            let name = &called.name;
            return Err(self.refuse(
                pc,
                format!("{told} may call {class}.{name} back, which a summary does not show"),
            ));
        }
        let signature = program::descriptor::Signature::parse(&found.descriptor);
        let shift = usize::from(!found.is_static());
        let is_function = |index: &usize| {
            let kind = signature
                .as_ref()?
                .parameters
                .get(index.checked_sub(shift)?)?
                .to_string();
            let class = program
                .load(program::descriptor::class_name_of(&kind))
                .ok()?;
            let name = &*program.class(class).name;
            Some(program.class(class).is_interface() && !library::is_container(name))
        };
        let given = references.iter().find(|(index, values)| {
            is_function(index) == Some(true) && values.iter().any(|it| self.is_foreign(it))
        });
        match given {
            Some((index, _)) if !matches!(calls, Calls::Nothing) => Err(self.refuse(
                pc,
                format!("{told} may call its argument {index} back, which a summary does not show"),
            )),
            _ => Ok(()),
        }
    }
}
