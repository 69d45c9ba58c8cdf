//! The libraries in a browser: questions and answers in JSON.
//!
//! A question has a name and arguments. This crate reads them, calls a library, and writes down what comes back, as the
//! Python package does. Algorithms are elsewhere.
//!
//! | module | answers |
//! |---|---|
//! | `keys` | `keys`: what a spec can say |
//! | `spec` | `spec`, `set`: a spec as a text and as a form |
//! | `space` | `count`, `averages`, `list` |
//! | `drawing` | `draw`: programs and instances |
//! | `program` | `look`: what can be read off a program, and whether it meets a spec |
//! | `like` | `like`: relatives of a program |
//! | `answers` | `infer` |
//!
//! ```
//! use randlog_face::Desk;
//!
//! let answer = Desk::new().ask("count", r#"{ "toml": "predicates = [\"p/0\"]\nmax_nodes = 2\nmax_clauses = 1" }"#);
//! assert!(answer.contains(r#""count":"2""#), "{answer}");
//! ```

mod answers;
mod drawing;
mod keys;
mod like;
mod limits;
mod program;
mod space;
mod spec;
mod trouble;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use drawing::Drawn;
use trouble::Trouble;

/// Answers questions, and remembers what the last drawing needed.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Desk {
    drawn: Option<Drawn>,
}

#[wasm_bindgen]
impl Desk {
    /// Nothing remembered yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Desk {
        Desk::default()
    }

    /// The answer to a question: an object with `ok`, or with `trouble`.
    pub fn ask(&mut self, question: &str, arguments: &str) -> String {
        let answer = match self.answer(question, arguments) {
            Ok(answer) => json!({ "ok": answer }),
            Err(trouble) => json!({ "trouble": trouble }),
        };
        answer.to_string()
    }
}

impl Desk {
    fn answer(&mut self, question: &str, arguments: &str) -> Result<Value, Trouble> {
        match question {
            "keys" => Ok(keys::all()),
            "spec" => with(arguments, spec::read),
            "set" => with(arguments, spec::set),
            "count" => with(arguments, space::count),
            "averages" => with(arguments, space::averages),
            "list" => with(arguments, space::list),
            "draw" => with(arguments, |wanted| drawing::draw(wanted, &mut self.drawn)),
            "look" => with(arguments, program::look),
            "like" => with(arguments, like::like),
            "infer" => with(arguments, answers::infer),
            other => Err(Trouble::new(format!("there is no question `{other}`"), "")),
        }
    }
}

fn with<A: DeserializeOwned>(
    arguments: &str,
    answer: impl FnOnce(A) -> Result<Value, Trouble>,
) -> Result<Value, Trouble> {
    let arguments = serde_json::from_str(arguments);
    answer(arguments.map_err(|error| Trouble::new(error.to_string(), "reload the page"))?)
}
