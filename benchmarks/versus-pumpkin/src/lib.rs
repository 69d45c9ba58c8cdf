//! The same constraint model on Pumpkin and on randlog's own kernel, side by side.

pub mod building;
pub mod check;
pub mod clock;
pub mod decode;
pub mod enumeration;
pub mod pumpkin;
pub mod sampling;
pub mod sides;
pub mod specs;
