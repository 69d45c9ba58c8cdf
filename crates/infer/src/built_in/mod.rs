//! Built-in predicates, as functions from arguments to the argument lists that make them true.
//!
//! Both algorithms use these: arithmetic and comparison are facts about terms, not about
//! probabilities. What has no value is a variable in the arguments. Nothing here guesses: a predicate
//! whose truth could change once a variable gets a value refuses ([`Fault::Unbound`]), because its
//! meaning would depend on the order of the literals.

mod arithmetic;
mod order;
mod share;
mod structure;
mod text;

use arithmetic::evaluate;
use randlog_logic::{
    BadProbability, Compound, Number, ParseProblem, Probability, Term, distribution,
};
use structure::{argument, functor, univ};

/// How long a list of unknown elements may be made by `length/2`, and how far `between/3` may count.
const MOST: i64 = 1 << 22;

/// How many solutions that depend on chance are collected: each set of them is a list of its own.
pub(crate) const MOST_COLLECTED: usize = 16;

/// What to call more lists than that.
pub(crate) const TOO_MANY_LISTS: &str = "collecting more than 16 solutions that depend on chance";

/// Why a built-in predicate cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A variable without a value.
    Unbound,
    /// There are more solutions than fit into the memory that is left.
    TooMany,
    /// The arguments are not of the right kind, in words.
    Wrong(String),
}

impl Fault {
    fn wrong<T>(words: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::Wrong(words.into()))
    }
}

type Solutions = Result<Vec<Vec<Term>>, Fault>;

/// The ways to make a built-in predicate true: lists of arguments, which unify with the given ones.
/// An `_` in them is a new variable. They take no more bytes than there is room for.
pub(crate) fn solutions(name: &str, args: &[Term], room: usize) -> Solutions {
    let holds = |truth: bool| Ok(if truth { vec![args.to_vec()] } else { Vec::new() });
    match (name, args) {
        ("is", [_, expression]) => {
            let value = evaluate(expression)?;
            Ok(vec![vec![Term::Number(value), expression.clone()]])
        }
        ("<" | ">" | "=<" | ">=" | "=:=" | "=\\=", [left, right]) => {
            holds(arithmetic::compare(name, &evaluate(left)?, &evaluate(right)?))
        }
        ("==" | "\\==" | "\\=", [left, right]) => match decided_equal(left, right) {
            Some(equal) => holds(equal == (name == "==")),
            None => Err(Fault::Unbound),
        },
        ("@<" | "@>" | "@=<" | "@>=", [left, right]) => {
            need_ground(args)?;
            holds(order::holds(name, left, right))
        }
        ("compare", [_, left, right]) => {
            need_ground(&args[1..])?;
            let sign = match order::standard(left, right) {
                std::cmp::Ordering::Less => "<",
                std::cmp::Ordering::Equal => "=",
                std::cmp::Ordering::Greater => ">",
            };
            Ok(vec![vec![Term::Constant(sign.into()), left.clone(), right.clone()]])
        }
        ("between", [low, high, value]) => between(low, high, value, room),
        ("succ", [low, high]) => successor(low, high),
        ("plus", [a, b, c]) => plus(a, b, c),
        ("member", [_, list]) => match parts_of_list(list) {
            (_, tail) if is_open(tail) => Err(Fault::Unbound),
            (items, _) => Ok(items.iter().map(|item| vec![item.clone(), list.clone()]).collect()),
        },
        ("memberchk", [item, list]) => holds(is_member(item, list)?),
        ("length", [list, length]) => self::length(list, length, room),
        ("share of first", [weights, all, _]) => share::of_first(weights, all),
        ("functor", [term, ..]) => functor(term),
        ("arg", [position, term, _]) => argument(position, term),
        ("=..", [term, parts]) => univ(term, parts),
        ("sort" | "msort", [list, _]) => sorted(name, list),
        _ if text::is_known(name, args.len()) => text::solutions(name, args, room),
        ("ground", [term]) if term.is_ground() => holds(true),
        (_, [term]) => match term {
            Term::Variable(_) | Term::Anonymous => Err(Fault::Unbound),
            _ if name == "ground" => Err(Fault::Unbound),
            _ if name == "is_list" && is_open(parts_of_list(term).1) => Err(Fault::Unbound),
            _ => holds(order::is_kind(name, term)),
        },
        _ => Fault::wrong(format!("`{name}/{}` is not known", args.len())),
    }
}

