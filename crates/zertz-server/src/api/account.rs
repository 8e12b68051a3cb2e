//! Accounts: names, passwords, devices, programs, and leaving with everything.

use super::{
    Online, Trouble, With,
    input::{Body, Part},
    who::{Comer, From, Known, Visitor},
};
use crate::{
    id::{PlayerId, SessionId},
    play::now,
    store::{GameFilter, GameSummary, Kind, Player, RatedGame, Session, Standing},
    table::Event,
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most programs that one person answers for.
const MOST_BOTS: usize = 10;

/// Who you are.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Me {
    /// Nobody yet, until you play.
    player: Option<Player>,
    /// Your ratings.
    ratings: Vec<Standing>,
    /// The address, if you gave one.
    email: Option<String>,
    /// Whether you may talk to your opponents.
    talks: bool,
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub(super) async fn me(State(online): State<Online>, visitor: Visitor) -> Result<Json<Me>, Trouble> {
    let store = &online.hall.store;
    let Some(player) = visitor.player().cloned() else {
        return Ok(Json(Me { player: None, ratings: Vec::new(), email: None, talks: online.config.guests_talk }));
    };
    let ratings = store.standings(&player.id).await?;
    let email = store.account(&player.id).await?.and_then(|account| account.email);
    let talks = player.kind != Kind::Guest || online.config.guests_talk;
    Ok(Json(Me { player: Some(player), ratings, email, talks }))
}

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Registration {
    /// 2 to 20 letters, digits, `-` or `_`, the first one a letter.
    name: String,
    /// 8 characters or more.
    password: String,
    /// For those who run the server to write to; nobody else sees it.
    email: Option<String>,
}

fn check_name(name: &str) -> Result<(), Trouble> {
    let fits = (2..=20).contains(&name.chars().count())
        && name.starts_with(|first: char| first.is_alphabetic())
        && name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_'))
        && !["engine", "guest", "admin", "zertz"].contains(&name.to_lowercase().as_str());
    let sentence = "a name has 2 to 20 letters, digits, - or _, and begins with a letter";
    if fits { Ok(()) } else { Err(Trouble::bad("bad-name", sentence)) }
}

fn check_password(password: &str) -> Result<(), Trouble> {
    let fits = (8..=200).contains(&password.chars().count());
    if fits { Ok(()) } else { Err(Trouble::bad("bad-password", "a password has 8 to 200 characters")) }
}

fn check_email(email: Option<String>) -> Result<Option<String>, Trouble> {
    let email = email.map(|email| email.trim().to_owned()).filter(|email| !email.is_empty());
    let fits = |email: &String| {
        email.len() <= 254 && email.split_once('@').is_some_and(|(a, b)| !a.is_empty() && b.contains('.'))
    };
    match email {
        Some(email) if !fits(&email) => Err(Trouble::bad("bad-email", "this is not an e-mail address")),
        email => Ok(email),
    }
}

/// Make an account. Who has played as a guest keeps the games.
#[utoipa::path(post, path = "/api/account/register", request_body = Registration, responses((status = 200, body = Player)))]
pub(super) async fn register(
    State(online): State<Online>,
    From(address): From,
    comer: Comer,
    Body(new): Body<Registration>,
) -> Result<With<Player>, Trouble> {
    online.limits.password(address)?;
    check_name(&new.name)?;
    check_password(&new.password)?;
    let email = check_email(new.email)?;
    if comer.kind() != Kind::Guest {
        return Err(Trouble::new(StatusCode::CONFLICT, "signed-in", "you have an account; sign out first"));
    }
    let store = &online.hall.store;
    if store.player_named(&new.name).await?.is_some() {
        return Err(crate::store::StoreError::NameTaken.into());
    }
    let hash = online.passwords.hash(new.password).await?;
    let (guest, cookie) = online.admit(comer).await?;
    store.register(&guest.id, &new.name, &hash, email.as_deref()).await?;
    let player = store.player(&guest.id).await?.ok_or_else(Trouble::ours)?;
    Ok((cookie, Json(player)))
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Credentials {
    /// The account's name.
    name: String,
    /// Its password.
    password: String,
}

/// Sign in.
#[utoipa::path(post, path = "/api/account/sign-in", request_body = Credentials, responses((status = 200, body = Player)))]
pub(super) async fn sign_in(
    State(online): State<Online>,
    From(address): From,
    headers: HeaderMap,
    Body(given): Body<Credentials>,
) -> Result<With<Player>, Trouble> {
    online.limits.password(address)?;
    let account = online.hall.store.player_named(&given.name).await?;
    let hash = account.as_ref().and_then(|account| account.password.clone());
    let fits = online.passwords.check(given.password, hash).await?;
    let Some(account) = account.filter(|_| fits) else {
        // One sentence for both: nobody learns here which names exist.
        let sentence = "name and password do not fit together";
        return Err(Trouble::new(StatusCode::UNAUTHORIZED, "wrong-password", sentence));
    };
    let cookie = online.welcome(&account.player.id, &headers).await?;
    Ok((cookie, Json(account.player)))
}

/// Sign out on this device.
#[utoipa::path(post, path = "/api/account/sign-out", responses((status = 204)))]
pub(super) async fn sign_out(
    State(online): State<Online>,
    visitor: Visitor,
) -> Result<(HeaderMap, StatusCode), Trouble> {
    if let Some((session, player)) = &visitor.0 {
        online.hall.store.revoke(&player.id, &session.id).await?;
    }
    Ok((online.no_cookie(), StatusCode::NO_CONTENT))
}

/// What to change.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Change {
    /// The password that is.
    password: String,
    /// The one that shall be, if another.
    new_password: Option<String>,
    /// The address that shall be, if another; an empty one for none.
    email: Option<String>,
}

/// Change password or address. Other devices are signed out when the password changes.
#[utoipa::path(post, path = "/api/account", request_body = Change, responses((status = 204)))]
pub(super) async fn change(
    State(online): State<Online>,
    From(address): From,
    known: Known,
    Body(change): Body<Change>,
) -> Result<StatusCode, Trouble> {
    online.limits.password(address)?;
    let store = &online.hall.store;
    let email = match change.email {
        None => store.account(&known.player.id).await?.and_then(|account| account.email),
        Some(email) => check_email(Some(email))?,
    };
    let old = online.confirmed(&known, change.password).await?;
    match change.new_password {
        None => store.change_account(&known.player.id, &old, email.as_deref()).await?,
        Some(new) => {
            check_password(&new)?;
            let hash = online.passwords.hash(new).await?;
            store.change_account(&known.player.id, &hash, email.as_deref()).await?;
            store.revoke_others(&known.player.id, Some(&known.session.id)).await?;
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The password, once more.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Confirmation {
    /// The account's password.
    password: String,
}

/// Delete the account: name, address, ratings and devices. Games stay without the name.
#[utoipa::path(delete, path = "/api/account", request_body = Confirmation, responses((status = 204)))]
pub(super) async fn delete(
    State(online): State<Online>,
    From(address): From,
    known: Known,
    Body(given): Body<Confirmation>,
) -> Result<(HeaderMap, StatusCode), Trouble> {
    online.limits.password(address)?;
    online.confirmed(&known, given.password).await?;
    online.hall.store.forget(&known.player.id).await?;
    online.hall.lobby_changed().await;
    Ok((online.no_cookie(), StatusCode::NO_CONTENT))
}

impl Online {
    /// Whether it is really the owner. Gives the hash.
    async fn confirmed(&self, known: &Known, password: String) -> Result<String, Trouble> {
        let account = self.hall.store.account(&known.player.id).await?;
        let hash = account.and_then(|account| account.password);
        let fits = self.passwords.check(password, hash.clone()).await?;
        let wrong = || Trouble::new(StatusCode::FORBIDDEN, "wrong-password", "this is not your password");
        hash.filter(|_| fits).ok_or_else(wrong)
    }
}

/// A device, in the list of them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Device {
    /// The device.
    #[serde(flatten)]
    session: Session,
    /// Whether it is the one that asks.
    current: bool,
}

/// Where am I signed in?
#[utoipa::path(get, path = "/api/account/sessions", responses((status = 200, body = [Device])))]
pub(super) async fn sessions(State(online): State<Online>, known: Known) -> Result<Json<Vec<Device>>, Trouble> {
    let sessions = online.hall.store.sessions(&known.player.id).await?;
    let device = |session: Session| Device { current: session.id == known.session.id, session };
    Ok(Json(sessions.into_iter().map(device).collect()))
}

/// Sign out another device.
#[utoipa::path(delete, path = "/api/account/sessions/{id}", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn revoke(
    State(online): State<Online>,
    known: Known,
    Part(id): Part<SessionId>,
) -> Result<StatusCode, Trouble> {
    if online.hall.store.revoke(&known.player.id, &id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Trouble::missing("no-session", "there is no such device"))
    }
}

/// Everything that is stored of somebody.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Export {
    player: Player,
    email: Option<String>,
    ratings: Vec<Standing>,
    rated_games: Vec<RatedGame>,
    sessions: Vec<Session>,
    bots: Vec<Player>,
    games: Vec<ExportedGame>,
}

