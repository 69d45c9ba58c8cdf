//! Figures: lines and boxes in panels side by side.

/// A figure of one or more panels, which share the range of their vertical axes and a legend.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The name of its files, without the ending.
    pub name: &'static str,
    /// What stands above it.
    pub title: &'static str,
    /// What stands below it.
    pub caption: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
}

/// Lines or boxes in one pair of axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is shown, with the same colours and labels in all panels of a figure.
    pub series: Vec<Series>,
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

/// What an entry of the legend stands for.
#[derive(Clone, Debug)]
pub struct Series {
    /// What the legend says.
    pub label: String,
    /// Its colour.
    pub colour: Colour,
    /// What is drawn.
    pub shape: Shape,
}

/// What a series looks like.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A line through some points, from left to right.
    Line(Vec<(f64, f64)>),
    /// The same, with dashes.
    Dashed(Vec<(f64, f64)>),
    /// At some places the middle half of some values, with a line at the median and whiskers: the
    /// lower whisker, the quartiles, and the upper whisker.
    Boxes(Vec<(f64, [f64; 5])>),
}

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Colours that also people with a colour vision deficiency tell apart (Okabe and Ito), in the
    /// order in which lines get them: blue, orange, green, purple, sky, amber, black, brown.
    pub const ALL: [Colour; 8] = [
        Colour::BLUE,
        Colour::ORANGE,
        Colour::GREEN,
        Colour::PURPLE,
        Colour(86, 180, 233),
        Colour(230, 159, 0),
        Colour(31, 35, 40),
        Colour(133, 92, 61),
    ];
    /// The first of all.
    pub const BLUE: Colour = Colour(0, 114, 178);
    /// The second.
    pub const ORANGE: Colour = Colour(213, 94, 0);
    /// The third.
    pub const GREEN: Colour = Colour(0, 158, 115);
    /// The fourth.
    pub const PURPLE: Colour = Colour(204, 121, 167);
    /// Not among them: for whatever is left.
    pub const GREY: Colour = Colour(110, 119, 129);
}

impl Plot {
    /// A figure.
    pub fn new(
        name: &'static str,
        title: &'static str,
        caption: impl Into<String>,
        panels: Vec<Panel>,
    ) -> Plot {
        Plot { name, title, caption: caption.into(), panels }
    }
}

impl Axis {
    /// An axis, with a unit after each number.
    pub fn new(label: impl Into<String>, scale: Scale, unit: &'static str) -> Axis {
        Axis { label: label.into(), scale, unit }
    }

    /// An axis of numbers without a unit, in proportion.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis::new(label, Scale::Linear, "")
    }

    /// A logarithmic axis of milliseconds.
    pub fn millis(label: impl Into<String>) -> Axis {
        Axis::new(label, Scale::Log10, "ms")
    }
}

impl Series {
    /// Something with a name and a colour.
    pub fn new(label: impl Into<String>, colour: Colour, shape: Shape) -> Series {
        Series { label: label.into(), colour, shape }
    }
}
