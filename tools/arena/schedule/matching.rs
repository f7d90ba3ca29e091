//! Whether all can be paired, if only some may meet.

use modisa::kit::SplitMix64;

/// The field of the numbers that are reckoned with: 2^61 - 1 is prime.
const PRIME: u64 = (1 << 61) - 1;

/// Whether the members can be divided into pairs that may meet.
///
/// They can just if the determinant of Tutte's matrix is not zero as a polynomial, and that is
/// tried at one point (Lovász, "On determinants, matchings, and random algorithms", 1979).
/// The point is always the same, so the answer is too; `true` is proved, and `false` is
/// wrong for about one graph in 2^50.
pub(super) fn can_pair_all(members: &[usize], may_meet: impl Fn(usize, usize) -> bool) -> bool {
    let count = members.len();
    if count % 2 == 1 {
        return false;
    }
    let mut random = SplitMix64::new(count as u64);
    let mut matrix = vec![vec![0_u64; count]; count];
    for row in 0..count {
        for column in row + 1..count {
            let value = 1 + random.below(PRIME - 1);
            if may_meet(members[row], members[column]) {
                matrix[row][column] = value;
                matrix[column][row] = PRIME - value;
            }
        }
    }
    is_regular(matrix)
}

/// Whether the determinant is not zero, by Gauss.
fn is_regular(mut matrix: Vec<Vec<u64>>) -> bool {
    for column in 0..matrix.len() {
        let Some(pivot) = (column..matrix.len()).find(|&row| matrix[row][column] != 0) else {
            return false;
        };
        matrix.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        let pivot = &above[column];
        let inverse = power(pivot[column], PRIME - 2);
        for row in below {
            let factor = times(row[column], inverse);
            if factor == 0 {
                continue;
            }
            for (value, &over) in row[column..].iter_mut().zip(&pivot[column..]) {
                *value = (*value + PRIME - times(factor, over)) % PRIME;
            }
        }
    }
    true
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut square, mut product) = (base, 1);
    while exponent > 0 {
        if exponent % 2 == 1 {
            product = times(product, square);
        }
        square = times(square, square);
        exponent /= 2;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by trying everything.
    fn by_trial(members: &[usize], may_meet: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((&first, rest)) = members.split_first() else { return true };
        rest.iter().enumerate().any(|(index, &other)| {
            let mut left = rest.to_vec();
            left.remove(index);
            may_meet(first, other) && by_trial(&left, may_meet)
        })
    }

    proptest! {
        #[test]
        fn the_answer_is_that_of_trying_everything(
            half in 0_usize..5,
            edges in proptest::collection::vec(proptest::bool::weighted(0.3), 100),
        ) {
            let members: Vec<usize> = (0..2 * half).collect();
            let may_meet = |a: usize, b: usize| edges[a.min(b) * 10 + a.max(b)];
            prop_assert_eq!(can_pair_all(&members, may_meet), by_trial(&members, &may_meet));
        }
    }

    #[test]
    fn an_odd_number_cannot_be_paired() {
        assert!(!can_pair_all(&[0, 1, 2], |_, _| true));
    }
}
