//! The natives of `heddle.runtime.Disk`: the files of the checked program.
//!
//! The tree of files is two arrays in static storage, sorted by name, so that equal trees are equal
//! states whatever the order in which they were made. A file's bytes are an array that is never
//! changed, only replaced. Each native is one operation on one place that stands for the whole disk:
//! coarse, but then what a native looks at needs no naming one by one.

use program::Kind;

use super::{io_exception, jdk_file, status};
use crate::machine::Machine;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome};
use crate::operation::{Operation, Ordering};
use crate::options::Given;
use crate::value::{Ref, int};

const DISK: &str = "heddle/runtime/Disk";
const NODE: &str = "heddle/runtime/Disk$Node";
const OPEN: &str = "heddle/runtime/Disk$Open";
const DESCRIPTOR: &str = "java/io/FileDescriptor";

pub(crate) const NATIVES: Natives = &[
    ("open0", "*", open),
    ("stat0", "*", stat),
    ("mode0", "*", mode),
    ("change0", "*", change),
    ("list0", "*", list),
    ("make0", "*", make),
    ("delete0", "*", delete),
    ("move0", "*", rename),
    ("absolute0", "*", absolute_name),
    ("read0", "*", read),
    ("readAt0", "*", read_at),
    ("write0", "*", write),
    ("writeAt0", "*", write_at),
    ("length0", "*", length),
    ("setLength0", "*", set_length),
    ("position0", "*", position),
    ("seek0", "*", seek),
    ("of0", "*", of),
    ("number0", "*", number),
    ("attach0", "*", attach),
];

/// Larger files are not supported: a state holds every changed file.
const MAX_LENGTH: u64 = 16 << 20;

/// As `Disk.java` has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Status {
    Missing = 1,
    Exists = 2,
    NotDirectory = 3,
    IsDirectory = 4,
    Denied = 5,
    NotEmpty = 6,
    Invalid = 7,
}

const READ: i32 = 1;
const WRITE: i32 = 2;
const APPEND: i32 = 4;
const TRUNCATE: i32 = 8;
const CREATE: i32 = 16;
const EXCLUSIVE: i32 = 32;

const MAY_READ: i32 = 4;
const MAY_WRITE: i32 = 2;

/// What a new file and a new directory permit.
const FILE_MODE: i32 = 6;
const DIRECTORY_MODE: i32 = 7;

/// Directories that are there from the start.
const DIRECTORIES: [&str; 2] = ["/", "/tmp"];

/// The name from the root on, without `.`, `..` and doubled separators. There are no links.
pub(crate) fn absolute(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

fn parent(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) | None => "/",
        Some(end) => &path[..end],
    }
}

/// Puts the files of the start where the program finds them.
pub(crate) fn prepare(machine: &mut Machine<'_>, given: &Given) {
    let mut entries: Vec<(String, Option<&[u8]>)> = Vec::new();
    for (name, content) in &given.files {
        let path = absolute(name);
        let mut above = parent(&path);
        while above != "/" {
            entries.push((above.to_owned(), None));
            above = parent(above);
        }
        entries.push((path, content.as_deref()));
    }
    entries.extend(DIRECTORIES.map(|name| (name.to_owned(), None)));
    // A file hides a directory of the same name that only another name implies.
    entries.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.is_some().cmp(&a.1.is_some())));
    entries.dedup_by(|a, b| a.0 == b.0);
    let nodes: Vec<(Ref, Ref)> = entries
        .into_iter()
        .map(|(path, content)| {
            let units: Vec<u16> = path.encode_utf16().collect();
            let name = machine.heap.new_string(&units);
            (name, new_node(machine, content))
        })
        .collect();
    install(machine, 0, &nodes);
    let class = machine.library_class(OPEN);
    let input = machine.heap.new_object(class);
    let node = new_node(machine, Some(&given.input));
    let slot = machine.field_slot(OPEN, "node");
    machine.heap.set_reference(input, slot, node);
    let slot = machine.field_slot(OPEN, "flags");
    machine.heap.set_word(input, slot, int(READ));
    machine.set_static_reference(DISK, "input", input);
}

