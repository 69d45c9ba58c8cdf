//! How random programs and instances are made, so that each can be made again.

pub mod instance;
