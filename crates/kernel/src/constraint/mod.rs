//! The constraints that come with the kernel, a file each.

mod conditional;
mod count;
mod extent;
mod increasing;
mod lexicographic;
mod member;
mod number_of_values;
mod precedence;
mod same_class;
mod table;
mod tree;

pub use conditional::Conditional;
pub use count::Count;
pub use extent::Extent;
pub use increasing::Increasing;
pub use lexicographic::LexLess;
pub use member::{Iff, Implies, Member};
pub use number_of_values::NumberOfValues;
pub use precedence::Precedence;
pub use same_class::{Classes, SameClass};
pub use table::{Rows, Table};
pub use tree::Tree;