fn need_ground(terms: &[Term]) -> Result<(), Fault> {
    if terms.iter().all(Term::is_ground) { Ok(()) } else { Err(Fault::Unbound) }
}

fn is_open(term: &Term) -> bool {
    matches!(term, Term::Variable(_) | Term::Anonymous)
}

fn integer(value: i64) -> Term {
    Term::Number(Number::Integer(value))
}

/// Are these two terms the same, whatever values their variables get?
fn decided_equal(left: &Term, right: &Term) -> Option<bool> {
    match (left, right) {
        (Term::Variable(left), Term::Variable(right)) if left == right => Some(true),
        (Term::Variable(_) | Term::Anonymous, _) | (_, Term::Variable(_) | Term::Anonymous) => None,
        (Term::Compound(left), Term::Compound(right)) => match (&**left, &**right) {
            (Compound::Function(f, a), Compound::Function(g, b)) => {
                if f != g || a.len() != b.len() {
                    return Some(false);
                }
                all_equal(a, b)
            }
            (Compound::List(a, rest_of_a), Compound::List(b, rest_of_b)) => {
                let shared = a.len().min(b.len());
                let firsts = all_equal(&a[..shared], &b[..shared]);
                let rest = |items: &[Term], rest: &Term| {
                    Term::list(items[shared..].to_vec(), rest.clone())
                };
                both(firsts, || decided_equal(&rest(a, rest_of_a), &rest(b, rest_of_b)))
            }
            _ => Some(false),
        },
        _ => Some(left == right),
    }
}

fn all_equal(left: &[Term], right: &[Term]) -> Option<bool> {
    let mut known = Some(true);
    for (left, right) in left.iter().zip(right) {
        known = both(known, || decided_equal(left, right));
        if known == Some(false) {
            break;
        }
    }
    known
}

/// Are both true, whatever is not known yet?
fn both(first: Option<bool>, second: impl FnOnce() -> Option<bool>) -> Option<bool> {
    match first {
        Some(false) => Some(false),
        Some(true) => second(),
        None => second().filter(|truth| !truth),
    }
}

/// Is this one of the elements? Only if the first one that it could be is it.
fn is_member(item: &Term, list: &Term) -> Result<bool, Fault> {
    let (items, tail) = parts_of_list(list);
    for other in items {
        match decided_equal(item, other) {
            Some(true) => return Ok(true),
            Some(false) => {}
            None => return Err(Fault::Unbound),
        }
    }
    if is_open(tail) { Err(Fault::Unbound) } else { Ok(false) }
}

/// A whole number, or none yet.
fn whole(term: &Term) -> Result<Option<i64>, Fault> {
    match term {
        Term::Number(Number::Integer(value)) => Ok(Some(*value)),
        Term::Variable(_) | Term::Anonymous => Ok(None),
        other => Fault::wrong(format!("`{other}` is not a whole number")),
    }
}

fn between(low: &Term, high: &Term, value: &Term, room: usize) -> Solutions {
    /// What a solution takes: a list of three numbers.
    const BYTES: usize = size_of::<Vec<Term>>() + 3 * size_of::<Term>() + 16;
    let (Some(low), Some(high)) = (whole(low)?, whole(high)?) else { return Err(Fault::Unbound) };
    let triple = |value: i64| vec![integer(low), integer(high), integer(value)];
    if let Some(value) = whole(value)? {
        return Ok(if (low..=high).contains(&value) { vec![triple(value)] } else { Vec::new() });
    }
    match high.checked_sub(low) {
        // Below zero where there is nothing between them.
        Some(count) if count <= MOST => match usize::try_from(count).unwrap_or(0) > room / BYTES {
            true => Err(Fault::TooMany),
            false => Ok((low..=high).map(triple).collect()),
        },
        None if high < low => Ok(Vec::new()),
        _ => Fault::wrong(format!("between {low} and {high} there are too many numbers")),
    }
}

