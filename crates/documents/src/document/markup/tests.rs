use super::*;

fn found(text: &str) -> Vec<(&str, Concealment)> {
    let mut markup = Markup::of(text);
    markup.read(0..text.len(), false);
    let found = markup.finish().into_iter();
    found.map(|(range, why)| (&text[range], why)).collect()
}

#[test]
fn what_tags_hide_is_found_where_it_stands() {
    for (text, told, why) in [
        (
            "a <p style=\"display:none\">b <b>c</b></p> d",
            "b <b>c</b>",
            Concealment::Unshown,
        ),
        (
            "<div hidden><!-- x --> e</div>",
            "<!-- x --> e",
            Concealment::Unshown,
        ),
        ("<font color = white >f</FONT>", "f", Concealment::Faint),
        (
            "<i title='words beside'>g</i>",
            "words beside",
            Concealment::Aside,
        ),
        (
            "<style>.x{opacity:0}</style><p class=\"y x\">h</p>",
            "h",
            Concealment::Unshown,
        ),
        ("<span hidden>to the end", "to the end", Concealment::Unshown),
        ("<template>t</template>", "t", Concealment::Aside),
    ] {
        assert_eq!(found(text), [(told, why)], "{text}");
    }
}

#[test]
fn broken_tags_and_text_that_is_seen_hide_nothing() {
    for text in [
        "a < b and c > d",
        "<a b='",
        "</p></p>",
        "<p style='color:black'>x</p>",
        "<p><b>x</p></b>",
        "<img alt='Flow' src=a.png>",
        "< é <é <a é=\"ü\">x</a>",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}
