//! What a text calls: where in it a list, or a word, is a goal.
//!
//! A list of names loads the files of these names where it is a goal, but not where it is an argument. Brackets
//! and commas tell which, as far as a text shows it.

use super::tokens::Token;

/// Run a command, or load a file, where they are called. Elsewhere they may be anything.
const COMMANDS: [&str; 5] = ["compile", "exec", "load", "system", "unix"];

/// Predicates that call some of their arguments, and which.
const CALLING: [(&str, &[usize]); 10] = [
    ("call", &[0]),
    ("once", &[0]),
    ("ignore", &[0]),
    ("not", &[0]),
    ("catch", &[0, 2]),
    ("forall", &[0, 1]),
    ("findall", &[1]),
    ("bagof", &[1]),
    ("setof", &[1]),
    ("aggregate_all", &[1]),
];

/// A bracket that is open.
#[derive(Debug)]
enum Open {
    /// `(a, b)`: of goals, unless it is shown to be otherwise.
    Group,
    /// `p(a, b)`: which arguments are goals, and which one this is.
    Arguments { goals: &'static [usize], number: usize },
    /// `[a, b]`, and where it starts if it is a goal.
    List(Option<usize>),
}

/// Where in a text we are.
#[derive(Debug, Default)]
struct GoalScan {
    open: Vec<Open>,
    /// Does a goal start here?
    is_goal: bool,
}

/// The first goal that loads something: a list, or a command; and where it is.
pub(super) fn loading<'t>(tokens: &[(usize, Token<'t>, usize)]) -> Option<(usize, &'t str)> {
    let mut place = GoalScan::default();
    // The name that ends where the next word starts, if it does.
    let mut name = ("", 0);
    for (position, &(start, token, end)) in tokens.iter().enumerate() {
        let next = || tokens[position + 1..].iter().map(|it| it.1).find(|it| *it != Token::Comment);
        match token {
            Token::Comment => continue,
            Token::Name(word) => {
                if COMMANDS.contains(&word) && place.calls(next()) {
                    return Some((start, word));
                }
                (name, place.is_goal) = ((word, end), false);
            }
            Token::Quoted(quoted) => {
                let word = quoted.trim_matches('\'');
                // The list of one and more, by its name.
                let is_list = matches!(word, "." | "[|]") && next() == Some(Token::Sign('('));
                if is_list || COMMANDS.contains(&word) && place.calls(next()) {
                    return Some((start, quoted));
                }
                (name, place.is_goal) = ((word, end), false);
            }
            Token::Number => place.is_goal = false,
            Token::Signs(signs) => place.pass(signs),
            Token::Sign('(') if name.1 == start && start > 0 => place.enter_arguments(name.0),
            Token::Sign('(' | '{') => place.enter(Open::Group),
            Token::Sign('[') => {
                let is_goal = place.is_goal && next() != Some(Token::Sign(']'));
                place.enter(Open::List(is_goal.then_some(start)));
            }
            Token::Sign(')' | '}') => place.leave(),
            Token::Sign(']') => {
                if let Some(Open::List(Some(list))) = place.open.last()
                    && !is_compared(next())
                {
                    return Some((*list, "[…]"));
                }
                place.leave();
            }
            Token::Sign(',') => place.go_on(),
            Token::Sign(';' | '|') => place.is_goal = place.has_goals(),
            Token::Sign(_) => place.is_goal = false,
        }
    }
    place.open.iter().find_map(|open| match open {
        Open::List(Some(list)) => Some((*list, "[…]")),
        _ => None,
    })
}

impl GoalScan {
    /// Are there goals within the bracket that is open?
    fn has_goals(&self) -> bool {
        match self.open.last() {
            None | Some(Open::Group) => true,
            Some(Open::Arguments { goals, number }) => goals.contains(number),
            Some(Open::List(_)) => false,
        }
    }

    /// Is a word called that stands here? With arguments, or as the name of what is called with some.
    fn calls(&self, next: Option<Token<'_>>) -> bool {
        let is_argument = matches!(self.open.last(), Some(Open::Arguments { .. }));
        self.is_goal && (is_argument || next == Some(Token::Sign('(')))
    }

    fn enter(&mut self, bracket: Open) {
        self.open.push(bracket);
        self.is_goal = self.has_goals();
    }

    fn enter_arguments(&mut self, name: &str) {
        let goals = CALLING.iter().find(|(calling, _)| *calling == name).map_or(&[][..], |it| it.1);
        self.enter(Open::Arguments { goals, number: 0 });
    }

    fn leave(&mut self) {
        self.open.pop();
        self.is_goal = false;
    }

    /// A comma.
    fn go_on(&mut self) {
        if let Some(Open::Arguments { number, .. }) = self.open.last_mut() {
            *number += 1;
        }
        self.is_goal = self.has_goals();
    }

    /// Signs. Those that some read as one word others may read as several.
    fn pass(&mut self, signs: &str) {
        let has = |neck: &str| signs.contains(neck);
        if [":-", "?-", "-->"].into_iter().any(has) {
            // Whatever was open: what comes is a body.
            self.open.clear();
            self.is_goal = true;
        } else if signs.ends_with('.') {
            self.open.clear();
            self.is_goal = false;
        } else if signs.ends_with("->") || signs.ends_with(':') {
            self.is_goal = self.has_goals();
        } else {
            self.is_goal = signs.ends_with("\\+") && (self.is_goal || self.has_goals());
        }
    }
}

/// Is what came before one side of a comparison, given what comes next?
fn is_compared(next: Option<Token<'_>>) -> bool {
    match next {
        Some(Token::Signs(signs)) => ["=", "\\=", "@"].iter().any(|it| signs.starts_with(it)),
        _ => false,
    }
}
