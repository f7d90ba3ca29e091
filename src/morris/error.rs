//! The one error of variants and their switches.

use thiserror::Error;

/// Why a variant or a combination of switches is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct VariantError(pub String);
