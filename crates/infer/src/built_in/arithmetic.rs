//! Arithmetic as ProbLog has it: whole numbers stay whole but for `/`, everything else is a
//! floating-point number.

use super::Fault;
use dashu_ratio::RBig;
use randlog_logic::{Compound, Number, Symbol, Term};
use std::cmp::Ordering;

/// The value of an expression.
pub(super) fn evaluate(term: &Term) -> Result<Number, Fault> {
    match term {
        Term::Number(number) => Ok(number.clone()),
        Term::Variable(_) | Term::Anonymous => Err(Fault::Unbound),
        Term::Constant(name) => match name.as_str() {
            "pi" => float(std::f64::consts::PI),
            "e" => float(std::f64::consts::E),
            "inf" | "infinity" => Fault::wrong("infinity is not supported"),
            _ => Fault::wrong(format!("`{term}` is not a number")),
        },
        Term::Compound(compound) => match &**compound {
            Compound::Function(name, args) => match &args[..] {
                [a] => one(name, evaluate(a)?),
                [a, b] => two(name, evaluate(a)?, evaluate(b)?),
                _ => Fault::wrong(format!("`{term}` is not an expression")),
            },
            Compound::List(items, tail) if items.len() == 1 && *tail == Term::empty_list() => {
                evaluate(&items[0])
            }
            Compound::List(..) => Fault::wrong(format!("`{term}` is not an expression")),
        },
        Term::Text(_) => Fault::wrong(format!("`{term}` is not a number")),
    }
}

fn value(number: &Number) -> f64 {
    match number {
        Number::Integer(value) => *value as f64,
        Number::Float(text) => text.parse().unwrap_or(f64::NAN),
    }
}

pub(super) fn compare(operator: &str, left: &Number, right: &Number) -> bool {
    let Some(order) = order(left, right) else { return false };
    match operator {
        "<" => order.is_lt(),
        ">" => order.is_gt(),
        "=<" => order.is_le(),
        ">=" => order.is_ge(),
        "=:=" => order.is_eq(),
        _ => order.is_ne(),
    }
}

/// Which number is greater. Whole numbers are not rounded for that.
pub(super) fn order(left: &Number, right: &Number) -> Option<Ordering> {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => Some(left.cmp(right)),
        (Number::Integer(left), Number::Float(_)) => whole_and_real(*left, value(right)),
        (Number::Float(_), Number::Integer(right)) => {
            whole_and_real(*right, value(left)).map(Ordering::reverse)
        }
        (Number::Float(_), Number::Float(_)) => value(left).partial_cmp(&value(right)),
    }
}

/// One more than the largest whole number.
const BEYOND: f64 = 9_223_372_036_854_775_808.0;

fn whole_and_real(whole: i64, real: f64) -> Option<Ordering> {
    if real >= BEYOND {
        return Some(Ordering::Less);
    }
    if real < -BEYOND {
        return Some(Ordering::Greater);
    }
    let part = 0.0.partial_cmp(&real.fract())?;
    Some(whole.cmp(&(real.trunc() as i64)).then(part))
}

/// A floating-point number as a constant.
fn float(value: f64) -> Result<Number, Fault> {
    if !value.is_finite() {
        return Fault::wrong("the result of an expression is not a finite number");
    }
    let text = format!("{value:?}");
    // With two digits at least in the exponent, and a sign.
    let text = match text.split_once('e') {
        None => text,
        Some((mantissa, exponent)) => match exponent.strip_prefix('-') {
            Some(digits) => format!("{mantissa}e-{digits:0>2}"),
            None => format!("{mantissa}e+{exponent:0>2}"),
        },
    };
    Ok(Number::Float(Symbol::from(text)))
}

fn whole(value: Option<i64>) -> Result<Number, Fault> {
    match value {
        Some(value) => Ok(Number::Integer(value)),
        None => Fault::wrong("a whole number does not fit into 64 bits"),
    }
}

fn rounded(value: f64) -> Result<Number, Fault> {
    let fits = (-BEYOND..BEYOND).contains(&value);
    whole(fits.then_some(value as i64))
}

