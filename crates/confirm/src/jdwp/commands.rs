//! The commands that are used, each with what it answers.

use crate::jdwp::connection::{Connection, Stream};
use crate::jdwp::packet::{Reader, Widths, Writer};
use crate::jdwp::{Error, MethodNumber, ObjectId, ThreadId, TypeId};

/// A place in bytecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Whether it is a class (1), an interface (2) or an array (3).
    pub tag: u8,
    /// The class.
    pub class: TypeId,
    /// The method.
    pub method: MethodNumber,
    /// The index in its bytecode; all bits are set in native methods.
    pub index: u64,
}

/// A class as a JVM knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Whether it is a class (1), an interface (2) or an array (3).
    pub tag: u8,
    /// Its number.
    pub id: TypeId,
    /// Whether it has its methods already.
    pub is_prepared: bool,
}

/// A method as a JVM knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its number.
    pub id: MethodNumber,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// A call that a suspended thread is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its number.
    pub id: u64,
    /// Where it stands.
    pub location: Location,
}

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has ended.
    Ended,
    /// It runs, or could.
    Running,
    /// It sleeps.
    Sleeping,
    /// It wants a monitor.
    Monitor,
    /// It waits on an object, or is parked.
    Waiting,
}

pub(crate) fn read_location(reader: &mut Reader<'_>) -> Result<Location, Error> {
    Ok(Location {
        tag: reader.byte()?,
        class: TypeId(reader.class()?),
        method: MethodNumber(reader.method()?),
        index: reader.long()?,
    })
}

pub(crate) fn write_location(writer: Writer, location: &Location) -> Writer {
    let writer = writer.byte(location.tag).class(location.class.0);
    writer.method(location.method.0).long(location.index)
}

impl<S: Stream> Connection<S> {
    pub(crate) fn id_sizes(&mut self) -> Result<Widths, Error> {
        let widths = self.command((1, 7), self.data(), |reader| {
            let _field = reader.int()?;
            Ok(Widths {
                method: reader.int()? as usize,
                object: reader.int()? as usize,
                class: reader.int()? as usize,
                frame: reader.int()? as usize,
            })
        })?;
        let all = [widths.method, widths.object, widths.class, widths.frame];
        match all.iter().all(|it| (1..=8).contains(it)) {
            true => Ok(widths),
            false => Err(Error::Malformed("numbers of an impossible width")),
        }
    }

    /// The version of the JVM, as `17.0.15`.
    pub fn version(&mut self) -> Result<String, Error> {
        self.command((1, 1), self.data(), |reader| {
            let _description = reader.text()?;
            let (_major, _minor) = (reader.int()?, reader.int()?);
            reader.text()
        })
    }

    /// The loaded classes with a name, as `Ljava/util/List;`.
    pub fn classes(&mut self, signature: &str) -> Result<Vec<Class>, Error> {
        let data = self.data().text(signature);
        self.command((1, 2), data, |reader| {
            reader.list(|reader| {
                let (tag, id) = (reader.byte()?, TypeId(reader.class()?));
                let is_prepared = reader.int()? & 2 != 0;
                Ok(Class {
                    tag,
                    id,
                    is_prepared,
                })
            })
        })
    }

    /// Lets all threads go.
    pub fn resume_all(&mut self) -> Result<(), Error> {
        self.command((1, 9), self.data(), |_| Ok(()))
    }

    /// Ends the JVM.
    pub fn exit(&mut self, status: u32) -> Result<(), Error> {
        let data = self.data().int(status);
        self.command((1, 10), data, |_| Ok(()))
    }

    /// The name of a class, as `Ljava/util/List;`.
    pub fn signature(&mut self, class: TypeId) -> Result<String, Error> {
        let data = self.data().class(class.0);
        self.command((2, 1), data, |reader| reader.text())
    }

    /// The methods that a class declares.
    pub fn methods(&mut self, class: TypeId) -> Result<Vec<Method>, Error> {
        let data = self.data().class(class.0);
        self.command((2, 5), data, |reader| {
            reader.list(|reader| {
                let method = Method {
                    id: MethodNumber(reader.method()?),
                    name: reader.text()?,
                    descriptor: reader.text()?,
                };
                let _modifiers = reader.int()?;
                Ok(method)
            })
        })
    }

