//! Probabilities written as terms: numbers, and sums, products and quotients of them, as exact fractions.

use crate::probability::{MOST_PLACES, Written};
use crate::{
    Annotation, BadProbability, Clause, Head, Number, ParseProblem, Probability, Symbol, Term,
};
use dashu_int::UBig;
use dashu_ratio::RBig;

/// The probabilities of one clause may exceed one together by one over this, because they were
/// rounded. They are then divided by their sum.
const ROUNDING: u32 = 1_000_000_000;

impl Annotation {
    /// What is written before `::`, as a value that is equal for equal numbers.
    pub(crate) fn new(term: Term) -> Annotation {
        use Number::Integer;
        let text = match (&term, term.as_function()) {
            (Term::Number(_), _) => term.to_string(),
            (_, Some(("/", [Term::Number(Integer(above)), Term::Number(Integer(below))]))) => {
                format!("{above}/{below}")
            }
            _ => return Annotation::Expression(term),
        };
        text.parse().map_or(Annotation::Expression(term), Annotation::Number)
    }

    /// The same as a term.
    pub fn term(&self) -> Term {
        match self {
            Annotation::Expression(term) => term.clone(),
            Annotation::Number(probability) => fraction(*probability),
        }
    }
}

/// The number, or a quotient, if its digits fit.
fn fraction(probability: Probability) -> Term {
    let text = probability.to_string();
    let integer = |digits: &str| digits.parse().map(|value| Term::Number(Number::Integer(value)));
    if let Some((above, below)) = text.split_once('/')
        && let (Ok(above), Ok(below)) = (integer(above), integer(below))
    {
        return Term::function("/", vec![above, below]);
    }
    match text.as_str() {
        "1" => Term::Number(Number::Integer(1)),
        _ => Term::Number(Number::Float(Symbol::from(text))),
    }
}

impl Clause {
    /// The probabilities of the heads, `None` for zero: those of an annotated disjunction may sum to slightly more
    /// than one, because they were rounded, and are divided by their sum.
    ///
    /// ```
    /// use randlog_logic::Program;
    ///
    /// let program = Program::parse("1/3::a; 0.5*0.5::b; 0.0::c.")?;
    /// let found = program.clauses[0].distribution().unwrap();
    /// let written = found.iter().map(|p| p.map(|p| p.to_string()));
    /// assert_eq!(written.collect::<Vec<_>>(), [Some("1/3".into()), Some("0.25".into()), None]);
    /// # Ok::<(), randlog_logic::ParseError>(())
    /// ```
    pub fn distribution(&self) -> Result<Vec<Option<Probability>>, ParseProblem> {
        let annotation = |head: &Head| match &head.probability {
            Annotation::Number(number) => Ok(Some(*number)),
            Annotation::Expression(term) => probability(term),
        };
        limited(self.heads.iter().map(annotation).collect::<Result<_, _>>()?)
    }
}

/// The probabilities that terms stand for, as [`Clause::distribution`] tells them.
pub fn distribution(terms: &[Term]) -> Result<Vec<Option<Probability>>, ParseProblem> {
    limited(terms.iter().map(probability).collect::<Result<_, _>>()?)
}

/// The probabilities, if they sum to at most one.
fn limited(found: Vec<Option<Probability>>) -> Result<Vec<Option<Probability>>, ParseProblem> {
    if found.len() == 1 {
        return Ok(found);
    }
    match Probability::sum_at_most_one(found.iter().flatten().copied()) {
        true => Ok(found),
        false => scaled(&found),
    }
}

/// Divides by the sum, if that exceeds one by no more than rounding explains.
fn scaled(found: &[Option<Probability>]) -> Result<Vec<Option<Probability>>, ParseProblem> {
    let ratios = found.iter().flatten().map(|p| p.to_ratio());
    let sum = ratios.fold(RBig::ZERO, |sum, ratio| sum + ratio);
    if sum > RBig::from_parts((ROUNDING + 1).into(), ROUNDING.into()) {
        return Err(ParseProblem::SumAboveOne);
    }
    let share = |p: Probability| {
        Probability::from_ratio(&(p.to_ratio() / &sum)).ok_or(ParseProblem::SumTooLong)
    };
    found.iter().map(|p| p.map(share).transpose()).collect()
}

/// The probability that a term stands for; `None` for zero.
fn probability(term: &Term) -> Result<Option<Probability>, ParseProblem> {
    if let Term::Number(number) = term {
        let is_zero = match number {
            Number::Integer(value) => *value == 0,
            Number::Float(text) => Written::split(text).is_some_and(|it| it.is_zero()),
        };
        return match is_zero {
            true => Ok(None),
            false => term.to_string().parse().map(Some).map_err(ParseProblem::Probability),
        };
    }
    let value = ratio(term).ok_or_else(|| BadProbability::NotANumber(term.to_string()))?;
    if value == RBig::ZERO {
        return Ok(None);
    }
    if value < RBig::ZERO || value > RBig::ONE {
        return Err(BadProbability::OutOfRange(term.to_string()).into());
    }
    let kept = Probability::from_ratio(&value);
    kept.map(Some).ok_or_else(|| BadProbability::TooLong(term.to_string()).into())
}

/// The exact value of an expression of numbers, where sums, products and quotients suffice.
///
/// ```
/// use randlog_logic::{Number, Term, ratio};
///
/// let [one, three] = [1, 3].map(|value| Term::Number(Number::Integer(value)));
/// assert_eq!(ratio(&Term::function("/", vec![one, three])).unwrap().to_string(), "1/3");
/// ```
pub fn ratio(term: &Term) -> Option<RBig> {
    match term {
        Term::Number(Number::Integer(value)) => Some(RBig::from(*value)),
        Term::Number(Number::Float(text)) => decimal(text),
        _ => match term.as_function()? {
            ("+", [a, b]) => Some(ratio(a)? + ratio(b)?),
            ("-", [a, b]) => Some(ratio(a)? - ratio(b)?),
            ("*", [a, b]) => Some(ratio(a)? * ratio(b)?),
            ("/", [a, b]) => {
                let divisor = ratio(b)?;
                (divisor != RBig::ZERO).then_some(())?;
                Some(ratio(a)? / divisor)
            }
            ("-", [a]) => ratio(a).map(|value| -value),
            ("+", [a]) => ratio(a),
            _ => None,
        },
    }
}

fn decimal(text: &str) -> Option<RBig> {
    let Written { negative, whole, fraction, exponent } = Written::split(text)?;
    let digits: UBig = format!("{whole}{fraction}").parse().ok()?;
    let places = fraction.len() as i128 - exponent;
    if places.abs() > MOST_PLACES.into() {
        return None;
    }
    let power = UBig::from(10u8).pow(places.unsigned_abs() as usize);
    let value = match places >= 0 {
        true => RBig::from_parts(digits.into(), power),
        false => RBig::from(digits * power),
    };
    Some(if negative { -value } else { value })
}
