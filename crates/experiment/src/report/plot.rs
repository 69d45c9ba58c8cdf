//! Figures: lines in panels side by side.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::coordinate::{Coordinate, Scale};
use crate::Error;

/// A figure of one or more panels, which share the range of their vertical axes and a legend.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The name of its files, without the ending.
    pub name: String,
    /// What stands above it.
    pub title: String,
    /// What stands below it.
    pub caption: String,
    /// How many panels stand side by side.
    pub columns: usize,
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

/// Colours that also people with a colour vision deficiency tell apart (Okabe and Ito).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "colours speak for themselves")]
pub enum Colour {
    Blue,
    Orange,
    Green,
    Purple,
    Grey,
}

impl Colour {
    fn rgb(self) -> RGBColor {
        match self {
            Colour::Blue => RGBColor(0, 114, 178),
            Colour::Orange => RGBColor(213, 94, 0),
            Colour::Green => RGBColor(0, 158, 115),
            Colour::Purple => RGBColor(204, 121, 167),
            Colour::Grey => RGBColor(110, 119, 129),
        }
    }
}

const FONT: &str = "Roboto, Helvetica, Arial, sans-serif";
const TEXT: RGBColor = RGBColor(31, 35, 40);
const GRID: RGBColor = RGBColor(225, 228, 232);

/// The library draws on whole points only. So it draws larger than the figure is, and lines come
/// out straight.
const FINE: i32 = 8;
/// The size of one of several panels, in units of the figure as are all lengths below.
const PANEL: (i32, i32) = (300, 240);
/// The size of a single panel.
const PAGE: (i32, i32) = (760, 380);
/// The height of title and legend.
const HEAD: i32 = 64;

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Plot {
    /// The figure as SVG.
    pub fn to_svg(&self) -> Result<String, Error> {
        let mut svg = String::new();
        self.draw(&mut svg).map_err(|error| Error::Figure {
            name: self.name.clone(),
            reason: error.to_string(),
        })?;
        Ok(svg)
    }

    fn draw(&self, svg: &mut String) -> Drawn {
        let (rows, columns) = self.shape();
        let (width, height) = self.size();
        let fine = ((width * FINE) as u32, (height * FINE) as u32);
        let root = SVGBackend::with_string(svg, fine).into_drawing_area();
        root.fill(&WHITE)?;
        let (head, body) = root.split_vertically(HEAD * FINE);
        self.draw_head(&head)?;
        let values = self.panels.iter().flat_map(|panel| &panel.lines).flat_map(|l| &l.points);
        let heights: Vec<f64> = values.map(|&(_, y)| y).collect();
        for (panel, area) in self.panels.iter().zip(body.split_evenly((rows, columns))) {
            let y = Coordinate::around(panel.y.scale, panel.y.unit, heights.iter().copied());
            draw_panel(panel, y, &area)?;
        }
        root.present()?;
        drop((root, head, body));
        let drawn = format!("<svg width=\"{}\" height=\"{}\"", fine.0, fine.1);
        let shown = format!("<svg width=\"{width}\" height=\"{height}\"");
        *svg = svg.replacen(&drawn, &shown, 1);
        Ok(())
    }

    /// Rows and columns of panels.
    fn shape(&self) -> (usize, usize) {
        let columns = self.columns.clamp(1, self.panels.len().max(1));
        (self.panels.len().div_ceil(columns), columns)
    }

    fn size(&self) -> (i32, i32) {
        let (rows, columns) = self.shape();
        let (width, height) = match rows * columns {
            0 | 1 => PAGE,
            _ => (PANEL.0 * columns as i32, PANEL.1 * rows as i32),
        };
        (width, height + HEAD)
    }

    /// Title and legend.
    fn draw_head(&self, area: &Area<'_>) -> Drawn {
        let at = |x: i32, y: i32| (x * FINE, y * FINE);
        area.draw(&Text::new(self.title.clone(), at(14, 10), font(17)))?;
        let mut lines: Vec<&Line> = Vec::new();
        for line in self.panels.iter().flat_map(|panel| &panel.lines) {
            if !lines.iter().any(|known| known.label == line.label) {
                lines.push(line);
            }
        }
        let mut x = 14;
        for line in lines {
            let ends = [at(x, 46), at(x + 26, 46)];
            if line.dashed {
                area.draw(&DashedPathElement::new(ends, 6 * FINE, 4 * FINE, line.stroke()))?;
            } else {
                area.draw(&PathElement::new(ends, line.stroke()))?;
            }
            if line.has_dots() {
                area.draw(&Circle::new(at(x + 13, 46), 3 * FINE, line.colour.rgb().filled()))?;
            }
            let label = font(13).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(line.label.clone(), at(x + 33, 46), label))?;
            // The library cannot measure text without fonts: this is wide enough.
            x += 33 + line.label.chars().count() as i32 * 5 + 26;
        }
        Ok(())
    }
}

impl Line {
    /// Dots show where something was measured; a long line is made of nothing else.
    fn has_dots(&self) -> bool {
        self.points.len() <= 32
    }

    fn stroke(&self) -> ShapeStyle {
        ShapeStyle::from(self.colour.rgb()).stroke_width(2 * FINE as u32)
    }
}

fn font(size: i32) -> TextStyle<'static> {
    (FONT, size * FINE).into_font().color(&TEXT)
}

fn draw_panel(panel: &Panel, y: Coordinate, area: &Area<'_>) -> Drawn {
    let places = panel.lines.iter().flat_map(|line| &line.points).map(|&(x, _)| x);
    let x = Coordinate::around(panel.x.scale, panel.x.unit, places);
    let least = y.least();
    let mut chart = ChartBuilder::on(area)
        .margin(8 * FINE)
        .margin_top(14 * FINE)
        .margin_right(26 * FINE)
        .x_label_area_size(38 * FINE)
        .y_label_area_size(62 * FINE)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .x_desc(&panel.x.label)
        .y_desc(&panel.y.label)
        .x_labels(8)
        .y_labels(6)
        .label_style(font(12))
        .axis_desc_style(font(13))
        .bold_line_style(ShapeStyle::from(GRID).stroke_width(FINE as u32))
        .light_line_style(TRANSPARENT)
        .axis_style(ShapeStyle::from(TEXT.mix(0.5)).stroke_width(FINE as u32))
        .set_all_tick_mark_size(4 * FINE)
        .draw()?;
    for line in &panel.lines {
        // Zero has no place on a logarithmic scale: it is drawn at the bottom.
        let points: Vec<(f64, f64)> = line.points.iter().map(|&(x, y)| (x, y.max(least))).collect();
        if line.dashed {
            chart.draw_series(DashedLineSeries::new(
                points.iter().copied(),
                6 * FINE,
                4 * FINE,
                line.stroke(),
            ))?;
        } else {
            chart.draw_series(LineSeries::new(points.iter().copied(), line.stroke()))?;
        }
        if line.has_dots() {
            let dot =
                |&point: &(f64, f64)| Circle::new(point, 3 * FINE, line.colour.rgb().filled());
            chart.draw_series(points.iter().map(dot))?;
        }
    }
    Ok(())
}
