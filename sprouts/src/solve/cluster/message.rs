//! The messages between an owner and its workers, as text.
//!
//! Lands are sent as the words of [`packed`](crate::land::packed). Reading such a word takes a single pass over its
//! bytes, whereas for a land in the published spelling the canonical form would have to be computed again.
//!
//! The last line of a message is `end VERSION CHECKSUM`. The version depends on the release and on the canonical forms
//! of some lands, so messages from a worker with different canonical forms are rejected. The checksum detects damage.
//! Neither of them protects against false messages: an owner trusts its workers, which run the same code. An audit of
//! the store checks what they proved.

use core::fmt::{self, Write as _};
use core::str::FromStr;
use std::sync::LazyLock;

use common::checksum::{START, fnv1a};
use common::describe::Refused;

use crate::land::packed::Packed;
use crate::land::{Land, Lands};
use crate::solve::known::{Known, bits};
use crate::solve::work::Work;

/// The version of the messages: a hash of the package version and of the canonical forms of the lands that two lines
/// can lead to from five spots.
static VERSION: LazyLock<u64> = LazyLock::new(|| {
    let mut hash = fnv1a(
        START,
        concat!("messages 2, ", env!("CARGO_PKG_VERSION")).as_bytes(),
    );
    for land in &Lands::start(5) {
        for second in land.children().iter().flatten() {
            for third in second.children().iter().flatten() {
                hash = fnv1a(hash, third.form());
            }
        }
    }
    hash
});

/// An entry, and what it cost to prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proved {
    /// The land.
    pub(crate) land: Land,
    /// The fact about the land.
    pub(crate) known: Known,
    /// The number of nodes that the worker visited below the land in this job.
    pub(crate) nodes: u64,
}

/// The proof number and the disproof number of a couple: a land beside a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Estimate {
    /// The land.
    pub(crate) land: Land,
    /// The size of the heap.
    pub(crate) heap: u32,
    /// The proof number: an estimate of the work left to prove that the player to move wins.
    pub(crate) win: u32,
    /// The disproof number: an estimate of the work left to prove that the player to move loses.
    pub(crate) loss: u32,
}

/// A job for a [`Worker`](super::Worker), sent as text: a land beside a Nim heap to work on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The number of the job.
    pub(crate) id: u64,
    /// The land.
    pub(crate) land: Land,
    /// The heap beside it.
    pub(crate) heap: u32,
    /// The minimum number of nodes to visit before reporting, unless the couple is solved sooner.
    pub(crate) least: u64,
    /// The maximum number of nodes to visit before reporting.
    pub(crate) nodes: u64,
    /// The minimum cost, in nodes, of an entry that is reported. Entries about lands that the report mentions are
    /// always included.
    pub(crate) dear: u64,
    /// The thresholds at which to stop work on the couple: the proof number, the disproof number, a bound on the
    /// smaller of both with their shifts added, and the two shifts.
    pub(crate) limits: [u32; 5],
    /// The proof numbers that the owner knows for the land's options.
    pub(crate) hints: Vec<Estimate>,
    /// Entries that other workers proved, the most expensive first. Their number is limited in proportion to the job's
    /// nodes.
    pub(crate) entries: Vec<(Land, Known)>,
}

/// An option of a land: a heap, and lands whose nimbers are unknown to the worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OptionLands {
    /// The heap.
    pub(crate) heap: u32,
    /// The lands.
    pub(crate) lands: Vec<Land>,
}

/// A land and its children, as a worker has listed them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Listed {
    /// The land.
    pub(crate) land: Land,
    /// The options whose nimbers are unknown.
    pub(crate) options: Vec<OptionLands>,
    /// The most promising child that was generated but is not yet an option, in the encoding of the solver's table.
    pub(crate) best: Option<u32>,
    /// The sum of the guessed proof numbers of those children.
    pub(crate) wins: f64,
    /// The number of lines that were not drawn.
    pub(crate) undrawn: u32,
}

/// A worker's findings about its job, sent as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The number of the job.
    pub(crate) id: u64,
    /// The work that the job took.
    pub(crate) work: Work,
    /// Whether the worker ran out of memory and forgot most of the entries that it was sent.
    pub(crate) forgot: bool,
    /// The entries that were proved.
    pub(crate) entries: Vec<Proved>,
    /// The lands near the root of the job with their children.
    pub(crate) listed: Vec<Listed>,
    /// The proof numbers of couples that are not solved.
    pub(crate) estimates: Vec<Estimate>,
}

/// Appends the last line to a message.
pub(super) fn seal(mut text: String) -> String {
    let sum = fnv1a(*VERSION, text.as_bytes());
    writeln!(text, "end {:016x} {sum:016x}", *VERSION).expect("a string takes all text");
    text
}

