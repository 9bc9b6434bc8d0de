//! Accesses by `VarHandle` and `Unsafe`: each is one step.

use analysis::code::exception;
use analysis::flat::{AccessTarget, AtomicAccess};
use analysis::intrinsic::Access;
use program::{FieldId, Kind, Register};

use super::{At, Emitter};
use crate::tree::{Expression, Statement};

impl Emitter<'_> {
    /// An access in one step.
    pub(super) fn atomic_access(&mut self, at: At, target: Register, access: &AtomicAccess) {
        match access.target {
            AccessTarget::Field(object, field) => {
                self.field_access(at, target, access, Some(object), field)
            }
            AccessTarget::Static(field) => self.field_access(at, target, access, None, field),
            AccessTarget::Element(array, index) => {
                self.element_access(at, target, access, (array, index))
            }
        }
    }

    fn field_access(
        &mut self,
        at: At,
        target: Register,
        access: &AtomicAccess,
        object: Option<Register>,
        field: FieldId,
    ) {
        if !self.context.layout.fields.contains_key(&field) {
            if self.context.relevance.fields.contains(&field) {
                self.unsupported(at, "a field that no object has");
            }
            return;
        }
        if let Some(object) = object {
            self.throw_if_null(at, object);
        }
        self.stop_if_visible(at);
        let Some(place) = self.field_place(at, object, field) else {
            return;
        };
        let kind = self.context.program.field(field).kind;
        self.access_place(at, target, access, place, kind);
    }

    fn throw_if_null(&mut self, at: At, object: Register) {
        if self.context.site(at.method, at.pc).may_be_null(object) {
            let value = self.value(at, object);
            self.throw_if(at, value.equals(0.into()), exception::NULL);
        }
    }

    fn element_access(
        &mut self,
        at: At,
        target: Register,
        access: &AtomicAccess,
        (array, index): (Register, Register),
    ) {
        self.throw_if_null(at, array);
        let index = self.value(at, index);
        self.by_class(at, array, |emitter| {
            if !emitter.check_index(at, array, &index) {
                return;
            }
            emitter.stop_if_visible(at);
            let kind = emitter.element_kind(at, array);
            match emitter.element(at, array, index.clone()) {
                Some(place) => emitter.access_place(at, target, access, place, kind),
                // Nothing depends on what is there.
                None => emitter.visible_statement(at, Statement::Skip),
            }
        });
    }

    /// The access, where it is known what to.
    fn access_place(
        &mut self,
        at: At,
        target: Register,
        access: &AtomicAccess,
        place: Expression,
        kind: Kind,
    ) {
        let values: Vec<Expression> = access.values.iter().map(|it| self.value(at, *it)).collect();
        let result = self.place(at.instance, target);
        match access.access {
            Access::Get => self.visible(at, target, place),
            Access::Put => self.visible_statement(at, Statement::Assign(place, values[0].clone())),
            Access::GetAndSet => {
                self.old_value(at, result, &place);
                self.add(at, Statement::Assign(place, values[0].clone()));
            }
            Access::GetAndAdd | Access::GetAndAnd | Access::GetAndOr | Access::GetAndXor => {
                let operator = match access.access {
                    Access::GetAndAnd => "&",
                    Access::GetAndOr => "|",
                    Access::GetAndXor => "^",
                    _ => "+",
                };
                if operator == "+" && kind == Kind::Long {
                    let sum = crate::arithmetic::binary(
                        program::BinaryOperator::LAdd,
                        place.clone(),
                        values[0].clone(),
                    );
                    if let Some(misfit) = sum.and_then(|it| it.misfit) {
                        // The check itself must be the step that others notice.
                        self.visible_statement(at, Statement::Skip);
                        self.trap_if(at, misfit, "a long beyond 32 bits", false);
                    }
                }
                let helper = Expression::variable(&self.helper.clone());
                self.visible_statement(at, Statement::Assign(helper.clone(), place.clone()));
                self.add(
                    at,
                    Statement::Assign(place, helper.clone().binary(operator, values[0].clone())),
                );
                if let Some(result) = result {
                    self.add(at, Statement::Assign(result, helper.clone()));
                }
                self.add(at, Statement::Assign(helper, 0.into()));
            }
            Access::CompareAndSet | Access::CompareAndExchange => {
                let helper = Expression::variable(&self.helper.clone());
                self.visible_statement(at, Statement::Assign(helper.clone(), place.clone()));
                let is_equal = helper.clone().binary("==", values[0].clone());
                let set = vec![
                    Statement::Guard(is_equal.clone()),
                    Statement::Assign(place, values[1].clone()),
                ];
                self.add(at, Statement::If(vec![set], Some(Vec::new())));
                if let Some(result) = result {
                    let value = match access.access {
                        Access::CompareAndSet => is_equal,
                        _ => helper.clone(),
                    };
                    self.add(at, Statement::Assign(result, value));
                }
                self.add(at, Statement::Assign(helper, 0.into()));
            }
        }
    }

    fn old_value(&mut self, at: At, result: Option<Expression>, place: &Expression) {
        match result {
            Some(result) => self.visible_statement(at, Statement::Assign(result, place.clone())),
            None => self.visible_statement(at, Statement::Skip),
        }
    }
}
