//! What a state remembers of a cycle some of whose rules are known.

use super::bits::Bits;
use super::steps::Cycle;

impl Cycle {
    fn reaches<const W: usize>(&self, bits: &Bits<W>, from: usize, to: usize) -> bool {
        from == to || self.reach[from * self.truth.len() + to].is_some_and(|place| bits.has(place))
    }

    /// Would a link change nothing?
    pub(super) fn is_known<const W: usize>(
        &self,
        bits: &Bits<W>,
        from: Option<usize>,
        to: usize,
    ) -> bool {
        bits.has(self.truth[to]) || from.is_some_and(|from| self.reaches(bits, from, to))
    }

    /// Lets an atom follow from another, or be true, and whatever follows from that.
    pub(super) fn link<const W: usize>(&self, bits: &mut Bits<W>, from: Option<usize>, to: usize) {
        if self.is_known(bits, from, to) {
            return;
        }
        let atoms = 0..self.truth.len();
        match from.filter(|&from| !bits.has(self.truth[from])) {
            None => {
                let follow = atoms.clone().filter(|&atom| self.reaches(bits, to, atom));
                for atom in follow.collect::<Vec<_>>() {
                    bits.set(self.truth[atom]);
                    // Nothing depends on what is true.
                    for other in atoms.clone() {
                        for pair in [(atom, other), (other, atom)] {
                            let place = self.reach[pair.0 * self.truth.len() + pair.1];
                            place.into_iter().for_each(|place| bits.clear(place));
                        }
                    }
                }
            }
            Some(from) => {
                let before = atoms.clone().filter(|&atom| self.reaches(bits, atom, from));
                let before: Vec<usize> = before.collect();
                let after = atoms.filter(|&atom| self.reaches(bits, to, atom));
                for atom in after.collect::<Vec<_>>() {
                    for &first in before.iter().filter(|&&first| first != atom) {
                        let place = self.reach[first * self.truth.len() + atom];
                        place.into_iter().for_each(|place| bits.set(place));
                    }
                }
            }
        }
    }
}
