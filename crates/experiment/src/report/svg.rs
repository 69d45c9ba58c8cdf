//! Figures as SVG.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::coordinate::{Coordinate, gap};
use super::plot::{Boxes, Colour, Line, Panel, Plot};
use crate::Error;

impl Colour {
    fn rgb(self) -> RGBColor {
        match self {
            Colour::Blue => RGBColor(0, 114, 178),
            Colour::Orange => RGBColor(213, 94, 0),
            Colour::Green => RGBColor(0, 158, 115),
            Colour::Purple => RGBColor(204, 121, 167),
            Colour::Sky => RGBColor(86, 180, 233),
            Colour::Amber => RGBColor(230, 159, 0),
            Colour::Black => RGBColor(31, 35, 40),
            Colour::Brown => RGBColor(133, 92, 61),
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
/// The height of the title and one row of the legend.
const HEAD: i32 = 64;
/// The height of each further row.
const ROW: i32 = 22;
/// The most panels side by side.
const COLUMNS: usize = 3;

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
        let (head, body) = root.split_vertically(self.head() * FINE);
        self.draw_head(&head)?;
        let heights: Vec<f64> = self.panels.iter().flat_map(Panel::heights).collect();
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
        let columns = self.panels.len().clamp(1, COLUMNS);
        (self.panels.len().div_ceil(columns), columns)
    }

    fn size(&self) -> (i32, i32) {
        let (rows, columns) = self.shape();
        let height = if rows * columns > 1 { PANEL.1 * rows as i32 } else { PAGE.1 };
        (self.width(), height + self.head())
    }

    /// The width of all panels side by side.
    fn width(&self) -> i32 {
        let (rows, columns) = self.shape();
        if rows * columns > 1 { PANEL.0 * columns as i32 } else { PAGE.0 }
    }

    /// The height of title and legend.
    fn head(&self) -> i32 {
        let rows = self.legend().into_iter().map(|(_, row, _)| row).max().unwrap_or(0);
        HEAD + ROW * rows
    }

    /// The labels of the legend, each once: where they stand in which row, and what they belong to.
    fn legend(&self) -> Vec<(i32, i32, Mark<'_>)> {
        let mut legend: Vec<(i32, i32, Mark<'_>)> = Vec::new();
        let (mut x, mut row) = (14, 0);
        for mark in self.panels.iter().flat_map(Panel::marks) {
            if legend.iter().any(|(_, _, known)| known.label() == mark.label()) {
                continue;
            }
            // The library cannot measure text without fonts: this is wide enough.
            let length = 33 + mark.label().chars().count() as i32 * 6 + 20;
            if x > 14 && x + length > self.width() {
                (x, row) = (14, row + 1);
            }
            legend.push((x, row, mark));
            x += length;
        }
        legend
    }

    /// Title and legend.
    fn draw_head(&self, area: &Area<'_>) -> Drawn {
        let at = |x: i32, y: i32| (x * FINE, y * FINE);
        area.draw(&Text::new(self.title.clone(), at(14, 10), font(17)))?;
        for (x, row, mark) in self.legend() {
            let y = 46 + row * ROW;
            let ends = [at(x, y), at(x + 26, y)];
            match mark {
                Mark::Line(line) if line.dashed => {
                    area.draw(&DashedPathElement::new(ends, 6 * FINE, 4 * FINE, line.stroke()))?;
                }
                Mark::Line(line) => area.draw(&PathElement::new(ends, line.stroke()))?,
                Mark::Boxes(boxes) => {
                    let corners = [at(x + 4, y - 6), at(x + 22, y + 6)];
                    area.draw(&Rectangle::new(corners, boxes.colour.rgb().mix(0.3).filled()))?;
                    area.draw(&Rectangle::new(corners, boxes.stroke()))?;
                }
            }
            if let Mark::Line(line) = mark
                && line.has_dots()
            {
                area.draw(&Circle::new(at(x + 13, y), 3 * FINE, line.colour.rgb().filled()))?;
            }
            let label = font(13).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(mark.label().to_owned(), at(x + 33, y), label))?;
        }
        Ok(())
    }
}

/// What the legend tells apart.
#[derive(Clone, Copy)]
enum Mark<'p> {
    Line(&'p Line),
    Boxes(&'p Boxes),
}

impl<'p> Mark<'p> {
    fn label(self) -> &'p str {
        match self {
            Mark::Line(line) => &line.label,
            Mark::Boxes(boxes) => &boxes.label,
        }
    }
}

impl Panel {
    fn marks(&self) -> impl Iterator<Item = Mark<'_>> {
        self.lines.iter().map(Mark::Line).chain(self.boxes.iter().map(Mark::Boxes))
    }

    /// Everything that must find room above and below.
    fn heights(&self) -> Vec<f64> {
        let points = self.lines.iter().flat_map(|line| &line.points).map(|&(_, y)| y);
        let boxes = self.boxes.iter().flat_map(|boxes| &boxes.boxes);
        points.chain(boxes.flat_map(|&(_, values)| values)).collect()
    }

    /// Everything that must find room side by side.
    fn places(&self) -> Vec<f64> {
        let points = self.lines.iter().flat_map(|line| &line.points).map(|&(x, _)| x);
        let boxes = self.boxes.iter().flat_map(|boxes| &boxes.boxes);
        let mut places: Vec<f64> = points.chain(boxes.map(|&(x, _)| x)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        places
    }
}

impl Boxes {
    fn stroke(&self) -> ShapeStyle {
        ShapeStyle::from(self.colour.rgb()).stroke_width(3 * FINE as u32 / 2)
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
    let places = panel.places();
    let x = Coordinate::around(panel.x.scale, panel.x.unit, places.iter().copied());
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
    // Boxes of several kinds stand side by side around their place.
    let share = gap(&places) * 0.8 / panel.boxes.len().max(1) as f64;
    for (boxes, number) in panel.boxes.iter().zip(0..) {
        let shift = (f64::from(number) - (panel.boxes.len() as f64 - 1.0) / 2.0) * share;
        for &(place, values) in &boxes.boxes {
            let [low, first, median, third, high] = values.map(|value| value.max(least));
            let (middle, half) = (place + shift, share * 0.4);
            let corners = [(middle - half, first), (middle + half, third)];
            let fill = Rectangle::new(corners, boxes.colour.rgb().mix(0.3).filled());
            chart.draw_series([fill])?;
            let (left, right) = (middle - half, middle + half);
            let across = |value| vec![(left, value), (right, value)];
            let lines = [
                vec![(left, first), (right, first), (right, third), (left, third), (left, first)],
                across(median),
                across(low),
                across(high),
                vec![(middle, low), (middle, first)],
                vec![(middle, third), (middle, high)],
            ];
            chart.draw_series(lines.map(|ends| PathElement::new(ends, boxes.stroke())))?;
        }
    }
    Ok(())
}