/// A game with all that happened in it, as far as its player could see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportedGame {
    #[serde(flatten)]
    summary: GameSummary,
    events: Vec<Event>,
}

/// All my data, in one file.
#[utoipa::path(get, path = "/api/account/export", responses((status = 200, body = Export)))]
pub(super) async fn export(
    State(online): State<Online>,
    From(address): From,
    known: Known,
) -> Result<Json<Export>, Trouble> {
    online.limits.download(address)?;
    let (store, id) = (&online.hall.store, &known.player.id);
    let mut games: Vec<ExportedGame> = Vec::new();
    let mut filter = GameFilter { player: Some(id.clone()), limit: 200, ..GameFilter::default() };
    loop {
        let page = store.games(&filter).await?;
        let Some(last) = page.last() else { break };
        filter.before = Some((last.created, Some(last.id.clone())));
        for summary in page {
            let events = store.events(&summary.id, 0).await?;
            let seat = crate::table::Table::replay(&events).ok().and_then(|table| table.seat_of(id));
            let events = events.into_iter().filter(|event| event.audience().includes(seat)).collect();
            games.push(ExportedGame { summary, events });
        }
    }
    Ok(Json(Export {
        email: store.account(id).await?.and_then(|account| account.email),
        ratings: store.standings(id).await?,
        rated_games: store.rated_games(id, i64::MAX).await?,
        sessions: store.sessions(id).await?,
        bots: store.bots(id).await?,
        player: known.player,
        games,
    }))
}

