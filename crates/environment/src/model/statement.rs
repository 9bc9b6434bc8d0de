//! Items as statements, and values as expressions.

use program::{ClassId, MethodId};

use super::method::Writer;
use super::text::{
    any_text, class_text, constant_text, descriptor_of, is_primitive, parameter_types, result_type,
    type_text,
};
use crate::effects::{Context, Item, ItemKind, Refusal, Value, Values};

impl Writer<'_, '_> {
    /// One item as a statement. Without `is_must` it may be left out, and is where an object is null.
    pub(super) fn statement(
        &self,
        item: &Item,
        is_must: bool,
        indent: &str,
    ) -> Result<String, Refusal> {
        let program = self.context.program;
        let pc = item.pc;
        let mut set_up = Vec::new();
        let mut target = |values: &Values, kind: &str| -> Result<String, Refusal> {
            let expression = self.one(pc, values, kind, true)?;
            let is_plain = is_must && expression.starts_with('p') && item.handlers.is_empty();
            if expression == "this" || is_plain {
                return Ok(expression);
            }
            let name = format!("o{pc}");
            set_up.push((type_text(self.context.unit, kind), name.clone(), expression));
            Ok(name)
        };
        let call_arguments = |arguments: &[Values], types: &[String]| -> Result<String, Refusal> {
            let all: Result<Vec<String>, Refusal> = arguments
                .iter()
                .zip(types)
                .map(|(values, it)| self.one(pc, values, it, false))
                .collect();
            Ok(all?.join(", "))
        };
        let action = match &item.kind {
            ItemKind::Read { field, object } => {
                let field = program.field(*field);
                let owner = descriptor_of(&program.class(field.class).name);
                let from = match object {
                    Some(object) => target(object, &owner)?,
                    None => type_text(self.context.unit, &owner),
                };
                self.assign(item, &format!("{from}.{}", field.name))
            }
            ItemKind::Write {
                field,
                object,
                value,
            } => {
                let field = program.field(*field);
                let owner = descriptor_of(&program.class(field.class).name);
                let value = self.one(pc, value, &field.descriptor, false)?;
                let to = match object {
                    Some(object) => target(object, &owner)?,
                    None => type_text(self.context.unit, &owner),
                };
                format!("{to}.{} = {value};", field.name)
            }
            ItemKind::Call {
                method,
                arguments,
                is_super,
            } => {
                let called = program.method(*method);
                let types = parameter_types(&called.descriptor);
                let owner = descriptor_of(&program.class(called.class).name);
                let shift = usize::from(!called.is_static());
                let given = call_arguments(&arguments[shift..], &types)?;
                let name = match &*called.name {
                    "<init>" => "heddleConstruct",
                    name => name,
                };
                let to = match (called.is_static(), is_super) {
                    (true, _) => type_text(self.context.unit, &owner),
                    (false, true) => "super".to_owned(),
                    (false, false) => target(&arguments[0], &owner)?,
                };
                let call = format!("{to}.{name}({given})");
                match item.result.is_empty() || self.item(pc).is_none() {
                    true => format!("{call};"),
                    false => self.assign(item, &call),
                }
            }
            ItemKind::Construct { method, arguments } => {
                let called = program.method(*method);
                let class = class_text(self.context.unit, &program.class(called.class).name);
                let types = parameter_types(&called.descriptor);
                // Nobody asks what an exception says.
                let is_unread = self.is_throwable(called.class) && !self.context.reads_messages;
                let given = match is_unread && *types == ["Ljava/lang/String;"] {
                    true => "\"\"".to_owned(),
                    false => call_arguments(arguments, &types)?,
                };
                self.assign(item, &format!("new {class}({given})"))
            }
            ItemKind::NewContents => self.assign(item, "new heddle.Contents()"),
            ItemKind::Load { object, like } => {
                let kind = type_text(self.context.unit, like.as_ref().unwrap_or(&item.result));
                let any = match (like, self.precision.no_nulls) {
                    (None, _) => self.any(),
                    (Some(_), true) => "like",
                    (Some(_), false) => "likeOrNull",
                };
                let from = match object {
                    Some(object) => {
                        format!(
                            "heddle.Contents.of({})",
                            target(object, "Ljava/lang/Object;")?
                        )
                    }
                    None => "heddle.Contents.WORLD".to_owned(),
                };
                self.assign(item, &format!("{from}.{any}({kind}.class)"))
            }
            ItemKind::Store { object, value } => {
                // Contents are of the program; an object of the library without any is not one of them.
                let is_own = |it: &&Value| !matches!(it, Value::Opaque(_));
                let value: &Values = &value.iter().filter(is_own).copied().collect();
                let value = self.one(pc, value, "Ljava/lang/Object;", false)?;
                let to = match object {
                    Some(object) => target(object, "Ljava/lang/Object;")?,
                    None => "heddle.Contents.WORLD".to_owned(),
                };
                format!("heddle.Contents.give({to}, {value});")
            }
            ItemKind::Library {
                method,
                arguments,
                is_always_real,
                stores,
            } => self.library(item, *method, arguments, *is_always_real, stores)?,
            ItemKind::Known { object } => {
                let object = self.any_object(pc, object)?;
                format!("heddle.Contents.known({object});")
            }
            ItemKind::Lock { object } => {
                let object = target(object, "Ljava/lang/Object;")?;
                format!("synchronized ({object}) {{}}")
            }
            ItemKind::Compute { operator, operands } => {
                let all: Result<Vec<String>, Refusal> = operands
                    .iter()
                    .map(|it| self.one(pc, it, &item.result, false))
                    .collect();
                let all = all?;
                match &all[..] {
                    [only] => self.assign(item, &format!("{operator}{only}")),
                    _ => self.assign(item, &all.join(&format!(" {operator} "))),
                }
            }
        };
        let action = match item.handlers.is_empty() {
            true => action,
            false => guarded(self.context, item, &action),
        };
        // What only prepares an effect can't be left out by itself.
        let is_certain = is_must || !item.kind.is_effect() && !item.in_loop;
        let mut text = String::new();
        let line = item
            .line
            .map_or(String::new(), |it| format!(" // line {it}"));
        match (&set_up[..], is_certain) {
            ([], true) => text += &format!("{indent}{action}{line}\n"),
            ([], false) => {
                text += &format!("{indent}if (heddle.Heddle.chooseBoolean()) {action}{line}\n");
            }
            (set_up, is_certain) => {
                let (kind, name, expression) = &set_up[0];
                text += &format!("{indent}{{{line}\n{indent}  {kind} {name} = {expression};\n");
                let chance = match is_certain {
                    true => "",
                    false => " && heddle.Heddle.chooseBoolean()",
                };
                text += &format!("{indent}  if ({name} != null{chance}) {action}\n{indent}}}\n");
            }
        }
        Ok(text)
    }

