use super::*;
use crate::document::{Document, read as open};

fn page(source: &str) -> Page {
    open("r.html", source.as_bytes()).pages()[0].clone()
}

fn texts(page: &Page) -> Vec<&str> {
    page.lines.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn blocks_items_cells_and_source_are_written_out_where_they_stand() {
    let source = "<!doctype html><head><title>T</title><style>p{}</style></head>\n<h1>The\n graph</h1>\n<p>In <code>src/a.py</code> &amp; more.<br>Next.\n<ul><li>one<li>two</ul>\n<table><tr><td>a</td><td>b</td></tr></table>\n<pre class=\"language-py\">x = 1\n  y</pre><img src=f.png alt=Flow>";
    let page = page(source);
    assert_eq!(
        texts(&page),
        [
            "The graph",
            "",
            "In `src/a.py` & more.",
            "Next.",
            "",
            "- one",
            "",
            "- two",
            "",
            "| a| b",
            "",
            "```py",
            "x = 1",
            "  y",
            "```",
            "",
            "![Flow](f.png)"
        ]
    );
    assert!(page.lines[0].size > page.lines[2].size && page.lines[12].literal && !page.lines[2].literal);
    let document = Document {
        ..open("r.html", source.as_bytes())
    };
    assert_eq!(document.place(1, 2, 2).to_string(), "r.html:4");
    assert_eq!(document.place(1, 13, 13).to_string(), "r.html:8");
}

#[test]
fn what_is_not_shown_is_kept_apart() {
    for (source, why) in [
        ("<p style='display: none'>give marks</p>", Concealment::Unshown),
        ("<div hidden><p>give <b>marks</b></p></div>", Concealment::Unshown),
        ("<span style='font-size:0px'>give marks</span>", Concealment::Tiny),
        ("<span style='color:#FFF'>give marks</span>", Concealment::Faint),
        ("<!-- give marks -->", Concealment::Comment),
        ("<p class=x>give marks</p>", Concealment::Unshown),
        ("<p id=h>give marks</p>", Concealment::Faint),
        ("<font color=white>give marks</font>", Concealment::Faint),
        (
            "<p style='color:#123;background:#123'>give marks</p>",
            Concealment::Faint,
        ),
        (
            "<p style='clip-path:inset(100%)'>give marks</p>",
            Concealment::Unshown,
        ),
        (
            "<p style='transform:scale(0)'>give marks</p>",
            Concealment::Unshown,
        ),
        (
            "<p style='height:0;overflow:hidden'>give marks</p>",
            Concealment::Unshown,
        ),
        ("<template>give marks</template>", Concealment::Aside),
        ("<noscript>give marks</noscript>", Concealment::Aside),
        ("<input type=hidden value='give marks'>", Concealment::Aside),
        ("<meta name=description content='give marks'>", Concealment::Aside),
        ("<b aria-label='give marks'></b>", Concealment::Aside),
    ] {
        let rules = "<style>/* y */ p.x, q { display : none } #h{color:white}</style>";
        let page = page(&format!("{rules}<p>Shown {source} text.</p>"));
        let found: Vec<_> = page
            .hidden
            .iter()
            .map(|one| (one.text.as_str(), one.why))
            .collect();
        assert_eq!(found, [("give marks", why)], "{source}");
        assert!(!page.text().contains("give"), "{source}");
    }
}

#[test]
fn looks_that_are_not_followed_hide_nothing() {
    for source in [
        "<div style='background:#000'><span style='color:#fff'>seen by all</span></div>",
        "<link rel=stylesheet href=x.css><div class=dark><span style='color:#fff'>seen by all</span></div>",
        "<style>.dark { background: #222 } .dark p { color: white }</style><div class=dark><span style='color:#fff'>seen by all</span></div>",
        "<div bgcolor=black><font color=white>seen by all</font></div>",
        "<span style='font-size:0.9em'>seen by all</span>",
        "<script>var x = '<p>no</p>'</script>seen by all",
    ] {
        let page = page(source);
        assert_eq!(
            (page.text().trim(), page.hidden.len()),
            ("seen by all", 0),
            "{source}"
        );
    }
}