/// Returns a message without its last line, if that is right.
fn open(text: &str) -> Result<&str, Refused> {
    let start = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
    let (body, last) = text.split_at(start);
    let words: Vec<&str> = last.split_ascii_whitespace().collect();
    let number = |word: &str| u64::from_str_radix(word, 16).ok();
    let [version, sum] = match words[..] {
        ["end", version, sum] => [number(version), number(sum)],
        _ => [None, None],
    };
    let (Some(found), Some(sum)) = (version, sum) else {
        let found: String = last.trim_end().chars().take(80).collect();
        return Err(Refused::new(format!(
            "the last line of the message must be `end`, a version and a checksum, found `{found}`"
        )));
    };
    let expected = *VERSION;
    if found != expected {
        return Err(Refused::new(format!(
            "the message must have version {expected:016x}, found {found:016x}; run the same program version as owner \
             and as workers"
        )));
    }
    let expected = fnv1a(expected, body.as_bytes());
    if sum != expected {
        return Err(Refused::new(format!(
            "the checksum at the end of the message must be {expected:016x}, found {sum:016x}"
        )));
    }
    Ok(body)
}

/// A value that is written as one line of a message.
trait Line {
    fn write(&self, out: &mut String) -> fmt::Result;
}

/// Writes an entry: a line for a nimber, or for each that the land does not have.
fn write_entry(land: &Land, known: Known, nodes: Option<u64>, out: &mut String) -> fmt::Result {
    let mut line = |sign: &str, nimber: u32| {
        out.push_str(sign);
        Packed(land).push_to(out);
        write!(out, " {nimber}")?;
        nodes.map_or(Ok(()), |nodes| write!(out, " {nodes}"))?;
        out.write_char('\n')
    };
    match known {
        Known::Nimber(nimber) => line("= ", nimber.0),
        Known::Excluded(excluded) => {
            bits(excluded).try_for_each(|nimber| line("! ", nimber.into()))
        }
    }
}

impl Line for (Land, Known) {
    fn write(&self, out: &mut String) -> fmt::Result {
        write_entry(&self.0, self.1, None, out)
    }
}

impl Line for Proved {
    fn write(&self, out: &mut String) -> fmt::Result {
        write_entry(&self.land, self.known, Some(self.nodes), out)
    }
}

impl Line for Estimate {
    fn write(&self, out: &mut String) -> fmt::Result {
        let Estimate {
            land,
            heap,
            win,
            loss,
        } = self;
        out.push_str("? ");
        Packed(land).push_to(out);
        writeln!(out, " {heap} {win} {loss}")
    }
}

impl Line for Listed {
    fn write(&self, out: &mut String) -> fmt::Result {
        let best = self.best.map_or(-1, i64::from);
        let land = Packed(&self.land);
        writeln!(out, ": {land} {best} {} {}", self.wins, self.undrawn)?;
        for option in &self.options {
            write!(out, "> {}", option.heap)?;
            for land in &option.lands {
                out.push(' ');
                Packed(land).push_to(out);
            }
            out.push('\n');
        }
        Ok(())
    }
}

fn write_lines(lines: &[impl Line], out: &mut String) -> fmt::Result {
    lines.iter().try_for_each(|line| line.write(out))
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Job {
            id,
            land,
            heap,
            least,
            nodes,
            dear,
            ..
        } = self;
        let mut text = format!("job {id} {} {heap} {least} {nodes} {dear}", Packed(land));
        let mut limits = self.limits.iter();
        limits.try_for_each(|limit| write!(text, " {limit}"))?;
        text.push('\n');
        write_lines(&self.entries, &mut text)?;
        write_lines(&self.hints, &mut text)?;
        f.write_str(&seal(text))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("report {} {}", self.id, u8::from(self.forgot));
        let mut work = self.work;
        (work.counts().iter()).try_for_each(|count| write!(text, " {count}"))?;
        text.push('\n');
        write_lines(&self.entries, &mut text)?;
        write_lines(&self.listed, &mut text)?;
        write_lines(&self.estimates, &mut text)?;
        f.write_str(&seal(text))
    }
}

/// The words of a line.
struct Words<'a> {
    number: usize,
    line: &'a str,
    rest: core::str::SplitAsciiWhitespace<'a>,
}

impl Words<'_> {
    fn wrong(&self, expected: &str) -> Refused {
        let found: String = self.line.chars().take(80).collect();
        let line = self.number;
        Refused::new(format!(
            "expected {expected} in line {line} of the message, found `{found}`"
        ))
    }

    fn next<T: FromStr>(&mut self, expected: &'static str) -> Result<T, Refused> {
        let word = self.rest.next().and_then(|word| word.parse().ok());
        word.ok_or_else(|| self.wrong(expected))
    }

    fn land(&mut self) -> Result<Land, Refused> {
        let word = self.rest.next().and_then(Land::from_packed);
        word.ok_or_else(|| self.wrong("a land"))
    }

    /// Reads an entry after the sign for its kind. What is invalid in a store is also invalid in a message.
    fn entry(&mut self, kind: Option<&str>) -> Result<(Land, Known), Refused> {
        let (land, nimber) = (self.land()?, self.next::<u8>("a nimber")?);
        let value = match kind {
            Some("=") => vec![nimber],
            Some("!") if nimber < 64 => (1_u64 << nimber).to_le_bytes().to_vec(),
            _ => return Err(self.wrong("a nimber below 64 after `=` or `!`")),
        };
        let known = Known::read(&land, &value);
        let known = known.ok_or_else(|| self.wrong("a nimber that the land may have"))?;
        Ok((land, known))
    }

    fn estimate(&mut self) -> Result<Estimate, Refused> {
        let land = self.land()?;
        let estimate = Estimate {
            land,
            heap: self.next("a heap")?,
            win: self.next("a proof number")?,
            loss: self.next("a disproof number")?,
        };
        if estimate.heap >= 64 || estimate.win == 0 || estimate.loss == 0 {
            return Err(self.wrong("a heap below 64 and two positive numbers"));
        }
        Ok(estimate)
    }
}

