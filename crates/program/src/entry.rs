//! Where a program begins.

use crate::ids::{ClassId, MethodId};
use crate::program::Program;

impl Program {
    /// The `main` method that `java` would run in this class: static, with a string array. From Java 25
    /// on, a `main` without parameters or static modifier counts too, after that. That the first kind
    /// has to be public in older versions is not insisted on.
    pub fn main_method(&self, class: ClassId) -> Option<MethodId> {
        let with_arguments = self.inherited(class, "([Ljava/lang/String;)V");
        let classic = with_arguments.filter(|id| self.is_classic_main(*id));
        let version = self.class_path().jdk().map_or(0, classpath::Jdk::version);
        if classic.is_some() || version < 25 {
            return classic;
        }
        let visible = |id: &MethodId| !self.method(*id).is_private();
        with_arguments
            .filter(visible)
            .or_else(|| self.inherited(class, "()V").filter(visible))
    }

    /// Whether a `main` method is a static one with a string array.
    pub fn is_classic_main(&self, method: MethodId) -> bool {
        let method = self.method(method);
        method.is_static() && &*method.descriptor == "([Ljava/lang/String;)V"
    }

    fn inherited(&self, class: ClassId, descriptor: &str) -> Option<MethodId> {
        let mut ancestor = Some(class);
        while let Some(current) = ancestor {
            let found = self.declared_method(current, "main", descriptor);
            if found.is_some() {
                return found;
            }
            ancestor = self.class(current).superclass;
        }
        None
    }

    /// The user's classes that `java` could run, by name. Loads all classes of the user's entries;
    /// those that can't be loaded are passed over.
    pub fn main_classes(&self) -> Vec<ClassId> {
        let names = self.class_path().classes();
        let loaded = names.iter().filter_map(|name| self.load(name).ok());
        loaded
            .filter(|class| self.main_method(*class).is_some())
            .collect()
    }
}
