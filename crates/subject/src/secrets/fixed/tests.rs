use super::*;

#[test]
fn passwords_and_keys_of_frameworks_that_are_written_down_are_found() {
    let found = [
        "SECRET_KEY = 'k9$x!'\nSECRET_KEY = 'q8w7-z6x5c4v3b2n1-m0l9k8j7h6'",
        "app.config['SECRET_KEY_2'] = 'am0r3C0mpl3xK3y'",
        "define('DB_PASSWORD', 'tr0ub4dor9');",
        "auth: { user: 'me', pass: \"qaex rtyu ioplkj\" }\nauth: { pass: \"qaex rtyu iopl kjhg\" }",
        "user.password = 'admin1234'",
        "DATABASE_URL=postgres://shop:h4ckme99x@db.shop.io/shop",
    ];
    for text in found {
        assert_eq!(fixed(text).len(), 1, "{text}");
    }
}

#[test]
fn names_stand_ins_and_what_is_read_elsewhere_are_none() {
    let plain = [
        "SECRET_KEY = os.environ['SECRET_KEY']",
        "password = \"your-password-1\"",
        "PASSWORD_FIELD = 'password1234'",
        "password: 'test1234'",
        "<input type=\"password\" name=\"password\">",
        "DATABASE_URL=postgres://postgres:h4ckme99x@db:5432/shop",
        "DATABASE_URL=postgres://user:${PASSWORD}@db.shop.io/shop",
        "password: /^[a-z0-9]{8}$/",
        "pass: \"the tests\"",
        "{ encompass: 'col-md-12' }",
        "apiKey: 'a1b2c3d4e5f6g7h8'",
        "'Forgot password': 'Passwort vergessen 24'",
    ];
    for text in plain {
        assert!(fixed(text).is_empty(), "{text}");
    }
}
