//! What was changed on the way from programs to the words of a spec.

use std::fmt;

use randlog_logic::Predicate;

/// Something that a spec has no words for, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// So many annotated disjunctions, which have become a clause for each head.
    SeveralHeads(u64),
    /// So many atoms of a built-in predicate, which were left out.
    BuiltIn(Predicate, u64),
    /// `true` so many times inside bodies, which was left out.
    True(u64),
    /// So many clauses that say the same as another one of their program, but for its probability and
    /// the names of variables; they were left out.
    Repeated(u64),
    /// A name that specs do not allow, which was changed.
    Renamed {
        /// What it was called.
        from: String,
        /// What it is called now.
        to: String,
    },
    /// So many probabilities that are not one of the numbers that a spec can list, which became one half.
    Halved(u64),
    /// A predicate that heads no clause of so many programs, though it does of others. A fact stands in.
    Undefined(Predicate, u64),
    /// A predicate that rules and ground facts define. It is no data, and the ground facts of a program count as one clause.
    FactsAndRules(Predicate),
    /// A predicate that has only ground facts and that no rule uses, which was left out.
    Unused(Predicate),
    /// A head whose bodies hold anything, because the search does not find what they should hold.
    NotUsed {
        /// The head.
        head: String,
    },
    /// Averages that relatives do not keep.
    NotKept {
        /// What is left to chance.
        averages: &'static str,
        /// Why they cannot be kept.
        reason: String,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |count: u64| if count == 1 { "once".into() } else { format!("{count} times") };
        match self {
            Note::SeveralHeads(1) => {
                write!(f, "an annotated disjunction is counted as a clause per head")
            }
            Note::SeveralHeads(count) => {
                write!(f, "{count} annotated disjunctions are counted as a clause per head")
            }
            Note::BuiltIn(predicate, count) => {
                write!(f, "the built-in {predicate} is left out, {}", times(*count))
            }
            Note::True(count) => {
                write!(f, "`true` inside of bodies is left out, {}", times(*count))
            }
            Note::Repeated(count) => {
                let s = if *count == 1 { "" } else { "s" };
                write!(f, "{count} clause{s} left out: the same as another but for the probability")
            }
            Note::Renamed { from, to } => {
                write!(f, "{from} is called {to}: specs have plain names")
            }
            Note::Halved(count) => {
                let are = if *count == 1 { "y is" } else { "ies are" };
                write!(
                    f,
                    "{count} probabilit{are} 0, a variable or an expression: one half stands in"
                )
            }
            Note::FactsAndRules(predicate) => {
                write!(
                    f,
                    "rules and facts define {predicate}: its ground facts count as one clause"
                )
            }
            Note::Unused(predicate) => {
                write!(f, "no rule uses {predicate}, which has only ground facts: it is left out")
            }
            Note::NotUsed { head } => {
                write!(f, "what the bodies of {head} hold is left to chance: it takes long to find")
            }
            Note::NotKept { averages, reason } => {
                write!(f, "{averages} left to chance: {reason}")
            }
            Note::Undefined(predicate, 1) => {
                write!(f, "no clause of a program defines {predicate}: a fact stands in")
            }
            Note::Undefined(predicate, programs) => {
                write!(f, "no clause of {programs} programs defines {predicate}: a fact stands in")
            }
        }
    }
}
