//! Where the objects of the program live in the model.
//!
//! A reference is a number: 0 is null, and every class has a run of numbers, subclasses inside that
//! of their superclass. So a class test is a comparison with two numbers, and a field is one vector
//! over the run of the class that declares it: inherited fields need no link to a super object.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use analysis::code;
use analysis::flat::{FlatPoints, Node, Object, ObjectId};
use analysis::world::World;
use program::{ClassId, ClassShape, FieldId, Instruction, Kind, MethodId, Program};

use crate::relevance::Relevance;
use crate::tree::{Declaration, Expression, Name, Type};

/// Bounds of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Objects made at one allocation site.
    pub instances: u32,
    /// Elements of an array whose length is not known.
    pub elements: u32,
    /// Nested calls of a method by itself.
    pub recursion: u32,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            instances: 4,
            elements: 16,
            recursion: 4,
        }
    }
}

/// A run of reference numbers, both ends included.
pub type Run = (i32, i32);

/// The vector of a field, or of elements.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Its name.
    pub name: Name,
    /// The reference that its first element belongs to.
    pub base: i32,
    /// Elements of the vector for each object.
    pub stride: i32,
    /// Whether nothing ever writes it.
    pub fixed: bool,
    /// What it starts with.
    pub values: Vec<i32>,
}

/// The objects of a model.
#[derive(Debug)]
pub struct Layout {
    /// The reference of each object, and for sites how many follow.
    pub places: BTreeMap<ObjectId, Run>,
    /// Objects by their first reference.
    pub by_reference: Vec<(i32, ObjectId)>,
    /// The greatest reference.
    pub last: i32,
    /// The bounds it was made with.
    pub bounds: Bounds,
    /// Vectors and variables of fields.
    pub fields: BTreeMap<FieldId, Vector>,
    /// Vectors of elements, by array class.
    pub elements: BTreeMap<ClassId, Vector>,
    /// Vectors of lengths, by array class.
    pub lengths: BTreeMap<ClassId, Vector>,
    /// Array classes with elements that the model can't hold.
    pub wide_elements: BTreeSet<ClassId>,
    /// What clocks have shown in the initial state, as the model's clock would have.
    pub moments: BTreeMap<u64, i32>,
    /// All shared variables.
    pub declarations: Vec<Declaration>,
    /// Concrete objects with words that the model can't express (large longs), by field.
    pub wide: BTreeSet<FieldId>,
    /// Sites that may make more than one object.
    pub counted: BTreeSet<ObjectId>,
    names: BTreeSet<Name>,
}

impl Layout {
    /// The type of a reference.
    pub fn reference_type(&self) -> Type {
        Type::of_range(0, i64::from(self.last).max(2))
    }

    /// The run of all objects whose class is a subtype of `class`; several for interfaces.
    pub fn runs_of(&self, program: &Program, points: &FlatPoints, class: ClassId) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (_, object) in &self.by_reference {
            if !program.is_subtype(points.classes[*object as usize], class) {
                continue;
            }
            let (first, last) = self.places[object];
            match runs.last_mut() {
                Some(run) if run.1 + 1 == first => run.1 = last,
                _ => runs.push((first, last)),
            }
        }
        runs
    }

    /// Runs of all objects of exactly this class.
    pub fn runs_of_exactly(&self, points: &FlatPoints, class: ClassId) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (_, object) in &self.by_reference {
            if points.classes[*object as usize] != class {
                continue;
            }
            let (first, last) = self.places[object];
            match runs.last_mut() {
                Some(run) if run.1 + 1 == first => run.1 = last,
                _ => runs.push((first, last)),
            }
        }
        runs
    }

    /// A name that is not taken yet.
    pub fn fresh(&mut self, wish: &str) -> Name {
        fresh(&mut self.names, wish)
    }

    /// The place of an object in the model.
    pub fn reference(&self, object: ObjectId) -> Option<i32> {
        self.places.get(&object).map(|run| run.0)
    }

    /// Adds a shared variable or vector.
    pub fn declare(
        &mut self,
        wish: &str,
        kind: Type,
        length: Option<usize>,
        comment: &str,
    ) -> Name {
        let name = self.fresh(wish);
        self.declarations.push(Declaration {
            name: Rc::clone(&name),
            kind,
            length,
            values: Vec::new(),
            fixed: false,
            comment: comment.to_owned(),
        });
        name
    }
}

