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
    /// In a null window, a position whose estimate is above it by this much for each ply of
    /// depth is not searched; up to `standing_depth`.
    standing_margin = 45 in 1..=1000;
    /// Deepest remaining depth at which such a position is left.
    standing_depth = 6 in 0..=20;
    /// In a null window, quiet turns are left out where the estimate is below it by more than
    /// this for each ply of depth and one more; up to `futile_depth`.
    futile_margin = 90 in 1..=1000;
    /// Deepest remaining depth at which quiet turns are left out for that.
    futile_depth = 3 in 0..=20;
    /// Deepest remaining depth at which late quiet turns are left out.
    late_depth = 3 in 0..=20;
    /// Quiet turns that are searched at depth 1, before the rest is left out.
    late_base = 6 in 1..=1000;
    /// As many more for each further ply, growing with its square.
    late_growth = 3 in 0..=1000;
    /// Nothing is left out where the window lies further than this from a draw, in centimen.
    prune_within = 600 in 0..=29000;
    /// Captures from this place in the order on are reduced like quiet turns, less a ply.
    reduce_captures_from = 6 in 1..=1000;
    /// Remaining depth from which on a position without a turn from the table is searched a ply less deep.
    unknown_depth = 5 in 2..=250;
    /// On a game clock, the share of the planned time when the best turn has just changed.
    unsteady_percent = 150 in 100..=1000;
    /// The same when it has been the best for many iterations.
    steady_percent = 60 in 1..=100;
    /// Iterations in a row that are many.
    steady_iterations = 5 in 1..=200;
    /// The time is stretched where the value has fallen by more than this, in centimen.
    drop_margin = 30 in 1..=1000;
    /// By this share.
    drop_percent = 150 in 100..=1000;
    /// Highest history bonus or penalty of one cutoff.
    history_step = 1200 in 1..=8192;
    /// History counts against merit in this fraction, a power of two.
    history_shift = 4 in 0..=13;
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
