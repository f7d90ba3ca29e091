//! Every number the search is tuned by, one row each.

/// Declares [`Params`]: documentation, name, default and sensible range in one row.
macro_rules! params {
    ($($(#[doc = $text:literal])+ $name:ident = $default:literal in $low:literal..=$high:literal;)+) => {
        /// The tunable numbers of a search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $text])+ pub $name: i32,)+
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Params {
            /// Name, default, lowest and highest sensible value of each.
            pub const ROWS: &[(&str, i32, i32, i32)] =
                &[$((stringify!($name), $default, $low, $high),)+];
        }
    };
}

params! {
    /// 1 = the transposition table may end a search below the principal variation; 0 = it only orders turns.
    table_cutoffs = 1 in 0..=1;
    /// Late turns are reduced from this remaining depth on.
    reduce_from_depth = 3 in 2..=250;
    /// Turns before this place in the order are never reduced, counted from 0.
    reduce_from_turn = 4 in 1..=1000;
    /// The product of the binary logarithms of depth and place is divided by this for further reduction.
    reduce_divisor = 4 in 1..=100;
    /// Iterations from this depth on start with a narrow window around the last value.
    aspiration_from_depth = 4 in 2..=250;
    /// Half width of that window at first, in centimen.
    aspiration_width = 30 in 1..=1000;
    /// Longest sequence of forcing turns below the horizon; 0 = the horizon is evaluated as it stands.
    quiescence_plies = 8 in 0..=32;
    /// The same in the first iteration, which nothing can interrupt.
    first_quiescence_plies = 2 in 0..=32;
    /// Forcing turns looked at in a position below the horizon, the best by merit: a mill that
    /// may take any of a dozen men must not make a dozen branches at every ply.
    quiescence_turns = 6 in 1..=1000;
    /// On the clock, a forced turn is searched this deep and then played.
    forced_turn_depth = 4 in 1..=200;
    /// Highest history bonus or penalty of one cutoff.
    history_step = 1200 in 1..=8192;
    /// History counts against merit in this fraction.
    history_divisor = 16 in 1..=1000;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_inside_its_range() {
        for &(name, default, low, high) in Params::ROWS {
            assert!((low..=high).contains(&default), "{name}");
        }
    }
}
