//! Messages as bytes (feature `cluster`).
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | the version of this format, [`FORMAT`] |
//! | 8 | the release: a hash of its number and of the canonical forms of some lands |
//! | 1 | `j` for a job, `r` for a report |
//! | any number | the message in the format of [postcard](https://postcard.jamesmunns.com/wire-format) |
//! | 8 | a checksum of all bytes before it |
//!
//! Numbers are little-endian. Lands are sent by their canonical forms. Reading such a form takes a single pass over its
//! bytes, whereas for a land in the published spelling the canonical form would have to be computed again. So messages
//! from a worker with different canonical forms are rejected by their release.
//!
//! Reading takes memory in proportion to the number of bytes. The checksum detects damage. Neither it nor the release
//! protects against false messages: an owner trusts its workers, which run the same code. An audit of the store checks
//! what they proved.

use std::sync::LazyLock;

use common::checksum::{START, fnv1a};
use serde::{Deserialize, Serialize};

use super::message::{CoupleEstimate, Job, JobReport, LandFact, ProvedEntry};
use crate::land::{Land, Lands};
use crate::solve::known::Known;

/// The version of the format. Versions 1 and 2 were texts.
const FORMAT: u8 = 3;

/// The number of bytes before a message, and after it.
const BEFORE: usize = 10;
const AFTER: usize = 8;

/// A hash of the package version and of the canonical forms of the lands that two lines can lead to from five spots.
static RELEASE: LazyLock<u64> = LazyLock::new(|| {
    let mut hash = fnv1a(START, env!("CARGO_PKG_VERSION").as_bytes());
    for land in &Lands::start(5) {
        for second in land.children().iter().flatten() {
            for third in second.children().iter().flatten() {
                hash = fnv1a(hash, third.form());
            }
        }
    }
    hash
});

/// The error returned when bytes are not a message of this release.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// There are too few bytes.
    #[error("a message must have at least {} bytes, found {found}", BEFORE + AFTER)]
    Short {
        /// The number of bytes.
        found: usize,
    },
    /// The message has another format.
    #[error(
        "the message must have format {FORMAT}, found {found}; run the same program version as owner and as workers"
    )]
    Format {
        /// The version of the format that was found.
        found: u8,
    },
    /// The message comes from another release.
    #[error(
        "the message must come from release {:016x}, found {found:016x}; run the same program version as owner and as \
         workers", *RELEASE
    )]
    Release {
        /// The release that was found.
        found: u64,
    },
    /// The message was changed or cut.
    #[error("the checksum at the end of the message must be {expected:016x}, found {found:016x}")]
    Damaged {
        /// The checksum of the bytes.
        expected: u64,
        /// The checksum at the end of the message.
        found: u64,
    },
    /// The message is a job instead of a report, or the other way round.
    #[error("expected a {expected}, found a message of another kind")]
    Kind {
        /// The kind of the message that was expected.
        expected: &'static str,
    },
    /// The bytes of the message cannot be read.
    #[error("the {expected} in the message cannot be read")]
    Content {
        /// The kind of the message.
        expected: &'static str,
        /// The reason.
        source: postcard::Error,
    },
    /// The message says what cannot be true.
    #[error("the {kind} must have {expected}")]
    Impossible {
        /// The kind of the message.
        kind: &'static str,
        /// What the message must have.
        expected: &'static str,
    },
}

/// A kind of message.
trait WireMessage: Serialize + for<'de> Deserialize<'de> {
    const NAME: &'static str;

    /// Returns what is missing, if anything.
    fn fault(&self) -> Option<&'static str>;

