//! One class of an environment as source.

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, MethodId};

use super::text::{any_text, class_text, is_primitive, parameter_types, result_type, type_text};
use super::{Effects, Needed, Precision};
use crate::effects::{self, Context, Exit, Item, ItemKind, Refusal, Summary, Value, Values};
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
        text += &format!(
            " extends {}",
            class_text(context.unit, &program.class(parent).name)
        );
    }
    let mut interfaces: Vec<String> = found
        .interfaces
        .iter()
        .filter(|it| context.unit.role(**it) != Role::Environment)
        .map(|it| class_text(context.unit, &program.class(*it).name))
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
            let kind = type_text(context.unit, &field.descriptor);
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
        used: match needed {
            Needed::Own(_, summary) => used(context, summary),
            _ => BTreeSet::new(),
        },
    };
    let types = parameter_types(&method.descriptor);
    let shift = usize::from(!method.is_static());
    let parameters: Vec<String> = types
        .iter()
        .enumerate()
        .map(|(index, it)| format!("{} p{}", type_text(context.unit, it), index + shift))
        .collect();
    let parameters = parameters.join(", ");
    let result = type_text(context.unit, result_type(&method.descriptor));
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
                    "  public {class}({parameters}){throws} {{\n{chain}    heddleConstruct({});\n  }}\n\n  \
                     public void heddleConstruct({parameters}){throws} {{\n{body}  }}\n\n",
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
pub(super) struct Writer<'a, 'p> {
    pub(super) context: &'a Context<'p>,
    pub(super) precision: Precision,
    pub(super) method: MethodId,
    summary: Option<&'a Summary>,
    /// The items whose results effects and exits are made of.
    used: BTreeSet<u32>,
}

impl Writer<'_, '_> {
    pub(super) fn refuse(&self, pc: u32, what: impl Into<String>) -> Refusal {
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
            let value = match any_text(result) {
                Some(any) => any,
                None if result.starts_with('L') => {
                    let kind = type_text(self.context.unit, result);
                    format!("{container}.{}({kind}.class)", self.any())
                }
                None => {
                    return Err(Refusal {
                        place: self.context.program.describe_method(self.method),
                        what: "an array of the library reaches the unit".to_owned(),
                    });
                }
            };
            text += &format!("    return {value};\n");
        }
        Ok(text)
    }

    pub(super) fn any(&self) -> &'static str {
        match self.precision.no_nulls {
            true => "any",
            false => "anyOrNull",
        }
    }

    /// Whether something is made of the result of the item at this pc.
    pub(super) fn is_used(&self, pc: u32) -> bool {
        self.used.contains(&pc)
    }

    pub(super) fn items(&self) -> &[Item] {
        self.summary.map_or(&[], |it| &it.items)
    }

    pub(super) fn item(&self, pc: u32) -> Option<&Item> {
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
                    text += &declaration(self.context, item);
                }
            }
        }
        let caught: BTreeSet<u32> = summary
            .items
            .iter()
            .flat_map(|it| it.handlers.iter().map(|it| it.1))
            .collect();
        for pc in caught {
            text += &format!("    java.lang.Throwable c{pc} = null;\n");
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
        if let Some(null) = &exit.null {
            let tests: Result<Vec<String>, Refusal> = null
                .iter()
                .map(|it| {
                    Ok(format!(
                        "{} == null",
                        self.expression(exit.pc, *it, "Ljava/lang/Object;")?
                    ))
                })
                .collect();
            text += &format!("      heddle.Heddle.assume({});\n", tests?.join(" || "));
        }
        text += &match (exit.throws, result) {
            (true, _) => {
                let value = self.one(exit.pc, &exit.values, "Ljava/lang/Throwable;", false)?;
                format!("      throw heddle.Contents.raise({value});\n")
            }
            (false, "V") => "      return;\n".to_owned(),
            (false, result) => {
                let value = self.one(exit.pc, &exit.values, result, false)?;
                format!("      return {value};\n")
            }
        };
        Ok(text)
    }

    fn is_shown(&self, item: &Item, needed: &BTreeSet<u32>) -> bool {
        match is_pure(self.context, item) && item.kind.is_effect() {
            true => self.is_used(item.pc),
            false => item.kind.is_effect() || needed.contains(&item.pc),
        }
    }
}

/// Whether an item does nothing but to give its result: calls of strings and numbers are no more.
fn is_pure(context: &Context<'_>, item: &Item) -> bool {
    match item.kind {
        ItemKind::Library { method, .. } => {
            let called = context.program.method(method);
            effects::only_gives(&context.program.class(called.class).name, &called.name)
        }
        _ => !item.kind.is_effect(),
    }
}

/// The items whose results effects and exits are made of.
fn used(context: &Context<'_>, summary: &Summary) -> BTreeSet<u32> {
    let temps = |values: &Values| -> Vec<u32> {
        let temps = values.iter().filter_map(|it| match it {
            Value::Temp(pc) => Some(*pc),
            _ => None,
        });
        temps.collect()
    };
    let exits = summary.exits.iter();
    let exits = exits.flat_map(|it| std::iter::once(&it.values).chain(&it.null));
    let (pure, effects): (Vec<&Item>, Vec<&Item>) =
        summary.items.iter().partition(|it| is_pure(context, it));
    let operands = effects.into_iter().flat_map(|it| it.kind.operands());
    let mut rest: Vec<u32> = exits.chain(operands).flat_map(temps).collect();
    let mut used = BTreeSet::new();
    while let Some(pc) = rest.pop() {
        if used.insert(pc) {
            let made = pure.iter().filter(|it| it.pc == pc);
            rest.extend(made.flat_map(|it| it.kind.operands()).flat_map(temps));
        }
    }
    used
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
        null: None,
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
        rest.extend(exit.null.iter().flat_map(temps));
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

fn declaration(context: &Context<'_>, item: &Item) -> String {
    let kind = type_text(context.unit, &item.result);
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

/// The exceptions that a method declares.
fn throws_text(context: &Context<'_>, method: MethodId) -> String {
    let names = effects::declared_exceptions(context.program, method);
    let names: Vec<String> = names
        .iter()
        .map(|it| class_text(context.unit, it))
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(" throws {}", names.join(", ")),
    }
}
