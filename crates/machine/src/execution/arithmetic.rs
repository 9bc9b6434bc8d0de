//! Java's arithmetic on words.

use program::{BinaryOperator, UnaryOperator};

use crate::value::{double, float, int, to_double, to_float};

/// `left operator right`; `None` is a division by zero.
#[inline]
pub(crate) fn binary(operator: BinaryOperator, left: u64, right: u64) -> Option<u64> {
    use BinaryOperator as B;
    let (a, b) = (left as i32, right as i32);
    let (c, d) = (left as i64, right as i64);
    Some(match operator {
        B::IAdd => int(a.wrapping_add(b)),
        B::ISub => int(a.wrapping_sub(b)),
        B::IMul => int(a.wrapping_mul(b)),
        B::IDiv if b == 0 => return None,
        B::IDiv => int(a.wrapping_div(b)),
        B::IRem if b == 0 => return None,
        B::IRem => int(a.wrapping_rem(b)),
        B::IAnd => int(a & b),
        B::IOr => int(a | b),
        B::IXor => int(a ^ b),
        B::IShl => int(a.wrapping_shl(b as u32)),
        B::IShr => int(a.wrapping_shr(b as u32)),
        B::IUshr => int((a as u32).wrapping_shr(b as u32) as i32),
        B::LAdd => c.wrapping_add(d) as u64,
        B::LSub => c.wrapping_sub(d) as u64,
        B::LMul => c.wrapping_mul(d) as u64,
        B::LDiv if d == 0 => return None,
        B::LDiv => c.wrapping_div(d) as u64,
        B::LRem if d == 0 => return None,
        B::LRem => c.wrapping_rem(d) as u64,
        B::LAnd => (c & d) as u64,
        B::LOr => (c | d) as u64,
        B::LXor => (c ^ d) as u64,
        B::LShl => c.wrapping_shl(b as u32) as u64,
        B::LShr => c.wrapping_shr(b as u32) as u64,
        B::LUshr => left.wrapping_shr(b as u32),
        B::FAdd => float(to_float(left) + to_float(right)),
        B::FSub => float(to_float(left) - to_float(right)),
        B::FMul => float(to_float(left) * to_float(right)),
        B::FDiv => float(to_float(left) / to_float(right)),
        B::FRem => float(to_float(left) % to_float(right)),
        B::DAdd => double(to_double(left) + to_double(right)),
        B::DSub => double(to_double(left) - to_double(right)),
        B::DMul => double(to_double(left) * to_double(right)),
        B::DDiv => double(to_double(left) / to_double(right)),
        B::DRem => double(to_double(left) % to_double(right)),
        B::LCompare => int(c.cmp(&d) as i32),
        B::FCompareLess => compare(f64::from(to_float(left)), f64::from(to_float(right)), -1),
        B::FCompareGreater => compare(f64::from(to_float(left)), f64::from(to_float(right)), 1),
        B::DCompareLess => compare(to_double(left), to_double(right), -1),
        B::DCompareGreater => compare(to_double(left), to_double(right), 1),
    })
}

fn compare(left: f64, right: f64, unordered: i32) -> u64 {
    int(left
        .partial_cmp(&right)
        .map_or(unordered, |order| order as i32))
}

/// `operator source`
#[inline]
pub(crate) fn unary(operator: UnaryOperator, source: u64) -> u64 {
    use UnaryOperator as U;
    match operator {
        U::INeg => int((source as i32).wrapping_neg()),
        U::LNeg => (source as i64).wrapping_neg() as u64,
        U::FNeg => float(-to_float(source)),
        U::DNeg => double(-to_double(source)),
        U::IntToLong => i64::from(source as i32) as u64,
        U::IntToFloat => float(source as i32 as f32),
        U::IntToDouble => double(f64::from(source as i32)),
        U::IntToByte => int(i32::from(source as i8)),
        U::IntToChar => int(i32::from(source as u16)),
        U::IntToShort => int(i32::from(source as i16)),
        U::LongToInt => int(source as i32),
        U::LongToFloat => float(source as i64 as f32),
        U::LongToDouble => double(source as i64 as f64),
        // Rust's float casts saturate and send NaN to 0, as Java's do.
        U::FloatToInt => int(to_float(source) as i32),
        U::FloatToLong => to_float(source) as i64 as u64,
        U::FloatToDouble => double(f64::from(to_float(source))),
        U::DoubleToInt => int(to_double(source) as i32),
        U::DoubleToLong => to_double(source) as i64 as u64,
        U::DoubleToFloat => float(to_double(source) as f32),
    }
}
