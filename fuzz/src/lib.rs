//! Checks for every text that a reader accepts. The targets only choose the reader.

use zertz::{
    Position, Rules, Setup, Turn,
    notation::{Format, ReadError, Record, TurnText, Zip},
};

/// Checks that every format preserves a record that was read, and that its turns are legal.
///
/// # Panics
/// If a check fails: that is what the fuzzer looks for.
pub fn check_read(read: Result<Record, ReadError>) {
    let Ok(record) = &read else { return };
    check_turns(record);
    for &format in Format::ALL {
        let text = format.write(record);
        let again = match format.read(&text) {
            Ok(again) => again,
            Err(error) => panic!("{format} does not read what it wrote: {error}\n{text}"),
        };
        assert_eq!(again.rules(), record.rules(), "{format} changes the rules\n{text}");
        assert_eq!(again.start(), record.start(), "{format} changes the start\n{text}");
        assert_eq!(turns(&again), turns(record), "{format} changes the main line\n{text}");
        assert_eq!(again.result, record.result, "{format} changes the result\n{text}");
        assert_eq!(format.write(&again), text, "{format} does not write the same again");
    }
}

fn turns(record: &Record) -> Vec<Turn> {
    record.main_line().map(|id| *record[id].turn()).collect()
}

/// Checks that the turns of the main line are legal, and that each turn and each position can be written and read back.
fn check_turns(record: &Record) {
    let rules = record.rules();
    check_position(rules, record.start());
    let mut position = *record.start();
    for id in record.main_line() {
        let turn = record[id].turn();
        let text = TurnText::of(rules, &position, turn);
        assert_eq!(text.resolve(rules, &position), Ok(*turn), "{text} is read as another turn");
        let next = position.play(rules, turn).expect("a turn of a record is legal");
        assert_eq!(next, position.play_unchecked(rules, turn), "{text} leads elsewhere unchecked");
        position = next;
        check_position(rules, &position);
    }
    assert_eq!(record.game().turns().len(), record.main_line().count(), "the main line goes on after the end");
}

/// Checks that a position can be written on a line and read back. The line does not contain passes and demands, so these are not compared.
///
/// # Panics
/// If it cannot.
pub fn check_position(rules: &Rules, position: &Position) {
    let line = Zip::of(rules, position).to_string();
    let zip: Zip = match line.parse() {
        Ok(zip) => zip,
        Err(error) => panic!("ZIP does not read what it wrote: {error}\n{line}"),
    };
    assert_eq!(zip.to_string(), line);
    match zip.position(rules) {
        Ok(again) => {
            assert_eq!(Setup::of(rules, &again), Setup::of(rules, position), "{line}");
            assert_eq!(again.hash(), position.hash(), "{line}");
        }
        Err(error) => panic!("ZIP refuses the position it wrote: {error}\n{line}"),
    }
}