/// A name for something of the Java program, such as `Buffer__used`. Neither Promela, nor C, nor the
/// verifiers that SPIN makes have names with two underscores inside (but for one, see [`reserved`]), so
/// whatever the Java program calls its things, the model means its own.
pub(crate) fn java_name(owner: &str, what: &str) -> String {
    let short = |text: &str, most: usize| -> String { plain(text).chars().take(most).collect() };
    format!("{}__{}", short(owner, 36), short(what, 24))
}

/// Names that nothing may have.
pub(crate) fn reserved() -> BTreeSet<Name> {
    BTreeSet::from(["P__Q".into()])
}

/// The name of a process type. SPIN makes another one of it, which has to be free, too.
pub(crate) fn process_name(names: &mut BTreeSet<Name>, wish: &str) -> Name {
    loop {
        let name = fresh(names, wish);
        if names.insert(made_of(&name)) {
            return name;
        }
    }
}

/// What SPIN calls the variables of a process type.
pub(crate) fn made_of(process: &str) -> Name {
    format!("P{process}").into()
}

fn plain(text: &str) -> String {
    let letters = text.chars();
    letters
        .map(|it| if it.is_ascii_alphanumeric() { it } else { '_' })
        .collect()
}

/// A Promela name like the wish that is not in the set, which it joins.
pub(crate) fn fresh(names: &mut BTreeSet<Name>, wish: &str) -> Name {
    let mut plain = plain(wish);
    if !plain.starts_with(|it: char| it.is_ascii_alphabetic()) {
        plain.insert(0, 'x');
    }
    let mut name = plain.clone();
    let mut number = 2;
    while names.contains(name.as_str()) {
        name = format!("{plain}_{number}");
        number += 1;
    }
    let name: Name = name.into();
    names.insert(Rc::clone(&name));
    name
}

/// `java/util/concurrent/Node$A` as `Node_A`.
pub(crate) fn short_name(program: &Program, class: ClassId) -> String {
    let name = &program.class(class).name;
    let last = name.rsplit('/').next().unwrap_or(name);
    last.trim_end_matches(';').replace(['[', '$', '.'], "_")
}

/// What [`layout`] works from.
pub struct Ground<'a> {
    /// The program.
    pub program: &'a Program,
    /// The initial state.
    pub world: &'a mut dyn World,
    /// Where references point.
    pub points: &'a FlatPoints,
    /// What matters.
    pub relevance: &'a Relevance,
    /// Fields that reachable code writes.
    pub written: &'a BTreeSet<FieldId>,
    /// Array classes whose elements reachable code writes.
    pub written_elements: &'a BTreeSet<ClassId>,
}

/// Gives every object its place, and every field its vector.
pub fn layout(
    ground: &mut Ground<'_>,
    bounds: Bounds,
    once: &dyn Fn(MethodId, u32) -> bool,
) -> Layout {
    let mut layout = Layout {
        places: BTreeMap::new(),
        by_reference: Vec::new(),
        last: 0,
        bounds,
        fields: BTreeMap::new(),
        elements: BTreeMap::new(),
        lengths: BTreeMap::new(),
        declarations: Vec::new(),
        wide: BTreeSet::new(),
        wide_elements: BTreeSet::new(),
        moments: BTreeMap::new(),
        counted: BTreeSet::new(),
        names: reserved(),
    };
    place_objects(&mut layout, ground, once);
    find_moments(&mut layout, ground);
    let fields: Vec<FieldId> = ground.relevance.fields.iter().copied().collect();
    for field in fields {
        place_field(&mut layout, ground, field);
    }
    let classes: BTreeSet<ClassId> = layout
        .places
        .keys()
        .map(|object| ground.points.classes[*object as usize])
        .filter(|class| matches!(ground.program.class(*class).shape, ClassShape::Array { .. }))
        .collect();
    for class in classes {
        place_array(&mut layout, ground, class);
    }
    layout
}

