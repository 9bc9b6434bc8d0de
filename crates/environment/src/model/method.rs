//! One class of an environment as source.

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, MethodId};

use super::{Effects, Needed, Precision};
use crate::effects::{Context, Exit, Item, ItemKind, Refusal, Summary, Value, Values};
use crate::unit::Role;

/// The source of a class.
pub(super) fn class_source(
    context: &Context<'_>,
    precision: Precision,
    class: ClassId,
    methods: &BTreeMap<(String, String), Needed>,
) -> Result<String, Refusal> {
    let program = context.program;
    let found = program.class(class);
    let (package, name) = found.name.rsplit_once('/').unwrap_or(("", &found.name));
    let mut text = String::new();
    if !package.is_empty() {
        text += &format!("package {};\n\n", package.replace('/', "."));
    }
    text += "/** A summary of the class of this name; made by {@code heddle environment}, and may be edited. */\n";
    text += "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\"})\n";
    let parent = found
        .superclass
        .filter(|it| context.unit.role(*it) == Role::Environment);
    let modifier = if found.is_abstract() { "abstract " } else { "" };
    text += &format!("public {modifier}class {name}");
    if let Some(parent) = parent {
        text += &format!(" extends {}", class_text(&program.class(parent).name));
    }
    let mut interfaces: Vec<String> = found
        .interfaces
        .iter()
        .filter(|it| context.unit.role(**it) == Role::Unit)
        .map(|it| class_text(&program.class(*it).name))
        .collect();
    if parent.is_none() {
        interfaces.push("heddle.Contents.Holder".to_owned());
    }
    if !interfaces.is_empty() {
        text += &format!(" implements {}", interfaces.join(", "));
    }
    text += " {\n";
    if parent.is_none() {
        let own = match precision.containment {
            true => "new heddle.Contents()",
            false => "heddle.Contents.WORLD",
        };
        text += &format!("  private final heddle.Contents contents = {own};\n\n");
        text += "  public heddle.Contents contents() {\n    return contents;\n  }\n\n";
    }
    for field in &found.fields {
        if context.tracked.contains(field) {
            let field = program.field(*field);
            let modifier = if field.is_static { "static " } else { "" };
            let kind = type_text(&field.descriptor);
            text += &format!("  public {modifier}{kind} {};\n\n", field.name);
        }
    }
    let chain = match parent {
        Some(_) => "    super((heddle.Contents) null);\n",
        None => "",
    };
    text += &format!("  public {name}(heddle.Contents unused) {{\n{chain}  }}\n\n");
    for needed in methods.values() {
        text += &method_source(context, precision, name, chain, needed)?;
    }
    text += "}\n";
    Ok(text)
}

/// The source of a method.
fn method_source(
    context: &Context<'_>,
    precision: Precision,
    class: &str,
    chain: &str,
    needed: &Needed,
) -> Result<String, Refusal> {
    let (Needed::Own(id, _) | Needed::Abstract(id) | Needed::Library(id)) = needed;
    let method = context.program.method(*id);
    let writer = Writer {
        context,
        precision,
        method: *id,
        summary: match needed {
            Needed::Own(_, summary) => Some(summary),
            _ => None,
        },
    };
    let types = parameter_types(&method.descriptor);
    let shift = usize::from(!method.is_static());
    let parameters: Vec<String> = types
        .iter()
        .enumerate()
        .map(|(index, it)| format!("{} p{}", type_text(it), index + shift))
        .collect();
    let parameters = parameters.join(", ");
    let result = type_text(result_type(&method.descriptor));
    let mut modifiers = "public ".to_owned();
    if method.is_static() {
        modifiers += "static ";
    }
    if method.is_synchronized() && matches!(needed, Needed::Own(..)) {
        modifiers += "synchronized ";
    }
    let throws = throws_text(context, *id);
    let names: Vec<String> = (0..types.len())
        .map(|it| format!("p{}", it + shift))
        .collect();
    Ok(match needed {
        Needed::Abstract(_) => {
            format!(
                "  public abstract {result} {}({parameters}){throws};\n\n",
                method.name
            )
        }
        Needed::Library(_) if &*method.name == "<init>" => {
            format!("  public {class}({parameters}) {{\n{chain}  }}\n\n")
        }
        Needed::Library(_) => {
            let body = writer.inherited(&types, shift)?;
            format!(
                "  {modifiers}{result} {}({parameters}){throws} {{\n{body}  }}\n\n",
                method.name
            )
        }
        Needed::Own(_, summary) => {
            let body = writer.body(summary)?;
            match &*method.name {
                "<init>" => format!(
                    "  public {class}({parameters}){throws} {{\n{chain}    construct({});\n  }}\n\n  \
                     public void construct({parameters}){throws} {{\n{body}  }}\n\n",
                    names.join(", ")
                ),
                "<clinit>" => format!(
                    "  static {{\n    initialize();\n  }}\n\n  private static void initialize() {{\n{body}  }}\n\n"
                ),
                name => {
                    format!("  {modifiers}{result} {name}({parameters}){throws} {{\n{body}  }}\n\n")
                }
            }
        }
    })
}

