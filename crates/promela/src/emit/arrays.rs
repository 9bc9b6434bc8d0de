//! New arrays, also of several dimensions.
//!
//! The arrays inside of one that is made at a place have places of their own, as many as there can be
//! (see `layout.rs`), and are never given back.

use analysis::code::exception;
use analysis::flat::Object;
use program::{ClassId, ClassShape, Register};

use super::{At, Emitter};
use crate::layout::type_of;
use crate::tree::{Expression, Item, Statement};

/// What a run that makes a longer one is told.
const LONGER: &str = "an array longer than the bound --elements";

impl Emitter<'_> {
    /// A new array of one dimension.
    pub(super) fn new_array(
        &mut self,
        at: At,
        target: Register,
        class: ClassId,
        length: Expression,
    ) {
        let negative = length.clone().binary("<", 0.into()).folded();
        self.throw_if(at, negative, exception::LENGTH);
        if self.place(at.instance, target).is_none() {
            return;
        }
        self.trap_if_longer(at, class, &length);
        self.allocate(at, target);
        let reference = self.value(at, target);
        self.set_length(at, class, reference, length);
    }

    /// How many elements an array of a class may have.
    fn stride(&self, class: ClassId) -> i32 {
        let vector = self.context.layout.elements.get(&class);
        vector.map_or(0, |it| it.stride)
    }

    fn trap_if_longer(&mut self, at: At, class: ClassId, length: &Expression) {
        let stride = self.stride(class);
        let longer = length.clone().binary(">", stride.into()).folded();
        self.trap_if(at, longer, LONGER, true);
    }

    fn set_length(&mut self, at: At, class: ClassId, array: Expression, length: Expression) {
        if let Some(vector) = self.context.layout.lengths.get(&class)
            && !vector.fixed
        {
            let place = Expression::element(&vector.name, array, vector.base);
            self.add(at, Statement::Assign(place, length));
        }
    }

    /// A new array whose elements are new arrays, and so on.
    pub(super) fn nested_arrays(
        &mut self,
        at: At,
        target: Register,
        class: ClassId,
        lengths: &[Register],
    ) {
        let lengths: Vec<Expression> = lengths.iter().map(|it| self.value(at, *it)).collect();
        for length in &lengths {
            let negative = length.clone().binary("<", 0.into()).folded();
            self.throw_if(at, negative, exception::LENGTH);
        }
        let Some((first, inner)) = lengths.split_first() else {
            return;
        };
        if self.place(at.instance, target).is_none() {
            return;
        }
        self.new_array(at, target, class, first.clone());
        // The register may be that of a length.
        let kind = program::Kind::Reference;
        let whole = self.declare("array", type_of(self.context.layout, kind), String::new());
        self.holds(&whole, self.context.points.register(at.method, target));
        let whole = Expression::Variable(whole);
        let made = self.value(at, target);
        self.add(at, Statement::Assign(whole.clone(), made));
        self.fill(at, class, &whole, first, inner, 1);
        self.add(at, Statement::Assign(whole, 0.into()));
    }

    /// Puts new arrays into an array that has just been made.
    fn fill(
        &mut self,
        at: At,
        class: ClassId,
        outer: &Expression,
        length: &Expression,
        inner: &[Expression],
        level: u8,
    ) {
        let context = self.context;
        let shape = context.program.class(class).shape;
        let (Some((next, deeper)), ClassShape::Array { element, .. }) =
            (inner.split_first(), shape)
        else {
            return;
        };
        if !context.relevance.elements.contains(&class) {
            return;
        }
        let part = context.points.id_of(Object::Part(at.method, at.pc, level));
        let run = part.and_then(|part| Some((part, *context.layout.places.get(&part)?)));
        let (Some((part, (first, last))), Some(vector)) =
            (run, context.layout.elements.get(&class))
        else {
            return self.unsupported(at, "an array that has no place");
        };
        let Some(counter) = context.shared.made.get(&part) else {
            return self.unsupported(at, "an array that has no place");
        };
        self.trap_if_longer(at, element, next);
        let counter = Expression::variable(counter);
        let kind = type_of(context.layout, program::Kind::Reference);
        let made = Expression::Variable(self.declare("array", kind, String::new()));
        for index in 0..vector.stride {
            let over = self.label();
            let beyond = length.clone().binary("<=", index.into()).folded();
            self.branch(at, beyond, over);
            let full = counter.clone().binary("==", (last - first + 1).into());
            self.trap_if(at, full, "more objects than the bound --instances", true);
            let new = counter.clone().binary("+", first.into());
            self.add(at, Statement::Assign(made.clone(), new));
            let more = counter.clone().binary("+", 1.into());
            self.add(at, Statement::Assign(counter.clone(), more));
            self.set_length(at, element, made.clone(), next.clone());
            let offset = outer.clone().minus(vector.base);
            let offset = offset.binary("*", vector.stride.into());
            let place = offset.binary("+", index.into());
            let place = Expression::Element(vector.name.clone(), Box::new(place));
            self.add(at, Statement::Assign(place, made.clone()));
            self.fill(at, element, &made, next, deeper, level + 1);
            self.items.push(Item::Label(over));
        }
        self.add(at, Statement::Assign(made, 0.into()));
    }
}
