//! What flags and a settings file say together: the flags, and where they say nothing, the
//! file.

use super::{
    ConductDraft, DrawDraft, LogDraft, PlayerDraft, ResignDraft, SprtDraft, TableDraft,
    TournamentDraft,
};

/// Each named field of the first, or where it is not there, of the second.
macro_rules! first_of {
    ($one:ident, $other:ident: $($field:ident)*) => {
        Self { $($field: $one.$field.or($other.$field)),* }
    };
}

/// What both say; the first where they differ.
trait Or: Sized {
    fn or(self, other: Self) -> Self;
}

/// One of two, or what becomes of both.
fn both<T: Or>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.or(other)),
        (one, other) => one.or(other),
    }
}

impl TournamentDraft {
    /// What this says, and where it says nothing, what the other does. Players are those of
    /// one of them; where games start, too.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        let engines = if self.engines.is_empty() { other.engines } else { self.engines };
        Self {
            variant: self.variant.or(other.variant),
            variantfile: self.variantfile.or(other.variantfile),
            tournament: self.tournament.or(other.tournament),
            rounds: self.rounds.or(other.rounds),
            srand: self.srand.or(other.srand),
            maxmoves: self.maxmoves.or(other.maxmoves),
            event: self.event.or(other.event),
            journal: self.journal.or(other.journal),
            shard: self.shard.or(other.shard),
            conduct: self.conduct.or(other.conduct),
            engines,
            each: self.each.or(other.each),
            rules: self.rules.or(other.rules),
            openings: self.openings.or(other.openings),
            sprt: both(self.sprt, other.sprt),
            draw: both(self.draw, other.draw),
            resign: both(self.resign, other.resign),
            tb: both(self.tb, other.tb),
        }
    }
}

impl PlayerDraft {
    /// What this says, and where it says nothing, what the other does.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        first_of!(self, other:
            cmd name args dir proto tc st nodes depth timemargin ponder option)
    }
}

impl Or for ConductDraft {
    fn or(self, other: Self) -> Self {
        first_of!(self, other:
            concurrency pgnout site ratinginterval scoreinterval restart log)
    }
}

impl Or for LogDraft {
    fn or(self, other: Self) -> Self {
        first_of!(self, other: level file)
    }
}

impl Or for SprtDraft {
    fn or(self, other: Self) -> Self {
        first_of!(self, other: elo0 elo1 alpha beta model)
    }
}

impl Or for DrawDraft {
    fn or(self, other: Self) -> Self {
        first_of!(self, other: movenumber movecount score)
    }
}

impl Or for ResignDraft {
    fn or(self, other: Self) -> Self {
        first_of!(self, other: movecount score twosided)
    }
}

impl Or for TableDraft {
    fn or(self, other: Self) -> Self {
        first_of!(self, other: dir draw win)
    }
}
