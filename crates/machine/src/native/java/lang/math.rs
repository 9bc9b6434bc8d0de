//! `java.lang.StrictMath`, and the bit patterns of `Float` and `Double`.
//!
//! Functions that the JDK in use has as Java code (a port of fdlibm) run as that. The rest use the
//! host's, which agree with fdlibm but for the last bit in rare cases.

use crate::native::registry::Natives;
use crate::native::{Call, Outcome};
use crate::value::double;

macro_rules! functions {
    ($($name:ident = $body:expr;)*) => {
        $(fn $name(call: &mut Call<'_, '_>) -> Outcome {
            let function: fn(f64) -> f64 = $body;
            Ok(double(function(call.double(0))))
        })*
    };
}

functions! {
    sin = f64::sin;
    cos = f64::cos;
    tan = f64::tan;
    asin = f64::asin;
    acos = f64::acos;
    atan = f64::atan;
    sinh = f64::sinh;
    cosh = f64::cosh;
    tanh = f64::tanh;
    log = f64::ln;
    log10 = f64::log10;
    log1p = f64::ln_1p;
    expm1 = f64::exp_m1;
    sqrt = f64::sqrt;
    exp = f64::exp;
}

pub(crate) const STRICT_MATH: Natives = &[
    ("sin", "(D)D", sin),
    ("cos", "(D)D", cos),
    ("tan", "(D)D", tan),
    ("asin", "(D)D", asin),
    ("acos", "(D)D", acos),
    ("atan", "(D)D", atan),
    ("sinh", "(D)D", sinh),
    ("cosh", "(D)D", cosh),
    ("tanh", "(D)D", tanh),
    ("log", "(D)D", log),
    ("log10", "(D)D", log10),
    ("log1p", "(D)D", log1p),
    ("expm1", "(D)D", expm1),
    ("sqrt", "(D)D", sqrt),
    ("atan2", "(DD)D", atan2),
    ("IEEEremainder", "(DD)D", remainder),
];

/// Where the JVM does not use fdlibm either, but its own, nearly correctly rounded functions.
pub(crate) const MATH: Natives = &[
    ("sqrt", "(D)D", sqrt),
    ("sin", "(D)D", sin),
    ("cos", "(D)D", cos),
    ("tan", "(D)D", tan),
    ("exp", "(D)D", exp),
    ("log", "(D)D", log),
    ("log10", "(D)D", log10),
    ("pow", "(DD)D", pow),
];

pub(crate) const FLOAT: Natives = &[
    ("floatToRawIntBits", "(F)I", float_bits),
    ("intBitsToFloat", "(I)F", bits_float),
];

pub(crate) const DOUBLE: Natives = &[
    ("doubleToRawLongBits", "(D)J", same),
    ("longBitsToDouble", "(J)D", same),
];

fn atan2(call: &mut Call<'_, '_>) -> Outcome {
    Ok(double(call.double(0).atan2(call.double(1))))
}

fn pow(call: &mut Call<'_, '_>) -> Outcome {
    let (base, exponent) = (call.double(0), call.double(1));
    // Java's answers differ from C's here.
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        return Ok(double(f64::NAN));
    }
    Ok(double(base.powf(exponent)))
}

fn remainder(call: &mut Call<'_, '_>) -> Outcome {
    let (left, right) = (call.double(0), call.double(1));
    if left.is_nan() || right.is_nan() || left.is_infinite() || right == 0.0 {
        return Ok(double(f64::NAN));
    }
    if right.is_infinite() {
        return Ok(double(left));
    }
    let right = right.abs();
    let mut rest = left.abs() % (2.0 * right);
    if !(2.0 * right).is_finite() {
        rest = left.abs() % right;
    }
    // Now `rest` is below twice the divisor; the nearest multiple is 0, 1 or 2 times it.
    if rest + rest > right {
        rest -= right;
        if rest + rest >= right {
            rest -= right;
        }
    }
    Ok(double(if left.is_sign_negative() { -rest } else { rest }))
}

fn float_bits(call: &mut Call<'_, '_>) -> Outcome {
    Ok(crate::value::int(call.arguments[0] as u32 as i32))
}

fn bits_float(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.arguments[0] & 0xffff_ffff)
}

fn same(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.arguments[0])
}
