//! Collections of `java.util` and `java.util.concurrent`, by what is in them.
//!
//! In: a call on a collection or map. Out: its code.
//!
//! A collection has a set of elements, a map one of its values; where they are, and under which keys, is not
//! kept. What is taken out of a queue or list is one of them, and then no longer one, unless it had been added
//! when it was in already (`doubled`). Whether there is anything in it (`filled`) is kept; after something was
//! removed it is open. So the set has everything that is really in, and `filled` can be what it really is.
//! What is not kept (strings, boxes) is among the elements only if something asks for elements that are
//! ([`super::super::Facts::picks_kept`]).
//!
//! Threads. "This implementation is not synchronized" (`ArrayList`, `HashMap`, …): each call reads or writes
//! the inside as plain data, so that unordered calls are a race. Concurrent collections (package documentation
//! of `java.util.concurrent`) are called one after the other; what their calls do is one step. Those made by
//! `Collections.synchronized…` hold their own monitor meanwhile, and so does client-side locking.
//!
//! Exceptions. Those about indices, missing elements and null elements are alarms or reach handlers, like
//! `ConcurrentModificationException`, if something between two `next` could change the collection
//! ([`super::iterators`]). Keys and elements that are compared must not have an `equals` or `hashCode` of the
//! program's own. Collections that are sorted have no model: they call comparators and `compareTo`.

use super::super::Touched;
use super::super::emit::{Emitter, Label};
use super::super::values::Reference;
use super::{Call, kinds};
use crate::configuration::model::{Access, Condition, Local, Operation};
use kinds::{Collection, Guard};
use program::Register;

/// What a call that takes something out does if there is nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Null,
    Throws,
}

impl Emitter<'_, '_> {
    /// A call on a collection of this class; false if it has no model.
    pub(super) fn collection(&mut self, class: &str, this: Local, call: Call<'_>) -> bool {
        let Some(kind) = kinds::collection(class) else {
            return false;
        };
        let reads = [
            "get",
            "getOrDefault",
            "containsKey",
            "contains",
            "size",
            "isEmpty",
            "iterator",
        ];
        if kind.is_fixed && !reads.contains(&call.name) {
            return false;
        }
        if call.name == "<init>" {
            return self.new_collection(kind, call);
        }
        if kind.guard == Guard::Queue {
            return self.queue(kind, this, call);
        }
        if kind.guard != Guard::Monitor {
            return self.on_content(kind, this, call);
        }
        // The call holds the monitor; what throws while it does has no model.
        let throws = [
            "remove",
            "element",
            "pop",
            "getFirst",
            "removeFirst",
            "get",
            "set",
        ];
        if throws.contains(&call.name) && !kind.is_map || call.name == "iterator" {
            return false;
        }
        let at = self.at();
        let inner = match kind.is_view {
            true => self.local("inner"),
            false => this,
        };
        self.put(Operation::Acquire(this), at);
        if kind.is_view {
            let owner = self.front.owner;
            let read = Operation::Get(inner, this, owner);
            self.put_as(read, Access::Private, at);
        }
        // What is seen through a view is there for calls without the monitor, too.
        let content = Collection {
            guard: Guard::Nobody,
            ..kind
        };
        let is_known = self.on_content(content, inner, call);
        self.put(Operation::Release(this), at);
        is_known
    }

    /// `List.of` of a few elements and `Map.of` of one key: "throws `NullPointerException` if an element", a
    /// key or a value "is null"; nobody can change what they give. False if it is none of them.
    pub(super) fn fixed_collection(&mut self, class: &str, call: Call<'_>) -> bool {
        let given = call.arguments;
        let is_plain = !call.descriptor.contains('[');
        let (made, elements) = match (class, call.name, given.len()) {
            ("java/util/List", "of", _) if is_plain => {
                ("java/util/ImmutableCollections$ListN", given)
            }
            ("java/util/Map", "of", 2) => ("java/util/ImmutableCollections$Map1", &given[1..]),
            _ => return false,
        };
        let (Ok(java_class), Some(kind)) = (self.front.program.load(made), kinds::collection(made))
        else {
            return false;
        };
        if kind.is_map && !self.can_be_key(kind, given[0]) {
            return false;
        }
        let (at, collection) = (self.at(), self.local("collection"));
        let class = self.front.class_at(java_class, None);
        self.put(Operation::New(collection, class), at);
        for element in elements {
            if !self.is_object(*element) {
                let what = "a null element of a collection that takes none";
                self.may_throw("java/lang/NullPointerException", what);
            }
            self.put_in(kind, collection, *element);
        }
        self.give_local(call.target, collection);
        true
    }

