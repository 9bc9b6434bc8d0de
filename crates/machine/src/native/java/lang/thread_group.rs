//! `java.lang.ThreadGroup`: its members are the threads that run, not a list of its own.

use program::Kind;

use crate::heap::Read;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, nothing};
use crate::operation::Span;
use crate::value::{Ref, int};

pub(crate) const NATIVES: Natives = &[
    ("addUnstarted", "*", nothing),
    ("add", "(Ljava/lang/Thread;)V", nothing),
    ("threadStartFailed", "*", nothing),
    ("threadTerminated", "*", nothing),
    ("activeCount", "()I", active_count),
    ("enumerate", "([Ljava/lang/Thread;)I", enumerate_all),
    ("enumerate", "([Ljava/lang/Thread;Z)I", enumerate),
];

/// The threads of the group, by number.
fn members(call: &mut Call<'_, '_>, recurse: bool) -> Result<Vec<Ref>, Interruption> {
    let group = call.object(0)?;
    if call.machine.heap.object(group).is_shared() {
        call.visible_look(group)?;
    }
    call.machine.ambient.inspection = true;
    call.machine.interchange.tell_apart();
    look(call, group, recurse)
}

fn look(call: &mut Call<'_, '_>, group: Ref, recurse: bool) -> Result<Vec<Ref>, Interruption> {
    let mut members = Vec::new();
    for number in 0..call.machine.threads.len() {
        if call.machine.threads[number].has_ended() {
            continue;
        }
        let object = call.machine.threads[number].object;
        let mut of = call.machine.thread_group_of(object);
        let parent = call.slot("java/lang/ThreadGroup", "parent");
        while recurse && of != group && !of.is_null() {
            of = call.machine.heap.reference(of, parent);
        }
        if of == group {
            members.push(object);
        }
    }
    Ok(members)
}

fn active_count(call: &mut Call<'_, '_>) -> Outcome {
    let members = members(call, true)?;
    Ok(int(members.len() as i32))
}

fn enumerate_all(call: &mut Call<'_, '_>) -> Outcome {
    list(call, true)
}

fn enumerate(call: &mut Call<'_, '_>) -> Outcome {
    let recurse = call.int(2) != 0;
    list(call, recurse)
}

fn list(call: &mut Call<'_, '_>, recurse: bool) -> Outcome {
    let array = call.object(1)?;
    let length = call.machine.heap.object(array).length as usize;
    let members = match call.machine.heap.object(array).is_shared() {
        false => members(call, recurse)?,
        true => {
            let group = call.object(0)?;
            let members = look(call, group, recurse)?;
            let written = Span::new(array, 0, members.len().min(length));
            call.machine.heap.unwritten.observe_ends();
            call.copy_visibly(Span::NONE, written)?;
            call.machine.heap.reads.note(Read::Everything);
            call.machine.ambient.inspection = true;
            call.machine.interchange.tell_apart();
            members
        }
    };
    let count = members.len().min(length);
    for (index, member) in members.into_iter().take(count).enumerate() {
        call.machine.publish_into(call.thread, array, member);
        call.machine
            .heap
            .set_element(array, Kind::Reference, index, member.word());
    }
    Ok(int(count as i32))
}
