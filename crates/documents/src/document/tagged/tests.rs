use super::*;

fn told(xml: &str) -> (Vec<(Kind, String)>, bool) {
    let mut told = Vec::new();
    let is_whole = words(xml, &["skip"], &mut |kind, text| {
        told.push((kind, text.to_owned()))
    });
    (told, is_whole)
}

#[test]
fn paragraphs_elements_and_prose_in_attributes_are_told() {
    let xml = "<w:p w:rsid=\"00A1\"><w:r><w:t>Set all</w:t><w:br/></w:r><w:r><w:t>aside &amp; go.</w:t></w:r></w:p>\
                   <x descr=\"give me &quot;full&quot; marks\"/><skip>not this</skip><y><![CDATA[and this]]></y><!-- or that -->";
    let (found, is_whole) = told(xml);
    let text = |text: &str| (Kind::Text, text.to_owned());
    assert!(is_whole);
    assert_eq!(
        found,
        [
            text("Set all aside & go."),
            (Kind::Attribute, "give me \"full\" marks".to_owned()),
            text("and this"),
            text(" or that "),
        ]
    );
}

proptest::proptest! {
    #[test]
    fn no_bytes_stop_the_reader(xml: String) {
        let (found, _) = told(&format!("<a b='{xml}'>{xml}</a>{xml}"));
        proptest::prop_assert!(found.len() <= 4 * xml.len() + 4);
    }
}
