//! The words in pictures of reports are read where reports are read: in a child that may die of it. A document without
//! pictures starts none.

use super::pictures::{asked, serve};
use super::{PICTURE_TEXT_SUBCOMMAND, ReadDocument, exchange, parse_lines, this_program};
use custody::sandbox::SandboxStatus;
use documents::document;
use documents::document::figures::to_read;
use documents::picture::Wanted;
use documents::picture::lettering::Lettering;
use std::io::{Read, Write};
use std::time::Duration;
use tokio::process::Command;

/// Most time that the pictures of one document take, by the clock on the wall.
const WALL: Duration = Duration::from_secs(60);
/// Why a picture beyond the limits is not read.
const BEYOND: &str = "no more pictures of one document are read";

/// How much is read of the pictures of a document.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    pub(crate) pictures: usize,
    /// Pixels among which words are looked for.
    pub(crate) looked_at: u64,
}

/// Has the pictures of a document read, as many as are allowed, and says of each of the others why it was not; how many
/// were looked at.
pub(crate) async fn read_pictures(deposited: &mut ReadDocument, bytes: &[u8], most: Most) -> usize {
    match this_program(PICTURE_TEXT_SUBCOMMAND) {
        Ok(command) => read_by(command, deposited, bytes, most).await,
        // Whatever else cannot be started says so.
        Err(_) => 0,
    }
}

pub(super) async fn read_by(
    command: Command,
    deposited: &mut ReadDocument,
    bytes: &[u8],
    most: Most,
) -> usize {
    let (wanted, beyond) = to_read(&deposited.document, most.pictures, most.looked_at);
    let mut letterings = Vec::new();
    if let Some(input) = asked(&wanted, bytes).filter(|_| !wanted.is_empty()) {
        let (output, end) = exchange(command, &input, WALL).await.unwrap_or_default();
        let (containment, mut read) = parse_lines::<Lettering>(&output);
        read.retain(|one| wanted.contains(&one.wanted));
        let is_lost = |wanted: &&Wanted| !read.iter().any(|one| one.wanted == **wanted);
        let cause = format!(
            "the reader of pictures {}",
            if end.is_empty() {
                "could not be started"
            } else {
                end
            }
        );
        let lost = wanted.iter().filter(is_lost);
        letterings.extend(lost.map(|wanted| Lettering::unread(*wanted, &cause)));
        letterings.extend(read);
        deposited.containment.lost.extend(containment.lost);
    }
    letterings.extend(beyond.into_iter().map(|wanted| Lettering::unread(wanted, BEYOND)));
    letterings.sort_by_key(|one| one.wanted);
    deposited.document.letterings = letterings;
    deposited.document.read_scans();
    wanted.len()
}

/// The side of the child: the words of pictures.
pub(super) fn work(containment: &SandboxStatus, input: impl Read, output: impl Write) -> std::io::Result<()> {
    serve(document::read_pictures, containment, input, output)
}