fn new_bytes(machine: &mut Machine<'_>, bytes: &[u8]) -> Ref {
    let class = machine.library_class("[B");
    let array = machine.heap.new_array(class, bytes.len());
    let object = machine.heap.change(array);
    for (index, byte) in bytes.iter().enumerate() {
        object.set_element(Kind::Byte, index, u64::from(*byte));
    }
    array
}

/// A file with this content, or a directory.
fn new_node(machine: &mut Machine<'_>, content: Option<&[u8]>) -> Ref {
    let class = machine.library_class(NODE);
    let node = machine.heap.new_object(class);
    let mode = match content {
        Some(_) => FILE_MODE,
        None => DIRECTORY_MODE,
    };
    let slot = machine.field_slot(NODE, "mode");
    machine.heap.set_word(node, slot, int(mode));
    if let Some(content) = content {
        let bytes = new_bytes(machine, content);
        let slot = machine.field_slot(NODE, "content");
        machine.heap.set_reference(node, slot, bytes);
    }
    node
}

/// Makes these names and nodes the tree.
fn install(machine: &mut Machine<'_>, thread: usize, entries: &[(Ref, Ref)]) {
    let kinds = [("paths", "java/lang/String"), ("nodes", NODE)];
    for (index, (field, element)) in kinds.into_iter().enumerate() {
        let element = machine.library_class(element);
        let class = machine.program.array_of(element);
        let array = machine.heap.new_array(class, entries.len());
        for (position, entry) in entries.iter().enumerate() {
            let object = if index == 0 { entry.0 } else { entry.1 };
            machine
                .heap
                .set_element(array, Kind::Reference, position, object.word());
        }
        let (statics, slot) = place(machine, field);
        let at = Location::new(statics, slot, Kind::Reference);
        machine.poke(thread, at, array.word());
    }
}

fn place(machine: &mut Machine<'_>, field: &str) -> (Ref, usize) {
    let place = machine.static_place(DISK, field);
    place.expect("the class is Heddle's own")
}

/// All files and directories, by name.
struct Tree {
    entries: Vec<(String, Ref, Ref)>,
}

impl Tree {
    fn of(machine: &mut Machine<'_>) -> Tree {
        let [names, nodes] = ["paths", "nodes"].map(|field| {
            let (statics, slot) = place(machine, field);
            let array = machine.heap.reference(statics, slot);
            let object = machine.heap.object(array);
            (0..object.length as usize)
                .map(|index| Ref::from_word(object.element(Kind::Reference, index)))
                .collect::<Vec<Ref>>()
        });
        let entries = names.into_iter().zip(nodes);
        Tree {
            entries: entries
                .map(|(name, node)| (machine.text(name), name, node))
                .collect(),
        }
    }

    fn position(&self, path: &str) -> Result<usize, usize> {
        self.entries
            .binary_search_by(|(name, _, _)| name.as_str().cmp(path))
    }

    fn find(&self, path: &str) -> Option<Ref> {
        let index = self.position(path).ok()?;
        Some(self.entries[index].2)
    }

    /// Whether something is below this directory.
    fn has_children(&self, path: &str) -> bool {
        self.below(path).next().is_some()
    }

    /// What is below a directory, with the name from there on.
    fn below<'t>(&'t self, path: &str) -> impl Iterator<Item = (usize, &'t str)> {
        let prefix = match path {
            "/" => "/".to_owned(),
            path => format!("{path}/"),
        };
        let entries = self.entries.iter().enumerate();
        entries.filter_map(move |(index, (name, _, _))| {
            let rest = name.strip_prefix(prefix.as_str())?;
            (!rest.is_empty()).then_some((index, rest))
        })
    }

    fn install(self, call: &mut Call<'_, '_>) {
        let entries: Vec<(Ref, Ref)> = self
            .entries
            .into_iter()
            .map(|(_, name, node)| (name, node))
            .collect();
        install(call.machine, call.thread, &entries);
    }
}

impl Call<'_, '_> {
    /// Stops before the disk is looked at, or changed.
    fn disk(&mut self, changes: bool) -> Result<(), Interruption> {
        let (statics, slot) = place(self.machine, "paths");
        let at = Location::new(statics, slot, Kind::Reference);
        let operation = match changes {
            true => Operation::Update(at.place),
            false => Operation::Read(at.place, Ordering::Atomic),
        };
        self.before(at, operation)
    }

