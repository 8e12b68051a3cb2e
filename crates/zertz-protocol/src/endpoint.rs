//! The HTTP endpoints of a server, each with its method, path and types.
//!
//! The list below is the only one: the server routes by it, the Rust client calls by it, TypeScript gets it as the interface `Endpoints`,
//! and the OpenAPI description is generated from it.

use crate::*;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, de::DeserializeOwned};

/// Characters that stay as they are in a path.
const UNRESERVED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// An HTTP endpoint.
pub trait Endpoint {
    /// The HTTP method.
    const METHOD: &'static str;
    /// The path, with a parameter in braces.
    const PATH: &'static str;
    /// The parameter in the path.
    type Params: Serialize + DeserializeOwned + Send;
    /// The query.
    type Query: Serialize + DeserializeOwned;
    /// The JSON body of the request.
    type Body: Serialize + DeserializeOwned;
    /// The JSON body of the response; nothing is sent for `()`.
    type Response: Serialize + DeserializeOwned;
}

/// An endpoint that becomes a WebSocket.
pub trait Socket: Endpoint {
    /// What the client sends.
    type Sent: Serialize + DeserializeOwned;
    /// What the server sends.
    type Received: Serialize + DeserializeOwned;
}

/// The path with the parameter filled in.
pub fn fill(path: &str, param: impl Serialize) -> String {
    let Some((before, rest)) = path.split_once('{') else { return path.to_owned() };
    let after = rest.split_once('}').map_or("", |(_, after)| after);
    format!("{before}{}{after}", utf8_percent_encode(&word(param), &UNRESERVED))
}

/// The text of a file to download, which is not JSON.
#[derive(Serialize, serde::Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Download(pub String);

/// The Rust type of a part in the list.
macro_rules! rust {
    ($(())?) => { () };
    ([$item:ident]) => { Vec<$item> };
    ($name:ident) => { $name };
}

/// The TypeScript type of a part in the list.
#[cfg(any(test, all(feature = "ts", target_arch = "wasm32")))]
macro_rules! typescript {
    ($(())?) => {
        "undefined"
    };
    (String) => {
        "string"
    };
    (Download) => {
        "string"
    };
    ([$item:ident]) => {
        concat!(stringify!($item), "[]")
    };
    ($name:ident) => {
        stringify!($name)
    };
}

macro_rules! endpoints {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $method:ident $path:literal {
            $(params: $params:ident,)? $(query: $query:ident,)? $(body: $body:ident,)?
        } -> $response:tt;
    )+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Endpoint for $name {
                const METHOD: &'static str = stringify!($method);
                const PATH: &'static str = $path;
                type Params = rust!($($params)?);
                type Query = rust!($($query)?);
                type Body = rust!($($body)?);
                type Response = rust!($response);
            }
        )+

        /// The method and path of every endpoint.
        pub const ALL: &[(&str, &str)] = &[$((stringify!($method), $path)),+];

        pub(crate) fn describe(openapi: &mut crate::openapi::Builder) {
            use crate::openapi::describe;
            $(
                let (body, response) = (describe!(body openapi, $($body)?), describe!(response openapi, $response));
                let query = describe!(query $($query)?);
                openapi.endpoint(stringify!($method), $path, &[$($doc),+], query, body, response);
            )+
        }

        /// The list as a TypeScript interface.
        #[cfg(any(test, all(feature = "ts", target_arch = "wasm32")))]
        #[allow(dead_code, reason = "wasm-bindgen copies the text while it compiles")]
        const TYPESCRIPT: &str = concat!(
            "/** The HTTP endpoints of a server, by method and path. */\nexport interface Endpoints {\n",
            $(
                "    /**", $("\n     *", $doc,)+ "\n     */\n",
                "    \"", stringify!($method), " ", $path, "\": { params: ", typescript!($($params)?),
                "; query: ", typescript!($($query)?), "; body: ", typescript!($($body)?),
                "; response: ", typescript!($response), " };\n",
            )+
            "}\n",
        );
    };
}