/// Writes the body of one method.
struct Writer<'a, 'p> {
    context: &'a Context<'p>,
    precision: Precision,
    method: MethodId,
    summary: Option<&'a Summary>,
}

impl Writer<'_, '_> {
    fn refuse(&self, pc: u32, what: impl Into<String>) -> Refusal {
        self.context.refuse(self.method, pc, what)
    }

    /// What the library does with what it is given.
    fn inherited(&self, types: &[String], shift: usize) -> Result<String, Refusal> {
        let method = self.context.program.method(self.method);
        let container = match method.is_static() {
            true => "heddle.Contents.WORLD",
            false => "contents()",
        };
        let mut text = String::new();
        for (index, it) in types.iter().enumerate() {
            if it.starts_with('L') || it.starts_with('[') {
                text += &format!("    {container}.add(p{});\n", index + shift);
            }
        }
        let result = result_type(&method.descriptor);
        if result != "V" {
            let value = match result.starts_with('L') && result != "Ljava/lang/String;" {
                true => format!("{container}.{}({}.class)", self.any(), type_text(result)),
                false => any_text(result).ok_or_else(|| Refusal {
                    place: self.context.program.describe_method(self.method),
                    what: "an array of the library reaches the unit".to_owned(),
                })?,
            };
            text += &format!("    return {value};\n");
        }
        Ok(text)
    }