/// The objects that relevant references can mean, in the order of their classes.
fn place_objects(layout: &mut Layout, ground: &Ground<'_>, once: &dyn Fn(MethodId, u32) -> bool) {
    let points = ground.points;
    let mut wanted: BTreeSet<ObjectId> = points.threads.keys().copied().collect();
    wanted.insert(points.main);
    for (node, set) in points.nodes() {
        let matters = match node {
            Node::Register(method, register) => ground.relevance.has(method, register),
            Node::Field(object, slot) => {
                let class = points.classes[object as usize];
                code::instance_field(ground.program, class, slot)
                    .is_some_and(|field| ground.relevance.fields.contains(&field))
            }
            Node::Elements(object) => ground
                .relevance
                .elements
                .contains(&points.classes[object as usize]),
            Node::Static(class, slot) => static_field(ground.program, class, slot)
                .is_some_and(|field| ground.relevance.fields.contains(&field)),
            Node::Return(method) => ground.relevance.results.contains(&method),
            Node::Raised(_) => true,
        };
        if matters {
            wanted.extend(set);
        }
    }
    let mut ordered: Vec<(Vec<ClassId>, Object, ObjectId)> = wanted
        .into_iter()
        .map(|id| {
            let path = path_of(ground.program, points.classes[id as usize]);
            (path, points.objects[id as usize], id)
        })
        .collect();
    ordered.sort();
    let mut next = 1;
    for (_, object, id) in ordered {
        let count = match object {
            Object::Site(method, pc) if !once(method, pc) => {
                layout.counted.insert(id);
                layout.bounds.instances as i32
            }
            Object::Part(method, pc, level) => {
                layout.counted.insert(id);
                let tops = match once(method, pc) {
                    true => 1,
                    false => layout.bounds.instances,
                };
                let outer = (0..level).map(|level| {
                    let length = constant_length(ground.program, method, pc, level);
                    length.unwrap_or(layout.bounds.elements)
                });
                outer.fold(tops, u32::saturating_mul).clamp(1, MOST_PARTS) as i32
            }
            _ => 1,
        };
        layout.places.insert(id, (next, next + count - 1));
        layout.by_reference.push((next, id));
        next += count;
    }
    layout.last = next - 1;
}

/// A class and its superclasses, outermost first.
fn path_of(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut path = vec![class];
    let mut current = program.class(class).superclass;
    while let Some(id) = current {
        path.push(id);
        current = program.class(id).superclass;
    }
    path.reverse();
    path
}

/// The static field at a slot.
pub(crate) fn static_field(program: &Program, class: ClassId, slot: u16) -> Option<FieldId> {
    let fields = program.class(class).fields.iter().copied();
    fields.into_iter().find(|field| {
        let field = program.field(*field);
        field.is_static && field.slot == slot
    })
}

/// The Promela type of a Java kind.
pub(crate) fn type_of(layout: &Layout, kind: Kind) -> Type {
    match kind {
        Kind::Boolean => Type::Bit,
        Kind::Byte | Kind::Short => Type::Short,
        Kind::Char | Kind::Int | Kind::Long | Kind::Float | Kind::Double => Type::Int,
        Kind::Reference => layout.reference_type(),
    }
}

/// A word of the initial heap as a number of the model; `None` if it does not fit.
pub(crate) fn number(layout: &Layout, points: &FlatPoints, kind: Kind, word: u64) -> Option<i32> {
    match kind {
        Kind::Reference if word == 0 => Some(0),
        Kind::Reference => {
            let object = points.id_of(Object::Concrete(word as u32));
            // An object that no relevant reference can mean is never looked at.
            Some(
                object
                    .and_then(|object| layout.reference(object))
                    .unwrap_or(0),
            )
        }
        Kind::Long => {
            let small = i32::try_from(word as i64).ok();
            small.or_else(|| layout.moments.get(&word).copied())
        }
        Kind::Double => i32::try_from(word as i64).ok(),
        _ => Some(word as i32),
    }
}