    fn write(&self) -> Vec<u8> {
        let mut bytes = vec![FORMAT];
        bytes.extend(RELEASE.to_le_bytes());
        bytes.push(Self::NAME.as_bytes()[0]);
        let mut bytes =
            postcard::to_extend(self, bytes).expect("a message has only numbers and lists");
        let sum = fnv1a(START, &bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Self, MessageError> {
        if let Some(found) = bytes.first().copied().filter(|found| *found != FORMAT) {
            return Err(MessageError::Format { found });
        }
        let parts = bytes.split_last_chunk::<AFTER>();
        let parts =
            parts.and_then(|(all, sum)| Some((all, sum, all.split_first_chunk::<BEFORE>()?)));
        let Some((all, sum, ([_, release @ .., kind], content))) = parts else {
            let found = bytes.len();
            return Err(MessageError::Short { found });
        };
        let found = u64::from_le_bytes(*release);
        if found != *RELEASE {
            return Err(MessageError::Release { found });
        }
        let (expected, found) = (fnv1a(START, all), u64::from_le_bytes(*sum));
        if found != expected {
            return Err(MessageError::Damaged { expected, found });
        }
        let expected = Self::NAME;
        if *kind != expected.as_bytes()[0] {
            return Err(MessageError::Kind { expected });
        }
        let content = postcard::take_from_bytes::<Self>(content).and_then(|(message, rest)| {
            let end = postcard::Error::DeserializeBadEncoding;
            rest.is_empty().then_some(message).ok_or(end)
        });
        let message = content.map_err(|source| MessageError::Content { expected, source })?;
        match message.fault() {
            Some(expected) => Err(MessageError::Impossible {
                kind: Self::NAME,
                expected,
            }),
            None => Ok(message),
        }
    }
}

/// What the entries of a message must have. What is invalid in a store is also invalid in a message.
fn fault_of_entries<'a>(
    mut entries: impl Iterator<Item = (&'a Land, &'a Known)>,
) -> Option<&'static str> {
    let all = entries.all(|(land, known)| known.is_possible(land));
    (!all).then_some("nimbers that the lands may have")
}

/// What estimates must have.
fn fault_of_estimates(estimates: &[CoupleEstimate]) -> Option<&'static str> {
    let is_possible = |e: &CoupleEstimate| e.heap < HEAPS && e.win > 0 && e.loss > 0;
    (!estimates.iter().all(is_possible)).then_some("heaps below 64 and positive proof numbers")
}

/// The number of heaps beside a land.
const HEAPS: u32 = 64;

impl WireMessage for Job {
    const NAME: &'static str = "job";

    fn fault(&self) -> Option<&'static str> {
        if self.heap >= HEAPS {
            return Some("a heap below 64");
        }
        // The search uses this land at once, so its form must be canonical.
        if !self.land.is_canonical() {
            return Some("a land in canonical form");
        }
        let entries = self
            .entries
            .iter()
            .map(|LandFact { land, known }| (land, known));
        fault_of_entries(entries).or_else(|| fault_of_estimates(&self.hints))
    }
}

impl WireMessage for JobReport {
    const NAME: &'static str = "report";

    fn fault(&self) -> Option<&'static str> {
        let mut options = self.listed.iter().flat_map(|listed| &listed.options);
        if options.any(|option| option.heap >= HEAPS || !(1..=255).contains(&option.lands.len())) {
            return Some("options with a heap below 64 and 1 to 255 lands");
        }
        let entries = self
            .entries
            .iter()
            .map(|ProvedEntry { land, known, .. }| (land, known));
        fault_of_entries(entries).or_else(|| fault_of_estimates(&self.estimates))
    }
}

macro_rules! as_bytes {
    ($message:ident) => {
        impl $message {
            /// Returns the message as bytes, which [`from_bytes`](Self::from_bytes) reads.
            pub fn to_bytes(&self) -> Vec<u8> {
                self.write()
            }

            /// Reads a message. Takes memory in proportion to the number of bytes.
            ///
            /// # Errors
            ///
            /// Returns [`MessageError`] if the bytes are damaged, or come from another version of the program.
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, MessageError> {
                WireMessage::read(bytes)
            }
        }
    };
}

as_bytes!(Job);
as_bytes!(JobReport);

/// A land as the bytes of its form.
pub(super) mod form {
    use super::{Deserialize, Land};
    use serde::{Deserializer, Serializer, de::Error as _};

    pub(in super::super) fn serialize<S: Serializer>(
        land: &Land,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(land.form())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Land, D::Error> {
        let form = <&[u8]>::deserialize(from)?;
        Land::read_form(form).ok_or_else(|| D::Error::custom("this is not the form of a land"))
    }
}

/// Lands as the bytes of their forms.
pub(super) mod forms {
    use super::{Deserialize, Land, Serialize, form};
    use serde::{Deserializer, Serializer};

    #[derive(Serialize)]
    struct BorrowedLand<'a>(#[serde(serialize_with = "form::serialize")] &'a Land);