    /// The class of an object.
    pub fn class_of(&mut self, object: ObjectId) -> Result<TypeId, Error> {
        let data = self.data().object(object.0);
        self.command((9, 1), data, |reader| {
            let _tag = reader.byte()?;
            Ok(TypeId(reader.class()?))
        })
    }

    fn of_thread<T>(
        &mut self,
        command: u8,
        thread: ThreadId,
        read: impl FnOnce(&mut Reader<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let data = self.data().object(thread.0);
        self.command((11, command), data, read)
    }

    /// The name of a thread.
    pub fn thread_name(&mut self, thread: ThreadId) -> Result<String, Error> {
        self.of_thread(1, thread, |reader| reader.text())
    }

    /// Suspends a thread; each time has to be resumed.
    pub fn suspend(&mut self, thread: ThreadId) -> Result<(), Error> {
        self.of_thread(2, thread, |_| Ok(()))
    }

    /// Takes one suspension back.
    pub fn resume(&mut self, thread: ThreadId) -> Result<(), Error> {
        self.of_thread(3, thread, |_| Ok(()))
    }

    /// What a thread does, suspended or not.
    pub fn status(&mut self, thread: ThreadId) -> Result<Status, Error> {
        self.of_thread(4, thread, |reader| match reader.int()? {
            0 => Ok(Status::Ended),
            1 => Ok(Status::Running),
            2 => Ok(Status::Sleeping),
            3 => Ok(Status::Monitor),
            4 => Ok(Status::Waiting),
            _ => Err(Error::Malformed("a thread that does something unknown")),
        })
    }

    /// The calls of a suspended thread, innermost first.
    pub fn frames(&mut self, thread: ThreadId) -> Result<Vec<Frame>, Error> {
        let data = self.data().object(thread.0).int(0).int(u32::MAX);
        self.command((11, 6), data, |reader| {
            reader.list(|reader| {
                Ok(Frame {
                    id: reader.frame()?,
                    location: read_location(reader)?,
                })
            })
        })
    }

    /// The monitors that a suspended thread owns.
    pub fn owned_monitors(&mut self, thread: ThreadId) -> Result<Vec<ObjectId>, Error> {
        self.of_thread(8, thread, |reader| {
            reader.list(|reader| {
                let _tag = reader.byte()?;
                Ok(ObjectId(reader.object()?))
            })
        })
    }

    /// The monitor that a suspended thread wants or waits on.
    pub fn wanted_monitor(&mut self, thread: ThreadId) -> Result<Option<ObjectId>, Error> {
        self.of_thread(9, thread, |reader| {
            let _tag = reader.byte()?;
            let object = ObjectId(reader.object()?);
            Ok(Some(object).filter(|it| it.0 != 0))
        })
    }

    /// Has the innermost call of a suspended thread return an int at once.
    pub fn return_int(&mut self, thread: ThreadId, value: i32) -> Result<(), Error> {
        let data = self.data().object(thread.0).byte(b'I').int(value as u32);
        self.command((11, 14), data, |_| Ok(()))
    }

    /// Whether a thread is a virtual one. JVMs before 21 have none and refuse to say.
    pub fn is_virtual(&mut self, thread: ThreadId) -> Result<bool, Error> {
        match self.of_thread(15, thread, |reader| reader.byte()) {
            Ok(answer) => Ok(answer != 0),
            // NOT_IMPLEMENTED.
            Err(Error::Refused(99)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The int in a local variable of a suspended thread, by its slot.
    pub fn local_int(&mut self, thread: ThreadId, frame: u64, slot: u32) -> Result<i32, Error> {
        let data = self.data().object(thread.0).frame(frame);
        let data = data.int(1).int(slot).byte(b'I');
        self.command((16, 1), data, |reader| {
            let _count = reader.int()?;
            let _tag = reader.byte()?;
            Ok(reader.int()? as i32)
        })
    }
}
