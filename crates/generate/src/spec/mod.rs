//! What a user asks for.
//!
//! A spec is built by setters that read like its file, read from TOML, or both: a [`Draft`] holds what
//! was written, drafts are laid over each other, and [`Draft::build`] makes a valid [`Spec`] or a
//! [`SpecError`] that says what is wrong, where, and what would be right. There is no other way to a
//! `Spec`, so whoever has one need not check it.
//!
//! ```
//! use randlog_generate::Spec;
//!
//! let spec = Spec::builder()
//!     .predicates(["p/1", "q/2"])
//!     .variables(2)
//!     .constants(["ann", "bob"])
//!     .max_nodes(4)
//!     .max_clauses(4)
//!     .safe(true)
//!     .independent([("p", "q")])
//!     .build()?;
//! assert_eq!(spec, Spec::from_toml("the same", &spec.to_toml())?);
//!
//! let error = Spec::from_toml("tiny.toml", "predicate = [\"p/0\"]").unwrap_err();
//! assert_eq!(error.help, "did you mean `predicates`?");
//! # Ok::<(), randlog_generate::spec::SpecError>(())
//! ```
//!
//! # From a text to a spec
//!
//! Every source of values ends in the same tree, [`Value`], in which each part knows its place: TOML
//! (`toml.rs`), the short form of a command line (`key.rs`), the setters of a draft (`draft.rs`), and
//! objects of other languages ([`Draft::from_values`]). A [`Key`] says which trees it takes (its form,
//! `key.rs`) and what they mean (`keys.rs`, `read.rs`); `rules.rs` checks keys against each other. Each
//! file imports only files above it in the list of modules. `edit.rs` goes the other way: it changes one
//! value in a text.

mod text;

mod error;
mod names;
mod number;
mod table;

mod contents;
mod value;

mod toml;

mod preset;

mod key;
mod read;

mod keys;
mod rules;

mod draft;

mod edit;

pub use contents::{Bodies, Connective, Cycles, Required, Spec, Used};
pub use draft::{Draft, Names};
pub use error::SpecError;
pub use key::Key;
pub use keys::table;
pub use names::{Kind, constants, variables};
pub(crate) use number::rounding;
pub use number::{NotANumber, Number};
pub use preset::Preset;
pub(crate) use table::Column;
pub use table::{Averaged, Averages, Weighed, Weights};
pub use text::{Located, SourcePlace, SourceText};
pub use value::Value;
