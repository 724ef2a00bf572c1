#![expect(clippy::disallowed_methods, reason = "the children of these tests are shells")]

use super::*;
use documents::document::figures::to_read;
use documents::document::read;

/// Pages as the child writes them: page 1 whole, page 2 cut.
const PAGES: &str = r#"{"Part":{"Page":{"number":1,"width":0,"height":0,"lines":[],"images":[],"path_count":0,"shapes":[],"words":[]}}}
{"Part":{"Page":{"number":2,"#;

fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]);
    command
}

async fn run(script: &str) -> Document {
    let script = format!("cat <<'END'\n{PAGES}\nEND\n{script}");
    read_with(shell(&script), "dir/r.pdf", b"%PDF-1.4", Duration::from_secs(1))
        .await
        .document
}

#[tokio::test]
async fn the_pages_before_a_death_are_kept_and_the_death_is_told() {
    for (script, cause) in [
        ("kill -ABRT $$", "the reader ran out of memory"),
        ("kill -XCPU $$", "the reader took too long"),
        ("exit 3", "the reader gave up"),
        ("while :; do :; done", "the reader took too long"),
        ("exec 1>&-; while :; do :; done", "the reader took too long"),
    ] {
        let document = run(script).await;
        assert_eq!(document.pages().len(), 1, "{script}");
        assert_eq!(
            document.notes,
            [format!("page 2 and later could not be read: {cause}")],
            "{script}"
        );
    }
}

#[tokio::test]
async fn a_child_that_says_nothing_or_cannot_be_started_is_a_document_without_pages() {
    let silent = read_with(shell("exit 0"), "r.pdf", b"%PDF-1.4", WALL)
        .await
        .document;
    assert_eq!(
        silent.reading,
        Err("no page could be read: the reader gave up".to_owned())
    );
    let missing = read_with(Command::new("/nonexistent"), "/home/me/r.pdf", b"x", WALL)
        .await
        .document;
    assert!(
        missing
            .reading
            .is_err_and(|cause| cause.starts_with("the reader could not be started"))
    );
    assert_eq!(missing.name, "r.pdf");
}

#[tokio::test]
async fn endless_output_is_cut() {
    let document = read_with(shell("yes 123456789012345678901234567890"), "r.md", b"x", WALL)
        .await
        .document;
    assert!(
        document
            .reading
            .is_err_and(|cause| cause.contains("more text than any report"))
    );
}

/// This test program itself, as the child: the one test that is the child's body.
fn child() -> Command {
    child_of("worker::tests::body_of_the_child")
}

fn child_of(body: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a test is a file"));
    command.args(["--exact", body, "--include-ignored", "--nocapture", "--quiet"]);
    command.args(["--test-threads", "1"]).env_clear();
    command
}

#[test]
#[ignore = "is the child of the test below; alone it has no input"]
fn body_of_the_child() {
    child::child_main(None);
}

#[test]
#[ignore = "is the child of a test below; alone it has no input"]
fn body_of_the_child_that_takes_pictures() {
    child::pictures_main(None);
}

#[test]
#[ignore = "is the child of a test below; alone it has no input"]
fn body_of_the_child_that_reads_pictures() {
    child::picture_text_main(None);
}

#[test]
#[ignore = "is the child of the test below; alone it has no input"]
fn body_of_the_child_that_reads_rubrics() {
    child::rehearsal_main(None);
}

#[test]
fn a_rubric_is_read_by_a_child_and_what_kills_it_is_told() {
    let child = || child_of("worker::tests::body_of_the_child_that_reads_rubrics");
    let good = court::rubric::built_in("engineering").expect("it is built in");
    for text in [good, "dimensions: [", ""] {
        for kind in [Kind::Rubric, Kind::Rules, Kind::List] {
            assert_eq!(rehearsal::read_by(child(), kind, text), Ok(()), "{text}");
        }
    }
    for (script, cause) in [
        ("cat > /dev/null; kill -ABRT $$", "ran out of memory"),
        ("cat > /dev/null; exit 0", "gave up"),
    ] {
        let told = rehearsal::read_by(shell(script), Kind::Rubric, good);
        assert_eq!(told, Err(cause.to_owned()));
    }
}

/// A PDF of one page with a grey picture of 64 by 48 pixels, its dictionary continued by `more`.
fn illustrated(more: &str) -> Vec<u8> {
    let content = "q 500 0 0 300 50 50 cm /I Do Q";
    let head = format!(
        "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
         3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 400]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>\nendobj\n\
         4 0 obj\n<</Length {}>>\nstream\n{content}\nendstream\nendobj\n\
         5 0 obj\n<</Type/XObject/Subtype/Image/Width 64/Height 48/BitsPerComponent 8/ColorSpace/DeviceGray{more}/Length 3072>>\nstream\n",
        content.len()
    );
    let tail = b"\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 6>>\n%%EOF\n";
    [head.as_bytes(), &[7; 64 * 48], tail].concat()
}

