//! Java's arithmetic in Promela's 32-bit numbers.
//!
//! A `long` is kept in 32 bits too. Where a result would not fit, the model says so and stops
//! there, so that nothing is claimed about such runs.

use program::{BinaryOperator, Condition, UnaryOperator};

use crate::tree::Expression;

/// A value, and when it does not fit.
pub(crate) struct Computed {
    pub(crate) value: Expression,
    pub(crate) misfit: Option<Expression>,
}

fn number(value: i32) -> Expression {
    Expression::Number(value)
}

fn fits(value: Expression) -> Option<Computed> {
    Some(Computed {
        value,
        misfit: None,
    })
}

fn choose(condition: Expression, yes: Expression, no: Expression) -> Expression {
    Expression::Conditional(Box::new(condition), Box::new(yes), Box::new(no))
}

/// `left operator right`; `None` if the model can't compute it (floating point).
pub(crate) fn binary(
    operator: BinaryOperator,
    left: Expression,
    right: Expression,
) -> Option<Computed> {
    use BinaryOperator::*;
    let (a, b) = (left, right);
    let is_long = matches!(
        operator,
        LAdd | LSub | LMul | LDiv | LRem | LShl | LShr | LUshr
    );
    let low = || b.clone().binary("&", number(31));
    match operator {
        IAdd => fits(a.binary("+", b)),
        ISub => fits(a.binary("-", b)),
        IMul => fits(a.binary("*", b)),
        IDiv | LDiv => {
            let minus = b.clone().equals(number(-1));
            let value = choose(
                minus.clone(),
                number(0).binary("-", a.clone()),
                a.clone().binary("/", b),
            );
            let misfit = is_long.then(|| minus.and(a.equals(number(i32::MIN))));
            Some(Computed { value, misfit })
        }
        IRem | LRem => {
            let minus = b.clone().equals(number(-1));
            fits(choose(minus, number(0), a.binary("%", b)))
        }
        IAnd | LAnd => fits(a.binary("&", b)),
        IOr | LOr => fits(a.binary("|", b)),
        IXor | LXor => fits(a.binary("^", b)),
        IShl => fits(a.binary("<<", low())),
        IShr => fits(a.binary(">>", low())),
        IUshr => {
            let mask = number(i32::MAX).binary(">>", low().binary("-", number(1)));
            let shifted = a.clone().binary(">>", low()).binary("&", mask);
            fits(choose(low().equals(number(0)), a, shifted))
        }
        LAdd | LSub => {
            let sign = if operator == LAdd { "+" } else { "-" };
            let sum = a.clone().binary(sign, b.clone());
            let other = if operator == LAdd {
                b
            } else {
                Expression::Unary("~", Box::new(b))
            };
            let overflow = a
                .binary("^", sum.clone())
                .binary("&", other.binary("^", sum.clone()));
            Some(Computed {
                value: sum,
                misfit: Some(overflow.binary("<", number(0))),
            })
        }
        LMul => {
            let product = a.clone().binary("*", b.clone());
            let large = a
                .clone()
                .binary(">", number(1))
                .binary("||", a.clone().binary("<", number(-1)));
            let wrong = product
                .clone()
                .binary("/", a.clone())
                .binary("!=", b.clone());
            let least = b.equals(number(i32::MIN)).and(a.binary("<", number(0)));
            let misfit = least.binary("||", large.binary("&&", wrong));
            Some(Computed {
                value: product,
                misfit: Some(misfit),
            })
        }
        LShl => {
            let by = || b.clone().binary("&", number(63));
            let shifted = a.clone().binary("<<", by());
            let far = by()
                .binary(">", number(31))
                .binary("&&", a.clone().binary("!=", number(0)));
            let back = shifted.clone().binary(">>", by()).binary("!=", a.clone());
            let value = choose(by().binary(">", number(31)), number(0), shifted);
            Some(Computed {
                value,
                misfit: Some(far.binary("||", by().binary("<=", number(31)).binary("&&", back))),
            })
        }
        LShr | LUshr => {
            let by = || b.clone().binary("&", number(63));
            let value = choose(
                by().binary(">", number(31)),
                a.clone().binary(">>", number(31)),
                a.clone().binary(">>", by()),
            );
            let misfit = (operator == LUshr).then(|| a.binary("<", number(0)));
            Some(Computed { value, misfit })
        }
        LCompare => {
            let less = a.clone().binary("<", b.clone());
            fits(choose(
                less,
                number(-1),
                choose(a.equals(b), number(0), number(1)),
            ))
        }
        FAdd | FSub | FMul | FDiv | FRem | DAdd | DSub | DMul | DDiv | DRem | FCompareLess
        | FCompareGreater | DCompareLess | DCompareGreater => None,
    }
}

/// `operator source`; `None` if the model can't compute it (floating point).
pub(crate) fn unary(operator: UnaryOperator, source: Expression) -> Option<Computed> {
    use UnaryOperator::*;
    match operator {
        INeg => fits(number(0).binary("-", source)),
        LNeg => Some(Computed {
            value: number(0).binary("-", source.clone()),
            misfit: Some(source.equals(number(i32::MIN))),
        }),
        IntToLong | LongToInt => fits(source),
        IntToByte => fits(source.binary("<<", number(24)).binary(">>", number(24))),
        IntToShort => fits(source.binary("<<", number(16)).binary(">>", number(16))),
        IntToChar => fits(source.binary("&", number(0xffff))),
        FNeg | DNeg | IntToFloat | IntToDouble | LongToFloat | LongToDouble | FloatToInt
        | FloatToLong | FloatToDouble | DoubleToInt | DoubleToLong | DoubleToFloat => None,
    }
}

/// The operator of a condition.
pub(crate) fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::Equal => "==",
        Condition::NotEqual => "!=",
        Condition::Less => "<",
        Condition::GreaterEqual => ">=",
        Condition::Greater => ">",
        Condition::LessEqual => "<=",
    }
}
