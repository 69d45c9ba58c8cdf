//! Tables and figures, and the page that shows them.
//!
//! A [`Report`] knows nothing of what it reports. It is written to a directory as one HTML page that
//! needs no other file, as Markdown, as plain text, and as the parts: a CSV file for each table, SVG
//! and PNG files for each figure. Figures are drawn only with the feature `figures`; without it, a
//! report has everything else.

#[cfg(feature = "figures")]
mod coordinate;
mod html;
mod markdown;
mod plain;
mod plot;
#[cfg(feature = "figures")]
mod png;
mod summary;
#[cfg(feature = "figures")]
mod svg;
mod table;

use std::fs;
use std::path::Path;

pub use plot::{Axis, Colour, Panel, Plot, Scale, Series, Shape};
pub use summary::{Statistic, Summary};
pub(crate) use table::grouped;
pub use table::{Cell, Table};

use crate::Error;
use randlog_base::files;

/// What an experiment shows.
#[derive(Debug)]
pub struct Report {
    /// The title of the page.
    pub title: String,
    /// What follows, in order.
    pub items: Vec<Item>,
}

/// A part of a report.
#[derive(Debug)]
pub enum Item {
    /// A heading.
    Heading(&'static str),
    /// A paragraph.
    Text(String),
    /// A command or a file, line by line.
    Code(String),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Plot),
}

impl Report {
    /// What can be shown: figures only if they can be drawn.
    fn shown(&self) -> impl Iterator<Item = &Item> {
        let can_be_drawn = cfg!(feature = "figures");
        self.items.iter().filter(move |item| can_be_drawn || !matches!(item, Item::Figure(_)))
    }

    /// Write all files into a directory, which is made if it does not exist.
    pub fn write(&self, directory: &Path) -> Result<(), Error> {
        fs::create_dir_all(directory).map_err(Error::writing(directory))?;
        let write = |name: &str, content: &[u8]| {
            let path = directory.join(name);
            files::write(&path, content).map_err(Error::writing(&path))
        };
        let mut drawings = Vec::new();
        for item in self.shown() {
            if let Item::Table(table) = item {
                write(&format!("{}.csv", table.name), table.to_csv().as_bytes())?;
            } else if let Item::Figure(plot) = item {
                let (svg, png) = drawn(plot)?;
                write(&format!("{}.svg", plot.name), svg.as_bytes())?;
                write(&format!("{}.png", plot.name), &png)?;
                drawings.push(svg);
            }
        }
        write("report.txt", self.to_text().as_bytes())?;
        write("report.md", markdown::page(self).as_bytes())?;
        write("report.html", html::page(self, &drawings).as_bytes())
    }
}

/// A figure as SVG and as PNG.
#[cfg(feature = "figures")]
fn drawn(plot: &Plot) -> Result<(String, Vec<u8>), Error> {
    let svg = plot.to_svg()?;
    let png = png::from_svg(plot.name, &svg)?;
    Ok((svg, png))
}

/// Figures are left out before they get here.
#[cfg(not(feature = "figures"))]
fn drawn(plot: &Plot) -> Result<(String, Vec<u8>), Error> {
    Err(Error::Figure(plot.name.to_owned(), "the feature `figures` is off".to_owned()))
}
