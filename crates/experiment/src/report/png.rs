//! Figures as pictures.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};

use crate::Error;

/// Text is drawn with a font of our own: a machine in a cluster may have none.
const FONT: &[u8] = include_bytes!("../../fonts/Roboto-Regular.ttf");
const FAMILY: &str = "Roboto";

/// Dots for each unit of length, for sharp screens.
const SCALE: f32 = 2.0;

pub(super) fn from_svg(name: &str, svg: &str) -> Result<Vec<u8>, Error> {
    let failed = |reason: String| Error::Figure(name.to_owned(), reason);
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FAMILY);
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: FAMILY.to_owned(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size();
    let (width, height) = (size.width() * SCALE, size.height() * SCALE);
    let mut picture = tiny_skia::Pixmap::new(width.ceil() as u32, height.ceil() as u32)
        .ok_or_else(|| failed("it has no size".to_owned()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    picture.encode_png().map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_drawn_without_fonts_of_the_system() {
        let picture = |text: &str| {
            let svg = format!(
                "<svg width=\"100\" height=\"20\" xmlns=\"http://www.w3.org/2000/svg\">\
                 <text x=\"0\" y=\"15\" font-family=\"Nobody has this, sans-serif\">{text}</text></svg>"
            );
            from_svg("test", &svg).unwrap()
        };
        assert_ne!(picture("nodes"), picture(""));
        assert_ne!(picture("nodes"), picture("times"));
    }
}
