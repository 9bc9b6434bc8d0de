//! Natives of `jdk.internal.reflect`.

use program::ClassId;
use ristretto_classfile::ConstantPool;

use crate::execution::invoke::NO_METHOD;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome, class_file, exception, yes};
use crate::value::{double, float, int};

pub(crate) const REFLECTION: Natives = &[
    ("getCallerClass", "*", caller_class),
    ("getClassAccessFlags", "*", access_flags),
    ("areNestMates", "*", are_nest_mates),
    ("verifyPublicMemberAccess", "*", yes),
    ("verifyModuleAccess", "*", yes),
    ("filterFields", "*", same),
    ("filterMethods", "*", same),
];

pub(crate) const CONSTANT_POOL: Natives = &[
    ("getSize0", "*", size),
    ("getUTF8At0", "*", utf8_at),
    ("getStringAt0", "*", string_at),
    ("getIntAt0", "*", int_at),
    ("getLongAt0", "*", long_at),
    ("getFloatAt0", "*", float_at),
    ("getDoubleAt0", "*", double_at),
    ("getClassAt0", "*", class_at),
    ("getClassAtIfLoaded0", "*", class_at),
];

/// The caller of the method that asks; frames of reflection itself do not exist here.
fn caller_class(call: &mut Call<'_, '_>) -> Outcome {
    let frames = call.machine.threads[call.thread].frames.iter().rev();
    let mut methods = frames
        .map(|frame| frame.method)
        .filter(|method| *method != NO_METHOD);
    let class = methods
        .nth(1)
        .map(|method| call.machine.program.method(method).class);
    Ok(call.mirror_word(class))
}

fn access_flags(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    Ok(int(i32::from(call.machine.program.class(class).access)))
}

fn are_nest_mates(call: &mut Call<'_, '_>) -> Outcome {
    let program = call.machine.program;
    let host = |id: ClassId| {
        let class = program.class(id);
        class_file::nest_host(class).unwrap_or_else(|| class.name.to_string())
    };
    let (one, other) = (call.class(0)?, call.class(1)?);
    Ok(u64::from(host(one) == host(other)))
}

/// `filter…(class, members)` leaves nothing out.
fn same(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.arguments[1])
}

/// The constants of the class given as the second argument.
fn pool<'p>(call: &Call<'_, 'p>) -> Result<&'p ConstantPool<'static>, Interruption> {
    let class = call.machine.program.class(call.class(1)?);
    let file = class.file.as_deref();
    file.map(|file| &file.constant_pool).ok_or_else(wrong)
}

fn wrong() -> Interruption {
    exception(
        "java/lang/IllegalArgumentException",
        "Wrong type at constant pool index",
    )
}

fn size(call: &mut Call<'_, '_>) -> Outcome {
    Ok(pool(call)?.len() as u64)
}

fn index(call: &Call<'_, '_>) -> u16 {
    call.int(2) as u16
}

fn utf8_at(call: &mut Call<'_, '_>) -> Outcome {
    let text = class_file::text(pool(call)?, index(call)).ok_or_else(wrong)?;
    Ok(call.constant(&text))
}

fn string_at(call: &mut Call<'_, '_>) -> Outcome {
    let text = pool(call)?
        .try_get_string(index(call))
        .map_err(|_| wrong())?;
    let text = text.to_str_lossy().into_owned();
    Ok(call.constant(&text))
}

fn int_at(call: &mut Call<'_, '_>) -> Outcome {
    pool(call)?
        .try_get_integer(index(call))
        .map(|value| int(*value))
        .map_err(|_| wrong())
}

fn long_at(call: &mut Call<'_, '_>) -> Outcome {
    pool(call)?
        .try_get_long(index(call))
        .map(|value| *value as u64)
        .map_err(|_| wrong())
}

fn float_at(call: &mut Call<'_, '_>) -> Outcome {
    pool(call)?
        .try_get_float(index(call))
        .map(|value| float(*value))
        .map_err(|_| wrong())
}

fn double_at(call: &mut Call<'_, '_>) -> Outcome {
    pool(call)?
        .try_get_double(index(call))
        .map(|value| double(*value))
        .map_err(|_| wrong())
}

fn class_at(call: &mut Call<'_, '_>) -> Outcome {
    let name = class_file::class_name(pool(call)?, index(call)).ok_or_else(wrong)?;
    let class = call.load_class(&name)?;
    Ok(call.mirror_word(Some(class)))
}
