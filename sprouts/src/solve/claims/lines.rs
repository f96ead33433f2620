//! The lines of a certificate.

use common::Ending;
use common::claim::Certificate;
use common::describe::Refused;
use common::text::Reader;

use crate::land::canon::Canoniser;
use crate::land::glop::Sum;
use crate::land::on_surface::{self, Spelling};
use crate::land::{Land, Lands, Reductions};
use crate::rules::Variant;

/// Returns lands as a line of a certificate for this variant.
pub(super) fn line(lands: &Lands, variant: Variant) -> String {
    if lands.iter().any(Land::is_on_surface) {
        let land = |land: &Land| {
            let mut text = String::new();
            let _ = on_surface::write_land(&mut text, &land.shape(), Spelling::Capitals);
            text
        };
        lands.iter().map(land).collect::<Vec<_>>().join("+")
    } else if variant.is_standard() {
        lands.to_string()
    } else {
        lands.to_sum_as_drawn().to_string()
    }
}

/// Returns the entries of a certificate for these lands and nimbers, those with few lives first.
pub(super) fn lines(
    nimbers: impl IntoIterator<Item = (Land, u8)>,
    variant: Variant,
) -> Vec<String> {
    let lines = nimbers.into_iter().map(|(land, nimber)| {
        let lives = land.lives();
        let land = line(&Lands::from_iter([land]), variant);
        (lives, format!("{land} {nimber}"))
    });
    // In a land with less than two lives no line can be drawn.
    let mut lines: Vec<(usize, String)> = lines.filter(|(lives, _)| *lives >= 2).collect();
    lines.sort_unstable();
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Reads the lands of a line of a certificate.
pub(super) fn read_lands(text: &str, variant: Variant) -> Result<Lands, Refused> {
    if text.contains('@') {
        let mut reader = Reader::new(text);
        let mut read = on_surface::SheetReader::default();
        read.lands(&mut reader)?;
        reader.expect_end()?;
        let canoniser = &mut Canoniser::default();
        return Ok(Lands::from_shape(&read.shape, Reductions::ALL, canoniser));
    }
    let sum: Sum = text.parse().map_err(Refused::because)?;
    Ok(Lands::from_sum(&sum, Reductions::of(variant)))
}

/// Returns the variant of a certificate.
pub(super) fn variant_of(certificate: &Certificate) -> Result<Variant, Refused> {
    let variant = certificate.said("variant");
    let variant = variant.map_or(Ok(Variant::Standard), str::parse);
    variant.map_err(Refused::because)
}

/// Returns the most lives of a land that is replaced by its form in a certificate of misère play, or `None` in normal
/// play.
pub(super) fn forms_of(certificate: &Certificate) -> Result<Option<u8>, Refused> {
    if certificate.said("ending") != Some(Ending::Misere.name()) {
        return Ok(None);
    }
    let forms = certificate.said("forms").unwrap_or("0");
    let number = forms.parse();
    let expected = || format!("expected a number of lives (0 to 255), found `{forms}`");
    number.map(Some).map_err(|_| Refused::new(expected()))
}

/// Reads the entries of a certificate of normal play.
pub(super) fn nimbers(certificate: &Certificate) -> Result<Vec<(Land, u8)>, Refused> {
    let variant = variant_of(certificate)?;
    let read = |line: &String| {
        let expected = || {
            let text = format!(
                "each entry must be a land, a space and a nimber from 0 to 63, found `{line}`"
            );
            Refused::new(text)
        };
        let (lands, nimber) = line.rsplit_once(' ').ok_or_else(expected)?;
        let nimber = nimber.parse().ok().filter(|nimber| *nimber < 64);
        let lands = read_lands(lands, variant);
        let lands = lands.map_err(|error| error.context(format!("entry `{line}`")))?;
        match (lands.len(), lands.iter().next(), nimber) {
            (1, Some(land), Some(nimber)) => Ok((land.clone(), nimber)),
            _ => Err(expected()),
        }
    };
    certificate.entries.iter().map(read).collect()
}