    fn assign(&self, item: &Item, expression: &str) -> String {
        match item.in_loop && !is_primitive(&item.result) {
            true => format!("t{}.add({expression});", item.pc),
            false if item.in_loop => format!("{expression};"),
            false => format!("t{} = {expression};", item.pc),
        }
    }

    /// One of the values, as an expression of this type.
    pub(super) fn one(
        &self,
        pc: u32,
        values: &Values,
        kind: &str,
        is_object: bool,
    ) -> Result<String, Refusal> {
        let mut all: Vec<String> = Vec::new();
        for value in values {
            if is_object && matches!(value, Value::Null | Value::Opaque(_)) && values.len() > 1 {
                continue;
            }
            if !self.fits(*value, kind) {
                continue;
            }
            let text = self.expression(pc, *value, kind)?;
            if !all.contains(&text) {
                all.push(text);
            }
        }
        let Some(mut text) = all.pop() else {
            return Err(self.refuse(pc, "a value of which nothing is known"));
        };
        while let Some(other) = all.pop() {
            text = format!("(heddle.Heddle.chooseBoolean() ? {other} : {text})");
        }
        Ok(text)
    }

    /// Whether some item has this handler.
    fn is_caught(&self, handler: u32) -> bool {
        let items = self.items().iter();
        items.flat_map(|it| &it.handlers).any(|it| it.1 == handler)
    }

    /// Whether a value can belong to a type: of two classes, one has to extend the other.
    fn fits(&self, value: Value, kind: &str) -> bool {
        let program = self.context.program;
        let method = program.method(self.method);
        let shift = u16::from(!method.is_static());
        let known = match value {
            // A handler that only gives a lock back gets nothing of its own: what it throws on was seen by
            // those around it.
            Value::Caught(at) => return self.is_caught(at),
            Value::Opaque(class) if &*program.class(class).name == "java/lang/String" => {
                descriptor_of("java/lang/String")
            }
            Value::Parameter(index) if index < shift => {
                descriptor_of(&program.class(method.class).name)
            }
            Value::Parameter(index) => {
                parameter_types(&method.descriptor)[usize::from(index - shift)].clone()
            }
            Value::Temp(at) => match self.item(at) {
                Some(item) => item.result.clone(),
                None => return true,
            },
            _ => return true,
        };
        if is_primitive(kind) || is_primitive(&known) {
            return true;
        }
        let load = |it: &str| program.load(program::descriptor::class_name_of(it)).ok();
        let (Some(known), Some(wanted)) = (load(&known), load(kind)) else {
            return true;
        };
        let is_open = |it: ClassId| program.class(it).is_interface();
        let is_final = |it: ClassId| &*program.class(it).name == "java/lang/String";
        is_open(known) && !is_final(wanted)
            || is_open(wanted) && !is_final(known)
            || program.is_subtype(known, wanted)
            || program.is_subtype(wanted, known)
    }