endpoints! {
    /// Returns the player who sends the request.
    GetMe = GET "/api/me" {} -> Me;
    /// Creates an account. A guest who registers keeps all games.
    Register = POST "/api/account/register" { body: Registration, } -> Player;
    /// Signs in.
    SignIn = POST "/api/account/sign-in" { body: Credentials, } -> Player;
    /// Signs out on this device.
    SignOut = POST "/api/account/sign-out" {} -> ();
    /// Changes the password or the email address. A new password signs out all other devices.
    ChangeAccount = POST "/api/account" { body: AccountChange, } -> ();
    /// Deletes the account: name, password, email address, ratings, sessions and bots. The games are kept, without the name.
    DeleteAccount = DELETE "/api/account" { body: PasswordConfirmation, } -> ();
    /// Lists the devices on which the caller is signed in.
    ListSessions = GET "/api/account/sessions" {} -> [Session];
    /// Signs out a device.
    DeleteSession = DELETE "/api/account/sessions/{id}" { params: SessionId, } -> ();
    /// Returns everything that the server stores about the caller.
    ExportAccount = GET "/api/account/export" {} -> AccountExport;
    /// Lists the caller's bots.
    ListBots = GET "/api/account/bots" {} -> [Player];
    /// Creates a bot.
    CreateBot = POST "/api/account/bots" { body: NewBot, } -> BotToken;
    /// Deletes a bot. Its games are kept, without its name.
    DeleteBot = DELETE "/api/account/bots/{name}" { params: String, } -> ();
    /// Gives a bot a new token and revokes the old one.
    RenewBotToken = POST "/api/account/bots/{name}/token" { params: String, } -> BotToken;
    /// Returns which challenges a bot accepts. The bot itself and its owner may ask.
    GetBotRules = GET "/api/account/bots/{name}/rules" { params: String, } -> BotRules;
    /// Sets which challenges a bot accepts. The bot itself and its owner may do so.
    SetBotRules = POST "/api/account/bots/{name}/rules" { params: String, body: BotRules, } -> ();
    /// Lists the players whom the caller has blocked, by name.
    ListBlocks = GET "/api/account/blocks" {} -> [PlayerRef];
    /// Blocks a player: the two can no longer challenge each other, be paired or chat.
    BlockPlayer = POST "/api/account/blocks/{id}" { params: PlayerId, } -> ();
    /// Unblocks a player.
    UnblockPlayer = DELETE "/api/account/blocks/{id}" { params: PlayerId, } -> ();
    /// Confirms that the caller has read a warning.
    ConfirmWarning = POST "/api/account/warnings/{id}" { params: String, } -> ();
    /// Reports a player, a chat message or a game to the moderators.
    CreateReport = POST "/api/reports" { body: NewReport, } -> ();
    /// Lists games, newest first, 30 at a time.
    ListGames = GET "/api/games" { query: GamesQuery, } -> [GameSummary];
    /// Creates a game.
    CreateGame = POST "/api/games" { body: NewGame, } -> CreatedGame;
    /// Downloads the records of up to 500 finished games, one after the other; JSON as a list.
    DownloadRecords = GET "/api/records" { query: RecordsQuery, } -> Download;
    /// Returns a game as the caller sees it.
    GetGame = GET "/api/games/{id}" { params: GameId, } -> Snapshot;
    /// Takes the open seat. A player who already has a seat gets its number.
    JoinGame = POST "/api/games/{id}/join" { params: GameId, } -> JoinedSeat;
    /// Carries out a command, as on the game socket.
    ActInGame = POST "/api/games/{id}/act" { params: GameId, body: Request, } -> Acted;
    /// Lists the events of a game that the caller may see.
    ListEvents = GET "/api/games/{id}/events" { params: GameId, query: EventsQuery, } -> [Event];
    /// Downloads the record of a game.
    DownloadRecord = GET "/api/games/{id}/record" { params: GameId, query: RecordQuery, } -> Download;
    /// Reports a chat message from the opponent. `POST /api/reports` reports other things too.
    ReportChat = POST "/api/games/{id}/report" { params: GameId, body: ChatReport, } -> ();
    /// Lists the latest seeks (open challenges) in the lobby, newest first.
    ListSeeks = GET "/api/lobby" {} -> [Seek];
    /// Lists the bots in the lobby that can be challenged, by name, at most 50. A bot is in the lobby while its lobby socket is open.
    ListLobbyBots = GET "/api/lobby/bots" {} -> [LobbyBot];
    /// Creates a seek (open challenge). A live seek expires after 45 s unless the caller's lobby socket is open, and 5 s after that socket
    /// closes. Other seeks last for days, as docs/limits.md says.
    CreateSeek = POST "/api/lobby" { body: NewSeek, } -> CreatedSeek;
    /// Pairs the caller with a player who is waiting for the same game, preferring the closest rating if both have one. If nobody
    /// is waiting,
    /// creates a seek (open challenge), as `POST /api/lobby` does.
    PairPlayer = POST "/api/lobby/pair" { body: Settings, } -> Paired;
    /// Withdraws a seek (open challenge).
    DeleteSeek = DELETE "/api/lobby/{id}" { params: SeekId, } -> ();
    /// Accepts a seek (open challenge). The game begins.
    AcceptSeek = POST "/api/lobby/{id}/take" { params: SeekId, } -> CreatedGame;
    /// Returns a player's public profile.
    GetPlayer = GET "/api/players/{name}" { params: String, } -> Profile;
    /// Lists the best players at a pace.
    ListLeaders = GET "/api/leaders" { query: LeaderboardQuery, } -> [Leader];
    /// Lists reports, newest first, 50 at a time. Only for moderators.
    ListReports = GET "/api/moderation/reports" { query: ReportsQuery, } -> [Report];
    /// Sets the state of a report. Only for moderators.
    DecideReport = POST "/api/moderation/reports/{id}" { params: String, body: ReportDecision, } -> ();
    /// Returns a player as moderators see them. Only for moderators.
    GetModeratedPlayer = GET "/api/moderation/players/{id}" { params: PlayerId, } -> ModeratedPlayer;
    /// Warns, mutes or bans a player, closes an account, or lifts a restriction. Only for moderators.
    SanctionPlayer = POST "/api/moderation/players/{id}" { params: PlayerId, body: NewSanction, } -> ();
    /// Returns the fair-play signals of a player. Only for moderators.
    GetFairPlay = GET "/api/moderation/players/{id}/fair-play" { params: PlayerId, } -> FairPlay;
    /// Starts an engine analysis of a player's latest games, in the background. Only for moderators.
    RequestFairPlay = POST "/api/moderation/players/{id}/fair-play" { params: PlayerId, } -> FairPlay;
    /// Lists the chat messages of a game. Only for moderators.
    ListChat = GET "/api/moderation/games/{id}/chat" { params: GameId, } -> [ChatMessage];
    /// Removes a chat message. Only for moderators.
    RemoveChat = POST "/api/moderation/games/{id}/remove-chat" { params: GameId, body: ChatRemoval, } -> ();
    /// Voids a rated game: ratings are recomputed as if it had been casual. Only for moderators.
    VoidGame = POST "/api/moderation/games/{id}/void" { params: GameId, body: Note, } -> ();
    /// Lists the blocked networks, newest first, 50 at a time. Only for moderators.
    ListAddressBlocks = GET "/api/moderation/addresses" { query: PageQuery, } -> [AddressBlock];
    /// Blocks an address or a network. Only for moderators.
    BlockAddress = POST "/api/moderation/addresses" { body: NewAddressBlock, } -> AddressBlock;
    /// Unblocks a network. Only for moderators.
    UnblockAddress = DELETE "/api/moderation/addresses/{id}" { params: String, body: Note, } -> ();
    /// Lists the audit log, newest entry first, 50 at a time. Only for moderators.
    ListAudit = GET "/api/moderation/audit" { query: AuditQuery, } -> [AuditEntry];
}

