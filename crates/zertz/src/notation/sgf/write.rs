//! Writing SGF: one node for each action.

use super::{
    super::{GameResult, Mark, Record, TurnId, Zip, marks, tags, turn_text::TurnText},
    FACTS, SETUPS,
};
use crate::{Claims, Label, Outcome, Win};
use std::fmt::Write;

/// Writes a game.
pub fn write(record: &Record) -> String {
    let mut out = String::from("(;\nGM[22] VV[1]\n");
    write_facts(&mut out, record);
    out.push_str("; P0[Start P0]\n");
    write_tree(&mut out, record);
    out.push_str(")\n");
    out
}

fn write_facts(out: &mut String, record: &Record) {
    let rules = record.rules();
    let setup = SETUPS.iter().find(|(_, board)| *board == rules.board.name()).map_or("Zertz", |(setup, _)| setup);
    let _ = writeln!(out, "SU[{setup}]");
    for (name, value) in tags::facts(record) {
        let _ = match (name.as_str(), FACTS.iter().find(|(_, tag)| *tag == name)) {
            ("Player1", _) => writeln!(out, "P0[id \"{}\"]", escape(value)),
            ("Player2", _) => writeln!(out, "P1[id \"{}\"]", escape(value)),
            (_, Some((property, _))) => writeln!(out, "{property}[{}]", escape(value.trim())),
            (_, None) => writeln!(out, "ZT[{name} {}]", escape(value)),
        };
    }
    let mut ours = tags::of_the_rules(rules);
    ours.retain(|(name, value)| match *name {
        "Board" => setup == "Zertz" && value != "37",
        "Rules" => value != "standard",
        _ => true,
    });
    if *record.start() != rules.start() {
        ours.push(("ZIP", Zip::of(rules, record.start()).to_string()));
    }
    ours.extend((record.result != GameResult::Open).then(|| ("Result", record.result.text().to_owned())));
    for (name, value) in ours {
        let _ = writeln!(out, "ZT[{name} {}]", escape(&value));
    }
    write_comment(out, "", &record.comment, &record.marks);
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn write_comment(out: &mut String, node: &str, comment: &str, marks: &[Mark]) {
    let comment = marks::with_commands(comment, marks);
    if !comment.is_empty() {
        let _ = writeln!(out, "{node}C[{}]", escape(&comment));
    }
}

/// Writes all turns. Uses a stack instead of recursion, as in `movetext`; `None` closes a variation.
fn write_tree(out: &mut String, record: &Record) {
    let resignation = match record.game().outcome() {
        Some(Outcome::Won { by, how: Win::Resignation }) => format!("; P{}[Resign]\n", by.other().index()),
        _ => String::new(),
    };
    let end = record.main_line().last();
    if end.is_none() {
        out.push_str(&resignation);
    }
    let mut tasks: Vec<Option<TurnId>> = Vec::new();
    let begin = |tasks: &mut Vec<Option<TurnId>>, next: &[TurnId], out: &mut String| match next {
        [] => {}
        [only] => tasks.push(Some(*only)),
        several => {
            // Each continuation has its own parentheses. The first one opens here, the next ones when it closes.
            for &id in several.iter().rev() {
                tasks.extend([None, Some(id)]);
            }
            out.push_str("(\n");
        }
    };
    begin(&mut tasks, record.next(None), out);
    while let Some(task) = tasks.pop() {
        let Some(id) = task else {
            out.push_str(")\n");
            if let Some(Some(next)) = tasks.last()
                && record.next(record[*next].parent()).len() > 1
            {
                out.push_str("(\n");
            }
            continue;
        };
        write_turn(out, record, id);
        write_comment(out, "; ", &record[id].comment, &record[id].marks);
        if Some(id) == end {
            out.push_str(&resignation);
        }
        begin(&mut tasks, record[id].next(), out);
    }
}

fn write_turn(out: &mut String, record: &Record, id: TurnId) {
    let turn = &record[id];
    let rules = record.rules();
    let seat = turn.before().mover().index();
    let spot = |label: Label| format!("{} {}", (b'A' + label.column()) as char, label.row());
    let mut action = |text: &str| {
        let _ = writeln!(out, "; P{seat}[{text}]");
    };
    match TurnText::of(rules, turn.before(), turn.turn()) {
        TurnText::Pass => action("Pass"),
        TurnText::Jump { from, hops } => {
            let mut at = from;
            for (_, to) in hops {
                action(&format!("BtoB {} {}", spot(at), spot(to)));
                at = to;
            }
        }
        TurnText::Place { colour, ring, removed, claimed } => {
            let rack = if turn.before().pool().is_empty() { seat } else { 2 };
            action(&format!("RtoB {rack} {} {}", colour.index(), spot(ring)));
            if let Some(removed) = removed {
                action(&format!("R- {}", spot(removed)));
            }
            if let Some(claimed) = claimed.filter(|_| rules.claims == Claims::Optional) {
                let rings: Vec<String> = claimed.iter().map(|&(_, label)| spot(label)).collect();
                action(format!("Claim {}", rings.join(" ")).trim_end());
            }
        }
    }
    action("Done");
    if record.swapped && turn.parent().is_none() && record.next(None).first() == Some(&id) {
        let _ = writeln!(out, "; P{}[Swap]", 1 - seat);
    }
}
