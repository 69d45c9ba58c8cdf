//! Drawing how a program with independent pairs hangs together: a preorder, then what is above it.

use randlog_base::bits::ones;

use super::batch::Batch;
use super::borders::Borders;
use super::by_layers::ByLayers;
use super::choice::Choice;
use super::component::Component;
use super::dice::Dice;
use super::memo::Memo;
use super::split::shares;
use crate::exact::independent::PreorderWeights;
use crate::exact::number::{Natural, natural};
use crate::exact::preorders::{Class, ClassSet, Members, Order, Rules};
use crate::exact::series::{Degree, Series};

/// Programs by preorders, ready to be drawn.
#[derive(Debug)]
pub(crate) struct ByPreorder {
    weights: PreorderWeights,
    completions: Vec<Completion>,
    by_degree: Memo<Degree, Borders>,
    /// What lies above the preorder: layers, or nothing if cycles do not matter there.
    above: Option<ByLayers>,
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
    pub(crate) fn new(
        rules: &Rules,
        mut weights: PreorderWeights,
        above: Option<ByLayers>,
    ) -> ByPreorder {
        let mut completions = Vec::new();
        weights.visit(rules, |order, members, choices, weight| {
            if !weight.is_zero() {
                let (order, choices) = (order.without_places(), choices.into());
                completions.push(Completion { order, members, choices, weight });
            }
        });
        ByPreorder { weights, completions, by_degree: Memo::default(), above }
    }

    /// All programs.
    pub(crate) fn total(&self) -> Series {
        let mut total = Series::zero(self.weights.reach());
        for completion in &self.completions {
            total.add(&completion.weight);
        }
        total
    }

    /// Draw the components of a program for `all`, and what is above them if that is free.
    pub(crate) fn draw(
        &self,
        all: Members,
        degree: Degree,
        dice: &mut Dice,
        components: &mut Vec<Component>,
    ) -> Option<Batch> {
        let weights = || -> Vec<Natural> {
            self.completions.iter().map(|each| natural(each.weight.at(degree))).collect()
        };
        let borders = self.by_degree.get(degree, || Borders::new(&weights()));
        let completion = &self.completions[borders.draw(dice, weights)];
        let settled = completion.order.members | completion.members;
        let free = all & !settled;

        let share = self.draw_preorder(completion, degree, dice, components);
        let rest = degree.without(share).unwrap_or(degree);
        match &self.above {
            Some(layered) => {
                layered.draw(settled, free, rest, dice, components);
                None
            }
            None => (free != 0).then(|| Batch::new(free, free, settled, rest)),
        }
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
        let placed = |class: &Class| self.weights.placed(order, class.members, class.below);
        let last = |&below| Class { members: *members, below };
        let mut prefixes = vec![Series::one(self.weights.reach())];
        for class in &order.classes {
            prefixes.push(prefixes[prefixes.len() - 1].times(placed(class)));
        }
        let under = &prefixes[order.classes.len()];
        let mut any_last = Series::zero(self.weights.reach());
        for class in choices.iter().map(last) {
            any_last.add(placed(&class));
        }
        let above = self.weights.above(order.members | members);
        let whole = draw_share(&any_last.times(under), above, degree, dice);

        let weighted = |class: Class| {
            let weights = shares(1, placed(&class), under, whole);
            whole.parts().zip(weights).map(move |(share, weight)| ((class, share), weight))
        };
        let (class, share) =
            choices.iter().map(last).flat_map(weighted).collect::<Choice<_>>().draw(dice);
        components.push(component(order, class, share));

        let mut rest = whole.without(share).unwrap_or(whole);
        for (position, class) in order.classes.iter().enumerate().rev() {
            let share = draw_share(placed(class), &prefixes[position], rest, dice);
            components.push(component(order, *class, share));
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
