//! Packs most characters of shapes and forms into four bits.
//!
//! Both consist of small numbers and two marks (`land/shape.rs`, `land/canon.rs`). As they are, they take about half of
//! the memory of a search, and packing halves their bytes. It takes up to 4.5 % more instructions (`LABORATORY.md`, on
//! memory). Packed bytes stay in memory, so the codes may change.

use smallvec::SmallVec;

use crate::land::shape::{END, SEP};

/// What is added to a byte for its code. Both marks, which are the greatest bytes, and the numbers up to 11 have codes
/// from 1 to 14.
const SHIFT: u8 = 3;
const _: () = assert!(SEP.wrapping_add(SHIFT) == 1 && END.wrapping_add(SHIFT) == 2);

/// The code of every other byte. The bytes themselves follow after all codes. 0 is no code: it fills the last byte of
/// an odd number of codes.
const ESCAPE: u8 = 15;

/// The most bytes of a packed shape that need no block of their own: enough for shapes of 85 bytes. In the search from
/// 34 spots, shapes have 30 bytes on average.
const ROOM: usize = 128;

/// A shape or a form. Shapes from 34 spots have 30 bytes on average, so most need no block of their own.
pub(crate) type LandShape = SmallVec<[u8; 48]>;

/// Packs a shape for a moment.
pub(crate) fn with_packed<R>(shape: &[u8], then: impl FnOnce(&[u8]) -> R) -> R {
    // Half a byte for each, and one more for each that is escaped.
    let most = shape.len().div_ceil(2) + shape.len();
    if most <= ROOM {
        let mut room = [0; ROOM];
        let len = pack(shape, &mut room);
        then(&room[..len])
    } else {
        let mut room = vec![0; most];
        let len = pack(shape, &mut room);
        then(&room[..len])
    }
}

/// Packs a shape and returns the length.
fn pack(shape: &[u8], room: &mut [u8]) -> usize {
    let (pairs, last) = shape.as_chunks::<2>();
    let mut greatest = 0;
    for ([one, other], packed) in pairs.iter().zip(&mut *room) {
        let codes = [code(*one), code(*other)];
        greatest = codes[0].max(codes[1]).max(greatest);
        *packed = codes[0] | codes[1] << 4;
    }
    let mut len = pairs.len();
    if let [last] = last {
        room[len] = code(*last);
        greatest = room[len].max(greatest);
        len += 1;
    }
    if greatest == ESCAPE {
        for byte in shape.iter().filter(|byte| code(**byte) == ESCAPE) {
            room[len] = *byte;
            len += 1;
        }
    }
    len
}

/// Returns the code of a byte, without a branch: this is done for each child of each land. One is added last, so that a
/// byte just below the marks does not get the code 0.
fn code(byte: u8) -> u8 {
    byte.wrapping_add(SHIFT - 1).min(ESCAPE - 1) + 1
}

/// Returns the shape that was packed.
///
/// No other shape is packed into the same bytes. The codes end where as many bytes are left as were escaped. The last
/// byte of codes holds one or two, of which the second is not 0.
pub(crate) fn unpack(packed: &[u8]) -> LandShape {
    let mut shape = LandShape::new();
    let mut codes = 0;
    let mut escaped = 0;
    while codes + escaped < packed.len() {
        let byte = packed[codes];
        codes += 1;
        for half in [byte & 0xF, byte >> 4] {
            escaped += usize::from(half == ESCAPE);
            if half > 0 {
                shape.push(half.wrapping_sub(SHIFT));
            }
        }
    }
    let mut others = packed[codes..].iter();
    for byte in &mut shape {
        if *byte == ESCAPE - SHIFT {
            *byte = *others.next().expect("a byte for each escape");
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn most_characters_take_half_a_byte() {
        let len = |shape: &[u8]| with_packed(shape, <[u8]>::len);
        assert_eq!(len(&[]), 0);
        assert_eq!(len(&[1, SEP, 11, END]), 2);
        assert_eq!(len(&[1, 2, 3]), 2);
        assert_eq!(len(&[1, 2, 12]), 3);
        assert_eq!(len(&[7; 25]), 13);
    }

    #[test]
    fn shapes_of_one_byte_can_be_read() {
        for byte in 0..=u8::MAX {
            for n in 0..=90 {
                let shape = vec![byte; n];
                assert_eq!(with_packed(&shape, unpack).to_vec(), shape);
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_packed_can_be_read(shape in prop::collection::vec(
            prop_oneof![0..=20u8, Just(SEP), Just(END), any::<u8>()], 0..200,
        )) {
            prop_assert_eq!(with_packed(&shape, unpack).to_vec(), shape);
        }
    }
}