#[cfg(feature = "ts")]
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const SECTION: &str = TYPESCRIPT;

macro_rules! sockets {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $path:literal {
            $(params: $params:ident,)? $(query: $query:ident,)? $(sent: $sent:ident,)?
        } -> $received:ident;
    )+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Endpoint for $name {
                const METHOD: &'static str = "GET";
                const PATH: &'static str = $path;
                type Params = rust!($($params)?);
                type Query = rust!($($query)?);
                type Body = ();
                type Response = ();
            }

            impl Socket for $name {
                type Sent = rust!($($sent)?);
                type Received = $received;
            }
        )+

        /// The path of every socket.
        pub const SOCKETS: &[&str] = &[$($path),+];

        pub(crate) fn describe_sockets(openapi: &mut crate::openapi::Builder) {
            use crate::openapi::describe;
            $(
                openapi.socket($path, &[$($doc),+], describe!(query $($query)?));
                openapi.schema::<$received>();
                $(openapi.schema::<$sent>();)?
            )+
        }

        /// The sockets as a TypeScript interface.
        #[cfg(any(test, all(feature = "ts", target_arch = "wasm32")))]
        #[allow(dead_code, reason = "wasm-bindgen copies the text while it compiles")]
        const TYPESCRIPT_SOCKETS: &str = concat!(
            "/** The sockets of a server, by path. */\nexport interface Sockets {\n",
            $(
                "    /**", $("\n     *", $doc,)+ "\n     */\n",
                "    \"", $path, "\": { params: ", typescript!($($params)?), "; query: ", typescript!($($query)?),
                "; sent: ", typescript!($($sent)?), "; received: ", stringify!($received), " };\n",
            )+
            "}\n",
        );
    };
}

sockets! {
    /// Follows a game, and plays it. See docs/online.md.
    GameSocket = "/api/games/{id}/socket" { params: GameId, query: EventsQuery, sent: Request, } -> Message;
    /// Follows the lobby. See docs/online.md.
    LobbySocket = "/api/lobby/socket" {} -> LobbyMessage;
}

#[cfg(feature = "ts")]
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const SOCKETS_SECTION: &str = TYPESCRIPT_SOCKETS;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_filled_in_and_escaped() {
        let game: GameId = "abc".parse().unwrap();
        assert_eq!(fill(JoinGame::PATH, game), "/api/games/abc/join");
        assert_eq!(fill(RenewBotToken::PATH, "a/ñ"), "/api/account/bots/a%2F%C3%B1/token");
        assert_eq!(fill(GetMe::PATH, ()), "/api/me");
    }

    #[test]
    fn typescript_knows_the_types_of_every_endpoint() {
        let list =
            "\"GET /api/games\": { params: undefined; query: GamesQuery; body: undefined; response: GameSummary[] };";
        let act = "\"POST /api/games/{id}/act\": { params: GameId; query: undefined; body: Request; response: Acted };";
        assert!(TYPESCRIPT.contains(list) && TYPESCRIPT.contains(act), "{TYPESCRIPT}");
        assert_eq!(TYPESCRIPT.matches("response: ").count(), ALL.len());
        let lobby =
            "\"/api/lobby/socket\": { params: undefined; query: undefined; sent: undefined; received: LobbyMessage };";
        assert!(TYPESCRIPT_SOCKETS.contains(lobby), "{TYPESCRIPT_SOCKETS}");
    }
}