fn successor(low: &Term, high: &Term) -> Solutions {
    let low = match (whole(low)?, whole(high)?) {
        (Some(low), _) => Some(low),
        (None, Some(high)) => high.checked_sub(1),
        (None, None) => return Err(Fault::Unbound),
    };
    match low.and_then(|low| Some((low, low.checked_add(1)?))) {
        Some((low, high)) if low >= 0 => Ok(vec![vec![integer(low), integer(high)]]),
        Some(_) => Ok(Vec::new()),
        None => Fault::wrong("a number does not fit into 64 bits"),
    }
}

fn plus(a: &Term, b: &Term, c: &Term) -> Solutions {
    let found = match (whole(a)?, whole(b)?, whole(c)?) {
        (Some(a), Some(b), _) => a.checked_add(b).map(|c| [a, b, c]),
        (Some(a), None, Some(c)) => c.checked_sub(a).map(|b| [a, b, c]),
        (None, Some(b), Some(c)) => c.checked_sub(b).map(|a| [a, b, c]),
        _ => return Err(Fault::Unbound),
    };
    match found {
        Some(triple) => Ok(vec![triple.map(integer).to_vec()]),
        None => Fault::wrong("a number does not fit into 64 bits"),
    }
}

/// The elements of a list, and what follows them.
fn parts_of_list(term: &Term) -> (&[Term], &Term) {
    match term {
        Term::Compound(compound) => match &**compound {
            Compound::List(items, tail) => (items, tail),
            Compound::Function(..) => (&[], term),
        },
        _ => (&[], term),
    }
}

fn length(list: &Term, length: &Term, room: usize) -> Solutions {
    let (items, tail) = parts_of_list(list);
    let known = items.len() as i64;
    if *tail == Term::empty_list() {
        return Ok(vec![vec![list.clone(), integer(known)]]);
    }
    if !matches!(tail, Term::Variable(_) | Term::Anonymous) {
        return Ok(Vec::new());
    }
    match whole(length)? {
        None => Err(Fault::Unbound),
        Some(length) if length > MOST => Fault::wrong(format!("a list of length {length}")),
        Some(length) if length < known => Ok(Vec::new()),
        // Each element becomes a variable with a name, and part of several terms.
        Some(length) if length as usize > room / 1024 => Err(Fault::TooMany),
        Some(length) => {
            let rest = vec![Term::Anonymous; (length - known) as usize];
            let rest = Term::list(rest, Term::empty_list());
            Ok(vec![vec![Term::list(items.to_vec(), rest), integer(length)]])
        }
    }
}

fn sorted(name: &str, list: &Term) -> Solutions {
    need_ground(std::slice::from_ref(list))?;
    let (items, tail) = parts_of_list(list);
    if *tail != Term::empty_list() {
        return Fault::wrong(format!("`{list}` is not a list"));
    }
    let mut items = items.to_vec();
    items.sort_by(order::standard);
    if name == "sort" {
        items.dedup();
    }
    Ok(vec![vec![list.clone(), Term::list(items, Term::empty_list())]])
}

/// The probabilities of the heads of an instance, `None` for zero: exact fractions where sums, products
/// and quotients suffice, else as the decimals that floating-point arithmetic gives.
pub(crate) fn distribution_of(terms: &[Term]) -> Result<Vec<Option<Probability>>, String> {
    let values = terms.iter().map(number_of).collect::<Result<Vec<Term>, String>>()?;
    distribution(&values).map_err(|problem| problem.to_string())
}

/// The term itself if it has an exact value, or none that could be kept; else what it evaluates to.
fn number_of(term: &Term) -> Result<Term, String> {
    use BadProbability::NotANumber;
    match distribution(std::slice::from_ref(term)) {
        Err(ParseProblem::Probability(NotANumber(_))) => match evaluate(term) {
            Ok(number) => Ok(Term::Number(number)),
            Err(Fault::Wrong(words)) => Err(words),
            Err(Fault::Unbound | Fault::TooMany) => Err("a probability has no value".to_owned()),
        },
        _ => Ok(term.clone()),
    }
}
