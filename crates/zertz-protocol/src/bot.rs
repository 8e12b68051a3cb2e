//! Which challenges a bot accepts, and why it declines one.

use crate::{Code, Pace, PlayerKind, PlayerRating, RulesData, Settings, TimeControl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zertz::{Board, Preset};

/// Which challenges a bot accepts. The server refuses all others. An empty list allows everything.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct BotRules {
    /// The names of boards, or `custom`; empty for all.
    pub boards: Vec<String>,
    /// The names of rules, as in lists of games: `standard`, `blitz`, `tournament` or `custom`; empty for all.
    pub presets: Vec<String>,
    /// The paces of games with a clock; empty for all.
    pub paces: Vec<Pace>,
    /// Whether games without a clock are accepted.
    pub untimed: bool,
    /// Whether rated games are accepted.
    pub rated: bool,
    /// Whether casual games are accepted.
    pub casual: bool,
    /// Whether other bots are refused.
    pub humans_only: bool,
    /// The maximum number of games in progress; absent for no maximum.
    pub max_games: Option<u32>,
}

impl Default for BotRules {
    fn default() -> BotRules {
        BotRules {
            boards: Vec::new(),
            presets: Vec::new(),
            paces: Vec::new(),
            untimed: true,
            rated: true,
            casual: true,
            humans_only: false,
            max_games: None,
        }
    }
}

impl BotRules {
    /// Why the bot does not accept a challenge, if it does not. `games` is the number of its games in progress.
    pub fn refusal(&self, settings: &Settings, challenger: PlayerKind, games: u32) -> Option<DeclineReason> {
        let preset = settings.rules.rules().ok().and_then(|rules| rules.preset());
        let preset = preset.map_or_else(|| "custom".to_owned(), |preset| preset.to_string());
        let allows = |list: &[String], word: &str| list.is_empty() || list.iter().any(|allowed| allowed == word);
        // A custom board is the word and its rings.
        let board = settings.rules.board.split(':').next().unwrap_or_default();
        let pace = match settings.time.pace() {
            None => self.untimed,
            Some(pace) => self.paces.is_empty() || self.paces.contains(&pace),
        };
        let checks = [
            (allows(&self.boards, board), DeclineReason::Board),
            (allows(&self.presets, &preset), DeclineReason::Rules),
            (pace, DeclineReason::Time),
            (self.rated || !settings.rated, DeclineReason::Rated),
            (self.casual || settings.rated, DeclineReason::Casual),
            (!self.humans_only || challenger != PlayerKind::Bot, DeclineReason::Bot),
            (self.max_games.is_none_or(|most| games < most), DeclineReason::Busy),
        ];
        checks.into_iter().find(|(fits, _)| !fits).map(|(_, reason)| reason)
    }

    /// A usual game that the bot accepts, casual if possible; none if it plays only custom boards or rules.
    pub fn game(&self) -> Option<Settings> {
        let rated = !self.casual;
        let times = Pace::ALL.map(Pace::usual_time).into_iter().chain([TimeControl::None]);
        let games = Preset::ALL.into_iter().flat_map(|preset| {
            // The first board is the usual one of most presets, but not of all.
            let boards = [preset.usual_board()].into_iter().chain(Board::presets());
            boards.map(move |board| RulesData::of(&preset.rules(board)))
        });
        games
            .flat_map(|rules| times.clone().map(move |time| Settings { rules: rules.clone(), time, rated }))
            .filter(|settings| !rated || settings.can_be_rated())
            .find(|settings| self.refusal(settings, PlayerKind::Person, 0).is_none())
    }
}

/// A bot that is in the lobby and can be challenged.
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct LobbyBot {
    /// The name.
    pub name: String,
    /// The ratings, by pace.
    pub ratings: Vec<PlayerRating>,
    /// Which challenges it accepts.
    pub accepts: BotRules,
    /// Whether it is already playing as many games as it accepts.
    pub busy: bool,
    /// A usual game that it accepts, casual if possible; absent if it plays only custom boards or rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Settings>,
}

/// Why a bot declines a challenge.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DeclineReason {
    /// Not on this board.
    Board,
    /// Not by these rules.
    Rules,
    /// Not with this time control.
    Time,
    /// Only casual games.
    Rated,
    /// Only rated games.
    Casual,
    /// Not against bots.
    Bot,
    /// It is already playing as many games as it can.
    Busy,
    /// Not now.
    Later,
}

