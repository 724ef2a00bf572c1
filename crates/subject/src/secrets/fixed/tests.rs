use super::*;

#[test]
fn passwords_and_keys_of_frameworks_that_are_written_down_are_found() {
    let found = [
        "SECRET_KEY = 'k9$x!'\nSECRET_KEY = 'q8w7-z6x5c4v3b2n1-m0l9k8j7h6'",
        "var verySecretKey = []byte(\"a song that nobody else knows by heart\")",
        "SECRET_KEY = 'web-insecure-7m!c$2ew&yog+8_t6kj4^k=9%l=as*e5q@#o2w'",
        "app.config['SECRET_KEY_2'] = 'am0r3C0mpl3xK3y'",
        "define('DB_PASSWORD', 'tr0ub4dor9');",
        "auth: { user: 'me', pass: \"qaex rtyu ioplkj\" }\nauth: { pass: \"qaex rtyu iopl kjhg\" }",
        "app.use(session({\n  secret: 'keyboard cat',\n  name: 'sid'\n}))",
        "const token = jwt.sign({ id: user.id }, 'shhhh', { expiresIn: 60 })",
        "token = jwt.encode(payload, \"shhhh\", algorithm=\"HS256\")",
        "app.config['SECRET_KEY'] = 'random'",
        "app.secret_key = \"shhhh\"",
        "Shop::Application.config.secret_token = 'f8ed84e8f41e4146403dd4a6bbcea5e418d23a9c0b7d5e21'",
        "var token = 'SECRET_TOKEN_f8ed84e8f41e4146403dd4a6bbcea5e418d23a9';",
        "DATABASE_URL=postgres://shop:h4ckme99x@db.shop.io/shop",
        "if (email === 'me@shop.io' && password === 'admin123') {",
        "if username == \"boss\" and form.password == \"letmein\":",
        "if (username.equals(\"boss\") && password.equals(\"letmein\"))",
        "db: {\n  username: \"root\",\n  password: \"oyster\",\n  port: 3306 }",
        "mysql.createConnection({ host: 'localhost', user: 'shop', password: 'oyster' })",
    ];
    for text in found {
        assert_eq!(fixed(text).len(), 1, "{text}");
    }
}

#[test]
fn names_stand_ins_and_what_is_read_elsewhere_are_none() {
    let plain = [
        "SECRET_KEY = os.environ['SECRET_KEY']",
        "secret_key = \"$base-12-$suffix-34-%s-abcdefgh\"",
        "password = \"your-password-1\"",
        "PASSWORD_FIELD = 'password1234'",
        "password: 'test1234'",
        "var secretKey = []byte(\"your-secret-key\")\nvar passwordHint = []byte(\"the name of a pet\")",
        "setValue('password', 'Admin@2026')\nuser.password = 'welcome99'",
        "app.use(session({ secret: process.env.SECRET, name: 'connect.sid' }))",
        "jwt.sign(user, key, 'HS256')\njwt.verify(token, getKey, callback)",
        "app.config['SECRET_KEY'] = 'dev'",
        "const token = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6'",
        "<input type=\"password\" name=\"password\">",
        "DATABASE_URL=postgres://postgres:h4ckme99x@db:5432/shop",
        "DATABASE_URL=postgres://user:${PASSWORD}@db.shop.io/shop",
        "password: /^[a-z0-9]{8}$/",
        "pass: \"the tests\"",
        "{ encompass: 'col-md-12' }",
        "apiKey: 'a1b2c3d4e5f6g7h8'",
        "secret_token: 'f8ed84e8f41e4146403dd4a6bbcea5e418d23a9c0b7d5e21'",
        "config.secret_token = ENV['SECRET_TOKEN']",
        "'Forgot password': 'Passwort vergessen 24'",
        "type === 'text' && password === 'shown'",
        "user == 'x' && password == ''",
        "{ host: 'localhost', user: 'postgres', password: 'postgres' }",
        "{ host: 'db', user: 'root', password: 'root' }",
        "{ user: 'me', password: 'oyster' }",
        "{ host, user: 'me', password: 'your-password' }",
        "throw new Error('cookieParser(\"orange\") required for signed cookies')",
        " * app.use(cookieParser('orange'))\n// app.use(cookieParser('orange'))",
        "  # config.secret_key = 'q8w7z6x5c4v3b2n1m0l9k8j7h6'\n// const SECRET_KEY = 'q8w7z6x5c4v3b2n1m0l9k8j7h6'",
    ];
    for text in plain {
        assert!(fixed(text).is_empty(), "{text}");
    }
}

#[test]
fn an_expression_is_built_where_it_may_fit() {
    let names = [
        "secret_key_12_345678\"]\u{a0}=>  'a'",
        "crypto-key,'a'",
        "passwd: \"a\"",
    ];
    assert!(names.into_iter().all(may_name));
    let others = [
        "pass\n",
        "def f(pass_through: str)",
        "secret_key_1_2_3_4_5_6_7_8 = 'a'",
        "'pass'",
    ];
    assert!(!others.into_iter().any(may_name));
    assert!(may_address("amqp://me:secret:1@host"));
    assert!(!may_address(
        "see https://example.net/ and write to me@example.net"
    ));
    let many = "://pass".repeat(200_000);
    assert!(!may_address(&many) && !may_name(&many) && fixed(&many).is_empty());
}

#[test]
fn a_key_among_the_variables_of_a_program_is_one_however_short() {
    for text in [
        "PORT=1\nJWT_SECRET=apple\n",
        "export SESSION_SECRET='shhhh'",
        "APP_SECRET_KEY=apple",
        "SECRET_KEY=peachtree",
        "MAIL_PASSWORD=qaex rtyu iopl kjhg",
    ] {
        assert_eq!(started_with(text).len(), 1, "{text}");
    }
    for text in [
        "JWT_SECRET=",
        "JWT_SECRET=changeme",
        "JWT_SECRET=${KEY}",
        "JWT_SECRET=<your key>",
        "MY_SECRETS=apple",
        "SECRET_KEY_FILE=/run/key",
        "MAIL_PASSWORD=the word that you chose",
    ] {
        assert!(started_with(text).is_empty(), "{text}");
    }
}

#[test]
fn keys_that_stand_without_quotes_in_settings_are_found_and_names_calls_and_templates_are_none() {
    let found = [
        "jwt:\n  signing_key: p!7(U1Ixnmln~q9?V|bd(^!K#tygxc<-\n  ttl: 24h",
        "JWT_SECRET=8f3kz0q7w2m5x9c1v4b6n8r2t7y3u5i0",
        "app.secret=7d1f0f52-380c-4ad9-9bf0-6ec402f6d18b",
    ];
    let plain = [
        "  secret_key: ${JWT_SECRET_KEY_2_OF_THE_SHOP}\n  secret_key=settings.SECRET_KEY_2_FALLBACKS",
        "signing_key: SigningKey::generate_2(&rng)\nSECRET_KEY=change-me-to-something-random-2",
        "password: ENC[AES256_GCM,data,of,something]\nsecret_key: !vault_key_of_the_shop_in_2024",
    ];
    assert!(found.iter().all(|text| bare(text).len() == 1), "{found:?}");
    for text in plain {
        assert!(bare(text).is_empty(), "{text}");
    }
}