    /// The same for an open file whose position matters: only other threads that have it, too, could
    /// notice that it moves.
    fn disk_at(&mut self, open: Ref) -> Result<(), Interruption> {
        let shared = self.machine.heap.object(open).is_shared();
        self.disk(shared)
    }

    fn path(&mut self, index: usize) -> Result<String, Interruption> {
        let name = self.text(index)?;
        if name.contains('\0') {
            return Err(io_exception("Invalid file path"));
        }
        Ok(absolute(&name))
    }

    fn node_mode(&mut self, node: Ref) -> i32 {
        let slot = self.slot(NODE, "mode");
        self.machine.heap.object(node).data[slot] as i32
    }

    /// The bytes of a file; a directory has none.
    fn content(&mut self, node: Ref) -> Option<Ref> {
        let slot = self.slot(NODE, "content");
        let content = self.machine.heap.reference(node, slot);
        (!content.is_null()).then_some(content)
    }

    fn content_length(&mut self, node: Ref) -> u64 {
        match self.content(node) {
            Some(content) => u64::from(self.machine.heap.object(content).length),
            None => 0,
        }
    }

    fn set_content(&mut self, node: Ref, bytes: &[u8]) -> Result<(), Interruption> {
        let words = self.machine.heap.words + bytes.len() / 8;
        if bytes.len() as u64 > MAX_LENGTH || words > self.machine.options.max_heap_words {
            return Err(too_long());
        }
        let array = new_bytes(self.machine, bytes);
        let slot = self.slot(NODE, "content");
        let at = Location::new(node, slot, Kind::Reference);
        self.machine.poke(self.thread, at, array.word());
        Ok(())
    }

    fn opened(&mut self, open: Ref) -> Ref {
        let slot = self.slot(OPEN, "node");
        self.machine.heap.reference(open, slot)
    }

    fn position_of(&mut self, open: Ref) -> u64 {
        let slot = self.slot(OPEN, "position");
        self.machine.heap.object(open).data[slot]
    }

    fn set_position(&mut self, open: Ref, position: u64) {
        let slot = self.slot(OPEN, "position");
        self.machine.heap.set_word(open, slot, position);
    }
}

fn too_long() -> Interruption {
    Interruption::Unsupported(format!("a file of more than {} MB", MAX_LENGTH >> 20))
}

/// A directory that a new name goes into.
fn check_parent(call: &mut Call<'_, '_>, tree: &Tree, path: &str) -> Result<(), Status> {
    let Some(node) = tree.find(parent(path)) else {
        return Err(Status::Missing);
    };
    if call.content(node).is_some() {
        return Err(Status::NotDirectory);
    }
    match call.node_mode(node) & MAY_WRITE {
        0 => Err(Status::Denied),
        _ => Ok(()),
    }
}

fn add(call: &mut Call<'_, '_>, mut tree: Tree, path: &str, content: Option<&[u8]>) -> Ref {
    let node = new_node(call.machine, content);
    let units: Vec<u16> = path.encode_utf16().collect();
    let name = call.machine.heap.new_string(&units);
    let index = tree.position(path).unwrap_or_else(|index| index);
    tree.entries.insert(index, (path.to_owned(), name, node));
    tree.install(call);
    node
}

/// `open0(open, name, flags)`
fn open(call: &mut Call<'_, '_>) -> Outcome {
    let open = call.object(0)?;
    let path = call.path(1)?;
    let flags = call.int(2);
    call.disk(flags & (CREATE | TRUNCATE) != 0)?;
    let tree = Tree::of(call.machine);
    let node = match find_to_open(call, tree, &path, flags)? {
        Ok(node) => node,
        Err(why) => return status(Err(why)),
    };
    // Nobody else has it yet, unless everything counts as shared.
    let slot = call.slot(OPEN, "node");
    let at = Location::new(open, slot, Kind::Reference);
    call.machine.poke(call.thread, at, node.word());
    let slot = call.slot(OPEN, "flags");
    call.machine.heap.set_word(open, slot, int(flags));
    Ok(0)
}

