//! The inverse of a symmetric positive definite matrix, as Newton's method needs it.

/// A square matrix, row by row.
pub type Matrix = Vec<Vec<f64>>;

/// The inverse of a symmetric, positive definite matrix, by Gauss and Jordan in place;
/// for these no exchange of rows is needed (Golub and Van Loan, "Matrix Computations", 4.2).
pub fn inverse(mut matrix: Matrix) -> Matrix {
    for pivot in 0..matrix.len() {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        for cell in &mut matrix[pivot] {
            *cell *= scale;
        }
        let pivot_row = matrix[pivot].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            if index == pivot {
                continue;
            }
            let factor = std::mem::take(&mut row[pivot]);
            for (cell, above) in row.iter_mut().zip(&pivot_row) {
                *cell -= factor * above;
            }
        }
    }
    matrix
}

/// The matrix times a vector.
pub fn product(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_of_two_by_two_is_the_textbook_one() {
        // det = 4 * 3 - 2 * 2 = 8; the inverse is [3 -2; -2 4] / 8.
        let found = inverse(vec![vec![4.0, 2.0], vec![2.0, 3.0]]);
        let wanted = [[0.375, -0.25], [-0.25, 0.5]];
        for (row, wanted) in found.iter().zip(wanted) {
            for (cell, wanted) in row.iter().zip(wanted) {
                assert!((cell - wanted).abs() < 1e-15, "{found:?}");
            }
        }
    }

    #[test]
    fn inverse_times_matrix_changes_no_vector() {
        let matrix = vec![
            vec![7.0, -2.0, 0.0, -1.0],
            vec![-2.0, 5.0, -2.5, 0.0],
            vec![0.0, -2.5, 6.0, -3.0],
            vec![-1.0, 0.0, -3.0, 4.5],
        ];
        let vector = [1.0, -2.0, 3.0, 0.5];
        let back = product(&inverse(matrix.clone()), &product(&matrix, &vector));
        for (found, wanted) in back.iter().zip(vector) {
            assert!((found - wanted).abs() < 1e-12, "{back:?}");
        }
    }
}
