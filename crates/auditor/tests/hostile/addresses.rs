//! Addresses that are options, run programs, or lead to this machine in any of its spellings.

use crate::case::Case;

/// Exit code where there is nothing to audit.
const NOTHING: i32 = 3;

/// All of them are refused without a word to any network.
const ADDRESSES: [&str; 97] = [
    "--upload-pack=touch sprung",
    "-c",
    "-u./sprung",
    "ext::sh -c touch% sprung",
    "ext::git-upload-pack /etc",
    "fd::7/x",
    "transport::address",
    "file:///proc/self/environ",
    "file:///etc/passwd",
    "file:///proc/self/root",
    "file://localhost/etc",
    "file://evil.example/share",
    "file:///%2e%2e/%2e%2e/etc",
    "gopher://127.0.0.1:70/x",
    "git://example.org/a/b",
    "ssh://-oProxyCommand=touch%20sprung/a",
    "ssh://git@example.org/a/b",
    "git@-oProxyCommand=touch sprung:a/b",
    "git@example.org:-a/b",
    "git@example.org:../../etc/passwd",
    "git@[::1]:a/b",
    "git@127.0.0.1:a/b",
    "git@0x7f000001:a/b",
    "root@example.org:a/b",
    "https://127.0.0.1/a/b",
    "https://127.1/a/b",
    "https://127.0.1/a/b",
    "https://2130706433/a/b",
    "https://017700000001/a/b",
    "https://0x7f000001/a/b",
    "https://0x7f.0.0.1/a/b",
    "https://0177.0.0.01/a/b",
    "https://127.0.0.1./a/b",
    "https://１２７.０.０.１/a/b",
    "https://①②⑦.0.0.1/a/b",
    "https://127。0。0。1/a/b",
    "https://%31%32%37.0.0.1/a/b",
    "https://localhost/a/b",
    "https://LOCALHOST./a/b",
    "https://a.localhost/a/b",
    "https://localhost.localdomain/a/b",
    "https://0/a/b",
    "https://0.0.0.0/a/b",
    "https://[::]/a/b",
    "https://[::1]/a/b",
    "https://[0:0:0:0:0:0:0:1]/a/b",
    "https://[::ffff:127.0.0.1]/a/b",
    "https://[::ffff:7f00:1]/a/b",
    "https://[::127.0.0.1]/a/b",
    "https://[64:ff9b::7f00:1]/a/b",
    "https://[2002:7f00:1::]/a/b",
    "https://[fe80::1]/a/b",
    "https://[fe80::1%25eth0]/a/b",
    "https://[fd00:ec2::254]/a/b",
    "https://[fc00::1]/a/b",
    "https://[ff02::1]/a/b",
    "https://10.0.0.1/a/b",
    "https://172.16.0.1/a/b",
    "https://192.168.1.1/a/b",
    "https://0xc0.0xa8.1.1/a/b",
    "https://169.254.169.254/latest/meta-data",
    "https://2852039166/latest/meta-data",
    "https://0xa9fea9fe/latest/meta-data",
    "https://100.64.0.1/a/b",
    "https://198.18.0.1/a/b",
    "https://224.0.0.1/a/b",
    "https://255.255.255.255/a/b",
    "https://metadata.google.internal/a/b",
    "https://router.local/a/b",
    "https://intranet/a/b",
    "https://user:s3cr3t-word@example.org/a/b",
    "https://s3cr3t-word@example.org/a/b",
    "https://example.org@127.0.0.1/a/b",
    "https://example.org%40127.0.0.1/a/b",
    "https://example.org\\@127.0.0.1/a/b",
    "https://example.org:22/a/b",
    "https:///a/b",
    "https://?/a/b",
    "https://example.org/a/b?x=s3cr3t-word",
    "https://example.org/a/b#x",
    "https://example.org/a/../../b",
    "https://example.org/a/%2e%2e/b",
    "https://example.org/a/b%0d%0aHost:%20evil",
    "https://example.org/a",
    "https://github.com/a/b/c/../../../d",
    "https://exаmple.org@evil/a/b",
    "https://evil.example\u{202e}/a/b",
    "https://-evil.example/a/b",
    "https://evil-.example/a/b",
    "https://-ab,cd.evil.example/a/b",
    "https://evil.example../a/b",
    "https://.evil.example/a/b",
    "https://$(touch sprung).example/a/b",
    "https://xn--github-n2a.example/a/b",
    "git@-evil.example:a/b",
    "git@evil,example.org:a/b",
    "http://example.org/a/b",
];

pub(crate) fn cases() -> Vec<Case> {
    let refused = |address: &str| {
        Case::new(format!("the address {address:?}"), |_| ())
            .typed(["audit", "--out", "../out", "--", address])
            .code(NOTHING)
            .says("auditor: ")
            .never("s3cr3t-word")
    };
    let mut cases: Vec<Case> = ADDRESSES.into_iter().map(refused).collect();
    let long = format!("https://example.org/a/{}", "b".repeat(5_000));
    let controls = [
        "https://example.org/a/\u{1b}[31m",
        "https://example.org/a\nb/c",
        "https://exa\u{7f}mple.org/a/b",
        "git@exa\rmple.org:a/b",
    ];
    cases.extend(controls.into_iter().chain([long.as_str()]).map(|address| {
        let shown: String = address.escape_debug().take(60).collect();
        let mut case = refused(address);
        case.name = format!("the address {shown}");
        case
    }));
    let revisions = [
        "--upload-pack=touch sprung",
        "-x",
        "main..other",
        "main^{/x}",
        "@{-1}",
        "main:a.py",
        "../../../etc/passwd",
        "a b",
        "\u{1b}[31m",
    ];
    cases.extend(revisions.into_iter().map(|revision| {
        Case::of(format!("the revision {revision:?}"), |repository| {
            repository.commit(&[("a.py", b"x = 1\n")]);
        })
        .typed([
            "audit",
            "subject",
            "--out",
            "../out",
            &format!("--rev={revision}"),
        ])
        .code(NOTHING)
    }));
    cases
}
