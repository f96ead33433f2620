//! How often an attack is tried.

/// The usual number of tries, or as many times that number as `PAPERGAMES_TIMES` says.
pub(crate) fn times(usual: u32) -> u32 {
    let said = std::env::var("PAPERGAMES_TIMES").ok();
    usual
        * said.map_or(1, |said| {
            said.parse().expect("PAPERGAMES_TIMES is a number")
        })
}
