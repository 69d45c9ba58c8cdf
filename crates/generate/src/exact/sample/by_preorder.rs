//! Drawing how a program with independent pairs hangs together: a preorder, then what is above it.

use randlog_base::bits::ones;
use randlog_base::{Stop, Stopped};

use super::choice::Choice;
use super::component::Component;
use super::cumulative::Cumulative;
use super::random_source::RandomSource;
use super::split::shares;
use crate::exact::independent::PreorderWeights;
use crate::exact::memo::Memo;
use crate::exact::number::{Natural, natural};
use crate::exact::preorders::{Class, ClassSet, Members, Order, Rules};
use crate::exact::series::{Degree, Series};

/// Preorders, ready to be drawn.
#[derive(Debug)]
pub(crate) struct ByPreorder {
    weights: PreorderWeights,
    completions: Vec<Completion>,
    by_degree: Memo<Degree, Cumulative>,
}

/// All preorders that differ only in what the last class stands above.
#[derive(Debug)]
struct Completion {
    order: Order,
    members: Members,
    choices: Box<[ClassSet]>,
    weight: Series,
}

impl ByPreorder {
    /// Set up drawing, and count all programs.
    pub(crate) fn new(
        rules: &Rules,
        weights: PreorderWeights,
        stop: &Stop,
    ) -> Result<(ByPreorder, Series), Stopped> {
        let (mut completions, mut total) = (Vec::new(), Series::zero(weights.reach));
        weights.visit(rules, stop, |order, members, choices, weight| {
            if !weight.is_zero() {
                total.add(&weight);
                let (order, choices) = (order.without_places(), choices.into());
                completions.push(Completion { order, members, choices, weight });
            }
        })?;
        Ok((ByPreorder { weights, completions, by_degree: Memo::default() }, total))
    }

    /// Draw the components of a preorder: who they are, and what is left of the degree for all others.
    pub(crate) fn draw(
        &self,
        degree: Degree,
        random: &mut RandomSource,
        components: &mut Vec<Component>,
    ) -> Result<(Members, Degree), Stopped> {
        let weights = || -> Vec<Natural> {
            self.completions.iter().map(|each| natural(each.weight.at(degree))).collect()
        };
        let borders = self.by_degree.get(degree, || Ok(Cumulative::new(&weights())))?;
        let completion = &self.completions[borders.draw(random, weights)];
        let share = self.draw_preorder(completion, degree, random, components)?;
        let members = completion.order.members | completion.members;
        Ok((members, degree.without(share).unwrap_or(degree)))
    }

    /// Draw what the preorder gets of the degree, what the last class stands above, and the size of
    /// every class, last first.
    fn draw_preorder(
        &self,
        completion: &Completion,
        degree: Degree,
        random: &mut RandomSource,
        components: &mut Vec<Component>,
    ) -> Result<Degree, Stopped> {
        let (Completion { order, members, choices, .. }, stop) = (completion, random.stop);
        let placed = |class| self.weights.placed(order, class);
        let mut prefixes = vec![Series::one(self.weights.reach)];
        for &class in &order.classes {
            prefixes.push(prefixes[prefixes.len() - 1].times(&*placed(class)?, stop)?);
        }
        let under = &prefixes[order.classes.len()];
        let any_last = self.weights.placed_above_any(order, *members, choices)?;
        let above = self.weights.above(order.members | members, stop)?;
        let whole = draw_share(&any_last.times(under, stop)?, &above, degree, random);

        let mut weighted = Vec::new();
        for &below in choices {
            let class = Class { members: *members, below };
            let weights = whole.parts().zip(shares(1, &*placed(class)?, under, whole));
            weighted.extend(weights.map(|(share, weight)| ((class, share), weight)));
        }
        let (class, share) = weighted.into_iter().collect::<Choice<_>>().draw(random);
        components.push(component(order, class, share));

        let mut rest = whole.without(share).unwrap_or(whole);
        for (&class, under) in order.classes.iter().zip(&prefixes).rev() {
            let share = draw_share(&*placed(class)?, under, rest, random);
            components.push(component(order, class, share));
            rest = rest.without(share).unwrap_or(rest);
        }
        Ok(whole)
    }
}

fn component(order: &Order, class: Class, degree: Degree) -> Component {
    let highest = ones(order.highest(class.below));
    let must_use = highest.map(|position| order.classes[position].members).collect();
    let settled = order.members_of(class.below);
    Component { members: class.members, settled, degree, must_use }
}

/// What goes to the left of two factors.
fn draw_share(left: &Series, right: &Series, degree: Degree, random: &mut RandomSource) -> Degree {
    degree.parts().zip(shares(1, left, right, degree)).collect::<Choice<_>>().draw(random)
}
