//! A compact encoding of records: the setup, and for each move its index among the legal moves.
//!
//! A finished game of Sprouts from 12 spots takes less than 64 bytes, whereas its text takes about 300. The price is
//! that both reading and writing have to replay the game and count the legal moves before every move.
//!
//! # Format
//!
//! | bytes | content |
//! |---|---|
//! | 1 | the version of this format: 1 |
//! | varint | the length of the setup |
//! | that length | the setup, as the text of a position in UTF-8 |
//! | varint | the number of moves |
//! | 2 | a checksum: the low half of the 32-bit FNV-1a hash of the text of the last position, little-endian |
//! | the rest | the moves, in blocks |
//!
//! A *varint* is an unsigned number in groups of seven bits, the lowest first. The top bit of a byte is set if another
//! byte follows. A varint never ends with an unnecessary zero group.
//!
//! The *rank* of a move is its index in the order of [`Game::for_each_move`](crate::Game::for_each_move). A rank among
//! `n` moves is written as one digit in base `n`; if `n` is over 2³², the digit is split into its low 32 bits and the
//! rest, repeatedly. A *block* is a varint with its length in bytes, followed by one number, little-endian and without
//! zero bytes at its end. The digits of the number are those of consecutive moves, the first one lowest. A block ends
//! with the first move at which its digits need 2048 bits or more, where a digit in base *n* needs as many bits as *n*
//! − 1; the last block ends with the last move.
//!
//! The order in which a game lists its moves is part of the version: if a game changes the order, it can no longer read
//! older records. The checksum detects this.
//!
//! # Examples
//!
//! ```
//! use papergames_common::nim::Nim;
//! use papergames_common::{Record, compact};
//!
//! let record: Record<Nim> = "3,4,5:first+ 0x2 1x4 2x5 0x1".parse()?;
//! let bytes = compact::write(&record);
//! assert_eq!(bytes.len(), 20);
//! assert_eq!(compact::read::<Nim>(&bytes)?, record);
//!
//! let error = compact::read::<Nim>(&bytes[..19]).unwrap_err();
//! assert_eq!(error.to_string(), "expected a block of 2 bytes, but the record ends after 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt::Display;

use crate::play::game::Stored;
use crate::play::record::Record;
use crate::play::written::Written;
use crate::tools::checksum::fnv1a_32;
use crate::tools::refused::Refused;

/// The version of the format.
const VERSION: u8 = 1;

/// The longest text of a setup, in bytes.
const LONGEST_SETUP: u64 = 1 << 16;

/// The maximum number of moves in a record, which bounds the time that untrusted bytes can take.
const MOST_MOVES: u64 = 1 << 16;

/// A block ends with the move at which its digits need this many bits.
const BLOCK_BITS: u32 = 2048;

/// The longest block, in bytes: its last digit may need 128 bits, and rounding loses a few more.
const LONGEST_BLOCK: u64 = (BLOCK_BITS as u64 + 160) / 8;

/// Encodes a record in the compact form.
///
/// Before every move, counts the legal moves and finds the [index](Stored::index_of) of the one that was made.
///
/// # Panics
///
/// Panics if the game violates its contract by not listing a recorded move, or if the record has more than 65,536 moves
/// or a setup whose text is longer than 65,536 bytes.
pub fn write<G: Stored + Display>(record: &Record<G>) -> Vec<u8> {
    let setup = record.setup().to_string();
    let moves = record.moves().len() as u64;
    assert!(
        setup.len() as u64 <= LONGEST_SETUP && moves <= MOST_MOVES,
        "the record is within the limits of the format"
    );
    let mut bytes = vec![VERSION];
    push_varint(&mut bytes, setup.len() as u64);
    bytes.extend_from_slice(setup.as_bytes());
    push_varint(&mut bytes, moves);
    bytes.extend_from_slice(&checksum(record.position()));
    let mut block = Block::default();
    for (m, position) in record.moves().iter().zip(record.positions()) {
        let rank = position.index_of(m);
        block.push(
            rank.expect("a recorded move is listed"),
            position.count_moves(),
        );
        if block.is_full() {
            block.write(&mut bytes);
        }
    }
    if !block.digits.is_empty() {
        block.write(&mut bytes);
    }
    bytes
}

