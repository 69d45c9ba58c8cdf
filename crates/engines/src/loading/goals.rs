//! What a text calls: where in it a list, or a word, is a goal.
//!
//! A list of names loads the files of these names where it is a goal, but not where it is an argument. Brackets
//! and commas tell which, as far as a text shows it.

use super::tokens::Token;

/// Run a command, or load a file, where they are called. Elsewhere they may be anything.
const COMMANDS: [&str; 5] = ["compile", "exec", "load", "system", "unix"];

/// Predicates that call some of their arguments, and which.
const CALLING: [(&str, &[usize]); 21] = [
    ("all", &[1]),
    ("all_or_none", &[1]),
    ("call", &[0]),
    ("call_nc", &[0]),
    ("try_call", &[0]),
    ("evidence", &[0]),
    ("query", &[0]),
    ("subquery", &[0]),
    ("maplist", &[0]),
    ("foldl", &[0]),
    ("include", &[0]),
    ("exclude", &[0]),
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

/// The first goal that loads something, or may: a list, a command, or a variable if names are made; and where that is.
pub(super) fn loading<'t>(tokens: &[(usize, Token<'t>, usize)]) -> Option<(usize, &'t str)> {
    first_goal(tokens).or_else(|| calls_variable(tokens).then(|| maker(tokens))?)
}

/// The first word that makes a name, where it is called or compares.
fn maker<'t>(tokens: &[(usize, Token<'t>, usize)]) -> Option<(usize, &'t str)> {
    let is_called =
        |next: Option<&(usize, Token<'_>, usize)>| next.is_some_and(|it| it.1 == Token::Sign('('));
    tokens.iter().enumerate().find_map(|(position, &(place, token, _))| {
        match token {
            Token::Name(word) if is_called(tokens.get(position + 1)) => Some((place, word)),
            Token::Quoted(quoted) if is_called(tokens.get(position + 1)) => Some((place, quoted)),
            Token::Signs("=..") => Some((place, "=..")),
            _ => None,
        }
        .filter(|(_, word)| super::MAKING_NAMES.contains(&word.trim_matches('\'')))
    })
}

/// Is what a variable stands for called, as far as a text shows it?
fn calls_variable(tokens: &[(usize, Token<'_>, usize)]) -> bool {
    let mut place = GoalScan::default();
    let mut name = ("", 0);
    for (position, &(start, token, end)) in tokens.iter().enumerate() {
        let next = || tokens[position + 1..].iter().map(|it| it.1).find(|it| *it != Token::Comment);
        if let Token::Name(word) = token
            && place.is_goal
            && word.starts_with(|c: char| c.is_uppercase() || c == '_')
            && ends_goal(next())
        {
            return true;
        }
        place.step((start, token, end), next, &mut name);
    }
    false
}

/// Does a goal end here, which began with the word before?
fn ends_goal(next: Option<Token<'_>>) -> bool {
    match next {
        None | Some(Token::Sign(',' | ';' | '|' | ')' | '}')) => true,
        Some(Token::Signs(signs)) => signs == "->" || signs.starts_with('.'),
        _ => false,
    }
}

/// The first goal that loads something: a list, or a command; and where it is.
fn first_goal<'t>(tokens: &[(usize, Token<'t>, usize)]) -> Option<(usize, &'t str)> {
    let mut place = GoalScan::default();
    // The name that ends where the next word starts, if it does.
    let mut name = ("", 0);
    for (position, &(start, token, end)) in tokens.iter().enumerate() {
        let next = || tokens[position + 1..].iter().map(|it| it.1).find(|it| *it != Token::Comment);
        match token {
            Token::Name(word) if COMMANDS.contains(&word) && place.calls(next()) => {
                return Some((start, word));
            }
            Token::Quoted(quoted) => {
                let word = quoted.trim_matches('\'');
                // The list of one and more, by its name.
                let is_list = matches!(word, "." | "[|]") && next() == Some(Token::Sign('('));
                let is_command = COMMANDS.contains(&word) && place.calls(next());
                if is_list || is_command || place.is_in_list() && names_file(quoted) {
                    return Some((start, quoted));
                }
            }
            Token::Sign(']') => {
                if let Some(Open::List(Some(list))) = place.open.last()
                    && !is_compared(next())
                {
                    return Some((*list, "[…]"));
                }
            }
            _ => {}
        }
        place.step((start, token, end), next, &mut name);
    }
    place.open.iter().find_map(|open| match open {
        Open::List(Some(list)) => Some((*list, "[…]")),
        _ => None,
    })
}

/// May a quoted text be the name of a file?
fn names_file(quoted: &str) -> bool {
    let has_ending = quoted
        .match_indices('.')
        .any(|(dot, _)| quoted[dot + 1..].starts_with(|after: char| after.is_ascii_alphabetic()));
    has_ending || quoted.contains('/')
}

impl GoalScan {
    /// Go past a word. `name` is the last name, and where it ended.
    fn step<'t>(
        &mut self,
        (start, token, end): (usize, Token<'t>, usize),
        next: impl Fn() -> Option<Token<'t>>,
        name: &mut (&'t str, usize),
    ) {
        match token {
            Token::Comment => {}
            Token::Name(word) => (*name, self.is_goal) = ((word, end), false),
            Token::Quoted(quoted) => {
                (*name, self.is_goal) = ((quoted.trim_matches('\''), end), false);
            }
            Token::Number => self.is_goal = false,
            Token::Signs(signs) => self.pass(signs),
            Token::Sign('(') if name.1 == start && start > 0 => self.enter_arguments(name.0),
            Token::Sign('(' | '{') => self.enter(Open::Group),
            Token::Sign('[') => {
                let is_goal = self.is_goal && next() != Some(Token::Sign(']'));
                self.enter(Open::List(is_goal.then_some(start)));
            }
            Token::Sign(')' | '}' | ']') => self.leave(),
            Token::Sign(',') => self.go_on(),
            Token::Sign(';' | '|') => self.is_goal = self.has_goals(),
            Token::Sign(_) => self.is_goal = false,
        }
    }

    fn is_in_list(&self) -> bool {
        matches!(self.open.last(), Some(Open::List(_)))
    }

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
