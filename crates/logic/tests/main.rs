//! All tests of the crate as one program, which is linked once and runs them side by side.

mod common;
mod errors;
mod graph;
mod idle;
mod measure;
mod parse;
mod plain_facts;
mod plain_languages;
mod probability;
mod relevance;
mod roundtrip;
mod safety;
mod soup;
mod wide;
