//! What wakes propagators, and in which order they run.
//!
//! Propagators watch variables for *events* and wait in two queues by *cost*, as in most finite-domain solvers: Schulte and
//! Stuckey, "Efficient constraint propagation engines" (2008), compare such designs.

/// A variable: a handle into a [`Store`](crate::Store).
///
/// The handle is the position of the first word of the domain, and a bit that says whether there
/// are more words: almost all domains have one, and reading them should cost one look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub(crate) u32);

impl Var {
    pub(crate) const LARGE: u32 = 1 << 31;

    #[inline]
    pub(crate) fn position(self) -> usize {
        (self.0 & !Var::LARGE) as usize
    }

    #[inline]
    pub(crate) fn is_large(self) -> bool {
        self.0 & Var::LARGE != 0
    }
}

/// What happened to a domain, as a bit mask: see the constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event(pub(crate) u8);

impl Event {
    /// The domain lost a value.
    pub const CHANGED: Event = Event(1);
    /// The domain has one value left.
    pub const FIXED: Event = Event(2);
    /// The domain lost its smallest value.
    pub const RAISED: Event = Event(4);
    /// The domain lost its largest value.
    pub const LOWERED: Event = Event(8);

    /// A domain lost a value. Is one left, and were the smallest or the largest among the lost?
    #[inline]
    pub(crate) fn loss(is_fixed: bool, is_raised: bool, is_lowered: bool) -> Event {
        let flags = [u8::from(is_fixed) << 1, u8::from(is_raised) << 2, u8::from(is_lowered) << 3];
        Event(Event::CHANGED.0 | flags[0] | flags[1] | flags[2])
    }
}

/// One entry of a variable's list of watchers: a propagator, and the events that wake it in the
/// last bits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watcher(u32);

impl Watcher {
    const EVENTS: u32 = 4;

    pub(crate) fn new(propagator: u32, event: Event) -> Watcher {
        Watcher(propagator << Watcher::EVENTS | u32::from(event.0))
    }

    #[inline]
    pub(crate) fn propagator(self) -> u32 {
        self.0 >> Watcher::EVENTS
    }

    #[inline]
    pub(crate) fn is_woken_by(self, event: Event) -> bool {
        self.0 & u32::from(event.0) != 0
    }
}

/// What a run of a propagator leaves to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It wants to be woken by later events.
    Active,
    /// The constraint holds whatever happens below this search node.
    Entailed,
}

impl Status {
    /// Entailed if this is so, else active.
    pub fn entailed_if(condition: bool) -> Status {
        if condition { Status::Entailed } else { Status::Active }
    }
}

/// How expensive a run is. Cheap propagators run first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A few variables.
    Low,
    /// Many variables.
    High,
}

/// A list of what propagators want to be woken by.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    pub(crate) entries: Vec<(Var, Watcher)>,
    /// The propagator that is asked now.
    pub(crate) propagator: u32,
}

impl Watch {
    /// Wake on `event` of `x`.
    pub fn on(&mut self, x: Var, event: Event) {
        self.on_all(&[x], event);
    }

    /// Wake on `event` of each of `xs`.
    pub fn on_all(&mut self, xs: &[Var], event: Event) {
        let watcher = Watcher::new(self.propagator, event);
        self.entries.extend(xs.iter().map(|&x| (x, watcher)));
    }
}
