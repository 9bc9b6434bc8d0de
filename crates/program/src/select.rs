//! Subtyping, resolution and selection: what a name or a method means on a class.
//!
//! Selection of an interface's method searches by name. Each class remembers the answers in a
//! small table of atomics, one word for an entry: a hit costs one load and no lock.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::class::{Class, ClassShape, Method, MethodCode, SignatureId};
use crate::ids::{ClassId, FieldId, MethodId};
use crate::program::{LoadError, Program};

/// Entries of a class's table of selected methods; a power of two.
const REMEMBERED: usize = 32;

/// Stands for "no method" in such an entry.
const NOTHING: u32 = u32::MAX;

impl Program {
    /// Whether a value of type `class` may be assigned to `target` (array covariance included).
    pub fn is_subtype(&self, class: ClassId, target: ClassId) -> bool {
        if class == target {
            return true;
        }
        let from = self.class(class);
        if from.supertypes.binary_search(&target).is_ok() {
            return true;
        }
        match (from.shape, self.class(target).shape) {
            (ClassShape::Array { element: from, .. }, ClassShape::Array { element: to, .. }) => {
                let is_primitive =
                    |id: ClassId| matches!(self.class(id).shape, ClassShape::Primitive(_));
                !is_primitive(from) && !is_primitive(to) && self.is_subtype(from, to)
            }
            _ => false,
        }
    }

    /// The method that `method` means on a receiver of class `class` (JVMS 5.4.6): by vtable for
    /// classes' methods, by search (cached) for interfaces'. `None`: `AbstractMethodError`.
    pub fn select(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let meant = self.method(method);
        let class = self.class(class);
        if let Some(index) = meant.vtable_index {
            let found = *class.vtable.get(usize::from(index))?;
            return self.unless_abstract(found);
        }
        if meant.is_static() || meant.is_private() || meant.is_initializer() {
            return self.unless_abstract(method);
        }
        let table = class
            .selected
            .get_or_init(|| (0..REMEMBERED).map(|_| AtomicU64::new(0)).collect());
        let entry = &table[method.index() % REMEMBERED];
        let known = entry.load(Ordering::Relaxed);
        if known >> 32 == u64::from(method.0) + 1 {
            let found = known as u32;
            return (found != NOTHING).then_some(MethodId(found));
        }
        let found = self.search(class, meant);
        let number = found.map_or(NOTHING, |method| method.0);
        entry.store(
            (u64::from(method.0) + 1) << 32 | u64::from(number),
            Ordering::Relaxed,
        );
        found
    }

    /// Selects an interface's method: the class's own or inherited one, else the one default.
    fn search(&self, class: &Class, meant: &Method) -> Option<MethodId> {
        let mut ancestor = Some(class);
        while let Some(current) = ancestor {
            let own = current
                .methods
                .iter()
                .map(|id| self.method(*id))
                .find(|method| {
                    method.signature == meant.signature
                        && !method.is_static()
                        && !method.is_private()
                });
            if let Some(own) = own {
                return self.unless_abstract(own.id);
            }
            ancestor = current.superclass.map(|parent| self.class(parent));
        }
        let mut concrete = self
            .most_specific(class, meant.signature)
            .into_iter()
            .filter(|id| self.method(*id).code != MethodCode::Abstract);
        let only = concrete.next()?;
        concrete.next().is_none().then_some(only)
    }

    fn unless_abstract(&self, method: MethodId) -> Option<MethodId> {
        (self.method(method).code != MethodCode::Abstract).then_some(method)
    }

    /// The maximally-specific methods of the class's superinterfaces (JVMS 5.4.3.3).
    fn most_specific(&self, class: &Class, signature: SignatureId) -> Vec<MethodId> {
        let mut candidates: Vec<MethodId> = Vec::new();
        for interface in class
            .supertypes
            .iter()
            .filter(|id| self.class(**id).is_interface())
        {
            let found = self.class(*interface).methods.iter().copied().find(|id| {
                let method = self.method(*id);
                method.signature == signature && !method.is_static() && !method.is_private()
            });
            candidates.extend(found);
        }
        let owners: Vec<ClassId> = candidates.iter().map(|id| self.method(*id).class).collect();
        candidates.retain(|id| {
            let owner = self.method(*id).class;
            !owners
                .iter()
                .any(|other| *other != owner && self.is_subtype(*other, owner))
        });
        candidates
    }