fn lines(text: &str) -> impl Iterator<Item = Words<'_>> {
    (1..).zip(text.lines()).map(|(number, line)| Words {
        number,
        line,
        rest: line.split_ascii_whitespace(),
    })
}

fn first<'a>(
    lines: &mut impl Iterator<Item = Words<'a>>,
    expected: &'static str,
) -> Result<Words<'a>, Refused> {
    let empty = Words {
        number: 1,
        line: "",
        rest: "".split_ascii_whitespace(),
    };
    let mut line = lines.next().unwrap_or(empty);
    if line.rest.next() != Some(expected) {
        return Err(line.wrong(expected));
    }
    Ok(line)
}

impl FromStr for Job {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Job, Refused> {
        let mut lines = lines(open(text)?);
        let mut head = first(&mut lines, "job")?;
        let mut job = Job {
            id: head.next("the number of the job")?,
            land: head.land()?,
            heap: head.next("a heap")?,
            least: head.next("a number of nodes")?,
            nodes: head.next("a number of nodes")?,
            dear: head.next("a number of nodes")?,
            limits: [0; 5],
            hints: Vec::new(),
            entries: Vec::new(),
        };
        for limit in &mut job.limits {
            *limit = head.next("a limit")?;
        }
        if job.heap >= 64 {
            return Err(head.wrong("a heap below 64"));
        }
        // The search uses this land at once, so its form must be canonical.
        if !job.land.is_canonical() {
            return Err(head.wrong("a land in canonical form"));
        }
        for mut line in lines {
            match line.rest.next() {
                kind @ Some("=" | "!") => job.entries.push(line.entry(kind)?),
                Some("?") => job.hints.push(line.estimate()?),
                _ => return Err(line.wrong("an entry or a hint")),
            }
        }
        Ok(job)
    }
}

impl FromStr for Report {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Report, Refused> {
        let mut lines = lines(open(text)?);
        let mut head = first(&mut lines, "report")?;
        let mut report = Report {
            id: head.next("the number of the job")?,
            forgot: head.next::<u8>("0 or 1")? == 1,
            work: Work::default(),
            entries: Vec::new(),
            listed: Vec::new(),
            estimates: Vec::new(),
        };
        for count in report.work.counts() {
            *count = head.next("a count of work")?;
        }
        for mut line in lines {
            match line.rest.next() {
                kind @ Some("=" | "!") => {
                    let (land, known) = line.entry(kind)?;
                    let nodes = line.next("a number of nodes")?;
                    report.entries.push(Proved { land, known, nodes });
                }
                Some("?") => report.estimates.push(line.estimate()?),
                Some(":") => {
                    let listed = Listed {
                        land: line.land()?,
                        options: Vec::new(),
                        best: u32::try_from(line.next::<i64>("a closed child or -1")?).ok(),
                        wins: line.next("a sum of proof numbers")?,
                        undrawn: line.next("a number of lines")?,
                    };
                    report.listed.push(listed);
                }
                Some(">") => {
                    let heap = line.next("a heap")?;
                    let mut lands = Vec::new();
                    while let Some(word) = line.rest.next() {
                        lands.push(Land::from_packed(word).ok_or_else(|| line.wrong("a land"))?);
                    }
                    let last = report.listed.last_mut();
                    let listed = last.ok_or_else(|| line.wrong("a land before its options"))?;
                    if heap >= 64 || lands.len() > 255 || lands.is_empty() {
                        return Err(line.wrong("a heap below 64 and 1 to 255 lands"));
                    }
                    listed.options.push(OptionLands { heap, lands });
                }
                _ => return Err(line.wrong("an entry, a land, an option or an estimate")),
            }
        }
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is invalid in a store is also invalid in a message.
    #[test]
    fn an_entry_that_cannot_be_true_is_refused() {
        let land: Land = "0*2".parse().expect("a land");
        let packed = Packed(&land);
        let report = |line: &str| {
            let text = seal(format!("report 1 0 0 0 0 0 0 0\n{line} 1\n"));
            text.parse::<Report>()
        };
        // Two spots have six lives and last at most five moves.
        for line in [format!("= {packed} 5"), format!("! {packed} 63")] {
            report(&line).unwrap_or_else(|reason| panic!("{line}: {reason}"));
        }
        for line in [format!("= {packed} 6"), format!("! {packed} 64")] {
            let refused = report(&line).expect_err("it cannot be true").to_string();
            assert!(refused.contains("in line 2 of the message"), "{refused}");
        }
    }
}
