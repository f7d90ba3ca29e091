//! The rule sheets, in words.

use super::boards::{DIAGONALS, Drawing, NINE_POINTS, SQUARES, TRIANGLES, TWO_SQUARES};

/// When men may jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flying {
    Never,
    WithThree,
    Always,
}

/// Which men a line takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    Any,
    /// A man out of a line, and one in a line only when there is no other.
    OutOfLineFirst,
    /// A man out of a line or none.
    OutOfLineOnly,
}

/// What a line does that a placement makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placing {
    Takes,
    /// It takes, and the point stays closed until all men are placed.
    TakesAndCloses,
    Nothing,
    /// It takes from the hand, if there is a man, else from the board.
    FromHand,
    /// The same, and who took from the hand goes on.
    FromHandAndAgain,
    /// The other side must spend its turn on taking off a man of its own.
    TheirOwn,
}

/// The move back that the machine-gun rule bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gun {
    Free,
    SameCow,
    SameMill,
}

/// What happens when the men have filled the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    Draw,
    EachTakesOne,
    MoverTakesOne,
}

/// One game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    pub(crate) board: Drawing,
    pub(crate) men: usize,
    pub(crate) first: char,
    pub(crate) slides_while_placing: bool,
    pub(crate) flying: Flying,
    /// A side with fewer men than this, in hand and on the board, has lost.
    pub(crate) needs: usize,
    pub(crate) takes: Takes,
    pub(crate) placing: Placing,
    pub(crate) line_wins: bool,
    pub(crate) gun: Gun,
    /// A blocked side waits for the other to make way, else it has lost.
    pub(crate) blocked_waits: bool,
    pub(crate) full: Full,
    /// Plies without a shot that draw when a side has three cows; 0 is never.
    pub(crate) ten_moves: u32,
}

/// Nine men's morris, from which the others differ.
pub(crate) const NINE: Sheet = Sheet {
    board: SQUARES,
    men: 9,
    first: 'w',
    slides_while_placing: false,
    flying: Flying::WithThree,
    needs: 3,
    takes: Takes::OutOfLineFirst,
    placing: Placing::Takes,
    line_wins: false,
    gun: Gun::Free,
    blocked_waits: false,
    full: Full::Draw,
    ten_moves: 0,
};

pub(crate) const LASKER: Sheet = Sheet { men: 10, slides_while_placing: true, ..NINE };

pub(crate) const MORABARABA: Sheet =
    Sheet { board: DIAGONALS, men: 12, first: 'b', gun: Gun::SameCow, ten_moves: 20, ..NINE };

pub(crate) const MORABARABA_SAME_MILL: Sheet = Sheet { gun: Gun::SameMill, ..MORABARABA };

pub(crate) const GONU: Sheet = Sheet {
    board: DIAGONALS,
    men: 12,
    flying: Flying::Never,
    takes: Takes::Any,
    placing: Placing::TakesAndCloses,
    ..NINE
};

pub(crate) const SHAX: Sheet = Sheet {
    men: 12,
    flying: Flying::Never,
    takes: Takes::Any,
    placing: Placing::Nothing,
    blocked_waits: true,
    full: Full::EachTakesOne,
    ..NINE
};

pub(crate) const DOOZ: Sheet = Sheet {
    board: DIAGONALS,
    men: 12,
    takes: Takes::Any,
    placing: Placing::FromHand,
    full: Full::MoverTakesOne,
    ..NINE
};

pub(crate) const DOOZ_AGAIN: Sheet = Sheet { placing: Placing::FromHandAndAgain, ..DOOZ };
pub(crate) const DOOZ_BOARD: Sheet = Sheet { placing: Placing::Takes, ..DOOZ };
pub(crate) const DOOZ_OWN: Sheet = Sheet { placing: Placing::TheirOwn, ..DOOZ };

pub(crate) const NAOGUTI: Sheet =
    Sheet { flying: Flying::Never, needs: 1, takes: Takes::Any, ..NINE };

pub(crate) const TULEPAID: Sheet = Sheet { board: DIAGONALS, men: 12, ..NAOGUTI };

pub(crate) const SUJJUA: Sheet =
    Sheet { flying: Flying::Never, slides_while_placing: true, line_wins: true, ..NINE };

pub(crate) const ACHI_MURRAY: Sheet =
    Sheet { board: TWO_SQUARES, men: 6, flying: Flying::Never, takes: Takes::Any, ..NINE };

pub(crate) const GURGALDAJ: Sheet = Sheet {
    board: TRIANGLES,
    men: 8,
    flying: Flying::Never,
    needs: 1,
    takes: Takes::OutOfLineOnly,
    ..NINE
};

pub(crate) const NINE_HOLES: Sheet =
    Sheet { board: NINE_POINTS, men: 3, flying: Flying::Always, line_wins: true, ..NINE };
