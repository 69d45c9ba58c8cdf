//! Axes whose marks are where people expect them.

use std::ops::Range;

use super::plot::{Axis, Scale};
use super::table::grouped;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

impl Scale {
    fn position(self, value: f64) -> f64 {
        match self {
            Scale::Linear | Scale::Values => value,
            Scale::Log2 => value.log2(),
            Scale::Log10 => value.log10(),
        }
    }

    fn value(self, position: f64) -> f64 {
        match self {
            Scale::Linear | Scale::Values => position,
            Scale::Log2 => position.exp2(),
            Scale::Log10 => 10_f64.powf(position),
        }
    }
}

/// So many marks fit below a panel.
const FEW: usize = 8;

/// A range of values on a scale, for the plotting library.
#[derive(Clone, Debug)]
pub(super) struct Coordinate {
    scale: Scale,
    /// In positions.
    range: Range<f64>,
    /// The only values there are, if they are few.
    values: Vec<f64>,
    /// The smallest distance between two values; one, if there are not two.
    pub(super) gap: f64,
    unit: &'static str,
}

impl Coordinate {
    /// A range that holds all values, with a little room and, on a scale of tens, whole powers at
    /// both ends.
    pub(super) fn around(axis: &Axis, mut values: Vec<f64>) -> Coordinate {
        let Axis { scale, unit, .. } = *axis;
        values.retain(|&value| scale.position(value).is_finite());
        values.sort_by(f64::total_cmp);
        values.dedup();
        let gaps = values.windows(2).map(|pair| pair[1] - pair[0]);
        let gap = gaps.reduce(f64::min).unwrap_or(1.0);
        let ends = values.first().zip(values.last());
        let range = match ends.map(|(&low, &high)| (scale.position(low), scale.position(high))) {
            None => 0.0..1.0,
            Some((low, high)) => match scale {
                Scale::Log10 => low.floor()..high.ceil().max(low.floor() + 1.0),
                Scale::Log2 => low - 0.15..high + 0.15,
                Scale::Linear => low.min(0.0)..(high * 1.02).max(low + 1e-9),
                Scale::Values => low - gap / 2.0..high + gap / 2.0,
            },
        };
        values.truncate(if values.len() > FEW { 0 } else { FEW });
        Coordinate { scale, range, values, gap, unit }
    }

    /// Positions of marks: whole powers, the values of a parameter, or at most `most` round numbers.
    fn marks(&self, most: usize) -> Vec<f64> {
        if matches!(self.scale, Scale::Log2 | Scale::Values) && !self.values.is_empty() {
            return self.values.iter().map(|&value| self.scale.position(value)).collect();
        }
        let step = match self.scale {
            Scale::Log2 | Scale::Log10 => 1.0,
            _ => round_step((self.range.end - self.range.start) / most.max(1) as f64),
        };
        let first = (self.range.start / step - 1e-9).ceil();
        let marks = (0..).map(|i| (first + f64::from(i)) * step);
        marks.take_while(|&mark| mark <= self.range.end + 1e-9).collect()
    }
}

/// The next larger of 1, 2, 5, 10, 20, 50, … and their inverses.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|&step| step >= least).unwrap_or(1.0)
}

impl Ranged for Coordinate {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let along =
            (self.scale.position(*value) - self.range.start) / (self.range.end - self.range.start);
        from + (f64::from(to - from) * along).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        self.marks(hint.max_num_points()).into_iter().map(|p| self.scale.value(p)).collect()
    }

    fn range(&self) -> Range<f64> {
        self.scale.value(self.range.start)..self.scale.value(self.range.end)
    }
}

impl ValueFormatter<f64> for Coordinate {
    fn format_ext(&self, value: &f64) -> String {
        let digits =
            if *value >= 1.0 || *value == 0.0 { 0 } else { -value.log10().floor() as usize };
        let text = if digits == 0 { grouped(*value as u64) } else { format!("{value:.digits$}") };
        if self.unit.is_empty() { text } else { format!("{text} {}", self.unit) }
    }
}