    /// Constructors that make an empty collection, in the order of the elements' additions or of no use.
    fn new_collection(&mut self, kind: Collection, call: Call<'_>) -> bool {
        let is_fresh = match call.descriptor {
            "()V" => true,
            "(I)V" if kind.guard == Guard::Queue => {
                if !self.is_within(call.arguments[1], 1, i64::MAX) {
                    let what = "a capacity that is not positive";
                    self.may_throw("java/lang/IllegalArgumentException", what);
                }
                kind.is_bounded
            }
            "(I)V" | "(IF)V" => {
                let mut given = call.arguments[1..].iter();
                given.all(|it| self.is_within(*it, 1, i64::from(i32::MAX)))
                    && call.descriptor == "(I)V"
            }
            _ => false,
        };
        is_fresh && (call.descriptor != "()V" || !kind.is_bounded)
    }

    fn on_content(&mut self, kind: Collection, this: Local, call: Call<'_>) -> bool {
        match kind.is_map {
            true => self.on_map(kind, this, call),
            false => self.on_elements(kind, this, call),
        }
    }

    /// Looks at the inside of a collection, or changes it.
    pub(super) fn touch_content(&mut self, kind: Collection, this: Local, writes: bool) {
        let at = self.at();
        let data = match kind.guard {
            Guard::Nobody => Touched::Inside,
            _ => Touched::Header,
        };
        let data = self.front.touched(data);
        let access = match kind.guard {
            Guard::Nobody => Access::Plain,
            _ => Access::Ordered,
        };
        self.put_as(Operation::Touch(Some(this), data, writes), access, at);
    }

    fn on_elements(&mut self, kind: Collection, this: Local, call: Call<'_>) -> bool {
        let given = &call.arguments[1..];
        match (call.name, call.descriptor) {
            ("add", "(Ljava/lang/Object;)Z")
            | ("addLast" | "addFirst" | "push", "(Ljava/lang/Object;)V")
            | ("offer" | "offerLast" | "offerFirst", "(Ljava/lang/Object;)Z") => {
                if !self.can_contain(kind, given[0]) {
                    return false;
                }
                self.touch_content(kind, this, true);
                self.put_in(kind, this, given[0]);
                match kind.is_set {
                    true => self.forget_result(call.target),
                    false => self.give_truth(call.target, true),
                }
                true
            }
            ("set", "(ILjava/lang/Object;)Ljava/lang/Object;")
            | ("add", "(ILjava/lang/Object;)V") => {
                self.may_be_out_of_bounds();
                if !self.can_contain(kind, given[1]) {
                    return false;
                }
                self.touch_content(kind, this, true);
                if call.target.is_some() {
                    self.pick_out(this, call.target, false);
                }
                self.put_in(kind, this, given[1]);
                true
            }
            ("get", "(I)Ljava/lang/Object;") => {
                self.may_be_out_of_bounds();
                self.touch_content(kind, this, false);
                self.pick_out(this, call.target, false);
                true
            }
            ("remove", "(I)Ljava/lang/Object;") => {
                self.may_be_out_of_bounds();
                self.take_out(kind, this, call.target, Missing::Throws);
                true
            }
            ("poll" | "pollFirst" | "pollLast", "()Ljava/lang/Object;") => {
                self.take_out(kind, this, call.target, Missing::Null);
                true
            }
            ("remove" | "removeFirst" | "removeLast" | "pop", "()Ljava/lang/Object;") => {
                self.take_out(kind, this, call.target, Missing::Throws);
                true
            }
            ("peek" | "peekFirst" | "peekLast", "()Ljava/lang/Object;") => {
                self.look_at(kind, this, call.target, Missing::Null);
                true
            }
            ("element" | "getFirst" | "getLast", "()Ljava/lang/Object;") => {
                self.look_at(kind, this, call.target, Missing::Throws);
                true
            }
            ("isEmpty", "()Z") => {
                self.touch_content(kind, this, false);
                self.is_empty(this, call.target);
                true
            }
            ("size", "()I") => {
                self.touch_content(kind, this, false);
                self.forget_result(call.target);
                true
            }
            ("contains" | "indexOf" | "lastIndexOf", _) => {
                self.touch_content(kind, this, false);
                if !self.can_compare(given[0]) {
                    return false;
                }
                self.forget_result(call.target);
                true
            }
            ("remove", "(Ljava/lang/Object;)Z") => {
                if !self.can_compare(given[0]) {
                    return false;
                }
                self.touch_content(kind, this, true);
                self.open_filled(this);
                self.forget_result(call.target);
                true
            }
            ("clear", "()V") => {
                self.touch_content(kind, this, true);
                let filled = self.front.filled;
                self.join_step(Operation::PutFlag(this, filled, false));
                true
            }
            ("iterator", "()Ljava/util/Iterator;") => {
                self.touch_content(kind, this, false);
                self.iterator(this, call.target)
            }
            _ => false,
        }
    }