fn find_to_open(
    call: &mut Call<'_, '_>,
    tree: Tree,
    path: &str,
    flags: i32,
) -> Result<Result<Ref, Status>, Interruption> {
    let Some(node) = tree.find(path) else {
        if flags & CREATE != 0 {
            return Ok(check_parent(call, &tree, path).map(|()| add(call, tree, path, Some(&[]))));
        }
        let jdk = jdk_file(call, path).filter(|_| flags & WRITE == 0);
        let missing = match tree.find(parent(path)) {
            Some(node) if call.content(node).is_some() => Status::NotDirectory,
            _ => Status::Missing,
        };
        return Ok(jdk
            .map(|bytes| new_node(call.machine, Some(&bytes)))
            .ok_or(missing));
    };
    if flags & EXCLUSIVE != 0 {
        return Ok(Err(Status::Exists));
    }
    if call.content(node).is_none() {
        return Ok(Err(Status::IsDirectory));
    }
    let mode = call.node_mode(node);
    let denied = (flags & READ != 0 && mode & MAY_READ == 0)
        || (flags & WRITE != 0 && mode & MAY_WRITE == 0);
    if denied {
        return Ok(Err(Status::Denied));
    }
    if flags & TRUNCATE != 0 && call.content_length(node) > 0 {
        call.set_content(node, &[])?;
    }
    Ok(Ok(node))
}

/// `stat0(name)`: 1 for a file, 2 for a directory, and four times the size.
fn stat(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.path(0)?;
    call.disk(false)?;
    let node = Tree::of(call.machine).find(&path);
    Ok(match node {
        Some(node) if call.content(node).is_some() => 1 | call.content_length(node) << 2,
        Some(_) => 2,
        None => jdk_file(call, &path).map_or(0, |bytes| 1 | (bytes.len() as u64) << 2),
    })
}

/// `mode0(name)`
fn mode(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.path(0)?;
    call.disk(false)?;
    let node = Tree::of(call.machine).find(&path);
    Ok(int(match node {
        Some(node) => call.node_mode(node),
        None => jdk_file(call, &path).map_or(-1, |_| MAY_READ),
    }))
}

/// `change0(name, mask, on)`
fn change(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.path(0)?;
    let (mask, on) = (call.int(1), call.int(2) != 0);
    call.disk(true)?;
    let Some(node) = Tree::of(call.machine).find(&path) else {
        return status(Err(Status::Missing));
    };
    let mode = call.node_mode(node);
    let slot = call.slot(NODE, "mode");
    let mode = if on { mode | mask } else { mode & !mask };
    call.machine.heap.set_word(node, slot, int(mode));
    Ok(0)
}

/// `list0(name)`
fn list(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.path(0)?;
    call.disk(false)?;
    let tree = Tree::of(call.machine);
    let node = tree.find(&path);
    let Some(node) = node.filter(|node| call.content(*node).is_none()) else {
        return Ok(0);
    };
    if call.node_mode(node) & MAY_READ == 0 {
        return Ok(0);
    }
    let names: Vec<&str> = tree
        .below(&path)
        .map(|(_, name)| name)
        .filter(|name| !name.contains('/'))
        .collect();
    let strings: Vec<Ref> = names
        .into_iter()
        .map(|name| Ref::from_word(call.new_string(name)))
        .collect();
    call.new_array_of("java/lang/String", &strings)
}

/// `make0(name)`
fn make(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.path(0)?;
    call.disk(true)?;
    let tree = Tree::of(call.machine);
    if tree.find(&path).is_some() {
        return status(Err(Status::Exists));
    }
    let checked = check_parent(call, &tree, &path);
    if checked.is_ok() {
        add(call, tree, &path, None);
    }
    status(checked)
}

/// `delete0(name)`
fn delete(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.path(0)?;
    call.disk(true)?;
    let mut tree = Tree::of(call.machine);
    let Ok(index) = tree.position(&path) else {
        return status(Err(Status::Missing));
    };
    if tree.has_children(&path) {
        return status(Err(Status::NotEmpty));
    }
    if path == "/" {
        return status(Err(Status::Denied));
    }
    let checked = check_parent(call, &tree, &path);
    if checked.is_ok() {
        tree.entries.remove(index);
        tree.install(call);
    }
    status(checked)
}

