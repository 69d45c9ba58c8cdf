//! Figures: lines and boxes in panels side by side.

/// A figure of one or more panels, which share the range of their vertical axes and a legend.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The name of its files, without the ending.
    pub name: String,
    /// What stands above it.
    pub title: String,
    /// What stands below it.
    pub caption: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
}

/// Lines in one pair of axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The lines, with the same colours and labels in all panels of a figure.
    pub lines: Vec<Line>,
    /// The boxes, likewise.
    pub boxes: Vec<Boxes>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it shows.
    pub label: String,
    /// How.
    pub scale: Scale,
    /// What is written after each number.
    pub unit: &'static str,
}

/// How values become distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// In proportion.
    Linear,
    /// Each doubling is the same distance; marks at powers of two.
    Log2,
    /// Each factor of ten is the same distance; marks at powers of ten.
    Log10,
    /// In proportion, with marks at the values and room for boxes around them.
    Values,
}

/// A line through some points.
#[derive(Clone, Debug)]
pub struct Line {
    /// What the legend says.
    pub label: String,
    /// Its colour.
    pub colour: Colour,
    /// Whether it is dashed.
    pub dashed: bool,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// Boxes at some places: the middle half of some values, with a line at the median and whiskers.
#[derive(Clone, Debug)]
pub struct Boxes {
    /// What the legend says.
    pub label: String,
    /// Their colour.
    pub colour: Colour,
    /// For each place the lower whisker, the quartiles, and the upper whisker.
    pub boxes: Vec<(f64, [f64; 5])>,
}

/// Colours that also people with a colour vision deficiency tell apart (Okabe and Ito).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "colours speak for themselves")]
pub enum Colour {
    Blue,
    Orange,
    Green,
    Purple,
    Sky,
    Amber,
    Black,
    Brown,
    Grey,
}

impl Colour {
    /// All but grey, in the order in which lines get them.
    pub const ALL: [Colour; 8] = [
        Colour::Blue,
        Colour::Orange,
        Colour::Green,
        Colour::Purple,
        Colour::Sky,
        Colour::Amber,
        Colour::Black,
        Colour::Brown,
    ];
}

impl Plot {
    /// A figure.
    pub fn new(name: &str, title: &str, caption: impl Into<String>, panels: Vec<Panel>) -> Plot {
        Plot { name: name.to_owned(), title: title.to_owned(), caption: caption.into(), panels }
    }
}

impl Panel {
    /// A panel with lines.
    pub fn new(x: Axis, y: Axis, lines: impl IntoIterator<Item = Line>) -> Panel {
        Panel { x, y, lines: lines.into_iter().collect(), boxes: Vec::new() }
    }
}

impl Axis {
    /// An axis without a unit.
    pub fn new(label: impl Into<String>, scale: Scale) -> Axis {
        Axis { label: label.into(), scale, unit: "" }
    }

    /// The axis with a unit after each number.
    pub fn in_units_of(self, unit: &'static str) -> Axis {
        Axis { unit, ..self }
    }
}

impl Line {
    /// A line that is not dashed.
    pub fn new(label: impl Into<String>, colour: Colour, points: Vec<(f64, f64)>) -> Line {
        Line { label: label.into(), colour, dashed: false, points }
    }

    /// The line with dashes.
    pub fn dashed(self) -> Line {
        Line { dashed: true, ..self }
    }
}

impl Boxes {
    /// Some boxes.
    pub fn new(label: impl Into<String>, colour: Colour, boxes: Vec<(f64, [f64; 5])>) -> Boxes {
        Boxes { label: label.into(), colour, boxes }
    }
}
