//! Probabilities: exact reading, writing and comparing.

use dashu_ratio::RBig;
use proptest::prelude::*;
use randlog_logic::{BadProbability, Probability};

fn parse(text: &str) -> Result<Probability, BadProbability> {
    text.parse()
}

fn fraction(numerator: u128, denominator: u128) -> Probability {
    Probability::new(numerator, denominator).unwrap()
}

#[test]
fn decimals_and_fractions_mean_what_they_say() {
    for (text, numerator, denominator) in [
        ("0.25", 1, 4),
        ("1", 1, 1),
        ("1.0", 1, 1),
        ("01.000", 1, 1),
        ("1e-3", 1, 1000),
        ("1.5E-1", 3, 20),
        ("100e-2", 1, 1),
        ("0.001e+3", 1, 1),
        ("0.001e2", 1, 10),
        ("1/3", 1, 3),
        ("2 / 6", 1, 3),
        ("0.50000000000000000000000000000000000000000000000000000", 1, 2),
        ("0.00000000000000000000000000000000000001", 1, 10u128.pow(38)),
        ("1/340282366920938463463374607431768211455", 1, u128::MAX),
        ("5e-39", 1, 2 * 10u128.pow(38)),
    ] {
        assert_eq!(parse(text), Ok(fraction(numerator, denominator)), "{text}");
    }
}

#[test]
fn other_texts_are_refused_for_the_right_reason() {
    for text in [
        "", ".5", "1.", "a", "0.5x", "+0.5", "1/", "/2", "1/0", "1e", "1e-", "0x1", "1//2", "½",
        "--1",
    ] {
        assert_eq!(parse(text), Err(BadProbability::NotANumber(text.into())), "{text}");
    }
    for text in [
        "0",
        "0.0",
        "0e5",
        "1.1",
        "2",
        "1e1",
        "-0.5",
        "3/2",
        "0/3",
        "1.00000000000000000000000000000000000000000000001",
        "1e99999999999999999999999999999999999999999999",
    ] {
        let Err(BadProbability::OutOfRange(_)) = parse(text) else { panic!("{text}") };
    }
    for text in [
        "1e-5001",
        "0.333333333333333333333333333333333333333",
        "1/340282366920938463463374607431768211456",
        "1e-99999999999999999999999999999999999999999999",
    ] {
        let Err(BadProbability::TooLong(_)) = parse(text) else { panic!("{text}") };
    }
    assert_eq!(parse("2").unwrap_err().to_string(), "`2` is outside (0, 1]");
    let long = parse(&"9".repeat(1000)).unwrap_err().to_string();
    assert!(long.len() < 100, "{long}");
}

#[test]
fn they_are_written_as_the_shortest_decimal_or_else_as_a_fraction() {
    for (numerator, denominator, text) in [
        (1, 1, "1"),
        (1, 2, "0.5"),
        (1, 1000, "0.001"),
        (125, 1000, "0.125"),
        (1, 3, "1/3"),
        (4, 6, "2/3"),
        (1, 1 << 38, "0.00000000000363797880709171295166015625"),
        (1, 1 << 39, "1/549755813888"),
    ] {
        assert_eq!(fraction(numerator, denominator).to_string(), text);
    }
}

#[test]
fn sums_are_exact() {
    let sum = |texts: &[&str]| {
        Probability::sum_at_most_one(texts.iter().map(|text| parse(text).unwrap()))
    };
    assert!(sum(&[]) && sum(&["0.1"; 10]) && sum(&["1/3", "1/3", "1/3"]));
    assert!(!sum(&["0.1"; 11]) && !sum(&["1/3", "2/3", "0.00000000000000001"]));
    let tiny = "1/340282366920938463463374607431768211297";
    assert!(sum(&[tiny, "1/2"]) && !sum(&[tiny, "1/2", "1/2"]));
    assert!(sum(&["1e-300", "0.9999999999999999"]) && !sum(&["1e-300", "1"]));
}

#[test]
fn what_is_below_a_fraction_of_128_bits_is_a_decimal() {
    for (text, written) in [
        ("1e-300", "1.0e-300"),
        ("0.0015e-300", "1.5e-303"),
        ("1e-39", "1.0e-39"),
        ("1234567890123456789e-5000", "1.234567890123456789e-4982"),
    ] {
        let tiny = parse(text).unwrap();
        assert_eq!((tiny.to_string().as_str(), tiny.fraction()), (written, None));
        assert_eq!(parse(written), Ok(tiny));
        assert!(tiny < fraction(1, u128::MAX) || text == "1e-39");
    }
    assert_eq!(parse("1e-300").unwrap().to_f64(), 1e-300);
    assert!(parse("1e-301").unwrap() < parse("1e-300").unwrap());
}

proptest! {
    #[test]
    fn written_probabilities_read_back(a in 1u128.., b in 1u128.., shift in 0u32..128) {
        let (a, b) = ((a >> shift).max(1), (b >> shift).max(1));
        let probability = fraction(a.min(b), a.max(b));
        prop_assert_eq!(parse(&probability.to_string()), Ok(probability));
    }

    #[test]
    fn decimals_keep_their_value(digits in 1u128..=1_000_000, zeros in 0usize..3) {
        let text = if digits == 1_000_000 { "1.".to_owned() + &"0".repeat(zeros + 1) }
            else { format!("0.{digits:06}{}", "0".repeat(zeros)) };
        prop_assert_eq!(parse(&text), Ok(fraction(digits, 1_000_000)));
    }

    /// The twin multiplies crosswise, which is exact while the numbers are small.
    #[test]
    fn the_order_is_by_value(a in 1u64.., b in 1u64.., c in 1u64.., d in 1u64.., shift in 0u32..63) {
        let [a, b, c, d] = [a, b, c, d].map(|n| u128::from((n >> shift).max(1)));
        let (left, right) = (fraction(a.min(b), a.max(b)), fraction(c.min(d), c.max(d)));
        let crosswise = (a.min(b) * c.max(d)).cmp(&(c.min(d) * a.max(b)));
        prop_assert_eq!(left.cmp(&right), crosswise);
        prop_assert_eq!(left == right, crosswise.is_eq());
    }

    /// The twin adds over the product of all denominators.
    #[test]
    fn sums_agree_with_the_product_of_denominators(terms in prop::collection::vec((1u128..50, 1u128..50), 0..6)) {
        let terms: Vec<_> = terms.into_iter().map(|(a, b)| fraction(a.min(b), a.max(b))).collect();
        let parts: Vec<_> = terms.iter().filter_map(|term| term.fraction()).collect();
        let product: u128 = parts.iter().map(|&(_, whole)| whole).product();
        let sum: u128 = parts.iter().map(|&(part, whole)| part * (product / whole)).sum();
        prop_assert_eq!(Probability::sum_at_most_one(terms), sum <= product);
    }

    /// Ratios are the twin: every text of a decimal is the probability of its ratio.
    #[test]
    fn decimals_of_any_size_keep_their_value(digits in 1u64.., places in 20u32..400, other in 20u32..400) {
        let read = |places: u32| parse(&format!("{digits}e-{places}")).unwrap();
        let ratio = read(places).to_ratio();
        let scale = |places: u32| (0..places).fold(RBig::ONE, |scale, _| scale * RBig::from(10u8));
        prop_assert_eq!(&ratio * scale(places), RBig::from(digits));
        prop_assert_eq!(Probability::from_ratio(&ratio), Some(read(places)));
        prop_assert_eq!(parse(&read(places).to_string()), Ok(read(places)));
        prop_assert_eq!(read(places).cmp(&read(other)), other.cmp(&places));
    }
}