fn one(name: &str, number: Number) -> Result<Number, Fault> {
    let real = value(&number);
    match (name, &number) {
        ("-", Number::Integer(a)) => whole(a.checked_neg()),
        ("-", _) => float(-real),
        ("+", _) => Ok(number),
        ("abs", Number::Integer(a)) => whole(a.checked_abs()),
        ("abs", _) => float(real.abs()),
        ("sign", Number::Integer(a)) => whole(Some(a.signum())),
        ("sign", _) => float(if real == 0.0 { 0.0 } else { real.signum() }),
        ("\\", Number::Integer(a)) => whole(Some(!a)),
        ("float", _) => float(real),
        ("integer" | "round" | "truncate" | "floor" | "ceiling", Number::Integer(_)) => Ok(number),
        ("round", _) => rounded(real.round_ties_even()),
        ("integer" | "truncate", _) => rounded(real.trunc()),
        ("floor", _) => rounded(real.floor()),
        ("ceiling", _) => rounded(real.ceil()),
        ("float_integer_part", _) => float(real.trunc()),
        ("float_fractional_part", _) => float(real.fract()),
        ("sqrt", _) => float(real.sqrt()),
        ("exp", _) => float(real.exp()),
        ("log", _) => float(real.ln()),
        ("log2", _) => float(real.log2()),
        ("sin", _) => float(real.sin()),
        ("cos", _) => float(real.cos()),
        ("tan", _) => float(real.tan()),
        ("asin", _) => float(real.asin()),
        ("acos", _) => float(real.acos()),
        ("atan", _) => float(real.atan()),
        _ => Fault::wrong(format!("the function `{name}/1` is not supported in expressions")),
    }
}

fn two(name: &str, left: Number, right: Number) -> Result<Number, Fault> {
    if let (Number::Integer(a), Number::Integer(b)) = (&left, &right) {
        let (a, b) = (*a, *b);
        let divides = |result: Option<i64>| match b {
            0 => Fault::wrong("division by zero"),
            _ => whole(result),
        };
        match name {
            "+" => return whole(a.checked_add(b)),
            "-" => return whole(a.checked_sub(b)),
            "*" => return whole(a.checked_mul(b)),
            // Both round down, as they do in ProbLog.
            "//" | "div" => return divides(floor_div(a, b)),
            "mod" | "rem" => {
                return divides(floor_div(a, b).and_then(|q| a.checked_sub(q.checked_mul(b)?)));
            }
            "min" => return whole(Some(a.min(b))),
            "max" => return whole(Some(a.max(b))),
            "**" | "^" if b >= 0 => return whole(power(a, b)),
            "/" if b != 0 => return float(quotient(a, b)),
            "xor" => return whole(Some(a ^ b)),
            "/\\" => return whole(Some(a & b)),
            "\\/" => return whole(Some(a | b)),
            "<<" | ">>" if b < 0 => return Fault::wrong("a shift by a negative number"),
            "<<" => return whole(i64::try_from(i128::from(a) << b.min(64)).ok()),
            ">>" => return whole(Some(a >> b.min(63))),
            _ => {}
        }
    }
    let (a, b) = (value(&left), value(&right));
    match name {
        "+" => float(a + b),
        "-" => float(a - b),
        "*" => float(a * b),
        "/" if b == 0.0 => Fault::wrong("division by zero"),
        "/" => float(a / b),
        "**" | "^" => float(a.powf(b)),
        "min" => Ok(if compare("=<", &left, &right) { left } else { right }),
        "max" => Ok(if compare(">=", &left, &right) { left } else { right }),
        "atan2" => float(a.atan2(b)),
        _ => Fault::wrong(format!("the function `{name}/2` is not supported for these numbers")),
    }
}

fn power(a: i64, b: i64) -> Option<i64> {
    match a {
        0 | 1 if b > 0 => Some(a),
        -1 => Some(if b % 2 == 0 { 1 } else { -1 }),
        _ => a.checked_pow(u32::try_from(b).ok()?),
    }
}

/// The floating-point number nearest to the quotient.
fn quotient(a: i64, b: i64) -> f64 {
    /// Up to here, whole numbers are floating-point numbers.
    const EXACT: u64 = 1 << 53;
    if a.unsigned_abs() <= EXACT && b.unsigned_abs() <= EXACT {
        return a as f64 / b as f64;
    }
    (RBig::from(a) / RBig::from(b)).to_f64().value()
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let exact = quotient.checked_mul(b)? == a;
    if exact || (a < 0) == (b < 0) { Some(quotient) } else { quotient.checked_sub(1) }
}
