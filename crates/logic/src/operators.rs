//! The operators of the language, with how tightly they bind.

/// How an operator between two terms binds: its own priority, and the highest ones that its operands
/// may have. The lower, the tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Infix {
    pub(crate) priority: u16,
    pub(crate) left: u16,
    pub(crate) right: u16,
}

/// Operands of lower priority only; a chain to the right; a chain to the left.
const fn neither(priority: u16) -> Infix {
    Infix { priority, left: priority - 1, right: priority - 1 }
}

const fn to_the_right(priority: u16) -> Infix {
    Infix { priority, left: priority - 1, right: priority }
}

const fn to_the_left(priority: u16) -> Infix {
    Infix { priority, left: priority, right: priority - 1 }
}

/// The highest priority of an argument: the comma has a higher one.
pub(crate) const ARGUMENT: u16 = 999;

/// The highest priority of a term in parentheses that is no clause.
pub(crate) const GOALS: u16 = 1100;

pub(crate) fn infix(text: &str) -> Option<Infix> {
    Some(match text {
        ";" => to_the_right(1100),
        "->" | "*->" => to_the_right(1050),
        "," => to_the_right(1000),
        "=" | "\\=" | "==" | "\\==" | "<" | ">" | "=<" | ">=" | "=:=" | "=\\=" | "is" | "=.."
        | "@<" | "@>" | "@=<" | "@>=" | "~" => neither(700),
        ":" => to_the_right(600),
        "+" | "-" | "/\\" | "\\/" | "xor" => to_the_left(500),
        "*" | "/" | "//" | "mod" | "rem" | "div" | "<<" | ">>" => to_the_left(400),
        "**" => neither(200),
        "^" => to_the_right(200),
        _ => return None,
    })
}

/// The priority of an operator before a term, which is also the highest one of its operand.
pub(crate) fn prefix(text: &str) -> Option<u16> {
    Some(match text {
        "\\+" | "not" => 900,
        "-" | "+" | "\\" => 200,
        _ => return None,
    })
}

/// The longest operator that a run of symbols starts with: people write `X=\+a` and `Y=-1`.
pub(crate) fn longest_start(run: &str) -> Option<usize> {
    (1..=run.len()).rev().find(|&length| {
        run.is_char_boundary(length)
            && (infix(&run[..length]).is_some() || prefix(&run[..length]).is_some())
    })
}

/// Can this byte be part of an operator made of symbols?
pub(crate) fn is_symbol(byte: u8) -> bool {
    br"+-*/\^<>=~:.?@#&$".contains(&byte)
}