/// `move0(from, to, replace)`
fn rename(call: &mut Call<'_, '_>) -> Outcome {
    let (from, to) = (call.path(0)?, call.path(1)?);
    let replaces = call.int(2) != 0;
    call.disk(true)?;
    let tree = Tree::of(call.machine);
    let moved = match check_move(call, &tree, &from, &to, replaces) {
        Ok(moved) => moved,
        Err(why) => return status(Err(why)),
    };
    if moved {
        move_entries(call, tree, &from, &to);
    }
    Ok(0)
}

/// Whether there is something to do, or why it can't be done.
fn check_move(
    call: &mut Call<'_, '_>,
    tree: &Tree,
    from: &str,
    to: &str,
    replaces: bool,
) -> Result<bool, Status> {
    let source = tree.find(from).ok_or(Status::Missing)?;
    if from == to {
        return Ok(false);
    }
    if to.starts_with(&format!("{from}/")) || from == "/" {
        return Err(Status::Invalid);
    }
    check_parent(call, tree, from)?;
    check_parent(call, tree, to)?;
    let Some(target) = tree.find(to) else {
        return Ok(true);
    };
    if !replaces {
        return Err(Status::Exists);
    }
    match (
        call.content(source).is_some(),
        call.content(target).is_some(),
    ) {
        (true, false) => Err(Status::IsDirectory),
        (false, true) => Err(Status::NotDirectory),
        (false, false) if tree.has_children(to) => Err(Status::NotEmpty),
        _ => Ok(true),
    }
}

fn move_entries(call: &mut Call<'_, '_>, mut tree: Tree, from: &str, to: &str) {
    tree.entries.retain(|(name, _, _)| name != to);
    let below: Vec<usize> = tree.below(from).map(|(index, _)| index).collect();
    let itself = tree.position(from).ok();
    for index in below.into_iter().chain(itself) {
        let (path, name, _) = &mut tree.entries[index];
        *path = format!("{to}{}", &path[from.len()..]);
        let units: Vec<u16> = path.encode_utf16().collect();
        *name = call.machine.heap.new_string(&units);
    }
    tree.entries.sort_by(|a, b| a.0.cmp(&b.0));
    tree.install(call);
}

/// `absolute0(name)`
fn absolute_name(call: &mut Call<'_, '_>) -> Outcome {
    let path = call.path(0)?;
    Ok(call.new_string(&path))
}

/// A copy of some bytes of a file.
fn slice(call: &mut Call<'_, '_>, node: Ref, from: u64, count: i32) -> Vec<u8> {
    let Some(content) = call.content(node) else {
        return Vec::new();
    };
    let object = call.machine.heap.object(content);
    let from = from.min(u64::from(object.length)) as usize;
    let end = (from + count.max(0) as usize).min(object.length as usize);
    (from..end)
        .map(|index| object.element(Kind::Byte, index) as u8)
        .collect()
}

/// `read0(open, count)`
fn read(call: &mut Call<'_, '_>) -> Outcome {
    let open = call.object(0)?;
    call.disk_at(open)?;
    let (node, position) = (call.opened(open), call.position_of(open));
    let bytes = slice(call, node, position, call.int(1));
    let array = call.byte_array(&bytes)?;
    if !bytes.is_empty() {
        call.set_position(open, position + bytes.len() as u64);
    }
    Ok(array)
}

/// `readAt0(open, position, count)`
fn read_at(call: &mut Call<'_, '_>) -> Outcome {
    let open = call.object(0)?;
    call.disk(false)?;
    let node = call.opened(open);
    let bytes = slice(call, node, call.long(1) as u64, call.int(2));
    call.byte_array(&bytes)
}

/// Puts bytes into a file, which gets longer if need be.
fn splice(call: &mut Call<'_, '_>, node: Ref, at: u64, bytes: &[u8]) -> Result<u64, Interruption> {
    let end = at.saturating_add(bytes.len() as u64);
    if end > MAX_LENGTH {
        return Err(too_long());
    }
    let mut content = slice(call, node, 0, i32::MAX);
    if (content.len() as u64) < end {
        content.resize(end as usize, 0);
    }
    content[at as usize..end as usize].copy_from_slice(bytes);
    call.set_content(node, &content)?;
    Ok(end)
}