    pub(super) fn expression(&self, pc: u32, value: Value, kind: &str) -> Result<String, Refusal> {
        let program = self.context.program;
        let cast = |text: String, known: &str| match known == kind || kind == "Ljava/lang/Object;" {
            true => text,
            false => format!("({}) {text}", type_text(self.context.unit, kind)),
        };
        Ok(match value {
            Value::Null => format!("({}) null", type_text(self.context.unit, kind)),
            Value::Constant(bits) => constant_text(bits, kind),
            Value::Text(string) => format!("{:?}", program.string_lossy(string)),
            Value::Class(class) => format!(
                "{}.class",
                class_text(self.context.unit, &program.class(class).name)
            ),
            Value::Parameter(index) => {
                let method = program.method(self.method);
                let shift = u16::from(!method.is_static());
                if index < shift {
                    return Ok("this".to_owned());
                }
                let types = parameter_types(&method.descriptor);
                cast(format!("p{index}"), &types[usize::from(index - shift)])
            }
            Value::Temp(at) => {
                let item = self
                    .item(at)
                    .ok_or_else(|| self.refuse(at, "a result that is not known"))?;
                if item.in_loop {
                    let any = self.any();
                    return Ok(format!(
                        "t{at}.{any}({}.class)",
                        type_text(self.context.unit, kind)
                    ));
                }
                match is_primitive(kind) || item.result == kind || kind == "Ljava/lang/Object;" {
                    true => cast(format!("t{at}"), &item.result),
                    false => format!(
                        "heddle.Contents.as({}.class, t{at})",
                        type_text(self.context.unit, kind)
                    ),
                }
            }
            Value::Any(_) => any_text(kind)
                .ok_or_else(|| self.refuse(pc, "a value of a type that is not known"))?,
            Value::Caught(at) => {
                format!(
                    "heddle.Contents.caught({}.class, c{at})",
                    type_text(self.context.unit, kind)
                )
            }
            Value::Opaque(class) if self.is_throwable(class) => self.exception(pc, class)?,
            Value::Opaque(class) => {
                let name = &*program.class(class).name;
                any_text(&descriptor_of(name)).ok_or_else(|| {
                    self.refuse(
                        pc,
                        format!("an object of {} reaches the unit", name.replace('/', ".")),
                    )
                })?
            }
            Value::Fresh(_) => {
                return Err(self.refuse(pc, "an object before its constructor has run"));
            }
        })
    }

    fn is_throwable(&self, class: ClassId) -> bool {
        let throwable = self.context.program.loaded("java/lang/Throwable");
        throwable.is_some_and(|it| self.context.program.is_subtype(class, it))
    }

    /// A new exception of a class of the library.
    fn exception(&self, pc: u32, class: ClassId) -> Result<String, Refusal> {
        let program = self.context.program;
        let name = class_text(self.context.unit, &program.class(class).name);
        let has = |descriptor: &str| {
            let found = program.declared_method(class, "<init>", descriptor);
            found.is_some_and(|it| program.method(it).access_flags & 1 != 0)
        };
        match () {
            () if program.class(class).is_abstract() => {
                Err(self.refuse(pc, format!("an exception of {name}, which is abstract")))
            }
            () if has("()V") => Ok(format!("new {name}()")),
            () if has("(Ljava/lang/String;)V") => Ok(format!("new {name}(\"\")")),
            () => Err(self.refuse(
                pc,
                format!("an exception of {name}, which has no plain constructor"),
            )),
        }
    }

