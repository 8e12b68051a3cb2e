use std::time::Instant;
use zertz::*;
fn main() {
    for board in [Board::rings37(), Board::rings48(), Board::rings61()] {
        let rules = Rules::standard(board);
        let mut s = 0x1234_5678_9abc_def1u64;
        let mut rnd = |n: usize| {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            ((s >> 32) as usize * n) >> 32
        };
        let t = Instant::now();
        let games = 200_000;
        let mut turns = 0u64;
        let mut branching = 0u64;
        let mut forced = 0u64;
        for _ in 0..games {
            let mut p = rules.start();
            loop {
                let list = p.turns(&rules);
                let mut n = 0;

                let Some(turn) = list.choose(|c| {
                    n = c;
                    rnd(c)
                }) else {
                    break;
                };
                if matches!(turn, Turn::Jump(_)) {
                    forced += 1
                }
                branching += n as u64;
                p = p.play_unchecked(&rules, &turn);
                turns += 1;
            }
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "{} {:.0} games/s, {:.1} turns/game, {:.1} ns/turn branching {:.0} forced {:.2}",
            rules.board,
            games as f64 / e,
            turns as f64 / games as f64,
            e * 1e9 / turns as f64,
            branching as f64 / turns as f64,
            forced as f64 / turns as f64
        );
    }
}
