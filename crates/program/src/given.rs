//! Classes that a running program makes: from bytes, for a class loader of its own or as a hidden class.
//!
//! The program's tables only grow, while the states of a search come and go: the same class is made again on
//! every way that leads there. So the same bytes of the same name are the same class, and which states have
//! it is for the machine to know. All loaders share one space of names; a second class of a name that is
//! taken is refused, and named.

use ristretto_classfile::{ClassFile, Constant};

use crate::ids::ClassId;
use crate::load::{name_of, parse};
use crate::pool;
use crate::program::{LoadError, Program};

/// Why a class was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The JVM would refuse it, too.
    Load(LoadError),
    /// There is another class of this name.
    SameName(String),
    /// Code that was looked at before needs a class of this name, and goes on as if there were none.
    Missed(String),
}

/// What the bytes of a class say of themselves, before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Its internal name.
    pub name: String,
    /// Its superclass and interfaces, in this order.
    pub supertypes: Vec<String>,
    /// All classes that its constants name, arrays as their elements, sorted.
    pub mentioned: Vec<String>,
    /// All texts among its constants.
    pub texts: Vec<String>,
}

impl Program {
    /// Reads the names in the bytes of a class.
    ///
    /// # Errors
    /// What the JVM would say of bytes that are no class.
    pub fn look_at(&self, bytes: &[u8]) -> Result<Given, LoadError> {
        let file = parse("?", bytes)?;
        let name = name_of(&file)?;
        let malformed = |reason| LoadError::Malformed(name.clone(), reason);
        let pool = &file.constant_pool;
        let parents = std::iter::once(&file.super_class).filter(|index| **index != 0);
        let mut supertypes = Vec::new();
        for index in parents.chain(&file.interfaces) {
            let parent = pool::class_name(pool, *index).map_err(malformed)?;
            supertypes.push(parent.into_owned());
        }
        let (mut mentioned, mut texts) = (Vec::new(), Vec::new());
        for constant in pool.iter() {
            match constant {
                Constant::Class(index) => {
                    let class = pool::text(pool, *index).map_err(malformed)?;
                    let element = class.trim_start_matches('[');
                    match (element.len() == class.len(), element.strip_prefix('L')) {
                        (true, _) => mentioned.push(class.into_owned()),
                        (_, Some(name)) => mentioned.push(name.trim_end_matches(';').to_owned()),
                        _ => {}
                    }
                }
                Constant::Utf8(text) => texts.push(text.to_str_lossy().into_owned()),
                _ => {}
            }
        }
        mentioned.sort();
        mentioned.dedup();
        Ok(Given {
            name,
            supertypes,
            mentioned,
            texts,
        })
    }

    /// Bodies rely on there being no class of this name.
    pub(crate) fn note_missed(&self, name: &str) {
        let mut missed = self.missed.lock().expect("no holder panics");
        missed.insert(name.into(), ());
    }

    /// The class of these bytes; made under this name if it is a hidden one.
    ///
    /// # Errors
    /// What the JVM would say, or that the name is taken.
    pub fn give(&self, bytes: &[u8], hidden_as: Option<&str>) -> Result<ClassId, Refused> {
        let mut loading = self.loading.lock().expect("no holder panics");
        loading.names.clear();
        let mut file = parse("?", bytes).map_err(Refused::Load)?;
        let own = name_of(&file).map_err(Refused::Load)?;
        let name = hidden_as.unwrap_or(&own).to_owned();
        if name.starts_with("java/") {
            let message = format!("Prohibited package name: {}", package_of(&name));
            let error = LoadError::Link("java/lang/SecurityException", message);
            return Err(Refused::Load(error));
        }
        let key = (Box::from(name.as_str()), Box::from(bytes));
        if let Some(known) = self.given.lock().expect("no holder panics").get(&key) {
            return Ok(*known);
        }
        if self.loaded(&name).is_some() || matches!(self.path.find(&name), Ok(Some(_))) {
            return Err(Refused::SameName(name));
        }
        let missed = self.missed.lock().expect("no holder panics");
        if missed.contains_key(name.as_str()) {
            return Err(Refused::Missed(name));
        }
        drop(missed);
        if hidden_as.is_some() {
            rename(&mut file, &name)
                .map_err(|reason| Refused::Load(LoadError::Malformed(own.clone(), reason)))?;
        }
        let class = self
            .link(&mut loading, &name, file, (false, true))
            .map_err(Refused::Load)?;
        self.given
            .lock()
            .expect("no holder panics")
            .insert(key, class);
        Ok(class)
    }
}

/// Gives the class of a file another name. What mentions it as a class means it still; descriptors don't.
fn rename(file: &mut ClassFile<'static>, name: &str) -> Result<(), String> {
    let pool = &mut file.constant_pool;
    let text = pool.add_utf8(name).map_err(|error| error.to_string())?;
    pool.set(file.this_class, Constant::Class(text))
        .map_err(|error| error.to_string())
}

fn package_of(name: &str) -> String {
    let package = name.rsplit_once('/').map_or("", |(package, _)| package);
    package.replace('/', ".")
}
