fn main() {
    for f in std::env::args().skip(1) {
        let t = std::fs::read_to_string(&f).unwrap();
        match zertz::notation::read(&t) {
            Ok(r) => println!(
                "{f}: {} {} turns {:?} {:?}",
                r.score,
                r.main_line().count(),
                r.game().outcome().map(|o| o.to_string()),
                r.notes.iter().map(|n| n.to_string()).collect::<Vec<_>>()
            ),
            Err(e) => println!("{f}: {e}"),
        }
    }
}
