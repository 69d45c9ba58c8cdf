//! The constraints that come with the kernel, a file each.

mod count;
mod extent;
mod increasing;
mod lexicographic;
mod member;
mod precedence;
mod runs;
mod same_class;
mod step;

pub use count::Count;
pub use extent::{Extent, Lengths};
pub use increasing::Increasing;
pub use lexicographic::LexLess;
pub use member::{Iff, Implies, Member};
pub use precedence::Precedence;
pub use runs::Runs;
pub use same_class::{Classes, SameClass};
pub use step::Step;
