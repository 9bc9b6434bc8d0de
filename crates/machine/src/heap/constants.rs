//! Constants: static storage, class mirrors, interned strings. Each is made at its first use; what it
//! holds depends on the program text alone.

use program::{ClassId, ConstantValue, Kind, StringId};

use super::{BASE, FROZEN, Heap, Layout, Object, Read, SHARED, StringLayout, array_words};
use crate::value::{Ref, Space};

impl Heap<'_> {
    /// Whether a name that is a constant's has been materialised here.
    pub(crate) fn ensure(&mut self, name: Ref) {
        match name.space() {
            Space::Heap | Space::Name => {}
            Space::Statics => {
                self.statics(ClassId(name.index() as u32));
            }
            Space::String | Space::StringBytes => {
                self.string(StringId(name.index() as u32));
            }
            Space::Mirror => {
                self.mirror(ClassId(name.index() as u32));
            }
            Space::Singleton => {
                self.singleton(ClassId(name.index() as u32));
            }
        }
    }

    /// The static storage of a class.
    pub fn statics(&mut self, class: ClassId) -> Ref {
        let name = Ref::statics(class);
        if self.statics.get(class.index()).is_none_or(Option::is_none) {
            let data = self.static_constants(class);
            let object = Object {
                class,
                length: 0,
                monitor: 0,
                hash: 0,
                layout: Layout::Statics,
                flags: SHARED | BASE,
                data,
                stamps: None,
            };
            put(&mut self.statics, class.index(), object);
        }
        name
    }

    /// What the static fields of a class hold before it is initialised.
    fn static_constants(&mut self, class: ClassId) -> Box<[u64]> {
        let class = self.program.class(class);
        let mut data = vec![0; class.static_slots.len()].into_boxed_slice();
        for field in &class.fields {
            let field = self.program.field(*field);
            if !field.is_static {
                continue;
            }
            data[field.slot as usize] = match field.constant {
                Some(ConstantValue::Bits(word)) => word,
                Some(ConstantValue::String(string)) => self.string(string).word(),
                None => 0,
            };
        }
        data
    }

    /// The static storage of a class if it has been used before.
    #[inline]
    pub fn statics_object(&self, class: ClassId) -> Option<&Object> {
        if self.reads.on() {
            self.reads.note(Read::Object(Ref::statics(class)));
        }
        self.statics.get(class.index()).and_then(Option::as_deref)
    }

    /// The mirror of a class.
    pub fn mirror(&mut self, class: ClassId) -> Ref {
        let name = Ref::mirror(class);
        if self.mirrors.get(class.index()).is_none_or(Option::is_none) {
            let (mirror_class, fields) = *self.classes.mirror.get_or_insert_with(|| {
                let class = self
                    .program
                    .load("java/lang/Class")
                    .expect("the JDK has Class");
                (class, self.program.class(class).instance_slots.len())
            });
            let object = Object {
                class: mirror_class,
                length: 0,
                monitor: 0,
                hash: 0,
                layout: Layout::Fields,
                flags: SHARED | BASE,
                data: vec![0; fields].into_boxed_slice(),
                stamps: None,
            };
            put(&mut self.mirrors, class.index(), object);
        }
        name
    }

    /// The only instance of a class without state.
    pub fn singleton(&mut self, class: ClassId) -> Ref {
        let name = Ref::new(Space::Singleton, class.0);
        if self
            .singletons
            .get(class.index())
            .is_none_or(Option::is_none)
        {
            let object = Object {
                class,
                length: 0,
                monitor: 0,
                hash: 0,
                layout: Layout::Fields,
                flags: SHARED | BASE,
                data: vec![0; self.program.class(class).instance_slots.len()].into_boxed_slice(),
                stamps: None,
            };
            put(&mut self.singletons, class.index(), object);
        }
        name
    }

    /// The interned string of a constant.
    pub fn string(&mut self, string: StringId) -> Ref {
        let name = Ref::string(string);
        if self.strings.get(string.index()).is_none_or(Option::is_none) {
            let units = self.program.string(string);
            let (mut text, mut bytes) = self.make_string(units);
            bytes.flags = SHARED | BASE | FROZEN;
            text.flags = SHARED | BASE;
            let layout = self.string_layout();
            text.data[layout.value] = Ref::new(Space::StringBytes, string.0).word();
            put(&mut self.strings, string.index(), text);
            put(&mut self.string_bytes, string.index(), bytes);
        }
        name
    }

    /// A new string object on the heap.
    pub fn new_string(&mut self, units: &[u16]) -> Ref {
        let (mut text, bytes) = self.make_string(units);
        let bytes = self.add(bytes);
        let layout = self.string_layout();
        text.data[layout.value] = bytes.word();
        self.add(text)
    }

    fn make_string(&mut self, units: &[u16]) -> (Object, Object) {
        let layout = self.string_layout();
        let latin = units.iter().all(|unit| *unit < 256);
        let length = if latin { units.len() } else { units.len() * 2 };
        let mut bytes = Object {
            class: layout.bytes,
            length: length as u32,
            monitor: 0,
            hash: 0,
            layout: Layout::Array(Kind::Byte),
            flags: 0,
            data: vec![0; array_words(Kind::Byte, length)].into_boxed_slice(),
            stamps: None,
        };
        for (index, unit) in units.iter().enumerate() {
            if latin {
                bytes.set_element(Kind::Byte, index, u64::from(*unit));
            } else {
                bytes.set_element(Kind::Byte, 2 * index, u64::from(*unit & 0xff));
                bytes.set_element(Kind::Byte, 2 * index + 1, u64::from(*unit >> 8));
            }
        }
        let mut data = vec![0; layout.fields].into_boxed_slice();
        data[layout.coder] = u64::from(!latin);
        let text = Object {
            class: layout.class,
            length: 0,
            monitor: 0,
            hash: 0,
            layout: Layout::Fields,
            flags: 0,
            data,
            stamps: None,
        };
        (text, bytes)
    }

    /// The text of a `java.lang.String`.
    pub fn text(&mut self, string: Ref) -> Vec<u16> {
        let layout = self.string_layout();
        let object = self.object(string);
        let (value, coder) = (
            Ref::from_word(object.data[layout.value]),
            object.data[layout.coder],
        );
        if value.is_null() {
            return Vec::new();
        }
        let bytes = self.object(value);
        let byte = |index| bytes.element(Kind::Byte, index) as u8;
        let length = bytes.length as usize;
        if coder == 0 {
            (0..length).map(|index| u16::from(byte(index))).collect()
        } else {
            (0..length / 2)
                .map(|index| u16::from_le_bytes([byte(2 * index), byte(2 * index + 1)]))
                .collect()
        }
    }

    pub(super) fn string_layout(&mut self) -> StringLayout {
        *self.classes.string.get_or_insert_with(|| {
            let class = self
                .program
                .load("java/lang/String")
                .expect("the JDK has String");
            let slot = |name| {
                let field = self
                    .program
                    .resolve_field(class, name)
                    .expect("String's fields");
                self.program.field(field).slot as usize
            };
            StringLayout {
                class,
                bytes: self.program.load("[B").expect("byte arrays exist"),
                fields: self.program.class(class).instance_slots.len(),
                value: slot("value"),
                coder: slot("coder"),
            }
        })
    }
}

fn put(table: &mut Vec<Option<Box<Object>>>, index: usize, object: Object) {
    if table.len() <= index {
        table.resize_with(index + 1, || None);
    }
    table[index] = Some(Box::new(object));
}