/// Reads the compact form of a record.
///
/// Safe for untrusted bytes, which are either read or rejected. Allocates memory only for the record and one block.
/// Before every move, counts the legal moves and finds the move with the recorded [index](crate::Game::nth_move).
///
/// # Errors
///
/// Returns an error that describes what is wrong with the bytes.
///
/// # Panics
///
/// Panics if the game violates its contract by listing a move that it rejects.
pub fn read<G: Written>(bytes: &[u8]) -> Result<Record<G>, Refused> {
    let mut rest = bytes;
    match take(&mut rest, 1, || "the version".to_owned())?[0] {
        VERSION => (),
        other => {
            return Err(Refused::new(format!(
                "only version {VERSION} of the compact record format is supported, found version {other}"
            )));
        }
    }
    let length = take_varint(&mut rest, "the length of the setup", LONGEST_SETUP)?;
    let setup = take(&mut rest, length, || format!("a setup of {length} bytes"))?;
    let position: G =
        read_setup(setup).map_err(|error| error.context("the setup is not a valid position"))?;
    let moves = take_varint(&mut rest, "the number of moves", MOST_MOVES)?;
    let expected = take(&mut rest, 2, || "a checksum of 2 bytes".to_owned())?;
    let mut record = Record::new(position);
    let mut made = 0;
    while made < moves {
        let length = take_varint(&mut rest, "the length of a block", LONGEST_BLOCK)?;
        let number = take(&mut rest, length, || format!("a block of {length} bytes"))?;
        let too_large = |number| {
            Refused::new(format!(
                "move {number} or an earlier move has a rank that no legal move has"
            ))
        };
        if number.last() == Some(&0) {
            return Err(too_large(made + 1));
        }
        let mut number = Natural::of_bytes(number);
        let mut bits = 0;
        while made < moves && bits < BLOCK_BITS {
            let count = record.position().count_moves();
            if count == 0 {
                return Err(Refused::new(format!(
                    "the game is over after {made} moves, but the record has {moves}"
                )));
            }
            bits += bits_of(count);
            let m = number
                .take_rank(count)
                .and_then(|rank| record.position().nth_move(rank));
            let m = m.ok_or_else(|| too_large(made + 1))?;
            record.push(m).expect("a listed move is legal");
            made += 1;
        }
        if !number.is_zero() {
            return Err(too_large(made));
        }
    }
    if !rest.is_empty() {
        return Err(Refused::new(format!(
            "the record must end after its last move, but {} more bytes follow",
            rest.len()
        )));
    }
    if checksum(record.position()) != expected {
        return Err(Refused::new(
            "the moves do not lead to the position of the checksum: the bytes are damaged, or the game now lists its \
             moves in another order",
        ));
    }
    Ok(record)
}

fn read_setup<G: Written>(bytes: &[u8]) -> Result<G, Refused> {
    let text = core::str::from_utf8(bytes).map_err(Refused::because)?;
    let position: G = text.parse().map_err(Refused::because)?;
    let written = position.to_string();
    if written != text {
        return Err(Refused::new(format!(
            "the setup must be spelled as this library writes it, which is `{written}`"
        )));
    }
    Ok(position)
}

fn checksum(position: &impl Display) -> [u8; 2] {
    (fnv1a_32(position.to_string().as_bytes()) as u16).to_le_bytes()
}

/// Returns the number of bits that a digit in base `base` needs.
fn bits_of(base: u128) -> u32 {
    128 - (base - 1).leading_zeros()
}

/// Splits a digit into digits whose bases are at most 2³², the lowest first. Returns each digit with its base.
fn split(mut digit: u128, mut base: u128) -> impl Iterator<Item = (u32, u64)> {
    let mut is_done = false;
    core::iter::from_fn(move || {
        if is_done {
            return None;
        }
        is_done = base <= 1 << 32;
        let part = (digit as u32, if is_done { base as u64 } else { 1 << 32 });
        digit >>= 32;
        // The digits above are below the rest of the largest, plus one.
        base = ((base - 1) >> 32) + 1;
        Some(part)
    })
}

/// The digits of a block that is being written.
#[derive(Default)]
struct Block {
    digits: Vec<(u32, u64)>,
    bits: u32,
}

impl Block {
    fn push(&mut self, rank: u128, count: u128) {
        self.digits.extend(split(rank, count));
        self.bits += bits_of(count);
    }

    fn is_full(&self) -> bool {
        self.bits >= BLOCK_BITS
    }

    /// Appends the block to `bytes` and begins another one.
    fn write(&mut self, bytes: &mut Vec<u8>) {
        let mut number = Natural(Vec::new());
        for (digit, base) in self.digits.drain(..).rev() {
            number.push_digit(digit, base);
        }
        self.bits = 0;
        let mut block: Vec<u8> = number
            .0
            .iter()
            .flat_map(|limb| limb.to_le_bytes())
            .collect();
        while block.last() == Some(&0) {
            block.pop();
        }
        push_varint(bytes, block.len() as u64);
        bytes.extend_from_slice(&block);
    }
}

/// A natural number, in base 2³², the lowest place first.
struct Natural(Vec<u32>);

