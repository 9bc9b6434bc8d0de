//! Arrays: making them, and access to their elements.

use program::{ClassId, ClassShape, FieldAccess, Kind};

use crate::execution::step::Flow;
use crate::heap::array_words;
use crate::machine::{Halt, Machine};
use crate::operation::{Operation, Ordering, Place};
use crate::value::Ref;

impl Machine<'_> {
    /// A new array, or how to go on where there can't be one.
    pub(crate) fn allocate_array(
        &mut self,
        thread: usize,
        class: ClassId,
        length: i32,
    ) -> Result<Ref, Flow> {
        let Ok(size) = usize::try_from(length) else {
            let message = Some(length.to_string());
            return Err(self.throw_new(thread, "java/lang/NegativeArraySizeException", message));
        };
        let ClassShape::Array { kind, .. } = self.program.class(class).shape else {
            unreachable!("arrays are made of array classes")
        };
        if self.heap.words + array_words(kind, size) > self.options.max_heap_words {
            return Err(self.out_of_memory(thread));
        }
        Ok(self.heap.new_array(class, size))
    }

    /// New arrays of arrays, one length for each dimension given.
    pub(crate) fn allocate_nested(
        &mut self,
        thread: usize,
        class: ClassId,
        lengths: &[i32],
    ) -> Result<Ref, Flow> {
        if let Some(negative) = lengths.iter().find(|length| **length < 0) {
            let message = Some(negative.to_string());
            return Err(self.throw_new(thread, "java/lang/NegativeArraySizeException", message));
        }
        let array = self.allocate_array(thread, class, lengths[0])?;
        let ClassShape::Array { element, .. } = self.program.class(class).shape else {
            unreachable!("arrays are made of array classes")
        };
        if lengths.len() > 1 {
            for index in 0..lengths[0] as usize {
                let inner = self.allocate_nested(thread, element, &lengths[1..])?;
                self.heap
                    .set_element(array, Kind::Reference, index, inner.word());
            }
        }
        Ok(array)
    }

    /// The place of an element, or how to go on where there is none.
    pub(crate) fn element_place(
        &mut self,
        thread: usize,
        pc: usize,
        array: Ref,
        index: i32,
    ) -> Result<Place, Flow> {
        if array.is_null() {
            return Err(self.null_pointer(thread, pc));
        }
        let length = self.heap.object(array).length;
        if index < 0 || index as u32 >= length {
            let message = format!("Index {index} out of bounds for length {length}");
            let class = "java/lang/ArrayIndexOutOfBoundsException";
            return Err(self.throw_new(thread, class, Some(message)));
        }
        Ok(Place {
            object: array,
            slot: index as u32,
        })
    }

    /// `array[index] = word`
    pub(crate) fn store_element(
        &mut self,
        thread: usize,
        pc: usize,
        kind: Kind,
        array: Ref,
        index: i32,
        word: u64,
    ) -> Flow {
        let place = match self.element_place(thread, pc, array, index) {
            Ok(place) => place,
            Err(flow) => return flow,
        };
        let class = self.heap.object(array).class;
        let ClassShape::Array {
            element,
            kind: actual,
        } = self.program.class(class).shape
        else {
            unreachable!("only arrays have elements")
        };
        let value = Ref::from_word(word);
        if kind == Kind::Reference && !value.is_null() {
            let of = self.heap.object(value).class;
            if !self.program.is_subtype(of, element) {
                let message = Some(self.program.class(of).name.replace('/', "."));
                return self.throw_new(thread, "java/lang/ArrayStoreException", message);
            }
        }
        if !self.may_store(place) {
            return Flow::Halt(Halt::Operation(Operation::Write(place, Ordering::Plain)));
        }
        if self.known.heeds_modes {
            self.pass_field(thread, place, FieldAccess::Plain, true);
        }
        if kind == Kind::Reference {
            self.publish_into(thread, array, value);
        }
        // `bastore` serves bytes and booleans; the array knows which it is.
        self.heap.set_element(array, actual, index as usize, word);
        Flow::Next
    }
}
