use super::read;

#[test]
fn the_name_of_a_report_that_looks_like_a_secret_is_masked() {
    let secret = format!("ghp_{}", "0123456789abcdefghijABCDEFGHIJ012345");
    let document = read(&format!("reports/{secret}.pdf"), b"");
    assert!(!document.name.contains(&secret[8..]) && document.name.starts_with("ghp_"));
    assert!(!document.gap().unwrap().contains(&secret[8..]));
    assert_eq!(read("final report.pdf", b"").name, "final report.pdf");
}