    fn on_map(&mut self, kind: Collection, this: Local, call: Call<'_>) -> bool {
        let given = &call.arguments[1..];
        let name = call.name;
        let has_key = matches!(
            name,
            "get" | "containsKey" | "getOrDefault" | "put" | "putIfAbsent" | "remove" | "replace"
        ) || matches!(name, "computeIfAbsent" | "merge");
        if has_key && !self.can_be_key(kind, given[0]) {
            return false;
        }
        match (name, given.len()) {
            ("get", 1) => {
                self.touch_content(kind, this, false);
                self.pick_out(this, call.target, true);
                true
            }
            ("getOrDefault", 2) => {
                self.touch_content(kind, this, false);
                self.pick_or(this, call.target, given[1]);
                true
            }
            ("containsKey", 1) | ("size" | "isEmpty", 0) => {
                self.touch_content(kind, this, false);
                self.forget_result(call.target);
                true
            }
            ("put" | "putIfAbsent" | "replace", 2) => {
                if !self.can_contain(kind, given[1]) {
                    return false;
                }
                self.touch_content(kind, this, true);
                // What was there before; with `put` it may stay under another key.
                let (absent, done, at) = (self.label(), self.label(), self.at());
                if name != "put" {
                    self.put(Operation::Branch(Condition::Free, absent), at);
                    self.pick_out(this, call.target, name == "replace");
                    self.put(Operation::Jump(done), at);
                    self.bind(absent);
                    self.null_result(call.target);
                } else {
                    self.pick_out(this, call.target, true);
                }
                self.put_in(kind, this, given[1]);
                self.bind(done);
                true
            }
            ("remove", 1) => {
                self.touch_content(kind, this, true);
                self.pick_out(this, call.target, true);
                true
            }
            ("clear", 0) => {
                self.touch_content(kind, this, true);
                true
            }
            ("computeIfAbsent", 2) => self.compute_if_absent(kind, this, call),
            ("merge", 3) => self.merge(kind, this, call),
            _ => false,
        }
    }

    /// Lists throw if an index is out of bounds.
    fn may_be_out_of_bounds(&mut self) {
        let what = "an index of a list that is out of bounds";
        self.may_throw("java/lang/IndexOutOfBoundsException", what);
    }

    /// Whether a key has no `equals` and `hashCode` but the library's; some maps take no null.
    fn can_be_key(&mut self, kind: Collection, key: Register) -> bool {
        if !kind.takes_null && !self.is_object(key) {
            let what = "a null key of a map that takes none";
            self.may_throw("java/lang/NullPointerException", what);
        }
        match self.reference(key) {
            Reference::Opaque => true,
            Reference::Kept(_) => self.can_compare(key),
        }
    }

    /// Whether something can be in a collection as far as the model goes.
    fn can_contain(&mut self, kind: Collection, element: Register) -> bool {
        if !kind.takes_null && !self.is_object(element) {
            match self.reference(element) {
                Reference::Kept(_) => self.check_null(element),
                Reference::Opaque => {
                    let what = "a null element of a collection that takes none";
                    self.may_throw("java/lang/NullPointerException", what);
                }
            }
        }
        !kind.is_set || self.can_compare(element)
    }

    /// Refuses objects whose `equals` or `hashCode` is the program's own.
    pub(super) fn can_compare(&mut self, element: Register) -> bool {
        let Reference::Kept(local) = self.reference(element) else {
            return true;
        };
        let own = self.own_equals();
        if !own.is_empty() {
            self.refuse_classes(
                local,
                own,
                "an equals() or hashCode() of the program, called by the library",
            );
        }
        true
    }

