//! Removes the parts of a WebAssembly module that no one reads.

/// Blanks the source locations of panics in a module, which makes it two per cent smaller when compressed.
///
/// The compiler stores the file, line and column of every panic. The page's module cannot print, so they are never
/// read. A location is a record of four numbers: the address of a text that ends in `.rs`, its length, a line and a
/// column. Returns the number of locations, which is 0 if this is not a module as the compiler writes it.
pub(super) fn blank_places(module: &mut [u8]) -> usize {
    let Some((data, address)) = data(module) else {
        return 0;
    };
    let segment = &mut module[data];
    let word = |segment: &[u8], at: usize| {
        let bytes = segment.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes) as usize)
    };
    let mut files = Vec::new();
    let mut found = 0;
    let mut at = (4 - address % 4) % 4;
    while at + 16 <= segment.len() {
        let file = word(segment, at)
            .zip(word(segment, at + 4))
            .and_then(|(place, length)| {
                let begin = place.checked_sub(address)?;
                let file = begin..begin.checked_add(length)?;
                segment.get(file.clone())?.ends_with(b".rs").then_some(file)
            });
        let is_counted =
            |at| word(segment, at).is_some_and(|number| (1..100_000).contains(&number));
        match file {
            Some(file) if is_counted(at + 8) && is_counted(at + 12) => {
                segment[at..at + 16].fill(0);
                files.push(file);
                found += 1;
                at += 16;
            }
            _ => at += 4,
        }
    }
    for file in files {
        segment[file].fill(0);
    }
    found
}

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

/// Returns the place of the first data segment in a module, and its address in memory.
fn data(module: &[u8]) -> Option<(core::ops::Range<usize>, usize)> {
    const DATA: u8 = 11;
    const AT_A_CONSTANT: [u8; 2] = [0, 0x41];
    const END: u8 = 0x0b;
    let mut at = 8;
    loop {
        let section = *module.get(at)?;
        at += 1;
        let length = number(module, &mut at)?;
        if section != DATA {
            at = at.checked_add(length)?;
            continue;
        }
        number(module, &mut at)?;
        if module.get(at..at + 2)? != AT_A_CONSTANT {
            return None;
        }
        at += 2;
        let address = number(module, &mut at)?;
        if *module.get(at)? != END {
            return None;
        }
        at += 1;
        let length = number(module, &mut at)?;
        let data = at..at.checked_add(length)?;
        module.get(data.clone())?;
        return Some((data, address));
    }
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

    /// A module whose only section is one segment of data at address 1,024.
    fn module(data: &[u8]) -> Vec<u8> {
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        let length = u8::try_from(data.len()).expect("little data");
        assert!(length < 0x80 - 7);
        module.extend([11, length + 7, 1, 0, 0x41, 0x80, 0x08, 0x0b, length]);
        module.extend(data);
        module
    }

    fn words(words: [u32; 4]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn places_of_panics_are_blanked_and_nothing_else() {
        let texts = b"src/lib.rsa word";
        let mut data = texts.to_vec();
        data.extend(words([1_024, 10, 7, 30]));
        data.extend(words([1_034, 6, 7, 30]));
        // A line counts from 1, and a text ends within the data.
        data.extend(words([1_024, 10, 0, 30]));
        data.extend(words([1_024, 1_000, 7, 30]));
        let mut blanked = module(&data);
        assert_eq!(blank_places(&mut blanked), 1);
        data[..10].fill(0);
        data[16..32].fill(0);
        assert_eq!(blanked, module(&data));
    }

    #[test]
    fn names_are_cut_and_nothing_else() {
        let plain = module(b"data");
        let mut named = plain.clone();
        named.extend([0, 5, 4, b'n', b'a', b'm', b'e']);
        assert_eq!(without_names(&named), plain);
        assert_eq!(without_names(&plain), plain);
        // A section that is longer than the module.
        named.extend([0, 5]);
        assert_eq!(without_names(&named), named);
    }

    #[test]
    fn what_is_not_a_module_stays_as_it_is() {
        let whole = module(&words([1_024, 10, 7, 30]));
        for end in 0..whole.len() {
            let mut cut = whole[..end].to_vec();
            assert_eq!(blank_places(&mut cut), 0);
            assert_eq!(cut, whole[..end]);
        }
    }
}