/// What the clock of a model shows at its beginning, in nanoseconds and in milliseconds: like the time
/// of day, neither 0 nor below.
pub const MOMENT: i32 = 0x5eed;

/// Finds what clocks have shown in the initial heap and in the main thread's variables.
fn find_moments(layout: &mut Layout, ground: &mut Ground<'_>) {
    if !ground.relevance.clock {
        return;
    }
    let mut words: BTreeSet<u64> = BTreeSet::new();
    for frame in ground.world.frames() {
        words.extend(frame.registers);
    }
    for object in &ground.points.objects {
        if let Object::Concrete(name) = object {
            words.extend(ground.world.object(*name).words);
        }
    }
    for field in &ground.relevance.fields {
        let field = ground.program.field(*field);
        if field.is_static {
            words.extend(ground.world.statics(field.class));
        }
    }
    for word in words {
        let shown = ground.world.shown_by_clock(word);
        let moment = shown.and_then(|it| i32::try_from(it + i64::from(MOMENT)).ok());
        layout.moments.extend(moment.map(|it| (word, it)));
    }
}

fn place_field(layout: &mut Layout, ground: &mut Ground<'_>, field: FieldId) {
    let (program, points) = (ground.program, ground.points);
    let found = program.field(field);
    let owner = short_name(program, found.class);
    let kind = type_of(layout, found.kind);
    let fixed = !ground.written.contains(&field);
    let comment = format!(
        "{}.{}",
        program.class(found.class).name.replace('/', "."),
        found.name
    );
    let name = layout.fresh(&java_name(&owner, &found.name));
    if found.is_static {
        let word = ground
            .world
            .statics(found.class)
            .get(usize::from(found.slot))
            .copied();
        let value = number(layout, points, found.kind, word.unwrap_or(0)).unwrap_or_else(|| {
            layout.wide.insert(field);
            0
        });
        layout.fields.insert(
            field,
            Vector {
                name: Rc::clone(&name),
                base: 0,
                stride: 0,
                fixed,
                values: vec![value],
            },
        );
        if !fixed {
            layout.declarations.push(Declaration {
                name,
                kind,
                length: None,
                values: vec![value],
                fixed,
                comment,
            });
        }
        return;
    }
    let runs = layout.runs_of(program, points, found.class);
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else {
        return;
    };
    let (base, length) = (first.0, (last.1 - first.0 + 1) as usize);
    let mut values = vec![0; length];
    for (reference, object) in layout.by_reference.clone() {
        let within = (base..=last.1).contains(&reference);
        if !within || !program.is_subtype(points.classes[object as usize], found.class) {
            continue;
        }
        if let Object::Concrete(name) = points.objects[object as usize] {
            let word = ground
                .world
                .object(name)
                .words
                .get(usize::from(found.slot))
                .copied();
            values[(reference - base) as usize] =
                number(layout, points, found.kind, word.unwrap_or(0)).unwrap_or_else(|| {
                    layout.wide.insert(field);
                    0
                });
        }
    }
    layout.fields.insert(
        field,
        Vector {
            name: Rc::clone(&name),
            base,
            stride: 1,
            fixed,
            values: values.clone(),
        },
    );
    layout.declarations.push(Declaration {
        name,
        kind,
        length: Some(length),
        values,
        fixed,
        comment,
    });
}