    /// Adds what a register holds.
    pub(super) fn put_in(&mut self, kind: Collection, this: Local, element: Register) {
        let is_object = !kind.takes_null && !kind.is_map || self.is_object(element);
        match self.reference(element) {
            Reference::Opaque => {
                let class = self.static_class(element);
                self.front.facts.contained.insert(class);
                self.front.facts.null_elements |= !is_object;
                if self.front.facts.picks_kept {
                    let made = self.local("value");
                    let (value, at) = (self.front.value, self.at());
                    self.front.facts.mixes_opaque = true;
                    self.put(Operation::New(made, value), at);
                    self.insert_once(this, made);
                }
            }
            Reference::Kept(local) => {
                let (null, at) = (self.label(), self.at());
                if !is_object {
                    self.front.facts.null_elements = true;
                    self.put(Operation::Branch(Condition::IsNull(local), null), at);
                }
                self.insert_once(this, local);
                let mixed = self.front.mixed;
                self.join_step(Operation::PutFlag(this, mixed, true));
                self.bind(null);
            }
        }
        let filled = self.front.filled;
        self.join_step(Operation::PutFlag(this, filled, true));
    }

    /// Adds a local that is not null; if it is in already, it is in twice from now on.
    pub(super) fn insert_once(&mut self, this: Local, local: Local) {
        let at = self.at();
        let (again, done) = (self.label(), self.label());
        let (elements, doubled) = (self.front.elements, self.front.doubled);
        if !self.front.facts.takes_out {
            let insert = Operation::Insert(this, elements, local);
            return self.put_as(insert, Access::Private, at);
        }
        let is_in = Condition::In(this, elements, local);
        self.put(Operation::Branch(is_in, again), at);
        let insert = Operation::Insert(this, elements, local);
        self.put_as(insert, Access::Private, at);
        self.put(Operation::Jump(done), at);
        self.bind(again);
        self.join_step(Operation::PutFlag(local, doubled, true));
        self.bind(done);
    }

    /// The target gets some element; or null.
    pub(super) fn pick_out(&mut self, this: Local, target: Register, may_miss: bool) {
        if !target.is_some() {
            return;
        }
        let Reference::Kept(local) = self.reference(target) else {
            return self.check_unkept(this);
        };
        self.front.facts.picks_kept = true;
        let may_be_null = may_miss || self.front.facts.null_elements;
        let at = self.at();
        self.pick(local, this, may_be_null, at);
    }

    /// What is taken out is cast to what is not kept: that fails if there is something else in the collection.
    fn check_unkept(&mut self, this: Local) {
        let (at, truth, fine) = (self.at(), self.truth("mixed"), self.label());
        let mixed = self.front.mixed;
        self.join_step(Operation::GetFlag(truth, this, mixed));
        self.put(Operation::Branch(Condition::Not(truth), fine), at);
        self.may_throw("java/lang/ClassCastException", "a cast that fails");
        self.bind(fine);
    }

    /// The target gets some element, or what another register holds.
    fn pick_or(&mut self, this: Local, target: Register, other: Register) {
        let (at, default, done) = (self.at(), self.label(), self.label());
        self.put(Operation::Branch(Condition::Free, default), at);
        self.pick_out(this, target, false);
        self.put(Operation::Jump(done), at);
        self.bind(default);
        self.give(target, other);
        self.bind(done);
    }

    pub(super) fn null_result(&mut self, target: Register) {
        if target.is_some()
            && let Reference::Kept(local) = self.reference(target)
        {
            let at = self.at();
            self.put(Operation::Null(local), at);
        }
    }

    /// After something was removed there may be nothing left.
    pub(super) fn open_filled(&mut self, this: Local) {
        let (at, left, filled) = (self.at(), self.label(), self.front.filled);
        self.put(Operation::Branch(Condition::Free, left), at);
        self.join_step(Operation::PutFlag(this, filled, false));
        self.bind(left);
    }

    fn is_empty(&mut self, this: Local, target: Register) {
        let (at, truth) = (self.at(), self.truth("filled"));
        let filled = self.front.filled;
        self.join_step(Operation::GetFlag(truth, this, filled));
        let (some, done) = (self.label(), self.label());
        self.put(Operation::Branch(Condition::Is(truth), some), at);
        self.give_truth(target, true);
        self.put(Operation::Jump(done), at);
        self.bind(some);
        self.give_truth(target, false);
        self.bind(done);
    }

    fn take_out(&mut self, kind: Collection, this: Local, target: Register, missing: Missing) {
        self.touch_content(kind, this, true);
        let done = self.unless_empty(this, target, missing);
        self.remove_some(this, target);
        self.bind(done);
    }

    fn look_at(&mut self, kind: Collection, this: Local, target: Register, missing: Missing) {
        self.touch_content(kind, this, false);
        let done = self.unless_empty(this, target, missing);
        self.pick_out(this, target, false);
        self.bind(done);
    }

