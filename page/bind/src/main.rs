//! Writes the JavaScript module that loads a WebAssembly file, and the file without what only this needs.
//!
//! It is the part of `wasm-bindgen-cli` that the page uses, which builds in a fraction of its time.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [input, output] = env::args()
        .skip(1)
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| "usage: randlog-bind INPUT.wasm OUTPUT_DIRECTORY")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).web(true)?.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(output)?;
    Ok(())
}
