//! The words in pictures of reports are read where reports are read: in a child that may die of it. A document without
//! pictures starts none.

use super::pictures::{asked, serve};
use super::{PICTURE_TEXT_SUBCOMMAND, exchange, parse_lines, this_program};
use custody::sandbox::SandboxStatus;
use documents::document;
use documents::picture::Wanted;
use documents::picture::lettering::Lettering;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::time::Duration;
use tokio::process::Command;

/// Most time that the pictures of one document take, by the clock on the wall: what hangs ends, what is slow does not.
const WALL: Duration = Duration::from_secs(300);
/// The words of pictures of one document, and what the process that read them was held in by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lettered {
    pub(crate) letterings: Vec<Lettering>,
    pub(crate) containment: SandboxStatus,
}

/// Has the words of these pictures of a document read, and says of each that was not why.
pub(crate) async fn read_pictures(bytes: &[u8], wanted: &[Wanted]) -> Lettered {
    match this_program(PICTURE_TEXT_SUBCOMMAND) {
        Ok(command) => read_by(command, bytes, wanted).await,
        // Whatever else cannot be started says so.
        Err(_) => Lettered::default(),
    }
}

pub(super) async fn read_by(command: Command, bytes: &[u8], wanted: &[Wanted]) -> Lettered {
    let Some(input) = asked(wanted, bytes) else {
        return Lettered::default();
    };
    let (output, end) = exchange(command, &input, WALL).await.unwrap_or_default();
    let (containment, mut letterings) = parse_lines::<Lettering>(&output);
    letterings.retain(|one| wanted.contains(&one.wanted));
    let end = if end.is_empty() {
        "could not be started"
    } else {
        end
    };
    let cause = format!("the reader of pictures {end}");
    let is_lost = |wanted: &&Wanted| !letterings.iter().any(|one| one.wanted == **wanted);
    let lost = wanted.iter().filter(is_lost);
    let lost: Vec<Lettering> = lost.map(|wanted| Lettering::unread(*wanted, &cause)).collect();
    letterings.extend(lost);
    Lettered {
        letterings,
        containment,
    }
}

/// The side of the child: the words of pictures.
pub(super) fn work(containment: &SandboxStatus, input: impl Read, output: impl Write) -> std::io::Result<()> {
    serve(document::read_pictures, containment, input, output)
}