    /// What happens if there is nothing; else control goes on. The label is to be bound after that.
    fn unless_empty(&mut self, this: Local, target: Register, missing: Missing) -> Label {
        let (at, truth) = (self.at(), self.truth("filled"));
        let (some, done) = (self.label(), self.label());
        let filled = self.front.filled;
        self.join_step(Operation::GetFlag(truth, this, filled));
        self.put(Operation::Branch(Condition::Is(truth), some), at);
        match missing {
            Missing::Null => {
                self.null_result(target);
                self.put(Operation::Jump(done), at);
            }
            Missing::Throws => {
                let what = "nothing in a collection from which something is taken";
                self.may_throw("java/util/NoSuchElementException", what);
            }
        }
        self.bind(some);
        done
    }

    /// The target gets an element, which is no longer one.
    pub(super) fn remove_some(&mut self, this: Local, target: Register) {
        let kept = match target.is_some().then(|| self.reference(target)) {
            Some(Reference::Kept(local)) => Some(local),
            Some(Reference::Opaque) => {
                self.check_unkept(this);
                None
            }
            None => None,
        };
        if let Some(local) = kept {
            self.front.facts.picks_kept = true;
            self.front.facts.takes_out = true;
            let (at, stays) = (self.at(), self.label());
            let may_be_null = self.front.facts.null_elements;
            self.pick(local, this, may_be_null, at);
            if may_be_null {
                self.put(Operation::Branch(Condition::IsNull(local), stays), at);
            }
            let (elements, doubled) = (self.front.elements, self.front.doubled);
            let twice = self.truth("doubled");
            self.join_step(Operation::GetFlag(twice, local, doubled));
            self.put(Operation::Branch(Condition::Is(twice), stays), at);
            let erase = Operation::Erase(this, elements, local);
            self.put_as(erase, Access::Private, at);
            self.bind(stays);
        }
        self.open_filled(this);
    }

    /// `computeIfAbsent`: what is there, or what the function makes, unless that is null. Maps that hold a lock
    /// meanwhile run the function without it here; so a function that takes locks has no model.
    fn compute_if_absent(&mut self, kind: Collection, this: Local, call: Call<'_>) -> bool {
        let at = self.at();
        let Reference::Kept(function) = self.reference(call.arguments[2]) else {
            return false;
        };
        let (absent, done) = (self.label(), self.label());
        self.touch_content(kind, this, true);
        self.put(Operation::Branch(Condition::Free, absent), at);
        self.pick_out(this, call.target, false);
        self.put(Operation::Jump(done), at);
        self.bind(absent);
        let key = self.reference(call.arguments[1]);
        let is_object = self.is_object(call.arguments[1]);
        let made = self.call_function(
            function,
            ("java/util/function/Function", "apply"),
            &[(key, is_object)],
            call.target,
        );
        if !made {
            return false;
        }
        // What the function gives may be null; then nothing is added.
        match call.target.is_some().then(|| self.reference(call.target)) {
            Some(Reference::Kept(local)) => {
                self.put(Operation::Branch(Condition::IsNull(local), done), at);
                self.insert_once(this, local);
                let mixed = self.front.mixed;
                self.join_step(Operation::PutFlag(this, mixed, true));
            }
            _ => return false,
        }
        self.bind(done);
        true
    }

    /// `merge` of values that are not kept, by a function that only computes.
    fn merge(&mut self, kind: Collection, this: Local, call: Call<'_>) -> bool {
        let (value, function) = (call.arguments[2], call.arguments[3]);
        let Reference::Kept(function) = self.reference(function) else {
            return false;
        };
        if self.reference(value) != Reference::Opaque || !self.can_contain(kind, value) {
            return false;
        }
        if !self.is_object(value) {
            self.may_throw(
                "java/lang/NullPointerException",
                "a null value given to merge",
            );
        }
        self.touch_content(kind, this, true);
        let (at, absent) = (self.at(), self.label());
        self.put(Operation::Branch(Condition::Free, absent), at);
        self.check_unkept(this);
        let given = [(Reference::Opaque, true), (Reference::Opaque, true)];
        let place = Register::NONE;
        let names = ("java/util/function/BiFunction", "apply");
        if !self.call_function(function, names, &given, place) {
            return false;
        }
        self.bind(absent);
        self.put_in(kind, this, value);
        self.forget_result(call.target);
        true
    }
}