    fn any(&self) -> &'static str {
        match self.precision.no_nulls {
            true => "any",
            false => "anyOrNull",
        }
    }

    fn item(&self, pc: u32) -> Option<&Item> {
        let items = &self.summary?.items;
        items
            .iter()
            .rev()
            .find(|it| it.pc == pc && !it.result.is_empty())
    }

    /// The whole body.
    fn body(&self, summary: &Summary) -> Result<String, Refusal> {
        let merged;
        let exits = match self.precision.effects {
            Effects::Returns => &summary.exits,
            _ => {
                let throws = summary.exits.iter().filter(|it| it.throws).cloned();
                merged = merge(summary)
                    .into_iter()
                    .chain(throws)
                    .collect::<Vec<Exit>>();
                &merged
            }
        };
        let needed = needed_temps(summary, exits);
        let mut cases = Vec::new();
        for exit in exits {
            let text = self.way(summary, exit, &needed)?;
            if !cases.contains(&text) {
                cases.push(text);
            }
        }
        let mut text = String::new();
        for item in &summary.items {
            if needed.contains(&item.pc) && !item.result.is_empty() {
                let is_first = summary.items.iter().any(|it| {
                    it.pc == item.pc
                        && std::ptr::eq(it, item)
                        && self
                            .item(item.pc)
                            .is_some_and(|last| std::ptr::eq(last, item))
                });
                if is_first {
                    text += &declaration(item);
                }
            }
        }
        if let [only] = &cases[..] {
            return Ok(text
                + &only
                    .replace("\n      ", "\n    ")
                    .replacen("      ", "    ", 1));
        }
        if cases.is_empty() {
            return Err(self.refuse(0, "a method that never ends"));
        }
        let last = cases.len() - 1;
        text += &format!("    switch (heddle.Heddle.choose(0, {last})) {{\n");
        for (index, case) in cases.iter().enumerate() {
            match index == last {
                true => text += "    default:\n",
                false => text += &format!("    case {index}:\n"),
            }
            text += case;
        }
        text += "    }\n";
        Ok(text)
    }

    /// The items on the way to an exit, and the exit.
    fn way(
        &self,
        summary: &Summary,
        exit: &Exit,
        needed: &BTreeSet<u32>,
    ) -> Result<String, Refusal> {
        let mut text = String::new();
        let mut rest = exit.items.iter().copied().peekable();
        while let Some((index, is_must)) = rest.next() {
            let item = &summary.items[index];
            if !self.is_shown(item, needed) {
                continue;
            }
            if !item.in_loop {
                let is_must = is_must && self.precision.effects != Effects::May;
                text += &self.statement(item, is_must, "      ")?;
                continue;
            }
            let mut round = vec![item];
            while let Some((next, _)) = rest.peek()
                && summary.components[*next] == summary.components[index]
            {
                let next = &summary.items[*next];
                if self.is_shown(next, needed) {
                    round.push(next);
                }
                rest.next();
            }
            text += "      while (heddle.Heddle.chooseBoolean()) {\n";
            let last = round.len() - 1;
            if last > 0 {
                text += &format!("        switch (heddle.Heddle.choose(0, {last})) {{\n");
            }
            for (index, item) in round.iter().enumerate() {
                if last > 0 {
                    text += &format!("        case {index}:\n");
                }
                text += &self.statement(item, false, "          ")?;
                if last > 0 {
                    text += "          break;\n";
                }
            }
            if last > 0 {
                text += "        }\n";
            }
            text += "      }\n";
        }
        let method = self.context.program.method(self.method);
        let result = result_type(&method.descriptor);
        text += &match (exit.throws, result) {
            (true, _) => format!(
                "      throw {};\n",
                self.one(exit.pc, &exit.values, "Ljava/lang/Throwable;", false)?
                    .replace("(java.lang.Throwable) ", "")
            ),
            (false, "V") => "      return;\n".to_owned(),
            (false, result) => {
                let value = self.one(exit.pc, &exit.values, result, false)?;
                format!("      return {value};\n")
            }
        };
        Ok(text)
    }

    fn is_shown(&self, item: &Item, needed: &BTreeSet<u32>) -> bool {
        item.kind.is_effect() || needed.contains(&item.pc)
    }

    /// One item as a statement. Without `is_must` it may be left out, and is where an object is null.
    fn statement(&self, item: &Item, is_must: bool, indent: &str) -> Result<String, Refusal> {
        let program = self.context.program;
        let pc = item.pc;
        let mut set_up = Vec::new();
        let mut target = |values: &Values, kind: &str| -> Result<String, Refusal> {
            let expression = self.one(pc, values, kind, true)?;
            if expression == "this" || is_must && expression.starts_with('p') {
                return Ok(expression);
            }
            let name = format!("o{pc}");
            set_up.push((type_text(kind), name.clone(), expression));
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
                    None => type_text(&owner),
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
                    None => type_text(&owner),
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
                    "<init>" => "construct",
                    name => name,
                };
                let to = match (called.is_static(), is_super) {
                    (true, _) => type_text(&owner),
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
                let class = class_text(&program.class(called.class).name);
                let types = parameter_types(&called.descriptor);
                let given = call_arguments(arguments, &types)?;
                self.assign(item, &format!("new {class}({given})"))
            }
            ItemKind::NewContents => self.assign(item, "new heddle.Contents()"),
            ItemKind::Load { object } => {
                let kind = type_text(&item.result);
                let any = self.any();
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
    fn one(
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

    /// Whether a value can belong to a type: of two classes, one has to extend the other.
    fn fits(&self, value: Value, kind: &str) -> bool {
        let program = self.context.program;
        let method = program.method(self.method);
        let shift = u16::from(!method.is_static());
        let known = match value {
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
        is_open(known)
            || is_open(wanted)
            || program.is_subtype(known, wanted)
            || program.is_subtype(wanted, known)
    }

    fn expression(&self, pc: u32, value: Value, kind: &str) -> Result<String, Refusal> {
        let program = self.context.program;
        let cast = |text: String, known: &str| match known == kind || kind == "Ljava/lang/Object;" {
            true => text,
            false => format!("({}) {text}", type_text(kind)),
        };
        Ok(match value {
            Value::Null => format!("({}) null", type_text(kind)),
            Value::Constant(bits) => constant_text(bits, kind),
            Value::Text(string) => format!("{:?}", program.string_lossy(string)),
            Value::Class(class) => format!("{}.class", class_text(&program.class(class).name)),
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
                    return Ok(format!("t{at}.{any}({}.class)", type_text(kind)));
                }
                match is_primitive(kind) || item.result == kind || kind == "Ljava/lang/Object;" {
                    true => cast(format!("t{at}"), &item.result),
                    false if kind == "Ljava/lang/Throwable;" => format!("t{at}"),
                    false => format!("heddle.Contents.as({}.class, t{at})", type_text(kind)),
                }
            }
            Value::Any(_) => any_text(kind)
                .ok_or_else(|| self.refuse(pc, "a value of a type that is not known"))?,
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
}

/// All returns as one, for summaries that don't tell them apart.
fn merge(summary: &Summary) -> Option<Exit> {
    let all: Vec<&Exit> = summary.exits.iter().filter(|it| !it.throws).collect();
    let mut merged = Exit {
        pc: all.first()?.pc,
        values: all
            .iter()
            .flat_map(|it| it.values.iter().copied())
            .collect(),
        throws: false,
        items: Vec::new(),
    };
    for index in 0..summary.items.len() {
        let of = |exit: &&Exit| exit.items.iter().find(|it| it.0 == index).map(|it| it.1);
        let found: Vec<Option<bool>> = all.iter().map(of).collect();
        if found.iter().any(Option::is_some) {
            merged
                .items
                .push((index, found.iter().all(|it| *it == Some(true))));
        }
    }
    Some(merged)
}

/// The items whose results effects and exits use.
fn needed_temps(summary: &Summary, exits: &[Exit]) -> BTreeSet<u32> {
    let mut needed = BTreeSet::new();
    let mut rest: Vec<u32> = Vec::new();
    let temps = |values: &Values| -> Vec<u32> {
        let temps = values.iter().filter_map(|it| match it {
            Value::Temp(pc) => Some(*pc),
            _ => None,
        });
        temps.collect()
    };
    for exit in exits {
        rest.extend(temps(&exit.values));
    }
    for item in summary.items.iter().filter(|it| it.kind.is_effect()) {
        rest.extend(item.kind.operands().into_iter().flat_map(temps));
        if !item.result.is_empty() {
            needed.insert(item.pc);
        }
    }
    while let Some(pc) = rest.pop() {
        if needed.insert(pc) {
            let items = summary.items.iter().filter(|it| it.pc == pc);
            rest.extend(items.flat_map(|it| it.kind.operands()).flat_map(temps));
        }
    }
    needed
}

fn declaration(item: &Item) -> String {
    let kind = type_text(&item.result);
    match (item.in_loop, is_primitive(&item.result)) {
        (true, true) => String::new(),
        (true, false) => format!(
            "    heddle.Contents t{} = new heddle.Contents();\n",
            item.pc
        ),
        (false, true) if item.result == "Z" => format!("    boolean t{} = false;\n", item.pc),
        (false, true) => format!("    {kind} t{} = 0;\n", item.pc),
        (false, false) => format!("    {kind} t{} = null;\n", item.pc),
    }
}

fn is_primitive(descriptor: &str) -> bool {
    !descriptor.starts_with(['L', '['])
}

fn descriptor_of(class: &str) -> String {
    format!("L{class};")
}

/// A class as it is written.
fn class_text(name: &str) -> String {
    name.replace(['/', '$'], ".")
}

/// A type as it is written.
fn type_text(descriptor: &str) -> String {
    match descriptor.as_bytes().first() {
        Some(b'[') => format!("{}[]", type_text(&descriptor[1..])),
        Some(b'L') => class_text(descriptor[1..].trim_end_matches(';')),
        Some(b'V') => "void".to_owned(),
        Some(b'Z') => "boolean".to_owned(),
        Some(b'B') => "byte".to_owned(),
        Some(b'C') => "char".to_owned(),
        Some(b'S') => "short".to_owned(),
        Some(b'J') => "long".to_owned(),
        Some(b'F') => "float".to_owned(),
        Some(b'D') => "double".to_owned(),
        _ => "int".to_owned(),
    }
}

fn parameter_types(descriptor: &str) -> Vec<String> {
    let signature = program::descriptor::Signature::parse(descriptor);
    signature.map_or(Vec::new(), |it| {
        it.parameters.iter().map(ToString::to_string).collect()
    })
}

fn result_type(descriptor: &str) -> &str {
    descriptor.rsplit_once(')').map_or("V", |it| it.1)
}

/// Any value of a type.
fn any_text(descriptor: &str) -> Option<String> {
    let name = match descriptor {
        "Z" => "chooseBoolean",
        "B" => "anyByte",
        "C" => "anyChar",
        "S" => "anyShort",
        "I" => "anyInt",
        "J" => "anyLong",
        "F" => "anyFloat",
        "D" => "anyDouble",
        "Ljava/lang/String;" => "anyString",
        _ => return None,
    };
    Some(format!("heddle.Heddle.{name}()"))
}

fn constant_text(bits: u64, descriptor: &str) -> String {
    match descriptor {
        "Z" => (bits != 0).to_string(),
        "B" | "C" | "S" => format!("({}) {}", type_text(descriptor), bits as i64),
        "J" => format!("{}L", bits as i64),
        "F" => format!("Float.intBitsToFloat({})", bits as u32 as i32),
        "D" => format!("Double.longBitsToDouble({}L)", bits as i64),
        _ => (bits as i64).to_string(),
    }
}

/// The exceptions that a method declares.
fn throws_text(context: &Context<'_>, method: MethodId) -> String {
    let method = context.program.method(method);
    let Some(file) = &context.program.class(method.class).file else {
        return String::new();
    };
    let Some(found) = file.methods.get(usize::from(method.index)) else {
        return String::new();
    };
    let mut names = Vec::new();
    for attribute in &found.attributes {
        if let ristretto_classfile::attributes::Attribute::Exceptions {
            exception_indexes, ..
        } = attribute
        {
            for index in exception_indexes {
                if let Ok(name) = file.constant_pool.try_get_class(*index) {
                    names.push(class_text(&name.to_string()));
                }
            }
        }
    }
    match names.is_empty() {
        true => String::new(),
        false => format!(" throws {}", names.join(", ")),
    }
}
