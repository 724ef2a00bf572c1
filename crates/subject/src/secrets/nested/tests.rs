use super::*;

fn told(text: &str) -> (Vec<u32>, Vec<u32>) {
    let nested = nested(text);
    (nested.sure, nested.doubtful)
}

#[test]
fn a_key_below_what_it_signs_is_one() {
    let text =
        "jwt:\n  header: Authorization\n  secret: Zm9yLXRoZS1zaG9wLWFsb25lLTIwMjQtMDk3MTM\n  ttl: 60\n";
    assert_eq!(told(text), (vec![3], vec![]));
    let text = "{\n  \"session\": {\n    \"secret\": \"q8w7z6x5c4v3b2n1m0l9k8\",\n    \"ttl\": 60\n  }\n}\n";
    assert_eq!(told(text), (vec![3], vec![]));
    assert_eq!(told("app.jwt.secret=q8w7z6x5c4v3b2n1m0l9k8\n"), (vec![1], vec![]));
}

#[test]
fn a_password_with_a_user_and_a_machine_elsewhere_is_one() {
    let text = "mail:\n  host: \"smtp.shop.io\"\n  port: 25\n  username: \"d8ffd2a2\"\n  password: \"35d7b6d03152c0\"\n";
    assert_eq!(told(text), (vec![5], vec![]));
    let text = "db.url=jdbc:mysql://db.shop.io:3306/shop\ndb.user=shop\ndb.password=oyster99x\n";
    assert_eq!(told(text), (vec![3], vec![]));
}

#[test]
fn of_a_machine_nearby_and_of_a_word_it_is_not_told() {
    let text = "{\n  \"user\": \"shop\",\n  \"password\": \"oyster9\",\n  \"dbhost\": \"db-mysql\"\n}\n";
    assert_eq!(told(text), (vec![], vec![3]));
    let text = "datasource:\n  url: jdbc:mysql://localhost:3306/shop\n  username: root\n  password: root\n";
    assert_eq!(told(text), (vec![], vec![4]));
    assert_eq!(told("jwt:\n  secret: mySecret\n"), (vec![], vec![2]));
}

#[test]
fn templates_lists_of_people_and_other_groups_are_none() {
    for text in [
        "jwt:\n  secret: ${JWT_SECRET:of-the-shop-2024-0971}\n",
        "jwt:\n  secret: your-256-bit-secret-of-2024\n",
        "datasource:\n  url: jdbc:mysql://localhost:3306/shop\n  username: root\n  password:\n",
        "mail:\n  host: smtp.shop.io\n  username: shop\nform:\n  password: oyster99x\n",
        "- host: smtp.shop.io\n  username: shop\n- password: oyster99x\n",
        "[\n  {\n    \"username\": \"ann\",\n    \"url\": \"https://ann.shop.io\",\n    \"password\": \"oyster99x\"\n  }\n]\n",
        "de:\n  password: Passwort vergessen\n",
        "# jwt:\n#   secret: q8w7z6x5c4v3b2n1m0l9k8\n",
    ] {
        assert_eq!(told(text), (vec![], vec![]), "{text}");
    }
}
