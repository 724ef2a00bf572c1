//! Pictures of reports are unpacked where reports are read: in a child that may die of it. What comes back was
//! packed anew there, and here only its first bytes are looked at.

use super::child::{first_line, line};
use super::{Line, PICTURES_SUBCOMMAND, WALL, exchange, parse_lines, this_program};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use custody::sandbox::SandboxStatus;
use documents::document::{self, FILE_BYTES_MAX};
use documents::picture::{self, Kind, Picture, Wanted};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use tokio::process::Command;

/// Longest list of wanted pictures, in bytes; a dozen take less than two thousand.
const LIST_BYTES_MAX: usize = 64 << 10;

/// What was taken out of a PDF, and what the process that took it was held in by.
#[derive(Default)]
pub(crate) struct Taken {
    /// The pictures as PNG, as far as they could be taken.
    pub(crate) pictures: BTreeMap<Wanted, Vec<u8>>,
    pub(crate) containment: SandboxStatus,
}

/// Takes the wanted pictures out of a PDF, in a child of this program.
pub(crate) async fn take_pictures(bytes: &[u8], wanted: &[Wanted]) -> Taken {
    match this_program(PICTURES_SUBCOMMAND) {
        Ok(command) => take_with(command, bytes, wanted).await,
        Err(_) => Taken::default(),
    }
}

pub(super) async fn take_with(command: Command, bytes: &[u8], wanted: &[Wanted]) -> Taken {
    let Some(input) = asked(wanted, bytes) else {
        return Taken::default();
    };
    let (output, _) = exchange(command, &input, WALL).await.unwrap_or_default();
    let (containment, taken) = parse_lines::<Picture>(&output);
    let taken = taken.into_iter().filter(|taken| wanted.contains(&taken.wanted));
    Taken {
        pictures: taken
            .filter_map(|taken| Some((taken.wanted, png(&taken.png)?)))
            .collect(),
        containment,
    }
}

/// A child that was taken over could send anything.
fn png(text: &str) -> Option<Vec<u8>> {
    let bytes = STANDARD.decode(text).ok()?;
    (picture::kind(&bytes) == Some(Kind::Png)).then_some(bytes)
}

/// The side of the child: pictures as they lie in a file.
pub(super) fn work(containment: &SandboxStatus, input: impl Read, output: impl Write) -> std::io::Result<()> {
    serve(document::take_pictures, containment, input, output)
}

/// Who makes something of each wanted picture of a file.
pub(super) type Maker<T> = fn(&[u8], &[Wanted], &mut dyn FnMut(T));

/// Says which walls stand, takes a list of wanted pictures and a file, gives a line for each picture.
pub(super) fn serve<T: Serialize>(
    make: Maker<T>,
    containment: &SandboxStatus,
    mut input: impl Read,
    mut output: impl Write,
) -> std::io::Result<()> {
    line(&mut output, &Line::<_, T>::Contained(containment))?;
    let (wanted, file) = request(&mut input)?;
    let mut written = Ok(());
    make(&file, &wanted, &mut |made| {
        if written.is_ok() {
            written = line(&mut output, &Line::<SandboxStatus, _>::Part(&made));
        }
    });
    written
}

/// What is wanted of which file.
fn request(input: &mut impl Read) -> std::io::Result<(Vec<Wanted>, Vec<u8>)> {
    let most = u64::try_from(FILE_BYTES_MAX + LIST_BYTES_MAX).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    input.take(most).read_to_end(&mut bytes)?;
    let (wanted, file) = first_line(&bytes);
    Ok((serde_json::from_slice(wanted)?, file.to_vec()))
}

/// The same, as it is sent.
pub(super) fn asked(wanted: &[Wanted], bytes: &[u8]) -> Option<Vec<u8>> {
    let mut input = serde_json::to_vec(wanted).ok()?;
    input.push(b'\n');
    input.extend_from_slice(bytes);
    Some(input)
}
