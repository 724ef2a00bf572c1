fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        match court::rubric::parse(&text, &path) {
            Ok(rubric) => println!("##### {path}\n{}", court::rubric::describe(&rubric)),
            Err(error) => println!("##### {path}\nERROR {error}"),
        }
    }
}