    /// The method declared in exactly this class.
    pub fn declared_method(
        &self,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        self.declared(self.class(class), self.signature_id(name, descriptor))
    }

    fn declared(&self, class: &Class, signature: SignatureId) -> Option<MethodId> {
        class
            .methods
            .iter()
            .copied()
            .find(|id| self.method(*id).signature == signature)
    }

    /// The method of this name found as `invokevirtual` or `invokeinterface` resolve it.
    pub fn resolve_method(
        &self,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodId, LoadError> {
        let signature = self.signature_id(name, descriptor);
        let owner = self.class(class);
        let found = if owner.is_interface() {
            self.resolve_in_interface(owner, signature)
        } else {
            self.resolve_in_class(owner, name, signature)
        };
        found.ok_or_else(|| {
            let owner = owner.name.replace('/', ".");
            let message = format!("{owner}.{name}{descriptor}");
            LoadError::Link("java/lang/NoSuchMethodError", message)
        })
    }

    fn resolve_in_class(
        &self,
        owner: &Class,
        name: &str,
        signature: SignatureId,
    ) -> Option<MethodId> {
        let mut ancestor = Some(owner);
        while let Some(current) = ancestor {
            let found = self
                .polymorphic(current, name)
                .or_else(|| self.declared(current, signature));
            if found.is_some() {
                return found;
            }
            ancestor = current.superclass.map(|parent| self.class(parent));
        }
        self.resolve_in_superinterfaces(owner, signature)
    }

    fn resolve_in_interface(&self, owner: &Class, signature: SignatureId) -> Option<MethodId> {
        if let Some(found) = self.declared(owner, signature) {
            return Some(found);
        }
        let object = owner.superclass.and_then(|object| {
            let found = self.declared(self.class(object), signature)?;
            let method = self.method(found);
            (method.access_flags & 0x0001 != 0 && !method.is_static()).then_some(found)
        });
        object.or_else(|| self.resolve_in_superinterfaces(owner, signature))
    }

    fn resolve_in_superinterfaces(
        &self,
        owner: &Class,
        signature: SignatureId,
    ) -> Option<MethodId> {
        let candidates = self.most_specific(owner, signature);
        let concrete = candidates
            .iter()
            .filter(|id| self.method(**id).code != MethodCode::Abstract);
        let concrete: Vec<&MethodId> = concrete.collect();
        match concrete.as_slice() {
            [only] => Some(**only),
            _ => candidates.first().copied(),
        }
    }

    /// The signature-polymorphic method of this name (JVMS 2.9.3).
    fn polymorphic(&self, class: &Class, name: &str) -> Option<MethodId> {
        if !matches!(
            &*class.name,
            "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle"
        ) {
            return None;
        }
        let mut named = class
            .methods
            .iter()
            .copied()
            .filter(|id| &*self.method(*id).name == name);
        let only = named.next().filter(|_| named.next().is_none())?;
        self.is_polymorphic(only).then_some(only)
    }

    /// Whether calls of this method take any arguments (JVMS 2.9.3).
    pub fn is_polymorphic(&self, method: MethodId) -> bool {
        let method = self.method(method);
        let owner = &*self.class(method.class).name;
        // Native and with variable arguments.
        method.access_flags & 0x0180 == 0x0180
            && method.descriptor.starts_with("([Ljava/lang/Object;)")
            && matches!(
                owner,
                "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle"
            )
    }

    /// The field of this name found as `getfield` resolves it (superclasses too).
    pub fn resolve_field(&self, class: ClassId, name: &str) -> Result<FieldId, LoadError> {
        self.find_field(class, name, None)
            .ok_or_else(|| LoadError::Link("java/lang/NoSuchFieldError", name.to_owned()))
    }

    /// The field of this name and, where given, type (JVMS 5.4.3.2).
    pub(crate) fn find_field(
        &self,
        class: ClassId,
        name: &str,
        descriptor: Option<&str>,
    ) -> Option<FieldId> {
        let owner = self.class(class);
        let own = owner.fields.iter().copied().find(|id| {
            let field = self.field(*id);
            &*field.name == name && descriptor.is_none_or(|text| text == &*field.descriptor)
        });
        let up = owner.interfaces.iter().copied().chain(owner.superclass);
        own.or_else(|| {
            up.into_iter()
                .find_map(|id| self.find_field(id, name, descriptor))
        })
    }
}
