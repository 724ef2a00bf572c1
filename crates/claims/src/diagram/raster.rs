//! Pictures that may be diagrams: that they are there, and where. What they show takes somebody who sees.

use super::candidate::linked_file;
use super::graph::Graph;
use super::{Diagram, Kind, labels};
use crate::claim::known::Known;
use documents::document::figures::{self, about, drawn, linked};
use documents::document::passages::Passages;
use documents::document::{Document, Format};

/// Every picture of a document that can be a diagram.
pub(super) fn diagrams(known: &dyn Known, document: &Document, passages: &Passages) -> Vec<Diagram> {
    if document.format != Format::Pdf {
        let diagrams = linked(passages).into_iter().map(|link| {
            let mut diagram = picture(document, link.page, link.line, link.about());
            let file = linked_file(known.snapshot(), document, link.address);
            if let Some(lettering) = file.and_then(|path| known.lettering_of(&path)) {
                labels::settle(&mut diagram, lettering, known.live_graph());
            }
            diagram
        });
        return diagrams.collect();
    }
    let diagrams = drawn(document).into_iter().map(|(page, image)| {
        let mut diagram = picture(document, page.number, 0, about(page, image));
        if let Some(lettering) = figures::at(document, page.number, image.area) {
            labels::settle(&mut diagram, lettering, known.live_graph());
        }
        // The picture of a page of a scan is a drawing only where it names the graph.
        let is_page = page.read.is_some() || document.is_scan() && page.is_picture();
        let names = diagram.lettering.as_ref().and_then(|read| read.names.as_ref());
        (!is_page || names.is_some()).then_some(diagram)
    });
    diagrams.flatten().collect()
}

fn picture(document: &Document, page: u32, line: usize, about: String) -> Diagram {
    Diagram {
        place: document.place(page, line, line),
        page,
        kind: Kind::Raster,
        graph: Graph::default(),
        detectives_parallel: None,
        judges_parallel: None,
        text: String::new(),
        about,
        lettering: None,
    }
}
