//! Cuts the names of functions out of a WebAssembly module.

/// Returns a module without its custom sections, which contain the names of functions, or the unchanged bytes if they
/// are not a module.
pub(super) fn without_names(module: &[u8]) -> Vec<u8> {
    let cut = || {
        let mut kept = module.get(..8)?.to_vec();
        let mut at = 8;
        while at < module.len() {
            let (begin, section) = (at, module[at]);
            at += 1;
            let length = number(module, &mut at)?;
            at = at.checked_add(length)?;
            let whole = module.get(begin..at)?;
            if section != 0 {
                kept.extend(whole);
            }
        }
        Some(kept)
    };
    cut().unwrap_or_else(|| module.to_vec())
}

/// Reads a number in groups of seven bits, the lowest first.
fn number(module: &[u8], at: &mut usize) -> Option<usize> {
    let mut found = 0;
    for shift in (0..35).step_by(7) {
        let byte = *module.get(*at)?;
        *at += 1;
        found |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return usize::try_from(found).ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_nothing_else() {
        // A section with the number 11 and one byte.
        let plain = b"\0asm\x01\0\0\0\x0b\x01\0".to_vec();
        let mut named = plain.clone();
        named.extend([0, 5, 4, b'n', b'a', b'm', b'e']);
        assert_eq!(without_names(&named), plain);
        assert_eq!(without_names(&plain), plain);
        // A section that is longer than the module.
        named.extend([0, 5]);
        assert_eq!(without_names(&named), named);
    }
}
