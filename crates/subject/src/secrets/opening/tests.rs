use super::*;
use crate::secrets::fixed;

#[test]
fn a_password_that_is_named_before_it_opens_a_database_is_one() {
    for text in [
        "$key = 'oyster9';\n$pdo = new PDO(\"mysql:host=$host\", $user, $key);",
        "define('DB_KEY', 'oyster9');\n$db = mysqli_connect('localhost', 'shop', DB_KEY, 'shop');",
        "mysqli_connect('localhost', 'shop', 'oyster9');",
    ] {
        assert_eq!(fixed(text), [1], "{text}");
        assert!(defaults(text).is_empty(), "{text}");
    }
}

#[test]
fn what_everybody_tries_first_is_told_apart() {
    for text in [
        "$word = 'password';\n$pdo = new PDO(\"mysql:host=$host\", $user, $word);",
        "new mysqli('db', 'root', 'root');",
        "{ host: 'localhost', user: 'postgres', password: 'postgres' }",
    ] {
        assert!(fixed(text).is_empty(), "{text}");
        assert_eq!(defaults(text), [1], "{text}");
    }
}

#[test]
fn what_is_empty_or_comes_from_elsewhere_opens_nothing() {
    for text in [
        "$word = '';\n$pdo = new PDO(\"mysql:host=$host\", $user, $word);",
        "$word = getenv('WORD');\n$pdo = new PDO(\"mysql:host=$host\", $user, $word);",
        "// $pdo = new PDO('mysql:host=db', 'shop', 'oyster9');",
        "{ user: 'me', password: 'password' }",
        "new PDO($address, $user, \"$word\");",
    ] {
        assert!(fixed(text).is_empty() && defaults(text).is_empty(), "{text}");
    }
}