impl DeclineReason {
    /// Every reason.
    pub const ALL: [DeclineReason; 8] = [
        DeclineReason::Board,
        DeclineReason::Rules,
        DeclineReason::Time,
        DeclineReason::Rated,
        DeclineReason::Casual,
        DeclineReason::Bot,
        DeclineReason::Busy,
        DeclineReason::Later,
    ];

    /// The error with which the server refuses a challenge for this reason.
    pub fn code(self) -> Code {
        match self {
            DeclineReason::Board => Code::BotBoard,
            DeclineReason::Rules => Code::BotRules,
            DeclineReason::Time => Code::BotTime,
            DeclineReason::Rated => Code::BotCasualOnly,
            DeclineReason::Casual => Code::BotRatedOnly,
            DeclineReason::Bot => Code::BotHumansOnly,
            DeclineReason::Busy => Code::BotBusy,
            DeclineReason::Later => Code::BotLater,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RulesData, TimeControl};

    fn settings(time: TimeControl, rated: bool) -> Settings {
        let rules = RulesData::of(&zertz::Rules::standard(zertz::Board::rings37()));
        Settings { rules, time, rated }
    }

    #[test]
    fn a_bot_without_rules_accepts_everything() {
        let rules = serde_json::from_str::<BotRules>("{}").unwrap();
        assert_eq!(rules, BotRules::default());
        assert_eq!(rules.refusal(&settings(TimeControl::None, false), PlayerKind::Bot, 1000), None);
    }

    #[test]
    fn each_rule_refuses_what_does_not_fit_and_says_why() {
        let all = BotRules::default;
        let live = settings(TimeControl::Fischer { initial: 180, increment: 2 }, false);
        let rated = Settings { rated: true, ..live.clone() };
        let untimed = settings(TimeControl::None, false);
        let word = |word: &str| vec![word.to_owned()];
        for (rules, settings, reason) in [
            (BotRules { boards: word("48"), ..all() }, &live, DeclineReason::Board),
            (BotRules { presets: word("blitz"), ..all() }, &live, DeclineReason::Rules),
            (BotRules { paces: vec![Pace::Rapid], ..all() }, &live, DeclineReason::Time),
            (BotRules { untimed: false, ..all() }, &untimed, DeclineReason::Time),
            (BotRules { rated: false, ..all() }, &rated, DeclineReason::Rated),
            (BotRules { casual: false, ..all() }, &live, DeclineReason::Casual),
            (BotRules { humans_only: true, ..all() }, &live, DeclineReason::Bot),
            (BotRules { max_games: Some(3), ..all() }, &live, DeclineReason::Busy),
        ] {
            assert_eq!(rules.refusal(settings, PlayerKind::Bot, 3), Some(reason));
        }
        let fitting = BotRules {
            boards: word("37"),
            presets: word("standard"),
            paces: vec![Pace::Bullet],
            humans_only: true,
            max_games: Some(4),
            ..all()
        };
        assert_eq!(fitting.refusal(&live, PlayerKind::Person, 3), None);
    }

    #[test]
    fn a_bot_accepts_the_game_that_the_lobby_suggests() {
        let all = BotRules::default;
        let word = |word: &str| vec![word.to_owned()];
        let suggested = |rules: BotRules| {
            let game = rules.game();
            if let Some(game) = &game {
                assert_eq!(rules.refusal(game, PlayerKind::Guest, 0), None, "{rules:?}");
                assert!(!game.rated || game.can_be_rated(), "{rules:?}");
            }
            game
        };
        assert_eq!(suggested(all()), Some(settings(Pace::Bullet.usual_time(), false)));
        let board = |rules| suggested(rules).unwrap().rules.board;
        assert_eq!(board(BotRules { presets: word("tournament"), ..all() }), "48");
        assert_eq!(board(BotRules { presets: word("tournament"), boards: word("61"), ..all() }), "61");
        assert!(suggested(BotRules { casual: false, paces: vec![Pace::Classical], ..all() }).unwrap().rated);
        for pace in Pace::ALL {
            assert_eq!(pace.usual_time().pace(), Some(pace));
            assert_eq!(suggested(BotRules { paces: vec![pace], ..all() }).unwrap().time, pace.usual_time());
        }
        assert_eq!(suggested(BotRules { boards: word("custom"), ..all() }), None);
        assert_eq!(suggested(BotRules { presets: word("custom"), ..all() }), None);
    }
}