fn place_array(layout: &mut Layout, ground: &mut Ground<'_>, class: ClassId) {
    let (program, points) = (ground.program, ground.points);
    let ClassShape::Array { kind, .. } = program.class(class).shape else {
        return;
    };
    let runs = layout.runs_of_exactly(points, class);
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else {
        return;
    };
    let (base, count) = (first.0, (last.1 - first.0 + 1) as usize);
    let mut lengths = vec![0; count];
    let mut contents: Vec<(i32, Vec<u64>)> = Vec::new();
    let mut longest = 1;
    let mut made = false;
    for (reference, object) in layout.by_reference.clone() {
        if points.classes[object as usize] != class {
            continue;
        }
        match points.objects[object as usize] {
            Object::Concrete(name) => {
                let words = ground.world.object(name).words;
                lengths[(reference - base) as usize] = words.len() as i32;
                longest = longest.max(words.len());
                contents.push((reference, words));
            }
            Object::Part(method, pc, level) => {
                made = true;
                let constant = constant_length(program, method, pc, level);
                longest = longest.max(constant.unwrap_or(layout.bounds.elements) as usize);
            }
            Object::Site(method, pc) => {
                made = true;
                let constant = match program.body(method).code[pc as usize] {
                    // A copy is as long as some other array.
                    Instruction::Invoke { .. } => Some(1),
                    _ => constant_length(program, method, pc, 0),
                };
                longest = longest.max(constant.unwrap_or(layout.bounds.elements) as usize);
            }
            _ => {}
        }
    }
    let short = short_name(program, class);
    let comment = program.class(class).name.replace('/', ".");
    let name = layout.fresh(&java_name(&short, "length"));
    layout.lengths.insert(
        class,
        Vector {
            name: Rc::clone(&name),
            base,
            stride: 1,
            fixed: !made,
            values: lengths.clone(),
        },
    );
    layout.declarations.push(Declaration {
        name,
        kind: Type::of_range(0, longest as i64),
        length: Some(count),
        values: lengths,
        fixed: !made,
        comment: format!("lengths of {comment}"),
    });
    if !ground.relevance.elements.contains(&class) {
        let vector = Vector {
            name: "".into(),
            base,
            stride: longest as i32,
            fixed: true,
            values: Vec::new(),
        };
        layout.elements.insert(class, vector);
        return;
    }
    let mut values = vec![0; count * longest];
    for (reference, words) in contents {
        for (index, word) in words.into_iter().enumerate() {
            let at = (reference - base) as usize * longest + index;
            values[at] = number(layout, points, kind, word).unwrap_or_else(|| {
                layout.wide_elements.insert(class);
                0
            });
        }
    }
    let fixed = !made && !ground.written_elements.contains(&class);
    let name = layout.fresh(&java_name(&short, "elements"));
    layout.elements.insert(
        class,
        Vector {
            name: Rc::clone(&name),
            base,
            stride: longest as i32,
            fixed,
            values: values.clone(),
        },
    );
    let kind = type_of(layout, kind);
    layout.declarations.push(Declaration {
        name,
        kind,
        length: Some(count * longest),
        values,
        fixed,
        comment: format!("elements of {comment}, {longest} for each"),
    });
}

/// Arrays inside of others that a site may make.
const MOST_PARTS: u32 = 256;

/// The length of an array made at a site, so many levels down, if it is written there.
fn constant_length(program: &Program, method: MethodId, pc: u32, level: u8) -> Option<u32> {
    let body = program.body(method);
    let length = match body.code[pc as usize] {
        Instruction::NewArray { length, .. } => length,
        Instruction::NewMultiArray { lengths, .. } => {
            *body.argument_registers(lengths).get(usize::from(level))?
        }
        _ => return None,
    };
    match code::only_definition(body, length)? {
        Instruction::Constant { value, .. } => u32::try_from(value).ok().filter(|it| *it < 4096),
        _ => None,
    }
}

/// `first <= reference && reference <= last` for one of the runs.
pub(crate) fn within(reference: &Expression, runs: &[Run]) -> Expression {
    if let Expression::Number(value) = reference {
        let found = runs.iter().any(|run| (run.0..=run.1).contains(value));
        return Expression::Number(i32::from(found));
    }
    runs.iter()
        .fold(Expression::Number(0), |so_far, (first, last)| {
            let one = if first == last {
                reference.clone().binary("==", Expression::Number(*first))
            } else {
                let low = reference.clone().binary(">=", Expression::Number(*first));
                low.binary(
                    "&&",
                    reference.clone().binary("<=", Expression::Number(*last)),
                )
            };
            so_far.or(one)
        })
}
