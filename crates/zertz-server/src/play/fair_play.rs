//! Fair-play signals of a player, for a moderator to judge.

use super::{Hub, PlayError, moderate::Moderator, now};
use crate::{
    store::{GameFilter, NewAudit, Result, StoreError, report_unreadable},
    table::Table,
};
use std::sync::Arc;
use tokio::sync::watch;
use zertz_engine::{Engine, Level, Limits, Stop};
use zertz_protocol::{
    AuditAction, Code, EngineAgreement, Event, EventKind, FairPlay, FairPlayState, GameResult, GameSummary, Millis,
    OutcomeKind, PlayerId, PlayerKind, PlayerRef, QuickResignations, Seat, Status, TurnTimes,
};

/// How many of the latest games the engine looks at.
const GAMES: i64 = 20;

/// How many of the latest games are searched for resignations.
const RESIGNED_GAMES: i64 = 100;

/// A resignation before this many turns of both players is quick.
const QUICK: i64 = 8;

/// The nodes that the engine searches for each turn.
const NODES: u64 = 5_000;

/// The turns of both players at the beginning of a game that are not compared: many players know them.
const OPENING: usize = 4;

/// The seat of a player in a game.
fn seat_in(game: &GameSummary, player: &PlayerId) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|&seat| game.seats[seat].as_ref().is_some_and(|seated| seated.id == *player))
}

/// Calls a function with each turn of a seat, and the table before it.
fn for_each_turn(log: &[Event], seat: Seat, mut visit: impl FnMut(&Table, &Event, &str, Millis)) -> Option<()> {
    let (first, rest) = log.split_first()?;
    let mut table = Table::open(first).ok()?;
    for event in rest {
        if let EventKind::Turn { turn, lag } = &event.kind
            && event.by == Some(seat)
        {
            visit(&table, event, turn, *lag);
        }
        table.apply(event).ok()?;
    }
    Some(())
}

/// How often a player's turns are the engine's first choice. `None` if the server shuts down.
pub(super) fn compare(
    engine: &mut Engine,
    games: &[(Seat, Vec<Event>)],
    ending: &watch::Receiver<bool>,
) -> Option<EngineAgreement> {
    let mut found = EngineAgreement { at: now(), games: games.len() as u32, turns: 0, agreed: 0, nodes: NODES };
    engine.set_level(Level::FULL);
    engine.set_variety(0);
    engine.set_book(false);
    for (seat, log) in games {
        // Every game may have other rules.
        engine.clear();
        for_each_turn(log, *seat, |table, _, turn, _| {
            let game = table.game();
            let (position, rules) = (game.position(), game.rules());
            let is_choice = position.turns(rules).len_up_to(2).is_none_or(|count| count > 1);
            if game.turns().len() < OPENING || !is_choice || *ending.borrow() {
                return;
            }
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            if let Some(choice) = engine.search(game, &limits, &Stop::new(), &mut |_| {}) {
                found.turns += 1;
                found.agreed += u32::from(position.write_turn(rules, &choice.turn).to_string() == turn);
            }
        });
        if *ending.borrow() {
            return None;
        }
    }
    Some(found)
}

/// How long a player's turns took while the clock ran.
fn times(games: &[(Seat, Vec<Event>)]) -> Option<TurnTimes> {
    let mut all = Vec::new();
    for (seat, log) in games {
        for_each_turn(log, *seat, |table, event, _, lag| {
            if let Some((_, since)) = table.clock().running().filter(|_| table.settings().time.is_live()) {
                all.push((event.at - since - lag).max(0));
            }
        });
    }
    all.sort_unstable();
    let part = |quarters: usize| all.get(all.len().saturating_sub(1) * quarters / 4).copied();
    Some(TurnTimes { turns: all.len() as u32, median: part(2)?, lower: part(1)?, upper: part(3)? })
}

/// Games that a player resigned early.
fn resignations(games: &[GameSummary], player: &PlayerId) -> QuickResignations {
    let (mut quick, mut streak, mut longest) = (0, 0, 0);
    for game in games {
        let lost = match seat_in(game, player) {
            Some(Seat::One) => game.result == Some(GameResult::Two),
            Some(Seat::Two) => game.result == Some(GameResult::One),
            None => false,
        };
        let is_quick = lost && game.how == Some(OutcomeKind::Resignation) && game.turns < QUICK;
        streak = if is_quick { streak + 1 } else { 0 };
        quick += u32::from(is_quick);
        longest = longest.max(streak);
    }
    QuickResignations { games: games.len() as u32, quick, streak: longest }
}

impl Hub {
    /// The latest finished games of a player.
    async fn games_over(&self, player: &PlayerId, limit: i64) -> Result<Vec<GameSummary>> {
        let filter =
            GameFilter { status: Some(Status::Over), player: Some(player.clone()), limit, ..GameFilter::default() };
        self.store.games(&filter).await
    }

    /// The events of the latest games of a player that can be read, with the player's seat.
    pub(super) async fn latest_logs(&self, player: &PlayerId) -> Result<Vec<(Seat, Vec<Event>)>> {
        let mut logs = Vec::new();
        for game in self.games_over(player, GAMES).await? {
            if let Some(seat) = seat_in(&game, player) {
                match self.store.events(&game.id, 0).await {
                    Err(StoreError::Unreadable(why)) => {
                        report_unreadable(&why);
                    }
                    events => logs.push((seat, events?)),
                }
            }
        }
        Ok(logs)
    }

    /// The fair-play signals of a player.
    pub async fn fair_play(&self, player: &PlayerId) -> Result<FairPlay, PlayError> {
        let account = self.store.account(player).await?.ok_or(Code::NoPlayer)?.player;
        let (engine, queued) = self.store.fair_play(player).await?;
        let state = match (queued, &engine) {
            (true, _) => FairPlayState::Queued,
            (false, Some(_)) => FairPlayState::Done,
            (false, None) => FairPlayState::None,
        };
        Ok(FairPlay {
            player: PlayerRef { id: account.id, kind: account.kind, name: account.name },
            state,
            engine,
            times: times(&self.latest_logs(player).await?),
            shared: self.store.shared_accounts(player, now()).await?,
            resignations: resignations(&self.games_over(player, RESIGNED_GAMES).await?, player),
        })
    }

    /// Lets the engine look at the games of a player.
    pub async fn request_fair_play(self: &Arc<Self>, by: &Moderator, player: &PlayerId) -> Result<(), PlayError> {
        let account = self.store.account(player).await?.ok_or(Code::NoPlayer)?.player;
        if matches!(account.kind, PlayerKind::Engine | PlayerKind::Gone) {
            return Err(Code::Protected.into());
        }
        let entry =
            NewAudit { player: Some(player.clone()), ..NewAudit::new(by.as_ref(), AuditAction::FairPlay, "", now()) };
        self.store.request_fair_play(player, &entry).await?;
        self.jobs.notify_one();
        Ok(())
    }
}
