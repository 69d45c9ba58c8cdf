//! Drawing how a program with independent pairs hangs together: a preorder, then what is above it.

use randlog_base::bits::ones;

use super::borders::Borders;
use super::choice::Choice;
use super::component::Component;
use super::dice::Dice;
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
    by_degree: Memo<Degree, Borders>,
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
    pub(crate) fn new(rules: &Rules, weights: PreorderWeights) -> (ByPreorder, Series) {
        let (mut completions, mut total) = (Vec::new(), Series::zero(weights.reach));
        weights.visit(rules, |order, members, choices, weight| {
            if !weight.is_zero() {
                total.add(&weight);
                let (order, choices) = (order.without_places(), choices.into());
                completions.push(Completion { order, members, choices, weight });
            }
        });
        (ByPreorder { weights, completions, by_degree: Memo::default() }, total)
    }

    /// Draw the components of a preorder: who they are, and what is left of the degree for all others.
    pub(crate) fn draw(
        &self,
        degree: Degree,
        dice: &mut Dice,
        components: &mut Vec<Component>,
    ) -> (Members, Degree) {
        let weights = || -> Vec<Natural> {
            self.completions.iter().map(|each| natural(each.weight.at(degree))).collect()
        };
        let borders = self.by_degree.get(degree, || Borders::new(&weights()));
        let completion = &self.completions[borders.draw(dice, weights)];
        let share = self.draw_preorder(completion, degree, dice, components);
        let members = completion.order.members | completion.members;
        (members, degree.without(share).unwrap_or(degree))
    }

    /// Draw what the preorder gets of the degree, what the last class stands above, and the size of
    /// every class, last first.
    fn draw_preorder(
        &self,
        completion: &Completion,
        degree: Degree,
        dice: &mut Dice,
        components: &mut Vec<Component>,
    ) -> Degree {
        let Completion { order, members, choices, .. } = completion;
        let placed = |class| self.weights.placed(order, class);
        let mut prefixes = vec![Series::one(self.weights.reach)];
        for &class in &order.classes {
            prefixes.push(prefixes[prefixes.len() - 1].times(&placed(class)));
        }
        let under = &prefixes[order.classes.len()];
        let any_last = self.weights.placed_above_any(order, *members, choices);
        let above = self.weights.above(order.members | members);
        let whole = draw_share(&any_last.times(under), &above, degree, dice);

        let weighted = |&below: &ClassSet| {
            let class = Class { members: *members, below };
            let weights = shares(1, &placed(class), under, whole);
            whole.parts().zip(weights).map(move |(share, weight)| ((class, share), weight))
        };
        let (class, share) = choices.iter().flat_map(weighted).collect::<Choice<_>>().draw(dice);
        components.push(component(order, class, share));

        let mut rest = whole.without(share).unwrap_or(whole);
        for (&class, under) in order.classes.iter().zip(&prefixes).rev() {
            let share = draw_share(&placed(class), under, rest, dice);
            components.push(component(order, class, share));
            rest = rest.without(share).unwrap_or(rest);
        }
        whole
    }
}

fn component(order: &Order, class: Class, degree: Degree) -> Component {
    let highest = ones(order.highest(class.below));
    let must_use = highest.map(|position| order.classes[position].members).collect();
    let settled = order.members_of(class.below);
    Component { members: class.members, settled, degree, must_use }
}

/// What goes to the left of two factors.
fn draw_share(left: &Series, right: &Series, degree: Degree, dice: &mut Dice) -> Degree {
    degree.parts().zip(shares(1, left, right, degree)).collect::<Choice<_>>().draw(dice)
}