impl Natural {
    fn of_bytes(bytes: &[u8]) -> Natural {
        let limbs = bytes.chunks(4).map(|chunk| {
            let mut limb = [0; 4];
            limb[..chunk.len()].copy_from_slice(chunk);
            u32::from_le_bytes(limb)
        });
        Natural(limbs.collect())
    }

    fn is_zero(&self) -> bool {
        self.0.iter().all(|limb| *limb == 0)
    }

    /// Multiplies the number by `base` and adds `digit`.
    fn push_digit(&mut self, digit: u32, base: u64) {
        let mut carry = u128::from(digit);
        for limb in &mut self.0 {
            carry += u128::from(*limb) * u128::from(base);
            *limb = carry as u32;
            carry >>= 32;
        }
        while carry > 0 {
            self.0.push(carry as u32);
            carry >>= 32;
        }
    }

    /// Divides the number by `base`, which is at most 2³², and returns the remainder.
    fn take_digit(&mut self, base: u64) -> u64 {
        let mut remainder = 0;
        for limb in self.0.iter_mut().rev() {
            let part = remainder << 32 | u64::from(*limb);
            *limb = (part / base) as u32;
            remainder = part % base;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        remainder
    }

    /// Removes the digits of a rank among `count` moves from the number and returns the rank; `None` if it is too
    /// large.
    fn take_rank(&mut self, count: u128) -> Option<u128> {
        let mut rank = 0;
        for (place, (_, base)) in split(0, count).enumerate() {
            rank |= u128::from(self.take_digit(base)) << (32 * place);
        }
        (rank < count).then_some(rank)
    }
}

/// Appends a varint of at most 126 bits.
pub(crate) fn push_varint(bytes: &mut Vec<u8>, number: impl Into<u128>) {
    let mut number = number.into();
    debug_assert!(number >> (7 * MOST_GROUPS) == 0, "the number fits");
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes `length` bytes off the front of `rest`.
pub(crate) fn take<'a>(
    rest: &mut &'a [u8],
    length: u64,
    expected: impl Fn() -> String,
) -> Result<&'a [u8], Refused> {
    let split = usize::try_from(length).ok();
    let split = split.and_then(|length| rest.split_at_checked(length));
    let (taken, after) = split.ok_or_else(|| {
        let found = rest.len();
        Refused::new(format!(
            "expected {}, but the record ends after {found}",
            expected()
        ))
    })?;
    *rest = after;
    Ok(taken)
}

/// The maximum number of seven-bit groups in a varint.
const MOST_GROUPS: usize = 18;

/// Reads a varint of at most `most` from the front of `rest`.
pub(crate) fn take_wide_varint(
    rest: &mut &[u8],
    what: &'static str,
    most: u128,
) -> Result<u128, Refused> {
    let wrong = || {
        Refused::new(format!(
            "{what} must be a varint of at most {most}, found a larger number or a superfluous zero byte"
        ))
    };
    let mut number = 0_u128;
    for place in 0..MOST_GROUPS {
        let byte = take(rest, 1, || format!("a varint for {what}"))?[0];
        number |= u128::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            let is_short = byte > 0 || place == 0;
            return if is_short && number <= most {
                Ok(number)
            } else {
                Err(wrong())
            };
        }
        if number > most {
            break;
        }
    }
    Err(wrong())
}

/// Reads a varint of at most `most` from the front of `rest`.
pub(crate) fn take_varint(rest: &mut &[u8], what: &'static str, most: u64) -> Result<u64, Refused> {
    take_wide_varint(rest, what, most.into()).map(|number| number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_any_base_come_back_in_order() {
        let wide = 3 << 100;
        let digits = [
            (0, 1),
            (4, 5),
            (wide - 1, wide),
            (7, 1 << 32),
            ((1 << 32) + 5, (1 << 32) + 6),
            (9, 10),
        ];
        let mut block = Block::default();
        for (digit, base) in digits {
            block.push(digit, base);
        }
        let mut bytes = Vec::new();
        block.write(&mut bytes);
        assert_eq!(usize::from(bytes[0]), bytes.len() - 1);
        let mut number = Natural::of_bytes(&bytes[1..]);
        for (digit, base) in digits {
            assert_eq!(number.take_rank(base), Some(digit), "in base {base}");
        }
        assert!(number.is_zero());
    }

    #[test]
    fn a_varint_has_one_form() {
        let read = |mut bytes: &[u8]| take_varint(&mut bytes, "a test", 1_000).ok();
        for number in [0, 1, 127, 128, 1_000] {
            let mut bytes = Vec::new();
            push_varint(&mut bytes, number);
            assert_eq!(read(&bytes), Some(number));
        }
        for bytes in [&[][..], &[0x80], &[0x81, 0], &[0xe9, 7], &[0xff; 12]] {
            assert_eq!(read(bytes), None, "{bytes:?}");
        }
    }
}
