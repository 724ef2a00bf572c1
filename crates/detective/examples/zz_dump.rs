#![allow(warnings)]
use detective::document;
fn main() {
    for a in std::env::args().skip(1) {
        let b = std::fs::read(&a).unwrap();
        let d = document::read(&a, &b);
        println!(
            "##### {} {:?} notes {:?} err {:?}",
            d.name,
            d.format,
            d.notes,
            d.reading.as_ref().err()
        );
        for p in d.pages() {
            println!(
                "=== page {} {}x{} imgs {:?} paths {} shapes {} words {}",
                p.number,
                p.width,
                p.height,
                p.images
                    .iter()
                    .map(|i| (
                        i.width,
                        i.height,
                        i.area.left,
                        i.area.top,
                        i.area.width(),
                        i.area.height()
                    ))
                    .collect::<Vec<_>>(),
                p.path_count,
                p.shapes.len(),
                p.words.len()
            );
            for l in &p.lines {
                println!("{:4} {:4} {}", l.top, l.size, l.text);
            }
        }
    }
}
