//! Figures as SVG.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::coordinate::Coordinate;
use super::plot::{Panel, Plot, Series, Shape};
use crate::Error;

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
/// The length of a dash, and of the space after it, on paper.
const DASH: (i32, i32) = (6 * FINE, 4 * FINE);

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Plot {
    /// The figure as SVG.
    pub fn to_svg(&self) -> Result<String, Error> {
        let mut svg = String::new();
        let drawn = self.draw(&mut svg);
        drawn.map_err(|error| Error::Figure(self.name.to_owned(), error.to_string()))?;
        Ok(svg)
    }

    fn draw(&self, svg: &mut String) -> Drawn {
        let columns = self.panels.len().clamp(1, COLUMNS);
        let rows = self.panels.len().div_ceil(columns);
        let (width, height) = match rows * columns {
            0 | 1 => PAGE,
            _ => (PANEL.0 * columns as i32, PANEL.1 * rows as i32),
        };
        let legend = self.legend(width);
        let head = HEAD + ROW * legend.last().map_or(0, |(_, row, _)| *row);
        let height = height + head;
        let fine = ((width * FINE) as u32, (height * FINE) as u32);
        let root = SVGBackend::with_string(svg, fine).into_drawing_area();
        root.fill(&WHITE)?;
        let (head, body) = root.split_vertically(head * FINE);
        head.draw(&Text::new(self.title, (14 * FINE, 10 * FINE), font(17)))?;
        for (x, row, series) in legend {
            draw_label(series, (x, 46 + row * ROW), &head)?;
        }
        let points = self.panels.iter().flat_map(|panel| &panel.series).flat_map(Series::points);
        let heights: Vec<f64> = points.map(|(_, y)| y).collect();
        for (panel, area) in self.panels.iter().zip(body.split_evenly((rows, columns))) {
            draw_panel(panel, Coordinate::around(&panel.y, heights.clone()), &area)?;
        }
        root.present()?;
        drop((root, head, body));
        let drawn = format!("<svg width=\"{}\" height=\"{}\"", fine.0, fine.1);
        let shown = format!("<svg width=\"{width}\" height=\"{height}\"");
        *svg = svg.replacen(&drawn, &shown, 1);
        Ok(())
    }

    /// The labels of the legend, each once: where they stand in which row, and what they belong to.
    fn legend(&self, width: i32) -> Vec<(i32, i32, &Series)> {
        let mut legend: Vec<(i32, i32, &Series)> = Vec::new();
        let (mut x, mut row) = (14, 0);
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            if legend.iter().any(|(_, _, known)| known.label == series.label) {
                continue;
            }
            // The library cannot measure text without fonts: this is wide enough.
            let length = 33 + series.label.chars().count() as i32 * 6 + 20;
            if x > 14 && x + length > width {
                (x, row) = (14, row + 1);
            }
            legend.push((x, row, series));
            x += length;
        }
        legend
    }
}

impl Series {
    /// Everything that must find room.
    fn points(&self) -> Vec<(f64, f64)> {
        match &self.shape {
            Shape::Line(points) | Shape::Dashed(points) => points.clone(),
            Shape::Boxes(boxes) => {
                boxes.iter().flat_map(|&(x, values)| values.map(|y| (x, y))).collect()
            }
        }
    }

    /// Dots show where something was measured; a long line is made of nothing else.
    fn has_dots(&self) -> bool {
        !matches!(self.shape, Shape::Boxes(_)) && self.points().len() <= 32
    }

    fn rgb(&self) -> RGBColor {
        RGBColor(self.colour.0, self.colour.1, self.colour.2)
    }

    fn stroke(&self) -> ShapeStyle {
        let is_box = matches!(self.shape, Shape::Boxes(_));
        let width = if is_box { FINE * 3 / 2 } else { FINE * 2 };
        ShapeStyle::from(self.rgb()).stroke_width(width as u32)
    }

    fn fill(&self) -> ShapeStyle {
        self.rgb().mix(0.3).filled()
    }
}

fn font(size: i32) -> TextStyle<'static> {
    (FONT, size * FINE).into_font().color(&TEXT)
}

/// An entry of the legend.
fn draw_label(series: &Series, (x, y): (i32, i32), area: &Area<'_>) -> Drawn {
    let at = |right: i32, down: i32| ((x + right) * FINE, (y + down) * FINE);
    let (ends, corners) = ([at(0, 0), at(26, 0)], [at(4, -6), at(22, 6)]);
    match series.shape {
        Shape::Line(_) => area.draw(&PathElement::new(ends, series.stroke()))?,
        Shape::Dashed(_) => {
            area.draw(&DashedPathElement::new(ends, DASH.0, DASH.1, series.stroke()))?;
        }
        Shape::Boxes(_) => {
            area.draw(&Rectangle::new(corners, series.fill()))?;
            area.draw(&Rectangle::new(corners, series.stroke()))?;
        }
    }
    if series.has_dots() {
        area.draw(&Circle::new(at(13, 0), 3 * FINE, series.rgb().filled()))?;
    }
    let style = font(13).pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new(series.label.clone(), at(33, 0), style))?;
    Ok(())
}

fn draw_panel(panel: &Panel, y: Coordinate, area: &Area<'_>) -> Drawn {
    let places = panel.series.iter().flat_map(Series::points).map(|(x, _)| x);
    let x = Coordinate::around(&panel.x, places.collect());
    let (gap, least) = (x.gap, y.range().start);
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
    // Boxes of several kinds stand side by side around their place.
    let share = gap * 0.8 / panel.series.len().max(1) as f64;
    for (series, number) in panel.series.iter().zip(0..) {
        // Zero has no place on a logarithmic scale: it is drawn at the bottom.
        let points = series.points().into_iter().map(|(x, y)| (x, y.max(least)));
        match &series.shape {
            Shape::Line(_) => {
                chart.draw_series(LineSeries::new(points.clone(), series.stroke()))?;
            }
            Shape::Dashed(_) => {
                let stroke = series.stroke();
                chart.draw_series(DashedLineSeries::new(points.clone(), DASH.0, DASH.1, stroke))?;
            }
            Shape::Boxes(boxes) => {
                let shift = (f64::from(number) - (panel.series.len() as f64 - 1.0) / 2.0) * share;
                for &(place, values) in boxes {
                    let values = values.map(|value| value.max(least));
                    let (left, right) = (place + shift - share * 0.4, place + shift + share * 0.4);
                    let corners = [(left, values[1]), (right, values[3])];
                    chart.draw_series([Rectangle::new(corners, series.fill())])?;
                    let lines = lines_of_box([left, place + shift, right], values);
                    chart.draw_series(lines.map(|ends| PathElement::new(ends, series.stroke())))?;
                }
            }
        }
        if series.has_dots() {
            let dot = |point| Circle::new(point, 3 * FINE, series.rgb().filled());
            chart.draw_series(points.map(dot))?;
        }
    }
    Ok(())
}

/// The lines around a box, across it, and of its whiskers.
fn lines_of_box([left, middle, right]: [f64; 3], values: [f64; 5]) -> [Vec<(f64, f64)>; 6] {
    let [low, first, median, third, high] = values;
    let across = |value| vec![(left, value), (right, value)];
    [
        vec![(left, first), (right, first), (right, third), (left, third), (left, first)],
        across(median),
        across(low),
        across(high),
        vec![(middle, low), (middle, first)],
        vec![(middle, third), (middle, high)],
    ]
}
