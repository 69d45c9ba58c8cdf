//! A part of a whole.

use std::fmt;
use std::str::FromStr;

/// A part of a whole, from nothing to all of it, to a millionth. Written `25%` or `0.25`.
///
/// ```
/// use randlog_recipe::instance::Share;
///
/// let share: Share = "12.5%".parse()?;
/// assert_eq!((share, share.of(1000)), ("0.125".parse()?, 125));
/// assert_eq!(share.to_string(), "12.5%");
/// # Ok::<(), randlog_recipe::instance::BadShare>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share {
    millionths: u32,
}

const WHOLE: u32 = 1_000_000;

/// Not a part of a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("give a share from 0% to 100%, such as 25% or 0.25")]
pub struct BadShare;

impl Share {
    /// Nothing.
    pub const NONE: Share = Share { millionths: 0 };

    /// So many percent; everything, if there are more than a hundred.
    pub fn percent(percent: u32) -> Share {
        Share { millionths: percent.min(100) * (WHOLE / 100) }
    }

    /// This share of a number, rounded to the nearest whole one.
    pub fn of(self, number: u64) -> u64 {
        let part = u128::from(number) * u128::from(self.millionths) + u128::from(WHOLE / 2);
        u64::try_from(part / u128::from(WHOLE)).unwrap_or(number)
    }
}

impl FromStr for Share {
    type Err = BadShare;

    fn from_str(text: &str) -> Result<Share, BadShare> {
        let (number, scale) = match text.strip_suffix('%') {
            Some(percent) => (percent.trim_end(), WHOLE / 100),
            None => (text, WHOLE),
        };
        let millionths = number.parse::<f64>().map_err(|_| BadShare)? * f64::from(scale);
        let is_share = (0.0..=f64::from(WHOLE)).contains(&millionths);
        is_share.then(|| Share { millionths: millionths.round() as u32 }).ok_or(BadShare)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", f64::from(self.millionths) / f64::from(WHOLE / 100))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_as_they_are_written() {
        for millionths in (0..=WHOLE).step_by(997) {
            let share = Share { millionths };
            assert_eq!(share.to_string().parse(), Ok(share));
        }
        for bad in ["", "%", "101%", "1.01", "-1%", "NaN", "inf", "half", "25 percent"] {
            assert_eq!(bad.parse::<Share>(), Err(BadShare), "{bad}");
        }
    }

    #[test]
    fn a_share_of_a_number_is_rounded() {
        let share = |text: &str| text.parse::<Share>().unwrap();
        assert_eq!(share("50%").of(3), 2);
        assert_eq!(share("25%").of(100_001), 25_000);
        assert_eq!(Share::percent(100).of(u64::MAX), u64::MAX);
        assert_eq!(Share::NONE.of(u64::MAX), 0);
    }
}