/// `write0(open, bytes)`
fn write(call: &mut Call<'_, '_>) -> Outcome {
    let (open, bytes) = (call.object(0)?, call.object(1)?);
    call.disk(true)?;
    let node = call.opened(open);
    let slot = call.slot(OPEN, "flags");
    let flags = call.machine.heap.object(open).data[slot] as i32;
    let at = match flags & APPEND {
        0 => call.position_of(open),
        _ => call.content_length(node),
    };
    let bytes = call.machine.bytes(bytes);
    let end = splice(call, node, at, &bytes)?;
    call.set_position(open, end);
    Ok(0)
}

/// `writeAt0(open, position, bytes)`
fn write_at(call: &mut Call<'_, '_>) -> Outcome {
    let (open, bytes) = (call.object(0)?, call.object(2)?);
    call.disk(true)?;
    let node = call.opened(open);
    let bytes = call.machine.bytes(bytes);
    splice(call, node, call.long(1) as u64, &bytes)?;
    Ok(0)
}

/// `length0(open)`
fn length(call: &mut Call<'_, '_>) -> Outcome {
    let open = call.object(0)?;
    call.disk(false)?;
    let node = call.opened(open);
    Ok(call.content_length(node))
}

/// `setLength0(open, length)`
fn set_length(call: &mut Call<'_, '_>) -> Outcome {
    let open = call.object(0)?;
    let length = call.long(1) as u64;
    if length > MAX_LENGTH {
        return Err(too_long());
    }
    call.disk(true)?;
    let node = call.opened(open);
    let mut content = slice(call, node, 0, i32::MAX);
    content.resize(length as usize, 0);
    call.set_content(node, &content)?;
    if call.position_of(open) > length {
        call.set_position(open, length);
    }
    Ok(0)
}

/// `position0(open)`
fn position(call: &mut Call<'_, '_>) -> Outcome {
    let open = call.object(0)?;
    if call.machine.heap.object(open).is_shared() {
        call.disk(false)?;
    }
    Ok(call.position_of(open))
}

/// `seek0(open, position)`
fn seek(call: &mut Call<'_, '_>) -> Outcome {
    let open = call.object(0)?;
    if call.machine.heap.object(open).is_shared() {
        call.disk(true)?;
    }
    call.set_position(open, call.long(1) as u64);
    Ok(0)
}

/// What a descriptor stands for is in the field where the JDK keeps what closes it.
fn cleanup(call: &mut Call<'_, '_>) -> Result<Location, Interruption> {
    let descriptor = call.object(0)?;
    let slot = call.slot(DESCRIPTOR, "cleanup");
    Ok(Location::new(descriptor, slot, Kind::Reference))
}

/// `of0(descriptor)`
fn of(call: &mut Call<'_, '_>) -> Outcome {
    let at = cleanup(call)?;
    call.load(at, Ordering::Atomic)
}

/// `number0(descriptor)`
fn number(call: &mut Call<'_, '_>) -> Outcome {
    let descriptor = call.object(0)?;
    let slot = call.slot(DESCRIPTOR, "fd");
    call.load(Location::new(descriptor, slot, Kind::Int), Ordering::Atomic)
}

/// `attach0(descriptor, open)`: null closes.
fn attach(call: &mut Call<'_, '_>) -> Outcome {
    let at = cleanup(call)?;
    let open = call.reference(1);
    call.store(at, Ordering::Atomic, open.word())?;
    let slot = call.slot(DESCRIPTOR, "fd");
    let number = if open.is_null() { -1 } else { 3 };
    call.machine
        .heap
        .set_word(at.place.object, slot, int(number));
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::{absolute, parent};

    #[test]
    fn names() {
        assert_eq!(absolute("a"), "/a");
        assert_eq!(absolute("/a//b/./c/../d/"), "/a/b/d");
        assert_eq!(absolute("../.."), "/");
        assert_eq!(absolute(""), "/");
        assert_eq!(parent("/a/b"), "/a");
        assert_eq!(parent("/a"), "/");
        assert_eq!(parent("/"), "/");
    }
}
