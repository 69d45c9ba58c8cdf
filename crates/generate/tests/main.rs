//! All tests of the crate as one program, which is linked once and runs them side by side.

mod appendix;
mod clause_by_clause;
mod common;
mod emitted;
mod exact_averages;
mod exact_brute;
mod exact_derivable;
mod exact_numbers;
mod exact_samples;
mod exact_uniform;
mod fitted;
mod heads;
mod hostile_input;
mod known_spaces;
mod living;
mod membership;
mod paper;
mod profile;
mod rejection;
mod search_brute;
mod spec_docs;
mod spec_errors;
mod spec_text;
mod two_roads;
mod weighted;