    /// One of the values as an object; one of the library that nobody keeps is the environment's contents.
    fn any_object(&self, pc: u32, values: &Values) -> Result<String, Refusal> {
        let known: Values = values
            .iter()
            .filter(|it| !matches!(it, Value::Opaque(_)))
            .copied()
            .collect();
        match (known.is_empty(), known.len() < values.len()) {
            (true, _) => Ok("heddle.Contents.WORLD".to_owned()),
            (false, false) => self.one(pc, &known, "Ljava/lang/Object;", false),
            (false, true) => {
                let known = self.one(pc, &known, "Ljava/lang/Object;", false)?;
                Ok(format!(
                    "(heddle.Heddle.chooseBoolean() ? {known} : (Object) heddle.Contents.WORLD)"
                ))
            }
        }
    }

    /// A call of the library that is made if the object is a real one.
    fn library(
        &self,
        item: &Item,
        method: MethodId,
        arguments: &[Values],
        is_always_real: bool,
        stores: &[(Option<Values>, Values)],
    ) -> Result<String, Refusal> {
        let (program, pc) = (self.context.program, item.pc);
        let called = program.method(method);
        let owner = class_text(self.context.unit, &program.class(called.class).name);
        let types = parameter_types(&called.descriptor);
        let mut text = format!("{{ Object r{pc} = {};", self.any_object(pc, &arguments[0])?);
        let (mut given, mut from) = (Vec::new(), vec![format!("r{pc}")]);
        for (index, (values, kind)) in arguments[1..].iter().zip(&types).enumerate() {
            if is_primitive(kind) {
                given.push(self.one(pc, values, kind, false)?);
                continue;
            }
            let name = format!("r{pc}_{index}");
            text += &format!(" Object {name} = {};", self.any_object(pc, values)?);
            given.push(format!(
                "heddle.Contents.as({}.class, {name})",
                type_text(self.context.unit, kind)
            ));
            from.push(name);
        }
        let call = format!("(({owner}) r{pc}).{}({})", called.name, given.join(", "));
        let is_kept = self.item(pc).is_some_and(|it| std::ptr::eq(it, item));
        let keep = |expression: &str| match is_kept && !item.result.is_empty() {
            true => self.assign(item, expression),
            false => format!("{expression};"),
        };
        let real = match item.result.is_empty() || is_primitive(&item.result) {
            true => keep(&call),
            false => keep(&format!(
                "heddle.Contents.as({}.class, {call})",
                type_text(self.context.unit, &item.result)
            )),
        };
        let real = match item.handlers.is_empty() {
            false => real,
            true => format!(
                "try {{ {real} }} catch (java.lang.Throwable e{pc}) {{ \
                 throw heddle.Contents.raise(e{pc}); }}"
            ),
        };
        text += &format!(" if (r{pc} instanceof {owner}) {{ {real} }}");
        text += &format!(" else if (r{pc} != null) {{");
        if is_always_real {
            text += &format!(" heddle.Contents.unreal(\"{owner}.{}\");", called.name);
        }
        for (object, value) in stores {
            let to = match object {
                Some(object) => self.any_object(pc, object)?,
                None => "heddle.Contents.WORLD".to_owned(),
            };
            let value = self.any_object(pc, value)?;
            text += &format!(" heddle.Contents.give({to}, {value});");
        }
        let result = result_type(&called.descriptor);
        if is_kept && result != "V" && !is_always_real && self.is_used(pc) {
            let expression = match any_text(&item.result) {
                Some(any) => any,
                None => {
                    let is_like = item.result == "Ljava/lang/Object;";
                    let kind = type_text(
                        self.context.unit,
                        if is_like { result } else { &item.result },
                    );
                    let name = match is_like {
                        true => "resultLike",
                        false => "result",
                    };
                    let is_null = !self.precision.no_nulls;
                    let from = from.join(", ");
                    format!("heddle.Contents.{name}({kind}.class, {is_null}, {from})")
                }
            };
            text += &format!(" {}", self.assign(item, &expression));
        }
        Ok(text + " } }")
    }
}

/// A statement whose exceptions handlers may get; a run goes on with what those do, if it likes.
fn guarded(context: &Context<'_>, item: &Item, action: &str) -> String {
    let pc = item.pc;
    let mut text = format!("try {{ {action} }} catch (java.lang.Throwable e{pc}) {{ ");
    for (catch, target) in &item.handlers {
        match catch {
            None => {
                text += &format!("c{target} = heddle.Contents.seen(e{pc}); }}");
                return text;
            }
            Some(class) => {
                let name = class_text(context.unit, &context.program.class(*class).name);
                text += &format!("if (e{pc} instanceof {name}) c{target} = e{pc}; else ");
            }
        }
    }
    text + &format!("throw heddle.Contents.raise(e{pc}); }}")
}
