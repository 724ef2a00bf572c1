use super::*;

fn of(value: &str) -> Option<String> {
    let configuration =
        format!("[core]\n\tbare = false\n[remote \"origin\"]\n\turl = {value}\n\tfetch = +refs/*\n");
    web_address(url(&configuration)?)
}

#[test]
fn addresses_of_either_transport_lead_to_the_same_page() {
    for value in [
        "https://github.com/owner/name",
        "https://github.com/owner/name.git",
        "HTTPS://GitHub.com/owner/name/",
        "https://ada:secret@github.com/owner/name.git",
        "https://ghp_token@github.com/owner/name",
        "git@github.com:owner/name.git",
        "ssh://git@github.com/owner/name.git",
    ] {
        assert_eq!(
            of(value).as_deref(),
            Some("https://github.com/owner/name"),
            "{value}"
        );
    }
}

#[test]
fn what_is_no_public_address_of_a_repository_leads_nowhere() {
    for value in [
        "",
        "/srv/git/name.git",
        "../name",
        "file:///etc/passwd",
        "http://github.com/owner/name",
        "ext::sh -c touch% /tmp/x",
        "https://127.0.0.1/owner/name",
        "https://localhost/owner/name",
        "https://169.254.169.254/latest/meta-data",
        "git@10.0.0.1:owner/name",
        "https://github.com/owner/name?x=1",
        "https://github.com/owner/name#L1",
        "https://github.com/owner/../name",
        "https://github.com/owner/na\"me",
        "https://github.com/owner/na me",
        "https://github.com/owner/<script>",
        "https://github.com:8443/owner/name",
        "javascript:alert(1)",
        "-u@github.com:owner/name",
        "\u{202e}https://github.com/owner/name",
    ] {
        assert_eq!(of(value), None, "{value}");
    }
}

#[test]
fn only_the_key_of_the_first_remote_is_read() {
    for configuration in [
        "[remote \"upstream\"]\nurl = https://github.com/o/n\n",
        "[remote \"Origin\"]\nurl = https://github.com/o/n\n",
        "[remote]\nurl = https://github.com/o/n\n",
        "[url \"https://github.com/o/n\"]\ninsteadOf = x\n",
        "[include]\npath = /etc/passwd\n",
        "url = https://github.com/o/n\n",
        "[remote \"origin\"\nurl = https://github.com/o/n\n",
        "[remote \"origin\"]\n# url = https://github.com/o/n\n",
        "[remote \"origin\"]\npushurl = https://github.com/o/n\n",
    ] {
        assert_eq!(url(configuration).and_then(web_address), None, "{configuration}");
    }
}