#[tokio::test]
async fn pictures_are_taken_out_by_a_child_that_is_held_in() {
    let takes = || child_of("worker::tests::body_of_the_child_that_takes_pictures");
    let bytes = illustrated("");
    let report = read("r.pdf", &bytes);
    let area = report.pages()[0].images[0].area;
    let wanted = [1, 2].map(|page| documents::picture::Wanted {
        page,
        area,
        is_drawn: false,
    });
    let taken = pictures::take_with(takes(), &bytes, &wanted).await;
    assert_eq!(taken.pictures.keys().collect::<Vec<_>>(), [&wanted[0]]);
    let png = &taken.pictures[&wanted[0]];
    assert_eq!(documents::picture::kind(png), Some(documents::picture::Kind::Png));
    let walls = read_with(child(), "r.pdf", &bytes, WALL).await.containment;
    assert_eq!(taken.containment, walls);
    assert!(
        walls.in_force.contains(&"resource limits".to_owned()),
        "{walls:?}"
    );
    let broken = pictures::take_with(takes(), &illustrated("/Filter/JPXDecode"), &wanted).await;
    assert!(broken.pictures.is_empty());
}

#[tokio::test]
async fn words_of_pictures_are_read_by_a_child_that_is_held_in_and_may_die() {
    let reads = || child_of("worker::tests::body_of_the_child_that_reads_pictures");
    let bytes = illustrated("");
    let (wanted, beyond) = to_read(&read("r.pdf", &bytes), u64::MAX);
    assert_eq!((wanted.len(), beyond.len()), (1, 0));
    let told = async |command| {
        let lettered = picture_text::read_by(command, &bytes, &wanted).await;
        let lines = lettered.letterings.into_iter().map(|one| one.lines);
        lines.collect::<Vec<_>>()
    };
    assert_eq!(told(reads()).await, [Ok(vec![])], "a grey picture has no words");
    for (script, cause) in [
        (
            "cat > /dev/null; kill -ABRT $$",
            "the reader of pictures ran out of memory",
        ),
        ("cat > /dev/null; exit 1", "the reader of pictures gave up"),
    ] {
        assert_eq!(told(shell(script)).await, [Err(cause.to_owned())]);
    }
}

#[tokio::test]
async fn what_comes_back_for_pictures_is_a_picture_that_was_asked_for_or_nothing() {
    let area = read("r.pdf", &illustrated("")).pages()[0].images[0].area;
    let [asked, other] = [1, 2].map(|page| documents::picture::Wanted {
        page,
        area,
        is_drawn: false,
    });
    let png = documents::picture::png::Pixels::new(64, 48, 1, vec![7; 64 * 48]);
    let png = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, png.unwrap().to_png());
    let part = |wanted, png: &str| {
        let picture = documents::picture::Picture {
            wanted,
            png: png.to_owned(),
        };
        serde_json::to_string(&Line::<SandboxStatus, _>::Part(picture)).unwrap()
    };
    for (line, is_taken) in [
        (part(asked, &png), true),
        (part(other, &png), false),
        (part(asked, "bm8gcGljdHVyZQ=="), false),
        (part(asked, "%%"), false),
    ] {
        let command = shell(&format!("cat >/dev/null; echo '{line}'"));
        let taken = pictures::take_with(command, b"%PDF", &[asked]).await.pictures;
        assert_eq!(!taken.is_empty(), is_taken, "{line}");
    }
}

#[tokio::test]
async fn a_report_read_by_the_child_is_the_report_read_here() {
    let text = b"# Title\n\nsrc/graph.py\n";
    assert_eq!(
        read_with(child(), "dir/r.md", text, WALL).await.document,
        read("r.md", text)
    );
    assert_eq!(
        read_with(child(), "r.pdf", b"", WALL).await.document,
        read("r.pdf", b"")
    );
    let large = b"word \n".repeat(1 << 19);
    assert_eq!(
        read_with(child(), "r.txt", &large, WALL).await.document,
        read("r.txt", &large)
    );
}

/// A PDF whose one page unpacks to `size` bytes of zeros: after a first zero only "the same again, 258 times".
fn bomb(size: usize) -> Vec<u8> {
    let mut bits = vec![true, true, false];
    bits.extend([false, false, true, true, false, false, false, false]);
    let again = [
        true, true, false, false, false, true, false, true, false, false, false, false, false,
    ];
    for _ in 0..size / 258 {
        bits.extend(again);
    }
    bits.extend([false; 7]);
    let bytes = bits.chunks(8).map(|bits| {
        (0_u8..)
            .zip(bits)
            .map(|(at, bit)| u8::from(*bit) << at)
            .sum::<u8>()
    });
    let packed: Vec<u8> = [0x78, 0x9c].into_iter().chain(bytes).collect();
    let head = format!(
        "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
         3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>\nendobj\n\
         4 0 obj\n<</Filter/FlateDecode/Length {}>>\nstream\n",
        packed.len()
    );
    let tail = b"\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 5>>\n%%EOF\n";
    [head.as_bytes(), &packed, tail].concat()
}

#[tokio::test]
async fn a_page_that_unpacks_beyond_all_memory_costs_only_the_child() {
    let small = read_with(child(), "bomb.pdf", &bomb(1 << 20), WALL).await;
    assert_eq!(small.document.pages().len(), 1, "{small:?}");
    let large = read_with(child(), "bomb.pdf", &bomb(1 << 30), WALL).await;
    let causes = ["the reader ran out of memory", "the reader took too long"];
    let told = large
        .document
        .reading
        .expect_err("a page of a gigabyte is not read");
    assert!(causes.iter().any(|cause| told.ends_with(cause)), "{told}");
}
