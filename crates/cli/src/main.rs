//! The `randlog` command line.

fn main() {}