/// The programs I answer for.
#[utoipa::path(get, path = "/api/account/bots", responses((status = 200, body = [Player])))]
pub(super) async fn bots(State(online): State<Online>, known: Known) -> Result<Json<Vec<Player>>, Trouble> {
    Ok(Json(online.hall.store.bots(&known.player.id).await?))
}

/// A program to be known.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewBot {
    /// Its name.
    name: String,
}

/// A program and the secret it is known by.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Token {
    /// The program.
    bot: Player,
    /// Shown this once.
    token: String,
}

/// Make an account for a program.
#[utoipa::path(post, path = "/api/account/bots", request_body = NewBot, responses((status = 200, body = Token)))]
pub(super) async fn add_bot(
    State(online): State<Online>,
    From(address): From,
    known: Known,
    Body(new): Body<NewBot>,
) -> Result<Json<Token>, Trouble> {
    online.limits.password(address)?;
    check_name(&new.name)?;
    let store = &online.hall.store;
    if known.player.kind != Kind::Person || store.bots(&known.player.id).await?.len() >= MOST_BOTS {
        let sentence = format!("a person answers for at most {MOST_BOTS} programs");
        return Err(Trouble::new(StatusCode::FORBIDDEN, "no-more-bots", sentence));
    }
    let bot = Player { id: PlayerId::random(), kind: Kind::Bot, name: Some(new.name), created: now() };
    store.add_player(&bot, Some(&known.player.id)).await?;
    let token = online.add_session(&bot.id, "token").await?;
    Ok(Json(Token { bot, token }))
}

/// Give a program a new token. The old one is void.
#[utoipa::path(post, path = "/api/account/bots/{name}/token", params(("name" = String, Path)), responses((status = 200, body = Token)))]
pub(super) async fn renew_bot(
    State(online): State<Online>,
    known: Known,
    Part(name): Part<String>,
) -> Result<Json<Token>, Trouble> {
    let store = &online.hall.store;
    let bot = online.bot_of(&known, &name).await?;
    store.revoke_others(&bot.id, None).await?;
    let token = online.add_session(&bot.id, "token").await?;
    Ok(Json(Token { bot, token }))
}

/// Remove a program. Its games stay, without the name.
#[utoipa::path(delete, path = "/api/account/bots/{name}", params(("name" = String, Path)), responses((status = 204)))]
pub(super) async fn remove_bot(
    State(online): State<Online>,
    known: Known,
    Part(name): Part<String>,
) -> Result<StatusCode, Trouble> {
    let bot = online.bot_of(&known, &name).await?;
    online.hall.store.forget(&bot.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl Online {
    async fn bot_of(&self, known: &Known, name: &str) -> Result<Player, Trouble> {
        let bots = self.hall.store.bots(&known.player.id).await?;
        let is_it = |bot: &Player| bot.name.as_deref().is_some_and(|known| known.to_lowercase() == name.to_lowercase());
        bots.into_iter().find(is_it).ok_or_else(|| Trouble::missing("no-bot", "you have no such program"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_passwords_and_addresses_are_checked() {
        for name in ["Ann", "Zoé_9", "Иван", "a-b"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["A", "9lives", "a b", "<b>x</b>", "Admin", &"x".repeat(21), ""] {
            assert!(check_name(name).is_err(), "{name}");
        }
        assert!(check_password("1234567").is_err() && check_password("12345678").is_ok());
        assert_eq!(check_email(Some(" a@b.example ".to_owned())).unwrap().as_deref(), Some("a@b.example"));
        assert_eq!(check_email(Some(" ".to_owned())).unwrap(), None);
        assert!(check_email(Some("nobody".to_owned())).is_err());
    }
}