    #[derive(Deserialize)]
    struct OwnedLand(#[serde(with = "form")] Land);

    pub(in super::super) fn serialize<S: Serializer>(
        lands: &[Land],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(lands.iter().map(BorrowedLand))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<Land>, D::Error> {
        let lands = Vec::<OwnedLand>::deserialize(from)?;
        Ok(lands.into_iter().map(|OwnedLand(land)| land).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::land::shape::{END, LETTER, SEP};
    use crate::solve::cluster::{Owner, Worker};
    use common::Nimber;

    /// Returns a job and the report on it.
    fn messages() -> (Job, JobReport) {
        let job = Owner::new(&Lands::start(6)).job(0).expect("a job");
        let report = Worker::new(1 << 28, 1).work(&job);
        (job, report)
    }

    /// Replaces the checksum by the right one.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - AFTER);
        let sum = fnv1a(START, &bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    #[test]
    fn a_message_that_was_changed_or_cut_is_refused() {
        let (job, report) = messages();
        let bytes = report.to_bytes();
        assert_eq!(JobReport::from_bytes(&bytes).as_ref(), Ok(&report));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            JobReport::from_bytes(&changed).expect_err("a changed message");
            JobReport::from_bytes(&bytes[..at]).expect_err("part of a message");
        }
        assert_eq!(
            JobReport::from_bytes(&bytes[..9]).unwrap_err().to_string(),
            "a message must have at least 18 bytes, found 9"
        );
        assert_eq!(
            JobReport::from_bytes(&job.to_bytes())
                .unwrap_err()
                .to_string(),
            "expected a report, found a message of another kind"
        );
    }

    #[test]
    fn a_message_of_another_version_is_told_so() {
        let bytes = messages().1.to_bytes();
        let say = |at: usize, byte: u8| {
            let mut other = bytes.clone();
            other[at] = byte;
            JobReport::from_bytes(&other).unwrap_err().to_string()
        };
        assert_eq!(
            say(0, 4),
            "the message must have format 3, found 4; run the same program version as owner and as workers"
        );
        let release = say(1, !bytes[1]);
        assert!(
            release.starts_with(&format!(
                "the message must come from release {:016x}, ",
                *RELEASE
            )),
            "{release}"
        );
    }

    /// Bytes with the right checksum from a program that means harm: they are refused or read, without a panic.
    #[test]
    fn false_messages_are_refused_or_read() {
        let (job, report) = messages();
        for (bytes, kind) in [(job.to_bytes(), 'j'), (report.to_bytes(), 'r')] {
            let mut refused = 0;
            for at in BEFORE..bytes.len() - AFTER {
                for byte in [0, 1, 63, 64, 127, 128, 255] {
                    let mut other = bytes.clone();
                    other[at] = byte;
                    let other = sealed(other);
                    refused += usize::from(match kind {
                        'j' => Job::from_bytes(&other).is_err(),
                        _ => JobReport::from_bytes(&other).is_err(),
                    });
                }
            }
            assert!(refused > 0);
        }
        // A list that claims to have 2⁶³ items.
        let mut endless = report.to_bytes()[..BEFORE].to_vec();
        endless.extend([0; 8]);
        endless.extend([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]);
        endless.extend([0; AFTER]);
        let error = JobReport::from_bytes(&sealed(endless)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the report in the message cannot be read"
        );
    }

    #[test]
    fn a_message_that_cannot_be_true_says_what_it_must_have() {
        let (job, report) = messages();
        let refuse = |change: &dyn Fn(&mut Job)| {
            let mut job = job.clone();
            change(&mut job);
            Job::from_bytes(&job.to_bytes()).unwrap_err().to_string()
        };
        assert_eq!(
            refuse(&|job| job.heap = 64),
            "the job must have a heap below 64"
        );
        // Two adjacent corners of one spot are written as one corner.
        let crooked = Land::read_form(&[LETTER, LETTER, SEP, 1, END]).expect("brackets match");
        assert_eq!(
            refuse(&|job| job.land = crooked.clone()),
            "the job must have a land in canonical form"
        );
        // Two spots have six lives and last at most five moves.
        let land: Land = "0*2".parse().expect("a land");
        let with = |known| {
            let mut report = report.clone();
            let land = land.clone();
            report.entries.push(ProvedEntry {
                land,
                known,
                nodes: 1,
            });
            JobReport::from_bytes(&report.to_bytes())
                .map(|_| ())
                .map_err(|error| error.to_string())
        };
        for known in [Known::Nimber(Nimber(5)), Known::Excluded(1 << 63)] {
            assert_eq!(with(known), Ok(()));
        }
        assert_eq!(
            with(Known::Nimber(Nimber(6))),
            Err("the report must have nimbers that the lands may have".to_owned())
        );
    }
}
