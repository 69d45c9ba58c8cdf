//! A trial of rejection: is the share of programs that are accepted large enough?

/// How many programs are drawn to see how many are accepted; first a few.
const DRAWS: u64 = 1000;
const FEW_DRAWS: u64 = 40;

/// What was seen so far.
#[derive(Debug)]
pub(crate) struct Trial {
    least_share: f64,
    accepted: u64,
    draws: u64,
}

impl Trial {
    /// Nothing was drawn yet. At least this share is to be accepted.
    pub(crate) fn new(least_share: f64) -> Trial {
        Trial { least_share, accepted: 0, draws: 0 }
    }

    /// Whether one more program is to be drawn.
    pub(crate) fn goes_on(&self) -> bool {
        let Trial { least_share, accepted, draws } = *self;
        // A few are often enough to know that it is not a matter of chance.
        let is_clear = draws == FEW_DRAWS
            && accepted >= 10
            && accepted as f64 > 2.0 * least_share * draws as f64;
        draws < DRAWS && !is_clear && !is_hopeless(accepted, draws, least_share)
    }

    /// Another program was drawn.
    pub(crate) fn record(&mut self, is_accepted: bool) {
        self.draws += 1;
        self.accepted += u64::from(is_accepted);
    }

    /// How many were accepted, and how many were drawn.
    pub(crate) fn seen(&self) -> (u64, u64) {
        (self.accepted, self.draws)
    }

    /// Whether enough were accepted, at the end.
    pub(crate) fn is_passed(&self) -> bool {
        self.accepted > 0 && self.accepted as f64 >= self.least_share * self.draws as f64
    }
}

/// Whether so few are accepted of so many that the share of all programs that are is below this one, but for one trial in a
/// million: Chernoff's bound.
fn is_hopeless(accepted: u64, draws: u64, share: f64) -> bool {
    /// The natural logarithm of a million.
    const CERTAIN: f64 = 13.82;
    if draws == 0 {
        return false;
    }
    let seen = accepted as f64 / draws as f64;
    let part =
        |seen: f64, expected: f64| if seen > 0.0 { seen * (seen / expected).ln() } else { 0.0 };
    let divergence = part(seen, share) + part(1.0 - seen, 1.0 - share);
    seen < share && divergence * draws as f64 > CERTAIN
}
